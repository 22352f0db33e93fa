#include "engine/store/migrations.h"

#include "engine/base/digest.h"
#include "engine/base/files.h"
#include "engine/store/codes.h"

namespace countersign::store {

namespace {

constexpr std::int64_t applicationId = 0x43535031; // "CSP1", marks the file as a store

base::Failure newer(int found)
{
    return base::fail(base::Error(codes::StoreNewer, "the store has version " + std::to_string(found) + ", this program knows up to " +
                                                         std::to_string(currentVersion()))
                          .advise("Use the newer program; nothing was changed."));
}

std::string checksum(const Migration& migration)
{
    base::Hasher hasher;
    for (const std::string_view statement : migration.statements()) {
        hasher.add(statement);
        hasher.add("\n");
    }
    return hasher.hex();
}

base::Result<void> backup(Database& database, const Location& location, int version, base::TimeMs now)
{
    const std::filesystem::path directory = location.directory / "backups";
    CS_TRY(base::makeDirectory(directory, 0700));
    const std::filesystem::path file = directory / ("version-" + std::to_string(version) + "-" + std::to_string(now) + ".db");
    Query query(database, "VACUUM INTO ?");
    query.bind(file.string());
    return query.run();
}

base::Result<void> apply(Database& database, const Migration& migration)
{
    for (const std::string_view statement : migration.statements())
        CS_TRY(database.run(statement));
    Query sum(database, "INSERT INTO meta(key, value) VALUES(?, ?)");
    sum.bind("migration-" + std::to_string(migration.version)).bind(checksum(migration));
    CS_TRY(sum.run());
    return database.run("PRAGMA user_version=" + std::to_string(migration.version));
}

// A migration that was applied must be the one this program knows.
base::Result<void> checkApplied(Database& database, int version)
{
    for (const Migration& migration : migrations()) {
        if (migration.version > version)
            continue;
        Query query(database, "SELECT value FROM meta WHERE key = ?");
        query.bind("migration-" + std::to_string(migration.version));
        CS_ASSIGN(const bool found, query.next());
        if (!found || query.text(0) != checksum(migration))
            return base::fail(base::Error(codes::StoreForeign, "migration " + std::to_string(migration.version) +
                                                                   " of the store is not the one this program knows")
                                  .advise("The store was made by another build; open it with that one."));
    }
    return {};
}

} // namespace

const std::vector<Migration>& migrations()
{
    static const std::vector<Migration> list{{1, &schemaV1}, {2, &schemaV2}, {3, &schemaV3}};
    return list;
}

int currentVersion() { return migrations().back().version; }

base::Result<int> versionOf(Database& database)
{
    // In this order: another process may be making the store, and its tables appear together with both numbers.
    CS_ASSIGN(const std::int64_t tables, database.integer("SELECT count(*) FROM sqlite_master"));
    CS_ASSIGN(const std::int64_t application, database.integer("PRAGMA application_id"));
    CS_ASSIGN(const std::int64_t version, database.integer("PRAGMA user_version"));
    if (application != applicationId && tables > 0)
        return base::fail(base::Error(codes::StoreForeign, database.file().string() + " is a database of another program")
                              .advise("Name another file; nothing was changed."));
    return static_cast<int>(version);
}

base::Result<void> requireCurrent(Database& database)
{
    CS_ASSIGN(const int version, versionOf(database));
    if (version > currentVersion())
        return newer(version);
    if (version < currentVersion())
        return base::fail(base::Error(codes::StoreOlder, "the store has version " + std::to_string(version) + ", this program needs " +
                                                             std::to_string(currentVersion()))
                              .advise("Open it once with countersign or countersignctl; they migrate it after a backup."));
    return {};
}

base::Result<void> migrate(Database& database, const Location& location, base::TimeMs now, const Record& record)
{
    CS_ASSIGN(const int before, versionOf(database));
    if (before > currentVersion())
        return newer(before);
    if (before == currentVersion())
        return checkApplied(database, before);
    if (before > 0)
        CS_TRY(backup(database, location, before, now));
    CS_ASSIGN(Transaction transaction, database.begin());
    CS_ASSIGN(const int version, versionOf(database)); // another process may have been faster
    if (version > currentVersion())
        return newer(version);
    if (version < currentVersion()) {
        for (const Migration& migration : migrations())
            if (migration.version > version)
                CS_TRY(apply(database, migration));
        CS_TRY(database.run("PRAGMA application_id=" + std::to_string(applicationId)));
        CS_TRY(record(version));
    }
    CS_TRY(transaction.commit());
    return checkApplied(database, currentVersion());
}

} // namespace countersign::store
