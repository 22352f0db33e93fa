// One run per task, and each one ends. Source: SPEC sections 5, 7.
#include "tests/engine/facade/support.h"

#include "engine/base/codes.h"
#include "engine/codes.h"

#include <future>
#include <stdexcept>

using namespace facade_test;
using namespace std::chrono_literals;

class RunsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<Desk> m_desk;

    void slow(int seconds = 1)
    {
        m_desk->import();
        m_desk->file("v-req", "validation: {name: req, source: command, command: [sh, -c, 'sleep " + std::to_string(seconds) + "; cat req.json'], mode: required,"
                              " evaluation_phase: both}\n");
        m_desk->again();
    }
    struct Other
    {
        std::promise<void> began{};
        std::stop_source stop{};
        std::future<base::Result<ValidateReport>> report{};
    };
    // A run on a thread and an engine of its own; returns when it began.
    std::unique_ptr<Other> beside(ValidateRequest request)
    {
        auto out = std::make_unique<Other>();
        out->report = std::async(std::launch::async, [this, other = out.get(), request] {
            Watcher watcher;
            watcher.onStart = [other] { other->began.set_value(); };
            return m_desk->another()->validate(request, watcher, other->stop.get_token());
        });
        out->began.get_future().wait();
        return out;
    }
    static ValidateRequest task(std::optional<std::string> specification = {})
    {
        ValidateRequest out;
        out.taskId = "t";
        out.specification = std::move(specification);
        return out;
    }

private Q_SLOTS:
    void init() { m_desk = std::make_unique<Desk>(); }

    void theSecondJoins()
    {
        slow(4);
        const auto other = beside(task());
        const ValidateReport mine = m_desk->report();
        const auto theirs = other->report.get();
        QVERIFY(theirs.has_value());
        QVERIFY(mine.joined && !theirs->joined);
        QCOMPARE(mine.run.id.value, theirs->run.id.value);
        QCOMPARE(mine.token, theirs->token);
        QVERIFY(!mine.token.empty());
        QCOMPARE(status(mine), std::string("pass"));
    }

    void whoJoinedACancelledRunBeginsAnew()
    {
        slow();
        const auto other = beside(task());
        auto mine = std::async(std::launch::async, [this] {
            Watcher watcher;
            return m_desk->another()->validate(task(), watcher, {});
        });
        QTest::qWait(300);
        other->stop.request_stop();
        const auto theirs = other->report.get();
        QVERIFY(!theirs && theirs.error().is(base::codes::Cancelled));
        const auto report = mine.get();
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(status(*report), std::string("pass"));
        QVERIFY(!report->joined);
    }

    void anotherSpecificationIsRefusedAndLeavesNoTrace()
    {
        slow();
        const auto other = beside(task("first"));
        Watcher watcher;
        const auto refused = m_desk->engine->validate(task("second"), watcher, {});
        QVERIFY(!refused && refused.error().is(codes::RunInProgress));
        QCOMPARE(m_desk->engine->plan("t", "p").value().row.plan.specification, std::string("first"));
        QVERIFY(other->report.get().has_value());
    }

    void aNarrowedRunIsNotJoined()
    {
        slow();
        ValidateRequest narrowed = task();
        narrowed.phase = domain::EvaluationPhase::PreExecute;
        const auto other = beside(narrowed);
        const auto refused = m_desk->validate();
        QVERIFY(!refused && refused.error().is(codes::RunInProgress));
        const auto theirs = other->report.get();
        QCOMPARE(theirs->results.size(), std::size_t(1));
        QVERIFY(theirs->token.empty());
    }

    void anExceptionEndsTheRun()
    {
        m_desk->import();
        Watcher watcher;
        watcher.onResult = [] { throw std::runtime_error("a defect"); };
        const auto report = m_desk->validate(watcher);
        QVERIFY(!report && report.error().is(base::codes::Unknown));
        QVERIFY(report.error().text().find("a defect") != std::string::npos);
        QVERIFY(m_desk->engine->runningRuns().value().empty());
        const auto halts = m_desk->engine->openHalts("p").value();
        QCOMPARE(halts.size(), std::size_t(1));
        QCOMPARE(halts[0].haltType, std::string("internal_error"));
        QCOMPARE(halts[0].rawHaltType, std::string("internal_error"));
        QCOMPARE(status(m_desk->report()), std::string("pass"));
        QVERIFY(m_desk->engine->openHalts("p").value().empty());
        QVERIFY(m_desk->engine->verifyAudit().value().intact);
    }

    void aStoreThatRefusesAResultEndsTheRun()
    {
        m_desk->import();
        QCOMPARE(m_desk->sql("CREATE TRIGGER no_result BEFORE INSERT ON result BEGIN SELECT RAISE(ABORT, 'disk'); END"), std::string());
        const auto report = m_desk->validate();
        QVERIFY(!report);
        QCOMPARE(std::string(report.error().name()), std::string("StoreError"));
        QVERIFY(m_desk->engine->runningRuns().value().empty());
        QCOMPARE(m_desk->engine->openHalts("p").value().at(0).rawHaltType, std::string("store_error"));
        QCOMPARE(m_desk->sql("DROP TRIGGER no_result"), std::string());
        QCOMPARE(status(m_desk->report()), std::string("pass"));
    }

    void aRunThatCouldNotEvenBeEndedIsClosedByTheNext()
    {
        m_desk->import();
        QCOMPARE(m_desk->sql("CREATE TRIGGER no_end BEFORE UPDATE ON run BEGIN SELECT RAISE(ABORT, 'disk'); END"), std::string());
        const auto report = m_desk->validate();
        QVERIFY(!report);
        QCOMPARE(m_desk->engine->runningRuns().value().size(), std::size_t(1));
        QVERIFY(!m_desk->validate()); // still no pass, no token
        QCOMPARE(m_desk->sql("DROP TRIGGER no_end"), std::string());
        const ValidateReport next = m_desk->report();
        QCOMPARE(status(next), std::string("pass"));
        QVERIFY(m_desk->engine->runningRuns().value().empty());
    }

    void noTokenWithoutItsRow()
    {
        m_desk->import();
        QCOMPARE(m_desk->sql("CREATE TRIGGER no_token BEFORE INSERT ON token BEGIN SELECT RAISE(ABORT, 'disk'); END"), std::string());
        QVERIFY(!m_desk->validate());
        QCOMPARE(m_desk->engine->openHalts("p").value().at(0).haltType, std::string("internal_error"));
    }

    void aCancelledRunIsNoHalt()
    {
        slow();
        const auto other = beside(task());
        other->stop.request_stop();
        QVERIFY(!other->report.get());
        QVERIFY(m_desk->engine->runningRuns().value().empty());
        QVERIFY(m_desk->engine->openHalts("p").value().empty());
    }

    void aNewValidationVoidsTheOldToken()
    {
        m_desk->import();
        const std::string first = m_desk->report().token;
        const std::string second = m_desk->report().token;
        QVERIFY(first != second);
        AuditQuery query;
        query.type = "token.voided";
        QCOMPARE(m_desk->engine->auditEvents(query).value().size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(RunsTest)
#include "runs_test.moc"
