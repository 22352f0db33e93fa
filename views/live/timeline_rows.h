// A run's bars as the timeline draws them.
#pragma once

#include "models/live/live_model.h"
#include "views/frame/kinds.h"
#include "views/widgets/run_timeline.h"

namespace countersign::views {

[[nodiscard]] inline std::vector<widgets::TimelineRow> timelineRows(const std::vector<models::RunBar>& bars)
{
    std::vector<widgets::TimelineRow> rows;
    for (const models::RunBar& bar : bars)
        rows.push_back({bar.name, kindOf(bar.mark), bar.startMs, bar.endMs < 0 ? std::nullopt : std::optional<qint64>(bar.endMs),
                        bar.usualMs > 0 ? std::optional<qint64>(bar.usualMs) : std::nullopt});
    return rows;
}

} // namespace countersign::views
