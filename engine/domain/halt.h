// Why something stopped, and for whom it waits. Source: SPEC section 7.
#pragma once

#include "engine/base/clock.h"
#include "engine/domain/ids.h"
#include "engine/domain/json_fields.h"
#include "engine/domain/outcome.h"
#include "engine/domain/plan.h"

#include <string>

namespace countersign::domain {

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
