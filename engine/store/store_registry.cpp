#include "engine/store/codes.h"
#include "engine/store/rows.h"
#include "engine/store/store.h"

#include <algorithm>

namespace countersign::store {

namespace {

constexpr std::string_view attachmentColumns =
    "SELECT id, validation, resource, project, plan, args_json, created_at, created_by FROM attachment ";

domain::Attachment attachment(const Query& q)
{
    domain::Attachment out{{q.text(0)}, q.text(1), q.text(2), domain::DirectScope{}, q.json(5), q.integer(6), q.text(7)};
    if (!q.isNull(3))
        out.scope = domain::ProjectScope{q.text(3)};
    else if (!q.isNull(4))
        out.scope = domain::PlanScope{{q.text(4)}};
    return out;
}

domain::Json attachmentPayload(const domain::Attachment& a)
{
    return {{"id", a.id.value},
            {"validation", a.validation},
            {"resource", a.resource},
            {"scope", domain::scopeText(a.scope)},
            {"scope_target", domain::scopeTarget(a.scope)},
            {"args", a.args}};
}

base::Result<void> saveNamed(Database& database, std::string_view table, const std::string& name, const domain::Json& definition,
                             const std::string& directory, base::TimeMs now)
{
    Query query(database, "INSERT INTO " + std::string(table) +
                              "(name, definition_json, source_dir, registered_at) VALUES(?, ?, ?, ?) ON CONFLICT(name) DO UPDATE SET"
                              " definition_json = excluded.definition_json, source_dir = excluded.source_dir, registered_at = excluded.registered_at");
    return query.bind(name).bind(definition).bind(directory).bind(now).run();
}

} // namespace

base::Result<std::vector<domain::Resource>> Store::resources()
{
    Query query(*m_database, "SELECT definition_json FROM resource ORDER BY name");
    return all<domain::Resource>(query, [](const Query& q) { return domain::resourceFromJson(q.json(0)); });
}

base::Result<std::vector<domain::Project>> Store::projects()
{
    Query query(*m_database, "SELECT definition_json FROM project ORDER BY name");
    return all<domain::Project>(query, [](const Query& q) { return domain::projectFromJson(q.json(0)); });
}

base::Result<std::optional<domain::Project>> Store::project(const std::string& name)
{
    Query query(*m_database, "SELECT definition_json FROM project WHERE name = ?");
    query.bind(name);
    return one<domain::Project>(query, [](const Query& q) { return domain::projectFromJson(q.json(0)); });
}

base::Result<std::vector<ToolRow>> Store::tools()
{
    Query query(*m_database, "SELECT definition_json, source_dir, registered_at FROM tool ORDER BY name");
    return all<ToolRow>(query, [](const Query& q) { return ToolRow{domain::toolFromJson(q.json(0)), q.text(1), q.integer(2)}; });
}

base::Result<std::vector<domain::ActorDefinition>> Store::actors()
{
    Query query(*m_database, "SELECT definition_json FROM actor ORDER BY name");
    return all<domain::ActorDefinition>(query, [](const Query& q) { return domain::actorDefinitionFromJson(q.json(0)); });
}

base::Result<std::vector<domain::McpServer>> Store::servers()
{
    Query query(*m_database, "SELECT definition_json FROM server ORDER BY name");
    return all<domain::McpServer>(query, [](const Query& q) { return domain::mcpServerFromJson(q.json(0)); });
}

base::Result<std::vector<SkillRow>> Store::skills()
{
    Query query(*m_database, "SELECT definition_json, registered_at FROM skill ORDER BY name");
    return all<SkillRow>(query, [](const Query& q) { return SkillRow{domain::skillFromJson(q.json(0)), q.integer(1)}; });
}

base::Result<std::vector<domain::Graph>> Store::graphs()
{
    Query query(*m_database, "SELECT definition_json FROM graph ORDER BY name");
    return all<domain::Graph>(query, [](const Query& q) { return domain::graphFromJson(q.json(0)); });
}

base::Result<std::vector<domain::Attachment>> Store::attachments()
{
    Query query(*m_database, std::string(attachmentColumns) + "ORDER BY id");
    return all<domain::Attachment>(query, attachment);
}

base::Result<std::vector<PinnedFile>> Store::pinnedFiles()
{
    Query query(*m_database, "SELECT tool, resource, path, digest FROM pinned_file ORDER BY tool, resource, path");
    return all<PinnedFile>(query, [](const Query& q) { return PinnedFile{q.text(0), q.text(1), q.text(2), q.text(3)}; });
}

base::Result<std::vector<std::pair<std::string, std::string>>> Store::importedFrom(const std::string& directory)
{
    Query query(*m_database, "WITH wanted(directory) AS (SELECT ?) SELECT kind, name FROM (SELECT 'resource' AS kind, name, source_dir FROM resource"
                             " UNION ALL SELECT 'project', name, source_dir FROM project UNION ALL SELECT type, name, source_dir FROM tool"
                             " UNION ALL SELECT 'actor', name, source_dir FROM actor UNION ALL SELECT 'server', name, source_dir FROM server"
                             " UNION ALL SELECT 'skill', name, source_dir FROM skill UNION ALL SELECT 'graph', name, source_dir FROM graph UNION ALL SELECT 'attachment', id, source_dir FROM attachment)"
                             " WHERE source_dir = (SELECT directory FROM wanted)");
    query.bind(directory);
    return all<std::pair<std::string, std::string>>(query, [](const Query& q) { return std::pair(q.text(0), q.text(1)); });
}

base::Result<void> Store::save(const domain::Resource& resource, const std::string& directory)
{
    CS_TRY(saveNamed(*m_database, "resource", resource.name, domain::toJson(resource), directory, now()));
    CS_TRY(append(domain::event::ResourceRegistered, {}, {{"name", resource.name}, {"definition", domain::toJson(resource)}}));
    return {};
}

base::Result<void> Store::save(const domain::Project& project, const std::string& directory)
{
    CS_TRY(saveNamed(*m_database, "project", project.name, domain::toJson(project), directory, now()));
    Query clear(*m_database, "DELETE FROM project_resource WHERE project = ?");
    CS_TRY(clear.bind(project.name).run());
    for (const std::string& resource : project.resources) {
        Query query(*m_database, "INSERT INTO project_resource(project, resource) VALUES(?, ?)");
        CS_TRY(query.bind(project.name).bind(resource).run());
    }
    CS_TRY(append(domain::event::ProjectRegistered, {}, {{"name", project.name}, {"definition", domain::toJson(project)}}));
    return {};
}

base::Result<void> Store::save(const domain::Tool& tool, const std::string& directory)
{
    Query query(*m_database, "INSERT INTO tool(name, type, definition_json, source_dir, registered_at) VALUES(?, ?, ?, ?, ?) ON CONFLICT(name)"
                             " DO UPDATE SET definition_json = excluded.definition_json, source_dir = excluded.source_dir,"
                             " registered_at = excluded.registered_at WHERE type = excluded.type");
    query.bind(tool.name).bind(domain::toText(tool.type())).bind(domain::toJson(tool)).bind(directory).bind(now());
    CS_TRY(query.run());
    if (query.changedRows() == 0)
        return base::fail(base::Error(codes::StoreConstraint, tool.name + " is registered as the other type")
                              .advise("A tool can't become a validation, nor the reverse; remove it first."));
    CS_TRY(append(domain::event::ToolRegistered, {},
                  {{"name", tool.name}, {"type", domain::toText(tool.type())}, {"definition", domain::toJson(tool)}}));
    return {};
}

base::Result<void> Store::save(const domain::ActorDefinition& actor, const std::string& directory)
{
    CS_TRY(saveNamed(*m_database, "actor", actor.name, domain::toJson(actor), directory, now()));
    CS_TRY(append(domain::event::ActorRegistered, {}, {{"name", actor.name}, {"definition", domain::toJson(actor)}}));
    return {};
}

base::Result<void> Store::save(const domain::McpServer& server, const std::string& directory)
{
    CS_TRY(saveNamed(*m_database, "server", server.name, domain::toJson(server), directory, now()));
    CS_TRY(append(domain::event::ServerRegistered, {}, {{"name", server.name}, {"definition", domain::toJson(server)}}));
    return {};
}

base::Result<void> Store::save(const domain::Skill& skill, const std::string& directory)
{
    CS_TRY(saveNamed(*m_database, "skill", skill.name, domain::toJson(skill), directory, now()));
    CS_TRY(append(domain::event::SkillRegistered, {}, {{"name", skill.name}, {"definition", domain::toJson(skill)}}));
    return {};
}

base::Result<void> Store::save(const domain::Graph& graph, const std::string& directory)
{
    CS_TRY(saveNamed(*m_database, "graph", graph.name, domain::toJson(graph), directory, now()));
    CS_TRY(append(domain::event::GraphRegistered, {}, {{"name", graph.name}, {"definition", domain::toJson(graph)}}));
    return {};
}

base::Result<void> Store::savePinned(const std::string& tool, const std::vector<PinnedFile>& files)
{
    // What is pinned is part of the definition: a change of it is a change of the registry.
    const auto row = [](const PinnedFile& file) { return domain::Json::array({file.resource, file.path, file.digest}); };
    std::vector<domain::Json> before;
    CS_ASSIGN(const auto stored, pinnedFiles());
    for (const PinnedFile& file : stored)
        if (file.tool == tool)
            before.push_back(row(file));
    std::vector<domain::Json> after;
    for (const PinnedFile& file : files)
        after.push_back(row(file));
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
    if (before == after)
        return {};
    CS_TRY(append(domain::event::ToolPinned, {}, {{"name", tool}, {"files", after}}));
    Query clear(*m_database, "DELETE FROM pinned_file WHERE tool = ?");
    CS_TRY(clear.bind(tool).run());
    for (const PinnedFile& file : files) {
        Query query(*m_database, "INSERT INTO pinned_file(tool, resource, path, digest) VALUES(?, ?, ?, ?)");
        CS_TRY(query.bind(tool).bind(file.resource).bind(file.path).bind(file.digest).run());
    }
    return {};
}

base::Result<void> Store::saveImport(const std::string& directory, const std::string& digest, int changes)
{
    Query query(*m_database, "INSERT INTO imported(directory, digest, imported_at, actor_json) VALUES(?, ?, ?, ?) ON CONFLICT(directory) DO UPDATE SET"
                             " digest = excluded.digest, imported_at = excluded.imported_at, actor_json = excluded.actor_json");
    CS_TRY(query.bind(directory).bind(digest).bind(now()).bind(m_identity.actor.json()).run());
    CS_TRY(append(domain::event::Imported, {}, {{"directory", directory}, {"digest", digest}, {"changes", changes}}));
    return {};
}

base::Result<std::vector<ImportRow>> Store::imports()
{
    Query query(*m_database, "SELECT directory, digest, imported_at FROM imported ORDER BY directory");
    return all<ImportRow>(query, [](const Query& q) { return ImportRow{q.text(0), q.text(1), q.integer(2)}; });
}

base::Result<void> Store::add(const domain::Attachment& a, const std::string& directory)
{
    const auto* project = std::get_if<domain::ProjectScope>(&a.scope);
    const auto* plan = std::get_if<domain::PlanScope>(&a.scope);
    Query query(*m_database, "INSERT INTO attachment(id, validation, resource, project, plan, args_json, source_dir, created_at, created_by)"
                             " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)");
    query.bind(a.id.value).bind(a.validation).bind(a.resource);
    project != nullptr ? query.bind(project->project) : query.bind(nullptr);
    plan != nullptr ? query.bind(plan->plan.value) : query.bind(nullptr);
    CS_TRY(query.bind(a.args).bind(directory).bind(a.createdAt).bind(a.createdBy).run());
    CS_TRY(append(domain::event::AttachmentAdded, plan != nullptr ? plan->plan.value : std::string(), attachmentPayload(a)));
    return {};
}

base::Result<domain::Attachment> Store::removeAttachment(const domain::AttachmentId& id)
{
    Query find(*m_database, std::string(attachmentColumns) + "WHERE id = ?");
    find.bind(id.value);
    CS_ASSIGN(const auto found, one<domain::Attachment>(find, attachment));
    if (!found)
        return base::fail(codes::NotStored, "there is no attachment " + id.value);
    Query query(*m_database, "DELETE FROM attachment WHERE id = ?");
    CS_TRY(query.bind(id.value).run());
    const auto* plan = std::get_if<domain::PlanScope>(&found->scope);
    CS_TRY(append(domain::event::AttachmentRemoved, plan != nullptr ? plan->plan.value : std::string(), attachmentPayload(*found)));
    return *found;
}

} // namespace countersign::store
