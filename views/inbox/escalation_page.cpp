#include "views/inbox/escalation_page.h"

#include "models/inbox/evidence_text.h"
#include "models/inbox/halt_words.h"
#include "models/text.h"
#include "views/frame/kinds.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/inbox/change_view.h"
#include "views/inbox/decision_panel.h"
#include "views/inbox/evidence_pane.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/evidence_view.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/icon_box.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;
using models::EvidenceModel;

EscalationPage::EscalationPage(models::Desk& parentDesk, const QString& id, QWidget* parent)
    : HaltPage(parentDesk, id, parent), m_facts(new FactGrid), m_evidenceHeader(new SectionHeader(tr("Evidence"))), m_table(makeTable(tr("Evidence table"))),
      m_keeper(new PlaceKeeper(m_table, &m_evidence)), m_pane(new EvidencePane(parentDesk, m_evidence)),
      m_changesHeader(new SectionHeader(tr("Changed since you last looked"))), m_changes(new ChangeView), m_panel(new DecisionPanel)
{
    head()->addWidget(m_facts);
    buildEvidence();
    foot()->addWidget(m_panel);
    m_panel->setDraft(desk().drafts().draft(id));
    connect(m_panel, &DecisionPanel::draftChanged, this, &EscalationPage::keepDraft);
    connect(m_panel, &DecisionPanel::signRequested, this, &EscalationPage::openDialog);
    connect(m_panel, &DecisionPanel::readingRequested, m_pane, &EvidencePane::nextUnread);
    connect(m_panel, &DecisionPanel::stateChanged, this, &HaltPage::canChanged);
    connect(&desk(), &models::Desk::statusChanged, this, &EscalationPage::showOff);
    connect(&desk(), &models::Desk::storeFailed, this, &EscalationPage::showOff);
    connect(&desk(), &models::Desk::refreshed, this, &EscalationPage::showOff);
    loadKeys();
}

EscalationPage::~EscalationPage() = default;

void EscalationPage::buildEvidence()
{
    setWidths(m_table, {84, 164, 100, 0, 150, 76, 112});
    fitWidth(m_table, EvidenceModel::Stability, EvidenceModel::Message);
    fitHeight(m_table, 1, 6);
    body()->addWidget(m_evidenceHeader);
    body()->addWidget(m_table);
    auto* changes = new QWidget;
    QVBoxLayout* column = makePane(changes);
    column->addWidget(m_changesHeader);
    column->addWidget(m_changes, 1);
    QSplitter* splitter = makeSplitter(Qt::Horizontal, QStringLiteral("escalationOutput"));
    splitter->addWidget(m_pane);
    splitter->addWidget(changes);
    splitter->setStretchFactor(0, 7);
    splitter->setStretchFactor(1, 4);
    body()->addWidget(splitter, 1);
    connect(m_keeper, &PlaceKeeper::chosen, this, [this](const QString& id) { m_pane->showResult(id); });
    connect(m_keeper, &PlaceKeeper::activated, this, [this] { m_pane->view()->setFocus(Qt::OtherFocusReason); });
    connect(m_pane, &EvidencePane::rowRequested, this, &EscalationPage::selectEvidence);
    connect(m_pane, &EvidencePane::readMoved, this, &EscalationPage::showReading);
}

void EscalationPage::selectEvidence(const QString& id)
{
    const QString wanted = !id.isEmpty() ? id : m_table->currentIndex().isValid() ? m_keeper->key() : m_evidence.index(0, 0).data(models::KeyRole).toString();
    m_keeper->select(wanted);
    m_pane->showResult(wanted);
}

void EscalationPage::fill(const HaltDetail& halt)
{
    const std::string digest = halt.request ? halt.request->subjectDigest : std::string();
    models::Draft draft = desk().drafts().draft(haltId());
    const bool changed = !draft.subjectDigest.isEmpty() && draft.subjectDigest != models::plain(digest);
    const bool changedHere = !m_drawnDigest.empty() && m_drawnDigest != digest;
    if (m_panel && changed && draft.choice != models::Draft::Choice::None) {
        draft.choice = models::Draft::Choice::None;
        draft.subjectDigest = models::plain(digest);
        desk().drafts().keep(haltId(), draft);
        m_panel->setDraft(draft);
    }
    if (!closed() && (changed || changedHere))
        showStrip(tr("The evidence changed at %1. Your reason is kept, the choice is cleared.").arg(models::clockAndDate(halt.halt.openedAt, models::nowMs())));
    if (m_panel && m_drawnDigest != digest)
        m_panel->startFreshness();
    const bool first = m_drawnDigest.empty();
    m_drawnDigest = digest;
    m_evidence.setDetail(halt);
    m_pane->setResults(halt.results);
    showFacts();
    if (first || changedHere)
        showChanges();
    if (closed())
        showRecord();
    showReading();
    showOff();
    if (first)
        desk().markSubjectSeen(haltId());
}

