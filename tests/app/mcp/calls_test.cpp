// Calls: several at once, cancelled, with progress; who made them; a task from its validation to its dispatch and end.
#include "tests/app/ctl/support/workspace.h"
#include "tests/app/mcp/agent.h"

#include <QtTest>

using namespace countersign::test;
using namespace Qt::StringLiterals;

namespace {

QElapsedTimer started()
{
    QElapsedTimer timer;
    timer.start();
    return timer;
}

} // namespace

class CallsTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;

private Q_SLOTS:
    void initTestCase();
    void severalRunAtOnce();
    void malformedLineHurtsNobody();
    void cancelledCallIsNotAnswered();
    void idInUseIsRefused();
    void progressIncreases();
    void modernCallsNeedNoHandshake();
    void listenersAreHeldAndReleased();
    void whoAsked_data();
    void whoAsked();
    void taskGoesItsWay();
    void decisionIsToldWithoutARun();
    void otherProjectIsRefused();
};

void CallsTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home, "  policy: unanimous\n  actors: {coder: maker}\n");
    QVERIFY(m_work->propose(u"maker.yml"_s, "actor:\n  name: maker\n  role: coder\n  command: [sh, -c, 'echo made >made.txt']\n"));
    const Ended imported = m_work->import();
    QVERIFY2(imported.status == 0, imported.all().constData());
    QVERIFY(m_home.makeSigner(u"ada"_s));
    QCOMPARE(m_work->task(u"slow-a"_s, {u"slow 3"_s}), QString());
    QCOMPARE(m_work->task(u"slow-b"_s, {u"slow 3"_s}), QString());
    QCOMPARE(m_work->task(u"slow-c"_s, {u"slow 3"_s}), QString());
    QCOMPARE(m_work->task(u"very-slow"_s, {u"slow 13"_s, u"gate"_s}), QString());
    QCOMPARE(m_work->task(u"quick"_s, {u"gate"_s}), QString());
    QCOMPARE(m_work->task(u"warns"_s, {u"gate"_s, u"style"_s}), QString());
}

