// Skills, servers and graphs on the command line, and removals by hand: bodies, exit statuses, words for people.
#include "tests/app/ctl/support/ctl.h"

#include <QtTest>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class RegistryTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;

    [[nodiscard]] bool propose(const QString& file, const QByteArray& yaml) const { return writeFile(m_home.path(u"ws/.countersign/"_s + file + u".yml"_s), yaml); }
    [[nodiscard]] Ended call(const QString& words, bool json = true) const { return m_home.run(words.split(u' '), Call{.json = json}); }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(propose(u"repo"_s, "resource: {name: repo, kind: directory, path: .}\n"));
        QVERIFY(propose(u"project"_s, "project: {name: web, resources: [repo], skills: [all]}\n"));
        QVERIFY(propose(u"lint"_s, "validation: {name: lint, command: [sh, -c, 'echo {}']}\n"));
        QVERIFY(propose(u"mail"_s, "tool: {name: mail, command: [mail], side_effects: [mail, log]}\n"));
        QVERIFY(propose(u"server"_s, "server: {name: index, command: [indexer, --stdio]}\n"));
        QVERIFY(propose(u"find"_s, "tool: {name: find, mcp_server: index, mcp_tool_name: find, input_schema: {type: object}}\n"));
        QVERIFY(propose(u"base"_s, "skill: {name: base, mcp_servers: [index]}\n"));
        QVERIFY(propose(u"all"_s, "skill: {name: all, description: What there is., tools: [lint, mail], includes: [base], overrides: {mail: {side_effects: [log], human_approval_required: true}}}\n"));
        QVERIFY(propose(u"graph"_s, "graph: {name: both, entry: [a], exits: [b], nodes: {a: {tool: lint}, b: {tool: find, args: {q: '${a.message}'}}},"
                                    " edges: [{from: a, to: b, when: {path: /passed, equals: true}}]}\n"));
        const Ended imported = m_home.run({u"import"_s, m_home.path(u"ws"_s), u"--yes"_s});
        QVERIFY2(imported.status == 0, imported.all());
    }

    void skills()
    {
        const Ended list = call(u"skill list"_s);
        QCOMPARE(list.text("schema"), u"countersign.skill-list.v1"_s);
        QCOMPARE(list.json.value(u"skills"_s).toArray().size(), 2);
        const Ended shown = call(u"skill show all"_s);
        QCOMPARE(shown.text("schema"), u"countersign.skill-show.v1"_s);
        const QJsonArray members = shown.json.value(u"skill"_s)[u"members"_s].toArray();
        QStringList origins;
        for (const QJsonValue& member : members)
            origins << member[u"tool"_s].toString() + u": "_s + member[u"origin"_s].toString();
        QCOMPARE(origins, (QStringList{u"local/find: local/base, server local/index"_s, u"local/lint: own"_s, u"local/mail: own"_s}));
        const QJsonObject mail = find(members, "tool", u"local/mail"_s).value(u"capability"_s).toObject();
        QCOMPARE(mail.value(u"side_effects"_s).toArray(), QJsonArray{u"log"_s});
        QVERIFY(mail.value(u"human_approval_required"_s).toBool());
        const Ended people = call(u"skill show local/all"_s, false);
        QVERIFY2(people.out.contains("local/all: What there is.") && people.out.contains("side effects: log, needs a person's approval"), people.all());
        QCOMPARE(call(u"skill show none"_s).status, 66);
        QCOMPARE(call(u"skill show none"_s).code(), u"SKILL_NOT_FOUND"_s);
    }

    void graphsAndServers()
    {
        QCOMPARE(call(u"graph list"_s).json.value(u"graphs"_s).toArray().size(), 1);
        const Ended shown = call(u"graph show both"_s);
        QCOMPARE(shown.text("schema"), u"countersign.graph-show.v1"_s);
        QCOMPARE(shown.json.value(u"graph"_s)[u"nodes"_s][u"b"_s][u"args"_s][u"q"_s].toString(), u"${a.message}"_s);
        const Ended people = call(u"graph show both"_s, false);
        QVERIFY2(people.out.contains("/passed = true") && people.out.contains("Entry: a. Exits: b."), people.all());
        QCOMPARE(call(u"graph show none"_s).code(), u"GRAPH_NOT_FOUND"_s);
        QCOMPARE(call(u"server list"_s).json.value(u"servers"_s)[0][u"name"_s].toString(), u"local/index"_s);
    }

    void removals_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        // In this order: each makes the next one possible.
        QTest::newRow("of a skill") << u"tool remove mail"_s << 75 << u"is used by skill local/all"_s;
        QTest::newRow("of the other type") << u"tool remove lint"_s << 65 << u"countersignctl validation remove local/lint"_s;
        QTest::newRow("of a project") << u"skill remove all"_s << 75 << u"is used by project local/web"_s;
        QTest::newRow("server") << u"server remove index"_s << 75 << u"is used by tool local/find, skill local/base"_s;
        QTest::newRow("resource") << u"resource remove repo"_s << 75 << u"is used by project local/web"_s;
        QTest::newRow("graph") << u"graph remove both"_s << 0 << u"Removed graph local/both."_s;
        QTest::newRow("again") << u"graph remove both"_s << 66 << u"there is no graph local/both"_s;
        QTest::newRow("not a name") << u"tool remove 1x"_s << 65 << u"NAME_INVALID"_s;
        QTest::newRow("through a server") << u"tool remove find"_s << 0 << u"Removed tool local/find."_s;
    }
    void removals()
    {
        QFETCH(QString, words);
        QFETCH(int, status);
        QFETCH(QString, says);
        const Ended ended = call(words, false);
        QVERIFY2(ended.status == status && ended.all().contains(says.toUtf8()), ended.all());
        if (status == 0)
            QVERIFY2(ended.all().contains("It was imported from " + m_home.path(u"ws"_s).toUtf8()) && ended.all().contains("Remove the file too."), ended.all());
    }

    void theNextImportBringsItBack()
    {
        const QJsonObject before = find(call(u"import --status"_s).json.value(u"imports"_s).toArray(), "directory", m_home.path(u"ws"_s));
        QCOMPARE(before.value(u"differs"_s).toBool(true), false);
        const Ended again = m_home.run({u"import"_s, m_home.path(u"ws"_s), u"--yes"_s});
        QVERIFY2(again.status == 0 && again.json.value(u"imported"_s).toBool(), again.all());
        QCOMPARE(call(u"tool list --type tool"_s).json.value(u"tools"_s).toArray().size(), 2);
        QCOMPARE(call(u"audit verify"_s).status, 0);
    }
};

QTEST_GUILESS_MAIN(RegistryTest)
#include "registry_test.moc"
