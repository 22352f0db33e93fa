#include "tests/app/ctl/support/ctl.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

namespace countersign::test {

namespace {

// A connection to the store's file that lives as long as its work.
class Connection
{
public:
    explicit Connection(const QString& file) : m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name()))
    {
        m_database.setDatabaseName(file);
        m_database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=10000"));
        m_database.open();
    }
    ~Connection()
    {
        m_database.close();
        m_database = QSqlDatabase();
        QSqlDatabase::removeDatabase(name());
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    [[nodiscard]] QSqlDatabase& get() { return m_database; }

private:
    static QString name() { return QStringLiteral("test-of-the-store"); }
    QSqlDatabase m_database;
};

} // namespace

Home::Home() : m_root(QDir::tempPath() + QStringLiteral("/countersign-ctl-XXXXXX"))
{
    for (const char* name : {"home", "state", "config"})
        QDir(m_root.path()).mkdir(QLatin1String(name));
}

QString Home::program() { return QStringLiteral(COUNTERSIGN_BINARY_DIR "/bin/countersignctl"); }

QProcessEnvironment Home::environment() const
{
    QProcessEnvironment out;
    out.insert(QStringLiteral("PATH"), QStringLiteral("/usr/local/bin:/usr/bin:/bin"));
    out.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    out.insert(QStringLiteral("HOME"), path(QStringLiteral("home")));
    out.insert(QStringLiteral("XDG_STATE_HOME"), path(QStringLiteral("state")));
    out.insert(QStringLiteral("XDG_CONFIG_HOME"), path(QStringLiteral("config")));
    return out;
}

std::unique_ptr<QProcess> Home::start(const QStringList& words, const Call& call) const
{
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(environment());
    process->setWorkingDirectory(m_root.path());
    QStringList all = call.wrapper;
    all << program();
    if (call.withStore)
        all << QStringLiteral("--store") << (call.store.isEmpty() ? store() : call.store);
    if (call.json)
        all << QStringLiteral("--json");
    all << words;
    const QString first = all.takeFirst();
    process->start(first, all);
    if (!process->waitForStarted(10'000))
        return process;
    process->write(call.input);
    process->closeWriteChannel();
    return process;
}

Ended Home::finish(QProcess& process, int timeoutMs)
{
    Ended out;
    const bool ended = process.state() == QProcess::NotRunning || process.waitForFinished(timeoutMs);
    if (!ended) {
        process.kill();
        process.waitForFinished(5'000);
    } else if (process.exitStatus() == QProcess::NormalExit) {
        out.status = process.exitCode();
    }
    out.out = process.readAllStandardOutput();
    out.err = process.readAllStandardError();
    out.json = QJsonDocument::fromJson(out.out).object();
    return out;
}

Ended Home::run(const QStringList& words, const Call& call) const
{
    const auto process = start(words, call);
    return finish(*process, call.timeoutMs);
}

QString Home::makeKey(const QString& name) const
{
    const QString file = keys() + QLatin1Char('/') + name + QStringLiteral(".pem");
    const Ended made = run({QStringLiteral("key"), QStringLiteral("new"), QStringLiteral("--out"), file, QStringLiteral("--passphrase-fd"), QStringLiteral("0")},
                           {.input = "correct horse\n"});
    return made.status == 0 ? file : QString();
}

bool Home::makeSigner(const QString& name) const
{
    const QString file = makeKey(name);
    return !file.isEmpty() && run({QStringLiteral("signer"), QStringLiteral("add"), name, QStringLiteral("--public-key"),
                                   QString(file).replace(QStringLiteral(".pem"), QStringLiteral(".pub.pem"))}).status == 0;
}

Ended Home::sign(const QString& decision, const QString& verb, const QString& signer, const QString& reason, const QStringList& more) const
{
    const QString key = keys() + QLatin1Char('/') + signer + QStringLiteral(".pem");
    return run(QStringList{QStringLiteral("authorize"), decision, verb, QStringLiteral("--reason"), reason, QStringLiteral("--key"), key,
                           QStringLiteral("--passphrase-fd"), QStringLiteral("0")} + more,
               {.input = "correct horse\n"});
}

int Home::eventsOfType(const QString& type) const
{
    const auto rows = query(QStringLiteral("SELECT count(*) FROM event WHERE type = '%1'").arg(type));
    return rows.empty() ? -1 : rows[0][0].toInt();
}

QString Home::tamper(const QStringList& statements) const
{
    Connection connection(store());
    for (const QString& statement : statements) {
        QSqlQuery query(connection.get());
        if (!query.exec(statement))
            return query.lastError().text();
    }
    return {};
}

std::vector<std::vector<QString>> Home::query(const QString& statement) const
{
    Connection connection(store());
    QSqlQuery query(connection.get());
    query.exec(statement);
    std::vector<std::vector<QString>> out;
    while (query.next()) {
        out.emplace_back();
        for (int column = 0; query.value(column).isValid(); ++column)
            out.back().push_back(query.value(column).toString());
    }
    return out;
}

QStringList processesMentioning(const QString& text)
{
    QStringList out;
    const QByteArray wanted = text.toUtf8();
    const QString own = QString::number(QCoreApplication::applicationPid());
    for (const QString& pid : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        if (pid == own || !pid.at(0).isDigit())
            continue;
        const QByteArray line = readFile(QStringLiteral("/proc/%1/cmdline").arg(pid));
        const QByteArray environment = readFile(QStringLiteral("/proc/%1/environ").arg(pid));
        // A sandboxed program shows the work neither in its words nor in its environment, but has it mounted.
        const QByteArray mounts = readFile(QStringLiteral("/proc/%1/mountinfo").arg(pid));
        if (line.contains(wanted) || environment.contains(wanted) || mounts.contains(wanted))
            out << pid + QStringLiteral(": ") + QString::fromUtf8(line).replace(QChar(0), QLatin1Char(' '));
    }
    return out;
}

bool writeFile(const QString& path, const QByteArray& bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
}

QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject find(const QJsonArray& array, const char* key, const QString& value)
{
    for (const QJsonValue& each : array)
        if (each.toObject().value(QLatin1String(key)).toString() == value)
            return each.toObject();
    return {};
}

} // namespace countersign::test
