// Work on plans: copies, coder, validations, halts for the operator, cancel, re-run. Source: SPEC sections 5 and 7.
#include "tests/engine/facade/support.h"

#include "engine/codes.h"
#include "engine/runner/codes.h"

#include <thread>

using namespace facade_test;

namespace {

std::string read(const fs::path& file) { return base::readFile(file).value_or(std::string()); }

struct Working : Desk
{
    explicit Working(const std::string& command = "[sh, -c, 'echo made > made.txt']", const std::string& keys = {}, const std::string& kind = "directory")
    {
        actor(command, keys);
        import("  policy: unanimous\n  actors: {coder: maker}\n", "  evaluation_phase: both\n");
        if (kind != "directory")
            coder(command, keys, kind);
    }
    void actor(const std::string& command, const std::string& keys) const
    {
        file("actor", "actor:\n  name: maker\n  role: coder\n  command: " + command + "\n" + keys);
    }
    void coder(const std::string& command, const std::string& keys = {}, const std::string& kind = "directory") const
    {
        file("resource", "resource: {name: tree, kind: " + kind + ", path: work}\n");
        actor(command, keys);
        again();
    }
    base::Result<PlanReport> run() const
    {
        const auto plan = engine->plan("t", {});
        const domain::Plan found = plan ? plan->row.plan : engine->createPlan({}, "t", "A task", "Make made.txt.").value();
        RunObserver observer;
        return engine->runPlan(found.id, observer, {});
    }
    [[nodiscard]] PlanReport ran() const
    {
        auto out = run();
        if (!out)
            qFatal("%s", out.error().text().c_str());
        return std::move(*out);
    }
    [[nodiscard]] PlanDetail plan() const { return engine->plan("t", {}).value(); }
    [[nodiscard]] fs::path copy() const { return plan().workCopies.at(0).path; }
};

void compareState(const domain::Plan& plan, domain::Phase phase, domain::PlanState state)
{
    QCOMPARE(plan.phase, phase);
    QCOMPARE(plan.state, state);
}

} // namespace

class PlansTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void coderWorksOnACopy();
    void gitCopyIsWhatWasValidated();
    void coderIsTold();
    void coderSeesNothingElse();
    void environmentErrors_data();
    void environmentErrors();
    void reRunAfterInstalling();
    void workingDirectoryGone();
    void workSpeaksLouderThanTheExitStatus();
    void failingWorkIsABlocker();
    void escalationGoesOnWithoutTheCoder();
    void gateOfAPersonHalts();
    void cancelFromAnotherEngine();
    void cancelBeforeWork();
    void theDeadAreFound();
    void lostLeaseWritesNothing();
    void oneWorkerAtATime();
    void agentsCannot();
    void secretsOfTheCoderStayOut();
};

void PlansTest::coderWorksOnACopy()
{
    const Working desk;
    const PlanReport report = desk.ran();
    compareState(report.plan, domain::Phase::Execute, domain::PlanState::Complete);
    QVERIFY(!report.halt);
    QCOMPARE(report.validation->results.size(), std::size_t(3));
    QCOMPARE(read(desk.copy() / "made.txt"), std::string("made\n"));
    QVERIFY(!fs::exists(desk.work() / "made.txt"));
    const PlanDetail plan = desk.plan();
    QCOMPARE(plan.calls.size(), std::size_t(1));
    QVERIFY(plan.calls[0].worked());
    QVERIFY(plan.calls[0].workTreeBefore != plan.calls[0].workTreeAfter);
    QVERIFY(!plan.worker);
    QVERIFY(desk.engine->verifyAudit().value().intact);
    // What is complete is not done again.
    QCOMPARE(desk.ran().plan.state, domain::PlanState::Complete);
    QCOMPARE(desk.plan().calls.size(), std::size_t(1));
}

void PlansTest::gitCopyIsWhatWasValidated()
{
    const Working desk("[sh, -c, 'git log -1 --format=%s > log.txt; git status --porcelain > status.txt']", {}, "git");
    const std::string git = "cd " + desk.work().string() + " && git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm first"
                            " && echo dirty > dirty.txt && rm lint.json && echo '{\"passed\": true}' > lint.json && chmod +x req.json"
                            " && printf 'ignored.txt\\n' > .gitignore && echo x > ignored.txt && mkdir 'a b' && echo y > 'a b/-n' && ln -s dirty.txt link && git rm -q --cached style.json";
    QCOMPARE(std::system(git.c_str()), 0);
    const PlanReport report = desk.ran();
    QVERIFY2(!report.halt, report.halt ? report.halt->reason.c_str() : "");
    const fs::path copy = desk.copy();
    QCOMPARE(read(copy / "log.txt"), std::string("first\n"));
    QCOMPARE(read(copy / "dirty.txt"), std::string("dirty\n"));
    QCOMPARE(read(copy / "a b/-n"), std::string("y\n"));
    QVERIFY(fs::is_symlink(copy / "link"));
    QVERIFY(!fs::exists(copy / "ignored.txt"));
    QVERIFY(!desk.plan().workCopies[0].branch.empty());
    QVERIFY(read(copy / ".git/HEAD").find("countersign/") != std::string::npos);
}

