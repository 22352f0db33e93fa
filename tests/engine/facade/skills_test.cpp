// Servers, skills and graphs through the façade: from files to the store and back, and what follows a changed server.
#include "tests/engine/facade/support.h"

using namespace facade_test;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }

/// A server that lists one tool, "find"; its schema's member is the second argument. Any call answers that it passed.
const char* const serverPy = R"py(import json, sys
member = sys.argv[1]
for line in sys.stdin:
    m = json.loads(line)
    if 'id' not in m:
        continue
    if m['method'] == 'initialize':
        r = {'protocolVersion': m['params']['protocolVersion'], 'capabilities': {'tools': {}}, 'serverInfo': {'name': 's', 'version': '1'}}
    elif m['method'] == 'tools/list':
        r = {'tools': [{'name': 'find', 'inputSchema': {'type': 'object', 'properties': {member: {'type': 'string'}}, 'additionalProperties': False}}]}
    else:
        r = {'content': [], 'structuredContent': {'passed': True, 'message': member}}
    print(json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': r}), flush=True)
)py";

} // namespace

class SkillsTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<Desk> m_desk{};

    [[nodiscard]] fs::path home() const { return m_desk->root() / "home"; }
    [[nodiscard]] ImportPreview preview() const { return m_desk->engine->previewImport(home()).value(); }
    [[nodiscard]] RegisteredTool tool(const std::string& name) const
    {
        const auto tools = m_desk->engine->tools().value();
        for (const RegisteredTool& each : tools)
            if (each.tool.name == name)
                return each;
        return {};
    }
    void server(const std::string& member) const
    {
        m_desk->file("server", "server: {name: index, command: [python3, " + (m_desk->root() / "server/s.py").string() + ", " + member + "], read_paths: [" +
                                   (m_desk->root() / "server").string() + "]}\n");
    }
    [[nodiscard]] int events(const std::string& type) const
    {
        AuditQuery query;
        query.type = type;
        return static_cast<int>(m_desk->engine->auditEvents(query).value().size());
    }
    [[nodiscard]] QString refused() const
    {
        const auto done = m_desk->engine->import(home(), {});
        return done ? QStringLiteral("imported") : q(done.error().message());
    }