void CallsTest::severalRunAtOnce()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    QElapsedTimer timer;
    timer.start();
    for (const QString& task : {u"slow-a"_s, u"slow-b"_s, u"slow-c"_s})
        agent.call(task, u"validate_task"_s, {{u"task_id"_s, task}});
    agent.send(QByteArray(R"({"jsonrpc":"2.0","id":"p","method":"ping"})"));
    QVERIFY(agent.answer(u"p"_s, 2'000).contains("result"_L1));
    QVERIFY(!agent.ask(u"list_halts"_s, {}, 5'000).isEmpty());
    for (const QString& task : {u"slow-c"_s, u"slow-a"_s, u"slow-b"_s}) {
        const QJsonObject body = agent.answer(task, 60'000).value("result"_L1).toObject().value("structuredContent"_L1).toObject();
        QCOMPARE(body.value("status"_L1).toString(), u"pass"_s);
        QCOMPARE(body.value("task_id"_L1).toString(), task);
    }
    QVERIFY2(timer.elapsed() < 8'500, qPrintable(QString::number(timer.elapsed()))); // one after the other they need nine seconds
}

void CallsTest::malformedLineHurtsNobody()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    agent.call(5, u"validate_task"_s, {{u"task_id"_s, u"slow-a"_s}});
    agent.send(QByteArray("{\"jsonrpc\": nonsense"));
    QCOMPARE(agent.answer(QJsonValue(QJsonValue::Null), 2'000).value("error"_L1).toObject().value("code"_L1).toInt(), -32700);
    QCOMPARE(agent.answer(5).value("result"_L1).toObject().value("structuredContent"_L1).toObject().value("status"_L1).toString(), u"pass"_s);
}

void CallsTest::cancelledCallIsNotAnswered()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    agent.call(u"7"_s, u"validate_task"_s, {{u"task_id"_s, u"slow-a"_s}}, {{u"progressToken"_s, u"t"_s}});
    agent.call(7, u"validate_task"_s, {{u"task_id"_s, u"very-slow"_s}}, {{u"progressToken"_s, u"n"_s}});
    agent.listen(1'500);
    agent.send(QByteArray(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"enough"}})"));
    // The other id, a text, is another request.
    QCOMPARE(agent.answer(u"7"_s).value("result"_L1).toObject().value("structuredContent"_L1).toObject().value("status"_L1).toString(), u"pass"_s);
    const qsizetype said = agent.notifications().size();
    agent.listen(4'000);
    QCOMPARE(agent.pending().size(), 0);
    QCOMPARE(agent.notifications().size(), said);
    const auto runs = m_home.query(u"SELECT state FROM run WHERE task_id = 'very-slow'"_s);
    QCOMPARE(runs.size(), std::size_t(1));
    QCOMPARE(runs[0][0], u"cancelled"_s);
    QVERIFY(processesMentioning(m_work->directory()).isEmpty());
    QVERIFY(!agent.ask(u"list_halts"_s, {}).isEmpty());
}

void CallsTest::idInUseIsRefused()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    agent.call(5, u"validate_task"_s, {{u"task_id"_s, u"slow-a"_s}});
    agent.call(5, u"list_halts"_s, {});
    QCOMPARE(agent.answer(5).value("error"_L1).toObject().value("data"_L1).toObject().value("code"_L1).toString(), u"REQUEST_ID_IN_USE"_s);
    QVERIFY(agent.answer(5).contains("result"_L1));
}

void CallsTest::progressIncreases()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    QElapsedTimer timer;
    timer.start();
    agent.call(5, u"validate_task"_s, {{u"task_id"_s, u"very-slow"_s}}, {{u"progressToken"_s, 42}});
    QVERIFY(agent.answer(5, 60'000).contains("result"_L1));
    double last = -1;
    for (const QJsonObject& each : agent.notifications()) {
        const QJsonObject params = each.value("params"_L1).toObject();
        QCOMPARE(each.value("method"_L1).toString(), u"notifications/progress"_s);
        QCOMPARE(params.value("progressToken"_L1).toInt(), 42);
        QVERIFY(params.value("progress"_L1).toDouble() > last);
        last = params.value("progress"_L1).toDouble();
        QVERIFY(!params.contains("total"_L1) || last <= params.value("total"_L1).toDouble());
    }
    // Begin, one result each, and at least one while nothing ended for more than ten seconds.
    QVERIFY2(agent.notifications().size() >= 4, qPrintable(QString::number(agent.notifications().size())));
    agent.call(6, u"validate_task"_s, {{u"task_id"_s, u"quick"_s}});
    QVERIFY(agent.answer(6).contains("result"_L1));
    const qsizetype said = agent.notifications().size();
    agent.listen(300);
    QCOMPARE(agent.notifications().size(), said);
}

void CallsTest::modernCallsNeedNoHandshake()
{
    Agent agent(m_home);
    const QJsonObject meta{{u"io.modelcontextprotocol/protocolVersion"_s, u"2026-07-28"_s}, {u"io.modelcontextprotocol/clientCapabilities"_s, QJsonObject()}};
    agent.call(1, u"validate_task"_s, {{u"task_id"_s, u"quick"_s}}, meta);
    const QJsonObject result = agent.answer(1).value("result"_L1).toObject();
    QCOMPARE(result.value("resultType"_L1).toString(), u"complete"_s);
    QCOMPARE(result.value("structuredContent"_L1).toObject().value("status"_L1).toString(), u"pass"_s);
    QVERIFY(result.value("_meta"_L1).toObject().contains("io.modelcontextprotocol/serverInfo"_L1));
    const QByteArray text = result.value("content"_L1).toArray().at(0).toObject().value("text"_L1).toString().toUtf8();
    QCOMPARE(QJsonDocument::fromJson(text).object(), result.value("structuredContent"_L1).toObject());
}

void CallsTest::listenersAreHeldAndReleased()
{
    Agent agent(m_home);
    const QByteArray meta = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";
    agent.send(R"({"jsonrpc":"2.0","id":"s1","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},)" + meta + "}}");
    agent.send(R"({"jsonrpc":"2.0","id":"s2","method":"subscriptions/listen","params":{"notifications":{},)" + meta + "}}");
    agent.listen(500);
    QCOMPARE(agent.notifications().size(), 2);
    agent.send(QByteArray(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s1"}})"));
    QCOMPARE(agent.end(), 0);
    QCOMPARE(agent.pending().size(), 1);
    QCOMPARE(agent.pending().at(0).value("id"_L1).toString(), u"s2"_s);
}

void CallsTest::whoAsked_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("client");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("selfDeclared");
    QTest::newRow("configured") << QStringList{u"--agent"_s, u"builder"_s} << u"trial"_s << u"builder"_s << false;
    QTest::newRow("its own word") << QStringList{} << u"trial"_s << u"trial"_s << true;
    QTest::newRow("hostile name") << QStringList{} << u"a\u202eb\n"_s << u"a<U+202E>b<U+000A>"_s << true;
}

void CallsTest::whoAsked()
{
    QFETCH(QStringList, words);
    QFETCH(QString, client);
    QFETCH(QString, name);
    QFETCH(bool, selfDeclared);
    Agent agent(m_home, words);
    QVERIFY(agent.initialize(u"2025-11-25"_s, client));
    const QJsonObject body = agent.ask(u"validate_task"_s, {{u"task_id"_s, u"quick"_s}});
    const auto rows = m_home.query(u"SELECT actor_json FROM run WHERE id = '%1'"_s.arg(body.value("run"_L1).toString()));
    QCOMPARE(rows.size(), std::size_t(1));
    const QJsonObject actor = QJsonDocument::fromJson(rows[0][0].toUtf8()).object();
    QCOMPARE(actor.value("kind"_L1).toString(), u"agent"_s);
    QCOMPARE(actor.value("name"_L1).toString(), name);
    QCOMPARE(actor.value("self_declared"_L1).toBool(), selfDeclared);
}

void CallsTest::taskGoesItsWay()
{
    Agent agent(m_home, {u"--project"_s, u"quick"_s});
    QVERIFY(agent.initialize());
    QCOMPARE(m_work->task(u"whole"_s, {u"gate"_s}), QString());
    const QString token = agent.ask(u"validate_task"_s, {{u"task_id"_s, u"whole"_s}}).value("token"_L1).toString();
    QVERIFY(!token.isEmpty());
    const QJsonObject other = agent.ask(u"dispatch_task"_s, {{u"task_id"_s, u"quick"_s}, {u"token"_s, token}});
    QCOMPARE(other.value("error"_L1).toObject().value("code"_L1).toString(), u"TOKEN_OTHER_TASK"_s);
    const QJsonObject dispatched = agent.ask(u"dispatch_task"_s, {{u"task_id"_s, u"whole"_s}, {u"token"_s, token}});
    QVERIFY2(dispatched.value("ok"_L1).toBool(), QJsonDocument(dispatched).toJson().constData());
    QVERIFY(dispatched.value("started"_L1).toBool());
    QCOMPARE(dispatched.value("phase"_L1).toString(), u"execute"_s);
    const QJsonObject again = agent.ask(u"dispatch_task"_s, {{u"task_id"_s, u"whole"_s}, {u"token"_s, token}});
    QCOMPARE(again.value("error"_L1).toObject().value("code"_L1).toString(), u"TOKEN_USED"_s);
    QVERIFY(!again.value("error"_L1).toObject().value("advice"_L1).toString().isEmpty());
    QString state;
    for (QElapsedTimer timer = started(); state != u"complete"_s && timer.elapsed() < 60'000; agent.listen(200))
        state = agent.ask(u"get_plan"_s, {{u"task_id"_s, u"whole"_s}}).value("state"_L1).toString();
    QCOMPARE(state, u"complete"_s);
    const QJsonObject cancelled = agent.ask(u"cancel_task"_s, {{u"task_id"_s, u"whole"_s}, {u"reason"_s, u"no longer needed"_s}});
    QCOMPARE(cancelled.value("state"_L1).toString(), u"cancelled"_s);
    QCOMPARE(cancelled.value("reason"_L1).toString(), u"no longer needed"_s);
    QCOMPARE(agent.ask(u"validate_task"_s, {{u"task_id"_s, u"whole"_s}}).value("error"_L1).toObject().value("code"_L1).toString(), u"PLAN_FINAL"_s);
}

void CallsTest::decisionIsToldWithoutARun()
{
    QVERIFY(m_work->set(u"style.txt"_s, "tabs\n"));
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    const QString decision = agent.ask(u"validate_task"_s, {{u"task_id"_s, u"warns"_s}}).value("decision_id"_L1).toString();
    QVERIFY(!decision.isEmpty());
    const Ended look = m_home.sign(decision, u"--proceed"_s, u"ada"_s, u"Tabs are fine here."_s);
    QVERIFY2(look.status == 0, look.all().constData());
    const QJsonObject plan = agent.ask(u"get_plan"_s, {{u"task_id"_s, u"warns"_s}});
    QCOMPARE(plan.value("request"_L1).toObject().value("state"_L1).toString(), u"decided"_s);
    QCOMPARE(plan.value("decision"_L1).toObject().value("reason"_L1).toString(), u"Tabs are fine here."_s);
    QCOMPARE(plan.value("decision"_L1).toObject().value("signer"_L1).toString(), u"ada"_s);
    const QJsonObject passed = agent.ask(u"validate_task"_s, {{u"task_id"_s, u"warns"_s}});
    QVERIFY(m_work->set(u"style.txt"_s, "\n"));
    QCOMPARE(passed.value("status"_L1).toString(), u"pass"_s);
    QVERIFY(passed.contains("token"_L1));
}

void CallsTest::otherProjectIsRefused()
{
    Agent agent(m_home, {u"--project"_s, u"other"_s});
    QVERIFY(agent.initialize());
    QCOMPARE(agent.ask(u"validate_task"_s, {{u"task_id"_s, u"quick"_s}}).value("error"_L1).toObject().value("code"_L1).toString(), u"PROJECT_NOT_FOUND"_s);
    QCOMPARE(agent.ask(u"get_plan"_s, {{u"task_id"_s, u"quick"_s}}).value("ok"_L1).toBool(true), false);
    QCOMPARE(agent.ask(u"cancel_task"_s, {{u"task_id"_s, u"quick"_s}}).value("ok"_L1).toBool(true), false);
}

QTEST_GUILESS_MAIN(CallsTest)
#include "calls_test.moc"
