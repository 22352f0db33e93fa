// kill -9 at random moments of the sample's run: the store opens, the chain is intact, nothing is left running.
#include "tests/app/ctl/support/ctl.h"

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
    qint64 m_usual = 0; ///< milliseconds of an undisturbed run

private Q_SLOTS:
    void initTestCase();
    void killedAtAnyMoment();
    void nextRunWorksAndClosesTheDeadOnes();
};

void KillTest::initTestCase()
{
    QVERIFY(m_home.valid());
    QCOMPARE(m_home.run({u"demo"_s, m_home.path(u"sample"_s)}).status, 0);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(m_home.validate(u"sample-pass"_s).status, 0);
    m_usual = timer.elapsed();
}

void KillTest::killedAtAnyMoment()
{
    const int times = qEnvironmentVariableIsSet("COUNTERSIGN_LONG") ? 50 : 10;
    const quint32 seed = qEnvironmentVariableIsSet("COUNTERSIGN_SEED") ? qEnvironmentVariable("COUNTERSIGN_SEED").toUInt() : QRandomGenerator::global()->generate();
    QRandomGenerator random(seed);
    int killed = 0;
    qint64 slowest = 0;
    for (int i = 0; i < times; ++i) {
        const auto moment = static_cast<int>(random.bounded(static_cast<qint64>(m_usual)));
        const auto process = m_home.start({u"validate"_s, u"--task"_s, u"sample-pass"_s});
        const qint64 pid = process->processId();
        if (!process->waitForFinished(std::max(moment, 1))) {
            ::kill(static_cast<pid_t>(pid), SIGKILL);
            process->waitForFinished(5'000);
            ++killed;
        }
        const QByteArray where = "seed " + QByteArray::number(seed) + ", round " + QByteArray::number(i) + ", after " + QByteArray::number(moment) + " ms: ";
        QElapsedTimer gone;
        gone.start();
        QStringList left = processesMentioning(m_home.path({}));
        while (!left.isEmpty() && gone.elapsed() < 3'000) {
            QTest::qSleep(20);
            left = processesMentioning(m_home.path({}));
        }
        slowest = std::max(slowest, gone.elapsed());
        QVERIFY2(left.isEmpty(), (where + left.join(u'\n').toUtf8()).constData());
        const Ended audit = m_home.run({u"audit"_s, u"verify"_s});
        QVERIFY2(audit.status == 0 && audit.text("status") == u"intact"_s, (where + audit.all()).constData());
        QCOMPARE(m_home.query(u"PRAGMA integrity_check"_s)[0][0], u"ok"_s);
        QVERIFY(m_home.query(u"SELECT 1 FROM run WHERE state = 'running'"_s).size() <= 1);
    }
    const int died = m_home.query(u"SELECT count(*) FROM run WHERE state IN ('running', 'died')"_s)[0][0].toInt();
    qInfo("seed %u: %d of %d runs killed within %lld ms, %d of them in an open run; strays were gone after at most %lld ms", seed, killed, times,
          static_cast<long long>(m_usual), died, static_cast<long long>(slowest));
    QVERIFY(killed > 0);
}

void KillTest::nextRunWorksAndClosesTheDeadOnes()
{
    // One more, killed surely in the middle, so that there is a dead run to close whatever the random moments were.
    const auto process = m_home.start({u"validate"_s, u"--task"_s, u"sample-pass"_s});
    QTRY_VERIFY_WITH_TIMEOUT(m_home.query(u"SELECT 1 FROM run WHERE state = 'running' AND owner IN (SELECT id FROM process WHERE json_extract(actor_json, '$.pid') = %1)"_s
                                              .arg(process->processId())).size() == 1, 30'000);
    ::kill(static_cast<pid_t>(process->processId()), SIGKILL);
    process->waitForFinished(5'000);
    const auto running = m_home.query(u"SELECT id FROM run WHERE state = 'running'"_s);
    QCOMPARE(running.size(), std::size_t(1));
    const Ended next = m_home.validate(u"sample-pass"_s);
    QVERIFY2(next.status == 0, next.all().constData());
    QVERIFY(!next.text("token").isEmpty());
    QCOMPARE(m_home.query(u"SELECT count(*) FROM run WHERE state = 'running'"_s)[0][0], u"0"_s);
    QCOMPARE(m_home.query(u"SELECT state FROM run WHERE id = '%1'"_s.arg(running[0][0]))[0][0], u"died"_s);
    QVERIFY(next.out.contains(running[0][0].toUtf8()));
    QCOMPARE(m_home.run({u"audit"_s, u"verify"_s}).status, 0);
    // Tokens of earlier runs are void: one token of the task is good at a time.
    QCOMPARE(m_home.query(u"SELECT count(*) FROM token WHERE voided_at = 0"_s)[0][0], u"1"_s);
}

QTEST_GUILESS_MAIN(KillTest)
#include "kill_test.moc"
