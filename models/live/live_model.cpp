#include "models/live/live_model.h"

#include "models/roles.h"
#include "models/text.h"

#include <algorithm>

namespace countersign::models {

std::vector<RunBar> barsOf(const domain::Run& run, const domain::Resolution& resolution,
                           const std::vector<domain::ValidationResult>& results, const std::map<std::string, std::int64_t>& usualMs)
{
    std::vector<RunBar> bars;
    const auto usual = [&usualMs](const std::string& name) {
        const auto found = usualMs.find(name);
        return found == usualMs.end() ? 0 : found->second;
    };
    const auto add = [&](const domain::ValidationResult& result, const QString& id) {
        bars.push_back({id, shown(result.validation), markOf(result.severity()), std::max<std::int64_t>(0, result.startedAt - run.startedAt),
                        std::max<std::int64_t>(0, result.startedAt - run.startedAt) + result.durationMs, usual(result.validation),
                        result.standardOutput.digest});
    };
    std::vector<bool> used(results.size(), false);
    const bool running = run.state == domain::RunState::Running;
    for (const auto& item : resolution.effective) {
        const QString id = plain(item.attachment.id.value);
        bool done = false;
        for (std::size_t i = 0; i < results.size() && !done; ++i)
            if (!used[i] && results[i].attachment == item.attachment.id) {
                used[i] = done = true;
                add(results[i], id);
            }
        if (!done && running)
            bars.push_back({id, shown(item.attachment.validation), Mark::Running, 0, -1, usual(item.attachment.validation), {}});
    }
    for (std::size_t i = 0; i < results.size(); ++i)
        if (!used[i])
            add(results[i], plain(results[i].attachment.value));
    return bars;
}

QVariant LiveModel::data(const QModelIndex& index, int role) const
{
    const LiveRow* row = rowAt(index.row());
    if (!row)
        return {};
    switch (role) {
    case Qt::DisplayRole: return row->title;
    case DetailRole: return row->detail;
    case KindRole: return static_cast<int>(Mark::Running);
    case KeyRole: return row->runId;
    case Qt::AccessibleTextRole: return tr("%1, %2").arg(row->title, row->detail);
    default: return {};
    }
}

void LiveModel::setRuns(const std::vector<RunView>& newestFirst)
{
    std::vector<LiveRow> rows;
    for (const RunView& view : newestFirst) {
        LiveRow row;
        row.runId = plain(view.run.id.value);
        row.planId = plain(view.run.plan.value);
        row.title = shown(view.plan.row.plan.title.empty() ? view.run.taskId : view.plan.row.plan.title);
        row.startedAt = view.run.startedAt;
        row.bars = barsOf(view.run, view.plan.resolution, view.results, view.plan.usualMs);
        row.detail = tr("%1, attempt %2, %3 of %4 validations done")
                         .arg(phaseWord(view.run.phase))
                         .arg(view.run.attempt)
                         .arg(view.results.size())
                         .arg(std::max(view.run.planned, static_cast<int>(view.results.size())));
        rows.push_back(std::move(row));
    }
    applyRows(std::move(rows));
    Q_EMIT runsChanged();
}

} // namespace countersign::models
