// How the server begins and ends: without a trace, at once, with nothing left behind.
#include "tests/app/ctl/support/workspace.h"
#include "tests/app/mcp/agent.h"

#include <QtTest>

#include <csignal>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class LifeTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;

    QString runState(const QString& task) const;

private Q_SLOTS:
    void initTestCase();
    void wrongWordsAreRefused_data();
    void wrongWordsAreRefused();
    void helpAndVersion();
    void probeLeavesNoTrace();
    void missingStoreIsToldByTheTools();
    void inputEndsInTheMiddleOfARun();
    void closedOutputEndsIt();
    void signalEndsIt();
    void unreadOutputDoesNotKeepIt();
    void twoServersWorkOnOneStore();
};

void LifeTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home);
    QCOMPARE(m_work->import().status, 0);
    for (const QString& task : {u"eof"_s, u"pipe"_s, u"signal"_s})
        QCOMPARE(m_work->task(task, {u"slow 30"_s}), QString());
    QCOMPARE(m_work->task(u"one"_s, {u"gate"_s}), QString());
    QCOMPARE(m_work->task(u"two"_s, {u"gate"_s}), QString());
}

QString LifeTest::runState(const QString& task) const
{
    const auto rows = m_home.query(u"SELECT state FROM run WHERE task_id = '%1' ORDER BY id DESC"_s.arg(task));
    return rows.empty() ? QString() : rows[0][0];
}

void LifeTest::wrongWordsAreRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("status");
    QTest::newRow("unknown option") << QStringList{u"--sign"_s} << 64;
    QTest::newRow("no value") << QStringList{u"--project"_s} << 64;
    QTest::newRow("empty agent") << QStringList{u"--agent="_s} << 64;
    QTest::newRow("bad project") << QStringList{u"--project"_s, u"Not A Name"_s} << 65;
    QTest::newRow("a word") << QStringList{u"serve"_s} << 64;
}

void LifeTest::wrongWordsAreRefused()
{
    QFETCH(QStringList, words);
    QFETCH(int, status);
    QProcess process;
    process.start(Agent::program(), words);
    QVERIFY(process.waitForFinished(10'000));
    QCOMPARE(process.exitCode(), status);
    QVERIFY(process.readAllStandardOutput().isEmpty());
    QVERIFY(process.readAllStandardError().startsWith("countersign-mcp: "));
}

void LifeTest::helpAndVersion()
{
    for (const QString& word : {u"--help"_s, u"--version"_s, u"--manual"_s}) {
        QProcess process;
        process.start(Agent::program(), {word});
        QVERIFY(process.waitForFinished(10'000));
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(process.readAllStandardOutput().contains("ountersign"));
    }
}

void LifeTest::probeLeavesNoTrace()
{
    const auto before = m_home.query(u"SELECT count(*) FROM process"_s)[0][0];
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    agent.send(QByteArray(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})"));
    QVERIFY(agent.answer(2, 2'000).contains("result"_L1));
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(agent.end(), 0);
    QVERIFY(timer.elapsed() < 1'000);
    QVERIFY(agent.process().readAllStandardError().isEmpty());
    QCOMPARE(m_home.query(u"SELECT count(*) FROM process"_s)[0][0], before);
}

void LifeTest::missingStoreIsToldByTheTools()
{
    const Home empty;
    Agent agent(empty);
    QVERIFY(agent.initialize());
    const QJsonObject body = agent.ask(u"list_halts"_s, {});
    QCOMPARE(body.value("ok"_L1).toBool(true), false);
    QVERIFY(body.value("error"_L1).toObject().value("code"_L1).toString().startsWith("STORE"_L1));
    QVERIFY(!QFile::exists(empty.store()));
    QCOMPARE(agent.end(), 0);
}

void LifeTest::inputEndsInTheMiddleOfARun()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    agent.call(2, u"validate_task"_s, {{u"task_id"_s, u"eof"_s}});
    QTRY_COMPARE_WITH_TIMEOUT(runState(u"eof"_s), u"running"_s, 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(processesMentioning(m_work->directory()).size() > 0, 10'000);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(agent.end(), 0);
    QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(runState(u"eof"_s), u"cancelled"_s);
    QCOMPARE(processesMentioning(m_work->directory()).join(u'\n'), QString());
    QCOMPARE(processesMentioning(m_home.store()).join(u'\n'), QString());
    QCOMPARE(agent.pending().size(), 0);
}

// head reads one answer and goes; the next progress finds nobody.
void LifeTest::closedOutputEndsIt()
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"HOME"_s, m_home.path(u"home"_s));
    environment.insert(u"XDG_STATE_HOME"_s, m_home.path(u"state"_s));
    environment.insert(u"XDG_CONFIG_HOME"_s, m_home.path(u"config"_s));
    process.setProcessEnvironment(environment);
    process.start(u"sh"_s, {u"-c"_s, u"{ \"$1\" --store \"$2\"; echo ended $? >&2; } | head -n 1 >/dev/null"_s, u"sh"_s, Agent::program(), m_home.store()});
    process.write(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})"
                  "\n"
                  R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"validate_task","arguments":{"task_id":"pipe"},"_meta":{"progressToken":1}}})"
                  "\n");
    QVERIFY(process.waitForFinished(20'000));
    QVERIFY(process.readAllStandardError().contains("ended 0"));
    QCOMPARE(runState(u"pipe"_s), u"cancelled"_s);
    QCOMPARE(processesMentioning(m_work->directory()).join(u'\n'), QString());
}

void LifeTest::signalEndsIt()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    agent.call(2, u"validate_task"_s, {{u"task_id"_s, u"signal"_s}});
    QTRY_COMPARE_WITH_TIMEOUT(runState(u"signal"_s), u"running"_s, 20'000);
    ::kill(static_cast<pid_t>(agent.process().processId()), SIGTERM);
    QVERIFY(agent.process().waitForFinished(5'000));
    QCOMPARE(agent.process().exitStatus(), QProcess::NormalExit);
    QCOMPARE(agent.process().exitCode(), 0);
    QCOMPARE(runState(u"signal"_s), u"cancelled"_s);
    QCOMPARE(processesMentioning(m_work->directory()).join(u'\n'), QString());
}

// A client that asks for more than a pipe holds, reads nothing and goes.
void LifeTest::unreadOutputDoesNotKeepIt()
{
    QProcess process;
    process.start(u"sh"_s, {u"-c"_s, u"mkfifo \"$2\"; { i=0; while [ $i -lt 200 ]; do echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":"
                                     "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}'; "
                                     "i=$((i+1)); done | \"$1\" --store \"$3\" >\"$2\"; echo ended $?; } & exec 3<\"$2\"; wait"_s,
                            u"sh"_s, Agent::program(), m_home.path(u"fifo"_s), m_home.store()});
    QVERIFY(process.waitForFinished(20'000));
    QVERIFY(process.readAllStandardOutput().contains("ended 0"));
}

void LifeTest::twoServersWorkOnOneStore()
{
    Agent first(m_home);
    Agent second(m_home);
    QVERIFY(first.initialize() && second.initialize());
    first.call(2, u"validate_task"_s, {{u"task_id"_s, u"one"_s}});
    second.call(2, u"validate_task"_s, {{u"task_id"_s, u"two"_s}});
    for (Agent* agent : {&first, &second})
        QCOMPARE(agent->answer(2).value("result"_L1).toObject().value("structuredContent"_L1).toObject().value("status"_L1).toString(), u"pass"_s);
    QCOMPARE(m_home.run({u"audit"_s, u"verify"_s}).status, 0);
}

QTEST_GUILESS_MAIN(LifeTest)
#include "life_test.moc"
