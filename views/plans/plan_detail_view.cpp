#include "views/plans/plan_detail_view.h"

#include "engine/domain/lifecycle.h"
#include "models/text.h"
#include "views/frame/kinds.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/live/timeline_rows.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/evidence_view.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/fields.h"
#include "views/widgets/lifecycle_stepper.h"

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;

PlanDetailView::PlanDetailView(models::Desk& desk, QWidget* parent)
    : QWidget(parent), m_desk(desk), m_status(new StatusLine), m_title(new SentenceLabel), m_again(new QPushButton), m_stepper(new LifecycleStepper),
      m_runHeader(new SectionHeader(tr("Validation run"))), m_tabs(new QTabBar), m_timeline(new RunTimeline),
      m_effectiveHeader(new SectionHeader(tr("Effective validations"))), m_table(makeTable(tr("Effective validations"), RowHeight::Normal, true)),
      m_keeper(new PlaceKeeper(m_table, &m_effective)), m_logHeader(new SectionHeader(tr("Log"))), m_logChoice(makeCombo(tr("Validation whose log is shown"))),
      m_follow(new QCheckBox(tr("&Follow"))), m_find(new FilterEdit(tr("Find in log"), nullptr, style::Glyph::Search, QStringLiteral("Ctrl+F"))),
      m_log(new EvidenceView)
{
    build();
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, [this] {
        if (const domain::Run* run = shownRun())
            m_timeline->setNow(models::nowMs() - run->startedAt);
    });
    connect(m_tabs, &QTabBar::currentChanged, this, &PlanDetailView::loadRun);
    connect(m_keeper, &PlaceKeeper::chosen, this, [this](const QString& key) { chooseValidation(key); });
    connect(m_keeper, &PlaceKeeper::activated, this, &PlanDetailView::openLog);
    connect(m_timeline, &RunTimeline::partActivated, this, [this](int part) {
        if (part >= 0 && part < static_cast<int>(m_bars.size()))
            m_keeper->select(m_bars[static_cast<std::size_t>(part)].id);
    });
    connect(m_logChoice, &QComboBox::currentIndexChanged, this, &PlanDetailView::loadLog);
    connect(m_find, &QLineEdit::returnPressed, this, [this] { findAgain(true); });
    connect(m_find, &FilterEdit::leaveRequested, m_log, qOverload<>(&QWidget::setFocus));
    connect(m_log->verticalScrollBar(), &QScrollBar::sliderMoved, this, [this](int value) {
        if (value < m_log->verticalScrollBar()->maximum())
            m_follow->setChecked(false);
    });
}

void PlanDetailView::build()
{
    QVBoxLayout* outer = makePane(this);
    auto* inner = new QWidget;
    QVBoxLayout* rows = makePane(inner);
    auto* head = new QWidget;
    QVBoxLayout* headRows = makePane(head);
    headRows->setContentsMargins(style::scaled(16, this), style::scaled(12, this), style::scaled(16, this), style::scaled(12, this));
    headRows->setSpacing(style::scaled(8, this));
    headRows->addWidget(m_status);
    auto* titleRow = new QHBoxLayout;
    titleRow->addWidget(m_title, 1);
    style::setGlyph(m_again, style::Glyph::Rerun);
    m_again->setAutoDefault(false);
    connect(m_again, &QPushButton::clicked, this, [this] { Q_EMIT commandRequested(m_next); });
    titleRow->addWidget(m_again, 0, Qt::AlignTop);
    headRows->addLayout(titleRow);
    headRows->addWidget(m_stepper);
    rows->addWidget(head);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_tabs->setAccessibleName(tr("Runs of this plan"));
    m_runHeader->addLeading(m_tabs);
    rows->addWidget(m_runHeader);
    m_timeline->setEmptyText(tr("Validations start at the end of Execute"));
    m_timeline->setAccessibleName(tr("Timeline of the validation run"));
    rows->addWidget(m_timeline);
    auto* more = makeFlatButton(tr("Show in Attachments"), style::Glyph::ChevronRight);
    connect(more, &QToolButton::clicked, this, &PlanDetailView::attachmentsRequested);
    m_effectiveHeader->addAction(more);
    rows->addWidget(m_effectiveHeader);
    setWidths(m_table, {116, 206, 104, 92, 168, 60, 0});
    m_table->setItemDelegateForColumn(models::EffectiveModel::Scope, new ScopeDelegate(m_table));
    m_table->setTreePosition(models::EffectiveModel::Validation);
    m_table->setRootIsDecorated(false); // names stand under their header; only what is shadowed is indented
    m_table->setItemsExpandable(false);
    fitHeight(m_table, 1, 7);
    rows->addWidget(m_table);
    m_logChoice->setMinimumWidth(style::scaled(172, this));
    style::setCompact(m_logChoice, true);
    m_logHeader->addLeading(m_logChoice);
    m_logHeader->addLeading(m_follow);
    m_follow->setChecked(true);
    m_find->setAccessibleName(tr("Find in log"));
    m_find->setFixedWidth(style::scaled(220, this));
    m_logHeader->addAction(m_find);
    rows->addWidget(m_logHeader);
    m_log->setGated(false);
    m_log->setFrameShape(QFrame::NoFrame);
    m_log->setSubject(tr("Log"));
    m_log->setMinimumHeight(style::scaled(120, this));
    rows->addWidget(m_log, 1);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(inner);
    outer->addWidget(scroll);
}

