// Keys, signers, decisions: what a person can sign, and what comes of it.
#include "tests/app/ctl/support/workspace.h"

#include <QtTest>

#include <QFileInfo>

#include <sys/stat.h>

using namespace countersign::test;
using namespace Qt::StringLiterals;

namespace {

mode_t modeOf(const QString& path)
{
    struct stat info = {};
    return ::stat(path.toUtf8().constData(), &info) == 0 ? info.st_mode & 07777 : 0;
}

} // namespace

class DecideTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;

    // A task of its own whose style check warns; its decision's id.
    QString escalated(const QString& task, const QByteArray& words = "two lines are odd\n");
    int pendingOf(const QString& task) const;

private Q_SLOTS:
    void initTestCase();
    void keyFilesArePrivate();
    void keyIsNeverOverwritten();
    void passphraseMustNotBeEmpty();
    void signerNeedsAPublicKey();
    void subjectIsShownWithItsDigest();
    void refusals_data();
    void refusals();
    void revokedSignerMayNotSign();
    void proceedLetsTheWorkPass();
    void revokedSignersRecordNoLongerCounts();
    void secondSignerComesTooLate();
    void oneOfManySignersWins();
    void rejectStandsUntilTheWorkChanges();
    void sameSubjectJoinsTheOpenRequest();
    void otherEvidenceIsAskedAgain();
    void otherSpecificationIsAskedAgain();
    void textsAreKeptByteForByte_data();
    void textsAreKeptByteForByte();
    void chainHoldsAllOfIt();
};

QString DecideTest::escalated(const QString& task, const QByteArray& words)
{
    if (!m_work->set(u"style.txt"_s, words) || !m_work->task(task, {u"gate"_s, u"style"_s}).isEmpty())
        return {};
    return m_home.validate(task).text("decision_id");
}

int DecideTest::pendingOf(const QString& task) const
{
    int out = 0;
    for (const QJsonValue& each : m_home.run({u"authorize"_s}).json.value("pending"_L1).toArray())
        out += each.toObject().value("task_id"_L1).toString() == task ? 1 : 0;
    return out;
}

void DecideTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home);
    const Ended imported = m_work->import();
    QVERIFY2(imported.status == 0, imported.all().constData());
    for (const QString& name : {u"ada"_s, u"bob"_s, u"eve"_s})
        QVERIFY(m_home.makeSigner(name));
}

void DecideTest::keyFilesArePrivate()
{
    const QString file = m_home.path(u"config/countersign/other keys/k.pem"_s);
    const Ended made = m_home.run({u"key"_s, u"new"_s, u"--out"_s, file, u"--alg"_s, u"rs256"_s, u"--passphrase-fd"_s, u"0"_s}, {.input = "p\n"});
    QVERIFY2(made.status == 0, made.all().constData());
    QCOMPARE(modeOf(file), mode_t(0600));
    QCOMPARE(modeOf(QFileInfo(file).path()), mode_t(0700));
    QCOMPARE(modeOf(m_home.keys()), mode_t(0700));
    QVERIFY(QFileInfo::exists(QString(file).replace(u".pem"_s, u".pub.pem"_s)));
    QVERIFY(readFile(file).startsWith("-----BEGIN ENCRYPTED PRIVATE KEY-----"));
    QVERIFY(!made.out.contains("PRIVATE KEY"));
    const Ended shown = m_home.run({u"key"_s, u"show"_s});
    QCOMPARE(shown.json.value("keys"_L1).toArray().size(), 3);
}

void DecideTest::keyIsNeverOverwritten()
{
    const QString file = m_home.keys() + u"/ada.pem"_s;
    const QByteArray before = readFile(file);
    const Ended again = m_home.run({u"key"_s, u"new"_s, u"--out"_s, file, u"--passphrase-fd"_s, u"0"_s}, {.input = "p\n"});
    QCOMPARE(again.code(), u"KEY_EXISTS"_s);
    QCOMPARE(again.status, 75);
    QCOMPARE(readFile(file), before);
}