void PlansTest::coderIsTold()
{
    const Working desk("[sh, -c, 'cat > told.json']");
    (void)desk.ran();
    const base::Json told = base::parseJson(read(desk.copy() / "told.json")).value();
    QCOMPARE(told["v"].get<int>(), 1);
    QCOMPARE(told["role"].get<std::string>(), std::string("coder"));
    QCOMPARE(told["plan"]["task_id"].get<std::string>(), std::string("t"));
    QCOMPARE(told["plan"]["specification"].get<std::string>(), std::string("Make made.txt."));
    QCOMPARE(told["resources"][0]["path"].get<std::string>(), desk.copy().string());
    QCOMPARE(told["validations"].size(), std::size_t(3));
    QCOMPARE(told["attempt"].get<int>(), 1);
    QVERIFY(told["feedback"].is_array() && told["guidance"].is_array());
}

void PlansTest::coderSeesNothingElse()
{
    const Working desk("[sh, -c, 'ls -a \"$0\" \"$1\" > seen.txt 2>&1; ls /home /root >> seen.txt 2>&1; cat /proc/net/dev >> seen.txt; true', '" + std::string(std::getenv("HOME")) + "', /run]");
    (void)desk.ran();
    const std::string seen = read(desk.copy() / "seen.txt");
    QVERIFY2(seen.find("s.db") == std::string::npos && seen.find("keys") == std::string::npos, seen.c_str());
    QVERIFY2(seen.find("eth") == std::string::npos && seen.find("enp") == std::string::npos, seen.c_str());
}

void PlansTest::environmentErrors_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("cause");
    QTest::addColumn<QString>("program");
    QTest::newRow("absent") << "[nosuchcoder-xyz]" << "" << "coder_missing" << "nosuchcoder-xyz";
    QTest::newRow("container") << "[podman, run, coder]" << "" << "container_runtime_missing" << "podman";
    QTest::newRow("not executable") << "[./plain-file]" << "" << "coder_not_executable" << "./plain-file";
    QTest::newRow("interpreter") << "[./broken-script]" << "" << "coder_start_failed" << "/no/such/interpreter";
    QTest::newRow("failed") << "[sh, -c, 'echo no key >&2; exit 3']" << "" << "coder_failed" << "sh";
    QTest::newRow("signal") << "[sh, -c, 'kill -9 $$']" << "" << "coder_failed" << "sh";
    QTest::newRow("timeout") << "[sleep, '60']" << "  timeout: 1\n" << "coder_timeout" << "sleep";
}

void PlansTest::environmentErrors()
{
    QFETCH(QString, command);
    QFETCH(QString, keys);
    QFETCH(QString, cause);
    QFETCH(QString, program);
    const Working desk;
    desk.write("broken-script", "#!/no/such/interpreter\n");
    desk.write("plain-file", "echo no\n");
    fs::permissions(desk.work() / "broken-script", fs::perms::owner_all);
    desk.coder(command.toStdString(), keys.toStdString() + "  install_hint: apt install the-coder\n");
    const PlanReport report = desk.ran();
    QVERIFY(report.halt.has_value());
    const domain::Halt& halt = *report.halt;
    QCOMPARE(halt.haltType, std::string("environment_error"));
    QCOMPARE(halt.finalDecision, std::string("environment_error"));
    QCOMPARE(QString::fromStdString(halt.rawHaltType), cause);
    QVERIFY(!halt.hint.empty());
    QCOMPARE(QString::fromStdString(halt.environment->program), program);
    QVERIFY(!halt.environment->searchedPath.empty() && !halt.environment->host.empty());
    QVERIFY(!halt.signable());
    compareState(report.plan, domain::Phase::Execute, domain::PlanState::Errored);
    QCOMPARE(report.plan.attempt, 1);
    QCOMPARE(report.plan.round, 1);
    QVERIFY(desk.engine->pendingDecisions({}).value().empty());
    if (cause == QLatin1String("coder_missing"))
        QCOMPARE(halt.environment->installCommand, std::string("apt install the-coder"));
    // The task is not tried against a recorded failure.
    const auto again = desk.validate();
    QCOMPARE(again.error().code(), std::string_view("PLAN_HALTED"));
    QCOMPARE(desk.run().error().code(), std::string_view("PLAN_HALTED"));
    QCOMPARE(desk.plan().calls.size(), std::size_t(1));
}

