#include "engine/base/name.h"
#include "engine/codes.h"
#include "engine/core.h"
#include "engine/domain/resource_slot.h"

#include <algorithm>
#include <array>

namespace countersign {

namespace {

struct Kind
{
    std::string_view table; ///< of the store
    std::string_view word;
    const base::CodeInfo* unknown;
};

const Kind& kindOf(Removable kind)
{
    static const std::array<Kind, 6> kinds{{{"tool", "tool", &codes::ToolUnknown},
                                            {"tool", "validation", &codes::ValidationUnknown},
                                            {"resource", "resource", &codes::ResourceUnknown},
                                            {"server", "server", &codes::ServerUnknown},
                                            {"skill", "skill", &codes::SkillUnknown},
                                            {"graph", "graph", &codes::GraphUnknown}}};
    return kinds[static_cast<std::size_t>(kind)];
}

bool holds(const std::vector<std::string>& list, const std::string& name) { return std::find(list.begin(), list.end(), name) != list.end(); }

bool registered(const RegistryView& registry, Removable kind, const std::string& name)
{
    switch (kind) {
    case Removable::Tool:
    case Removable::Validation: return registry.tool(name) != nullptr;
    case Removable::Resource: return registry.resource(name) != nullptr;
    case Removable::Server: return registry.servers().contains(name);
    case Removable::Skill: return registry.skills().contains(name);
    case Removable::Graph: return registry.graphs().contains(name);
    }
    return false;
}

/// Who wraps the tool, or has it as a member or node. A validation's attachments go with it and are no users.
void addUsersOfTool(const RegistryView& registry, const std::string& name, std::vector<std::string>& out)
{
    for (const auto& [other, row] : registry.tools())
        if (row.tool.wrapped() != nullptr && row.tool.wrapped()->wraps == name)
            out.push_back(std::string(domain::toText(row.tool.type())) + " " + other);
    for (const auto& [skill, row] : registry.skills())
        if (holds(row.skill.tools, name) || row.skill.overrides.contains(name))
            out.push_back("skill " + skill);
    for (const auto& [graph, value] : registry.graphs())
        if (std::any_of(value.nodes.begin(), value.nodes.end(), [&](const auto& node) { return node.second.tool == name; }))
            out.push_back("graph " + graph);
}

void addUsersOfResource(const RegistryView& registry, const std::string& name, std::vector<std::string>& out)
{
    for (const auto& [project, value] : registry.projects())
        if (holds(value.resources, name))
            out.push_back("project " + project);
    for (const domain::Attachment& attachment : registry.attachments())
        if (attachment.resource == name)
            out.push_back("attachment " + attachment.id.value + " of " + attachment.validation);
    for (const auto& [tool, row] : registry.tools()) {
        const auto slots = domain::slotsOf(row.tool.resourceSlots);
        if (std::any_of(slots.begin(), slots.end(), [&](const domain::ResourceSlot& slot) { return slot.binding == domain::SlotBinding::Static && slot.resource == name; }))
            out.push_back(std::string(domain::toText(row.tool.type())) + " " + tool);
    }
    for (const auto& [graph, value] : registry.graphs())
        if (std::any_of(value.nodes.begin(), value.nodes.end(), [&](const auto& node) { return node.second.resource == name; }))
            out.push_back("graph " + graph);
}

void addUsersOfServer(const RegistryView& registry, const std::string& name, std::vector<std::string>& out)
{
    for (const auto& [tool, row] : registry.tools())
        if (registry::serverOf(row.tool) == name)
            out.push_back(std::string(domain::toText(row.tool.type())) + " " + tool);
    for (const auto& [skill, row] : registry.skills())
        if (holds(row.skill.mcpServers, name))
            out.push_back("skill " + skill);
}

void addUsersOfSkill(const RegistryView& registry, const std::string& name, std::vector<std::string>& out)
{
    for (const auto& [skill, row] : registry.skills())
        if (holds(row.skill.includes, name))
            out.push_back("skill " + skill);
    for (const auto& [project, value] : registry.projects())
        if (holds(value.skills, name))
            out.push_back("project " + project);
}

std::vector<std::string> usersOf(const RegistryView& registry, Removable kind, const std::string& name)
{
    std::vector<std::string> out;
    switch (kind) {
    case Removable::Tool:
    case Removable::Validation: addUsersOfTool(registry, name, out); break;
    case Removable::Resource: addUsersOfResource(registry, name, out); break;
    case Removable::Server: addUsersOfServer(registry, name, out); break;
    case Removable::Skill: addUsersOfSkill(registry, name, out); break;
    case Removable::Graph: break;
    }
    return out;
}

base::Result<void> checkType(const RegistryView& registry, Removable kind, const std::string& name)
{
    const domain::Tool* tool = registry.tool(name);
    if (kind == Removable::Tool && tool->validation)
        return base::fail(base::Error(codes::NotATool, name + " is a validation").advise("Remove it as one: countersignctl validation remove " + name));
    if (kind == Removable::Validation && !tool->validation)
        return base::fail(base::Error(codes::NotAValidation, name + " is a tool, not a validation").advise("Remove it as one: countersignctl tool remove " + name));
    return {};
}

std::string listed(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& word : words)
        out += (out.empty() ? "" : ", ") + word;
    return out;
}

} // namespace

