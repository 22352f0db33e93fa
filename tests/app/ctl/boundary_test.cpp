// What no record can do: let a blocker pass, or make a halt of an unknown kind signable.
#include "tests/app/ctl/support/workspace.h"

#include "engine/authority/record.h"
#include "engine/base/ids.h"
#include "engine/signing/keys.h"

#include <QtTest>

#include <QDateTime>

using namespace countersign;
using namespace countersign::test;
using namespace Qt::StringLiterals;

class BoundaryTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;
    Ended m_blocked;

    // A proceed record signed with ada's real key, put into the store by somebody who can write its file.
    QString forge(const QString& task, const QString& severity);

private Q_SLOTS:
    void initTestCase();
    void blockerCannotBeAuthorized();
    void forgedRecordIsIgnored_data();
    void forgedRecordIsIgnored();
    void recordOfAnUnknownKeyIsIgnored();
    void copiedRecordIsIgnored();
    void editedSubjectCannotBeSigned();
    void unknownOutcomeIsOperational();
};

void BoundaryTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home);
    QCOMPARE(m_work->import().status, 0);
    QVERIFY(m_home.makeSigner(u"ada"_s));
}

void BoundaryTest::blockerCannotBeAuthorized()
{
    QVERIFY(m_work->set(u"broken"_s, ""));
    QCOMPARE(m_work->task(u"blocked"_s, {u"gate"_s, u"style"_s}), QString());
    m_blocked = m_home.validate(u"blocked"_s);
    QCOMPARE(m_blocked.status, 1);
    QVERIFY(!m_blocked.json.contains("token"_L1) && !m_blocked.json.contains("decision_id"_L1));
    for (const QString& verb : {u"--proceed"_s, u"--reject"_s}) {
        const Ended ended = m_home.sign(m_blocked.text("halt_id"), verb, u"ada"_s);
        QCOMPARE(ended.status, 77);
        QCOMPARE(ended.code(), u"HALT_NOT_SIGNABLE"_s);
    }
    const Ended look = m_home.run({u"authorize"_s, m_blocked.text("halt_id")});
    QCOMPARE(look.status, 77);
    QCOMPARE(m_home.run({u"authorize"_s}).json.value("pending"_L1).toArray().size(), 0);
}

QString BoundaryTest::forge(const QString& task, const QString& severity)
{
    const Ended now = m_home.validate(task);
    const QJsonObject result = find(now.json.value("results"_L1).toArray(), "validation", u"local/gate"_s);
    const auto key = signing::openKey((m_home.keys() + u"/ada.pem"_s).toStdString(), signing::Passphrase(std::string_view("correct horse")));
    if (!key || result.isEmpty())
        return u"no key or no result"_s;
    domain::DecisionClaims claims;
    claims.jti = base::newUlid(base::SystemClock());
    claims.issuedAt = QDateTime::currentSecsSinceEpoch();
    claims.issuer = (*key)->keyId();
    claims.signer = "ada";
    claims.project = "local/quick";
    claims.plan = now.text("plan").toStdString();
    claims.taskRef = task.toStdString();
    claims.decisionId = now.text("halt_id").toStdString();
    claims.specDigest = now.text("spec_digest").toStdString();
    claims.policy = "unanimous";
    claims.decision = domain::DecisionKind::Proceed;
    claims.reason = "Let it through.";
    claims.covers = {{"local/gate", "local/work", result.value("attachment"_L1).toString().toStdString(), result.value("definition_digest"_L1).toString().toStdString(),
                      result.value("evidence_digest"_L1).toString().toStdString(), severity.toStdString()}};
    claims.subjectDigest = std::string(64, 'a');
    claims.auditSeq = 0;
    claims.auditHash = m_home.query(u"SELECT hash FROM event WHERE seq = 0"_s)[0][0].toStdString();
    const auto jws = authority::signRecord(claims, **key);
    QString text;
    if (jws)
        text = QString::fromStdString(*jws);
    else // our own code refuses to write it: the text is made by hand
        text = u"e30.e30.AA"_s;
    const QString jti = QString::fromStdString(claims.jti);
    const QString plan = now.text("plan");
    const QString request = now.text("halt_id");
    const QString subject = u"INSERT OR IGNORE INTO decision_request(id, plan, task_id, project, subject_json, subject_digest, state, end_reason, opened_at)"
                            " VALUES('%1', '%2', '%3', 'local/quick', '{}', '%4', 'decided', '', 1)"_s.arg(request, plan, task, QString(64, u'a'));
    const QString row = u"INSERT INTO decision_record(jti, request, plan, jws, decision, key_id, recorded_at) VALUES('%1','%2','%3','%4','proceed','%5',1)"_s.arg(
        jti, request, plan, text, QString::fromStdString(claims.issuer));
    const QString problem = m_home.tamper({subject, row});
    return problem.isEmpty() ? QString() : problem;
}

