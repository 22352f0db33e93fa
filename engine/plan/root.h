// Runs what stands at the end of a wrap chain, whatever its source. Source: SPEC sections 3, 6.2–6.4.
// Every source ends as a ProcessEnd, as if a program had printed its verdict, so that 6.4, transforms, redaction and
// storing are the same for all. Internal to engine/plan. Thread: any but the host's own; blocks.
#pragma once

#include "engine/plan/invocation.h"
#include "engine/runner/direct_result.h"

namespace countersign::plan {

struct RootEnd
{
    runner::ProcessEnd end{};                          ///< what was printed, also when it gave no verdict
    std::optional<runner::DirectResult> failure{};     ///< no verdict, whatever was printed; no transform sees it
    bool program = true;                               ///< end tells of a process whose status may be shown
    std::vector<std::string> notices{};
};

/// The program with its sandbox, context and limits; argv empty for what runs inside the engine. activation: what the
/// tool's activate hook printed, shown in the context; null: nothing.
[[nodiscard]] runner::CommandSpec commandOf(const PlannedValidation& planned, const ExecutionSettings& settings, const domain::Json& activation = nullptr);
[[nodiscard]] RootEnd runRoot(const PlannedValidation& planned, runner::CommandSpec command, runner::ProcessHost& host, const base::Clock& clock,
                              std::stop_token stop);

} // namespace countersign::plan
