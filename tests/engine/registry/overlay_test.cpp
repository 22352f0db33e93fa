// Servers, skills and graphs between files and what stands: rules hold after every import, also for what others registered.
#include "fixtures.h"

#include "engine/registry/difference.h"

#include <QtTest>

using namespace countersign;
using namespace countersign::registry;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }

Problems problemsOf(std::vector<ImportFile> files, const Current& current, const Checks& checks = test::checks())
{
    const auto parsed = parse(test::setOf(std::move(files)), current, checks);
    return parsed ? Problems() : parsed.error();
}

/// "CODE line: message", one a line.
QString told(const Problems& problems)
{
    QStringList out;
    for (const base::Error& error : problems)
        out << QStringLiteral("%1 %2: %3").arg(q(std::string(error.code())), QString::number(error.place() ? error.place()->line : -1), q(error.message()));
    return out.join(QLatin1Char('\n'));
}

domain::Tool onServer(const std::string& name, bool writes = false)
{
    domain::Tool out;
    out.name = name;
    out.source = domain::McpSource{{}, "local/index", "find", true};
    out.inputSchema = {{"type", "object"}};
    out.capability.writes = writes;
    return out;
}

domain::Skill skill(const std::string& name, std::vector<std::string> tools, std::vector<std::string> includes = {}, bool readOnly = false)
{
    domain::Skill out;
    out.name = name;
    out.tools = std::move(tools);
    out.includes = std::move(includes);
    out.readOnly = readOnly;
    return out;
}

const char* const nothing = "resource: {name: nothing, kind: git, path: .}\n";

} // namespace

class OverlayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aReadOnlySkillIsKeptWhenAToolStartsToWrite()
    {
        Current current = test::standing();
        const ImportFile writing{"lint.yml", "\nname: run-count\ncommand: [a]\nwrites: true\n"};
        current.skills.push_back(skill("local/inner", {"local/run-count"}));
        QCOMPARE(told(problemsOf({writing}, current)), QString());
        current.skills.push_back(skill("local/outer", {}, {"local/inner"}, true));
        QCOMPARE(told(problemsOf({writing}, current)),
                 QStringLiteral("SKILL_NOT_READ_ONLY 2: Skill local/outer: local/outer is read-only, and its member local/run-count (local/inner) changes something."));
        // The same import takes it out of the skill.
        QCOMPARE(told(problemsOf({writing, {"inner.yml", "skill: {name: inner}\n"}}, current)), QString());
    }

    void aReadOnlySkillIsKeptWhenAServersToolJoins()
    {
        Current current = test::standing();
        current.skills.push_back(skill("local/served", {}, {}, true));
        current.skills.back().mcpServers = {"local/index"};
        const std::string joining = "name: put\nmcp_server: index\nmcp_tool_name: put\narguments: server\n";
        QCOMPARE(told(problemsOf({{"put.yml", joining}}, current)), QString());
        QCOMPARE(told(problemsOf({{"put.yml", joining + "writes: true\n"}}, current)),
                 QStringLiteral("SKILL_NOT_READ_ONLY 1: Skill local/served: local/served is read-only, and its member local/put (server local/index) changes something."));
        // A tool that writes the argv itself lives on no registered server.
        QCOMPARE(told(problemsOf({{"put.yml", "name: put\nmcp_server: [indexer, --stdio]\nmcp_tool_name: put\narguments: server\nwrites: true\n"}}, current)), QString());
    }

    void aReadOnlySkillLooksThroughWraps()
    {
        Current current = test::standing();
        current.tools.push_back(test::wrapper("local/middle", "local/run-count"));
        current.skills.push_back(skill("local/verdicts", {"local/middle"}, {}, true));
        const QString found = told(problemsOf({{"a.yml", "name: run-count\ncommand: [a]\nside_effects: [mail]\n"}}, current));
        QVERIFY2(found.contains(QStringLiteral("SKILL_NOT_READ_ONLY 1: Skill local/verdicts: local/verdicts is read-only, and its member local/middle (own) wraps local/run-count, which changes something.")),
                 qPrintable(found));
    }

    void anOverrideIsKeptTight()
    {
        Current current = test::standing();
        current.skills.push_back(skill("local/mails", {"local/mailer"}));
        current.skills.back().overrides.emplace("local/mailer", domain::Json{{"side_effects", {"mail"}}});
        QCOMPARE(told(problemsOf({{"a.yml", "name: mailer\ncommand: [a]\nside_effects: [log]\n"}}, current)),
                 QStringLiteral("OVERRIDE_LOOSENS 1: Skill local/mails: local/mailer (own): side_effects would add mail."));
        current.skills.push_back(skill("local/more", {}, {"local/reading"}));
        current.skills.back().overrides.emplace("local/lint", domain::Json{{"unsafe", true}});
        QCOMPARE(told(problemsOf({{"a.yml", "skill: {name: reading, tools: [run-count]}\n"}}, current)),
                 QStringLiteral("OVERRIDE_NO_MEMBER 1: Skill local/more: local/lint is no member of local/more."));
    }

    void circlesShowTheirPath()
    {
        Current current = test::standing();
        current.skills.push_back(skill("local/b", {}, {"local/c"}));
        QCOMPARE(told(problemsOf({{"a.yml", "skill: {name: a, includes: [b]}\n"}, {"c.yml", "skill:\n  name: c\n  includes: [reading, a]\n"}}, current)),
                 QStringLiteral("SKILL_CYCLE 1: The includes go round: local/a, local/b, local/c, local/a.\n"
                                "SKILL_CYCLE 3: The includes go round: local/c, local/a, local/b, local/c."));
    }

    void whatIsUsedStays_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("tool of a skill") << "tool" << "local/mailer" << "TOOL_UNKNOWN -1: Skill local/changing: local/mailer is not registered.";
        QTest::newRow("validation of a skill and a graph") << "tool" << "local/lint"
                                                           << "TOOL_UNKNOWN -1: Skill local/reading: local/lint is not registered.\nTOOL_UNKNOWN -1: Graph local/g: Node a: local/lint is not registered.";
        QTest::newRow("skill of a skill and a project") << "skill" << "local/reading"
                                                        << "SKILL_UNKNOWN -1: local/web uses local/reading, which the files no longer hold.\nSKILL_UNKNOWN -1: Skill local/outer: local/reading is not registered.";
        QTest::newRow("server of a tool and a skill") << "server" << "local/index"
                                                      << "MCP_SERVER_UNKNOWN -1: local/find uses local/index, which the files no longer hold.\nMCP_SERVER_UNKNOWN -1: Skill local/outer: local/index is not registered.";
        QTest::newRow("resource of a graph") << "resource" << "local/other" << "RESOURCE_UNKNOWN -1: Graph local/g: Node a: local/other is not registered.";
    }
    void whatIsUsedStays()
    {
        QFETCH(QString, kind);
        QFETCH(QString, name);
        Current current = test::standing();
        current.tools.push_back(onServer("local/find"));
        current.projects.front().skills = {"local/reading"};
        current.skills.push_back(skill("local/outer", {}, {"local/reading"}));
        current.skills.back().mcpServers = {"local/index"};
        domain::Graph graph{"local/g", {}, {"a"}, {"a"}, {{"a", {"local/lint", domain::Json::object(), "local/other"}}}, {}};
        current.graphs.push_back(graph);
        QCOMPARE(told(problemsOf({{"a.yml", nothing}}, current)), QString());
        current.importedHere = {{kind.toStdString(), name.toStdString()}};
        QTEST(told(problemsOf({{"a.yml", nothing}}, current)), "expected");
        // With the project's own file gone too: the project stays registered, so the skill must.
        if (kind == QLatin1String("skill")) {
            current.importedHere.insert({"project", "local/web"});
            QVERIFY(told(problemsOf({{"a.yml", nothing}}, current)).contains(QLatin1String("local/web uses local/reading")));
        }
    }

    void aGraphIsKeptWhenAToolStartsToWrite()
    {
        Current current = test::standing();
        current.graphs.push_back({"local/g", {}, {"a"}, {"a"}, {{"a", {"local/run-count", domain::Json::object(), {}}}}, {}});
        QCOMPARE(told(problemsOf({{"a.yml", "name: run-count\ncommand: [a]\nunsafe: true\n"}}, current)),
                 QStringLiteral("GRAPH_NODE_CHANGES 1: Graph local/g: Node a: local/run-count changes something."));
    }

    void aNamedServerIsAskedAsItIsStarted()
    {
        Checks checks = test::checks();
        QStringList asked;
        checks.mcpSchema = [&](const domain::Tool& tool) -> base::Result<base::Json> {
            const auto& source = std::get<domain::McpSource>(tool.source);
            asked << q(base::canonical(base::Json{source.server, tool.readPaths, source.tool}));
            return base::Json{{"type", "object"}, {"properties", {{"words", {{"type", "string"}}}}}, {"additionalProperties", false}};
        };
        const std::vector<ImportFile> files{{"1-find.yml", "name: find\nmcp_server: index\nmcp_tool_name: find\nread_paths: [/opt/more]\n"},
                                            {"2-other.yml", "name: other\nmcp_server: fresh\nmcp_tool_name: other\n"},
                                            {"3-fresh.yml", "server: {name: fresh, command: [fresh]}\n"}};
        const auto parsed = parse(test::setOf(files), test::standing(), checks);
        QVERIFY2(parsed, qPrintable(parsed ? QString() : test::texts(parsed.error())));
        QCOMPARE(asked, (QStringList{QStringLiteral(R"([["indexer","--stdio"],["/opt/more","/opt/index"],"find"])"), QStringLiteral(R"([["fresh"],[],"other"])")}));
        const domain::Tool& find = parsed->tools.at(0);
        QVERIFY(std::get<domain::McpSource>(find.source).server.empty());
        QCOMPARE(std::get<domain::McpSource>(find.source).serverName, std::string("local/index"));
        QCOMPARE(find.readPaths, std::vector<std::string>{"/opt/more"});
        QVERIFY(find.inputSchema.at("properties").contains("words"));
        // A server that the import takes away is not known.
        Current current = test::standing();
        current.importedHere = {{"server", "local/index"}};
        QCOMPARE(told(problemsOf({files[0]}, current, checks)), QStringLiteral("MCP_SERVER_UNKNOWN 2: local/index is not registered as an MCP server."));
    }

    void aServersOwnFileIsPinned()
    {
        Checks checks = test::checks();
        checks.isFile = [](const std::filesystem::path& path) { return path == "/ws/repo/serve.py"; };
        const auto parsed = parse(test::setOf({{"s.yml", "server: {name: s, command: [python3, serve.py]}\n"}, {"t.yml", "name: find\nmcp_server: s\nmcp_tool_name: find\narguments: server\n"}}),
                                  test::standing(), checks);
        QVERIFY(parsed);
        QStringList codes;
        for (const base::Error& warning : parsed->warnings)
            codes << q(std::string(warning.code())) + QString::number(warning.place()->line);
        QCOMPARE(codes, (QStringList{QStringLiteral("NOT_PINNED2"), QStringLiteral("SERVER_CHECKS_ARGUMENTS4")}));
    }

    void namesOfOneKindAreTaken()
    {
        QCOMPARE(told(problemsOf({{"a.yml", "skill: {name: x}\n"}, {"b.yml", "skill: {name: local/x}\n"}, {"c.yml", "server: {name: x, command: [x]}\n"},
                                  {"d.yml", "graph: {name: x, entry: [a], exits: [a], nodes: {a: {tool: lint}}}\n"}},
                                 test::standing())),
                 QStringLiteral("NAME_TWICE 1: local/x is in a.yml too."));
    }

    void theDifferenceKnowsThem()
    {
        const std::vector<ImportFile> files{{"k.yml", "skill: {name: reading, read_only: true, tools: [lint]}\n"}, {"k2.yml", "skill: {name: changing, tools: [lint]}\n"},
                                            {"g.yml", "graph: {name: g, entry: [a], exits: [a], nodes: {a: {tool: lint}}}\n"}};
        Current current = test::standing();
        current.importedHere = {{"server", "local/index"}, {"skill", "local/reading"}, {"skill", "local/changing"}};
        const auto parsed = parse(test::setOf(files), current, test::checks());
        QVERIFY2(parsed, qPrintable(parsed ? QString() : test::texts(parsed.error())));
        QStringList items;
        static constexpr const char* names[] = {"added", "changed", "removed", "same"};
        for (const ImportItem& item : preview(current, *parsed))
            items << QStringLiteral("%1 %2 %3").arg(QLatin1String(names[static_cast<int>(item.change)]), q(item.kind), q(item.name));
        QCOMPARE(items.join(QLatin1String(", ")), QStringLiteral("same skill local/reading, changed skill local/changing, added graph local/g, removed server local/index"));
    }

    void aLongCircleOfEdges()
    {
        // 2,000 nodes in a row whose last leads back to the second.
        std::string text = "graph:\n  name: long\n  entry: [n0]\n  exits: [end]\n  nodes:\n    end: {tool: lint}\n";
        std::string edges = "  edges:\n    - {from: n0, to: end}\n";
        for (int i = 0; i < 2000; ++i) {
            text += "    n" + std::to_string(i) + ": {tool: lint}\n";
            edges += "    - {from: n" + std::to_string(i) + ", to: n" + std::to_string(i == 1999 ? 1 : i + 1) + "}\n";
        }
        QElapsedTimer timer;
        timer.start();
        const auto problems = problemsOf({{"g.yml", text + edges}}, test::standing());
        QCOMPARE(problems.size(), std::size_t(1));
        QVERIFY(problems.front().is(codes::GraphCycle));
        QVERIFY(problems.front().message().starts_with("The edges go round: n1, n2, n3, ") && problems.front().message().ends_with(", n1999, n1."));
        QVERIFY(timer.elapsed() < 3000);
    }
};

QTEST_APPLESS_MAIN(OverlayTest)
#include "overlay_test.moc"
