// Several processes on one store, and stores that can't be used: each told apart, nothing lost.
#include "tests/app/ctl/support/workspace.h"

#include <QtTest>

#include <QSqlQuery>

#include <unistd.h>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class StoreTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_work;

    std::unique_ptr<QProcess> running(const QString& task);

private Q_SLOTS:
    void initTestCase();
    void twoTasksAtOnce();
    void sameTaskAndTreeJoins();
    void otherSpecificationIsRefusedMeanwhile();
    void writersKeepOneChain();
    void readersAreNotDisturbed();
    void missingStore();
    void newerStore();
    void foreignDatabase();
    void noDatabase_data();
    void noDatabase();
    void damagedPages();
    void readOnlyDirectory();
    void fullDisk();
    void lockedStore();
    void chainIsIntactAtTheEnd();
};

void StoreTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_work = std::make_unique<QuickWorkspace>(m_home);
    QCOMPARE(m_work->import().status, 0);
    QCOMPARE(m_work->task(u"one"_s, {u"slow 1.2"_s}), QString());
    QCOMPARE(m_work->task(u"two"_s, {u"slow 1.3"_s}), QString());
}

// A validate of the task that has begun its run.
std::unique_ptr<QProcess> StoreTest::running(const QString& task)
{
    auto process = m_home.start({u"validate"_s, u"--task"_s, task});
    for (int i = 0; i < 200 && m_home.query(u"SELECT 1 FROM run WHERE state = 'running' AND task_id = '%1'"_s.arg(task)).empty(); ++i)
        QTest::qSleep(20);
    return process;
}

void StoreTest::twoTasksAtOnce()
{
    const auto one = running(u"one"_s);
    const auto two = running(u"two"_s);
    const Ended first = Home::finish(*one);
    const Ended second = Home::finish(*two);
    QVERIFY2(first.status == 0, first.all().constData());
    QVERIFY2(second.status == 0, second.all().constData());
    QVERIFY(first.text("run") != second.text("run"));
    QCOMPARE(first.json.value("joined"_L1), QJsonValue(false));
}

void StoreTest::sameTaskAndTreeJoins()
{
    const auto one = running(u"one"_s);
    const Ended second = m_home.validate(u"one"_s);
    const Ended first = Home::finish(*one);
    QCOMPARE(first.status, 0);
    QVERIFY2(second.status == 0, second.all().constData());
    QCOMPARE(second.text("run"), first.text("run"));
    QCOMPARE(second.text("token"), first.text("token"));
    QVERIFY(!first.text("token").isEmpty());
    QCOMPARE(second.json.value("joined"_L1), QJsonValue(true));
    QCOMPARE(second.json.value("results"_L1), first.json.value("results"_L1));
}

void StoreTest::otherSpecificationIsRefusedMeanwhile()
{
    const QString digest = m_home.validate(u"one"_s).text("spec_digest");
    const auto one = running(u"one"_s);
    const Ended other = m_home.run({u"validate"_s, u"--task"_s, u"one"_s, u"--spec"_s, u"Another one."_s});
    QCOMPARE(other.status, 75);
    QCOMPARE(other.code(), u"RUN_IN_PROGRESS"_s);
    const Ended first = Home::finish(*one);
    QCOMPARE(first.status, 0);
    QCOMPARE(first.text("spec_digest"), digest);
    // What was refused changed nothing: the task still has its specification.
    QCOMPARE(m_home.validate(u"one"_s).text("spec_digest"), digest);
}

void StoreTest::writersKeepOneChain()
{
    const int before = m_home.run({u"audit"_s, u"verify"_s}).json.value("events"_L1).toInt();
    std::vector<std::unique_ptr<QProcess>> processes;
    for (int round = 0; round < 3; ++round)
        for (int i = 0; i < 8; ++i)
            processes.push_back(i % 2 == 0 ? m_home.start({u"plan"_s, u"create"_s, u"made-%1-%2"_s.arg(round).arg(i)})
                                           : m_home.start({u"validation"_s, u"attach"_s, u"--project"_s, u"quick"_s, u"work"_s, u"slow"_s, u"--seconds"_s, u"%1.%2"_s.arg(round).arg(i)}));
    QStringList attachments;
    for (const auto& process : processes) {
        const Ended ended = Home::finish(*process);
        QVERIFY2(ended.status == 0, ended.all().constData());
        if (const QString id = ended.json.value("attachment"_L1).toObject().value("attachment"_L1).toString(); !id.isEmpty())
            attachments << id;
    }
    QCOMPARE(attachments.size(), 12);
    processes.clear();
    for (const QString& id : attachments)
        processes.push_back(m_home.start({u"validation"_s, u"detach"_s, id}));
    for (const auto& process : processes)
        QCOMPARE(Home::finish(*process).status, 0);
    const Ended audit = m_home.run({u"audit"_s, u"verify"_s});
    QCOMPARE(audit.status, 0);
    QCOMPARE(audit.json.value("events"_L1).toInt(), before + 24 + 12);
    // The same plan by many at once: one makes it, the others are told.
    processes.clear();
    for (int i = 0; i < 6; ++i)
        processes.push_back(m_home.start({u"plan"_s, u"create"_s, u"contested"_s}));
    int made = 0;
    for (const auto& process : processes) {
        const Ended ended = Home::finish(*process);
        made += ended.status == 0 ? 1 : 0;
        QVERIFY2(ended.status == 0 || (ended.status == 75 && ended.code() == u"TASK_EXISTS"_s), ended.all().constData());
    }
    QCOMPARE(made, 1);
}