void PlansTest::reRunAfterInstalling()
{
    const Working desk;
    desk.write("config.yml", "");
    const fs::path bin = desk.root() / "bin";
    fs::create_directories(bin);
    desk.coder("[" + (bin / "weld-coder").string() + "]", "  read_paths: [" + bin.string() + "]\n");
    const PlanReport missing = desk.ran();
    QCOMPARE(missing.halt->rawHaltType, std::string("coder_missing"));
    const Recheck before = desk.engine->recheck(missing.halt->id).value();
    QVERIFY(!before.found);
    std::ofstream(bin / "weld-coder") << "#!/bin/sh\necho made > made.txt\n";
    fs::permissions(bin / "weld-coder", fs::perms::owner_all);
    const Recheck after = desk.engine->recheck(missing.halt->id).value();
    QVERIFY(after.found);
    QCOMPARE(after.at, (bin / "weld-coder").string());
    compareState(desk.plan().row.plan, domain::Phase::Execute, domain::PlanState::Errored); // it started nothing
    QVERIFY(desk.engine->retryPlan(missing.plan.id));
    const PlanReport report = desk.ran();
    QVERIFY2(!report.halt, report.halt ? report.halt->reason.c_str() : "");
    compareState(report.plan, domain::Phase::Execute, domain::PlanState::Complete);
    QCOMPARE(report.plan.attempt, 1);
    QCOMPARE(report.plan.round, 1);
}

void PlansTest::workingDirectoryGone()
{
    const Working desk("[nosuchcoder-xyz]");
    const PlanReport first = desk.ran();
    fs::remove_all(desk.copy());
    desk.coder("[sh, -c, 'echo made > made.txt']");
    QVERIFY(desk.engine->retryPlan(first.plan.id));
    const PlanReport gone = desk.ran();
    QCOMPARE(gone.halt->rawHaltType, std::string("coder_start_failed"));
    QCOMPARE(gone.halt->haltType, std::string("environment_error"));
    QVERIFY(gone.halt->reason.find("gone") != std::string::npos);
    QVERIFY(desk.engine->retryPlan(first.plan.id));
    compareState(desk.ran().plan, domain::Phase::Execute, domain::PlanState::Complete);
}

void PlansTest::workSpeaksLouderThanTheExitStatus()
{
    const Working desk("[sh, -c, 'echo made > made.txt; exit 7']");
    const PlanReport report = desk.ran();
    QVERIFY(!report.halt);
    QCOMPARE(report.lastCall->exitStatus, std::optional<int>(7));
    QVERIFY(report.lastCall->worked());
    const Working idle("[sh, -c, 'true']");
    QVERIFY(!idle.ran().halt); // exit 0 without a change is not an error
}

void PlansTest::failingWorkIsABlocker()
{
    const Working desk("[sh, -c, 'echo \"{\\\"passed\\\": false, \\\"message\\\": \\\"2 tests fail\\\"}\" > req.json']");
    const PlanReport report = desk.ran();
    QCOMPARE(report.halt->haltType, std::string("blocker"));
    QCOMPARE(report.halt->phase, domain::Phase::Execute);
    compareState(report.plan, domain::Phase::Execute, domain::PlanState::Errored);
    QCOMPARE(desk.engine->retryPlan(report.plan.id).error().code(), std::string_view("PLAN_NOT_HALTED"));
    QVERIFY(desk.engine->pendingDecisions({}).value().empty());
    // A person gives it up.
    const domain::Plan ended = desk.engine->cancelPlan(report.plan.id, "not worth it", {}).value();
    QCOMPARE(ended.state, domain::PlanState::Cancelled);
    QCOMPARE(ended.cause, std::string("abandoned"));
    QVERIFY(desk.engine->openHalts({}).value().empty());
}

