// Time, size, and what is left running: kinds limits, procs.
#include "tests/cases/run_case.h"

#include "engine/base/codes.h"

#include <sys/resource.h>
#include <unistd.h>

#include <thread>

using namespace cases;
using namespace std::chrono_literals;
using facade_test::Desk;

class EndsTest : public QObject
{
    Q_OBJECT

    Kind m_limits{"limits"};
    Kind m_procs{"procs"};

    static long peakMiB()
    {
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        return usage.ru_maxrss / 1024;
    }
    static void sizes(const std::string& file, const Desk& desk, const domain::ValidationResult& result)
    {
        const domain::StoredOutput& err = result.standardError;
        if (file == "stderr-10mb.sh") {
            QVERIFY(err.totalBytes >= 10'000'000);
            QCOMPARE(err.cut, err.storedBytes < err.totalBytes);
        } else if (file == "line-5mb.sh") {
            QCOMPARE(err.totalBytes, std::int64_t(5 * 1048576 + 1));
            QCOMPARE(outputOf(*desk.engine, err), std::string(5U * 1048576U, 'e') + "\n");
        } else if (file == "message-5mb.sh") {
            QCOMPARE(result.message.value_or("").size(), std::size_t(5 * 1048576));
            QVERIFY(*result.message == std::string(5U * 1048576U, 'm'));
            QCOMPARE(result.evidenceDigest, authority::evidenceDigest(result, {}));
        } else if (file == "stdout-endless.sh") {
            QVERIFY2(result.errorCode == "OUTPUT_LIMIT" || result.errorCode == "TIMED_OUT", result.errorCode.c_str());
            QVERIFY(result.standardOutput.cut && result.standardOutput.storedBytes <= 17'000'000);
            QVERIFY(outputOf(*desk.engine, result.standardOutput).find("bytes left out") != std::string::npos);
        }
    }
    /// Cancels a run one second after its validation is there.
    static base::Result<ValidateReport> cancelled(const Desk& desk, const Json& row, QStringList& seen)
    {
        std::stop_source stop;
        std::jthread after([&] {
            (void)QTest::qWaitFor([&] { return alive(desk).size() > 1; }, 20'000);
            std::this_thread::sleep_for(1s);
            seen = alive(desk);
            stop.request_stop();
        });
        prepare(desk, "procs", row, "try-one");
        return desk.validate({}, stop.get_token());
    }

private Q_SLOTS:
    void limits_data() { m_limits.addRows(); }
    void limits()
    {
        QFETCH(int, row);
        const Json& wanted = m_limits.row(row);
        const Desk desk;
        const long before = peakMiB();
        const ValidateReport report = runCase(desk, "limits", wanted);
        if (QTest::currentTestFailed())
            return;
        sizes(textOr(wanted, "file"), desk, report.results[0]);
        if (textOr(wanted, "file") == "stdout-endless.sh")
            QVERIFY2(peakMiB() - before < 256, std::to_string(peakMiB() - before).c_str());
        if (!QTest::currentTestFailed())
            m_limits.ran(wanted.at("id").get<std::string>());
    }

    void standardInputEnds()
    {
        const Desk desk;
        prepare(desk, "limits", {{"file", "reads-stdin.sh"}}, "try-one");
        // A busy machine may be slow once, not three times.
        QVERIFY(QTest::qWaitFor([&, tries = 0]() mutable { return desk.report().results.at(0).durationMs <= 1000 || ++tries == 3; }, 30'000));
        QVERIFY(desk.report().results.at(0).passed);
    }

    void othersAreNotAffected()
    {
        const Desk desk;
        putScript(desk, "limits", "pass.sh");
        desk.file("v-well", registration("well", "limits", {{"file", "pass.sh"}}));
        attachHere(desk, "well");
        prepare(desk, "limits", {{"file", "busy-loop.sh"}, {"timeout", 2}}, "busy");
        const ValidateReport report = desk.report();
        QCOMPARE(facade_test::status(report), std::string("validator_error"));
        QCOMPARE(report.results.size(), std::size_t(2));
        compare(*desk.engine, report.results[0], {{"verdict", "error"}, {"code", "TIMED_OUT"}});
        compare(*desk.engine, report.results[1], {{"verdict", "pass"}, {"message", "3 files checked"}});
        QVERIFY(nothingLeft(desk));
    }

    void procs_data() { m_procs.addRows(); }
    void procs()
    {
        QFETCH(int, row);
        const Json& wanted = m_procs.row(row);
        const std::string id = wanted.at("id").get<std::string>();
        const Desk desk;
        if (wanted.at("how") == "end") {
            (void)runCase(desk, "procs", wanted);
            if (!QTest::currentTestFailed())
                m_procs.ran(id);
            return;
        }
        QStringList seen;
        const auto report = cancelled(desk, wanted, seen);
        QVERIFY(!report && report.error().is(base::codes::Cancelled));
        // A child that is stopped at once may not have become a sleep yet: so programs are counted too.
        QVERIFY2(seen.size() >= wanted.at("programs").get<int>(), qPrintable(seen.join(QLatin1Char('\n'))));
        for (const Json& sleep : wanted.at("sleeps")) {
            const QString line = QStringLiteral("sleep ") + QString::fromStdString(sleep.get<std::string>());
            QVERIFY2(seen.contains(line), qPrintable(line + QStringLiteral(" is not among: ") + seen.join(QLatin1Char('\n'))));
        }
        QVERIFY2(nothingLeft(desk), qPrintable(alive(desk).join(QLatin1Char('\n'))));
        const auto kept = desk.engine->history({}).value().rows;
        QCOMPARE(kept.size(), std::size_t(1));
        compare(*desk.engine, kept[0].result, [&] {
            Json out = wanted;
            out["verdict"] = "error";
            out["code"] = std::string(base::codes::Cancelled.code);
            return out;
        }());
        QVERIFY(!kept[0].result.passed);
        m_procs.ran(id);
    }

    void eachItsOwn()
    {
        const Desk desk;
        for (const std::string name : {"fail", "segv"}) {
            putScript(desk, "procs", name + ".sh");
            desk.file("v-" + name, registration(name, "procs", {{"file", name + ".sh"}}));
            attachHere(desk, name);
        }
        prepare(desk, "procs", {{"file", "pass.sh"}}, "pass");
        const ValidateReport answered = desk.report();
        const ValidateReport report = desk.another()->runReport(answered.run.id).value();
        QCOMPARE(facade_test::status(report), std::string("blocker"));
        QCOMPARE(report.results.size(), std::size_t(3));
        compare(*desk.engine, report.results[0], {{"verdict", "fail"}, {"stdout", "{\"passed\":false,\"message\":\"2 of 10 checks failed\",\"data\":{\"failed\":[\"a\",\"b\"]}}\n"}});
        compare(*desk.engine, report.results[1], {{"verdict", "pass"}, {"stdout", "{\"passed\":true,\"message\":\"3 files checked\",\"data\":{\"files\":3}}\n"}});
        compare(*desk.engine, report.results[2], {{"verdict", "error"}, {"signal", 11}, {"stdout", ""}});
        QCOMPARE(report.run.summary->decision.error, 1);
        QCOMPARE(report.run.summary->decision.blocker, 1);
        QVERIFY(answered.decisionId.empty() && desk.engine->pendingDecisions("p").value().empty());
        QVERIFY(nothingLeft(desk));
        m_procs.ran("procs-07");
    }

    void cleanupTestCase()
    {
        QVERIFY(m_limits.complete(9));
        QVERIFY(m_procs.complete(7));
    }
};

QTEST_GUILESS_MAIN(EndsTest)
#include "ends_test.moc"