void DecideTest::passphraseMustNotBeEmpty()
{
    const QString file = m_home.path(u"config/empty.pem"_s);
    const Ended made = m_home.run({u"key"_s, u"new"_s, u"--out"_s, file, u"--passphrase-fd"_s, u"0"_s}, {.input = "\n"});
    QCOMPARE(made.code(), u"KEY_PASSPHRASE_EMPTY"_s);
    QCOMPARE(made.status, 65);
    QVERIFY(!QFileInfo::exists(file));
    QCOMPARE(m_home.run({u"key"_s, u"new"_s, u"--out"_s, file, u"--passphrase-fd"_s, u"77"_s}).status, 64);
}

void DecideTest::signerNeedsAPublicKey()
{
    const Ended secret = m_home.run({u"signer"_s, u"add"_s, u"mallory"_s, u"--public-key"_s, m_home.keys() + u"/ada.pem"_s});
    QCOMPARE(secret.status, 77);
    QCOMPARE(secret.code(), u"PUBLIC_KEY_IS_PRIVATE"_s);
    const Ended twice = m_home.run({u"signer"_s, u"add"_s, u"mallory"_s, u"--public-key"_s, m_home.keys() + u"/ada.pub.pem"_s});
    QCOMPARE(twice.status, 75);
    QCOMPARE(twice.code(), u"SIGNER_EXISTS"_s);
    QCOMPARE(m_home.run({u"signer"_s, u"list"_s}).json.value("signers"_L1).toArray().size(), 3);
}

void DecideTest::subjectIsShownWithItsDigest()
{
    const QString decision = escalated(u"shown"_s, "nothing \\u001b[31m red \\u202e odd\n");
    QVERIFY(!decision.isEmpty());
    const Ended shown = m_home.run({u"authorize"_s, decision});
    QCOMPARE(shown.status, 0);
    QCOMPARE(shown.text("subject_digest").size(), 64);
    const QJsonObject subject = shown.json.value("subject"_L1).toObject();
    QCOMPARE(subject.value("task_id"_L1).toString(), u"shown"_s);
    QCOMPARE(subject.value("verdicts"_L1).toArray().size(), 2);
    const Ended people = m_home.run({u"authorize"_s, decision}, {.json = false});
    QVERIFY(people.out.contains(shown.text("subject_digest").toUtf8()));
    QVERIFY2(!people.out.contains('\x1b') && !people.out.contains("\u202e"), "control and bidirectional characters are shown, not obeyed");
    QCOMPARE(m_home.eventsOfType(u"decision.signed"_s), 0);
}

void DecideTest::refusals_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("passphrase");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    const QString ada = m_home.keys() + u"/ada.pem"_s;
    const QStringList key{u"--key"_s, ada, u"--passphrase-fd"_s, u"0"_s};
    const QByteArray good = "correct horse\n";
    QTest::newRow("other subject") << (QStringList{u"--proceed"_s, u"--reason"_s, u"r"_s, u"--subject"_s, QString(64, u'0')} + key) << good << 75 << u"SUBJECT_CHANGED"_s;
    QTest::newRow("no reason") << (QStringList{u"--proceed"_s} + key) << good << 65 << u"REASON_BLANK"_s;
    QTest::newRow("blank reason") << (QStringList{u"--reject"_s, u"--reason"_s, u" \t\u00a0\u200b\n"_s} + key) << good << 65 << u"REASON_BLANK"_s;
    QTest::newRow("long reason") << (QStringList{u"--reject"_s, u"--reason"_s, QString(4001, u'x')} + key) << good << 65 << u"REASON_TOO_LONG"_s;
    QTest::newRow("wrong passphrase") << (QStringList{u"--proceed"_s, u"--reason"_s, u"r"_s} + key) << QByteArray("wrong horse\n") << 77 << u"KEY_WRONG_PASSPHRASE"_s;
    QTest::newRow("no passphrase") << (QStringList{u"--proceed"_s, u"--reason"_s, u"r"_s} + key) << QByteArray() << 77 << u"KEY_WRONG_PASSPHRASE"_s;
    QTest::newRow("both") << (QStringList{u"--proceed"_s, u"--reject"_s, u"--reason"_s, u"r"_s} + key) << good << 64 << u"USAGE"_s;
    QTest::newRow("several keys") << QStringList{u"--proceed"_s, u"--reason"_s, u"r"_s, u"--passphrase-fd"_s, u"0"_s} << good << 64 << u"USAGE"_s;
    QTest::newRow("not registered") << QStringList{u"--proceed"_s, u"--reason"_s, u"r"_s, u"--key"_s, m_home.makeKey(u"stranger"_s), u"--passphrase-fd"_s, u"0"_s} << good
                                    << 77 << u"SIGNER_UNKNOWN"_s;
    QTest::newRow("no key") << QStringList{u"--proceed"_s, u"--reason"_s, u"r"_s, u"--key"_s, m_home.path(u"none.pem"_s), u"--passphrase-fd"_s, u"0"_s} << good << 66
                            << u"KEY_NOT_FOUND"_s;
}

