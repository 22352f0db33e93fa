// The door to signing: models and views know keys by name only; the program that may sign brings the ring.
// Source: SPEC section 8. Implemented in app/console with engine/signing. Thread: GUI; answers come later, in the GUI
// thread, and only while their context lives.
#pragma once

#include "engine/requests.h"
#include "models/signing/passphrase.h"

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

namespace countersign::models {

struct KeyChoice
{
    QString id{};          ///< key id, hex; names the key in drafts
    QString name{};        ///< of the signer: "duty-engineer"
    QString algorithm{};   ///< "ed25519", "rsa"
    QString fingerprint{}; ///< short form for people
    QString file{};
    bool needsPassphrase = true;
    bool usable = true;
    QString whyNot{}; ///< one sentence when not usable
    friend bool operator==(const KeyChoice&, const KeyChoice&) = default;
};

class KeyRing : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    using Keys = base::Result<std::vector<KeyChoice>>;
    using Decided = base::Result<DecideReport>;

    virtual void list(QObject* context, const QString& project, std::function<void(Keys)> answer) = 0;
    /// Signs and stores. Errors: wrong passphrase, SUBJECT_CHANGED, already decided, busy: nothing was written then.
    virtual void decide(QObject* context, const DecideRequest& request, const KeyChoice& key, Passphrase passphrase,
                        std::function<void(Decided)> answer) = 0;
};

} // namespace countersign::models
