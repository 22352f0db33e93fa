#include "views/history/history_page.h"

#include "models/inbox/evidence_text.h"
#include "models/text.h"
#include "views/frame/kinds.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/evidence_view.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/fields.h"

#include <QComboBox>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

namespace {
constexpr base::TimeMs day = 24LL * 3600 * 1000;
constexpr int typingMs = 250;
constexpr int narrowWidth = 1000;
}

HistoryPage::HistoryPage(models::Desk& desk, QWidget* parent)
    : Page(parent), m_desk(desk), m_rows([this](const HistoryQuery& q, std::uint64_t request) {
          m_desk.history(q, this, [this, request](base::Result<::countersign::HistoryPage> page) {
              if (page)
                  return m_rows.pageArrived(request, *page);
              m_rows.pageFailed(request);
              Q_EMIT messagePosted(models::sentence(page.error()));
          });
      }),
      m_table(makeTable(tr("Results"), RowHeight::Dense)), m_keeper(new PlaceKeeper(m_table, &m_rows)), m_range(makeCombo(tr("Range"))),
      m_outcome(makeCombo(tr("Outcome of the run"), tr("Outcome"))), m_verdict(makeCombo(tr("Verdict"), tr("Verdict"))), m_validation(makeCombo(tr("Validation"), tr("Validation"))),
      m_words(new FilterEdit(tr("Filter by words"))), m_find(new FilterEdit(tr("Find in rows"), nullptr, style::Glyph::Search, QStringLiteral("Ctrl+F"))), m_hits(new TextLabel({}, TextRole::Small, Ink::Secondary)),
      m_clear(makeFlatButton(tr("Clear filters"), style::Glyph::Cross)), m_foot(new PaneFoot), m_status(new StatusLine), m_facts(new FactGrid), m_output(new EvidenceView)
{
    QVBoxLayout* rows = makePane(this);
    rows->addWidget(makeBar());
    QSplitter* splitter = makeSplitter(Qt::Horizontal, QStringLiteral("history"));
    splitter->addWidget(m_table);
    splitter->addWidget(makeDetail());
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({style::scaled(860, this), style::scaled(440, this)});
    m_detail->hide();
    setWidths(m_table, {124, 88, 190, 250, 0, 92});
    rows->addWidget(splitter, 1);
    rows->addWidget(m_foot);
    connect(&m_rows, &models::HistoryModel::loadingChanged, this, &HistoryPage::words);
    connect(m_keeper, &PlaceKeeper::activated, this, [this](const QModelIndex& index) { openResult(index.row()); });
    connect(m_keeper, &PlaceKeeper::chosen, this, [this](const QString&, const QModelIndex& index) {
        if (m_detail->isVisible())
            openResult(index.row());
    });
    connect(m_keeper, &PlaceKeeper::backRequested, this, [this] { m_detail->hide(); });
    connect(&m_desk, &models::Desk::resultsChanged, this, [this] {
        if (m_asked)
            m_rows.refresh();
    });
    connect(&m_desk, &models::Desk::registryChanged, this, [this] {
        const QString before = m_validation->currentData().toString();
        const QSignalBlocker quiet(m_validation);
        m_validation->clear();
        m_validation->addItem(tr("all"), QString());
        for (const RegisteredTool& tool : m_desk.registry().tools)
            if (tool.tool.validation)
                m_validation->addItem(models::shown(tool.tool.name), models::plain(tool.tool.name));
        m_validation->setCurrentIndex(std::max(0, m_validation->findData(before)));
    });
    words();
}

