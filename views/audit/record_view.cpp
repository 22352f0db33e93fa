#include "views/audit/record_view.h"

#include "models/text.h"
#include "views/frame/kinds.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/fact_grid.h"

#include <QPlainTextEdit>
#include <QScrollArea>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

RecordView::RecordView(QWidget* parent)
    : QWidget(parent), m_status(new StatusLine), m_sentence(new SentenceLabel), m_reason(new TextLabel({}, TextRole::Body, Ink::Secondary)),
      m_checksHeader(new SectionHeader(tr("Verification"), tr("done again just now, offline"))), m_checks(new QWidget), m_stateHeader(new SectionHeader(tr("State"))),
      m_state(new StatusLine), m_claimsHeader(new SectionHeader(tr("Claims"))), m_jsonButton(makeFlatButton(tr("View as JSON"))), m_table(makeTable(tr("Claims"), RowHeight::Dense)),
      m_text(new QPlainTextEdit), m_placeHeader(new SectionHeader(tr("Place in the chain"))), m_place(new FactGrid(nullptr, 96))
{
    build();
}

void RecordView::build()
{
    QVBoxLayout* outer = makePane(this);
    auto* inner = new QWidget;
    QVBoxLayout* rows = makePane(inner);
    const auto edge = [this](QVBoxLayout* layout) {
        layout->setContentsMargins(style::scaled(16, this), style::scaled(12, this), style::scaled(16, this), style::scaled(12, this));
        layout->setSpacing(style::scaled(8, this));
    };
    auto* head = new QWidget;
    QVBoxLayout* headRows = makePane(head);
    edge(headRows);
    m_reason->setWordWrap(true);
    headRows->addWidget(m_status);
    headRows->addWidget(m_sentence);
    headRows->addWidget(m_reason);
    rows->addWidget(head);
    rows->addWidget(m_checksHeader);
    m_checkRows = makePane(m_checks);
    edge(m_checkRows);
    rows->addWidget(m_checks);
    rows->addWidget(m_stateHeader);
    m_stateBox = padded(m_state, 16, 8, 16, 8);
    rows->addWidget(m_stateBox);
    connect(m_jsonButton, &QToolButton::clicked, this, &RecordView::toggleJson);
    m_claimsHeader->addAction(m_jsonButton);
    rows->addWidget(m_claimsHeader);
    auto* keeper = new PlaceKeeper(m_table, &m_claims);
    connect(keeper, &PlaceKeeper::activated, this, [this](const QModelIndex& index) { copyText(m_claims.fullValue(index.row())); });
    setWidths(m_table, {140, 0});
    fitHeight(m_table, 4, 18);
    rows->addWidget(m_table);
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("As JSON"));
    m_text->setFont(style::fontsOf(this).fixed());
    m_text->setMinimumHeight(style::scaled(240, this));
    m_text->document()->setDocumentMargin(style::scaled(12, this));
    m_text->hide();
    rows->addWidget(m_text, 1);
    rows->addWidget(m_placeHeader);
    rows->addWidget(padded(m_place, 16, 8, 16, 12));
    rows->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(inner);
    outer->addWidget(scroll);
}

void RecordView::setEvent(const domain::Event& event, const domain::Event* next)
{
    m_event = event;
    m_status->setGlyph(style::Glyph::Chain, tr("Event"), models::number(event.seq));
    m_status->setTrailing(models::fullTime(event.time));
    m_sentence->setText(models::eventWords(event));
    m_reason->setText(tr("By %1 %2 on %3")
                          .arg(models::shown(domain::textOr(event.actor, "kind", "engine")), models::shown(domain::textOr(event.actor, "name")),
                               models::shown(domain::textOr(event.actor, "host", "this machine"))));
    for (QWidget* part : std::initializer_list<QWidget*>{m_checksHeader, m_checks, m_stateHeader, m_stateBox, m_table})
        part->hide();
    m_jsonButton->hide();
    m_claimsHeader->setTitle(tr("Payload"));
    m_claimsHeader->setNote(tr("as it entered the hash"));
    m_json = models::shown(base::pretty(event.payload), true);
    showJson(m_json);
    m_place->clear();
    m_place->addFact(tr("Before"), models::shortDigest(event.previousHash), TextRole::Fixed);
    m_place->addFact(tr("This event"), models::shortDigest(event.hash), TextRole::Fixed);
    m_place->addFact(tr("After"), next ? tr("%1  %2").arg(models::number(next->seq), models::shortDigest(next->hash)) : tr("none yet, this is the head"), TextRole::Fixed);
}

void RecordView::setProblem(const QString& words) { m_reason->setText(words); }

void RecordView::setRecord(const RecordDetail& detail)
{
    const domain::DecisionClaims& claims = detail.record.claims;
    m_status->setGlyph(style::Glyph::Signed, tr("Signed decision"), tr("event %1").arg(models::number(m_event.seq)));
    m_sentence->setText(tr("%1 signed “%2” for “%3”").arg(models::shown(claims.signer), models::shown(domain::toText(claims.decision)), models::shown(claims.taskRef)));
    m_reason->setText(tr("“%1”").arg(models::shown(claims.reason)));
    while (QLayoutItem* old = m_checkRows->takeAt(0)) {
        delete old->widget();
        delete old;
    }
    for (const RecordCheck& check : detail.checks) {
        auto* line = new StatusLine;
        line->setStatus(check.good ? style::StatusKind::Pass : style::StatusKind::Fail, check.good ? tr("good") : tr("bad"),
                        tr("%1: %2").arg(models::shown(check.name), models::shown(check.detail)));
        m_checkRows->addWidget(line);
    }
    const bool withdrawn = !detail.record.withdrawnBy.empty();
    const bool used = !detail.record.usedBy.empty();
    const bool expired = claims.expiresAt && *claims.expiresAt * 1000 < models::nowMs();
    if (withdrawn)
        m_state->setGlyph(style::Glyph::Cross, tr("withdrawn"), tr("by record %1").arg(models::shortId(detail.record.withdrawnBy)));
    else if (used)
        m_state->setGlyph(style::Glyph::Used, tr("used"), tr("by token %1. A used record is still valid.").arg(models::shortId(detail.record.usedBy)));
    else if (expired)
        m_state->setGlyph(style::Glyph::Cross, tr("expired"), models::fullTime(*claims.expiresAt * 1000));
    else
        m_state->setGlyph(style::Glyph::Used, tr("open"), tr("not used yet"));
    m_claims.setClaims(claims);
    m_json = models::shown(base::canonical(domain::toJson(claims)), true);
    m_claimsHeader->setTitle(tr("Claims"));
    m_claimsHeader->setNote(tr("%1, as signed; long values are shortened here, Enter copies all").arg(m_claims.rowCount()));
    for (QWidget* part : std::initializer_list<QWidget*>{m_checksHeader, m_checks, m_stateHeader, m_stateBox, m_table, m_jsonButton})
        part->show();
    m_text->hide();
    m_jsonButton->setText(tr("View as JSON"));
}

void RecordView::showJson(const QString& text)
{
    m_text->setPlainText(text);
    m_text->show();
}

void RecordView::toggleJson()
{
    if (m_text->isVisibleTo(this) && !m_jsonButton->isHidden()) {
        m_text->hide();
        m_table->show();
        m_jsonButton->setText(tr("View as JSON"));
    } else if (!m_jsonButton->isHidden()) {
        m_table->hide();
        showJson(m_json);
        m_jsonButton->setText(tr("View as table"));
    }
}

QList<QWidget*> RecordView::panes() const { return {m_table, m_text}; }

} // namespace countersign::views
