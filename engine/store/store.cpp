#include "engine/store/store.h"

#include "engine/store/codes.h"
#include "engine/store/migrations.h"

namespace countersign::store {

Store::Store(std::unique_ptr<Database> database, Location location, Identity identity)
    : m_database(std::move(database)), m_location(std::move(location)), m_identity(std::move(identity)), m_outputs(m_location.outputs())
{
}

base::Result<std::unique_ptr<Store>> Store::open(const Location& location, Identity identity, bool createOrMigrate)
{
    CS_TRY(prepare(location, createOrMigrate));
    CS_ASSIGN(auto database, Database::open(location.database, createOrMigrate));
    // A database of another program is refused here, before anything is written to it or beside it.
    CS_TRY(versionOf(*database));
    if (createOrMigrate)
        CS_TRY(makeDirectories(location));
    CS_TRY(database->useWriteAheadLog());
    std::unique_ptr<Store> out(new Store(std::move(database), location, std::move(identity)));
    if (createOrMigrate) {
        const auto record = [&out](int from) -> base::Result<void> {
            CS_TRY(out->append(from == 0 ? domain::event::StoreCreated : domain::event::StoreMigrated, {},
                               {{"from", from}, {"version", currentVersion()}}));
            return {};
        };
        CS_TRY(migrate(*out->m_database, location, out->now(), record));
    }
    CS_TRY(requireCurrent(*out->m_database));
    return out;
}

base::Result<Transaction> Store::begin()
{
    CS_ASSIGN(Transaction transaction, m_database->begin());
    CS_TRY(requireCurrent(*m_database));
    return transaction;
}

base::Result<std::int64_t> Store::dataVersion() { return m_database->integer("PRAGMA data_version"); }

base::Result<void> Store::registerProcess()
{
    CS_ASSIGN(Transaction transaction, begin());
    Query query(*m_database, "INSERT OR IGNORE INTO process(id, actor_json, program, started_at, heartbeat_at) VALUES(?, ?, ?, ?, ?)");
    query.bind(m_identity.process.value).bind(m_identity.actor.json()).bind(m_identity.program).bind(now()).bind(now());
    CS_TRY(query.run());
    return transaction.commit();
}

base::Result<void> Store::heartbeat()
{
    CS_ASSIGN(Transaction transaction, begin());
    Query query(*m_database, "UPDATE process SET heartbeat_at = ? WHERE id = ?");
    CS_TRY(query.bind(now()).bind(m_identity.process.value).run());
    return transaction.commit();
}

base::Result<void> Store::endProcess(const domain::ProcessId& id)
{
    CS_ASSIGN(Transaction transaction, begin());
    Query query(*m_database, "UPDATE process SET ended_at = ? WHERE id = ? AND ended_at IS NULL");
    CS_TRY(query.bind(now()).bind(id.value).run());
    return transaction.commit();
}

namespace {
constexpr const char* processColumns = "SELECT id, actor_json, program, started_at, heartbeat_at, ended_at FROM process ";

ProcessRow processRow(const Query& q)
{
    return {{q.text(0)}, domain::actorFromJson(q.json(1)), q.text(2), q.integer(3), q.integer(4), q.integer(5)};
}
} // namespace

base::Result<std::vector<ProcessRow>> Store::processes()
{
    Query query(*m_database, std::string(processColumns) + "WHERE ended_at IS NULL ORDER BY id");
    std::vector<ProcessRow> out;
    for (;;) {
        CS_ASSIGN(const bool row, query.next());
        if (!row)
            return out;
        out.push_back(processRow(query));
    }
}

base::Result<std::optional<ProcessRow>> Store::process(const domain::ProcessId& id)
{
    Query query(*m_database, std::string(processColumns) + "WHERE id = ?");
    query.bind(id.value);
    CS_ASSIGN(const bool row, query.next());
    return row ? std::optional(processRow(query)) : std::nullopt;
}

base::Result<domain::Json> Store::readLines(const std::string& login, const std::string& output)
{
    Query query(*m_database, "SELECT ranges_json FROM read_lines WHERE login = ? AND output = ?");
    query.bind(login).bind(output);
    CS_ASSIGN(const bool row, query.next());
    return row ? query.json(0) : domain::Json::array();
}

base::Result<void> Store::saveReadLines(const std::string& login, const std::string& output, const domain::Json& ranges)
{
    CS_ASSIGN(Transaction transaction, begin());
    Query query(*m_database, "INSERT INTO read_lines(login, output, ranges_json) VALUES(?, ?, ?)"
                             " ON CONFLICT(login, output) DO UPDATE SET ranges_json = excluded.ranges_json");
    CS_TRY(query.bind(login).bind(output).bind(ranges).run());
    return transaction.commit();
}

} // namespace countersign::store
