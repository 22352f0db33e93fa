// Making, finding and refusing stores. Source: SPEC section 14.
#include "tests/engine/store/support.h"

#include "engine/base/digest.h"
#include "engine/store/codes.h"
#include "engine/store/migrations.h"

#include <QtTest>

#include <fstream>
#include <thread>

#include <sys/stat.h>

using namespace store_test;
namespace fs = std::filesystem;

class OpeningTest : public QObject
{
    Q_OBJECT

    static base::Result<void> sql(const Place& place, std::string_view statement)
    {
        CS_ASSIGN(const auto database, store::Database::open(place.location.database, false));
        return database->run(statement);
    }

    /// A store as an earlier program left it.
    static void makeEarlier(const Place& place, const std::vector<const std::vector<std::string_view>*>& schemas, const std::vector<std::string>& rows)
    {
        fs::create_directories(place.location.database.parent_path());
        const auto database = store::Database::open(place.location.database, true).value();
        for (std::size_t i = 0; i < schemas.size(); ++i) {
            base::Hasher hasher;
            for (const std::string_view statement : *schemas[i]) {
                QVERIFY(database->run(statement).has_value());
                hasher.add(statement);
                hasher.add("\n");
            }
            QVERIFY(database->run("INSERT INTO meta VALUES('migration-" + std::to_string(i + 1) + "', '" + hasher.hex() + "')").has_value());
        }
        QVERIFY(database->run("PRAGMA user_version=" + std::to_string(schemas.size())).has_value());
        QVERIFY(database->run("PRAGMA application_id=" + std::to_string(0x43535031)).has_value());
        for (const std::string& row : rows) {
            const auto done = database->run(row);
            QVERIFY2(done.has_value(), row.c_str());
        }
    }

private Q_SLOTS:
    void aNewStoreHasOneEventAndIsPrivate()
    {
        const ::mode_t before = ::umask(0);
        Place place;
        const auto made = place.open();
        QCOMPARE(::umask(before), ::mode_t(0)); // it is not ours to change
        QVERIFY(made.has_value());
        const domain::Event event = (*made)->lastEvent().value().value();
        QCOMPARE(event.seq, 0);
        QCOMPARE(event.type, std::string(domain::event::StoreCreated));
        for (const std::string suffix : {"", "-wal", "-shm"})
            QCOMPARE(fs::status(place.location.database.string() + suffix).permissions(), fs::perms(0600));
        QCOMPARE(fs::status(place.location.directory).permissions(), fs::perms(0700));
        QCOMPARE(fs::status(place.location.outputs()).permissions(), fs::perms(0700));
    }

    void openingAgainWritesNothing()
    {
        Place place;
        QVERIFY(place.open().has_value());
        const auto again = place.open();
        QCOMPARE((*again)->lastEvent().value()->seq, 0);
        QVERIFY(place.open(false).has_value());
    }

    void manyMakeOneStore()
    {
        for (int round = 0; round < 5; ++round) {
            Place place;
            std::vector<std::string> errors(8);
            std::vector<std::thread> threads;
            for (std::string& error : errors)
                threads.emplace_back([&place, &error] {
                    if (const auto made = place.open(); !made)
                        error = made.error().text();
                });
            for (std::thread& thread : threads)
                thread.join();
            for (const std::string& error : errors)
                QCOMPARE(error, std::string());
            QCOMPARE((*place.open())->lastEvent().value()->seq, 0);
        }
    }

    void aMissingStoreIsNotMade()
    {
        Place place;
        const auto missing = place.open(false);
        QVERIFY(missing.error().is(store::codes::StoreNotFound));
        QVERIFY(!fs::exists(place.location.database));
    }

    void aNewerStoreIsRefused()
    {
        Place place;
        const auto running = place.open();
        QVERIFY(sql(place, "PRAGMA user_version=99").has_value());
        for (const bool create : {true, false}) {
            const auto refused = place.open(create);
            QVERIFY(refused.error().is(store::codes::StoreNewer));
            QVERIFY(refused.error().message().find("99") != std::string::npos);
            QVERIFY(refused.error().message().find(std::to_string(store::currentVersion())) != std::string::npos);
        }
        // One that was open when it became newer can't write either.
        QVERIFY((*running)->begin().error().is(store::codes::StoreNewer));
        QVERIFY((*running)->heartbeat().error().is(store::codes::StoreNewer));
        QVERIFY((*running)->saveReadLines("a", "b", {}).error().is(store::codes::StoreNewer));
        QVERIFY((*running)->markSeen("a", {"b"}).error().is(store::codes::StoreNewer));
    }

    void anOlderStoreIsNotMigratedByOthers()
    {
        Place place;
        QVERIFY(place.open().has_value());
        QVERIFY(sql(place, "PRAGMA user_version=0").has_value());
        QVERIFY(place.open(false).error().is(store::codes::StoreOlder));
    }