QString PlanDetailView::planId() const { return models::plain(m_detail.row.plan.id.value); }

void PlanDetailView::setPlan(const PlanDetail& detail)
{
    const bool same = detail.row.plan.id == m_detail.row.plan.id;
    m_detail = detail;
    const domain::Plan& plan = detail.row.plan;
    const models::Mark mark = models::planMark(detail.row);
    m_status->setStatus(kindOf(mark), models::planWord(detail.row),
                        tr("%1, attempt %2, round %3").arg(models::phaseWord(plan.phase)).arg(plan.attempt).arg(plan.round));
    m_status->setTrailing(tr("%1, created %2, plan %3")
                              .arg(models::shown(domain::textOr(plan.createdBy, "name", "unknown")), models::clockAndDate(plan.createdAt, models::nowMs()),
                                   models::shortId(plan.id.value)));
    m_title->setText(models::shown(plan.title.empty() ? plan.taskId : plan.title));
    showNext();
    showLifecycle();
    if (!same) {
        m_results.clear();
        m_logDigest.clear();
        m_log->setOutput(QString());
    }
    showRuns();
}

// What its state allows, or nothing: a control that can't work is absent.
void PlanDetailView::showNext()
{
    const domain::Plan& plan = m_detail.row.plan;
    const bool rerun = m_detail.row.openHalt && domain::mayRerun(plan, *m_detail.row.openHalt);
    m_next = rerun ? Command::RerunUnchanged : Command::ValidateAgain;
    m_again->setText(rerun ? tr("Re-run &unchanged") : tr("&Validate again"));
    m_again->setVisible(rerun || domain::atGate(plan));
}

void PlanDetailView::showLifecycle()
{
    const domain::Plan& plan = m_detail.row.plan;
    const auto stop = [&plan](domain::Phase phase, const QString& waits) {
        LifecycleStop out;
        out.name = models::phaseWord(phase);
        const bool applied = plan.state == domain::PlanState::Applied;
        if (phase < plan.phase || applied) {
            out.kind = style::StatusKind::Pass;
            out.detail = tr("complete");
        } else if (phase == plan.phase) {
            out.current = true;
            out.kind = plan.state == domain::PlanState::Queued ? style::StatusKind::Queued : style::StatusKind::Running;
            out.detail = models::planStateWord(plan).toLower();
        } else {
            out.detail = waits;
        }
        return out;
    };
    std::vector<LifecycleStop> stops{stop(domain::Phase::Strategize, {}), stop(domain::Phase::Execute, tr("waits for Strategize")),
                                     stop(domain::Phase::Apply, tr("opens when every required validation passes"))};
    if (models::passedAndWaits(m_detail.row))
        for (LifecycleStop& one : stops)
            if (one.current) {
                one.kind = style::StatusKind::Pass;
                one.detail = models::planDetailText(m_detail.row);
            }
    if (m_detail.row.openHalt && !stops.empty())
        for (LifecycleStop& one : stops)
            if (one.current) {
                one.kind = kindOf(models::planMark(m_detail.row));
                one.detail = models::outcomeWord(m_detail.row.openHalt->haltType).toLower();
            }
    std::size_t shown = 0;
    for (auto run = m_detail.runs.rbegin(); plan.phase != domain::Phase::Strategize && run != m_detail.runs.rend() && shown < 8; ++run) {
        if (run->phase != domain::Phase::Execute)
            continue;
        ++shown;
        stops[1].attempts.push_back(run->state == domain::RunState::Running ? style::StatusKind::Running
                                    : run->summary                         ? kindOf(models::markOfHalt(domain::toText(run->summary->outcome)))
                                                                           : style::StatusKind::NotReached);
    }
    m_stepper->setStops(std::move(stops));
}

