// The known traps of agent-facing servers: each file of tests/cases/mcp, sent as it is, and what must come back.
#include "tests/app/ctl/support/workspace.h"
#include "tests/app/mcp/agent.h"

#include <QtTest>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class CasesTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;
    int m_ran = 0;

    void feed(Agent& agent, const QString& file) const;

private Q_SLOTS:
    void initTestCase();
    void protocol_data();
    void protocol();
    void cutAtEnd();
    void nothingDecides();
    void proposalOnABlockerChangesNothing();
    void validateNothing();
    void noisyValidator();
    void missingArguments();
    void escalateGivesNoToken();
    void longLine();
    void cleanupTestCase();
};

void CasesTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home);
    QVERIFY(m_work->propose(u"noisy.yml"_s, "validation:\n  name: noisy\n  mode: required\n  source: command\n"
                                            "  command: [sh, -c, 'head -c 10000000 /dev/zero | tr \"\\\\0\" e >&2; echo junk; echo {\\\"jsonrpc\\\":1}']\n"
                                            "  capability: {read_only: true}\n"));
    const Ended imported = m_work->import();
    QVERIFY2(imported.status == 0, imported.all().constData());
}

void CasesTest::feed(Agent& agent, const QString& file) const
{
    const QByteArray bytes = readFile(QStringLiteral(COUNTERSIGN_SOURCE_DIR "/tests/cases/mcp/") + file);
    QVERIFY2(!bytes.isEmpty(), qPrintable(file));
    agent.process().write(bytes);
    agent.process().waitForBytesWritten(10'000);
}

void CasesTest::protocol_data()
{
    // id → what its answer holds: a number of an error, a code of ours, or nothing for a result.
    QTest::addColumn<QString>("file");
    QTest::addColumn<QJsonArray>("ids");
    QTest::addColumn<QList<int>>("numbers");
    QTest::addColumn<QString>("code");
    const QJsonValue none(QJsonValue::Null);
    QTest::newRow("mcp-01") << u"bad-json.jsonl"_s << QJsonArray{none, 9} << QList<int>{-32700, 0} << u""_s;
    QTest::newRow("mcp-02") << u"unknown-method.jsonl"_s << QJsonArray{2, 9} << QList<int>{-32601, 0} << u""_s;
    QTest::newRow("mcp-03") << u"unknown-tool.jsonl"_s << QJsonArray{2} << QList<int>{-32602} << u"TOOL_NOT_FOUND"_s;
    QTest::newRow("mcp-04") << u"arguments-not-object.jsonl"_s << QJsonArray{2, 3, 4, 5} << QList<int>{-32602, -32602, -32602, -32602} << u"ARGUMENTS_NOT_OBJECT"_s;
    QTest::newRow("mcp-05") << u"notification.jsonl"_s << QJsonArray{9} << QList<int>{0} << u""_s;
    QTest::newRow("mcp-06") << u"ids.jsonl"_s << QJsonArray{u"9"_s, 9, u"\u00e9 x"_s} << QList<int>{0, 0, 0} << u""_s;
    QTest::newRow("mcp-07") << u"not-a-request.jsonl"_s << QJsonArray{none, none, none, 2, 3, 9} << QList<int>{-32600, -32600, -32600, -32600, -32600, 0} << u""_s;
    QTest::newRow("mcp-08") << u"crlf-and-blank.jsonl"_s << QJsonArray{9, 10} << QList<int>{0, 0} << u""_s;
}

void CasesTest::protocol()
{
    QFETCH(QString, file);
    QFETCH(QJsonArray, ids);
    QFETCH(QList<int>, numbers);
    QFETCH(QString, code);
    Agent agent(m_home);
    QVERIFY(agent.initialize(u"2025-06-18"_s));
    feed(agent, file);
    for (qsizetype i = 0; i < ids.size(); ++i) {
        const QJsonObject answer = agent.answer(ids.at(i), 10'000);
        QVERIFY2(!answer.isEmpty(), qPrintable(u"no answer %1"_s.arg(i)));
        const QJsonObject error = answer.value("error"_L1).toObject();
        QCOMPARE(error.value("code"_L1).toInt(), numbers.at(i));
        QCOMPARE(answer.contains("result"_L1), numbers.at(i) == 0);
        if (numbers.at(i) != 0)
            QVERIFY(!error.value("message"_L1).toString().isEmpty() && !error.value("data"_L1).toObject().value("code"_L1).toString().isEmpty());
        if (!code.isEmpty())
            QCOMPARE(error.value("data"_L1).toObject().value("code"_L1).toString(), code);
    }
    QCOMPARE(agent.end(), 0);
    QCOMPARE(agent.pending().size(), 0);
    QCOMPARE(agent.noise().size(), 0);
    ++m_ran;
}

void CasesTest::cutAtEnd()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    feed(agent, u"cut-at-end.jsonl"_s);
    QCOMPARE(agent.end(2'000), 0);
    QVERIFY(agent.answer(9).contains("result"_L1));
    QVERIFY(agent.pending().size() <= 1);
    if (!agent.pending().isEmpty())
        QCOMPARE(agent.pending().at(0).value("error"_L1).toObject().value("code"_L1).toInt(), -32700);
    ++m_ran;
}

void CasesTest::nothingDecides()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    feed(agent, u"no-authorise.jsonl"_s);
    QStringList names;
    for (const QJsonValue& tool : agent.answer(9).value("result"_L1).toObject().value("tools"_L1).toArray())
        names << tool.toObject().value("name"_L1).toString();
    QCOMPARE(names.join(u' '), u"validate_task dispatch_task get_plan list_halts cancel_task"_s);
    for (const int id : {2, 3, 4})
        QCOMPARE(agent.answer(id).value("error"_L1).toObject().value("data"_L1).toObject().value("code"_L1).toString(), u"TOOL_NOT_FOUND"_s);
    ++m_ran;
}

void CasesTest::proposalOnABlockerChangesNothing()
{
    QVERIFY(m_work->set(u"broken"_s, ""));
    QCOMPARE(m_work->task(u"task_1a2b3c"_s, {u"gate"_s}), QString());
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    const QJsonObject blocked = agent.ask(u"validate_task"_s, {{u"task_id"_s, u"task_1a2b3c"_s}});
    QCOMPARE(blocked.value("status"_L1).toString(), u"blocker"_s);
    const auto events = m_home.query(u"SELECT count(*) FROM event"_s)[0][0];
    feed(agent, u"propose-on-blocker.jsonl"_s);
    QCOMPARE(agent.answer(2).value("error"_L1).toObject().value("code"_L1).toInt(), -32602);
    QCOMPARE(m_home.query(u"SELECT count(*) FROM event"_s)[0][0], events);
    QVERIFY(QFile::remove(m_work->work(u"broken"_s)));
    ++m_ran;
}

void CasesTest::validateNothing()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    feed(agent, u"validate-nothing.jsonl"_s);
    const QJsonObject body = agent.answer(2).value("result"_L1).toObject().value("structuredContent"_L1).toObject();
    QCOMPARE(body.value("status"_L1).toString(), u"validator_error"_s);
    QCOMPARE(body.value("cause"_L1).toString(), u"no_validations"_s);
    QVERIFY(!body.contains("token"_L1));
    ++m_ran;
}

void CasesTest::noisyValidator()
{
    QCOMPARE(m_work->task(u"t"_s, {u"noisy"_s}), QString());
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    feed(agent, u"noisy-validator.jsonl"_s);
    const QJsonObject body = agent.answer(2, 120'000).value("result"_L1).toObject().value("structuredContent"_L1).toObject();
    QCOMPARE(body.value("status"_L1).toString(), u"validator_error"_s);
    QVERIFY(!body.contains("token"_L1));
    QCOMPARE(agent.end(), 0);
    QCOMPARE(agent.noise().size(), 0);
    QCOMPARE(agent.pending().size(), 0);
    ++m_ran;
}

void CasesTest::missingArguments()
{
    const auto plans = m_home.query(u"SELECT count(*) FROM plan"_s)[0][0];
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    feed(agent, u"missing-arguments.jsonl"_s);
    for (const int id : {2, 3}) {
        const QJsonObject result = agent.answer(id).value("result"_L1).toObject();
        QVERIFY(result.value("isError"_L1).toBool());
        const QJsonArray violations = result.value("structuredContent"_L1).toObject().value("error"_L1).toObject().value("violations"_L1).toArray();
        QCOMPARE(violations.size(), 1);
        QCOMPARE(violations.at(0).toObject().value("pointer"_L1).toString(), u"/task_id"_s);
    }
    QVERIFY(agent.answer(4).contains("error"_L1));
    agent.call(7, u"dispatch_task"_s, {});
    const QJsonObject both = agent.answer(7).value("result"_L1).toObject().value("structuredContent"_L1).toObject().value("error"_L1).toObject();
    QCOMPARE(both.value("violations"_L1).toArray().size(), 2);
    QCOMPARE(both.value("code"_L1).toString(), u"INVALID_ARGS"_s);
    QCOMPARE(m_home.query(u"SELECT count(*) FROM plan"_s)[0][0], plans);
    ++m_ran;
}

void CasesTest::escalateGivesNoToken()
{
    QVERIFY(m_work->set(u"style.txt"_s, "tabs\n"));
    QCOMPARE(m_work->task(u"warns"_s, {u"gate"_s, u"style"_s}), QString());
    QCOMPARE(m_work->task(u"passes"_s, {u"gate"_s}), QString());
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    feed(agent, u"escalate-no-token.jsonl"_s);
    const QJsonObject escalated = agent.answer(2).value("result"_L1).toObject();
    const QJsonObject body = escalated.value("structuredContent"_L1).toObject();
    QCOMPARE(body.value("status"_L1).toString(), u"escalate"_s);
    QVERIFY(!body.value("decision_id"_L1).toString().isEmpty());
    QVERIFY(!body.contains("token"_L1));
    QVERIFY(!QJsonDocument(escalated).toJson().contains("eyJ"));
    QCOMPARE(body.value("next_action"_L1).toString(), u"wait_for_decision"_s);
    const QJsonObject plan = agent.ask(u"get_plan"_s, {{u"task_id"_s, u"warns"_s}});
    QCOMPARE(plan.value("request"_L1).toObject().value("decision_id"_L1), body.value("decision_id"_L1));
    QCOMPARE(plan.value("halt"_L1).toObject().value("halt_type"_L1).toString(), u"escalate"_s);
    const QJsonObject passed = agent.ask(u"validate_task"_s, {{u"task_id"_s, u"passes"_s}});
    QCOMPARE(passed.value("status"_L1).toString(), u"pass"_s);
    QVERIFY(!passed.value("token"_L1).toString().isEmpty());
    QVERIFY(m_work->set(u"broken"_s, ""));
    const QJsonObject blocked = agent.ask(u"validate_task"_s, {{u"task_id"_s, u"passes"_s}});
    QVERIFY(m_work->set(u"style.txt"_s, "\n") && QFile::remove(m_work->work(u"broken"_s)));
    QCOMPARE(blocked.value("status"_L1).toString(), u"blocker"_s);
    QVERIFY(!blocked.contains("token"_L1));
    QVERIFY(!QJsonDocument(blocked).toJson().toLower().contains("authori"));
    ++m_ran;
}

void CasesTest::longLine()
{
    Agent agent(m_home);
    QVERIFY(agent.initialize());
    const QByteArray head = R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"validate_task","arguments":{"task_id":"t","task_spec":")";
    agent.send(head + QByteArray(5'000'000, 'x') + R"("}}})");
    agent.send(QByteArray(R"({"jsonrpc":"2.0","id":3,"method":"ping"})"));
    QVERIFY(agent.answer(3).contains("result"_L1));
    QVERIFY(!agent.answer(2).isEmpty());
    agent.send(head + QByteArray(100'000'000, 'x') + R"("}}})");
    agent.send(QByteArray(R"({"jsonrpc":"2.0","id":4,"method":"ping"})"));
    QVERIFY(agent.answer(4).contains("result"_L1));
    const QJsonObject refused = agent.answer(QJsonValue(QJsonValue::Null)).value("error"_L1).toObject();
    QCOMPARE(refused.value("data"_L1).toObject().value("code"_L1).toString(), u"LINE_TOO_LONG"_s);
    QCOMPARE(refused.value("data"_L1).toObject().value("limit"_L1).toInt(), 16 * 1024 * 1024);
    const QByteArray status = readFile(u"/proc/%1/status"_s.arg(agent.process().processId()));
    const qsizetype at = status.indexOf("VmHWM:");
    QVERIFY(at >= 0);
    QVERIFY2(status.mid(at + 6, 20).simplified().split(' ').at(0).toInt() < 200'000, status.mid(at, 30).constData());
    ++m_ran;
}

void CasesTest::cleanupTestCase()
{
    qInfo("%d of 16 cases ran", m_ran);
    QCOMPARE(m_ran, 16);
}

QTEST_GUILESS_MAIN(CasesTest)
#include "cases_test.moc"