void EscalationPage::showFacts()
{
    const HaltDetail& halt = detail();
    m_facts->clear();
    const domain::PolicyDecision tally = domain::policyDecisionFromJson(halt.halt.policy);
    auto* policy = new QWidget;
    auto* icons = new QHBoxLayout(policy);
    icons->setContentsMargins(0, 0, 0, 0);
    icons->setSpacing(style::scaled(4, this));
    constexpr std::size_t most = 12;
    for (std::size_t i = halt.results.size(); i-- > 0 && halt.results.size() - i <= most;) {
        auto* icon = new IconBox(16, policy);
        icon->setStatus(kindOf(models::markOf(halt.results[i].severity())));
        icons->addWidget(icon);
    }
    icons->addSpacing(style::scaled(8, this));
    icons->addWidget(new TextLabel(models::tallyText(tally), TextRole::BodyMedium));
    icons->addWidget(new TextLabel(models::shown(tally.rule), TextRole::Body, Ink::Secondary), 1);
    m_facts->addFact(tr("Policy"), policy);

    auto* subject = new QWidget;
    auto* line = new QHBoxLayout(subject);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(style::scaled(8, this));
    line->addWidget(new TextLabel(QStringLiteral("sha-256 ") + models::shortDigest(m_drawnDigest), TextRole::Fixed));
    auto* copy = makeFlatButton({}, style::Glyph::Copy);
    copy->setAccessibleName(tr("Copy the full digest"));
    copy->setToolTip(tr("Copy the full digest"));
    style::setCompact(copy, true);
    copy->setFixedHeight(style::scaled(20, this));
    connect(copy, &QToolButton::clicked, this, [this] { run(Command::CopyDigest); });
    line->addWidget(copy);
    line->addWidget(new TextLabel(models::subjectText(halt), TextRole::Body, Ink::Secondary), 1);
    m_facts->addFact(tr("Subject"), subject);

    if (!closed())
        m_facts->addFact(tr("If you sign"), models::ifYouSign(halt) + QLatin1Char(' ') + models::whatEndsIt(halt.rules));
}

void EscalationPage::showChanges()
{
    const HaltDetail& halt = detail();
    if (halt.lastSeenSubject.is_null() || !halt.request)
        return m_changes->setChanges({}, tr("First look, nothing to compare"));
    m_changes->setChanges(models::subjectChanges(halt.lastSeenSubject, halt.request->subject), tr("Nothing changed since you last looked"));
}

void EscalationPage::showReading()
{
    const int unread = m_evidence.firstUnread();
    const models::EvidenceRow* row = m_evidence.rowAt(unread);
    m_evidenceHeader->setNote(tr("%1 validations, %2 read to the end").arg(m_evidence.rowCount()).arg(m_evidence.complete()));
    if (!m_pane->problem().isEmpty())
        m_evidenceHeader->setTrailingNote(m_pane->problem());
    if (m_panel)
        m_panel->setReading(m_pane->loaded(), row ? row->validation : QString(), row ? std::max(0, row->lines - row->read) : 0);
}

void EscalationPage::showRecord()
{
    if (m_panel) {
        const bool focused = m_panel->isAncestorOf(window()->focusWidget());
        m_panel->hide();
        m_panel->setParent(nullptr);
        m_panel->deleteLater();
        m_panel = nullptr;
        if (focused)
            m_table->setFocus(Qt::OtherFocusReason);
        foot()->addWidget(new SectionHeader(tr("Decision")));
        m_record = new FactGrid;
        foot()->addWidget(padded(m_record, 16, 8, 16, 12));
    }
    m_record->clear();
    const auto& records = detail().records;
    for (const domain::DecisionRecord& record : records) {
        const domain::DecisionClaims& claims = record.claims;
        m_record->addFact(models::shown(domain::toText(claims.decision)),
                          tr("signed by %1, %2").arg(models::shown(claims.signer), models::clockAndDate(record.recordedAt, models::nowMs())));
        m_record->addFact(tr("Reason"), models::shown(claims.reason));
    }
    if (records.empty())
        m_record->addFact(tr("None"), detail().request && !detail().request->endReason.empty()
                                          ? tr("Nobody decided: %1.").arg(models::shown(detail().request->endReason))
                                          : tr("The request ended without a signed decision."));
}

void EscalationPage::showOff()
{
    if (!m_panel)
        return;
    QString off;
    const HaltDetail& halt = detail();
    if (desk().status().chainBroken)
        off = tr("the audit chain is broken at event %1, so nothing can be signed.").arg(models::number(desk().status().brokenAt));
    else if (desk().failure())
        off = tr("the store can't be read now.");
    else if (!desk().ring())
        off = tr("this program can't sign.");
    else if (!halt.request)
        off = tr("this request is no longer open.");
    m_panel->setOff(off, halt.results.empty());
}

