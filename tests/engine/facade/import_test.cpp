// What was reviewed is what is imported, whoever changes files or registry meanwhile.
#include "tests/engine/facade/support.h"

#include <future>
#include <thread>

using namespace facade_test;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }

/// Another program that holds the write lock for a while.
class OtherWriter
{
public:
    explicit OtherWriter(const fs::path& database)
    {
        m_connection = std::make_unique<QSqlDatabase>(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("other")));
        m_connection->setDatabaseName(QString::fromStdString(database.string()));
        m_connection->open();
    }
    ~OtherWriter()
    {
        m_connection.reset();
        QSqlDatabase::removeDatabase(QStringLiteral("other"));
    }
    QVariant run(const QString& sql) const
    {
        QSqlQuery query(*m_connection);
        if (!query.exec(sql))
            qWarning("%s", qPrintable(query.lastError().text()));
        return query.next() ? query.value(0) : QVariant();
    }

private:
    std::unique_ptr<QSqlDatabase> m_connection{};
};

std::string wrapper(const std::string& name, const std::string& target)
{
    return "validation: {name: " + name + ", wraps: " + target + ", transform: 'output => ({passed: true})'}\n";
}

QString itemsOf(const ImportPreview& preview)
{
    static constexpr const char* signs[] = {"+", "~", "-", ""};
    QStringList out;
    for (const ImportItem& item : preview.items)
        if (item.change != ImportItem::Change::Same)
            out << QLatin1String(signs[static_cast<int>(item.change)]) + q(item.kind + " " + item.name);
    return out.join(QLatin1String(", "));
}

} // namespace

class ImportTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<Desk> m_desk{};
    [[nodiscard]] fs::path home() const { return m_desk->root() / "home"; }
    [[nodiscard]] ImportPreview preview() const { return m_desk->engine->previewImport(home()).value(); }
    [[nodiscard]] base::Result<ImportPreview> import(const std::string& digest) const { return m_desk->engine->import(home(), digest); }
    /// Another directory with a registration of its own, imported at once.
    void elsewhere(const std::string& yaml) const
    {
        const fs::path directory = m_desk->root() / "elsewhere";
        fs::create_directories(directory / ".countersign");
        std::ofstream(directory / ".countersign" / "a.yml") << yaml;
        const auto done = m_desk->another()->import(directory, {});
        QVERIFY2(done, done ? "" : done.error().text().c_str());
    }

