// Source: SPEC sections 3, 6.2, 6.4. A real server in a real sandbox, with every fault it can have.
#include "engine/mcpclient/client.h"

#include "engine/base/codes.h"
#include "engine/registry/registry.h"
#include "engine/runner/codes.h"

#include <QElapsedTimer>
#include <QtTest>

#include <thread>

using namespace countersign;
using namespace std::chrono_literals;
using base::Json;

class ClientTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<runner::ProcessHost> m_host;
    const std::string m_server = COUNTERSIGN_BINARY_DIR "/tests/bin/countersign-test-mcp-server";

    runner::CommandSpec command(const std::vector<std::string>& flags = {}) const
    {
        runner::CommandSpec out;
        out.argv = {m_server};
        out.argv.insert(out.argv.end(), flags.begin(), flags.end());
        out.sandbox.readPaths = {m_server};
        out.timeout = 60s;
        return out;
    }
    mcpclient::Called call(const std::string& tool, const Json& args = Json::object(), const std::vector<std::string>& flags = {}) const
    {
        return mcpclient::callTool(*m_host, command(flags), tool, args);
    }
    static std::string codeOf(const mcpclient::Called& called) { return called.failure ? std::string(called.failure->code()) : called.end.out.head; }

private Q_SLOTS:
    void initTestCase() { m_host = std::move(*runner::ProcessHost::create(runner::HostOptions::inFolder(COUNTERSIGN_BINARY_DIR "/bin"))); }

    void answers_data()
    {
        QTest::addColumn<QByteArray>("tool");
        QTest::addColumn<QByteArray>("args");
        QTest::addColumn<QByteArray>("flag");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* tool, const char* args, const char* flag, const char* expected) {
            QTest::newRow(name) << QByteArray(tool) << QByteArray(args) << QByteArray(flag) << QByteArray(expected);
        };
        row("structured", "verdict", R"({"passed": true})", "", R"({"passed":true})");
        row("older", "verdict", R"({"passed": true})", "--old", R"({"passed":true})");
        row("fallback", "verdict", R"({"passed": true})", "--refuse-new", R"({"passed":true})");
        row("text", "text", R"({"text": "all is well"})", "", "all is well");
        row("asks back", "ask", "{}", "", R"({"passed":true})");
        row("forged answers", "forged", "{}", "", R"({"message":"the real one","passed":false})");
        row("some garbage", "garbage", "{}", "", R"({"passed":true})");
        row("too much garbage", "rubbish", "{}", "", "MCP_PROTOCOL");
        row("flood", "flood", "{}", "", "MCP_SERVER_FLOOD");
        row("too many messages", "chatty", "{}", "", "MCP_SERVER_FLOOD");
        row("no such tool", "none", "{}", "", "MCP_REFUSED");
        row("no tools", "verdict", "{}", "--no-tools", "MCP_TOOL_UNKNOWN");
        row("unknown revision", "verdict", "{}", "--alien", "MCP_VERSION_UNSUPPORTED");
        row("death", "die", "{}", "", "MCP_SERVER_GONE");
        row("array", "array", "{}", "", "MCP_PROTOCOL");
        row("no object", "shapeless", "{}", "", "MCP_PROTOCOL");
        row("result and error", "both", "{}", "", "MCP_PROTOCOL");
        row("the sandbox hides the store's place", "look", R"({"path": "/etc/shadow"})", "", R"({"passed":false})");
        row("and shows programs", "look", R"({"path": "/usr/bin/env"})", "", R"({"passed":true})");
    }
    void answers()
    {
        QFETCH(QByteArray, tool);
        QFETCH(QByteArray, args);
        QFETCH(QByteArray, flag);
        QFETCH(QByteArray, expected);
        const auto called = call(tool.toStdString(), base::parseJson(args.toStdString()).value(), flag.isEmpty() ? std::vector<std::string>{} : std::vector{flag.toStdString()});
        QCOMPARE(QByteArray::fromStdString(codeOf(called)), expected);
    }

    void whatIsNoVerdictIsSaid()
    {
        QVERIFY(call("text", {{"text", "{}"}}).noVerdict.empty());
        QVERIFY(!call("two").noVerdict.empty());
        QVERIFY(!call("nothing").noVerdict.empty());
        const auto failed = call("failed");
        QVERIFY(failed.isError && failed.end.exitCode == 1);
        QCOMPARE(call("garbage").notices.size(), std::size_t(1));
    }

    void aDeadServerSaysHow()
    {
        const auto called = call("die");
        QVERIFY2(called.failure->message().find("exit status 3") != std::string::npos && called.failure->message().find("no more memory") != std::string::npos,
                 called.failure->message().c_str());
        auto missing = command();
        missing.argv = {"no-such-server"};
        QCOMPARE(codeOf(mcpclient::callTool(*m_host, missing, "verdict", Json::object())), std::string(runner::codes::ProgramMissing.code));
    }

    void deadlines_data()
    {
        QTest::addColumn<QByteArray>("tool");
        QTest::addColumn<QByteArray>("flag");
        QTest::newRow("never opens") << QByteArray("verdict") << QByteArray("--mute");
        QTest::newRow("never answers") << QByteArray("slow") << QByteArray("--stubborn");
    }
    void deadlines()
    {
        QFETCH(QByteArray, tool);
        QFETCH(QByteArray, flag);
        QElapsedTimer timer;
        timer.start();
        auto brief = command({flag.toStdString()});
        brief.timeout = 1s;
        QCOMPARE(codeOf(mcpclient::callTool(*m_host, brief, tool.toStdString(), Json::object())), std::string("MCP_SERVER_SILENT"));
        QVERIFY2(timer.elapsed() < 20'000, QByteArray::number(timer.elapsed()).constData());
    }

    void aCancelEndsTheServer()
    {
        QElapsedTimer timer;
        timer.start();
        std::stop_source stop;
        const std::jthread later([&stop] {
            std::this_thread::sleep_for(500ms);
            stop.request_stop();
        });
        QCOMPARE(codeOf(mcpclient::callTool(*m_host, command(), "slow", Json::object(), stop.get_token())), std::string(base::codes::Cancelled.code));
        QVERIFY2(timer.elapsed() < 20'000, QByteArray::number(timer.elapsed()).constData());
    }

    void anAnswerCountsThoughTheServerWontEnd()
    {
        QCOMPARE(codeOf(call("verdict", {{"passed", true}}, {"--stubborn"})), std::string(R"({"passed":true})"));
    }

    void toolsAreListedOverPages()
    {
        const auto tools = mcpclient::listTools(*m_host, command());
        QVERIFY2(tools, tools ? "" : tools.error().text().c_str());
        QCOMPARE(tools->size(), std::size_t(2));
        QCOMPARE(tools->at(1).name, std::string("odd"));
        QCOMPARE(std::string(mcpclient::listTools(*m_host, command({"--endless"})).error().code()), std::string("MCP_SERVER_FLOOD"));
    }

    void registrationsTakeTheSchemaFromTheServer()
    {
        const auto parse = [this](const std::string& tool, const std::string& more) {
            registry::ImportSet set;
            set.workspace = "/ws";
            set.files = {{"t.yml", "name: local/asked\nmcp_server: [" + m_server + "]\nmcp_tool_name: " + tool + "\nread_paths: [" + m_server + "]\n" + more}};
            registry::Checks checks;
            checks.mcpSchema = mcpclient::schemaAsker(*m_host, "/usr/bin:/bin");
            return registry::parse(set, {}, checks);
        };
        const auto taken = parse("verdict", "mode: required\n");
        QVERIFY2(taken, taken ? "" : taken.error().at(0).text().c_str());
        QCOMPARE(base::canonical(taken->tools.at(0).inputSchema), std::string(R"({"properties":{"passed":{"type":"boolean"}},"required":["passed"],"type":"object"})"));
        const auto odd = parse("odd", "");
        QVERIFY(!odd);
        for (const base::Error& problem : odd.error()) {
            QCOMPARE(std::string(problem.code()), std::string("MCP_SCHEMA_REFUSED"));
            QCOMPARE(problem.place()->line, 3);
            QVERIFY(problem.advice().find("arguments: server") != std::string::npos);
        }
        const auto served = parse("odd", "arguments: server\n");
        QVERIFY2(served, served ? "" : served.error().at(0).text().c_str());
        QCOMPARE(std::string(served->warnings.at(0).code()), std::string("SERVER_CHECKS_ARGUMENTS"));
        const auto unknown = parse("verdicts", "arguments: server\n");
        QCOMPARE(std::string(unknown.error().at(0).code()), std::string("MCP_TOOL_UNKNOWN"));
        QVERIFY(unknown.error().at(0).advice().find("verdict, odd") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(ClientTest)
#include "client_test.moc"
