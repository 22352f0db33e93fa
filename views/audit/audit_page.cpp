#include "views/audit/audit_page.h"

#include "models/text.h"
#include "views/audit/record_view.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/fields.h"

#include <QComboBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTreeView>

namespace countersign::views {

using namespace widgets;

AuditPage::AuditPage(models::Desk& desk, QWidget* parent)
    : Page(parent), m_desk(desk), m_events([this](const AuditQuery& q, std::uint64_t request) {
          m_desk.audit(q, this, [this, request](base::Result<std::vector<domain::Event>> events) {
              if (events)
                  return m_events.pageArrived(request, *events);
              m_events.pageFailed(request);
              Q_EMIT messagePosted(models::sentence(events.error()));
          });
      }),
      m_table(makeTable(tr("Events of the audit chain"))), m_keeper(new PlaceKeeper(m_table, &m_events)),
      m_filter(new FilterEdit(tr("Find by sequence, hash, plan or signer"), nullptr, style::Glyph::Search)), m_kind(makeCombo(tr("Kind of event"), tr("Kind"))),
      m_chain(new StatusLine), m_chainNote(new TextLabel({}, TextRole::Small, Ink::Secondary)), m_verify(new QPushButton(tr("&Verify again"))),
      m_goTo(new QPushButton(tr("&Go to event"))), m_record(new RecordView), m_stack(new QStackedLayout)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    QSplitter* splitter = makeSplitter(Qt::Horizontal, QStringLiteral("audit"));
    splitter->addWidget(makeListPane());
    auto* host = new QWidget;
    host->setLayout(m_stack);
    m_stack->addWidget(new EmptyState(tr("Select an event to see it.")));
    m_stack->addWidget(m_record);
    splitter->addWidget(host);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({style::scaled(496, this), style::scaled(800, this)});
    row->addWidget(splitter);
    connect(m_keeper, &PlaceKeeper::chosen, this, [this](const QString&, const QModelIndex& index) { open(index.row()); });
    connect(m_keeper, &PlaceKeeper::activated, this, [this] {
        for (QWidget* pane : m_record->panes())
            if (pane->isVisible())
                return pane->setFocus(Qt::OtherFocusReason);
    });
    connect(&m_events, &models::AuditModel::loadingChanged, this, [this] {
        if (!m_wanted.isEmpty() && m_keeper->select(m_wanted))
            m_wanted.clear();
        if (m_keeper->key().isEmpty() && m_events.rowCount() > 0)
            m_keeper->select(m_events.rowAt(0)->id);
    });
    connect(&m_desk, &models::Desk::resultsChanged, this, [this] {
        if (m_asked)
            m_events.refresh();
    });
}

QWidget* AuditPage::makeListPane()
{
    auto* pane = new QWidget;
    QVBoxLayout* rows = makePane(pane);
    auto* bar = new Bar(44, 12, Bar::Line::Bottom);
    m_filter->setAccessibleName(tr("Find by sequence, hash, plan or signer"));
    bar->row()->addWidget(m_filter, 1);
    m_kind->addItem(tr("all"), QString());
    for (const auto& [text, type] : {std::pair{tr("decisions"), domain::event::DecisionSigned}, std::pair{tr("halts"), domain::event::HaltOpened},
                                     std::pair{tr("runs"), domain::event::RunEnded}, std::pair{tr("tokens"), domain::event::TokenIssued}})
        m_kind->addItem(text, models::plain(type));
    bar->row()->addWidget(m_kind);
    rows->addWidget(bar);
    rows->addWidget(makeChainPanel());
    setWidths(m_table, {76, 80, 0, 96});
    m_table->setItemDelegateForColumn(models::AuditModel::What, new CellDelegate(m_table));
    rows->addWidget(m_table, 1);
    pane->setMinimumWidth(style::scaled(300, this));
    connect(m_filter, &QLineEdit::returnPressed, this, &AuditPage::ask);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            ask();
    });
    connect(m_filter, &FilterEdit::leaveRequested, m_table, qOverload<>(&QWidget::setFocus));
    connect(m_kind, &QComboBox::currentIndexChanged, this, &AuditPage::ask);
    return pane;
}

QWidget* AuditPage::makeChainPanel()
{
    auto* inner = new QWidget;
    auto* rows = new QVBoxLayout(inner);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(style::scaled(4, this));
    auto* top = new QHBoxLayout;
    top->addWidget(m_chain, 1);
    style::setCompact(m_verify, true);
    style::setCompact(m_goTo, true);
    m_goTo->hide();
    top->addWidget(m_goTo);
    top->addWidget(m_verify);
    rows->addLayout(top);
    m_chainNote->setWordWrap(true);
    rows->addWidget(m_chainNote);
    m_chain->setStatus(style::StatusKind::Queued, tr("Chain not verified yet"));
    connect(m_verify, &QPushButton::clicked, this, &AuditPage::verify);
    connect(m_goTo, &QPushButton::clicked, this, [this] { m_keeper->select(QString::number(m_brokenAt)); });
    return padded(inner, 16, 10, 12, 10);
}

void AuditPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (m_asked)
        return;
    ask();
    verify();
}

void AuditPage::ask()
{
    m_asked = true;
    AuditQuery query;
    query.text = models::utf8(m_filter->text().trimmed());
    query.type = models::utf8(m_kind->currentData().toString());
    m_events.setQuery(std::move(query));
}

void AuditPage::verify()
{
    m_verify->setEnabled(false);
    m_chainNote->setText(tr("Recomputing every hash."));
    m_desk.verify(this, [this](base::Result<ChainReport> report) {
        m_verify->setEnabled(true);
        if (report)
            return showChain(*report);
        m_chain->setStatus(style::StatusKind::Error, tr("Chain not verified"));
        m_chainNote->setText(models::sentence(report.error()));
    });
}

void AuditPage::showChain(const ChainReport& report)
{
    m_brokenAt = -1;
    for (const ChainProblem& problem : report.problems)
        if (m_brokenAt < 0 || (problem.seq >= 0 && problem.seq < m_brokenAt))
            m_brokenAt = problem.seq;
    m_goTo->setVisible(!report.intact && m_brokenAt >= 0);
    m_events.setBrokenAt(report.intact ? -1 : m_brokenAt);
    QString records = models::counted(report.recordsValid, tr("1 record valid"), tr("%1 records valid"));
    if (!report.recordsInvalid.empty())
        records += tr(", %1 not valid: %2").arg(report.recordsInvalid.size()).arg(models::shown(report.recordsInvalid.front().detail));
    if (report.intact && report.recordsInvalid.empty()) {
        m_chain->setStatus(style::StatusKind::Pass, tr("Chain verified"));
        m_chainNote->setText(tr("%1 events, every hash recomputed %2 in %3. Head %4 compared with %5. %6.")
                                 .arg(models::number(report.events), models::clockSeconds(models::nowMs()), models::duration(report.tookMs),
                                      models::shortDigest(report.headHash), models::shown(report.anchor), records));
        return;
    }
    m_chain->setStatus(style::StatusKind::Blocker, report.intact ? tr("A record does not verify") : tr("Broken at event %1").arg(models::number(m_brokenAt)));
    m_chainNote->setText((report.problems.empty() ? QString() : models::shown(report.problems.front().detail) + QStringLiteral(". ")) + records
                         + tr(". Nothing is repaired here."));
}

void AuditPage::open(int at)
{
    const domain::Event* event = m_events.event(at);
    if (!event)
        return;
    m_record->setEvent(*event, m_events.event(at - 1));
    m_stack->setCurrentWidget(m_record);
    const std::string jti = models::recordOf(*event);
    const auto mine = ++m_recordAsked;
    m_recordPending = !jti.empty();
    if (m_recordPending)
        m_desk.record(jti, this, [this, mine](base::Result<RecordDetail> detail) {
            if (mine != m_recordAsked)
                return;
            m_recordPending = false;
            if (detail)
                m_record->setRecord(*detail);
            else
                m_record->setProblem(models::sentence(detail.error()));
            Q_EMIT canChanged();
        });
    Q_EMIT canChanged();
}

bool AuditPage::show(const QString& seq)
{
    const bool found = m_keeper->select(seq);
    m_wanted = found ? QString() : seq;
    return found;
}

bool AuditPage::can(Command command) const
{
    switch (command) {
    case Command::FilterArea:
    case Command::VerifyChain: return true;
    case Command::ViewJson:
    case Command::CopyDigest: return m_stack->currentWidget() == m_record;
    case Command::CopyRow: return m_table->hasFocus() && m_table->currentIndex().isValid();
    default: return false;
    }
}

void AuditPage::run(Command command)
{
    switch (command) {
    case Command::FilterArea: m_filter->setFocus(Qt::ShortcutFocusReason); return;
    case Command::VerifyChain: verify(); return;
    case Command::ViewJson: m_record->toggleJson(); return;
    case Command::CopyDigest: copyText(m_record->fullHash()); return;
    case Command::CopyRow:
        if (const models::CellRow* row = m_events.rowAt(m_table->currentIndex().row()))
            copyText(models::rowText(*row));
        return;
    default: return;
    }
}

QList<QWidget*> AuditPage::panes() const
{
    QList<QWidget*> out{m_table};
    for (QWidget* pane : m_record->panes())
        if (pane->isVisible())
            out << pane;
    return out;
}

} // namespace countersign::views