base::Result<void> EngineCore::requireNoRunOf(const RegistryView& registry, const std::string& validation)
{
    CS_ASSIGN(const auto runs, m_store->runningRuns());
    for (const domain::Run& run : runs) {
        CS_ASSIGN(const auto plan, m_store->plan(run.plan));
        if (!plan)
            continue;
        CS_ASSIGN(const domain::Resolution resolution, resolutionOf(registry, *plan));
        if (std::any_of(resolution.effective.begin(), resolution.effective.end(), [&](const auto& each) { return each.attachment.validation == validation; }))
            return base::fail(base::Error(codes::RunInProgress, "a run of task " + run.taskId + " needs " + validation).advise("Wait for its end, or cancel it."));
    }
    return {};
}

base::Result<void> EngineCore::addPlansOf(const std::string& resource, std::vector<std::string>& users)
{
    CS_ASSIGN(const auto plans, m_store->plans({}));
    for (const domain::Plan& plan : plans) {
        if (domain::isFinal(plan))
            continue;
        CS_ASSIGN(const auto copies, m_store->workCopies(plan.id));
        if (std::any_of(copies.begin(), copies.end(), [&](const domain::WorkCopy& copy) { return copy.resource == resource; }))
            users.push_back("plan " + plan.id.value + " of task " + plan.taskId);
    }
    return {};
}

base::Result<Removal> EngineCore::remove(Removable kind, const std::string& given)
{
    CS_TRY(heartbeat());
    CS_TRY(recoverQuietly());
    const Kind& what = kindOf(kind);
    CS_ASSIGN(const base::Name parsed, base::parseName(given));
    Removal out;
    out.name = parsed.text();
    CS_ASSIGN(auto transaction, m_store->begin());
    CS_ASSIGN(const RegistryView registry, RegistryView::load(*m_store));
    if (!registered(registry, kind, out.name))
        return base::fail(*what.unknown, "there is no " + std::string(what.word) + " " + out.name);
    CS_TRY(checkType(registry, kind, out.name));
    auto users = usersOf(registry, kind, out.name);
    if (kind == Removable::Resource)
        CS_TRY(addPlansOf(out.name, users));
    if (!users.empty())
        return base::fail(base::Error(codes::InUse, std::string(what.word) + " " + out.name + " is used by " + listed(users)).advise("Change or remove them first."));
    CS_ASSIGN(const std::string directory, m_store->directoryOf(what.table, out.name));
    out.importedFrom = directory;
    switch (kind) {
    case Removable::Validation: CS_TRY(requireNoRunOf(registry, out.name)); [[fallthrough]];
    case Removable::Tool: {
        CS_ASSIGN(out.attachments, m_store->removeTool(out.name));
        break;
    }
    case Removable::Resource: CS_TRY(m_store->removeResource(out.name)); break;
    case Removable::Server: CS_TRY(m_store->removeServer(out.name)); break;
    case Removable::Skill: CS_TRY(m_store->removeSkill(out.name)); break;
    case Removable::Graph: CS_TRY(m_store->removeGraph(out.name)); break;
    }
    CS_TRY(transaction.commit());
    return out;
}

} // namespace countersign
