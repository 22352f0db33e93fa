#include "views/inbox/decision_panel.h"

#include "engine/base/text.h"
#include "models/text.h"
#include "views/frame/panes.h"
#include "views/style/countersign_style.h"
#include "views/widgets/icon_box.h"
#include "views/widgets/text_label.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;
using Choice = models::Draft::Choice;

DecisionPanel::DecisionPanel(QWidget* parent)
    : QWidget(parent), m_proceed(new QRadioButton(tr("&Proceed"))), m_reject(new QRadioButton(tr("Re&ject"))), m_reason(new QPlainTextEdit),
      m_count(new TextLabel({}, TextRole::Small, Ink::Secondary)), m_key(makeCombo(tr("Signing key"))), m_sign(new QPushButton(tr("&Sign authorization..."))),
      m_missingIcon(new IconBox(14, this)), m_missing(new TextLabel({}, TextRole::Small, Ink::Text))
{
    setObjectName(QStringLiteral("decisionPanel"));
    setBackgroundRole(QPalette::Window);
    setAutoFillBackground(true);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(style::scaled(16, this), style::scaled(12, this), style::scaled(16, this), style::scaled(8, this));
    rows->setSpacing(style::scaled(6, this));
    auto* row = new QHBoxLayout;
    row->setSpacing(style::scaled(32, this));
    row->addWidget(makeChoices());
    row->addWidget(makeReason(), 1);
    rows->addLayout(row);
    auto* missing = new QHBoxLayout; // as wide as the panel, so that large fonts don't cut what is missing
    missing->setSpacing(style::scaled(6, this));
    missing->addStretch(1);
    m_missingIcon->setGlyph(style::Glyph::Info);
    missing->addWidget(m_missingIcon);
    missing->addWidget(m_missing);
    rows->addLayout(missing);
    for (QWidget* part : std::initializer_list<QWidget*>{m_proceed, m_reject, m_reason, m_key, m_sign})
        part->installEventFilter(this);
    m_fresh.start();
    refresh();
}

QWidget* DecisionPanel::makeChoices()
{
    auto* box = new QWidget;
    box->setMinimumWidth(style::scaled(190, this));
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(style::scaled(4, this));
    rows->addWidget(new TextLabel(tr("Your decision"), TextRole::BodyBold));
    const auto add = [&](QRadioButton* button, const QString& note) {
        button->setAccessibleDescription(note);
        rows->addWidget(button);
        auto* words = new TextLabel(note, TextRole::Small, Ink::Secondary);
        auto* indented = new QHBoxLayout;
        indented->addSpacing(style::scaled(24, this));
        words->setWordWrap(true);
        indented->addWidget(words, 1);
        rows->addLayout(indented);
        connect(button, &QRadioButton::toggled, this, &DecisionPanel::edited);
    };
    auto* group = new QButtonGroup(this);
    group->addButton(m_proceed);
    group->addButton(m_reject);
    add(m_proceed, tr("The warning is accepted, the task may go on."));
    add(m_reject, tr("The agent stops and gets your reason."));
    rows->addStretch(1);
    return box;
}

QWidget* DecisionPanel::makeReason()
{
    auto* box = new QWidget;
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(style::scaled(6, this));
    auto* title = new QHBoxLayout;
    title->addWidget(new TextLabel(tr("Reason"), TextRole::BodyBold));
    title->addWidget(new TextLabel(tr("required, becomes part of the signed record"), TextRole::Small, Ink::Secondary));
    title->addStretch(1);
    title->addWidget(m_count);
    rows->addLayout(title);
    m_reason->setObjectName(QStringLiteral("decisionReason"));
    m_reason->setAccessibleName(tr("Reason, required"));
    m_reason->setTabChangesFocus(true);
    m_reason->setFixedHeight(style::scaled(52, this));
    rows->addWidget(m_reason);
    auto* line = new QHBoxLayout;
    line->setSpacing(style::scaled(8, this));
    auto* label = new TextLabel(tr("Signing key"), TextRole::Body, Ink::Secondary);
    label->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Preferred);
    line->addWidget(label);
    m_key->setMinimumWidth(style::scaled(150, this)); // leaves its label room at large fonts
    m_key->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    style::setGlyph(m_key, style::Glyph::Key);
    line->addWidget(m_key, 1);
    style::setGlyph(m_sign, style::Glyph::Signed);
    style::setKeyHint(m_sign, QStringLiteral("Ctrl+Return"));
    m_sign->setAutoDefault(false);
    line->addWidget(m_sign);
    rows->addLayout(line);
    rows->addStretch(1);
    connect(m_reason, &QPlainTextEdit::textChanged, this, &DecisionPanel::edited);
    connect(m_key, &QComboBox::currentIndexChanged, this, &DecisionPanel::edited);
    connect(m_sign, &QPushButton::clicked, this, &DecisionPanel::requestSign);
    return box;
}

void DecisionPanel::startFreshness() { m_fresh.restart(); }

void DecisionPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!event->spontaneous())
        startFreshness();
}

void DecisionPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, width(), 1), style::themeOf(this).line);
}

bool DecisionPanel::eventFilter(QObject* object, QEvent* event)
{
    const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease || event->type() == QEvent::Shortcut;
    const bool press = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
    if (object != m_reason && (key || press) && m_fresh.elapsed() < freshMs)
        return true;
    if (object != m_reason && event->type() == QEvent::MouseButtonDblClick)
        return true;
    return QWidget::eventFilter(object, event);
}

void DecisionPanel::setDraft(const models::Draft& draft)
{
    m_filling = true;
    auto* group = m_proceed->group();
    group->setExclusive(false);
    m_proceed->setChecked(draft.choice == Choice::Proceed);
    m_reject->setChecked(draft.choice == Choice::Reject);
    group->setExclusive(true);
    if (m_reason->toPlainText() != draft.reason)
        m_reason->setPlainText(draft.reason);
    m_wantedKey = draft.keyId;
    for (std::size_t i = 0; i < m_keys.size(); ++i)
        if (m_keys[i].id == m_wantedKey)
            m_key->setCurrentIndex(static_cast<int>(i));
    m_filling = false;
    refresh();
}

models::Draft DecisionPanel::draft() const
{
    models::Draft draft;
    draft.choice = m_proceed->isChecked() ? Choice::Proceed : m_reject->isChecked() ? Choice::Reject : Choice::None;
    draft.reason = m_reason->toPlainText();
    if (draft.choice != Choice::None || !draft.reason.isEmpty())
        draft.keyId = key() ? key()->id : m_wantedKey;
    return draft;
}

void DecisionPanel::setKeys(const std::vector<models::KeyChoice>& keys, const QString& problem)
{
    m_state.keyProblem = problem.isEmpty() && keys.empty() ? tr("no signing key was found, make one with countersignctl key new.") : problem;
    if (keys == m_keys && m_key->count() == static_cast<int>(keys.size()))
        return refresh();
    m_filling = true;
    const QString wanted = key() ? key()->id : m_wantedKey;
    m_keys = keys;
    m_key->clear();
    for (const auto& one : m_keys)
        m_key->addItem(QStringLiteral("%1  %2  %3").arg(one.name, one.algorithm, one.fingerprint));
    int usable = -1;
    for (std::size_t i = 0; i < m_keys.size(); ++i)
        if (m_keys[i].id == wanted || (usable < 0 && m_keys[i].usable))
            usable = static_cast<int>(i);
    m_key->setCurrentIndex(usable);
    m_filling = false;
    refresh();
}

const models::KeyChoice* DecisionPanel::key() const
{
    const int at = m_key->currentIndex();
    return at >= 0 && at < static_cast<int>(m_keys.size()) ? &m_keys[static_cast<std::size_t>(at)] : nullptr;
}

void DecisionPanel::setReading(bool loaded, const QString& unreadName, int unreadLines)
{
    m_state.loaded = loaded;
    m_state.unreadName = unreadName;
    m_state.unreadLines = unreadLines;
    refresh();
}

void DecisionPanel::setOff(const QString& reason, bool subjectEmpty)
{
    m_state.offReason = reason;
    m_state.subjectEmpty = subjectEmpty;
    refresh();
}

void DecisionPanel::edited()
{
    if (m_filling)
        return;
    refresh();
    Q_EMIT draftChanged();
}

void DecisionPanel::refresh()
{
    const models::Draft now = draft();
    m_state.choice = now.choice;
    m_state.reason = now.reason;
    const models::KeyChoice* chosen = key();
    m_state.keyChosen = chosen && chosen->usable;
    if (chosen && !chosen->usable)
        m_state.keyProblem = chosen->whyNot;
    m_count->setText(tr("%1 of %2").arg(models::number(static_cast<std::int64_t>(base::characters(models::utf8(now.reason)))),
                                        models::number(models::maximumReason)));
    const QString missingNow = models::missingWords(m_state);
    const bool ready = missingNow.isEmpty();
    m_sign->setEnabled(ready);
    style::setPrimary(m_sign, ready);
    m_sign->setAccessibleName(ready ? tr("Sign authorization") : tr("Sign authorization, not available, %1").arg(missingNow));
    m_missing->setText(ready ? tr("The dialog asks for the passphrase; nothing is signed before.") : missingNow);
    Q_EMIT stateChanged();
}

void DecisionPanel::requestSign()
{
    if (m_fresh.elapsed() < freshMs)
        return;
    switch (missing()) {
    case models::Missing::Nothing: Q_EMIT signRequested(); return;
    case models::Missing::Off: return;
    case models::Missing::Reading: Q_EMIT readingRequested(); return;
    case models::Missing::Choice: m_proceed->setFocus(Qt::OtherFocusReason); return;
    case models::Missing::Reason: m_reason->setFocus(Qt::OtherFocusReason); return;
    case models::Missing::Key: m_key->setFocus(Qt::OtherFocusReason); return;
    }
}

} // namespace countersign::views