void EscalationPage::loadKeys()
{
    if (!desk().ring())
        return m_panel->setKeys({}, tr("this program can't sign."));
    m_keysAsked = true;
    desk().ring()->list(this, desk().project(), [this](models::KeyRing::Keys keys) {
        m_keysAsked = false;
        if (!m_panel)
            return;
        if (!keys)
            return m_panel->setKeys({}, models::sentence(keys.error()));
        m_keys = *keys;
        m_panel->setKeys(m_keys, {});
    });
}

bool EscalationPage::settled() const { return HaltPage::settled() && !m_keysAsked && (m_pane->shown() || !m_pane->problem().isEmpty()); }

void EscalationPage::keepDraft()
{
    if (!m_panel)
        return;
    models::Draft draft = m_panel->draft();
    if (draft.choice != models::Draft::Choice::None)
        draft.subjectDigest = models::plain(m_drawnDigest);
    desk().drafts().keep(haltId(), draft);
}

void EscalationPage::openDialog()
{
    if (!m_panel || findChild<SigningDialog*>() || !desk().ring() || m_panel->missing() != models::Missing::Nothing || !m_panel->key())
        return;
    const models::Draft draft = m_panel->draft();
    DecideRequest request;
    request.decisionId = detail().halt.id;
    request.decision = draft.choice == models::Draft::Choice::Proceed ? domain::DecisionKind::Proceed : domain::DecisionKind::Reject;
    request.reason = models::utf8(draft.reason);
    request.shownSubjectDigest = m_drawnDigest;
    const bool proceed = request.decision == domain::DecisionKind::Proceed;
    const SigningWords words{models::haltSentence(detail()), proceed ? models::ifYouSign(detail()) + QLatin1Char(' ') + models::whatEndsIt(detail().rules) : QString(),
                             models::plain(m_drawnDigest), draft.reason};
    auto* dialog = new SigningDialog(*desk().ring(), std::move(request), words, m_keys, m_panel->key()->id, this);
    connect(dialog, &SigningDialog::signedNow, this, [this, proceed](const DecideReport& report) {
        desk().drafts().drop(haltId());
        if (m_panel)
            m_panel->setDraft({});
        const QString what = proceed ? tr("Signed: proceed.") : tr("Signed: reject.");
        showStrip(report.state == domain::RequestState::Open
                      ? what + QLatin1Char(' ') + tr("%1 of %2 signatures stand.").arg(report.signaturesStanding).arg(report.signaturesNeeded)
                      : what);
        desk().refresh();
    });
    connect(dialog, &SigningDialog::subjectChanged, &desk(), &models::Desk::refresh);
    dialog->open();
}

bool EscalationPage::can(Command command) const
{
    switch (command) {
    case Command::SignAuthorization: return hasHalt() && m_panel && m_panel->missing() != models::Missing::Off;
    case Command::DiscardDraft: return m_panel && m_panel->draft() != models::Draft{};
    case Command::NextUnread: return m_evidence.firstUnread() >= 0;
    case Command::OpenLog: return hasHalt();
    case Command::CopyRow: return m_table->hasFocus() && m_table->currentIndex().isValid();
    case Command::CopyDigest: return !m_drawnDigest.empty();
    default: return HaltPage::can(command);
    }
}

void EscalationPage::run(Command command)
{
    switch (command) {
    case Command::SignAuthorization:
        if (m_panel)
            m_panel->requestSign();
        return;
    case Command::DiscardDraft:
        desk().drafts().drop(haltId());
        if (m_panel)
            m_panel->setDraft({});
        return;
    case Command::NextUnread: m_pane->nextUnread(); return;
    case Command::OpenLog: m_pane->view()->setFocus(Qt::ShortcutFocusReason); return;
    case Command::CopyRow: {
        const QModelIndex at = m_table->currentIndex();
        QStringList texts;
        for (int column = 0; column < EvidenceModel::ColumnCount; ++column)
            texts << at.siblingAtColumn(column).data().toString();
        copyText(texts.join(QLatin1Char('\t')));
        return;
    }
    case Command::CopyDigest: copyText(models::plain(m_drawnDigest)); return;
    default: HaltPage::run(command);
    }
}

QList<QWidget*> EscalationPage::panes() const
{
    QList<QWidget*> out{m_table, m_pane->view(), m_changes};
    if (m_panel)
        out << m_panel->findChild<QWidget*>(QStringLiteral("decisionReason"));
    return out;
}

} // namespace countersign::views
