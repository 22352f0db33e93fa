// The contract between an agent and a person: validate, decide, dispatch once; and every way a token is refused.
#include "tests/app/ctl/support/workspace.h"
#include "tests/app/mcp/agent.h"

#include <QtTest>

#include <QJsonDocument>
#include <QMessageAuthenticationCode>

using namespace countersign::test;
using namespace Qt::StringLiterals;

namespace {

QString codeOf(const QJsonObject& body) { return body.value("error"_L1).toObject().value("code"_L1).toString(); }

QByteArray base64url(const QByteArray& bytes) { return bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals); }

} // namespace

class SessionTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;
    std::unique_ptr<Agent> m_agent;

    QJsonObject validate(const QString& task, const QString& specification = {});
    QJsonObject dispatch(const QString& task, const QString& token, const QString& specification = {});
    QString stateAfterWork(const QString& task);

private Q_SLOTS:
    void initTestCase();
    void escalationIsSignedThenDispatchedOnce();
    void tokensAreRefusedEachWithItsCode();
    void expiredTokenIsRefused();
    void failingSuiteIsOneBlockerEverywhere();
    void nothingDecides();
    void chainHolds();
};

void SessionTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home, "  policy: unanimous\n  actors: {coder: maker}\n");
    QVERIFY(m_work->propose(u"actor.yml"_s, "actor: {name: maker, role: coder, command: [sh, -c, 'echo made > made.txt']}\n"));
    QCOMPARE(m_work->import().status, 0);
    for (const QString& task : {u"warns"_s, u"spare"_s, u"spec"_s, u"tree"_s, u"later"_s, u"old"_s, u"broken"_s})
        QCOMPARE(m_work->task(task, {u"gate"_s, u"style"_s}), QString());
    m_agent = std::make_unique<Agent>(m_home, QStringList{u"--agent"_s, u"weld"_s});
    QVERIFY(m_agent->initialize());
}

QJsonObject SessionTest::validate(const QString& task, const QString& specification)
{
    QJsonObject arguments{{u"task_id"_s, task}};
    if (!specification.isNull())
        arguments.insert(u"task_spec"_s, specification);
    return m_agent->ask(u"validate_task"_s, arguments);
}

QJsonObject SessionTest::dispatch(const QString& task, const QString& token, const QString& specification)
{
    QJsonObject arguments{{u"task_id"_s, task}, {u"token"_s, token}};
    if (!specification.isNull())
        arguments.insert(u"task_spec"_s, specification);
    return m_agent->ask(u"dispatch_task"_s, arguments);
}

QString SessionTest::stateAfterWork(const QString& task)
{
    QString where;
    for (int i = 0; i < 300; ++i) {
        const QJsonObject plan = m_agent->ask(u"get_plan"_s, {{u"task_id"_s, task}});
        where = plan.value("phase"_L1).toString() + u'/' + plan.value("state"_L1).toString();
        if (!where.endsWith(u"queued"_s) && !where.endsWith(u"processing"_s))
            return where;
        QTest::qSleep(100);
    }
    return where;
}

void SessionTest::escalationIsSignedThenDispatchedOnce()
{
    QVERIFY(m_work->set(u"style.txt"_s, "line 12 is too long\n"));
    const QJsonObject asked = validate(u"warns"_s);
    QCOMPARE(asked.value("status"_L1).toString(), u"escalate"_s);
    QCOMPARE(asked.value("next_action"_L1).toString(), u"wait_for_decision"_s);
    QVERIFY(!asked.contains("token"_L1));
    const QString decision = asked.value("decision_id"_L1).toString();
    QVERIFY(!decision.isEmpty());
    QVERIFY(m_home.makeSigner(u"ada"_s));
    const Ended signedRecord = m_home.sign(decision, u"--proceed"_s, u"ada"_s);
    QVERIFY2(signedRecord.status == 0, signedRecord.all().constData());
    const QJsonObject plan = m_agent->ask(u"get_plan"_s, {{u"task_id"_s, u"warns"_s}});
    QVERIFY2(QJsonDocument(plan).toJson().contains("Looked at it."), QJsonDocument(plan).toJson().constData()); // the reason reaches the agent
    const QJsonObject passed = validate(u"warns"_s);
    QCOMPARE(passed.value("status"_L1).toString(), u"pass"_s);
    const QString token = passed.value("token"_L1).toString();
    QVERIFY(!token.isEmpty());
    const QJsonObject done = dispatch(u"warns"_s, token);
    QVERIFY2(!done.contains("error"_L1), QJsonDocument(done).toJson().constData());
    QCOMPARE(codeOf(dispatch(u"warns"_s, token)), u"TOKEN_USED"_s);
    QCOMPARE(stateAfterWork(u"warns"_s), u"execute/complete"_s);
    QCOMPARE(codeOf(validate(u"warns"_s)), u"PLAN_DISPATCHED"_s);
    QVERIFY(m_work->set(u"style.txt"_s, "\n"));
    // The record is used: the store says by which token.
    QCOMPARE(m_home.query(u"SELECT count(*) FROM decision_record WHERE used_by = (SELECT jti FROM token_claim)"_s)[0][0], u"1"_s);
    // The plan's own work was recorded as the engine's, its dispatch as the agent's.
    QCOMPARE(m_home.query(u"SELECT DISTINCT json_extract(actor_json, '$.kind') FROM event WHERE type = 'actor.started'"_s)[0][0], u"engine"_s);
    QCOMPARE(m_home.query(u"SELECT json_extract(actor_json, '$.name') FROM token_claim"_s)[0][0], u"weld"_s);
}

