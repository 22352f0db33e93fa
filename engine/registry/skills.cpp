#include "engine/registry/skills.h"

#include "engine/registry/codes.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace countersign::registry {

using domain::Capability;
using domain::Json;
using domain::Skill;

namespace {

using Members = std::map<std::string, SkillMember>;

/// Shorter ways first; of equally long ones what is named before what a server brings, then by names.
bool nearer(const SkillMember& a, const SkillMember& b)
{
    const auto key = [](const SkillMember& m) { return std::make_tuple(m.via.size(), !m.server.empty(), m.via, m.server); };
    return key(a) < key(b);
}

void add(Members& to, SkillMember member)
{
    const auto [known, added] = to.emplace(member.tool, member);
    if (added)
        return;
    const Capability both = tightened(known->second.effective, member.effective);
    if (nearer(member, known->second))
        known->second = std::move(member);
    known->second.effective = both;
}

// Why: each skill is flattened once, however many ways lead to it.
class Flattener
{
public:
    Flattener(const SkillLookups& lookups, bool lenient) : m_lookups(lookups), m_lenient(lenient) {}

    base::Result<Members> members(const Skill& skill)
    {
        if (const auto known = m_known.find(skill.name); known != m_known.end())
            return known->second;
        if (const auto at = std::find(m_path.begin(), m_path.end(), skill.name); at != m_path.end())
            return m_lenient ? base::Result<Members>(Members()) : base::fail(codes::SkillCycle, "The includes go round: " + pathText(at, skill.name) + ".");
        m_path.push_back(skill.name);
        Members out;
        CS_TRY(addNamed(skill, out));
        CS_TRY(addServers(skill, out));
        CS_TRY(addIncluded(skill, out));
        for (auto& [name, member] : out)
            if (const auto flags = skill.overrides.find(name); flags != skill.overrides.end())
                member.effective = overridden(member.effective, flags->second);
        m_path.pop_back();
        return m_known.emplace(skill.name, std::move(out)).first->second;
    }

private:
    [[nodiscard]] std::string pathText(std::vector<std::string>::const_iterator from, const std::string& end) const
    {
        std::string out;
        for (; from != m_path.end(); ++from)
            out += *from + ", ";
        return out + end;
    }

    [[nodiscard]] base::Result<void> unknown(const base::CodeInfo& code, std::string message) const
    {
        if (m_lenient)
            return {};
        return base::fail(code, std::move(message));
    }

    base::Result<void> addTool(const std::string& name, const std::string& server, Members& out)
    {
        const domain::Tool* tool = m_lookups.tool(name);
        if (tool == nullptr)
            return unknown(codes::ToolUnknown, name + " is not registered; " + m_path.back() + " names it.");
        add(out, {name, tool->capability, {}, server});
        return {};
    }

    base::Result<void> addNamed(const Skill& skill, Members& out)
    {
        for (const std::string& name : skill.tools)
            CS_TRY(addTool(name, {}, out));
        return {};
    }

    base::Result<void> addServers(const Skill& skill, Members& out)
    {
        for (const std::string& server : skill.mcpServers) {
            const auto tools = m_lookups.toolsOn(server);
            if (!tools)
                CS_TRY(unknown(codes::McpServerUnknown, server + " is not registered; " + skill.name + " names it."));
            for (const std::string& name : tools.value_or(std::vector<std::string>()))
                CS_TRY(addTool(name, server, out));
        }
        return {};
    }

    base::Result<void> addIncluded(const Skill& skill, Members& out)
    {
        for (const std::string& name : skill.includes) {
            const Skill* included = m_lookups.skill(name);
            if (included == nullptr) {
                CS_TRY(unknown(codes::SkillUnknown, name + " is not registered; " + skill.name + " includes it."));
                continue;
            }
            CS_ASSIGN(const Members theirs, members(*included));
            for (const auto& [tool, member] : theirs) {
                SkillMember through = member;
                through.via.insert(through.via.begin(), name);
                add(out, std::move(through));
            }
        }
        return {};
    }

    const SkillLookups& m_lookups;
    bool m_lenient;
    std::vector<std::string> m_path{};
    std::map<std::string, Members> m_known{};
};

std::vector<SkillMember> valuesOf(const Members& members)
{
    std::vector<SkillMember> out;
    for (const auto& [name, member] : members)
        out.push_back(member);
    return out;
}

bool flagOf(const Capability& c, std::string_view flag)
{
    return flag == "read_only" ? c.readOnly : flag == "writes" ? c.writes : flag == "checkpointable" ? c.checkpointable : flag == "unsafe" ? c.unsafe : c.humanApprovalRequired;
}

std::string said(bool value) { return value ? "true" : "false"; }

} // namespace