void DecideTest::refusals()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, passphrase);
    const QString task = u"refused"_s;
    QString decision;
    for (const QJsonValue& each : m_home.run({u"authorize"_s}).json.value("pending"_L1).toArray())
        if (each.toObject().value("task_id"_L1).toString() == task)
            decision = each.toObject().value("decision_id"_L1).toString();
    if (decision.isEmpty())
        decision = escalated(task);
    QVERIFY(!decision.isEmpty());
    const Ended ended = m_home.run(QStringList{u"authorize"_s, decision} + words, {.input = passphrase});
    QTEST(ended.code(), "code");
    QTEST(ended.status, "status");
    QCOMPARE(ended.json.value("ok"_L1), QJsonValue(false));
    QVERIFY(!ended.all().contains("horse"));
    QCOMPARE(m_home.eventsOfType(u"decision.signed"_s), 0);
    QCOMPARE(pendingOf(task), 1);
}

void DecideTest::revokedSignerMayNotSign()
{
    const QString decision = escalated(u"revoked"_s);
    QCOMPARE(m_home.run({u"signer"_s, u"revoke"_s, u"eve"_s}).status, 0);
    const Ended ended = m_home.sign(decision, u"--proceed"_s, u"eve"_s);
    QCOMPARE(ended.code(), u"SIGNER_REVOKED"_s);
    QCOMPARE(ended.status, 77);
    QCOMPARE(m_home.run({u"signer"_s, u"revoke"_s, u"nobody"_s}).status, 66);
}

void DecideTest::proceedLetsTheWorkPass()
{
    const QString decision = escalated(u"proceeds"_s);
    const QString subject = m_home.run({u"authorize"_s, decision}).text("subject_digest");
    const Ended signed_ = m_home.sign(decision, u"--proceed"_s, u"ada"_s, u"  The two lines are a table.  "_s, {u"--subject"_s, subject});
    QVERIFY2(signed_.status == 0, signed_.all().constData());
    QCOMPARE(signed_.text("record").count(u'.'), 2);
    const QJsonObject claims = signed_.json.value("claims"_L1).toObject();
    QCOMPARE(claims.value("decision"_L1).toString(), u"proceed"_s);
    QCOMPARE(claims.value("signer"_L1).toString(), u"ada"_s);
    QCOMPARE(claims.value("reason"_L1).toString(), u"  The two lines are a table.  "_s);
    QCOMPARE(claims.value("subject_digest"_L1).toString(), subject);
    QCOMPARE(claims.value("covers"_L1).toArray().size(), 1);
    const Ended passed = m_home.validate(u"proceeds"_s);
    QVERIFY2(passed.status == 0, passed.all().constData());
    QCOMPARE(passed.text("status"), u"pass"_s);
    QVERIFY(!passed.text("token").isEmpty());
    QCOMPARE(passed.json.value("policy"_L1).toObject().value("covered"_L1).toInt(), 1);
    QCOMPARE(pendingOf(u"proceeds"_s), 0);
}

void DecideTest::revokedSignersRecordNoLongerCounts()
{
    QVERIFY(m_home.makeSigner(u"carol"_s));
    const QString decision = escalated(u"carol-decides"_s);
    QCOMPARE(m_home.sign(decision, u"--proceed"_s, u"carol"_s).status, 0);
    QCOMPARE(m_home.validate(u"carol-decides"_s).status, 0);
    QCOMPARE(m_home.run({u"signer"_s, u"revoke"_s, u"carol"_s}).status, 0);
    const Ended again = m_home.validate(u"carol-decides"_s);
    QCOMPARE(again.text("status"), u"escalate"_s);
    QVERIFY(again.text("decision_id") != decision);
    QVERIFY(QString::fromUtf8(again.out).contains(u"SIGNER_REVOKED"_s));
}