void SessionTest::tokensAreRefusedEachWithItsCode()
{
    const QString token = validate(u"spare"_s).value("token"_L1).toString();
    QVERIFY(!token.isEmpty());
    QCOMPARE(codeOf(dispatch(u"tree"_s, token)), u"TOKEN_OTHER_TASK"_s);

    const QString specified = validate(u"spec"_s, u"Weld the frame."_s).value("token"_L1).toString();
    QCOMPARE(codeOf(dispatch(u"spec"_s, specified, u"Weld two frames."_s)), u"TOKEN_OTHER_SPECIFICATION"_s);

    const QString first = validate(u"later"_s).value("token"_L1).toString();
    const QString second = validate(u"later"_s).value("token"_L1).toString();
    QCOMPARE(codeOf(dispatch(u"later"_s, first)), u"TOKEN_VOID"_s);

    const QString seen = validate(u"tree"_s).value("token"_L1).toString();
    QVERIFY(m_work->set(u"extra.txt"_s, "more"));
    QCOMPARE(codeOf(dispatch(u"tree"_s, seen)), u"TOKEN_OTHER_WORK_TREE"_s);
    QVERIFY(QFile::remove(m_work->work(u"extra.txt"_s)));

    QCOMPARE(codeOf(dispatch(u"tree"_s, u"not a token"_s)), u"TOKEN_PARTS"_s);
    // None of the refusals used anything up.
    for (const auto& [task, good] : {std::pair(u"spare"_s, token), std::pair(u"spec"_s, specified), std::pair(u"later"_s, second), std::pair(u"tree"_s, seen)}) {
        const QJsonObject done = dispatch(task, good);
        QVERIFY2(!done.contains("error"_L1), QJsonDocument(done).toJson().constData());
        QCOMPARE(stateAfterWork(task), u"execute/complete"_s);
    }
}

void SessionTest::expiredTokenIsRefused()
{
    const QString token = validate(u"old"_s).value("token"_L1).toString();
    const QList<QByteArray> parts = token.toLatin1().split('.');
    QJsonObject claims = QJsonDocument::fromJson(QByteArray::fromBase64(parts[1], QByteArray::Base64UrlEncoding)).object();
    QVERIFY(claims.value("exp"_L1).toInteger() - claims.value("iat"_L1).toInteger() == 600);
    // The same token as it would be after its end: signed with the store's own secret.
    claims.insert("iat"_L1, claims.value("iat"_L1).toInteger() - 1200);
    claims.insert("exp"_L1, claims.value("exp"_L1).toInteger() - 1200);
    const QByteArray body = parts[0] + '.' + base64url(QJsonDocument(claims).toJson(QJsonDocument::Compact));
    const QByteArray secret = readFile(m_home.path(u"state/countersign/countersign.d/token-secret"_s));
    QCOMPARE(secret.size(), 32);
    const QByteArray old = body + '.' + base64url(QMessageAuthenticationCode::hash(body, secret, QCryptographicHash::Sha256));
    QCOMPARE(codeOf(dispatch(u"old"_s, QString::fromLatin1(old))), u"TOKEN_EXPIRED"_s);
}

void SessionTest::failingSuiteIsOneBlockerEverywhere()
{
    QVERIFY(m_work->set(u"broken"_s, "yes"));
    const QJsonObject agent = validate(u"broken"_s);
    QVERIFY(QFile::remove(m_work->work(u"broken"_s)));
    QCOMPARE(agent.value("status"_L1).toString(), u"blocker"_s);
    QVERIFY(!agent.contains("token"_L1) && !agent.contains("decision_id"_L1));
    QVERIFY(!QJsonDocument(agent).toJson().contains("countersignctl authorize"));
    const QString run = agent.value("run"_L1).toString();
    const Ended ctl = m_home.run({u"halts"_s, u"show"_s, agent.value("halt_id"_L1).toString()});
    const QJsonObject halt = ctl.json.value("halt"_L1).toObject();
    QCOMPARE(halt.value("halt_type"_L1).toString(), u"blocker"_s);
    QCOMPARE(halt.value("run"_L1).toString(), run);
    const QJsonArray listed = m_agent->ask(u"list_halts"_s, {}).value("halts"_L1).toArray();
    QCOMPARE(find(listed, "halt_id", agent.value("halt_id"_L1).toString()).value("halt_type"_L1).toString(), u"blocker"_s);
    const Ended refused = m_home.run({u"authorize"_s, agent.value("halt_id"_L1).toString(), u"--proceed"_s, u"--reason"_s, u"please"_s});
    QVERIFY(refused.status != 0);
}

void SessionTest::nothingDecides()
{
    m_agent->send(QJsonObject{{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, 77}, {u"method"_s, u"tools/list"_s}});
    const QJsonArray tools = m_agent->answer(77).value("result"_L1).toObject().value("tools"_L1).toArray();
    QCOMPARE(tools.size(), 5);
    for (const QJsonValue& tool : tools) {
        const QString name = tool.toObject().value("name"_L1).toString();
        for (const char* word : {"auth", "sign", "approve", "decide", "attach", "import", "register", "key", "policy"})
            QVERIFY2(!name.contains(QLatin1String(word)), qPrintable(name));
    }
}

void SessionTest::chainHolds()
{
    QCOMPARE(m_agent->end(), 0);
    QVERIFY(m_agent->noise().isEmpty());
    const Ended audit = m_home.run({u"audit"_s, u"verify"_s});
    QVERIFY2(audit.status == 0 && audit.text("status") == u"intact"_s, audit.all().constData());
    QTRY_VERIFY_WITH_TIMEOUT(processesMentioning(m_home.path({})).isEmpty(), 5'000);
}

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
