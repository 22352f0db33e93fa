// An engine over a store of its own, a project whose validations print a file of the work, people with keys.
#pragma once

#include "engine/base/digest.h"
#include "engine/base/files.h"
#include "engine/engine.h"
#include "engine/signing/keys.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QtTest>

#include <atomic>
#include <fstream>

namespace facade_test {

using namespace countersign;
namespace fs = std::filesystem;

class MovedClock final : public base::Clock
{
public:
    [[nodiscard]] base::TimeMs now() const override { return m_real.now() + ahead.load(); }
    [[nodiscard]] std::chrono::nanoseconds monotonic() const override { return m_real.monotonic(); }
    std::atomic<base::TimeMs> ahead{0};

private:
    base::SystemClock m_real{};
};

struct Watcher : RunObserver
{
    std::function<void()> onStart{};
    std::function<void()> onResult{};
    void started(const domain::Run&, const domain::Resolution&) override
    {
        if (onStart)
            onStart();
    }
    void resultStored(const domain::ValidationResult&) override
    {
        if (onResult)
            onResult();
    }
};

class Desk
{
public:
    Desk()
    {
        fs::create_directories(work());
        fs::create_directories(root() / "home" / ".countersign");
        RuntimeOptions options;
        options.helperDirectory = COUNTERSIGN_BINARY_DIR "/bin";
        options.configFile = root() / "config.yml";
        options.stateDirectory = root() / "state";
        options.program = "facade-test";
        options.clock = clock;
        runtime = Runtime::create(options).value();
        engine = another();
        verdict("req", true);
        verdict("style", true);
        verdict("lint", true);
    }
    [[nodiscard]] fs::path root() const { return m_directory.path(); }
    [[nodiscard]] fs::path work() const { return root() / "home" / "work"; }
    [[nodiscard]] fs::path database() const { return root() / "s.db"; }
    [[nodiscard]] std::unique_ptr<Engine> another() const
    {
        auto out = Engine::open(runtime, database(), OpenMode::CreateOrMigrate);
        if (!out)
            qFatal("%s", out.error().text().c_str());
        return std::move(*out);
    }
    void write(const std::string& path, const std::string& text) const
    {
        fs::create_directories((work() / path).parent_path());
        std::ofstream(work() / path) << text;
    }
    void verdict(const std::string& name, bool passed, const std::string& message = "as it is") const
    {
        write(name + ".json", R"({"passed": )" + std::string(passed ? "true" : "false") + R"(, "message": ")" + message + "\"}\n");
    }
    void file(const std::string& name, const std::string& yaml) const { std::ofstream(root() / "home" / ".countersign" / (name + ".yml")) << yaml; }
    /// req is required, style and lint are informational; each prints its file.
    void import(const std::string& projectKeys = "  policy: unanimous\n", const std::string& more = {}) const
    {
        file("resource", "resource: {name: tree, kind: directory, path: work}\n");
        file("project", "project:\n  name: p\n  resources: [tree]\n" + projectKeys);
        for (const std::string name : {"req", "style", "lint"}) {
            file("v-" + name, "validation:\n  name: " + name + "\n  source: command\n  command: [sh, -c, 'cat " + name + ".json']\n  mode: " +
                                  (name == "req" ? "required" : "informational") + "\n" + more);
            file("a-" + name, "attachment: {validation: " + name + ", resource: tree, project: p}\n");
        }
        again();
    }
    void again() const
    {
        const auto done = engine->import(root() / "home", {});
        if (!done)
            qFatal("%s", done.error().text().c_str());
    }
    base::Result<ValidateReport> validate(Watcher watcher = {}, std::stop_token stop = {}) const
    {
        ValidateRequest request;
        request.taskId = "t";
        return engine->validate(request, watcher, std::move(stop));
    }
    [[nodiscard]] ValidateReport report(Watcher watcher = {}) const
    {
        auto out = validate(std::move(watcher));
        if (!out)
            qFatal("%s", out.error().text().c_str());
        return std::move(*out);
    }
    std::string sql(const std::string& statement) const
    {
        QString error;
        {
            QSqlDatabase connection = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("raw"));
            connection.setDatabaseName(QString::fromStdString(database().string()));
            connection.open();
            QSqlQuery query(connection);
            if (!query.exec(QString::fromStdString(statement)))
                error = query.lastError().text();
        }
        QSqlDatabase::removeDatabase(QStringLiteral("raw"));
        return error.toStdString();
    }
    std::unique_ptr<authority::RecordSigner> signer(const std::string& name, const std::vector<std::string>& logins = {}) const
    {
        const signing::Passphrase passphrase(std::string_view("correct horse"));
        const auto made = signing::generateKey(signing::KeyAlgorithm::Ed25519, root() / "keys" / (name + ".pem"), passphrase).value();
        SignerRequest request;
        request.name = name;
        request.publicKeyPem = made.key.publicKeyPem;
        request.logins = logins;
        const auto added = engine->addSigner(request);
        if (!added)
            qFatal("%s", added.error().text().c_str());
        return signing::openKey(made.key.file, passphrase).value();
    }
    base::Result<DecideReport> decide(const ValidateReport& asked, authority::RecordSigner& key,
                                      domain::DecisionKind kind = domain::DecisionKind::Proceed) const
    {
        const HaltDetail detail = engine->halt(asked.decisionId).value();
        return engine->decide({asked.decisionId, kind, "I looked at it.", detail.request->subjectDigest}, key);
    }

    std::shared_ptr<MovedClock> clock = std::make_shared<MovedClock>();
    std::shared_ptr<Runtime> runtime{};
    std::unique_ptr<Engine> engine{};

private:
    base::TemporaryDirectory m_directory = base::TemporaryDirectory::create("facade-test").value();
};

inline std::string status(const ValidateReport& report) { return std::string(domain::toText(report.outcome)); }

} // namespace facade_test