void DecideTest::secondSignerComesTooLate()
{
    const QString decision = escalated(u"two-signers"_s);
    QCOMPARE(m_home.sign(decision, u"--proceed"_s, u"ada"_s).status, 0);
    const Ended late = m_home.sign(decision, u"--reject"_s, u"bob"_s);
    QCOMPARE(late.code(), u"REQUEST_NOT_OPEN"_s);
    QCOMPARE(late.status, 75);
    QVERIFY2(late.out.contains("ada"), late.all().constData());
    QCOMPARE(m_home.sign(decision, u"--proceed"_s, u"ada"_s).code(), u"REQUEST_NOT_OPEN"_s);
}

void DecideTest::oneOfManySignersWins()
{
    const QString decision = escalated(u"race"_s);
    std::vector<std::unique_ptr<QProcess>> processes;
    for (int i = 0; i < 6; ++i) {
        const QString name = i % 2 == 0 ? u"ada"_s : u"bob"_s;
        processes.push_back(m_home.start({u"authorize"_s, decision, i % 3 == 0 ? u"--reject"_s : u"--proceed"_s, u"--reason"_s, u"race"_s, u"--key"_s,
                                          m_home.keys() + u'/' + name + u".pem"_s, u"--passphrase-fd"_s, u"0"_s},
                                         {.input = "correct horse\n"}));
    }
    int won = 0;
    for (const auto& process : processes) {
        const Ended ended = Home::finish(*process);
        won += ended.status == 0 ? 1 : 0;
        if (ended.status != 0) {
            QVERIFY2(ended.code() == u"REQUEST_NOT_OPEN"_s, ended.all().constData());
            QCOMPARE(ended.status, 75);
        }
    }
    QCOMPARE(won, 1);
    QCOMPARE(m_home.query(u"SELECT count(*) FROM decision_record WHERE request = '%1'"_s.arg(decision))[0][0], u"1"_s);
}

void DecideTest::rejectStandsUntilTheWorkChanges()
{
    const QString decision = escalated(u"rejected"_s);
    QCOMPARE(m_home.sign(decision, u"--reject"_s, u"bob"_s, u"Odd lines mislead the night shift."_s).status, 0);
    for (int i = 0; i < 2; ++i) {
        const Ended again = m_home.validate(u"rejected"_s);
        QCOMPARE(again.status, 2);
        QCOMPARE(again.text("decision_id"), decision);
        QVERIFY2(again.text("hint").contains(u"bob"_s) && again.text("hint").contains(u"Odd lines mislead the night shift."_s), again.all().constData());
        QVERIFY(!again.json.contains("token"_L1));
        QCOMPARE(pendingOf(u"rejected"_s), 0);
    }
    QVERIFY(m_work->set(u"style.txt"_s, "one line is odd\n"));
    const Ended changed = m_home.validate(u"rejected"_s);
    QCOMPARE(changed.status, 2);
    QVERIFY(changed.text("decision_id") != decision);
    QCOMPARE(pendingOf(u"rejected"_s), 1);
    // Back to what was rejected: the reject still stands, and the question in between is no longer open.
    QVERIFY(m_work->set(u"style.txt"_s, "two lines are odd\n"));
    const Ended back = m_home.validate(u"rejected"_s);
    QCOMPARE(back.status, 2);
    QCOMPARE(back.text("decision_id"), decision);
    QCOMPARE(pendingOf(u"rejected"_s), 0);
}

void DecideTest::sameSubjectJoinsTheOpenRequest()
{
    const QString decision = escalated(u"joins"_s);
    const int requested = m_home.eventsOfType(u"decision.requested"_s);
    QVERIFY(requested > 0);
    const Ended again = m_home.validate(u"joins"_s);
    QCOMPARE(again.text("decision_id"), decision);
    QCOMPARE(again.text("halt_id"), decision);
    QCOMPARE(m_home.eventsOfType(u"decision.requested"_s), requested);
    QCOMPARE(pendingOf(u"joins"_s), 1);
}