QWidget* HistoryPage::makeBar()
{
    auto* bar = new Bar(44, 12, Bar::Line::Bottom);
    for (const auto& [text, days] : {std::pair{tr("Last 24 hours"), 1}, std::pair{tr("Last 7 days"), 7}, std::pair{tr("Last 30 days"), 30}, std::pair{tr("All time"), 0}})
        m_range->addItem(text, days);
    m_range->setCurrentIndex(2);
    style::setGlyph(m_range, style::Glyph::History);
    m_outcome->addItem(tr("all"), QString());
    for (const domain::Outcome outcome : {domain::Outcome::Pass, domain::Outcome::Escalate, domain::Outcome::Blocker, domain::Outcome::ValidatorError,
                                          domain::Outcome::InternalError, domain::Outcome::EnvironmentError})
        m_outcome->addItem(models::outcomeWord(domain::toText(outcome)).toLower(), models::plain(domain::toText(outcome)));
    m_verdict->addItem(tr("all"), QString());
    for (const models::Mark mark : {models::Mark::Pass, models::Mark::Warn, models::Mark::Fail, models::Mark::Error})
        m_verdict->addItem(models::word(mark), QStringLiteral("pass warn fail error").split(QLatin1Char(' '))[static_cast<int>(mark)]);
    m_validation->addItem(tr("all"), QString());
    m_words->setAccessibleName(tr("Filter by words in plan, validation and message"));
    m_find->setAccessibleName(tr("Find in these rows"));
    for (QComboBox* combo : {m_range, m_outcome, m_verdict, m_validation}) {
        combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        combo->setMinimumWidth(style::scaled(88, this)); // a narrow window cuts the choice, not itself
        combo->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        bar->row()->addWidget(combo);
        connect(combo, &QComboBox::currentIndexChanged, this, &HistoryPage::ask);
    }
    m_range->setMinimumWidth(style::scaled(136, this)); // has no quiet word before the choice that could say it
    for (FilterEdit* edit : {m_words, m_find}) {
        edit->setMinimumWidth(style::scaled(96, this));
        edit->setMaximumWidth(style::scaled(260, this));
        bar->row()->addWidget(edit, 1);
    }
    bar->row()->addWidget(m_hits);
    bar->row()->addWidget(m_clear);
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingMs);
    connect(&m_typing, &QTimer::timeout, this, &HistoryPage::ask);
    connect(m_words, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_words, &QLineEdit::returnPressed, m_table, qOverload<>(&QWidget::setFocus));
    connect(m_words, &FilterEdit::leaveRequested, m_table, qOverload<>(&QWidget::setFocus));
    connect(m_find, &QLineEdit::textChanged, this, &HistoryPage::words);
    connect(m_find, &QLineEdit::returnPressed, this, [this] { find(true); });
    connect(m_find, &FilterEdit::leaveRequested, m_table, qOverload<>(&QWidget::setFocus));
    connect(m_clear, &QToolButton::clicked, this, &HistoryPage::clearFilters);
    return bar;
}

void HistoryPage::clearFilters()
{
    for (QComboBox* combo : {m_outcome, m_verdict, m_validation}) {
        const QSignalBlocker quiet(combo);
        combo->setCurrentIndex(0);
    }
    m_words->clear();
    m_typing.stop();
    ask();
}

QWidget* HistoryPage::makeDetail()
{
    m_detail = new QWidget;
    QVBoxLayout* rows = makePane(m_detail);
    auto* close = makeFlatButton(tr("Close"), style::Glyph::Cross, QStringLiteral("Esc"));
    connect(close, &QToolButton::clicked, this, [this] {
        m_detail->hide();
        m_table->setFocus();
    });
    auto* header = new SectionHeader(tr("Result"));
    header->addAction(close);
    rows->addWidget(header);
    auto* facts = new QWidget;
    QVBoxLayout* inner = makePane(facts);
    inner->setContentsMargins(style::scaled(16, this), style::scaled(8, this), style::scaled(16, this), style::scaled(8, this));
    inner->addWidget(m_status);
    inner->addWidget(m_facts);
    rows->addWidget(facts);
    rows->addWidget(new SectionHeader(tr("Message, data and output")));
    m_output->setGated(false);
    m_output->setFrameShape(QFrame::NoFrame);
    m_output->setSubject(tr("Output of the result"));
    rows->addWidget(m_output, 1);
    m_detail->setMinimumWidth(style::scaled(300, this));
    return m_detail;
}

HistoryQuery HistoryPage::query() const
{
    HistoryQuery out;
    if (const int days = m_range->currentData().toInt(); days > 0)
        out.from = models::nowMs() - days * day;
    out.outcome = models::utf8(m_outcome->currentData().toString());
    out.text = models::utf8(m_words->text().trimmed());
    out.verdict = models::utf8(m_verdict->currentData().toString());
    out.validation = models::utf8(m_validation->currentData().toString());
    out.project = models::utf8(m_desk.project());
    return out;
}

void HistoryPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (!m_asked)
        ask();
}

/// Names give way to messages where there is little room; widths that a person chose stay until that changes.
void HistoryPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    const bool narrow = width() < style::scaled(narrowWidth, this);
    if (narrow == m_narrow)
        return;
    m_narrow = narrow;
    setWidths(m_table, narrow ? QList<int>{92, 84, 140, 140, 0, 88} : QList<int>{124, 88, 190, 250, 0, 92});
}

void HistoryPage::ask()
{
    m_asked = true;
    m_rows.setQuery(query());
}

int HistoryPage::activeFilters() const
{
    int on = m_words->text().trimmed().isEmpty() ? 0 : 1;
    for (const QComboBox* combo : {m_outcome, m_verdict, m_validation})
        on += combo->currentIndex() > 0 ? 1 : 0;
    return on;
}

QList<int> HistoryPage::hits() const
{
    QList<int> out;
    const QString text = m_find->text();
    for (int row = 0; !text.isEmpty() && row < m_rows.rowCount(); ++row)
        if (models::rowText(*m_rows.rowAt(row)).contains(text, Qt::CaseInsensitive))
            out << row;
    return out;
}

