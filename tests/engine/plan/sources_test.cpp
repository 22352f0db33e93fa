// Source: SPEC sections 3, 6.2–6.4. Validations whose root is no plain command, really run.
#include "tests/engine/plan/support.h"

#include <QProcess>
#include <QtTest>

using namespace countersign;
using namespace std::chrono_literals;
using domain::Json;
using plan::test::outcome;
namespace fs = std::filesystem;

class SourcesTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<plan::test::Workbench> m_bench;

    plan::PlannedValidation ours(const std::string& name, Json args = Json::object(), const std::string& transform = {}) const
    {
        return m_bench->planned("check", domain::BuiltinSource{name}, std::move(args), transform);
    }
    plan::PlannedValidation mcp(const std::string& tool, Json args = Json::object(), const std::string& transform = {}) const
    {
        const std::string server = COUNTERSIGN_BINARY_DIR "/tests/bin/countersign-test-mcp-server";
        auto out = m_bench->planned("asked", domain::McpSource{{server}, {}, tool}, std::move(args), transform);
        out.chain.back().readPaths = {server};
        return out;
    }
    void git(const QStringList& arguments) const
    {
        QProcess process;
        process.setWorkingDirectory(QString::fromStdString(m_bench->tree().string()));
        process.start(QStringLiteral("git"), QStringList{QStringLiteral("-c"), QStringLiteral("user.name=t"), QStringLiteral("-c"), QStringLiteral("user.email=t@localhost")} + arguments);
        QVERIFY(process.waitForFinished());
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    }