    void aForeignDatabaseIsLeftAlone()
    {
        Place place;
        fs::create_directories(place.location.database.parent_path());
        {
            const auto database = store::Database::open(place.location.database, true);
            QVERIFY((*database)->run("CREATE TABLE mine(x)").has_value());
        }
        for (const bool create : {true, false})
            QVERIFY(place.open(create).error().is(store::codes::StoreForeign));
    }

    void anotherBuildsMigrationIsRefused()
    {
        Place place;
        QVERIFY(place.open().has_value());
        QVERIFY(sql(place, "UPDATE meta SET value = 'other' WHERE key = 'migration-1'").has_value());
        QVERIFY(place.open().error().is(store::codes::StoreForeign));
    }

    void whatIsNoDatabaseIsKept()
    {
        Place place;
        fs::create_directories(place.location.database.parent_path());
        std::ofstream(place.location.database) << std::string(5000, 'x');
        QVERIFY(place.open().error().is(store::codes::StoreCorrupt));
        QCOMPARE(base::readFile(place.location.database).value(), std::string(5000, 'x'));
    }

    void anEarlierStoreIsMigratedWithABackup()
    {
        Place place;
        makeEarlier(place, {&store::schemaV1()},
                    {"INSERT INTO project VALUES('local/p', '{}', '', 1)",
                     "INSERT INTO plan VALUES('P1', 'local/p', 't', 't', 's', '', 'strategize', 'queued', 1, 1, 0, '{}', 1, 1, '{}')",
                     "INSERT INTO run VALUES('R1', 'P1', 't', 'strategize', 1, 1, 's', 'w', 1, 2, 'complete', 0, null, null, '{}', '', '')",
                     "INSERT INTO token VALUES('T1', 'P1', 'R1', 1, 2, 0)",
                     "INSERT INTO event VALUES(0, 1, 'token.issued', '{}', 'P1', '{\"rests_on\":[\"REC1\"],\"token\":\"T1\"}', '', '')"});
        if (QTest::currentTestFailed())
            return;
        QVERIFY(place.open(false).error().is(store::codes::StoreOlder));
        const auto opened = place.open();
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().text().c_str());
        const auto token = (*opened)->token({"T1"}).value();
        QCOMPARE(token->restsOn, std::vector<std::string>{"REC1"});
        QCOMPARE(token->claimedAt, base::TimeMs(0));
        QVERIFY((*opened)->plan({"P1"}).value()->cause.empty());
        QVERIFY(!fs::is_empty(place.location.directory / "backups"));
        QVERIFY(place.open(false).has_value());
    }

    void aStoreBeforeSkillsIsMigratedWithABackup()
    {
        Place place;
        const std::string tool = R"({"name":"local/t","source":"command","command":["t"]})";
        makeEarlier(place, {&store::schemaV1(), &store::schemaV2()},
                    {"INSERT INTO tool VALUES('local/t', 'tool', '" + tool + "', '/dir', 7)", "INSERT INTO imported VALUES('/dir', 'd', 7, '{}')"});
        if (QTest::currentTestFailed())
            return;
        QVERIFY(place.open(false).error().is(store::codes::StoreOlder));
        const auto opened = place.open();
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().text().c_str());
        store::Store& kept = **opened;
        QCOMPARE(kept.tools().value().at(0).tool.name, std::string("local/t"));
        QCOMPARE(kept.tools().value().at(0).registeredAt, base::TimeMs(7));
        QVERIFY(kept.servers().value().empty() && kept.skills().value().empty() && kept.graphs().value().empty());
        const domain::Event event = kept.lastEvent().value().value();
        QCOMPARE(event.type, std::string(domain::event::StoreMigrated));
        QCOMPARE(event.payload, domain::Json({{"from", 2}, {"version", 3}}));
        std::size_t backups = 0;
        for (const auto& file : fs::directory_iterator(place.location.directory / "backups")) {
            QVERIFY(file.path().filename().string().starts_with("version-2-"));
            ++backups;
        }
        QCOMPARE(backups, std::size_t(1));
        {
            auto transaction = kept.begin().value();
            QVERIFY(kept.save(domain::McpServer{"local/s", {"s"}, {}, {}}, "/dir").has_value());
            QVERIFY(transaction.commit().has_value());
        }
        QCOMPARE(kept.importedFrom("/dir").value().size(), std::size_t(2));
        QVERIFY(place.open(false).has_value());
    }

    void aMigrationThatFailsChangesNothing()
    {
        Place place;
        QVERIFY(place.open().has_value());
        QVERIFY(sql(place, "PRAGMA user_version=-1").has_value()); // as if from before every migration: none is below
        const auto database = store::Database::open(place.location.database, false);
        int noted = 7;
        const auto note = [&noted](int from) -> base::Result<void> {
            noted = from;
            return {};
        };
        // The tables are there already, so the migration fails as a whole and changes nothing.
        QVERIFY(!store::migrate(**database, place.location, 1, note));
        QCOMPARE(noted, 7);
        QCOMPARE(store::versionOf(**database).value(), -1);
    }
};

QTEST_GUILESS_MAIN(OpeningTest)
#include "opening_test.moc"
