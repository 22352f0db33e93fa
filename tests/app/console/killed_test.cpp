#include "tests/app/console/desktop.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>
#include <QThread>

#include <csignal>

using namespace countersign::test;

namespace {
QString q(const char* text) { return QString::fromUtf8(text); }
} // namespace

// The console is killed at random moments of a run: the store opens, the chain verifies, nothing is left running.
class KilledTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void killed();
};

void KilledTest::killed()
{
    const int times = qEnvironmentVariableIsSet("COUNTERSIGN_LONG") ? 50 : 5;
    const quint32 seed = qEnvironmentVariableIsSet("COUNTERSIGN_SEED") ? qEnvironmentVariable("COUNTERSIGN_SEED").toUInt() : 20261130U;
    QRandomGenerator random(seed);
    qInfo("%d times, seed %u", times, seed);
    Desktop desktop;
    QVERIFY2(desktop.problem().isEmpty(), qPrintable(desktop.problem()));
    const Home home;
    const Ended demo = home.run({q("demo"), home.path(q("ws"))});
    QVERIFY2(demo.status == 0, demo.all());
    QCOMPARE(home.validate(q("sample-escalate")).status, 2);
    int duringRun = 0;
    for (int i = 0; i < times; ++i) {
        auto console = desktop.console(home, home.store());
        QVERIFY(console != nullptr);
        desktop.keys({q("alt+1"), q("Home"), q("Down"), q("Return")}, 150);
        desktop.keys({q("ctrl+shift+r")}, 0);
        QThread::msleep(random.bounded(2600U));
        ::kill(static_cast<pid_t>(console->processId()), SIGKILL);
        QVERIFY(console->waitForFinished(5000));
        duringRun += home.query(q("SELECT id FROM run WHERE state = 'running'")).empty() ? 0 : 1;
        QTRY_VERIFY2_WITH_TIMEOUT(processesMentioning(home.path(q("ws"))).isEmpty(), qPrintable(processesMentioning(home.path(q("ws"))).join(QLatin1Char('\n'))), 5000);
        const Ended verified = home.run({q("audit"), q("verify")});
        QVERIFY2(verified.status == 0, verified.all());
    }
    qInfo("%d of %d kills came during a run", duringRun, times);
    QVERIFY2(duringRun > 0, "no kill came during a run");
    QCOMPARE(home.validate(q("sample-escalate")).status, 2);
    QVERIFY(home.query(q("SELECT id FROM run WHERE state = 'running'")).empty());
}

QTEST_GUILESS_MAIN(KilledTest)
#include "killed_test.moc"