private Q_SLOTS:
    void init() { m_bench = std::make_unique<plan::test::Workbench>(); }

    void builtinVerdictsAreStoredLikeThoseOfPrograms()
    {
        m_bench->put("README.md", "hunter42 was here\n");
        const auto pass = m_bench->runOne(ours("builtin/file-exists", {{"path", "README.md"}}));
        QCOMPARE(outcome(pass), std::string("pass"));
        QVERIFY(!pass.exitStatus && pass.evidenceDigest.size() == 64);
        QVERIFY(m_bench->output(pass.standardOutput.digest).find("README.md is there.") != std::string::npos);
        const auto fail = m_bench->runOne(ours("builtin/forbidden-text", {{"pattern", "was here"}}));
        QCOMPARE(outcome(fail), std::string("fail"));
        QCOMPARE(fail.data->at("lines").get<int>(), 1);
        QCOMPARE(outcome(m_bench->runOne(ours("builtin/file-exists", {{"path", "../x"}}))), std::string("BUILTIN_PATH_OUTSIDE"));
        QCOMPARE(outcome(m_bench->runOne(ours("builtin/file-exists"))), std::string("INVALID_ARGS"));
        QCOMPARE(outcome(m_bench->runOne(ours("builtin/of-tomorrow"))), std::string("SOURCE_NOT_SUPPORTED"));
    }

    void aTransformSeesTheVerdictOfABuiltin()
    {
        const std::string turned = "output => ({passed: !output.json.passed && output.exit_code === 1, message: output.json.message})";
        const auto result = m_bench->runOne(ours("builtin/file-exists", {{"path", "README.md"}}, turned));
        QCOMPARE(outcome(result), std::string("pass"));
        QCOMPARE(*result.message, std::string("README.md is not there."));
        QCOMPARE(outcome(m_bench->runOne(ours("builtin/file-exists", {{"path", "/x"}}, turned))), std::string("BUILTIN_PATH_OUTSIDE"));
    }

    void gitClean()
    {
        const auto look = [this] {
            auto planned = ours("builtin/git-clean");
            planned.resource.kind = domain::ResourceKind::Git;
            return m_bench->runOne(std::move(planned));
        };
        QCOMPARE(outcome(look()), std::string("BUILTIN_GIT_FAILED"));
        git({QStringLiteral("init"), QStringLiteral("-q")});
        m_bench->put("a.txt", "one\n");
        QCOMPARE(outcome(look()), std::string("fail"));
        git({QStringLiteral("add"), QStringLiteral(".")});
        git({QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"), QStringLiteral("first")});
        const auto clean = look();
        QVERIFY2(outcome(clean) == "pass", clean.errorMessage.c_str());
        QVERIFY(!clean.exitStatus);
        // A mark in the index hides nothing, nor does a program that the repository's configuration names run.
        git({QStringLiteral("update-index"), QStringLiteral("--assume-unchanged"), QStringLiteral("a.txt")});
        git({QStringLiteral("config"), QStringLiteral("core.fsmonitor"), QStringLiteral("true")});
        m_bench->put("a.txt", "two\n");
        m_bench->put("new name.txt", "");
        const auto dirty = look();
        QCOMPARE(outcome(dirty), std::string("fail"));
        QCOMPARE(base::canonical(*dirty.data), std::string(R"({"changed":[{"path":"a.txt","status":" M"},{"path":"new name.txt","status":"??"}],"total":2})"));
    }

    void aCancelledCheckIsCancelled()
    {
        for (int i = 0; i < 400; ++i)
            m_bench->put("many/" + std::to_string(i), std::string(256 * 1024, 'x'));
        const auto results = m_bench->run({ours("builtin/forbidden-text", {{"pattern", "x+y"}})}, 1, [](plan::Execution& execution) { execution.cancel(); });
        QCOMPARE(outcome(results.at(0)), std::string("CANCELLED"));
        auto late = ours("builtin/forbidden-text", {{"pattern", "x+y"}});
        late.timeout = 0s;
        QCOMPARE(outcome(m_bench->runOne(std::move(late))), std::string("TIMED_OUT"));
    }

    void verdictsOfMcpTools_data()
    {
        QTest::addColumn<QByteArray>("tool");
        QTest::addColumn<QByteArray>("args");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* tool, const char* args, const char* expected) {
            QTest::newRow(name) << QByteArray(tool) << QByteArray(args) << QByteArray(expected);
        };
        row("pass", "verdict", R"({"passed": true, "data": {"n": 1}})", "pass");
        row("fail", "verdict", R"({"passed": false})", "fail");
        row("in text", "text", "{\"text\": \"{\\\"passed\\\": true}\"}", "pass");
        row("no JSON", "text", R"({"text": "fine"})", "RESULT_NOT_JSON");
        row("text around", "text", "{\"text\": \"ok {\\\"passed\\\": true}\"}", "RESULT_TEXT_AROUND");
        row("passed missing", "verdict", R"({"message": "x"})", "RESULT_PASSED_MISSING");
        row("wrong type", "verdict", R"({"passed": "yes"})", "RESULT_WRONG_TYPE");
        row("two texts", "two", "{}", "MCP_NO_VERDICT");
        row("nothing", "nothing", "{}", "MCP_NO_VERDICT");
        row("says it failed", "failed", "{}", "MCP_TOOL_FAILED");
        row("died", "die", "{}", "MCP_SERVER_GONE");
        row("unknown tool", "none", "{}", "MCP_REFUSED");
    }
    void verdictsOfMcpTools()
    {
        QFETCH(QByteArray, tool);
        QFETCH(QByteArray, args);
        QFETCH(QByteArray, expected);
        const auto result = m_bench->runOne(mcp(tool.toStdString(), base::parseJson(args.toStdString()).value()));
        QCOMPARE(QByteArray::fromStdString(outcome(result)), expected);
    }

    void aTransformSeesWhatAnMcpToolSays()
    {
        const std::string transform = "output => ({passed: output.exit_code === 0, message: output.stdout})";
        const auto good = m_bench->runOne(mcp("text", {{"text", "hunter9 is fine"}}, transform));
        QCOMPARE(outcome(good), std::string("pass"));
        QVERIFY(good.message->find("is fine") != std::string::npos && good.message->find("hunter9") == std::string::npos);
        QCOMPARE(outcome(m_bench->runOne(mcp("failed", Json::object(), transform))), std::string("fail"));
        QCOMPARE(outcome(m_bench->runOne(mcp("die", Json::object(), transform))), std::string("MCP_SERVER_GONE"));
    }

    void nothingSecretOfAnMcpServerIsKept()
    {
        for (const char* tool : {"die", "garbage"}) {
            const auto result = m_bench->runOne(mcp(tool));
            QVERIFY(base::write(domain::toJson(result)).find("hunter") == std::string::npos);
            QVERIFY(m_bench->output(result.standardError.digest).find("hunter") == std::string::npos);
        }
    }

    void aMissingMcpServerHasAHint()
    {
        auto missing = mcp("verdict");
        missing.chain.back().source = domain::McpSource{{"no-such-server-here"}, {}, "verdict"};
        const auto result = m_bench->runOne(std::move(missing));
        QCOMPARE(outcome(result), std::string("PROGRAM_MISSING"));
        QVERIFY(result.hint.find("no-such-server-here") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(SourcesTest)
#include "sources_test.moc"
