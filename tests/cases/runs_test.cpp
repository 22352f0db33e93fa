// What a validation printed and how it ended, to what it means: kinds exit, result, bytes, secrets.
#include "tests/cases/run_case.h"

#include "engine/base/text.h"
#include "engine/report_json.h"
#include "engine/runner/direct_result.h"

#include <csignal>

using namespace cases;
using facade_test::Desk;

class RunsTest : public QObject
{
    Q_OBJECT

    Kind m_exit{"exit"};
    Kind m_result{"result"};
    Kind m_bytes{"bytes"};
    Kind m_secrets{"secrets"};

    void runRow(Kind& kind, const Desk& desk, const std::function<void(const Json&, const ValidateReport&)>& more = {})
    {
        QFETCH(int, row);
        const Json& wanted = kind.row(row);
        const ValidateReport report = runCase(desk, kind.name(), wanted);
        if (!QTest::currentTestFailed() && more)
            more(wanted, report);
        if (!QTest::currentTestFailed())
            kind.ran(wanted.at("id").get<std::string>());
    }
    /// The raw output is kept: what the store holds is what the script's twin among the outputs holds.
    static void outputIsKept(const Json& row, const ValidateReport& report, Engine& engine)
    {
        const std::string stem = fs::path(textOr(row, "file")).stem().string();
        const fs::path twin = folder("result") / "outputs" / (stem + ".out");
        if (stem.empty() || !fs::exists(twin))
            return;
        QCOMPARE(QByteArray::fromStdString(outputOf(engine, report.results[0].standardOutput)), QByteArray::fromStdString(bytesOf(twin)));
    }
    static runner::ProcessEnd endOf(const Json& entry)
    {
        runner::ProcessEnd out;
        out.how = entry.at("signal").is_null() ? runner::ProcessEnd::How::Exited : runner::ProcessEnd::How::Signalled;
        if (entry.at("signal").is_null())
            out.exitCode = entry.at("exit_code").get<int>();
        else
            out.signal = entry.at("signal").get<int>();
        out.out.head = bytesOf(folder("result") / "outputs" / entry.at("file").get<std::string>());
        out.out.total = out.out.head.size();
        return out;
    }
    static void noBytesOf(const fs::path& below, const std::string& canary)
    {
        for (const auto& entry : fs::recursive_directory_iterator(below))
            if (entry.is_regular_file() && !entry.path().string().starts_with((below / "home").string()))
                QVERIFY2(bytesOf(entry.path()).find(canary) == std::string::npos, entry.path().c_str());
    }

private Q_SLOTS:
    void exits_data() { m_exit.addRows(); }
    void exits()
    {
        const Desk desk;
        runRow(m_exit, desk, [&](const Json& row, const ValidateReport& report) {
            outputIsKept(row, report, *desk.engine);
            const auto halts = desk.engine->openHalts("p").value();
            QCOMPARE(halts.size(), std::size_t(report.outcome == domain::Outcome::Pass ? 0 : 1));
            QVERIFY(desk.engine->pendingDecisions("p").value().empty());
        });
    }

    void searchedIsWhatIsConfigured()
    {
        const Desk desk;
        prepare(desk, "exit", {{"file", "pass.sh"}}, "try-one");
        const fs::path config = desk.root() / "elsewhere.yml";
        std::ofstream(config) << "path: /nonexistent\n";
        RuntimeOptions options;
        options.helperDirectory = COUNTERSIGN_BINARY_DIR "/bin";
        options.configFile = config;
        options.stateDirectory = desk.root() / "state";
        const auto engine = Engine::open(Runtime::create(options).value(), desk.database(), OpenMode::Existing).value();
        ValidateRequest request;
        request.taskId = "t";
        RunObserver nobody;
        const ValidateReport report = engine->validate(request, nobody, {}).value();
        compare(*engine, report.results.at(0), {{"verdict", "error"}, {"code", "PROGRAM_MISSING"}, {"searched", "/nonexistent"},
                                                {"says", {"/nonexistent"}}, {"never", {"/usr/bin", "/root", qgetenv("PATH").toStdString()}}});
        QCOMPARE(facade_test::status(report), std::string("validator_error"));
        m_exit.ran("exit-24");
    }

