// Runs the built countersignctl as a real process, with a home, a state and a configuration directory of its own.
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QSqlDatabase>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <optional>
#include <vector>

namespace countersign::test {

/// How one call of countersignctl ended.
struct Ended
{
    int status = -1; ///< -1: it did not end in time or died by a signal
    QByteArray out{};
    QByteArray err{};
    QJsonObject json{}; ///< of a call with --json

    [[nodiscard]] QString code() const { return json.value(QLatin1String("error")).toObject().value(QLatin1String("code")).toString(); }
    [[nodiscard]] QString text(const char* member) const { return json.value(QLatin1String(member)).toString(); }
    [[nodiscard]] QByteArray all() const { return "status " + QByteArray::number(status) + "\n" + out + err; }
};

/// What a call needs beside its words.
struct Call
{
    QByteArray input{};           ///< standard input, then its end; --passphrase-fd 0 reads it
    int timeoutMs = 120'000;
    QString store{};              ///< instead of the home's store
    QStringList wrapper{};        ///< a program that starts countersignctl: its words stand before
    bool json = true;
    bool withStore = true;
};

/// Why: every test works in a world that no other test and no user's file can touch.
class Home
{
public:
    Home();
    [[nodiscard]] bool valid() const { return m_root.isValid(); }
    [[nodiscard]] QString path(const QString& below) const { return m_root.filePath(below); }
    [[nodiscard]] QString store() const { return m_root.filePath(QStringLiteral("state/countersign/countersign.db")); }
    [[nodiscard]] QString keys() const { return m_root.filePath(QStringLiteral("config/countersign/keys")); }
    [[nodiscard]] static QString program();
    /// Of every program of this home: its own folders, nothing of the machine's user.
    [[nodiscard]] QProcessEnvironment environment() const;

    [[nodiscard]] Ended run(const QStringList& words, const Call& call = {}) const;
    /// Started and left running; end it with finish().
    [[nodiscard]] std::unique_ptr<QProcess> start(const QStringList& words, const Call& call = {}) const;
    [[nodiscard]] static Ended finish(QProcess& process, int timeoutMs = 120'000);

    /// A key with the passphrase "correct horse", and a signer of it.
    [[nodiscard]] QString makeKey(const QString& name) const;
    [[nodiscard]] bool makeSigner(const QString& name) const;
    [[nodiscard]] Ended sign(const QString& decision, const QString& verb, const QString& signer, const QString& reason = QStringLiteral("Looked at it."),
                             const QStringList& more = {}) const;
    [[nodiscard]] Ended validate(const QString& task) const { return run({QStringLiteral("validate"), QStringLiteral("--task"), task}); }
    [[nodiscard]] int eventsOfType(const QString& type) const;

    /// Statements run straight on the store's file, as somebody with access to it could; "" or the database's words.
    QString tamper(const QStringList& statements) const;
    [[nodiscard]] std::vector<std::vector<QString>> query(const QString& statement) const;

private:
    QTemporaryDir m_root;
};

/// Processes, other than this one, whose command line, environment or mounts mention the text.
[[nodiscard]] QStringList processesMentioning(const QString& text);
[[nodiscard]] bool writeFile(const QString& path, const QByteArray& bytes);
[[nodiscard]] QByteArray readFile(const QString& path);
/// Object with this value under this key, of an array of objects; empty when there is none.
[[nodiscard]] QJsonObject find(const QJsonArray& array, const char* key, const QString& value);

} // namespace countersign::test
