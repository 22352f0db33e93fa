// A ring with one key whose passphrase is "correct horse": what was signed is seen in the fake store.
#pragma once

#include "models/signing/key_ring.h"
#include "tests/support/fake_engine.h"

namespace countersign::tests {

class FakeKeyRing final : public models::KeyRing
{
    Q_OBJECT

public:
    explicit FakeKeyRing(std::shared_ptr<FakeStore> store, QObject* parent = nullptr) : KeyRing(parent), m_store(std::move(store)) {}
    void list(QObject* context, const QString& project, std::function<void(Keys)> answer) override;
    void decide(QObject* context, const DecideRequest& request, const models::KeyChoice& key, models::Passphrase passphrase,
                std::function<void(Decided)> answer) override;
    std::vector<models::KeyChoice> keys{};

private:
    std::shared_ptr<FakeStore> m_store;
};

} // namespace countersign::tests
