#include "engine/registry/checks.h"

#include <algorithm>

namespace countersign::registry {

using domain::Skill;

namespace {

using Members = std::vector<SkillMember>;

void checkNames(const std::vector<std::string>& names, const std::string& key, const base::CodeInfo& code, const std::string& kind,
                const std::function<bool(const std::string&)>& known, std::vector<Found>& out)
{
    for (std::size_t i = 0; i < names.size(); ++i)
        if (!known(names[i]))
            out.push_back({childPointer("/" + key, std::to_string(i)), &code, names[i] + " is not registered.", "Add its file, or register it first.", {{kind, names[i]}}});
}

/// The pointer of an override, whose tool may be written with or without its namespace.
std::string overridePointer(const Draft* draft, const std::string& tool)
{
    const std::string full = childPointer("/overrides", tool);
    const std::string bare = childPointer("/overrides", tool.starts_with("local/") ? tool.substr(6) : tool);
    return draft != nullptr && draft->document.keys.count(draft->pointer + full) == 0 && draft->document.keys.count(draft->pointer + bare) > 0 ? bare : full;
}

/// What brings a member into the skill.
std::string originPointer(const Skill& skill, const SkillMember& member)
{
    const auto& names = !member.via.empty() ? skill.includes : member.server.empty() ? skill.tools : skill.mcpServers;
    const std::string& name = !member.via.empty() ? member.via.front() : member.server.empty() ? member.tool : member.server;
    const auto at = std::find(names.begin(), names.end(), name);
    return childPointer(!member.via.empty() ? "/includes" : member.server.empty() ? "/tools" : "/mcp_servers", std::to_string(at - names.begin()));
}

/// The tool and what may have brought it in or lost it.
std::vector<Key> about(const Skill& skill, const std::string& tool, const std::string& alsoTool = {})
{
    std::vector<Key> out{{"tool", tool}, {"tool", alsoTool}};
    for (const std::string& included : skill.includes)
        out.emplace_back("skill", included);
    return out;
}

void checkOverrides(const Skill& skill, const Draft* draft, const SkillLookups& lookups, std::vector<Found>& out)
{
    Skill plain = skill;
    plain.overrides.clear();
    const Members members = flattenKnown(plain, lookups);
    for (const auto& [tool, flags] : skill.overrides) {
        const std::string pointer = overridePointer(draft, tool);
        const auto member = std::find_if(members.begin(), members.end(), [name = tool](const SkillMember& m) { return m.tool == name; });
        if (member == members.end() && lookups.tool(tool) == nullptr && std::find(skill.tools.begin(), skill.tools.end(), tool) != skill.tools.end())
            continue; // said at its name
        if (member == members.end()) {
            out.push_back({pointer, &codes::OverrideNoMember, tool + " is no member of " + skill.name + ".", "Add it to tools, or remove the override.", about(skill, tool)});
            continue;
        }
        for (const auto& [flag, value] : flags.items())
            if (const auto why = loosens(member->effective, flag, value))
                out.push_back({childPointer(pointer, flag), &codes::OverrideLoosens, tool + " (" + member->origin() + "): " + *why, "An override may only tighten; remove it.", about(skill, tool)});
    }
}

/// What is promised covers what the tool does, not what an override says of it.
void checkReadOnly(const Skill& skill, const SkillLookups& lookups, std::vector<Found>& out)
{
    if (!skill.readOnly)
        return;
    for (const SkillMember& member : flattenKnown(skill, lookups)) {
        const std::string changing = changingPart(member.tool, lookups.tool);
        if (changing.empty())
            continue;
        const std::string through = changing == member.tool ? "" : " wraps " + changing + ", which";
        out.push_back({originPointer(skill, member), &codes::SkillNotReadOnly, skill.name + " is read-only, and its member " + member.tool + " (" + member.origin() + ")" + through + " changes something.",
                       "Take it out of the skill, or read_only.", about(skill, changing, member.tool)});
    }
}

/// "a, b, a": the shortest way through the includes back to the skill.
std::optional<std::string> circleOf(const Skill& skill, const SkillLookups& lookups)
{
    std::map<std::string, std::string> ways{{skill.name, skill.name}};
    std::vector<const Skill*> open{&skill};
    for (std::size_t i = 0; i < open.size(); ++i)
        for (const std::string& name : open[i]->includes) {
            const std::string way = ways.at(open[i]->name) + ", " + name;
            if (name == skill.name)
                return way;
            if (const Skill* next = lookups.skill(name); next != nullptr && ways.emplace(name, way).second)
                open.push_back(next);
        }
    return std::nullopt;
}

std::vector<Found> problemsOf(const Skill& skill, const Draft* draft, const Overlay& overlay)
{
    std::vector<Found> out;
    const SkillLookups lookups = overlay.lookups();
    checkNames(skill.tools, "tools", codes::ToolUnknown, "tool", [&](const auto& name) { return overlay.tools.count(name) > 0; }, out);
    checkNames(skill.includes, "includes", codes::SkillUnknown, "skill", [&](const auto& name) { return overlay.skills.count(name) > 0; }, out);
    checkNames(skill.mcpServers, "mcp_servers", codes::McpServerUnknown, "server", [&](const auto& name) { return overlay.servers.count(name) > 0; }, out);
    if (const auto circle = draft != nullptr ? circleOf(skill, lookups) : std::nullopt) // else a file in the circle says it
        out.push_back({"/includes", &codes::SkillCycle, "The includes go round: " + *circle + ".", "Take one of the includes out.", {}});
    checkOverrides(skill, draft, lookups, out);
    checkReadOnly(skill, lookups, out);
    return out;
}

} // namespace

void checkSkills(const Current& current, const std::vector<Draft>& drafts, const Overlay& overlay, Problems& problems)
{
    for (const Draft& draft : drafts)
        if (const auto* skill = std::get_if<Skill>(&draft.value))
            for (const Found& found : problemsOf(*skill, &draft, overlay))
                problems.push_back(errorIn(draft, found));
    for (const Skill& standing : current.skills)
        if (const auto now = overlay.skills.find(standing.name); now != overlay.skills.end() && now->second == &standing)
            for (const Found& found : problemsOf(standing, nullptr, overlay))
                problems.push_back(errorOf("Skill " + standing.name, found, drafts));
}

} // namespace countersign::registry