const domain::Run* PlanDetailView::shownRun() const
{
    const QString id = m_tabs->tabData(m_tabs->currentIndex()).toString();
    for (const domain::Run& run : m_detail.runs)
        if (models::plain(run.id.value) == id)
            return &run;
    return nullptr;
}

// Runs of a gate, and runs again of the same round, are told apart by their time; within one minute by its seconds, and
// within one second by what names them for good.
QString PlanDetailView::runLabel(const domain::Run& run) const
{
    const auto alike = [&run](const domain::Run& other) {
        const bool gate = run.phase == domain::Phase::Strategize;
        return other.phase == run.phase && (gate || (other.attempt == run.attempt && other.round == run.round));
    };
    const auto sameTime = [this, &run, &alike](QString (*text)(base::TimeMs, base::TimeMs)) {
        const base::TimeMs now = models::nowMs();
        return std::count_if(m_detail.runs.begin(), m_detail.runs.end(), [&](const domain::Run& other) { return alike(other) && text(other.startedAt, now) == text(run.startedAt, now); }) > 1;
    };
    QString time = sameTime(models::clockAndDate) ? models::clockSecondsAndDate(run.startedAt, models::nowMs()) : models::clockAndDate(run.startedAt, models::nowMs());
    if (sameTime(models::clockSecondsAndDate))
        time += QLatin1Char(' ') + models::handle(run.id.value);
    if (run.phase == domain::Phase::Strategize)
        return tr("Gate, %1").arg(time);
    QString out = tr("Attempt %1").arg(run.attempt);
    if (run.round > 1)
        out += tr(", round %1").arg(run.round);
    return std::count_if(m_detail.runs.begin(), m_detail.runs.end(), alike) > 1 ? tr("%1, %2").arg(out, time) : out;
}

void PlanDetailView::showRuns()
{
    const QString chosen = m_tabs->tabData(m_tabs->currentIndex()).toString();
    const bool onNewest = m_tabs->currentIndex() < 0 || m_tabs->currentIndex() == m_tabs->count() - 1;
    const QSignalBlocker quiet(m_tabs);
    while (m_tabs->count() > 0)
        m_tabs->removeTab(0);
    constexpr std::size_t most = 6;
    int wanted = -1;
    for (std::size_t i = std::min(most, m_detail.runs.size()); i-- > 0;) {
        const domain::Run& run = m_detail.runs[i];
        const bool live = run.state == domain::RunState::Running;
        const QString label = runLabel(run);
        const int at = m_tabs->addTab(live ? tr("%1, live").arg(label) : label);
        m_tabs->setTabData(at, models::plain(run.id.value));
        m_tabs->setTabToolTip(at, models::fullTime(run.startedAt));
        if (m_tabs->tabData(at).toString() == chosen)
            wanted = at;
    }
    m_tabs->setCurrentIndex(onNewest || wanted < 0 ? m_tabs->count() - 1 : wanted);
    m_tabs->setVisible(m_tabs->count() > 0);
    m_tabs->updateGeometry();
    loadRun();
}

void PlanDetailView::loadRun()
{
    const domain::Run* run = shownRun();
    if (!run) {
        m_second.stop();
        return showRun({}, {});
    }
    const auto mine = ++m_runAsked;
    m_desk.runReport(models::plain(run->id.value), this, [this, mine, copy = *run](base::Result<ValidateReport> report) {
        if (mine != m_runAsked)
            return;
        m_runDone = mine;
        showRun(copy, report ? report->results : std::vector<domain::ValidationResult>{});
    });
}