void fillServer(domain::Tool& tool, const domain::McpServer& server)
{
    auto* source = std::get_if<domain::McpSource>(&tool.source);
    if (source == nullptr)
        return;
    source->server = server.command;
    for (const std::string& path : server.readPaths)
        if (std::find(tool.readPaths.begin(), tool.readPaths.end(), path) == tool.readPaths.end())
            tool.readPaths.push_back(path);
}

std::string serverOf(const domain::Tool& tool)
{
    const auto* source = std::get_if<domain::McpSource>(&tool.source);
    return source == nullptr ? std::string() : source->serverName;
}

std::string SkillMember::origin() const
{
    std::string out;
    for (const std::string& skill : via)
        out += (out.empty() ? "" : ", ") + skill;
    if (!server.empty())
        out += (out.empty() ? "server " : ", server ") + server;
    return out.empty() ? "own" : out;
}

base::Result<std::vector<SkillMember>> flatten(const Skill& skill, const SkillLookups& lookups)
{
    CS_ASSIGN(const Members members, Flattener(lookups, false).members(skill));
    return valuesOf(members);
}

std::vector<SkillMember> flattenKnown(const Skill& skill, const SkillLookups& lookups)
{
    return valuesOf(Flattener(lookups, true).members(skill).value_or(Members()));
}

Capability tightened(Capability capability, const Capability& by)
{
    capability.readOnly = capability.readOnly || by.readOnly;
    capability.writes = capability.writes && by.writes && !capability.readOnly;
    capability.checkpointable = capability.checkpointable && by.checkpointable;
    if (by.checkpointScope.empty())
        capability.checkpointScope.clear();
    if (by.writeScope.empty() || capability.readOnly)
        capability.writeScope.clear();
    std::erase_if(capability.sideEffects, [&](const std::string& effect) { return std::find(by.sideEffects.begin(), by.sideEffects.end(), effect) == by.sideEffects.end(); });
    capability.unsafe = capability.unsafe || by.unsafe;
    capability.humanApprovalRequired = capability.humanApprovalRequired || by.humanApprovalRequired;
    return capability;
}

Capability overridden(const Capability& standing, const Json& flags)
{
    Capability by = standing;
    by.readOnly = domain::boolOr(flags, "read_only", by.readOnly);
    by.writes = domain::boolOr(flags, "writes", by.writes);
    by.checkpointable = domain::boolOr(flags, "checkpointable", by.checkpointable);
    by.checkpointScope = domain::textOr(flags, "checkpoint_scope", by.checkpointScope);
    by.writeScope = domain::textOr(flags, "write_scope", by.writeScope);
    if (flags.contains("side_effects"))
        by.sideEffects = domain::texts(flags, "side_effects");
    by.unsafe = domain::boolOr(flags, "unsafe", by.unsafe);
    by.humanApprovalRequired = domain::boolOr(flags, "human_approval_required", by.humanApprovalRequired);
    return tightened(standing, by);
}

std::optional<std::string> loosens(const Capability& standing, std::string_view flag, const Json& value)
{
    const std::string name(flag);
    if (flag == "idempotent")
        return "idempotent is a statement about the tool, no permission.";
    if (flag == "side_effects") {
        for (const Json& effect : value)
            if (std::find(standing.sideEffects.begin(), standing.sideEffects.end(), effect.get<std::string>()) == standing.sideEffects.end())
                return "side_effects would add " + effect.get<std::string>() + ".";
        return std::nullopt;
    }
    if (flag == "write_scope" || flag == "checkpoint_scope") {
        const std::string& stands = flag == "write_scope" ? standing.writeScope : standing.checkpointScope;
        const std::string wanted = value.get<std::string>();
        if (wanted.empty() || wanted == stands)
            return std::nullopt;
        return name + (stands.empty() ? " is empty and can only stay so." : " is " + stands + " and can only be emptied.");
    }
    // These two permit something where they are true, the others forbid something.
    const bool permits = flag == "writes" || flag == "checkpointable";
    const bool stands = flagOf(standing, flag);
    if (value.get<bool>() == stands || value.get<bool>() != permits)
        return std::nullopt;
    return name + " is " + said(stands) + " and can't become " + said(!stands) + ".";
}

std::string changingPart(const std::string& tool, const ToolLookup& lookup)
{
    const auto chain = wrapChain(tool, lookup);
    if (!chain)
        return {};
    for (const domain::Tool* each : *chain)
        if (changesSomething(*each))
            return each->name;
    return {};
}

} // namespace countersign::registry
