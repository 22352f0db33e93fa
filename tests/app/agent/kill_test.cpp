// kill -9 of the server, of what works on the plan, and of the console, at random moments of a session: afterwards the
// store, the chain, the leases, the processes and the single use of tokens are right.
#include "tests/app/ctl/support/workspace.h"
#include "tests/app/mcp/agent.h"

#include <QtTest>

#include <QElapsedTimer>
#include <QRandomGenerator>

#include <csignal>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class KillTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;

    std::unique_ptr<QProcess> console() const;
    qint64 worker(const QString& task) const;
    void session(const QString& task, Agent& agent, QStringList& tokens);
    void compareStore(const QByteArray& where);

private Q_SLOTS:
    void initTestCase();
    void killedAtAnyMoment();
    void theStoreStillWorks();
};

void KillTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home, "  policy: unanimous\n  actors: {coder: maker}\n");
    QVERIFY(m_work->propose(u"actor.yml"_s, "actor: {name: maker, role: coder, command: [sh, -c, 'sleep 0.4; echo made > made.txt']}\n"));
    QVERIFY(m_work->propose(u"attached.yml"_s, "attachment: {validation: gate, resource: work, project: quick}\n"));
    QCOMPARE(m_work->import().status, 0);
}

std::unique_ptr<QProcess> KillTest::console() const
{
    auto out = std::make_unique<QProcess>();
    QProcessEnvironment environment = m_home.environment();
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    out->setProcessEnvironment(environment);
    out->setStandardErrorFile(QProcess::nullDevice());
    out->start(QFileInfo(Home::program()).absolutePath() + u"/countersign"_s, {u"--store"_s, m_home.store()});
    out->waitForStarted(10'000);
    return out;
}

qint64 KillTest::worker(const QString& task) const
{
    const auto rows = m_home.query(u"SELECT json_extract(process.actor_json, '$.pid') FROM lease JOIN plan ON plan.id = lease.plan JOIN process ON process.id = lease.owner"
                                   " WHERE plan.task_id = '%1' AND lease.released_at = 0"_s.arg(task));
    return rows.empty() ? 0 : rows[0][0].toLongLong();
}

void KillTest::compareStore(const QByteArray& where)
{
    QElapsedTimer gone;
    gone.start();
    QStringList left = processesMentioning(m_home.path({}));
    while (!left.isEmpty() && gone.elapsed() < 15'000) { // a plan that nobody killed goes on to its end
        QTest::qSleep(50);
        left = processesMentioning(m_home.path({}));
    }
    QVERIFY2(left.isEmpty(), (where + left.join(u'\n').toUtf8()).constData());
    QVERIFY(m_home.run({u"plan"_s, u"list"_s}).status == 0); // any program finds what the dead left
    const Ended audit = m_home.run({u"audit"_s, u"verify"_s});
    QVERIFY2(audit.status == 0 && audit.text("status") == u"intact"_s, (where + audit.all()).constData());
    QCOMPARE(m_home.query(u"PRAGMA integrity_check"_s)[0][0], u"ok"_s);
    const auto none = [&](const QString& statement) {
        const auto rows = m_home.query(statement);
        QVERIFY2(rows.size() == 1 && rows[0][0] == u"0"_s, (where + statement.toUtf8() + ": " + (rows.empty() ? QByteArray("no answer") : rows[0][0].toUtf8())).constData());
    };
    none(u"SELECT count(*) FROM lease WHERE released_at = 0"_s);
    none(u"SELECT count(*) FROM plan WHERE state = 'processing'"_s);
    none(u"SELECT count(*) FROM run WHERE state = 'running'"_s);
    none(u"SELECT count(*) FROM actor_call WHERE ended_at = 0"_s);
    none(u"SELECT count(*) FROM plan WHERE state = 'errored' AND NOT EXISTS(SELECT 1 FROM halt WHERE halt.plan = plan.id AND closed_at = 0)"_s);
    none(u"SELECT count(*) FROM plan WHERE phase <> 'strategize' AND (SELECT count(*) FROM token_claim WHERE token_claim.plan = plan.id) <> 1"_s);
    none(u"SELECT count(*) FROM plan WHERE phase = 'strategize' AND EXISTS(SELECT 1 FROM token_claim WHERE token_claim.plan = plan.id)"_s);
    none(u"SELECT count(*) FROM process WHERE ended_at IS NULL AND json_extract(actor_json, '$.pid') NOT IN (SELECT json_extract(actor_json, '$.pid') FROM process ORDER BY id DESC LIMIT 2)"_s);
}

void KillTest::killedAtAnyMoment()
{
    const int times = qEnvironmentVariableIsSet("COUNTERSIGN_LONG") ? 150 : 12; // each of three programs in turn
    const quint32 seed = qEnvironmentVariableIsSet("COUNTERSIGN_SEED") ? qEnvironmentVariable("COUNTERSIGN_SEED").toUInt() : QRandomGenerator::global()->generate();
    QRandomGenerator random(seed);
    int killed[3] = {0, 0, 0};
    int dispatched = 0;
    for (int i = 0; i < times; ++i) {
        const QString task = u"task-%1"_s.arg(i);
        const QByteArray where = "seed " + QByteArray::number(seed) + ", round " + QByteArray::number(i) + ": ";
        const auto window = console();
        Agent agent(m_home);
        QVERIFY(agent.initialize());
        const int victim = i % 3;
        if (victim == 0) {
            // The server, anywhere between the first call and the answer to the dispatch.
            agent.call(1, u"validate_task"_s, {{u"task_id"_s, task}});
            QElapsedTimer timer;
            timer.start();
            const int moment = static_cast<int>(random.bounded(900));
            QString token;
            const QJsonObject answer = agent.answer(1, moment);
            if (!answer.isEmpty()) {
                token = answer.value("result"_L1).toObject().value("structuredContent"_L1).toObject().value("token"_L1).toString();
                agent.call(2, u"dispatch_task"_s, {{u"task_id"_s, task}, {u"token"_s, token}});
                QTest::qSleep(std::max(1, moment - static_cast<int>(timer.elapsed())));
            }
            killed[0] += agent.process().state() == QProcess::Running;
            ::kill(static_cast<pid_t>(agent.process().processId()), SIGKILL);
            agent.process().waitForFinished(5'000);
            if (!token.isEmpty()) {
                // Whatever the killed server did, the token is good at most once.
                Agent second(m_home);
                QVERIFY(second.initialize());
                const QJsonObject again = second.ask(u"dispatch_task"_s, {{u"task_id"_s, task}, {u"token"_s, token}});
                const QString code = again.value("error"_L1).toObject().value("code"_L1).toString();
                QVERIFY2(code.isEmpty() || code == u"TOKEN_USED"_s, (where + code.toUtf8()).constData());
                second.end();
            }
        } else {
            const QString token = agent.ask(u"validate_task"_s, {{u"task_id"_s, task}}).value("token"_L1).toString();
            QVERIFY2(!token.isEmpty(), where.constData());
            const QJsonObject done = agent.ask(u"dispatch_task"_s, {{u"task_id"_s, task}, {u"token"_s, token}});
            QVERIFY2(!done.contains("error"_L1), where.constData());
            QTest::qSleep(static_cast<int>(random.bounded(800)));
            if (victim == 1) {
                if (const qint64 pid = worker(task); pid > 0) {
                    killed[1] += ::kill(static_cast<pid_t>(pid), SIGKILL) == 0;
                }
            } else {
                killed[2] += window->state() == QProcess::Running;
                window->kill();
            }
            QCOMPARE(agent.end(), 0);
        }
        if (victim != 2 && window->state() != QProcess::NotRunning) {
            window->terminate();
            if (!window->waitForFinished(5'000))
                window->kill();
        }
        window->waitForFinished(5'000);
        compareStore(where);
        if (QTest::currentTestFailed())
            return;
        dispatched = m_home.query(u"SELECT count(*) FROM token_claim"_s)[0][0].toInt();
    }
    const QString died = m_home.query(u"SELECT count(*) FROM halt WHERE raw_halt_type = 'engine_died'"_s)[0][0];
    qInfo("seed %u: %d sessions; killed: server %d, worker %d, console %d; %d plans dispatched, %s of them died and say so", seed, times, killed[0], killed[1],
          killed[2], dispatched, qPrintable(died));
    QVERIFY(killed[0] > 0 && killed[2] > 0);
}

void KillTest::theStoreStillWorks()
{
    for (const auto& row : m_home.query(u"SELECT task_id FROM plan WHERE state = 'errored'"_s)) {
        const Ended again = m_home.run({u"plan"_s, u"retry"_s, row[0]});
        QVERIFY2(again.status == 0, (row[0].toUtf8() + again.all()).constData());
    }
    for (const auto& row : m_home.query(u"SELECT task_id FROM plan WHERE phase = 'execute' AND state = 'queued'"_s)) {
        const Ended again = m_home.run({u"plan"_s, u"run"_s, row[0]});
        QVERIFY2(again.status == 0, (row[0].toUtf8() + again.all()).constData());
    }
    QCOMPARE(m_home.query(u"SELECT count(*) FROM plan WHERE phase = 'execute' AND state <> 'complete'"_s)[0][0], u"0"_s);
    QCOMPARE(m_home.run({u"audit"_s, u"verify"_s}).status, 0);
}

QTEST_GUILESS_MAIN(KillTest)
#include "kill_test.moc"