void DecideTest::otherEvidenceIsAskedAgain()
{
    const QString decision = escalated(u"asked-again"_s);
    QVERIFY(m_work->set(u"style.txt"_s, "three lines are odd\n"));
    const Ended again = m_home.validate(u"asked-again"_s);
    QCOMPARE(again.status, 2);
    QVERIFY(again.text("decision_id") != decision);
    QCOMPARE(pendingOf(u"asked-again"_s), 1);
    const Ended old = m_home.sign(decision, u"--proceed"_s, u"ada"_s);
    QVERIFY2(old.status == 75 || old.status == 77, old.all().constData());
    QCOMPARE(m_home.query(u"SELECT state FROM decision_request WHERE id = '%1'"_s.arg(decision))[0][0], u"superseded"_s);
    // A decision on the second evidence does not answer for the first.
    QCOMPARE(m_home.sign(again.text("decision_id"), u"--proceed"_s, u"ada"_s).status, 0);
    QCOMPARE(m_home.validate(u"asked-again"_s).status, 0);
    QVERIFY(m_work->set(u"style.txt"_s, "two lines are odd\n"));
    QCOMPARE(m_home.validate(u"asked-again"_s).status, 2);
}

void DecideTest::otherSpecificationIsAskedAgain()
{
    const QString decision = escalated(u"specification"_s);
    QCOMPARE(m_home.sign(decision, u"--proceed"_s, u"ada"_s).status, 0);
    QCOMPARE(m_home.validate(u"specification"_s).status, 0);
    const Ended other = m_home.run({u"validate"_s, u"--task"_s, u"specification"_s, u"--spec"_s, u"Do something else."_s});
    QCOMPARE(other.status, 2);
    QVERIFY(other.out.contains("SPECIFICATION_CHANGED"));
}

void DecideTest::textsAreKeptByteForByte_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("byte-order mark") << QByteArray("\xef\xbb\xbfWith a mark.");
    QTest::newRow("line ends") << QByteArray("a\r\nb\n");
    QTest::newRow("zero") << QByteArray("a\0b", 3);
    QTest::newRow("non-characters") << QByteArray("\xef\xbf\xbe\xef\xbf\xbf\xf4\x8f\xbf\xbf");
}

// A text whose bytes changed on their way through the store would make the same work look like other work.
void DecideTest::textsAreKeptByteForByte()
{
    QFETCH(QByteArray, bytes);
    static int number = 0;
    const QString task = u"bytes-%1"_s.arg(++number);
    QVERIFY(writeFile(m_home.path(u"spec.txt"_s), bytes));
    QCOMPARE(m_work->task(task, {u"gate"_s}), QString());
    const Ended first = m_home.run({u"validate"_s, u"--task"_s, task, u"--spec"_s, u"@"_s + m_home.path(u"spec.txt"_s)});
    QVERIFY2(first.status == 0, first.all().constData());
    QCOMPARE(first.text("spec_digest").toLatin1(), QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
    const int changes = m_home.eventsOfType(u"plan.changed"_s);
    const Ended second = m_home.validate(task);
    QCOMPARE(second.text("spec_digest"), first.text("spec_digest"));
    QCOMPARE(m_home.run({u"validate"_s, u"--task"_s, task, u"--spec"_s, u"@"_s + m_home.path(u"spec.txt"_s)}).status, 0);
    QCOMPARE(m_home.eventsOfType(u"plan.changed"_s), changes);
}

void DecideTest::chainHoldsAllOfIt()
{
    const Ended audit = m_home.run({u"audit"_s, u"verify"_s});
    QVERIFY2(audit.status == 0, audit.all().constData());
    QVERIFY(audit.json.value("records"_L1).toObject().value("valid"_L1).toInt() >= 6);
    for (const auto& [folder, name] : {std::pair{u"state/countersign/log"_s, u"*"_s}}) {
        for (const QFileInfo& file : QDir(m_home.path(folder)).entryInfoList({name}, QDir::Files))
            QVERIFY(!readFile(file.filePath()).contains("correct horse"));
    }
}

QTEST_GUILESS_MAIN(DecideTest)
#include "decide_test.moc"