void PlanDetailView::showRun(const domain::Run& run, const std::vector<domain::ValidationResult>& results)
{
    const bool running = !run.id.empty() && run.state == domain::RunState::Running;
    m_results = results;
    m_bars = run.id.empty() ? std::vector<models::RunBar>{} : models::barsOf(run, m_detail.resolution, results, m_detail.usualMs);
    m_timeline->setRows(timelineRows(m_bars));
    m_timeline->setNow(running ? std::optional<qint64>(models::nowMs() - run.startedAt) : std::nullopt);
    running ? m_second.start() : m_second.stop();
    m_effective.setPlan(m_detail.resolution, m_desk.registry().modes(), results, running);
    m_table->expandAll();
    m_effectiveHeader->setNote(tr("%1 run, %2 shadowed").arg(m_detail.resolution.effective.size()).arg(m_detail.resolution.shadowed.size()));
    const QString before = m_logChoice->currentData().toString();
    const QSignalBlocker quiet(m_logChoice);
    m_logChoice->clear();
    for (const auto& result : m_results) {
        m_logChoice->addItem(models::shown(result.validation), models::plain(result.attachment.value));
        if (m_logChoice->itemData(m_logChoice->count() - 1).toString() == before)
            m_logChoice->setCurrentIndex(m_logChoice->count() - 1);
    }
    m_logChoice->setVisible(m_logChoice->count() > 0);
    loadLog();
}

void PlanDetailView::chooseValidation(const QString& attachment)
{
    if (const int at = m_logChoice->findData(attachment); at >= 0)
        m_logChoice->setCurrentIndex(at);
}

void PlanDetailView::loadLog()
{
    const QString id = m_logChoice->currentData().toString();
    const auto found = std::find_if(m_results.begin(), m_results.end(), [&id](const auto& result) { return models::plain(result.attachment.value) == id; });
    if (found == m_results.end()) {
        m_logDigest.clear();
        m_log->setOutput(m_results.empty() ? tr("No validation has finished yet.") : QString());
        return;
    }
    const std::string key = found->standardOutput.digest + found->standardError.digest;
    if (key == m_logDigest && !key.empty())
        return;
    m_logDigest = key;
    const auto mine = ++m_logAsked;
    m_log->setSubject(tr("Log of %1").arg(models::shown(found->validation)));
    m_desk.outputs({found->standardOutput.digest, found->standardError.digest}, this, [this, mine, result = *found](base::Result<models::Outputs> outputs) {
        if (mine != m_logAsked)
            return;
        m_logDone = mine;
        if (!outputs)
            return m_log->setOutput(models::sentence(outputs.error()));
        std::string text = (*outputs)[result.standardOutput.digest];
        text += (*outputs)[result.standardError.digest];
        m_log->setOutput(text.empty() ? tr("Nothing was printed.") : QString::fromStdString(text));
        if (m_follow->isChecked())
            m_log->verticalScrollBar()->setValue(m_log->verticalScrollBar()->maximum());
    });
}

QList<QWidget*> PlanDetailView::panes() const { return {m_timeline, m_table, m_log}; }
void PlanDetailView::openLog() { m_log->setFocus(Qt::ShortcutFocusReason); }
void PlanDetailView::findInLog() { m_find->setFocus(Qt::ShortcutFocusReason); }

void PlanDetailView::findAgain(bool forward)
{
    const QTextDocument::FindFlags flags = forward ? QTextDocument::FindFlags() : QTextDocument::FindBackward;
    if (m_find->text().isEmpty() || m_log->find(m_find->text(), flags))
        return;
    m_log->moveCursor(forward ? QTextCursor::Start : QTextCursor::End);
    m_log->find(m_find->text(), flags);
}

QString PlanDetailView::rowText() const
{
    const models::CellRow* row = m_table->hasFocus() ? m_effective.rowOf(m_table->currentIndex()) : nullptr;
    return row ? models::rowText(*row) : QString();
}

} // namespace countersign::views
