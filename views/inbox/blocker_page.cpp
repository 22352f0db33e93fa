#include "views/inbox/blocker_page.h"

#include "models/inbox/evidence_model.h"
#include "models/inbox/evidence_text.h"
#include "models/text.h"
#include "views/frame/panes.h"
#include "views/frame/place_keeper.h"
#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/evidence_view.h"
#include "views/widgets/icon_box.h"
#include "views/widgets/text_label.h"

#include <QPushButton>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

using namespace widgets;
using models::FindingsModel;

BlockerPage::BlockerPage(models::Desk& parentDesk, const QString& id, QWidget* parent)
    : HaltPage(parentDesk, id, parent), m_findingsHeader(new SectionHeader(tr("Findings"))), m_findingsView(makeTable(tr("Findings"))),
      m_outputHeader(new SectionHeader(tr("Output"))), m_output(new EvidenceView), m_attemptsHeader(new SectionHeader(tr("Attempts"))),
      m_attemptsView(makeTable(tr("Attempts")))
{
    auto* line = new QHBoxLayout;
    line->setSpacing(style::scaled(6, this));
    auto* lock = new IconBox(16, this);
    lock->setGlyph(style::Glyph::Lock);
    line->addWidget(lock);
    line->addWidget(new TextLabel(tr("A blocker is a verdict about the work. Nobody can authorize it, and no decision is offered."), TextRole::Body,
                                  Ink::Secondary), 1);
    head()->addLayout(line);

    auto* next = makeFlatButton(tr("Next finding"), style::Glyph::None, QStringLiteral("F8"));
    connect(next, &QToolButton::clicked, this, [this] { run(Command::NextFinding); });
    m_findingsHeader->addAction(next);
    m_keeper = new PlaceKeeper(m_findingsView, &m_findings);
    setWidths(m_findingsView, {88, 180, 220, 0});
    fitHeight(m_findingsView, 1, 8);
    connect(m_keeper, &PlaceKeeper::chosen, this, [this](const QString&, const QModelIndex& index) {
        if (const models::Finding* finding = m_findings.finding(index.row()))
            showOutput(finding->resultId, finding->file);
    });
    m_output->setGated(false);
    m_output->setFrameShape(QFrame::NoFrame);
    m_output->setMinimumHeight(style::scaled(140, this));
    new PlaceKeeper(m_attemptsView, &m_attempts);
    m_attemptsView->setItemDelegateForColumn(models::AttemptsModel::Rail, new AttemptRailDelegate(m_attemptsView));
    setWidths(m_attemptsView, {44, 104, 160, 0, 180});
    fitHeight(m_attemptsView, 1, 6);
    for (QWidget* part : std::initializer_list<QWidget*>{m_findingsHeader, m_findingsView, m_outputHeader})
        body()->addWidget(part);
    body()->addWidget(m_output, 1);
    body()->addWidget(m_attemptsHeader);
    body()->addWidget(m_attemptsView);

    auto* stepFoot = new StepFoot;
    auto* again = new QPushButton(tr("&Validate again"));
    style::setPrimary(again, true);
    style::setGlyph(again, style::Glyph::Rerun);
    again->setAutoDefault(false);
    connect(again, &QPushButton::clicked, this, [this] { run(Command::ValidateAgain); });
    connect(this, &HaltPage::canChanged, again, [this, again, stepFoot] {
        again->setVisible(!hasHalt() || atGate());
        if (hasHalt() && !atGate())
            stepFoot->setWords(tr("The coder's work failed here. Give the plan up with: countersignctl plan cancel %1").arg(models::shown(detail().halt.taskId)));
    });
    stepFoot->addButton(again);
    stepFoot->setWords(tr("Change the work first; then every validation runs again."));
    foot()->addWidget(stepFoot);
}

void BlockerPage::fill(const HaltDetail& halt)
{
    m_findings.setResults(halt.results);
    const int count = m_findings.rowCount();
    m_findingsHeader->setNote(count == 0 ? tr("none reported as data, see the output")
                                         : tr("%1 from required validations, %2 informational").arg(m_findings.required()).arg(count - m_findings.required()));
    m_findingsView->setVisible(count > 0);
    if (m_shown.isEmpty()) {
        if (count > 0)
            m_keeper->select(m_findings.rowAt(0)->id);
        else if (!halt.results.empty())
            showOutput(models::EvidenceModel::rowId(halt.results.front()), {});
    }
    desk().plan(models::plain(halt.halt.plan.value), this, [this](base::Result<PlanDetail> plan) {
        if (!plan)
            return m_attemptsHeader->setNote(models::sentence(plan.error()));
        m_attempts.setRuns(plan->runs);
        m_attemptsHeader->setNote(tr("attempt %1 of %2 allowed, %3")
                                      .arg(plan->row.plan.attempt)
                                      .arg(plan->row.plan.limits.fixAttempts)
                                      .arg(models::counted(static_cast<std::int64_t>(plan->runs.size()), tr("1 run"), tr("%1 runs"))));
    });
}

void BlockerPage::showOutput(const QString& resultId, const QString& find)
{
    const auto found = std::find_if(detail().results.begin(), detail().results.end(),
                                    [&resultId](const auto& result) { return models::EvidenceModel::rowId(result) == resultId; });
    if (found == detail().results.end())
        return;
    if (m_shown == resultId) {
        m_output->find(find);
        return;
    }
    m_shown = resultId;
    m_outputHeader->setNote(models::shown(found->validation));
    m_output->setSubject(tr("Output of %1").arg(models::shown(found->validation)));
    desk().outputs(models::outputsToRead(*found), this, [this, resultId, result = *found, find](base::Result<models::Outputs> outputs) {
        if (resultId != m_shown)
            return;
        if (!outputs)
            return m_output->setOutput(models::sentence(outputs.error()));
        const std::string printed = (*outputs)[result.standardOutput.digest] + (*outputs)[result.standardError.digest];
        m_output->setOutput(printed.empty() ? models::evidenceText(result, {}, {}).text : QString::fromStdString(printed));
        m_output->find(find);
    });
}

bool BlockerPage::can(Command command) const
{
    if (command == Command::NextFinding)
        return m_findings.rowCount() > 1;
    if (command == Command::CopyRow)
        return m_findingsView->hasFocus() && m_findingsView->currentIndex().isValid();
    return HaltPage::can(command);
}

void BlockerPage::run(Command command)
{
    if (command == Command::NextFinding && m_findings.rowCount() > 0) {
        m_findingsView->setCurrentIndex(m_findings.index((m_findingsView->currentIndex().row() + 1) % m_findings.rowCount(), 0));
        return;
    }
    if (command == Command::CopyRow) {
        if (const models::CellRow* row = m_findings.rowAt(m_findingsView->currentIndex().row()))
            copyText(models::rowText(*row));
        return;
    }
    HaltPage::run(command);
}

QList<QWidget*> BlockerPage::panes() const { return {m_findingsView->isVisibleTo(this) ? static_cast<QWidget*>(m_findingsView) : m_output, m_output, m_attemptsView}; }

} // namespace countersign::views
