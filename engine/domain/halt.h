// Why something stopped, and for whom it waits. Source: SPEC section 7.
#pragma once

#include "engine/base/clock.h"
#include "engine/domain/ids.h"
#include "engine/domain/json_fields.h"
#include "engine/domain/outcome.h"
#include "engine/domain/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace countersign::domain {

/// What an actor lacked, kept with an environment_error halt so that Re-check searches exactly that (SPEC 7).
struct Environment
{
    std::string actor{};   ///< registered name of the coder or strategist
    std::string program{}; ///< what was looked for: argv[0], or an interpreter it names
    std::vector<std::string> command{};
    std::string searchedPath{};
    std::string host{};
    std::string hintOrigin{};     ///< "registered", "catalogue" or "generic"
    std::string installCommand{}; ///< one line to copy, of a registered or catalogued hint; else empty
    std::string workingDirectory{};
    CallId call{}; ///< the start that failed
};
[[nodiscard]] Json toJson(const Environment& environment);
[[nodiscard]] std::optional<Environment> environmentFromJson(const Json& json);

struct Halt
{
    HaltId id{};
    PlanId plan{};
    std::string taskId{};
    std::string title{}; ///< of the plan
    std::string project{};
    RunId run{};
    std::string haltType{};      ///< canonical value as stored; may be unknown to this version
    std::string finalDecision{}; ///< the same value
    std::string rawHaltType{};   ///< precise cause
    std::string hint{};
    std::string reason{};
    Phase phase = Phase::Execute;
    int attempt = 1;
    int round = 1;
    Json policy = Json::object(); ///< PolicyDecision
    std::string evidenceDigest{}; ///< digest over the evidence digests of the results
    Json actor = Json::object();  ///< who asked for the run
    std::optional<Environment> environment{}; ///< only of environment_error
    base::TimeMs openedAt = 0;
    base::TimeMs closedAt = 0; ///< 0 while open
    std::string closeReason{}; ///< "passed", "superseded", "decided", "cancelled"

    [[nodiscard]] bool open() const { return closedAt == 0; }
    /// Row of the outcome table; unknown values read as an operational halt.
    [[nodiscard]] const OutcomeInfo& info() const { return operationalInfo(haltType); }
    [[nodiscard]] bool signable() const { return parseOutcome(haltType) == Outcome::Escalate; }
};

[[nodiscard]] Json toJson(const Halt& halt);

} // namespace countersign::domain