void BoundaryTest::forgedRecordIsIgnored_data()
{
    QTest::addColumn<QString>("severity");
    QTest::newRow("as a warning") << u"warn"_s;
    QTest::newRow("as a blocker") << u"blocker"_s;
    QTest::newRow("as nothing known") << u"none"_s;
}

void BoundaryTest::forgedRecordIsIgnored()
{
    QFETCH(QString, severity);
    const QString task = u"forged-"_s + severity;
    QVERIFY(m_work->set(u"broken"_s, ""));
    QCOMPARE(m_work->task(task, {u"gate"_s}), QString());
    QCOMPARE(forge(task, severity), QString());
    const int before = m_home.eventsOfType(u"decision.ignored"_s);
    const Ended after = m_home.validate(task);
    QCOMPARE(after.status, 1);
    QCOMPARE(after.text("status"), u"blocker"_s);
    QVERIFY(!after.json.contains("token"_L1));
    QVERIFY2(!after.json.value("notices"_L1).toArray().isEmpty(), after.all().constData());
    QVERIFY(m_home.eventsOfType(u"decision.ignored"_s) > before);
    QCOMPARE(after.json.value("policy"_L1).toObject().value("covered"_L1).toInt(), 0);
}

void BoundaryTest::recordOfAnUnknownKeyIsIgnored()
{
    QVERIFY(QFile::remove(m_work->work(u"broken"_s)));
    QVERIFY(m_work->set(u"style.txt"_s, "odd\n"));
    QCOMPARE(m_work->task(u"unknown-key"_s, {u"gate"_s, u"style"_s}), QString());
    const QString decision = m_home.validate(u"unknown-key"_s).text("decision_id");
    QCOMPARE(m_home.sign(decision, u"--proceed"_s, u"ada"_s).status, 0);
    QCOMPARE(m_home.validate(u"unknown-key"_s).status, 0);
    // The record stays, its signer's row goes: a signature of nobody counts for nothing.
    const auto row = m_home.query(u"SELECT key_id, name, definition_json FROM signer WHERE name = 'ada'"_s);
    QCOMPARE(m_home.tamper({u"DELETE FROM signer WHERE name = 'ada'"_s}), QString());
    const Ended after = m_home.validate(u"unknown-key"_s);
    QCOMPARE(after.status, 2);
    QVERIFY(after.out.contains("SIGNER_UNKNOWN"));
    QCOMPARE(m_home.tamper({u"INSERT INTO signer(key_id, name, definition_json) VALUES('%1','%2','%3')"_s.arg(row[0][0], row[0][1], row[0][2])}), QString());
}

