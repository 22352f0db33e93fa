// Damage to the audit log, made straight in the file: told apart, and signing is off from then on.
#include "tests/app/ctl/support/workspace.h"

#include <QtTest>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class AuditTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;
    QString m_decision;
    QByteArray m_intact;
    int m_events = 0;

private Q_SLOTS:
    void initTestCase();
    void triggersRefuseChanges();
    void damageIsTold_data();
    void damageIsTold();
    void cutEndIsCaughtByTheLastRecord();
    void intactAgainAllowsSigning();
};

void AuditTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home);
    QCOMPARE(m_work->import().status, 0);
    QVERIFY(m_home.makeSigner(u"ada"_s));
    QVERIFY(m_work->set(u"style.txt"_s, "odd\n"));
    QCOMPARE(m_work->task(u"first"_s, {u"gate"_s, u"style"_s}), QString());
    QCOMPARE(m_work->task(u"second"_s, {u"gate"_s, u"style"_s}), QString());
    QCOMPARE(m_home.sign(m_home.validate(u"first"_s).text("decision_id"), u"--proceed"_s, u"ada"_s).status, 0);
    QCOMPARE(m_home.validate(u"first"_s).status, 0);
    m_decision = m_home.validate(u"second"_s).text("decision_id");
    QVERIFY(!m_decision.isEmpty());
    const Ended audit = m_home.run({u"audit"_s, u"verify"_s});
    QCOMPARE(audit.status, 0);
    m_events = audit.json.value("events"_L1).toInt();
    QVERIFY(m_events > 20);
    (void)m_home.query(u"PRAGMA wal_checkpoint(TRUNCATE)"_s);
    m_intact = readFile(m_home.store());
}

void AuditTest::triggersRefuseChanges()
{
    QVERIFY(m_home.tamper({u"UPDATE event SET type = 'x' WHERE seq = 1"_s}).contains(u"append-only"_s));
    QVERIFY(m_home.tamper({u"DELETE FROM event WHERE seq = 1"_s}).contains(u"append-only"_s));
    QVERIFY(!m_home.tamper({u"INSERT OR REPLACE INTO event SELECT seq, time, 'x', actor_json, plan, payload_json, prev_hash, hash FROM event WHERE seq = 1"_s}).isEmpty());
    QCOMPARE(m_home.run({u"audit"_s, u"verify"_s}).status, 0);
}

void AuditTest::damageIsTold_data()
{
    QTest::addColumn<QStringList>("statements");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("seq");
    const QString copy = u"INSERT INTO event SELECT %1, time, type, actor_json, plan, payload_json, prev_hash, hash FROM event WHERE seq = %2"_s;
    QTest::newRow("payload edited") << QStringList{u"UPDATE event SET payload_json = replace(payload_json, 'first', 'fir5t') WHERE seq = (SELECT min(seq) FROM event"
                                                   " WHERE payload_json LIKE '%first%')"_s} << u"edited"_s << -1;
    QTest::newRow("type edited") << QStringList{u"UPDATE event SET type = 'token.issued' WHERE seq = 7"_s} << u"edited"_s << 7;
    QTest::newRow("actor edited") << QStringList{u"UPDATE event SET actor_json = '{}' WHERE seq = 5"_s} << u"edited"_s << 5;
    QTest::newRow("time edited") << QStringList{u"UPDATE event SET time = time - 1 WHERE seq = 3"_s} << u"edited"_s << 3;
    QTest::newRow("hash edited") << QStringList{u"UPDATE event SET hash = replace(hash, 'a', 'b') WHERE seq = 9"_s} << u"edited"_s << 9;
    QTest::newRow("middle missing") << QStringList{u"DELETE FROM event WHERE seq = 8"_s} << u"missing"_s << 8;
    QTest::newRow("first missing") << QStringList{u"DELETE FROM event WHERE seq = 0"_s} << u"missing"_s << 0;
    QTest::newRow("two swapped") << QStringList{u"UPDATE event SET seq = -1 WHERE seq = 4"_s, u"UPDATE event SET seq = 4 WHERE seq = 5"_s,
                                                u"UPDATE event SET seq = 5 WHERE seq = -1"_s} << u"reordered"_s << 4;
    QTest::newRow("one twice") << QStringList{copy.arg(m_events).arg(m_events - 3)} << u"duplicated"_s << m_events;
    QTest::newRow("torn payload") << QStringList{u"UPDATE event SET payload_json = substr(payload_json, 1, 10) WHERE seq = %1"_s.arg(m_events - 1)} << u"torn"_s << m_events - 1;
}

void AuditTest::damageIsTold()
{
    QFETCH(QStringList, statements);
    QFETCH(QString, kind);
    QFETCH(int, seq);
    QVERIFY(writeFile(m_home.store(), m_intact));
    QCOMPARE(m_home.tamper(QStringList{u"DROP TRIGGER event_no_update"_s, u"DROP TRIGGER event_no_delete"_s} + statements), QString());
    const Ended audit = m_home.run({u"audit"_s, u"verify"_s});
    QCOMPARE(audit.status, kind == u"torn"_s ? 11 : 10);
    QCOMPARE(audit.text("status"), u"broken"_s);
    const QJsonArray problems = audit.json.value("problems"_L1).toArray();
    QVERIFY2(!find(problems, "kind", kind).isEmpty(), audit.all().constData());
    if (seq >= 0)
        QCOMPARE(find(problems, "kind", kind).value("seq"_L1).toInt(), seq);
    QVERIFY(!problems[0].toObject().value("detail"_L1).toString().isEmpty());
    const Ended ended = m_home.sign(m_decision, u"--proceed"_s, u"ada"_s);
    QCOMPARE(ended.code(), u"CHAIN_BROKEN"_s);
    QCOMPARE(ended.status, 77);
    QVERIFY(m_home.run({u"doctor"_s}).status != 0);
}

void AuditTest::cutEndIsCaughtByTheLastRecord()
{
    // Cut cleanly behind the last record's anchor: nothing in the file can tell, and verify says what it was measured against.
    QVERIFY(writeFile(m_home.store(), m_intact));
    QCOMPARE(m_home.tamper({u"DROP TRIGGER event_no_delete"_s, u"DELETE FROM event WHERE seq = %1"_s.arg(m_events - 1)}), QString());
    const Ended one = m_home.run({u"audit"_s, u"verify"_s});
    QVERIFY(!one.text("anchor").isEmpty());
    // Cut before it: the record's audit_head no longer lies on the chain.
    QVERIFY(writeFile(m_home.store(), m_intact));
    QCOMPARE(m_home.tamper({u"DROP TRIGGER event_no_delete"_s, u"DELETE FROM event WHERE seq > 4"_s}), QString());
    const Ended cut = m_home.run({u"audit"_s, u"verify"_s});
    QVERIFY2(cut.status == 10 || cut.status == 11, cut.all().constData());
    QCOMPARE(m_home.sign(m_decision, u"--proceed"_s, u"ada"_s).code(), u"CHAIN_BROKEN"_s);
}

void AuditTest::intactAgainAllowsSigning()
{
    QVERIFY(writeFile(m_home.store(), m_intact));
    QCOMPARE(m_home.run({u"audit"_s, u"verify"_s}).status, 0);
    QCOMPARE(m_home.sign(m_decision, u"--reject"_s, u"ada"_s).status, 0);
}

QTEST_GUILESS_MAIN(AuditTest)
#include "audit_test.moc"