private Q_SLOTS:
    void init()
    {
        m_desk = std::make_unique<Desk>();
        m_desk->write("checks/a.sh", "true");
    }

    void theDigestCoversPinnedFiles()
    {
        m_desk->import("  policy: unanimous\n", "  pinned: ['checks/*.sh']\n");
        const ImportPreview reviewed = preview();
        QVERIFY(!reviewed.changesSomething());
        QVERIFY(reviewed.digest != reviewed.filesDigest);
        m_desk->write("checks/a.sh", "false");
        const auto done = import(reviewed.digest);
        QVERIFY(!done);
        QCOMPARE(done.error().code(), std::string_view("IMPORT_CHANGED"));
        QVERIFY2(done.error().message().find("checks/a.sh changed") != std::string::npos, done.error().message().c_str());
        const ImportPreview again = preview();
        QCOMPARE(again.filesDigest, reviewed.filesDigest);
        QVERIFY(import(again.digest));
        QCOMPARE(preview().digest, again.digest);
    }

    void aFileChangedMeanwhile_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("words");
        QTest::newRow("edited") << "edited" << "v-req.yml changed";
        QTest::newRow("new") << "new" << "x.yml is new";
        QTest::newRow("gone") << "gone" << "a-lint.yml is gone";
        QTest::newRow("broken") << "broken" << "v-req.yml changed";
    }
    void aFileChangedMeanwhile()
    {
        QFETCH(QString, change);
        m_desk->import();
        m_desk->file("v-req", "validation: {name: req, command: ['true'], mode: required}\n");
        const std::string digest = preview().digest;
        if (change == QLatin1String("edited"))
            m_desk->file("v-req", "validation: {name: req, command: ['false'], mode: required}\n");
        else if (change == QLatin1String("broken"))
            m_desk->file("v-req", "validation: {nmae: req}\n");
        else if (change == QLatin1String("new"))
            m_desk->file("x", "tool: {name: x, command: [x]}\n");
        else
            fs::remove(home() / ".countersign" / "a-lint.yml");
        const auto done = import(digest);
        QVERIFY(!done);
        QCOMPARE(done.error().code(), std::string_view("IMPORT_CHANGED"));
        QFETCH(QString, words);
        QVERIFY2(q(done.error().message()).contains(words), done.error().message().c_str());
        // Nothing was written: what was reviewed still differs, or the file is still refused.
        const ImportPreview still = m_desk->another()->previewImport(m_desk->root() / "home").value();
        QVERIFY(still.changesSomething() || !still.problems.empty());
    }

    void theRegistryChangedMeanwhile()
    {
        m_desk->import();
        m_desk->file("x", "tool: {name: x, command: [x]}\n");
        const ImportPreview reviewed = preview();
        QCOMPARE(itemsOf(reviewed), QStringLiteral("+tool local/x"));
        elsewhere("tool: {name: x, command: [other]}\n");
        const auto done = import(reviewed.digest);
        QVERIFY(!done);
        QCOMPARE(done.error().code(), std::string_view("IMPORT_CHANGED"));
        QVERIFY2(q(done.error().message()).contains(QLatin1String("tool local/x was to be added, would now be changed")), done.error().message().c_str());
        QCOMPARE(itemsOf(preview()), QStringLiteral("~tool local/x"));
    }

    void whatOthersRegisterBesideItDoesNotMatter()
    {
        m_desk->import();
        m_desk->file("x", "tool: {name: x, command: [x]}\n");
        const ImportPreview reviewed = preview();
        elsewhere("tool: {name: y, command: [y]}\n");
        QVERIFY(import(reviewed.digest));
        QVERIFY(!preview().changesSomething());
    }

    void theDifferenceIsTakenUnderTheLock()
    {
        m_desk->file("resource", "resource: {name: tree, kind: directory, path: work}\n");
        m_desk->file("tool", "tool: {name: count, command: [count]}\n");
        m_desk->again();
        const fs::path directory = m_desk->root() / "wrappers";
        fs::create_directories(directory / ".countersign");
        for (int i = 0; i < 8; ++i)
            std::ofstream(directory / ".countersign" / ("w" + std::to_string(i) + ".yml")) << wrapper("w" + std::to_string(i), i == 0 ? "count" : "w" + std::to_string(i - 1));
        const OtherWriter other(m_desk->database());
        std::optional<base::Result<ImportPreview>> done;
        std::promise<void> opened;
        std::promise<void> locked;
        std::thread importer([&] {
            const auto engine = m_desk->another();
            opened.set_value();
            locked.get_future().wait();
            done.emplace(engine->import(directory, {}));
        });
        opened.get_future().wait();
        other.run(QStringLiteral("BEGIN IMMEDIATE"));
        locked.set_value(); // it looks at eight transforms, then waits for the lock
        QTest::qWait(1500);
        other.run(QStringLiteral("UPDATE tool SET definition_json = json_set(definition_json, '$.capability.writes', json('true')) WHERE name = 'local/count'"));
        other.run(QStringLiteral("COMMIT"));
        importer.join();
        QVERIFY(done && !*done);
        // IMPORT_INVALID only where the first look took longer than the wait.
        QVERIFY(done->error().code() == std::string_view("IMPORT_CHANGED") || done->error().code() == std::string_view("IMPORT_INVALID"));
        QVERIFY2(q(done->error().message()).contains(QLatin1String("local/w7 wraps local/count through local/w6, which changes something")), done->error().message().c_str());
        QCOMPARE(m_desk->engine->tools().value().size(), std::size_t{1});
    }

    void aTargetThatStartsToWriteNamesItsWrappers()
    {
        m_desk->file("tool", "tool: {name: count, command: [count]}\n");
        m_desk->again();
        elsewhere(wrapper("near", "count"));
        const fs::path third = m_desk->root() / "third";
        fs::create_directories(third / ".countersign");
        std::ofstream(third / ".countersign" / "a.yml") << wrapper("far", "near");
        QVERIFY(m_desk->engine->import(third, {}));
        for (const std::string how : {"writes: true", "unsafe: true", "side_effects: [mail]", "write_scope: /tmp", "resource_slots: {t: {access: read_write}}"}) {
            m_desk->file("tool", "tool: {name: count, command: [count], " + how + "}\n");
            const auto done = import({});
            QVERIFY2(!done, how.c_str());
            QCOMPARE(done.error().code(), std::string_view("IMPORT_INVALID"));
            QVERIFY2(q(done.error().message()).contains(QLatin1String("local/near wraps local/count, which")), done.error().message().c_str());
            QVERIFY2(q(done.error().message()).contains(QLatin1String("local/far wraps local/count through local/near")), done.error().message().c_str());
        }
    }

    void anUpdateKeepsAttachments()
    {
        m_desk->import();
        (void)m_desk->report(); // the plan of t
        const auto plan = m_desk->engine->plan("t", "p").value().row.plan.id;
        const auto direct = m_desk->engine->attach({"tree", "req", domain::DirectScope{}, domain::Json::object()}).value();
        const auto scoped = m_desk->engine->attach({"tree", "req", domain::PlanScope{plan}, domain::Json::object()}).value();
        const auto before = m_desk->engine->attachments().value();
        m_desk->file("v-req", "validation: {name: req, command: [sh, -c, 'cat req.json # 2'], mode: required}\n");
        QVERIFY(import(preview().digest));
        const auto after = m_desk->engine->attachments().value();
        QCOMPARE(after.size(), before.size());
        for (const auto& id : {direct.id, scoped.id})
            QVERIFY(std::any_of(after.begin(), after.end(), [&](const auto& a) { return a.id == id; }));
    }

    void aRemovedValidationTakesItsAttachmentsAlong()
    {
        m_desk->import();
        (void)m_desk->report();
        const auto plan = m_desk->engine->plan("t", "p").value().row.plan.id;
        (void)m_desk->engine->attach({"tree", "style", domain::DirectScope{}, domain::Json::object()}).value();
        (void)m_desk->engine->attach({"tree", "style", domain::PlanScope{plan}, domain::Json::object()}).value();
        fs::remove(home() / ".countersign" / "v-style.yml");
        fs::remove(home() / ".countersign" / "a-style.yml");
        const ImportPreview reviewed = preview();
        QCOMPARE(itemsOf(reviewed), QStringLiteral("-attachment local/style on local/tree through local/p, -validation local/style, "
                                                   "-attachment local/style on local/tree, -attachment local/style on local/tree for plan ") + q(plan.value));
        QCOMPARE(reviewed.warnings.size(), std::size_t{1});
        QCOMPARE(q(reviewed.warnings.at(0).message()), QStringLiteral("Removing local/style removes its 3 attachments with it."));
        const auto done = import(reviewed.digest);
        QVERIFY2(done, done ? "" : done.error().text().c_str());
        const auto after = m_desk->engine->attachments().value();
        QVERIFY(std::none_of(after.begin(), after.end(), [](const auto& a) { return a.validation == "local/style"; }));
        QCOMPARE(after.size(), std::size_t{2});
        QCOMPARE(itemsOf(preview()), QString());
    }

    void aDetachedFileLeavesWhatAPlanHas()
    {
        m_desk->import("  policy: unanimous\n");
        (void)m_desk->report();
        const auto plan = m_desk->engine->plan("t", "p").value().row.plan.id;
        const auto scoped = m_desk->engine->attach({"tree", "lint", domain::PlanScope{plan}, domain::Json::object()}).value();
        m_desk->file("a-lint", "attachment: {validation: lint, resource: tree}\n"); // now direct
        QVERIFY(import(preview().digest));
        fs::remove(home() / ".countersign" / "a-lint.yml");
        QVERIFY(import(preview().digest));
        const auto after = m_desk->engine->attachments().value();
        QVERIFY(std::any_of(after.begin(), after.end(), [&](const auto& a) { return a.id == scoped.id; }));
    }

    void whatDiffersOnDiskIsSaid()
    {
        QVERIFY(m_desk->engine->importStates().value().empty());
        m_desk->import("  policy: unanimous\n", "  pinned: ['checks/*.sh']\n");
        const auto one = [&] { return m_desk->engine->importStates().value().at(0); };
        QVERIFY(!one().differs);
        QCOMPARE(one().digestNow, preview().digest);
        const auto events = m_desk->engine->status().value().events;
        m_desk->write("checks/a.sh", "false");
        QVERIFY(one().differs);
        QVERIFY(one().detail.empty());
        m_desk->write("checks/a.sh", "true");
        QVERIFY(!one().differs);
        m_desk->file("v-req", "validation: {nmae: req}\n");
        QVERIFY(one().differs);
        QVERIFY2(q(one().detail).contains(QLatin1String("v-req.yml")), one().detail.c_str());
        fs::remove_all(home() / ".countersign");
        QVERIFY(one().differs);
        QVERIFY(one().digestNow.empty());
        QVERIFY(!one().detail.empty());
        QCOMPARE(m_desk->engine->status().value().events, events); // nothing is applied
    }
};

QTEST_GUILESS_MAIN(ImportTest)
#include "import_test.moc"