    void results_data() { m_result.addRows(); }
    void results()
    {
        const Desk desk;
        runRow(m_result, desk, [&](const Json& row, const ValidateReport& report) {
            outputIsKept(row, report, *desk.engine);
            if (textOr(row, "file") == "huge-number.sh") // the raw output says 1.0; in data it is the number 1 (SPEC section 2)
                QVERIFY(outputOf(*desk.engine, report.results[0].standardOutput).find("\"one\":1.0") != std::string::npos);
            if (textOr(row, "file") != "extra-keys.sh")
                return;
            const Json shown = report::json(report).at("results").at(0);
            QVERIFY(!shown.contains("score") && !shown.contains("validator_id") && !shown.contains("error"));
        });
    }

    void outputs_data()
    {
        const Json entries = tableOf("result", "outputs/expected.json");
        QTest::addColumn<QByteArray>("entry");
        for (const Json& entry : entries)
            QTest::newRow(("result-38 " + entry.at("file").get<std::string>()).c_str()) << QByteArray::fromStdString(entry.dump());
        QCOMPARE(entries.size(), std::size_t(65));
    }
    void outputs()
    {
        QFETCH(QByteArray, entry);
        const Json row = base::parseJson(entry.toStdString()).value();
        const runner::DirectResult result = runner::parseDirectResult(endOf(row));
        QCOMPARE(std::string(domain::toText(result.verdict)), row.at("verdict").get<std::string>());
        QCOMPARE(result.passed, row.at("verdict") == "pass");
        m_result.ran("result-38");
    }

    void bytes_data() { m_bytes.addRows(); }
    void bytes()
    {
        const Desk desk;
        runRow(m_bytes, desk, [&](const Json& row, const ValidateReport& report) {
            outputIsKept(row, report, *desk.engine);
            const domain::ValidationResult& result = report.results[0];
            if (textOr(row, "file") == "non-utf8-stderr.sh")
                QCOMPARE(outputOf(*desk.engine, result.standardError), std::string("odd: \x85 \xFF\n"));
            const std::string shown = base::visible(result.message.value_or(""), false);
            QVERIFY(std::none_of(shown.begin(), shown.end(), [](char c) { return (c >= 0 && c < 0x20) || c == 0x7F; }));
        });
    }

    void secrets_data() { m_secrets.addRows(); }
    void secrets()
    {
        const Desk desk;
        runRow(m_secrets, desk, [&](const Json& row, const ValidateReport& report) {
            const std::string canary = row.at("canary").get<std::string>();
            const domain::ValidationResult& result = report.results[0];
            QVERIFY(base::write(report::json(report)).find(canary) == std::string::npos);
            QVERIFY(base::write(domain::toJson(result)).find(canary) == std::string::npos);
            const std::vector<domain::Halt> halts = desk.engine->openHalts("p").value();
            for (const domain::Halt& halt : halts)
                QVERIFY(base::write(report::listed(halt)).find(canary) == std::string::npos);
            const std::vector<domain::Event> events = desk.engine->auditEvents({}).value();
            for (const domain::Event& event : events)
                QVERIFY(base::write(event.payload).find(canary) == std::string::npos);
            noBytesOf(desk.root(), canary);
            // A digest that is shown can be checked from what is stored.
            QCOMPARE(result.evidenceDigest, authority::evidenceDigest(result, {}));
            for (const domain::StoredOutput& output : {result.standardOutput, result.standardError})
                if (!output.digest.empty())
                    QCOMPARE(output.digest, base::sha256Hex(outputOf(*desk.engine, output)));
        });
    }

    void cleanupTestCase()
    {
        QVERIFY(m_exit.complete(23)); // exit-21 is tests/engine/facade/plans_test.cpp, environmentErrors
        QVERIFY(m_result.complete(38));
        QVERIFY(m_bytes.complete(10));
        QVERIFY(m_secrets.complete(7));
    }
};

QTEST_GUILESS_MAIN(RunsTest)
#include "runs_test.moc"
