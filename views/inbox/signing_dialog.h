// The last step before a signature: what is decided, once more from the signed fields, key and passphrase. Return does
// not sign, Esc keeps the draft, an error is one sentence here and nothing is written. Source: SPEC 8, 11, design 7.2.
#pragma once

#include "engine/requests.h"
#include "models/signing/key_ring.h"

#include <QDialog>
#include <QElapsedTimer>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace countersign::widgets {
class TextLabel;
}

namespace countersign::views {

struct SigningWords
{
    QString sentence{};
    QString scope{};
    QString digest{};
    QString reason{};
};

class SigningDialog : public QDialog
{
    Q_OBJECT

public:
    SigningDialog(models::KeyRing& ring, DecideRequest request, const SigningWords& words, std::vector<models::KeyChoice> keys, const QString& keyId,
                  QWidget* parent = nullptr);
    ~SigningDialog() override;

Q_SIGNALS:
    void signedNow(const countersign::DecideReport& report);
    /// The subject is another one now: look again.
    void subjectChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void sign();
    void refresh();
    void failed(const base::Error& error);
    [[nodiscard]] models::Passphrase takePassphrase();

    models::KeyRing& m_ring;
    DecideRequest m_request;
    std::vector<models::KeyChoice> m_keys;
    QComboBox* m_key;
    QLineEdit* m_passphrase;
    QPushButton* m_sign;
    QPushButton* m_cancel;
    widgets::TextLabel* m_problem;
    QElapsedTimer m_fresh{};
    bool m_busy = false;
};

} // namespace countersign::views
