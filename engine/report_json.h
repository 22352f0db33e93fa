// The façade's answers as programs read them: one shape for countersignctl --json and countersign-mcp.
// Source: SPEC sections 7 (halt), 9 (errors), 12, 15. Thread: pure functions.
#pragma once

#include "engine/base/json.h"
#include "engine/requests.h"

namespace countersign::report {

using base::Json;

/// {name, code, message, advice?, place?, cause}; cause is null or another error.
[[nodiscard]] Json json(const base::Error& error);
/// {status, run, plan, task_id, halt_id?, decision_id?, token?, hint?, next_action, policy, results, …}
[[nodiscard]] Json json(const ValidateReport& report);
[[nodiscard]] Json json(const std::vector<domain::ValidationResult>& results);
/// {tool, type, resource, args, verdict, message?, data?, error?, exit_status?, signal?, duration_ms, returned, stdout, stderr, notices}
[[nodiscard]] Json json(const ToolCallReport& report);
/// {graph, status, reason, duration_ms, nodes: [{id, state, why?, and of what was started the call}]}
[[nodiscard]] Json json(const GraphReport& report);
/// One entry of a list of halts.
[[nodiscard]] Json listed(const domain::Halt& halt);
/// The halt with its results, and the state of its decision request where it has one.
[[nodiscard]] Json json(const HaltDetail& detail);

} // namespace countersign::report
