// Tools and validations called by hand: what is checked before, what comes back, and that nothing of it is kept.
#include "support.h"

#include <thread>

using namespace facade_test;

class CallsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<Desk> m_desk;

    base::Result<ToolCallReport> call(const std::string& tool, const std::string& resource = "tree", const std::string& args = "{}", std::stop_token stop = {})
    {
        return m_desk->engine->callTool({tool, resource, base::parseJson(args).value()}, std::move(stop));
    }
    ToolCallReport called(const std::string& tool, const std::string& resource = "tree", const std::string& args = "{}")
    {
        auto out = call(tool, resource, args);
        if (!out)
            qFatal("%s", out.error().text().c_str());
        return std::move(*out);
    }
    static QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

private Q_SLOTS:
    void init()
    {
        m_desk = std::make_unique<Desk>();
        m_desk->file("t-say", "tool:\n  name: say\n  command: [sh, -c, 'cat; echo oops >&2; exit 3']\n"
                              "  input_schema: {type: object, properties: {n: {type: integer, default: 5}}, additionalProperties: false}\n");
        m_desk->file("t-json", "tool: {name: object, command: [sh, -c, 'echo \"{\\\"n\\\": 2}\"']}\n");
        m_desk->file("t-slow", "tool: {name: slow, command: [sleep, '60']}\n");
        m_desk->file("t-gone", "tool: {name: gone, command: [no-such-program-here], install_hint: ask Ada}\n");
        m_desk->file("t-writes", "tool: {name: writes, command: ['true'], writes: true}\n");
        m_desk->file("t-leak", "tool: {name: leak, command: [sh, -c, 'echo key-SECRET1; pwd']}\n");
        m_desk->file("v-wrapped", "validation: {name: judged, wraps: say, transform: 'o => ({passed: o.exit_code === 3, message: o.stderr.trim(), data: {n: o.json.n}})'}\n");
        m_desk->import("  policy: unanimous\n  redact: ['SECRET[0-9]']\n");
    }

    void aToolTellsHowItEnded()
    {
        const ToolCallReport report = called("say");
        QVERIFY(!report.validation);
        QCOMPARE(q(report.tool), QStringLiteral("local/say"));
        QCOMPARE(report.result.verdict, domain::Verdict::Fail);
        QCOMPARE(report.result.exitStatus.value_or(-1), 3);
        QCOMPARE(q(report.standardOutput), QStringLiteral("{\"n\":5}"));
        QCOMPARE(q(report.standardError), QStringLiteral("oops\n"));
        QVERIFY(report.returned);
        QCOMPARE(q(base::canonical(report.returned->at("json"))), QStringLiteral("{\"n\":5}"));
        QCOMPARE(called("object").result.verdict, domain::Verdict::Pass);
    }

    void aValidationGivesItsVerdict()
    {
        const ToolCallReport report = called("req");
        QVERIFY(report.validation && report.result.passed);
        QCOMPARE(q(base::canonical(*report.returned)), QStringLiteral("{\"message\":\"as it is\",\"passed\":true}"));
        const ToolCallReport judged = called("judged", "tree", "{\"n\": 7}");
        QCOMPARE(q(base::canonical(*judged.returned)), QStringLiteral("{\"data\":{\"n\":7},\"message\":\"oops\",\"passed\":true}"));
        QCOMPARE(q(judged.standardError), QStringLiteral("oops\n"));
    }

    void whatIsRefused_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QString>("resource");
        QTest::addColumn<QString>("args");
        QTest::addColumn<QString>("code");
        QTest::newRow("unknown") << "none" << "tree" << "{}" << "TOOL_NOT_REGISTERED";
        QTest::newRow("no name") << "No Name" << "tree" << "{}" << "NAME_INVALID";
        QTest::newRow("no such resource") << "say" << "wood" << "{}" << "RESOURCE_NOT_FOUND";
        QTest::newRow("wrong arguments") << "say" << "tree" << "{\"n\": \"5\"}" << "INVALID_ARGS";
        QTest::newRow("wrong arguments of a wrapper") << "judged" << "tree" << "{\"m\": 1}" << "INVALID_ARGS";
        QTest::newRow("it writes") << "writes" << "tree" << "{}" << "TOOL_WRITES";
    }
    void whatIsRefused()
    {
        QFETCH(QString, tool);
        QFETCH(QString, resource);
        QFETCH(QString, args);
        QFETCH(QString, code);
        const auto out = call(tool.toStdString(), resource.toStdString(), args.toStdString());
        QVERIFY(!out);
        QCOMPARE(q(out.error().code()), code);
    }

    void aProgramThatIsNotThereIsAnError()
    {
        const ToolCallReport report = called("gone");
        QCOMPARE(q(report.result.errorCode), QStringLiteral("PROGRAM_MISSING"));
        QVERIFY(q(report.result.hint).contains(QLatin1String("ask Ada")));
        QVERIFY(!report.returned);
    }

    void secretsAreRedactedAndTheResourceIsShownOnlyWhenNamed()
    {
        const ToolCallReport report = called("leak");
        QVERIFY2(!q(report.standardOutput).contains(QLatin1String("SECRET1")), report.standardOutput.c_str());
        QVERIFY(!base::canonical(*report.returned).empty() && base::canonical(*report.returned).find("SECRET1") == std::string::npos);
        QVERIFY(q(report.standardOutput).contains(q(m_desk->work().string())));
        const ToolCallReport nowhere = called("leak", "");
        QVERIFY(q(nowhere.standardOutput).endsWith(QLatin1String("\n/tmp\n")));
    }

    void itCanBeCancelled()
    {
        std::stop_source stop;
        std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            stop.request_stop();
        });
        const auto out = call("slow", "tree", "{}", stop.get_token());
        QVERIFY(out);
        QCOMPARE(q(out->result.errorCode), QStringLiteral("CANCELLED"));
    }

    void aPinnedFileThatChangedStopsIt()
    {
        m_desk->write("say.sh", "exit 0");
        m_desk->file("t-pinned", "tool: {name: pinned, command: [sh, say.sh], pinned: [say.sh]}\n");
        m_desk->again();
        QCOMPARE(called("pinned").result.verdict, domain::Verdict::Pass);
        m_desk->write("say.sh", "exit 0 # changed");
        QCOMPARE(q(called("pinned").result.errorCode), QStringLiteral("DEFINITION_CHANGED"));
    }

    void nothingIsKept()
    {
        const auto before = m_desk->engine->status().value().events;
        const fs::path outputs = m_desk->root() / "s.d";
        const auto files = [&] { return std::distance(fs::recursive_directory_iterator(outputs), fs::recursive_directory_iterator()); };
        const auto stored = files();
        (void)called("req");
        (void)called("say");
        QCOMPARE(m_desk->engine->status().value().events, before);
        QCOMPARE(files(), stored);
        QVERIFY(m_desk->engine->history({}).value().rows.empty());
    }
};

QTEST_GUILESS_MAIN(CallsTest)
#include "calls_test.moc"