void HistoryPage::words()
{
    m_clear->setVisible(activeFilters() > 0);
    const int rows = m_rows.rowCount();
    const QList<int> found = hits();
    const qsizetype at = found.indexOf(m_table->currentIndex().row());
    m_hits->setText(m_find->text().isEmpty() ? QString() : at >= 0 ? tr("%1 of %2").arg(at + 1).arg(found.size()) : tr("%1 hits").arg(found.size()));
    const QString left = m_rows.loading() && rows == 0 ? tr("Loading")
                         : rows == 0                   ? (activeFilters() > 0 ? models::counted(activeFilters(), tr("No result matches this filter"), tr("No result matches these %1 filters")) : tr("No results in this range."))
                                                       : tr("%1 of %2").arg(models::number(rows), models::counted(m_rows.matched(), tr("1 result"), tr("%1 results")));
    m_foot->setWords(left, m_find->text().isEmpty() ? QString() : tr("%1 of the loaded rows contain “%2”").arg(found.size()).arg(m_find->text()));
    Q_EMIT canChanged();
}

void HistoryPage::find(bool forward)
{
    const QList<int> found = hits();
    if (found.isEmpty())
        return;
    const int current = m_table->currentIndex().row();
    int wanted = forward ? found.first() : found.last();
    for (qsizetype i = 0; i < found.size(); ++i) {
        const int row = forward ? found[i] : found[found.size() - 1 - i];
        if (forward ? row > current : row < current) {
            wanted = row;
            break;
        }
    }
    m_table->setCurrentIndex(m_rows.index(wanted, 0));
    words();
}

void HistoryPage::openResult(int at)
{
    const HistoryRow* row = m_rows.row(at);
    if (!row)
        return;
    const domain::ValidationResult result = row->result;
    const models::Mark mark = models::markOf(result.severity());
    m_status->setStatus(kindOf(mark), models::word(mark), models::shown(result.validation));
    m_facts->clear();
    m_facts->addFact(tr("Plan"), models::shown(row->title.empty() ? row->taskId : row->title));
    m_facts->addFact(tr("Started"), models::fullTime(result.startedAt));
    m_facts->addFact(tr("Duration"), models::duration(result.durationMs), TextRole::Fixed);
    m_facts->addFact(tr("Attempt"), tr("%1, round %2, %3").arg(result.attempt).arg(result.round).arg(models::phaseWord(result.phase)));
    m_facts->addFact(tr("Resource"), models::shown(result.resource));
    m_facts->addFact(tr("Arguments"), models::argumentsText(result.args), TextRole::Fixed);
    m_facts->addFact(tr("Evidence"), models::shortDigest(result.evidenceDigest), TextRole::Fixed);
    m_detail->show();
    const auto mine = ++m_outputAsked;
    m_desk.outputs({result.standardOutput.digest, result.standardError.digest}, this, [this, mine, result](base::Result<models::Outputs> outputs) {
        if (mine != m_outputAsked)
            return;
        if (!outputs)
            return m_output->setOutput(models::sentence(outputs.error()));
        QString text = models::evidenceText(result, {}, {}).text;
        for (const std::string& digest : {result.standardOutput.digest, result.standardError.digest})
            if (!digest.empty())
                text += QLatin1Char('\n') + QString::fromStdString((*outputs)[digest]);
        m_output->setOutput(text.isEmpty() ? tr("No message, no data and no output.") : text);
    });
}

bool HistoryPage::can(Command command) const
{
    switch (command) {
    case Command::FilterArea:
    case Command::FindText: return true;
    case Command::FindNext:
    case Command::FindPrevious: return !m_find->text().isEmpty();
    case Command::OpenLog: return m_table->currentIndex().isValid();
    case Command::CopyRow: return m_table->hasFocus() && m_table->currentIndex().isValid();
    case Command::CopyDigest: return m_table->currentIndex().isValid();
    default: return false;
    }
}

void HistoryPage::run(Command command)
{
    switch (command) {
    case Command::FilterArea: m_words->setFocus(Qt::ShortcutFocusReason); return;
    case Command::FindText: m_find->setFocus(Qt::ShortcutFocusReason); return;
    case Command::FindNext: find(true); return;
    case Command::FindPrevious: find(false); return;
    case Command::OpenLog:
        openResult(m_table->currentIndex().row());
        m_output->setFocus(Qt::ShortcutFocusReason);
        return;
    case Command::CopyRow:
        if (const models::CellRow* row = m_rows.rowAt(m_table->currentIndex().row()))
            copyText(models::rowText(*row));
        return;
    case Command::CopyDigest:
        if (const HistoryRow* row = m_rows.row(m_table->currentIndex().row()))
            copyText(models::plain(row->result.evidenceDigest));
        return;
    default: return;
    }
}

QList<QWidget*> HistoryPage::panes() const
{
    return m_detail->isVisibleTo(this) ? QList<QWidget*>{m_table, m_output} : QList<QWidget*>{m_table};
}

} // namespace countersign::views
