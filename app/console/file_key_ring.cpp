#include "app/console/file_key_ring.h"

#include "engine/signing/keys.h"

#include <algorithm>
#include <memory>

namespace countersign::console {

namespace {

QString qt(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString shortened(const QString& id) { return id.left(8) + QStringLiteral("…") + id.right(4); }

// Why this key can't sign for the project now; the engine asks again, more closely, when it signs.
QString whyNot(const domain::Signer* signer, const std::string& project, base::TimeMs now)
{
    if (signer == nullptr)
        return models::KeyRing::tr("not registered as a signer in this store");
    if (signer->revokedAt != 0)
        return models::KeyRing::tr("revoked");
    if (signer->validUntil != 0 && signer->validUntil <= now)
        return models::KeyRing::tr("out of date");
    if (!project.empty() && !signer->projects.empty() && std::find(signer->projects.begin(), signer->projects.end(), project) == signer->projects.end())
        return models::KeyRing::tr("not for this project");
    return {};
}

models::KeyChoice choiceOf(const signing::KeyEntry& key, const std::vector<domain::Signer>& signers, const std::string& project, base::TimeMs now)
{
    const auto found = std::find_if(signers.begin(), signers.end(), [&](const domain::Signer& s) { return s.keyId == key.keyId; });
    const domain::Signer* signer = found == signers.end() ? nullptr : &*found;
    models::KeyChoice out;
    out.id = qt(key.keyId);
    out.name = signer != nullptr ? qt(signer->name) : qt(key.file.filename().string());
    out.algorithm = key.algorithm == "EdDSA" ? QStringLiteral("ed25519") : QStringLiteral("rsa");
    out.fingerprint = shortened(out.id);
    out.file = qt(key.file.string());
    out.whyNot = whyNot(signer, project, now);
    out.usable = out.whyNot.isEmpty();
    return out;
}

} // namespace

FileKeyRing::FileKeyRing(std::filesystem::path directory, models::EngineLink& link, QObject* parent)
    : KeyRing(parent), m_directory(std::move(directory)), m_link(link)
{
}

void FileKeyRing::list(QObject* context, const QString& project, std::function<void(Keys)> answer)
{
    m_link.ask<std::vector<models::KeyChoice>>(
        context,
        [directory = m_directory, project = project.toStdString()](Engine& engine) -> Keys {
            CS_ASSIGN(const auto keys, signing::listKeys(directory));
            CS_ASSIGN(const auto signers, engine.signers());
            std::vector<models::KeyChoice> out;
            for (const signing::KeyEntry& key : keys)
                out.push_back(choiceOf(key, signers, project, base::SystemClock().now()));
            std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.usable && !b.usable; });
            return out;
        },
        std::move(answer));
}

void FileKeyRing::decide(QObject* context, const DecideRequest& request, const models::KeyChoice& key, models::Passphrase passphrase,
                         std::function<void(Decided)> answer)
{
    auto secret = std::make_shared<models::Passphrase>(std::move(passphrase));
    m_link.ask<DecideReport>(
        context,
        [request, file = key.file.toStdString(), secret = std::move(secret)](Engine& engine) -> Decided {
            const signing::Passphrase opened(secret->view());
            secret->wipe();
            CS_ASSIGN(const auto signer, signing::openKey(file, opened));
            CS_ASSIGN(DecideReport report, engine.decide(request, *signer));
            if (!report.queuedPlan.empty())
                (void)engine.startPlan(report.queuedPlan); // the record stands whatever happens; the plan waits as queued, and the log says why
            return report;
        },
        std::move(answer));
}

} // namespace countersign::console
