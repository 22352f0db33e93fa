// Work that outlives the agent, is cancelled from elsewhere, and halts when the coder isn't there.
#include "tests/app/ctl/support/workspace.h"
#include "tests/app/mcp/agent.h"

#include <QtTest>

#include <QElapsedTimer>
#include <QJsonDocument>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class WorkTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;

    bool coder(const QByteArray& command, const QByteArray& keys = {});
    QString dispatched(Agent& agent, const QString& task);
    QJsonObject plan(const QString& task) const;
    QString where(const QString& task) const;

private Q_SLOTS:
    void initTestCase();
    void theWorkOutlivesTheAgent();
    void cancelFromAnotherProcess();
    void cancelByTheAgent();
    void coderMissingThenInstalled();
    void whatWasLeftIsPickedUp();
    void personRunsAPlan();
    void nothingIsLeft();
};

void WorkTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home, "  policy: unanimous\n  actors: {coder: maker}\n");
    QVERIFY(coder("[sh, -c, 'sleep 2; echo made > made.txt']"));
    for (const QString& task : {u"outlives"_s, u"stopped"_s, u"dropped"_s, u"missing"_s, u"mine"_s})
        QCOMPARE(m_work->task(task, {u"gate"_s, u"style"_s}), QString());
}

bool WorkTest::coder(const QByteArray& command, const QByteArray& keys)
{
    return m_work->propose(u"actor.yml"_s, "actor:\n  name: maker\n  role: coder\n  command: " + command + "\n" + keys) && m_work->import().status == 0;
}

QString WorkTest::dispatched(Agent& agent, const QString& task)
{
    const QString token = agent.ask(u"validate_task"_s, {{u"task_id"_s, task}}).value("token"_L1).toString();
    const QJsonObject done = agent.ask(u"dispatch_task"_s, {{u"task_id"_s, task}, {u"token"_s, token}});
    return done.contains("error"_L1) ? QString::fromUtf8(QJsonDocument(done).toJson()) : QString();
}

QJsonObject WorkTest::plan(const QString& task) const { return m_home.run({u"plan"_s, u"show"_s, task}).json; }

QString WorkTest::where(const QString& task) const
{
    const QJsonObject found = plan(task).value("plan"_L1).toObject();
    return found.value("phase"_L1).toString() + u'/' + found.value("state"_L1).toString();
}