void BoundaryTest::copiedRecordIsIgnored()
{
    QVERIFY(m_work->set(u"style.txt"_s, "odd\n"));
    QCOMPARE(m_work->task(u"copied-from"_s, {u"gate"_s, u"style"_s}), QString());
    QCOMPARE(m_work->task(u"copied-to"_s, {u"gate"_s, u"style"_s}), QString());
    QCOMPARE(m_home.sign(m_home.validate(u"copied-from"_s).text("decision_id"), u"--proceed"_s, u"ada"_s).status, 0);
    const Ended target = m_home.validate(u"copied-to"_s);
    QCOMPARE(target.status, 2);
    QCOMPARE(m_home.tamper({u"INSERT INTO decision_record(jti, request, plan, jws, decision, key_id, recorded_at) SELECT 'COPY', '%1', '%2', jws, decision, key_id,"
                            " recorded_at FROM decision_record ORDER BY recorded_at DESC LIMIT 1"_s.arg(target.text("decision_id"), target.text("plan"))}), QString());
    const Ended after = m_home.validate(u"copied-to"_s);
    QCOMPARE(after.status, 2);
    QVERIFY2(after.out.contains("RECORD_NOT_FOR_THIS"), after.all().constData());
}

void BoundaryTest::editedSubjectCannotBeSigned()
{
    QVERIFY(m_work->set(u"style.txt"_s, "odd\n"));
    QCOMPARE(m_work->task(u"edited"_s, {u"gate"_s, u"style"_s}), QString());
    const QString decision = m_home.validate(u"edited"_s).text("decision_id");
    QCOMPARE(m_home.tamper({u"UPDATE decision_request SET subject_json = replace(subject_json, 'odd', 'fine') WHERE id = '%1'"_s.arg(decision)}), QString());
    const Ended ended = m_home.sign(decision, u"--proceed"_s, u"ada"_s);
    QCOMPARE(ended.code(), u"SUBJECT_CHANGED"_s);
    QCOMPARE(ended.status, 75);
    QCOMPARE(m_home.tamper({u"UPDATE decision_request SET subject_json = '{}', subject_digest = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'"
                            " WHERE id = '%1'"_s.arg(decision)}), QString());
    { const Ended e2 = m_home.sign(decision, u"--proceed"_s, u"ada"_s); QVERIFY2(e2.code() == u"SUBJECT_EMPTY"_s, e2.all().constData()); }
    // A halt that the file now calls a blocker is none that can be signed.
    QCOMPARE(m_home.tamper({u"UPDATE halt SET halt_type = 'blocker' WHERE id = '%1'"_s.arg(decision)}), QString());
    QCOMPARE(m_home.sign(decision, u"--proceed"_s, u"ada"_s).code(), u"HALT_NOT_SIGNABLE"_s);
}

void BoundaryTest::unknownOutcomeIsOperational()
{
    QVERIFY(m_work->set(u"broken"_s, ""));
    QCOMPARE(m_work->task(u"unknown"_s, {u"gate"_s}), QString());
    const QString halt = m_home.validate(u"unknown"_s).text("halt_id");
    for (const QString& value : {u"quorum_lost"_s, u"ESCALATE"_s, u"escalate "_s, u""_s}) {
        QCOMPARE(m_home.tamper({u"UPDATE halt SET halt_type = '%1', final_decision = '%1' WHERE id = '%2'"_s.arg(value, halt)}), QString());
        const QJsonObject listed = find(m_home.run({u"halts"_s, u"list"_s}).json.value("halts"_L1).toArray(), "halt_id", halt);
        QCOMPARE(listed.value("halt_type"_L1).toString(), value);
        QVERIFY2(listed.value("who_acts"_L1).toString().contains("operator"_L1), qPrintable(listed.value("who_acts"_L1).toString()));
        const Ended people = m_home.run({u"halts"_s, u"show"_s, halt}, {.json = false});
        QCOMPARE(people.status, 0);
        QVERIFY2(!people.out.contains("countersignctl authorize"), people.out.constData());
        const Ended ended = m_home.sign(halt, u"--proceed"_s, u"ada"_s);
        QCOMPARE(ended.status, 77);
        QCOMPARE(ended.code(), u"HALT_NOT_SIGNABLE"_s);
    }
}

QTEST_GUILESS_MAIN(BoundaryTest)
#include "boundary_test.moc"
