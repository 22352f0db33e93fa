// The keys of the key directory, for the window. Opening a key costs time by design, so it happens in the link's thread,
// together with the signing. Source: SPEC section 8. Thread: GUI.
#pragma once

#include "engine/engine.h"
#include "models/enginelink/engine_link.h"
#include "models/signing/key_ring.h"

namespace countersign::console {

class FileKeyRing final : public models::KeyRing
{
    Q_OBJECT

public:
    FileKeyRing(std::filesystem::path directory, models::EngineLink& link, QObject* parent = nullptr);

    void list(QObject* context, const QString& project, std::function<void(Keys)> answer) override;
    void decide(QObject* context, const DecideRequest& request, const models::KeyChoice& key, models::Passphrase passphrase,
                std::function<void(Decided)> answer) override;

private:
    std::filesystem::path m_directory;
    models::EngineLink& m_link;
};

} // namespace countersign::console