void PlansTest::escalationGoesOnWithoutTheCoder()
{
    const Working desk("[sh, -c, 'echo x >> made.txt; echo \"{\\\"passed\\\": false, \\\"message\\\": \\\"long line\\\"}\" > style.json']");
    const PlanReport asked = desk.ran();
    QCOMPARE(asked.halt->haltType, std::string("escalate"));
    const auto key = desk.signer("ada");
    ValidateReport request;
    request.decisionId = asked.halt->id;
    const DecideReport decided = desk.decide(request, *key).value();
    QCOMPARE(decided.queuedPlan, asked.plan.id);
    compareState(desk.plan().row.plan, domain::Phase::Execute, domain::PlanState::Queued);
    const PlanReport report = desk.ran();
    QVERIFY2(!report.halt, report.halt ? report.halt->reason.c_str() : "");
    compareState(report.plan, domain::Phase::Execute, domain::PlanState::Complete);
    QCOMPARE(desk.plan().calls.size(), std::size_t(1));
    QCOMPARE(read(desk.copy() / "made.txt"), std::string("x\n"));
}

void PlansTest::gateOfAPersonHalts()
{
    const Working desk;
    desk.verdict("req", false, "3 tests fail");
    const PlanReport report = desk.ran();
    QCOMPARE(report.outcome, domain::Outcome::Blocker);
    compareState(report.plan, domain::Phase::Strategize, domain::PlanState::Queued);
    QVERIFY(desk.plan().calls.empty());
    desk.verdict("req", true);
    compareState(desk.ran().plan, domain::Phase::Execute, domain::PlanState::Complete);
}

