#include "views/inbox/signing_dialog.h"

#include "models/text.h"
#include "views/frame/panes.h"
#include "views/inbox/decision_panel.h"
#include "views/style/countersign_style.h"
#include "views/widgets/fact_grid.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

SigningDialog::SigningDialog(models::KeyRing& ring, DecideRequest request, const SigningWords& words, std::vector<models::KeyChoice> keys,
                             const QString& keyId, QWidget* parent)
    : QDialog(parent), m_ring(ring), m_request(std::move(request)), m_keys(std::move(keys)), m_key(makeCombo(tr("Key"))), m_passphrase(new QLineEdit),
      m_sign(new QPushButton(tr("&Sign"))), m_cancel(new QPushButton(tr("&Cancel"))), m_problem(new TextLabel({}, TextRole::Body, Ink::Red))
{
    setObjectName(QStringLiteral("signingDialog"));
    setWindowTitle(m_request.decision == domain::DecisionKind::Proceed ? tr("Sign: proceed") : tr("Sign: reject"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(style::scaled(620, this));
    QVBoxLayout* rows = makePane(this);
    const int edge = style::scaled(16, this);
    rows->setContentsMargins(edge, edge, edge, edge);
    rows->setSpacing(style::scaled(12, this));
    rows->addWidget(new SentenceLabel(words.sentence));
    auto* facts = new FactGrid;
    facts->addFact(tr("Decision"), m_request.decision == domain::DecisionKind::Proceed ? tr("Proceed") : tr("Reject"), TextRole::BodyMedium);
    if (!words.scope.isEmpty())
        facts->addFact(tr("Scope"), words.scope);
    facts->addFact(tr("Subject"), tr("sha-256 %1").arg(words.digest), TextRole::Fixed);
    auto* reason = new QPlainTextEdit(words.reason);
    reason->setReadOnly(true);
    reason->setTabChangesFocus(true);
    reason->setAccessibleName(tr("Reason, as it will be signed"));
    reason->setFixedHeight(style::scaled(72, this));
    facts->addFact(tr("Reason"), reason);
    for (const auto& key : m_keys) {
        m_key->addItem(QStringLiteral("%1  %2  %3").arg(key.name, key.algorithm, key.fingerprint));
        if (key.id == keyId)
            m_key->setCurrentIndex(m_key->count() - 1);
    }
    facts->addFact(tr("Key"), m_key);
    m_passphrase->setEchoMode(QLineEdit::Password);
    m_passphrase->setAccessibleName(tr("Passphrase of the key"));
    m_passphrase->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhHiddenText);
    facts->addFact(tr("Passphrase"), m_passphrase);
    rows->addWidget(facts);
    m_problem->setWordWrap(true);
    m_problem->setAccessibleName(tr("Problem"));
    rows->addWidget(m_problem);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    for (QPushButton* button : {m_sign, m_cancel}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    style::setPrimary(m_sign, true);
    style::setGlyph(m_sign, style::Glyph::Signed);
    rows->addLayout(buttons);
    connect(m_sign, &QPushButton::clicked, this, &SigningDialog::sign);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_passphrase, &QLineEdit::textChanged, this, &SigningDialog::refresh);
    connect(m_key, &QComboBox::currentIndexChanged, this, &SigningDialog::refresh);
    m_passphrase->setFocus();
    refresh();
}

SigningDialog::~SigningDialog() { takePassphrase().wipe(); }

models::Passphrase SigningDialog::takePassphrase()
{
    QString text = m_passphrase->text();
    m_passphrase->clear();
    QByteArray bytes = text.toUtf8();
    models::Passphrase out(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    bytes.fill('\0');
    text.fill(QChar(0));
    return out;
}

void SigningDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    m_fresh.start();
}

void SigningDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return event->accept();
    QDialog::keyPressEvent(event);
}

void SigningDialog::refresh()
{
    const int at = m_key->currentIndex();
    const bool known = at >= 0 && at < static_cast<int>(m_keys.size());
    const bool needs = known && m_keys[static_cast<std::size_t>(at)].needsPassphrase;
    m_passphrase->setEnabled(!m_busy && needs);
    m_sign->setEnabled(!m_busy && known && m_keys[static_cast<std::size_t>(at)].usable && (!needs || !m_passphrase->text().isEmpty()));
    if (known && !m_keys[static_cast<std::size_t>(at)].usable)
        m_problem->setText(m_keys[static_cast<std::size_t>(at)].whyNot);
    else if (needs && m_passphrase->text().isEmpty() && m_problem->text().isEmpty())
        m_problem->setAccessibleDescription(tr("The passphrase is missing"));
}

void SigningDialog::sign()
{
    if (m_busy || !m_fresh.isValid() || m_fresh.elapsed() < DecisionPanel::freshMs)
        return;
    m_busy = true;
    m_problem->clear();
    const models::KeyChoice key = m_keys[static_cast<std::size_t>(m_key->currentIndex())];
    m_ring.decide(this, m_request, key, takePassphrase(), [this](models::KeyRing::Decided report) {
        m_busy = false;
        if (!report)
            return failed(report.error());
        Q_EMIT signedNow(*report);
        accept();
    });
    refresh();
}

void SigningDialog::failed(const base::Error& error)
{
    m_problem->setText(models::sentence(error));
    refresh();
    m_passphrase->setFocus();
    if (error.code() == "SUBJECT_CHANGED")
        Q_EMIT subjectChanged();
}

} // namespace countersign::views
