// From verdicts to an outcome, through the whole engine. Source: SPEC sections 3, 6, 7.
#include "tests/engine/facade/support.h"

#include "engine/authority/codes.h"
#include "engine/base/codes.h"

#include <sys/stat.h>

using namespace facade_test;

class OutcomesTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<Desk> m_desk;

private Q_SLOTS:
    void init() { m_desk = std::make_unique<Desk>(); }

    void policies_data()
    {
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<QByteArray>("verdicts"); // of req, style, lint: p, f, e
        QTest::addColumn<QByteArray>("outcome");
        const auto row = [](const char* policy, const char* verdicts, const char* outcome) {
            QTest::addRow("%s %s", policy, verdicts) << QByteArray(policy) << QByteArray(verdicts) << QByteArray(outcome);
        };
        row("required_only", "pff", "pass");
        row("required_only", "pee", "pass");
        row("required_only", "fpp", "blocker");
        row("required_only", "epp", "validator_error");
        row("unanimous", "ppp", "pass");
        row("unanimous", "ppf", "escalate");
        row("unanimous", "ppe", "validator_error");
        row("unanimous", "fpe", "blocker");
        row("majority", "ppf", "pass");
        row("majority", "pff", "escalate");
        row("{quorum: \"2/3\"}", "ppf", "pass");
        row("{quorum: \"2/3\"}", "pff", "escalate");
        row("{quorum: \"0.67\"}", "ppf", "escalate");
        row("any", "pff", "pass");
        row("any", "fpp", "blocker");
    }
    void policies()
    {
        QFETCH(QByteArray, policy);
        QFETCH(QByteArray, verdicts);
        QFETCH(QByteArray, outcome);
        m_desk->import("  policy: " + policy.toStdString() + "\n");
        int i = 0;
        for (const std::string name : {"req", "style", "lint"}) {
            const char verdict = verdicts.at(i++);
            verdict == 'e' ? m_desk->write(name + ".json", "no json") : m_desk->verdict(name, verdict == 'p');
        }
        const ValidateReport report = m_desk->report();
        QCOMPARE(status(report), outcome.toStdString());
        const bool passed = outcome == "pass";
        QCOMPARE(report.token.empty(), !passed);
        QCOMPARE(report.halt.empty(), passed);
        QCOMPARE(report.decisionId.empty(), outcome != "escalate");
        QCOMPARE(report.results.size(), std::size_t(3));
        const auto halts = m_desk->engine->openHalts("p").value();
        QCOMPARE(halts.size(), std::size_t(passed ? 0 : 1));
        if (!passed) {
            QCOMPARE(halts[0].haltType, outcome.toStdString());
            QCOMPARE(halts[0].finalDecision, outcome.toStdString());
        }
        QVERIFY(m_desk->engine->verifyAudit().value().intact);
    }

    void nothingToValidateIsNoPass()
    {
        m_desk->file("resource", "resource: {name: tree, kind: directory, path: work}\n");
        m_desk->file("project", "project: {name: p, resources: [tree]}\n");
        m_desk->again();
        const ValidateReport report = m_desk->report();
        QCOMPARE(status(report), std::string("validator_error"));
        QCOMPARE(report.run.summary->cause, std::string("no_validations"));
        QVERIFY(report.token.empty());
    }

    void oneWorkTreeSpoiledForTheLengthOfARun()
    {
        m_desk->import();
        Watcher watcher;
        watcher.onStart = [this] {
            m_desk->write("seen.txt", "x");
            fs::remove(m_desk->work() / "seen.txt");
        };
        const ValidateReport report = m_desk->report(watcher);
        QCOMPARE(status(report), std::string("validator_error"));
        QCOMPARE(report.run.summary->cause, std::string("work_tree_changed"));
        QVERIFY(report.token.empty());
        QCOMPARE(status(m_desk->report()), std::string("pass"));
    }

    void whatIsAttachedMeanwhileIsNotSkipped()
    {
        m_desk->import();
        Watcher watcher;
        bool done = false;
        watcher.onResult = [&] {
            if (std::exchange(done, true))
                return;
            AttachRequest request;
            request.resource = "tree";
            request.validation = "req";
            QVERIFY(m_desk->another()->attach(request).has_value());
        };
        // The same validation with a wider scope is shadowed: nothing that applies changed.
        QCOMPARE(status(m_desk->report(watcher)), std::string("pass"));
        done = false;
        watcher.onResult = [&] {
            if (std::exchange(done, true))
                return;
            const auto other = m_desk->another();
            const auto attachments = other->attachments().value();
            for (const domain::Attachment& attachment : attachments)
                if (attachment.validation == "local/lint")
                    QVERIFY(other->detach(attachment.id).has_value());
        };
        const ValidateReport report = m_desk->report(watcher);
        QCOMPARE(status(report), std::string("validator_error"));
        QCOMPARE(report.run.summary->cause, std::string("definition_changed"));
        QVERIFY(report.token.empty());
        QCOMPARE(m_desk->report().results.size(), std::size_t(2));
    }

    void pinnedFiles_data()
    {
        QTest::addColumn<QByteArray>("change");
        for (const char* change : {"none", "edited", "removed", "linked", "new"})
            QTest::addRow("%s", change) << QByteArray(change);
    }
    void pinnedFiles()
    {
        QFETCH(QByteArray, change);
        m_desk->write("checks/a.sh", "true");
        m_desk->import("  policy: unanimous\n", "  pinned: ['checks/*.sh']\n");
        if (change == "edited")
            m_desk->write("checks/a.sh", "false");
        else if (change == "removed")
            fs::remove(m_desk->work() / "checks/a.sh");
        else if (change == "linked") {
            fs::rename(m_desk->work() / "checks/a.sh", m_desk->work() / "b.sh");
            fs::create_symlink("../b.sh", m_desk->work() / "checks/a.sh");
        } else if (change == "new")
            m_desk->write("checks/c.sh", "true");
        const ValidateReport report = m_desk->report();
        QCOMPARE(status(report), std::string(change == "none" ? "pass" : "validator_error"));
        QCOMPARE(report.run.summary->cause, std::string(change == "none" ? "" : "definition_changed"));
        if (change == "edited") {
            m_desk->again(); // a person imports again
            QCOMPARE(status(m_desk->report()), std::string("pass"));
        }
    }

    void aPinThatNamesNothingIsNone()
    {
        m_desk->write("checks/a.sh", "true");
        m_desk->import("  policy: unanimous\n", "  pinned: [elsewhere/a.sh]\n");
        const ValidateReport report = m_desk->report();
        QCOMPARE(status(report), std::string("validator_error"));
        QCOMPARE(report.run.summary->cause, std::string("definition_changed"));
    }

    void aPipeWithAnOddNameStopsTheRunAndKeepsTheChain()
    {
        m_desk->import();
        QCOMPARE(::mkfifo((m_desk->work() / "odd\xFF").c_str(), 0600), 0);
        const ValidateReport report = m_desk->report();
        QCOMPARE(status(report), std::string("validator_error"));
        QVERIFY(report.results.empty());
        QVERIFY(m_desk->engine->verifyAudit().value().intact);
    }

    void aMissingProgramOfAValidationIsLookedForAgain()
    {
        const fs::path bin = m_desk->root() / "bin";
        fs::create_directories(bin);
        m_desk->file("v-req2", "validation: {name: req2, command: [" + (bin / "weld-check").string() + "], read_paths: [" + bin.string() + "]}\n");
        m_desk->file("a-req2", "attachment: {validation: req2, resource: tree, project: p}\n");
        m_desk->import();
        const ValidateReport report = m_desk->report();
        QCOMPARE(report.outcome, domain::Outcome::ValidatorError);
        const Recheck before = m_desk->engine->recheck(report.halt).value();
        QVERIFY(!before.found);
        QCOMPARE(before.program, (bin / "weld-check").string());
        std::ofstream(bin / "weld-check") << "#!/bin/sh\n";
        fs::permissions(bin / "weld-check", fs::perms::owner_all);
        QVERIFY(m_desk->engine->recheck(report.halt).value().found);
    }

    void whereNothingWasMissingThereIsNothingToLookFor()
    {
        m_desk->import();
        m_desk->write("req.json", "no verdict");
        const ValidateReport report = m_desk->report();
        QCOMPARE(report.outcome, domain::Outcome::ValidatorError);
        const auto again = m_desk->engine->recheck(report.halt);
        QVERIFY(!again);
        QCOMPARE(std::string(again.error().code()), std::string("PLAN_NOT_HALTED"));
    }

    void theRunsTimeEnds()
    {
        m_desk->import("  policy: unanimous\n  limits: {run_timeout: 1}\n");
        m_desk->file("v-req", "validation: {name: req, source: command, command: [sh, -c, 'sleep 60; cat req.json'], mode: required}\n");
        m_desk->again();
        const ValidateReport report = m_desk->report();
        QCOMPARE(status(report), std::string("validator_error"));
        QCOMPARE(report.results.size(), std::size_t(3));
        QVERIFY(!report.notices.empty());
    }
};

QTEST_GUILESS_MAIN(OutcomesTest)
#include "outcomes_test.moc"
