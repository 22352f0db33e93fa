#include "models/plans/plan_list_model.h"

#include "models/text.h"

#include <QCoreApplication>

namespace countersign::models {

QString planStateWord(const domain::Plan& plan)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("countersign::models", text); };
    switch (plan.state) {
    case domain::PlanState::Queued: return tr("Queued");
    case domain::PlanState::Processing: return tr("In progress");
    case domain::PlanState::Complete: return tr("Complete");
    case domain::PlanState::Errored: return tr("Errored");
    case domain::PlanState::Cancelled: return tr("Cancelled");
    case domain::PlanState::Applied: return tr("Applied");
    case domain::PlanState::Constrained: return tr("Constrained");
    }
    return {};
}

bool passedAndWaits(const PlanRow& row)
{
    return row.plan.state == domain::PlanState::Queued && PlanListModel::groupOf(row) == PlanListModel::Waiting && row.lastRun
           && row.lastRun->phase == row.plan.phase && row.lastRun->state == domain::RunState::Complete && row.lastRun->narrowed.empty()
           && row.lastRun->summary && row.lastRun->summary->outcome == domain::Outcome::Pass;
}

QString planWord(const PlanRow& row)
{
    if (planMark(row) == Mark::Running)
        return PlanListModel::tr("Running");
    return row.openHalt ? outcomeWord(row.openHalt->haltType) : passedAndWaits(row) ? outcomeWord("pass") : planStateWord(row.plan);
}

QString planDetailText(const PlanRow& row)
{
    if (passedAndWaits(row))
        return PlanListModel::tr("passed %1, waits for dispatch").arg(clockAndDate(row.lastRun->endedAt, nowMs()));
    return PlanListModel::tr("%1, attempt %2").arg(phaseWord(row.plan.phase)).arg(row.plan.attempt);
}

Mark planMark(const PlanRow& row)
{
    switch (PlanListModel::groupOf(row)) {
    case PlanListModel::Running: return Mark::Running;
    case PlanListModel::Halted: return row.openHalt ? markOfHalt(row.openHalt->haltType) : Mark::Error;
    case PlanListModel::Waiting: return passedAndWaits(row) ? Mark::Pass : Mark::Queued;
    case PlanListModel::Finished: return row.plan.state == domain::PlanState::Applied ? Mark::Pass : Mark::NotReached;
    }
    return Mark::Queued;
}

PlanListModel::Group PlanListModel::groupOf(const PlanRow& row)
{
    if (row.lastRun && row.lastRun->state == domain::RunState::Running)
        return Running;
    if (row.openHalt)
        return Halted;
    switch (row.plan.state) {
    case domain::PlanState::Applied:
    case domain::PlanState::Cancelled: return Finished;
    case domain::PlanState::Errored:
    case domain::PlanState::Constrained: return Halted;
    case domain::PlanState::Queued:
    case domain::PlanState::Processing:
    case domain::PlanState::Complete: return Waiting;
    }
    return Waiting;
}

void PlanListModel::setPlans(const std::vector<PlanRow>& plans)
{
    m_plans = plans;
    const auto since = [](const PlanRow& row) {
        switch (groupOf(row)) {
        case Running: return row.lastRun->startedAt;
        case Halted: return row.openHalt ? row.openHalt->openedAt : row.plan.updatedAt;
        case Waiting:
        case Finished: return row.plan.updatedAt;
        }
        return row.plan.updatedAt;
    };
    std::stable_sort(m_plans.begin(), m_plans.end(), [&since](const PlanRow& a, const PlanRow& b) { return since(a) > since(b); });
    std::vector<ListEntry> entries;
    for (const PlanRow& row : m_plans) {
        ListEntry entry;
        entry.id = plain(row.plan.id.value);
        entry.group = groupOf(row);
        entry.title = shown(row.plan.title.empty() ? row.plan.taskId : row.plan.title);
        entry.mark = planMark(row);
        entry.word = planWord(row);
        entry.detail = planDetailText(row);
        entry.since = since(row);
        entry.search = shown(row.plan.taskId);
        entries.push_back(std::move(entry));
    }
    setEntries(std::move(entries));
}

const PlanRow* PlanListModel::plan(const QString& id) const
{
    const std::string wanted = utf8(id);
    const auto found = std::find_if(m_plans.begin(), m_plans.end(), [&wanted](const PlanRow& row) { return row.plan.id.value == wanted; });
    return found == m_plans.end() ? nullptr : &*found;
}

QString PlanListModel::groupTitle(int group) const
{
    switch (static_cast<Group>(group)) {
    case Running: return tr("Running");
    case Halted: return tr("Halted");
    case Waiting: return tr("Waiting");
    case Finished: return tr("Finished");
    }
    return {};
}

} // namespace countersign::models
