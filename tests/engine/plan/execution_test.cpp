// Source: SPEC sections 6.1–6.5. Real validators in real sandboxes.
#include "engine/plan/execution.h"

#include "engine/base/codes.h"
#include "engine/base/files.h"
#include "engine/plan/codes.h"
#include "engine/runner/codes.h"

#include <QElapsedTimer>
#include <QtTest>

#include <fstream>
#include <set>

using namespace countersign;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class ExecutionTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<runner::ProcessHost> m_host;
    std::optional<base::TemporaryDirectory> m_directory;
    std::optional<runner::Redactor> m_redactor;
    base::SystemClock m_clock;

    plan::PlannedValidation planned(const std::string& name, const std::string& script) const
    {
        domain::Tool tool;
        tool.name = "local/" + name;
        tool.source = domain::CommandSource{{"sh", "-c", script}};
        tool.validation.emplace();
        plan::PlannedValidation out;
        out.attachment.attachment.id.value = name;
        out.attachment.attachment.validation = tool.name;
        out.attachment.attachment.resource = "local/tree";
        out.resource = {"local/tree", domain::ResourceKind::Directory, (m_directory->path() / "tree").string(), {}};
        out.chain = {tool};
        out.timeout = 60s;
        out.definitionDigest = "definition";
        return out;
    }
    std::vector<domain::ValidationResult> run(std::vector<plan::PlannedValidation> validations, int parallel,
                                              std::function<void(plan::Execution&)> meanwhile = {}) const
    {
        plan::ExecutionSettings settings;
        settings.searchPath = "/usr/local/bin:/usr/bin:/bin";
        settings.parallel = parallel;
        const store::Outputs outputs(m_directory->path() / "outputs");
        plan::Execution execution(std::move(validations), settings, *m_host, *m_redactor, outputs, m_clock);
        if (meanwhile)
            meanwhile(execution);
        std::vector<domain::ValidationResult> out;
        while (!execution.done())
            if (auto result = execution.next(100ms))
                out.push_back(std::move(*result));
        return out;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_host = std::move(*runner::ProcessHost::create(runner::HostOptions::inFolder(COUNTERSIGN_BINARY_DIR "/bin")));
        m_redactor.emplace(runner::Redactor::create({"hunter[0-9]+"}).value());
    }
    void init()
    {
        m_directory.emplace(base::TemporaryDirectory::create("execution-test").value());
        fs::create_directories(m_directory->path() / "tree");
        fs::create_directories(m_directory->path() / "outputs");
    }

    /// Both runs share the places of one process: the late, small one is done while the early, large one has most before it.
    void aSmallRunIsNotHeldUpByALargeOne()
    {
        const store::Outputs outputs(m_directory->path() / "outputs");
        const auto executionOf = [&](const std::string& plan, int count) {
            std::vector<plan::PlannedValidation> validations;
            for (int i = 0; i < count; ++i)
                validations.push_back(planned(plan + std::to_string(i), "sleep 0.05; echo '{\"passed\": true}'"));
            plan::ExecutionSettings settings;
            settings.run.plan.value = plan;
            settings.searchPath = "/usr/local/bin:/usr/bin:/bin";
            settings.parallel = 2;
            return std::make_unique<plan::Execution>(std::move(validations), settings, *m_host, *m_redactor, outputs, m_clock);
        };
        const auto many = executionOf("many", 200);
        int ofMany = 0;
        while (ofMany < 4)
            ofMany += many->next(100ms) ? 1 : 0;
        const auto few = executionOf("few", 2);
        while (!few->done()) {
            if (const auto result = few->next(100ms))
                QVERIFY2(result->passed, result->errorMessage.c_str());
        }
        while (many->next(0ms))
            ++ofMany;
        QVERIFY2(ofMany < 60, std::to_string(ofMany).c_str());
        many->cancel();
    }

    void verdicts_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("verdict");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("pass") << QByteArray("echo '{\"passed\": true}'") << QByteArray("pass") << QByteArray();
        QTest::newRow("fail") << QByteArray("echo '{\"passed\": false, \"message\": \"no\"}'; exit 1") << QByteArray("fail") << QByteArray();
        QTest::newRow("nothing") << QByteArray("true") << QByteArray("error") << QByteArray("RESULT_EMPTY");
        QTest::newRow("passed but failed") << QByteArray("echo '{\"passed\": true}'; exit 1") << QByteArray("error") << QByteArray("EXIT_CONTRADICTION");
    }
    void verdicts()
    {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, verdict);
        QFETCH(QByteArray, code);
        const auto results = run({planned("v", script.toStdString())}, 1);
        QCOMPARE(results.size(), std::size_t(1));
        QCOMPARE(std::string(domain::toText(results[0].verdict)), verdict.toStdString());
        QCOMPARE(results[0].errorCode, code.toStdString());
        QCOMPARE(results[0].passed, verdict == "pass");
        QCOMPARE(results[0].evidenceDigest.size(), std::size_t(64));
    }

    void everyPlannedOneGivesOneResult()
    {
        std::vector<plan::PlannedValidation> many;
        for (int i = 0; i < 12; ++i)
            many.push_back(planned("v" + std::to_string(i), "echo '{\"passed\": true}'"));
        many[5].broken = base::Error(plan::codes::SourceNotSupported, "can't");
        const auto results = run(many, 4);
        std::set<std::string> seen;
        for (const auto& result : results)
            seen.insert(result.attachment.value);
        QCOMPARE(results.size(), std::size_t(12));
        QCOMPARE(seen.size(), std::size_t(12));
        for (const auto& result : results)
            QCOMPARE(result.verdict, result.attachment.value == "v5" ? domain::Verdict::Error : domain::Verdict::Pass);
    }

    void noMoreThanAllowedAtATime()
    {
        // Each says when it began and ended by a clock that all of them share.
        const std::string script = "a=$(date +%s%N); sleep 0.4; b=$(date +%s%N); echo \"{\\\"passed\\\": true, \\\"data\\\": {\\\"a\\\": \\\"$a\\\", \\\"b\\\": \\\"$b\\\"}}\"";
        std::vector<plan::PlannedValidation> many;
        for (int i = 0; i < 6; ++i)
            many.push_back(planned("v" + std::to_string(i), script));
        for (const int parallel : {1, 2, 6}) {
            std::vector<std::pair<long long, int>> edges;
            for (const auto& result : run(many, parallel)) {
                QVERIFY2(result.verdict == domain::Verdict::Pass, result.errorMessage.c_str());
                edges.emplace_back(std::stoll(result.data->at("a").get<std::string>()), 1);
                edges.emplace_back(std::stoll(result.data->at("b").get<std::string>()), -1);
            }
            std::sort(edges.begin(), edges.end());
            int now = 0;
            int most = 0;
            for (const auto& [at, change] : edges)
                most = std::max(most, now += change);
            QVERIFY2(most <= parallel, std::to_string(most).c_str());
            if (parallel > 1)
                QVERIFY(most > 1);
        }
    }

    void cancelEndsWhatRunsAndWhatWaits()
    {
        std::vector<plan::PlannedValidation> many;
        for (int i = 0; i < 5; ++i)
            many.push_back(planned("v" + std::to_string(i), "sleep 30; echo '{\"passed\": true}'"));
        QElapsedTimer timer;
        timer.start();
        const auto results = run(many, 2, [](plan::Execution& execution) {
            std::this_thread::sleep_for(300ms);
            execution.cancel();
        });
        QVERIFY(timer.elapsed() < 10'000);
        QCOMPARE(results.size(), std::size_t(5));
        for (const auto& result : results) {
            QCOMPARE(result.verdict, domain::Verdict::Error);
            QCOMPARE(result.errorCode, std::string(base::codes::Cancelled.code));
        }
    }

    void nothingSecretIsKept()
    {
        const auto results = run({planned("v", "echo hunter22 >&2; (exec -a hunter33 sleep 5) & echo '{\"passed\": false, \"message\": \"is hunter22\","
                                               " \"data\": {\"found\": [\"hunter22\"]}}'")},
                                 1);
        const domain::Json all = domain::toJson(results.at(0));
        QVERIFY2(base::write(all).find("hunter") == std::string::npos, base::write(all).c_str());
        const store::Outputs outputs(m_directory->path() / "outputs");
        for (const std::string& digest : {results[0].standardOutput.digest, results[0].standardError.digest}) {
            const std::string text = outputs.get(digest).value();
            QVERIFY(text.find("[redacted") != std::string::npos);
            QVERIFY(text.find("hunter") == std::string::npos);
        }
    }

    void processesLeftBehindAreNamedWithoutSecrets()
    {
        const auto results = run({planned("v", "sh -c 'sleep 7; : hunter44' & echo '{\"passed\": true}'")}, 1);
        QVERIFY(!results.at(0).notices.empty());
        for (const std::string& notice : results[0].notices)
            QVERIFY2(notice.find("hunter") == std::string::npos, notice.c_str());
    }

    void aVerdictWhoseOutputIsLostIsNone()
    {
        fs::remove_all(m_directory->path() / "outputs");
        std::ofstream(m_directory->path() / "outputs") << "a file where the directory should be";
        const auto results = run({planned("v", "echo '{\"passed\": true}'")}, 1);
        QCOMPARE(results.at(0).verdict, domain::Verdict::Error);
        QVERIFY(!results[0].passed);
        QVERIFY(!results[0].errorCode.empty());
    }

    void aMissingProgramSaysWhereItWasLookedFor()
    {
        auto missing = planned("v", "");
        missing.chain[0].source = domain::CommandSource{{"no-such-program-here"}};
        const auto results = run({missing}, 1);
        QCOMPARE(results.at(0).errorCode, std::string(runner::codes::ProgramMissing.code));
        QVERIFY(results[0].hint.find("no-such-program-here") != std::string::npos);
        QVERIFY(!results[0].searchedPath.empty());
    }
};

QTEST_GUILESS_MAIN(ExecutionTest)
#include "execution_test.moc"