void WorkTest::theWorkOutlivesTheAgent()
{
    {
        Agent agent(m_home);
        QVERIFY(agent.initialize());
        QCOMPARE(dispatched(agent, u"outlives"_s), QString());
        QCOMPARE(agent.end(), 0);
    }
    QVERIFY(where(u"outlives"_s) != u"execute/complete"_s); // its coder still sleeps
    QTRY_COMPARE_WITH_TIMEOUT(where(u"outlives"_s), u"execute/complete"_s, 20'000);
    const QJsonObject copy = plan(u"outlives"_s).value("work_copies"_L1).toArray().at(0).toObject();
    QCOMPARE(readFile(copy.value("path"_L1).toString() + u"/made.txt"_s), QByteArray("made\n"));
    QVERIFY(!QFile::exists(m_work->work(u"made.txt"_s)));
}

void WorkTest::cancelFromAnotherProcess()
{
    QVERIFY(coder("[sh, -c, 'echo begun > begun.txt; setsid sleep 987 & sleep 987']"));
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    QCOMPARE(dispatched(agent, u"stopped"_s), QString());
    QTRY_VERIFY_WITH_TIMEOUT(plan(u"stopped"_s).contains("worker"_L1) && !plan(u"stopped"_s).value("calls"_L1).toArray().isEmpty(), 20'000);
    QElapsedTimer timer;
    timer.start();
    const Ended ended = m_home.run({u"plan"_s, u"cancel"_s, u"stopped"_s, u"--reason"_s, u"Wrong frame."_s});
    const qint64 took = timer.elapsed();
    QVERIFY2(ended.status == 0, ended.all().constData());
    qInfo("cancelled from another process after %lld ms", static_cast<long long>(took));
    QCOMPARE(where(u"stopped"_s), u"execute/cancelled"_s);
    QTRY_VERIFY_WITH_TIMEOUT(processesMentioning(u"sleep 987"_s).isEmpty(), 2'000);
    QVERIFY2(took + 500 < 2'500, "the plan should end within about 2 s");
    const QJsonObject told = agent.ask(u"get_plan"_s, {{u"task_id"_s, u"stopped"_s}});
    QCOMPARE(told.value("state"_L1).toString(), u"cancelled"_s);
    QCOMPARE(agent.ask(u"validate_task"_s, {{u"task_id"_s, u"stopped"_s}}).value("error"_L1).toObject().value("code"_L1).toString(), u"PLAN_FINAL"_s);
}

void WorkTest::cancelByTheAgent()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    QCOMPARE(dispatched(agent, u"dropped"_s), QString());
    QTRY_VERIFY_WITH_TIMEOUT(!plan(u"dropped"_s).value("calls"_L1).toArray().isEmpty(), 20'000);
    const QJsonObject ended = agent.ask(u"cancel_task"_s, {{u"task_id"_s, u"dropped"_s}, {u"reason"_s, u"Not needed."_s}});
    QVERIFY2(!ended.contains("error"_L1), QJsonDocument(ended).toJson().constData());
    QCOMPARE(where(u"dropped"_s), u"execute/cancelled"_s);
    QTRY_VERIFY_WITH_TIMEOUT(processesMentioning(u"sleep 987"_s).isEmpty(), 2'000);
}

void WorkTest::coderMissingThenInstalled()
{
    const QString bin = m_home.path(u"bin"_s);
    QVERIFY(QDir().mkpath(bin));
    QVERIFY(coder("[" + bin.toUtf8() + "/weld-coder]", "  read_paths: [" + bin.toUtf8() + "]\n  install_hint: npm install -g weld-coder\n"));
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    QCOMPARE(dispatched(agent, u"missing"_s), QString());
    QTRY_COMPARE_WITH_TIMEOUT(where(u"missing"_s), u"execute/errored"_s, 20'000);
    const QJsonObject told = agent.ask(u"get_plan"_s, {{u"task_id"_s, u"missing"_s}});
    QCOMPARE(told.value("next_action"_L1).toString(), u"install_and_rerun"_s);
    const QJsonObject halt = plan(u"missing"_s).value("halt"_L1).toObject();
    QCOMPARE(halt.value("halt_type"_L1).toString(), u"environment_error"_s);
    QCOMPARE(halt.value("final_decision"_L1).toString(), u"environment_error"_s);
    QCOMPARE(halt.value("raw_halt_type"_L1).toString(), u"coder_missing"_s);
    QCOMPARE(halt.value("hint"_L1).toString(), u"npm install -g weld-coder"_s);
    QCOMPARE(halt.value("environment"_L1).toObject().value("install_command"_L1).toString(), u"npm install -g weld-coder"_s);
    QVERIFY(m_home.run({u"authorize"_s, halt.value("halt_id"_L1).toString(), u"--proceed"_s, u"--reason"_s, u"go"_s}).status != 0);
    QVERIFY(writeFile(bin + u"/weld-coder"_s, "#!/bin/sh\necho made > made.txt\n"));
    QVERIFY(QFile::setPermissions(bin + u"/weld-coder"_s, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadOther | QFile::ExeOther));
    const Ended again = m_home.run({u"plan"_s, u"retry"_s, u"missing"_s});
    QVERIFY2(again.status == 0, again.all().constData());
    const QJsonObject done = plan(u"missing"_s).value("plan"_L1).toObject();
    QCOMPARE(where(u"missing"_s), u"execute/complete"_s);
    QCOMPARE(done.value("attempt"_L1).toInt(), 1); // nothing was charged
    QCOMPARE(done.value("round"_L1).toInt(), 1);
}

// The server died between the claim and the start: whoever lives on the store starts it.
void WorkTest::whatWasLeftIsPickedUp()
{
    QVERIFY(coder("[sh, -c, 'echo made > made.txt']"));
    QCOMPARE(m_work->task(u"left"_s, {u"gate"_s}), QString());
    QVERIFY(!m_home.validate(u"left"_s).text("token").isEmpty());
    QCOMPARE(m_home.tamper({u"INSERT INTO token_claim SELECT token.jti, token.plan, 1, '{}' FROM token JOIN plan ON plan.id = token.plan WHERE plan.task_id = 'left'"_s,
                            u"UPDATE plan SET phase = 'execute', state = 'queued', updated_at = 1 WHERE task_id = 'left'"_s}),
             QString());
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    QCOMPARE(agent.ask(u"get_plan"_s, {{u"task_id"_s, u"left"_s}}).value("phase"_L1).toString(), u"execute"_s);
    QTRY_COMPARE_WITH_TIMEOUT(where(u"left"_s), u"execute/complete"_s, 30'000);
    QCOMPARE(agent.end(), 0);
}

void WorkTest::personRunsAPlan()
{
    QVERIFY(coder("[sh, -c, 'echo made > made.txt']"));
    const Ended done = m_home.run({u"plan"_s, u"run"_s, u"mine"_s});
    QVERIFY2(done.status == 0, done.all().constData());
    QCOMPARE(done.json.value("status"_L1).toString(), u"pass"_s);
    QCOMPARE(where(u"mine"_s), u"execute/complete"_s);
    // What is not dispatched is not worked on in the engine's name.
    QCOMPARE(m_work->task(u"later"_s, {u"gate"_s}), QString());
    const Ended refused = m_home.run({u"plan"_s, u"run"_s, u"later"_s, u"--as-engine"_s});
    QCOMPARE(refused.status, 77);
    QCOMPARE(refused.code(), u"PLAN_NOT_DISPATCHED"_s);
}

void WorkTest::nothingIsLeft()
{
    QTRY_VERIFY_WITH_TIMEOUT(processesMentioning(m_home.path({})).isEmpty(), 5'000);
    QCOMPARE(m_home.query(u"SELECT count(*) FROM lease WHERE released_at = 0"_s)[0][0], u"0"_s);
    QCOMPARE(m_home.run({u"audit"_s, u"verify"_s}).status, 0);
}

QTEST_GUILESS_MAIN(WorkTest)
#include "work_test.moc"