private Q_SLOTS:
    void init()
    {
        m_desk = std::make_unique<Desk>();
        m_desk->file("resource", "resource: {name: tree, kind: directory, path: work}\n");
        m_desk->file("lint", "validation: {name: lint, command: [sh, -c, 'cat lint.json'], mode: required}\n");
        fs::create_directories(m_desk->root() / "server");
        std::ofstream(m_desk->root() / "server/s.py") << serverPy;
    }

    void filesComeBackAsTheyAre()
    {
        server("words");
        m_desk->file("find", "validation: {name: find, mcp_server: index, mcp_tool_name: find}\n");
        m_desk->file("base", "skill: {name: base, mcp_servers: [index]}\n");
        m_desk->file("all", "skill: {name: all, description: All., read_only: true, tools: [lint], includes: [base], overrides: {find: {human_approval_required: true}}}\n");
        m_desk->file("graph", "graph: {name: both, entry: [a], exits: [b], nodes: {a: {tool: lint}, b: {tool: find, args: {words: '${a.message}'}, resource: tree}},"
                              " edges: [{from: a, to: b, when: {path: /passed, equals: true}}]}\n");
        m_desk->file("project", "project: {name: p, resources: [tree], skills: [all]}\n");
        m_desk->again();
        QVERIFY(!preview().changesSomething());
        const auto skills = m_desk->engine->skills().value();
        QCOMPARE(skills.size(), std::size_t(2));
        QCOMPARE(skills[0].skill.name, std::string("local/all"));
        QStringList members;
        for (const SkillMember& member : skills[0].members)
            members << q(member.tool + " " + member.origin() + (member.effective.humanApprovalRequired ? " asks" : ""));
        QCOMPARE(members, (QStringList{QStringLiteral("local/find local/base, server local/index asks"), QStringLiteral("local/lint own")}));
        const auto graphs = m_desk->engine->graphs().value();
        QVERIFY(graphs.size() == 1 && graphs[0].nodes.at("b").resource == "local/tree" && graphs[0].edges.at(0).when->path == "/passed");
        QCOMPARE(m_desk->engine->servers().value().at(0).command.size(), std::size_t(3));
        QVERIFY(tool("local/find").inputSchema.at("properties").contains("words"));
        for (const char* type : {"registry.server_registered", "registry.graph_registered"})
            QCOMPARE(events(type), 1);
        QCOMPARE(events("registry.skill_registered"), 2);
        QVERIFY(m_desk->engine->verifyAudit().value().intact);

        // Everything gone from the files goes from the registry, except what the project, which stays, uses.
        for (const char* file : {"server", "find", "base", "all", "graph", "project"})
            fs::remove(home() / ".countersign" / (std::string(file) + ".yml"));
        QVERIFY2(refused().contains(QLatin1String("local/p uses local/all, which the files no longer hold")), qPrintable(refused()));
        m_desk->file("project", "project: {name: p, resources: [tree]}\n");
        m_desk->again();
        QVERIFY(m_desk->engine->skills().value().empty() && m_desk->engine->graphs().value().empty() && m_desk->engine->servers().value().empty());
        QCOMPARE(tool("local/find").tool.name, std::string());
        QCOMPARE(events("registry.skill_removed"), 2);
        QVERIFY(!preview().changesSomething());
    }

    void theDefinitionFollowsTheServer()
    {
        server("words");
        m_desk->file("find", "validation: {name: find, mcp_server: index, mcp_tool_name: find}\n");
        m_desk->file("project", "project: {name: p, resources: [tree]}\n");
        m_desk->file("attach", "attachment: {validation: find, resource: tree}\n");
        m_desk->again();
        const RegisteredTool before = tool("local/find");
        QCOMPARE(std::get<domain::McpSource>(before.tool.source).serverName, std::string("local/index"));
        QCOMPARE(std::get<domain::McpSource>(before.tool.source).server.size(), std::size_t(3));
        const ValidateReport first = m_desk->report();
        QVERIFY2(first.outcome == domain::Outcome::Pass, first.results.at(0).errorMessage.c_str());
        QCOMPARE(first.results.at(0).message.value_or(""), std::string("words"));
        // From elsewhere, so that only the server is imported anew.
        const fs::path elsewhere = m_desk->root() / "elsewhere";
        fs::create_directories(elsewhere / ".countersign");
        server("terms");
        fs::rename(home() / ".countersign/server.yml", elsewhere / ".countersign/server.yml");
        QVERIFY(m_desk->engine->import(elsewhere, {}));
        const RegisteredTool after = tool("local/find");
        QVERIFY(after.definitionDigest != before.definitionDigest);
        QCOMPARE(after.registeredAt, before.registeredAt);
        QCOMPARE(m_desk->report().results.at(0).message.value_or(""), std::string("terms"));
        // The next import of the tool asks the server that stands now.
        QVERIFY(preview().changesSomething());
        m_desk->again();
        QVERIFY(tool("local/find").inputSchema.at("properties").contains("terms"));
    }

    void aUsedServerStays()
    {
        server("words");
        m_desk->again();
        const fs::path elsewhere = m_desk->root() / "elsewhere";
        fs::create_directories(elsewhere / ".countersign");
        std::ofstream(elsewhere / ".countersign/k.yml") << "skill: {name: served, mcp_servers: [index]}\n";
        QVERIFY(m_desk->engine->import(elsewhere, {}));
        fs::remove(home() / ".countersign/server.yml");
        QVERIFY2(refused().contains(QLatin1String("Skill local/served: local/index is not registered")), qPrintable(refused()));
        QCOMPARE(m_desk->engine->servers().value().size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(SkillsTest)
#include "skills_test.moc"
