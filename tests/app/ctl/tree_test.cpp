// What changes while it is looked at, or behind the operator's back; and secrets in what validations print.
#include "tests/app/ctl/support/workspace.h"

#include <QtTest>

#include <QDirIterator>

#include <csignal>
#include <cstdio>

#include <sys/stat.h>
#include <unistd.h>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class TreeTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;

private Q_SLOTS:
    void initTestCase();
    void changeDuringTheRunVoidsIt_data();
    void changeDuringTheRunVoidsIt();
    void pinnedFileChanged();
    void importCuresIt();
    void secretsAreRedacted();
    void proposalDoesNotCountUntilImported();
    void socketInTheWorkIsRefused();
    void workInsideTheStoresDirectoryIsNotShown();
    void storeBesideTheWorkIsNotShown();
    void noValidationIsNoPass();
    void namesThatAreNoTextStayDifferent();
    void runThatFailedIsClosed();
    void interruptEndsTheRun();
};

void TreeTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home);
    QCOMPARE(m_work->import().status, 0);
}

void TreeTest::changeDuringTheRunVoidsIt_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("content") << u"content"_s;
    QTest::newRow("there and back") << u"back"_s;
    QTest::newRow("new file") << u"new"_s;
    QTest::newRow("deleted") << u"deleted"_s;
}