void StoreTest::readersAreNotDisturbed()
{
    const auto one = running(u"two"_s);
    for (const QStringList& words : {QStringList{u"halts"_s, u"list"_s}, QStringList{u"plan"_s, u"list"_s}, QStringList{u"history"_s, u"list"_s}, QStringList{u"audit"_s, u"verify"_s}})
        QCOMPARE(m_home.run(words).status, 0);
    QCOMPARE(Home::finish(*one).status, 0);
}

void StoreTest::missingStore()
{
    const Ended ended = m_home.run({u"halts"_s, u"list"_s}, {.store = m_home.path(u"nowhere/s.db"_s)});
    QCOMPARE(ended.code(), u"STORE_NOT_FOUND"_s);
    QCOMPARE(ended.status, 69);
    QVERIFY(!QFileInfo::exists(m_home.path(u"nowhere"_s)));
}

void StoreTest::newerStore()
{
    const QString file = m_home.path(u"newer.db"_s);
    QCOMPARE(m_home.run({u"init"_s}, {.store = file}).status, 0);
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"newer"_s);
        database.setDatabaseName(file);
        QVERIFY(database.open());
        QSqlQuery(database).exec(u"PRAGMA user_version=77"_s);
    }
    QSqlDatabase::removeDatabase(u"newer"_s);
    for (const QStringList& words : {QStringList{u"halts"_s, u"list"_s}, QStringList{u"init"_s}}) {
        const Ended ended = m_home.run(words, {.store = file});
        QCOMPARE(ended.code(), u"STORE_NEWER"_s);
        QCOMPARE(ended.status, 12);
        const QString message = ended.json.value("error"_L1).toObject().value("message"_L1).toString();
        QVERIFY2(message.contains(u"77"_s) && message.contains(QRegularExpression(u"up to \\d"_s)), qPrintable(message));
    }
}

void StoreTest::foreignDatabase()
{
    const QString file = m_home.path(u"foreign.db"_s);
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"foreign"_s);
        database.setDatabaseName(file);
        QVERIFY(database.open());
        QSqlQuery(database).exec(u"CREATE TABLE cookies(name TEXT)"_s);
    }
    QSqlDatabase::removeDatabase(u"foreign"_s);
    const QByteArray before = readFile(file);
    for (const QStringList& words : {QStringList{u"halts"_s, u"list"_s}, QStringList{u"init"_s}}) {
        const Ended ended = m_home.run(words, {.store = file});
        QCOMPARE(ended.code(), u"STORE_FOREIGN"_s);
        QCOMPARE(ended.status, 12);
    }
    QCOMPARE(readFile(file), before);
    QVERIFY(!QFileInfo::exists(m_home.path(u"foreign.d"_s)));
}

void StoreTest::noDatabase_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("text") << QByteArray("this is not a database, but it is long enough to look at").repeated(50);
    QTest::newRow("header only") << QByteArray("SQLite format 3\0", 16) + QByteArray(4096, '\x7f');
}

void StoreTest::noDatabase()
{
    QFETCH(QByteArray, bytes);
    const QString file = m_home.path(u"text.db"_s);
    QVERIFY(writeFile(file, bytes));
    for (const QStringList& words : {QStringList{u"halts"_s, u"list"_s}, QStringList{u"init"_s}}) {
        const Ended ended = m_home.run(words, {.store = file});
        QVERIFY2(ended.code() == u"STORE_CORRUPT"_s, ended.all().constData());
        QCOMPARE(ended.status, 11);
    }
    QCOMPARE(readFile(file), bytes);
}