void PlansTest::cancelFromAnotherEngine()
{
    const Working desk("[sh, -c, 'echo $$ > pid.txt; setsid sleep 300 & sleep 300']");
    std::optional<base::Result<PlanReport>> report;
    std::jthread worker([&] {
        const auto engine = desk.another();
        const domain::Plan plan = engine->createPlan({}, "t", "A task", "").value();
        RunObserver observer;
        report = engine->runPlan(plan.id, observer, {});
    });
    QTRY_VERIFY_WITH_TIMEOUT(desk.engine->plan("t", {}) && !desk.plan().workCopies.empty() && fs::exists(desk.copy() / "pid.txt"), 20'000);
    QVERIFY(desk.plan().worker.has_value());
    QElapsedTimer timer;
    timer.start();
    const domain::Plan ended = desk.engine->cancelPlan(desk.plan().row.plan.id, "changed my mind", {}).value();
    qInfo("cancelled after %lld ms", static_cast<long long>(timer.elapsed()));
    QCOMPARE(ended.state, domain::PlanState::Cancelled);
    QCOMPARE(ended.cause, std::string("cancelled"));
    QCOMPARE(ended.reason, std::string("changed my mind"));
    worker.join();
    QVERIFY(report->has_value());
    QCOMPARE(desk.plan().calls[0].end, std::string("cancelled"));
    QVERIFY(!desk.plan().worker);
    QVERIFY(std::system("pgrep -f '^sleep 300$' > /dev/null") != 0);
    QVERIFY(desk.engine->verifyAudit().value().intact);
    // What is final stays so.
    QCOMPARE(desk.run().error().code(), std::string_view("PLAN_FINAL"));
    QCOMPARE(desk.validate().error().code(), std::string_view("PLAN_FINAL"));
}

void PlansTest::cancelBeforeWork()
{
    const Working desk;
    desk.verdict("style", false);
    const ValidateReport asked = desk.report();
    QCOMPARE(asked.outcome, domain::Outcome::Escalate);
    QVERIFY(desk.engine->cancelPlan(asked.plan.id, {}, {}));
    QVERIFY(desk.engine->openHalts({}).value().empty());
    QVERIFY(desk.engine->pendingDecisions({}).value().empty());
    QCOMPARE(desk.plan().request->state, domain::RequestState::Cancelled);
}

void PlansTest::theDeadAreFound()
{
    const Working desk("[sleep, '300']");
    std::stop_source stop;
    std::jthread worker([&] {
        const auto engine = desk.another();
        const domain::Plan plan = engine->createPlan({}, "t", "A task", "").value();
        RunObserver observer;
        (void)engine->runPlan(plan.id, observer, stop.get_token());
    });
    QTRY_VERIFY_WITH_TIMEOUT(desk.engine->plan("t", {}) && !desk.plan().calls.empty(), 20'000);
    // As if its process had died: another process's row owns the lease.
    QCOMPARE(desk.sql("INSERT INTO process(id, actor_json, program, started_at, heartbeat_at) SELECT '01K2DEAD000000000000000000', json_set(actor_json, '$.pid', 4194303), program, 1, 1 FROM process"), std::string());
    QCOMPARE(desk.sql("UPDATE lease SET owner = '01K2DEAD000000000000000000'"), std::string());
    const auto halts = desk.engine->openHalts({}).value();
    QCOMPARE(halts.size(), std::size_t(1));
    QCOMPARE(halts[0].rawHaltType, std::string("engine_died"));
    QCOMPARE(halts[0].haltType, std::string("internal_error"));
    compareState(desk.plan().row.plan, domain::Phase::Execute, domain::PlanState::Errored);
    QCOMPARE(desk.plan().calls[0].end, std::string("died"));
    worker.join(); // it noticed that it no longer holds the lease and wrote nothing
    compareState(desk.plan().row.plan, domain::Phase::Execute, domain::PlanState::Errored);
    QCOMPARE(desk.plan().calls[0].end, std::string("died"));
    QVERIFY(desk.engine->verifyAudit().value().intact);
    desk.coder("[sh, -c, 'echo made > made.txt']");
    QVERIFY(desk.engine->retryPlan(desk.plan().row.plan.id));
    compareState(desk.ran().plan, domain::Phase::Execute, domain::PlanState::Complete);
}

void PlansTest::lostLeaseWritesNothing()
{
    const Working desk("[sh, -c, 'sleep 3; echo made > made.txt']");
    base::Result<PlanReport> report = base::fail(codes::PlanBusy, "not yet");
    std::jthread worker([&] {
        const auto engine = desk.another();
        const domain::Plan plan = engine->createPlan({}, "t", "A task", "").value();
        RunObserver observer;
        report = engine->runPlan(plan.id, observer, {});
    });
    QTRY_VERIFY_WITH_TIMEOUT(desk.engine->plan("t", {}) && !desk.plan().calls.empty(), 20'000);
    QCOMPARE(desk.sql("UPDATE lease SET generation = generation + 1"), std::string());
    worker.join();
    QVERIFY(!report);
    QCOMPARE(report.error().code(), std::string_view("LEASE_LOST"));
    QCOMPARE(desk.plan().calls[0].end, std::string());
}

void PlansTest::oneWorkerAtATime()
{
    const Working desk("[sleep, '300']");
    std::stop_source stop;
    std::jthread worker([&] {
        const auto engine = desk.another();
        const domain::Plan plan = engine->createPlan({}, "t", "A task", "").value();
        RunObserver observer;
        (void)engine->runPlan(plan.id, observer, stop.get_token());
    });
    QTRY_VERIFY_WITH_TIMEOUT(desk.engine->plan("t", {}) && !desk.plan().calls.empty(), 20'000);
    const auto second = desk.run();
    QCOMPARE(second.error().code(), std::string_view("PLAN_BUSY"));
    QVERIFY(second.error().message().find("pid") != std::string::npos);
    stop.request_stop();
    worker.join();
    // Asked to end by its own side: the plan says so and can be re-run.
    QCOMPARE(desk.plan().row.openHalt->rawHaltType, std::string("engine_died"));
}

void PlansTest::agentsCannot()
{
    const Working desk;
    RuntimeOptions options;
    options.helperDirectory = COUNTERSIGN_BINARY_DIR "/bin";
    options.configFile = desk.root() / "config.yml";
    options.stateDirectory = desk.root() / "state";
    options.kind = domain::ActorKind::Agent;
    options.actorName = "weld";
    const auto runtime = Runtime::create(options).value();
    const auto agent = Engine::open(runtime, desk.database(), OpenMode::Existing).value();
    const domain::Plan plan = desk.engine->createPlan({}, "t", "A task", "").value();
    RunObserver observer;
    QCOMPARE(agent->runPlan(plan.id, observer, {}).error().code(), std::string_view("DENIED"));
    QCOMPARE(agent->retryPlan(plan.id).error().code(), std::string_view("DENIED"));
}

void PlansTest::secretsOfTheCoderStayOut()
{
    qputenv("MAKER_KEY", "plain+words(that)are.secret");
    const Working desk("[sh, -c, 'echo \"key=$MAKER_KEY\" > made.txt; echo \"using $MAKER_KEY\"']", "  pass_env: [MAKER_KEY]\n");
    const PlanReport report = desk.ran();
    QVERIFY(read(desk.copy() / "made.txt").find("plain+words(that)are.secret") != std::string::npos);
    const std::string log = desk.engine->output(report.lastCall->standardOutput.digest).value();
    QVERIFY2(log.find("secret") == std::string::npos && log.find("[redacted") != std::string::npos, log.c_str());
}

QTEST_GUILESS_MAIN(PlansTest)
#include "plans_test.moc"
