#include "engine/registry_view.h"

#include "engine/schema/schema.h"

#include <algorithm>

namespace countersign {

namespace {

template <typename T>
const T* find(const std::map<std::string, T>& map, const std::string& name)
{
    const auto it = map.find(name);
    return it == map.end() ? nullptr : &it->second;
}

std::function<domain::Json(domain::Json)> defaultsOf(const domain::Json& inputSchema)
{
    if (inputSchema.is_null())
        return {};
    auto compiled = schema::Schema::compile(inputSchema);
    if (!compiled)
        return {};
    return [schema = std::move(*compiled)](domain::Json args) { return schema.withDefaults(std::move(args)); };
}

} // namespace

base::Result<RegistryView> RegistryView::load(store::Store& store)
{
    RegistryView out;
    CS_ASSIGN(const auto projects, store.projects());
    for (const domain::Project& project : projects)
        out.m_projects.emplace(project.name, project);
    CS_ASSIGN(const auto resources, store.resources());
    for (const domain::Resource& resource : resources)
        out.m_resources.emplace(resource.name, resource);
    CS_ASSIGN(const auto servers, store.servers());
    for (const domain::McpServer& server : servers)
        out.m_servers.emplace(server.name, server);
    CS_ASSIGN(const auto tools, store.tools());
    for (store::ToolRow tool : tools) {
        out.m_registeredTools.push_back(tool.tool);
        if (const domain::McpServer* server = find(out.m_servers, registry::serverOf(tool.tool)))
            registry::fillServer(tool.tool, *server);
        out.m_tools.emplace(tool.tool.name, std::move(tool));
    }
    CS_ASSIGN(const auto skills, store.skills());
    for (const store::SkillRow& skill : skills)
        out.m_skills.emplace(skill.skill.name, skill);
    CS_ASSIGN(const auto graphs, store.graphs());
    for (const domain::Graph& graph : graphs)
        out.m_graphs.emplace(graph.name, graph);
    CS_ASSIGN(out.m_attachments, store.attachments());
    CS_ASSIGN(out.m_pinned, store.pinnedFiles());
    return out;
}

const domain::Project* RegistryView::project(const std::string& name) const { return find(m_projects, name); }
const domain::Resource* RegistryView::resource(const std::string& name) const { return find(m_resources, name); }
const domain::Tool* RegistryView::tool(const std::string& name) const
{
    const store::ToolRow* row = find(m_tools, name);
    return row == nullptr ? nullptr : &row->tool;
}

registry::ToolLookup RegistryView::lookup() const
{
    return [this](const std::string& name) { return tool(name); };
}

registry::SkillLookups RegistryView::skillLookups() const
{
    return {lookup(),
            [this](const std::string& name) -> const domain::Skill* {
                const store::SkillRow* row = find(m_skills, name);
                return row == nullptr ? nullptr : &row->skill;
            },
            [this](const std::string& name) -> std::optional<std::vector<std::string>> {
                if (find(m_servers, name) == nullptr)
                    return std::nullopt;
                std::vector<std::string> out;
                for (const auto& [tool, row] : m_tools)
                    if (registry::serverOf(row.tool) == name)
                        out.push_back(tool);
                return out;
            }};
}

std::map<std::string, std::string> RegistryView::pinned(const std::string& tool, const std::string& resource) const
{
    std::map<std::string, std::string> out;
    for (const store::PinnedFile& file : m_pinned)
        if (file.tool == tool && file.resource == resource)
            out.emplace(file.path, file.digest);
    return out;
}

bool RegistryView::hasBaseline(const std::string& tool, const std::string& resource) const
{
    return std::any_of(m_pinned.begin(), m_pinned.end(),
                       [&](const store::PinnedFile& file) { return file.tool == tool && file.resource == resource; });
}

domain::Resolution RegistryView::resolve(const domain::Plan& plan, const std::vector<domain::Plan>& ancestors,
                                         const std::map<std::string, std::string>& planTitles) const
{
    const auto reached = [this](const domain::Plan& p) {
        attachments::ReachedPlan out{p.id, p.title, {}};
        for (const std::string& name : p.projects) {
            const domain::Project* found = project(name);
            out.projects.push_back({name, found != nullptr ? found->resources : std::vector<std::string>{}});
        }
        return out;
    };
    attachments::Question question;
    question.plan = reached(plan);
    for (const domain::Plan& ancestor : ancestors)
        question.ancestors.push_back(reached(ancestor));
    question.attachments = m_attachments;
    question.validation = [this](const std::string& name) -> std::optional<attachments::ValidationFacts> {
        const domain::Tool* found = tool(name);
        if (found == nullptr || !found->validation)
            return std::nullopt;
        const auto effective = registry::effectiveTool(name, lookup());
        return attachments::ValidationFacts{found->validation->mode, effective ? defaultsOf(effective->inputSchema) : nullptr};
    };
    question.planTitle = [&planTitles](const domain::PlanId& id) {
        const auto it = planTitles.find(id.value);
        return it == planTitles.end() ? std::string() : it->second;
    };
    return attachments::resolve(question);
}

} // namespace countersign