void StoreTest::damagedPages()
{
    (void)m_home.query(u"PRAGMA wal_checkpoint(TRUNCATE)"_s);
    const QString file = m_home.path(u"damaged.db"_s);
    QByteArray bytes = readFile(m_home.store());
    for (qsizetype at = 4096; at < bytes.size(); ++at)
        bytes[at] = static_cast<char>(at * 31);
    QVERIFY(writeFile(file, bytes));
    for (const QStringList& words : {QStringList{u"halts"_s, u"list"_s}, QStringList{u"validate"_s, u"--task"_s, u"one"_s}, QStringList{u"audit"_s, u"verify"_s}}) {
        const Ended ended = m_home.run(words, {.store = file});
        QVERIFY2(ended.code() == u"STORE_CORRUPT"_s, ended.all().constData());
        QCOMPARE(ended.status, 11);
    }
}

void StoreTest::readOnlyDirectory()
{
    // Root may write everywhere: the directory is made read-only by a mount of its own, or the test runs as somebody else.
    const QString directory = m_home.path(u"read-only"_s);
    const QString file = directory + u"/s.db"_s;
    QCOMPARE(m_home.run({u"init"_s}, {.store = file}).status, 0);
    Call call{.store = file};
    if (::geteuid() == 0) {
        call.wrapper = {u"unshare"_s, u"-m"_s, u"sh"_s, u"-c"_s, u"mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\""_s, directory};
        if (m_home.run({u"--version"_s}, call).status != 0)
            QSKIP("no mount can be made here");
    } else {
        QFile::setPermissions(directory, QFile::ReadOwner | QFile::ExeOwner);
    }
    const Ended write = m_home.run({u"signer"_s, u"add"_s, u"x"_s, u"--public-key"_s, m_home.makeKey(u"x"_s).replace(u".pem"_s, u".pub.pem"_s)}, call);
    QVERIFY2(write.code() == u"STORE_READ_ONLY"_s || write.code() == u"STORE_UNAVAILABLE"_s, write.all().constData());
    QCOMPARE(write.status, 69);
    const Ended made = m_home.run({u"init"_s}, {.store = directory + u"/new.db"_s, .wrapper = call.wrapper});
    QVERIFY2(made.status == 69, made.all().constData());
    QFile::setPermissions(directory, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QCOMPARE(m_home.run({u"audit"_s, u"verify"_s}, {.store = file}).status, 0);
}

void StoreTest::fullDisk()
{
    // A tiny tmpfs that belongs to the process alone; it is filled up after the store was made.
    Call call{.store = m_home.path(u"full/s.db"_s)};
    QVERIFY(QDir().mkpath(m_home.path(u"full"_s)));
    const QString script = u"mount -t tmpfs -o size=1m tmpfs \"$0\" && \"$1\" --store \"$3\" init >/dev/null && { dd if=/dev/zero of=\"$0/fill\" bs=4k 2>/dev/null; \"$@\"; "
                           "status=$?; rm \"$0/fill\"; \"$1\" --store \"$3\" audit verify >&2 || exit 99; exit $status; }"_s;
    call.wrapper = {u"unshare"_s, u"-m"_s, u"sh"_s, u"-c"_s, script, m_home.path(u"full"_s)};
    if (QProcess::execute(u"unshare"_s, {u"-m"_s, u"sh"_s, u"-c"_s, u"mount -t tmpfs -o size=1m tmpfs "_s + m_home.path(u"full"_s)}) != 0)
        QSKIP("no file system can be mounted here");
    const Ended ended = m_home.run({u"import"_s, m_work->directory(), u"--yes"_s}, call);
    QVERIFY2(ended.code() == u"STORE_FULL"_s, ended.all().constData());
    QCOMPARE(ended.status, 69);
    QVERIFY(ended.err.contains("Intact"));
}

void StoreTest::lockedStore()
{
    QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"lock"_s);
    database.setDatabaseName(m_home.store());
    QVERIFY(database.open());
    QSqlQuery(database).exec(u"BEGIN IMMEDIATE"_s);
    QCOMPARE(m_home.run({u"halts"_s, u"list"_s}).status, 0);
    const Ended write = m_home.run({u"plan"_s, u"create"_s, u"locked-out"_s});
    QCOMPARE(write.code(), u"STORE_BUSY"_s);
    QCOMPARE(write.status, 75);
    QSqlQuery(database).exec(u"ROLLBACK"_s);
    database.close();
    database = QSqlDatabase();
    QSqlDatabase::removeDatabase(u"lock"_s);
    QCOMPARE(m_home.run({u"plan"_s, u"create"_s, u"locked-out"_s}).status, 0);
}

void StoreTest::chainIsIntactAtTheEnd()
{
    const Ended audit = m_home.run({u"audit"_s, u"verify"_s});
    QVERIFY2(audit.status == 0, audit.all().constData());
    QCOMPARE(m_home.query(u"PRAGMA foreign_key_check"_s).size(), std::size_t(0));
}

QTEST_GUILESS_MAIN(StoreTest)
#include "store_test.moc"