void TreeTest::changeDuringTheRunVoidsIt()
{
    QFETCH(QString, how);
    const QString task = u"changes-"_s + how;
    QVERIFY(m_work->set(u"file.txt"_s, "before"));
    QCOMPARE(m_work->task(task, {u"slow 1.5"_s}), QString());
    const auto process = m_home.start({u"validate"_s, u"--task"_s, task});
    QTRY_VERIFY_WITH_TIMEOUT(m_home.query(u"SELECT 1 FROM run WHERE state = 'running'"_s).size() == 1, 10'000);
    QTest::qWait(300);
    if (how == u"deleted"_s)
        QVERIFY(QFile::remove(m_work->work(u"file.txt"_s)));
    else
        QVERIFY(m_work->set(how == u"new"_s ? u"other.txt"_s : u"file.txt"_s, "after"));
    if (how == u"back"_s)
        QVERIFY(m_work->set(u"file.txt"_s, "before"));
    const Ended ended = Home::finish(*process);
    QCOMPARE(ended.status, 3);
    QCOMPARE(ended.text("cause"), u"work_tree_changed"_s);
    QVERIFY(!ended.json.contains("token"_L1));
    QFile::remove(m_work->work(u"other.txt"_s));
    QVERIFY(m_work->set(u"file.txt"_s, "before"));
    QCOMPARE(m_home.validate(task).status, 0);
}

void TreeTest::pinnedFileChanged()
{
    QCOMPARE(m_work->task(u"pinned"_s, {u"gate"_s}), QString());
    QCOMPARE(m_home.validate(u"pinned"_s).status, 0);
    QVERIFY(m_work->set(u"checks/gate.sh"_s, "echo '{\"passed\": true}'\n"));
    const Ended ended = m_home.validate(u"pinned"_s);
    QCOMPARE(ended.status, 3);
    QCOMPARE(ended.text("cause"), u"definition_changed"_s);
    const QJsonObject error = ended.json.value("results"_L1).toArray()[0].toObject().value("error"_L1).toObject();
    QCOMPARE(error.value("code"_L1).toString(), u"DEFINITION_CHANGED"_s);
    QVERIFY(error.value("message"_L1).toString().contains(u"checks/gate.sh (changed)"_s));
    QVERIFY(ended.text("hint").contains(u"import"_s));
    QVERIFY(QFile::remove(m_work->work(u"checks/gate.sh"_s)));
    const Ended missing = m_home.validate(u"pinned"_s);
    QVERIFY2(missing.out.contains("checks/gate.sh (missing)"), missing.all().constData());
}

void TreeTest::importCuresIt()
{
    QVERIFY(m_work->set(u"checks/gate.sh"_s, "echo '{\"passed\": true, \"message\": \"new\"}'\n"));
    QCOMPARE(m_home.validate(u"pinned"_s).status, 3);
    // Without a person's yes the changed file is shown, and not accepted.
    const Ended shown = m_home.run({u"import"_s, m_work->directory()}, {.wrapper = {u"setsid"_s, u"-w"_s}});
    QCOMPARE(shown.json.value("imported"_L1), QJsonValue(false));
    QVERIFY2(find(shown.json.value("items"_L1).toArray(), "kind", u"pinned file"_s).value("name"_L1).toString().contains(u"checks/gate.sh"_s), shown.all().constData());
    QCOMPARE(m_home.validate(u"pinned"_s).status, 3);
    QCOMPARE(m_work->import().status, 0);
    const Ended ended = m_home.validate(u"pinned"_s);
    QVERIFY2(ended.status == 0, ended.all().constData());
}

void TreeTest::secretsAreRedacted()
{
    const QByteArray secret = "AKIAIOSFODNN7EXAMPLE";
    QVERIFY(m_work->propose(u"leaky.yml"_s, "validation:\n  name: leaky\n  source: command\n  command: [sh, -c, 'echo \"note: " + secret +
                                                "\" >&2; printf \"{\\\"passed\\\": true, \\\"message\\\": \\\"saw " + secret + "\\\", \\\"data\\\": {\\\"k\\\": [\\\"" + secret +
                                                "\\\"]}}\"']\n  capability: {read_only: true}\n"));
    QCOMPARE(m_work->import().status, 0);
    QCOMPARE(m_work->task(u"leaks"_s, {u"leaky"_s}), QString());
    const Ended ended = m_home.validate(u"leaks"_s);
    QVERIFY2(ended.status == 0, ended.all().constData());
    QVERIFY(ended.out.contains("saw [redacted: aws-key]"));
    QVERIFY(!ended.all().contains(secret));
    QVERIFY(!m_home.run({u"history"_s, u"list"_s}).out.contains(secret));
    int outputs = 0;
    QDirIterator files(m_home.path(u"state"_s), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next();
        const QByteArray bytes = readFile(file);
        outputs += bytes.contains("[redacted: aws-key]") ? 1 : 0;
        // The registration itself, which the operator imported, holds the text; outputs and logs must not.
        if (!file.contains(u"countersign.db"_s))
            QVERIFY2(!bytes.contains(secret), qPrintable(file));
    }
    QVERIFY(outputs >= 2);
    const auto rows = m_home.query(u"SELECT count(*) FROM result WHERE message LIKE '%%1%' OR data_json LIKE '%%1%' OR error_message LIKE '%%1%'"_s.arg(QString::fromLatin1(secret)));
    QCOMPARE(rows[0][0], u"0"_s);
}

void TreeTest::proposalDoesNotCountUntilImported()
{
    QCOMPARE(m_work->task(u"proposal"_s, {u"style"_s, u"gate"_s}), QString());
    QVERIFY(m_work->set(u"style.txt"_s, "odd\n"));
    QCOMPARE(m_home.validate(u"proposal"_s).status, 2);
    const QByteArray before = readFile(m_work->directory() + u"/.countersign/project.yml"_s);
    QVERIFY(m_work->propose(u"project.yml"_s, "project:\n  name: quick\n  resources: [work]\n  policy: any\n"));
    QCOMPARE(m_home.validate(u"proposal"_s).status, 2);
    QVERIFY(m_work->propose(u"project.yml"_s, before));
    QVERIFY(m_work->set(u"style.txt"_s, "\n"));
}

void TreeTest::socketInTheWorkIsRefused()
{
    QCOMPARE(::mkfifo(m_work->work(u"pipe"_s).toUtf8().constData(), 0600), 0);
    const Ended ended = m_home.validate(u"pinned"_s);
    QFile::remove(m_work->work(u"pipe"_s));
    QCOMPARE(ended.status, 3);
    QVERIFY(ended.text("reason").contains(u"WORK_TREE_SPECIAL_FILE"_s));
    QVERIFY(!ended.json.contains("token"_L1));
}

void TreeTest::workInsideTheStoresDirectoryIsNotShown()
{
    const QString inside = m_home.path(u"state/countersign/work"_s);
    QVERIFY(writeFile(inside + u"/a.txt"_s, "x"));
    QVERIFY(m_work->propose(u"inside.yml"_s, "resource: {name: inside, kind: directory, path: " + inside.toUtf8() + "}\n"));
    QVERIFY(m_work->propose(u"project.yml"_s, "project:\n  name: quick\n  resources: [work, inside]\n  policy: unanimous\n"));
    QCOMPARE(m_work->import().status, 0);
    QCOMPARE(m_work->task(u"inside"_s, {}), QString());
    QCOMPARE(m_home.run({u"validation"_s, u"attach"_s, u"--plan"_s, u"inside"_s, u"inside"_s, u"style"_s}).status, 0);
    const Ended ended = m_home.validate(u"inside"_s);
    QVERIFY2(ended.status == 3, ended.all().constData());
    QVERIFY(m_work->propose(u"project.yml"_s, "project:\n  name: quick\n  resources: [work]\n  policy: unanimous\n"));
    QVERIFY(QFile::remove(m_work->directory() + u"/.countersign/inside.yml"_s));
    (void)m_work->import();
}

void TreeTest::storeBesideTheWorkIsNotShown()
{
    // A store that somebody put into the work itself: its directory and its database stay out of the sandbox.
    const QString store = m_work->work(u"s.db"_s);
    const Call call{.store = store};
    QVERIFY(m_work->propose(u"spy.yml"_s, "validation:\n  name: spy\n  source: command\n  command: [sh, -c, 'm=no; cat s.db >/dev/null 2>&1 && m=read; ls s.d 2>/dev/null | grep -q . && m=read;"
                                              " echo \"{\\\"passed\\\": true, \\\"message\\\": \\\"$m\\\"}\"']\n  capability: {read_only: true}\n"));
    QCOMPARE(m_home.run({u"import"_s, m_work->directory(), u"--yes"_s}, call).status, 0);
    QCOMPARE(m_home.run({u"validation"_s, u"attach"_s, u"work"_s, u"spy"_s}, call).status, 0);
    (void)m_home.run({u"validate"_s, u"--task"_s, u"t"_s}, call);
    const Ended ended = m_home.run({u"validate"_s, u"--task"_s, u"t"_s}, call);
    QVERIFY2(ended.status == 3, ended.all().constData());
    QVERIFY(!ended.out.contains("\"message\": \"read\""));
    QVERIFY(QFile::remove(m_work->directory() + u"/.countersign/spy.yml"_s));
    for (const QString& name : {u"s.db"_s, u"s.db-wal"_s, u"s.db-shm"_s})
        QFile::remove(m_work->work(name));
    QDir(m_work->work(u"s.d"_s)).removeRecursively();
}

void TreeTest::noValidationIsNoPass()
{
    const Ended ended = m_home.validate(u"nothing-attached"_s);
    QCOMPARE(ended.status, 3);
    QCOMPARE(ended.text("cause"), u"no_validations"_s);
    QVERIFY(!ended.json.contains("token"_L1));
    const Ended narrowed = m_home.run({u"validate"_s, u"--task"_s, u"pinned"_s, u"--phase"_s, u"post_execute"_s});
    QVERIFY2(narrowed.status == 0, narrowed.all().constData());
    QVERIFY2(!narrowed.json.contains("token"_L1), "a run of one phase issues no token");
}

void TreeTest::namesThatAreNoTextStayDifferent()
{
    QCOMPARE(m_work->task(u"names"_s, {u"gate"_s}), QString());
    const QByteArray folder = m_work->work({}).toUtf8();
    const QByteArray first = folder + "name\xff";
    const QByteArray second = folder + "name\xfe";
    QVERIFY(m_work->set(u"name"_s, "x"));
    QCOMPARE(::rename((folder + "name").constData(), first.constData()), 0);
    const Ended before = m_home.validate(u"names"_s);
    QVERIFY2(before.status == 0, before.all().constData());
    QCOMPARE(::rename(first.constData(), second.constData()), 0);
    const Ended after = m_home.validate(u"names"_s);
    QCOMPARE(::unlink(second.constData()), 0);
    QCOMPARE(after.status, 0);
    QVERIFY(before.text("work_tree") != after.text("work_tree"));
}

// The console lives on after such an error; a run left open would keep it from validating the task again.
void TreeTest::runThatFailedIsClosed()
{
    const QString config = m_home.path(u"config/countersign/config.yml"_s);
    QVERIFY(writeFile(config, "redact: [\"(\"]\n"));
    const Ended ended = m_home.validate(u"pinned"_s);
    QVERIFY(QFile::remove(config));
    QCOMPARE(ended.code(), u"CONFIG_INVALID"_s);
    QCOMPARE(ended.status, 65);
    QCOMPARE(m_home.query(u"SELECT 1 FROM run WHERE state = 'running'"_s).size(), std::size_t(0));
    QVERIFY(QFile::setPermissions(m_home.path(u"state/countersign/countersign.d/token-secret"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther));
    const Ended secret = m_home.validate(u"pinned"_s);
    QVERIFY(QFile::setPermissions(m_home.path(u"state/countersign/countersign.d/token-secret"_s), QFile::ReadOwner | QFile::WriteOwner));
    QCOMPARE(secret.code(), u"TOKEN_SECRET_MODE"_s);
    QVERIFY(!secret.json.contains("token"_L1));
    QCOMPARE(m_home.query(u"SELECT 1 FROM run WHERE state = 'running'"_s).size(), std::size_t(0));
    QCOMPARE(m_home.validate(u"pinned"_s).status, 0);
}

void TreeTest::interruptEndsTheRun()
{
    QCOMPARE(m_work->task(u"interrupted"_s, {u"slow 57.25"_s}), QString());
    for (const bool terminal : {false, true}) {
        const auto process = m_home.start({u"validate"_s, u"--task"_s, u"interrupted"_s});
        QTRY_VERIFY_WITH_TIMEOUT(m_home.query(u"SELECT 1 FROM run WHERE state = 'running'"_s).size() == 1, 10'000);
        QTest::qWait(200);
        ::kill(static_cast<pid_t>(process->processId()), terminal ? SIGINT : SIGTERM);
        const Ended ended = Home::finish(*process, 8'000);
        QCOMPARE(ended.status, 75);
        QCOMPARE(ended.code(), u"CANCELLED"_s);
        QCOMPARE(m_home.query(u"SELECT 1 FROM run WHERE state = 'running'"_s).size(), std::size_t(0));
        QTRY_COMPARE_WITH_TIMEOUT(processesMentioning(m_work->directory()), QStringList(), 3'000);
    }
}

QTEST_GUILESS_MAIN(TreeTest)
#include "tree_test.moc"
