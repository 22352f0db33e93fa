#include "engine/store/codes.h"
#include "engine/store/rows.h"
#include "engine/store/store.h"

#include <algorithm>
#include <array>

namespace countersign::store {

namespace {

base::Result<void> removeNamed(Database& database, std::string_view table, const std::string& name)
{
    Query query(database, "DELETE FROM " + std::string(table) + " WHERE name = ?");
    CS_TRY(query.bind(name).run());
    if (query.changedRows() == 0)
        return base::fail(codes::NotStored, "there is no " + std::string(table) + " " + name);
    return {};
}

} // namespace

base::Result<std::vector<domain::Attachment>> Store::removeTool(const std::string& name)
{
    CS_ASSIGN(std::vector<domain::Attachment> attached, attachments());
    std::erase_if(attached, [&](const domain::Attachment& each) { return each.validation != name; });
    domain::Json ids = domain::Json::array();
    for (const domain::Attachment& each : attached)
        ids.push_back(each.id.value);
    Query clear(*m_database, "DELETE FROM attachment WHERE validation = ?");
    CS_TRY(clear.bind(name).run());
    CS_TRY(removeNamed(*m_database, "tool", name));
    CS_TRY(append(domain::event::ToolRemoved, {}, {{"name", name}, {"attachments_removed", attached.size()}, {"attachments", std::move(ids)}}));
    return attached;
}

base::Result<void> Store::removeResource(const std::string& name)
{
    Query pinned(*m_database, "DELETE FROM pinned_file WHERE resource = ?");
    CS_TRY(pinned.bind(name).run());
    CS_TRY(removeNamed(*m_database, "resource", name));
    CS_TRY(append(domain::event::ResourceRemoved, {}, {{"name", name}, {"pinned_files_removed", pinned.changedRows()}}));
    return {};
}

base::Result<void> Store::removeServer(const std::string& name)
{
    CS_TRY(removeNamed(*m_database, "server", name));
    CS_TRY(append(domain::event::ServerRemoved, {}, {{"name", name}}));
    return {};
}

base::Result<void> Store::removeSkill(const std::string& name)
{
    CS_TRY(removeNamed(*m_database, "skill", name));
    CS_TRY(append(domain::event::SkillRemoved, {}, {{"name", name}}));
    return {};
}

base::Result<void> Store::removeGraph(const std::string& name)
{
    CS_TRY(removeNamed(*m_database, "graph", name));
    CS_TRY(append(domain::event::GraphRemoved, {}, {{"name", name}}));
    return {};
}

base::Result<std::string> Store::directoryOf(std::string_view kind, const std::string& name)
{
    static constexpr std::array<std::string_view, 5> tables{"tool", "resource", "server", "skill", "graph"};
    if (std::find(tables.begin(), tables.end(), kind) == tables.end())
        return base::fail(codes::NotStored, "no kind " + std::string(kind) + " is kept");
    Query query(*m_database, "SELECT source_dir FROM " + std::string(kind) + " WHERE name = ?");
    query.bind(name);
    CS_ASSIGN(const bool row, query.next());
    return row ? query.text(0) : std::string();
}

} // namespace countersign::store
