// One start of an actor (coder, strategist) for a plan, and how it ended. Source: SPEC sections 5, 7 and Appendix A.
#pragma once

#include "engine/domain/run.h"

#include <optional>
#include <string>
#include <vector>

namespace countersign::domain {

struct ActorCall
{
    CallId id{};
    PlanId plan{};
    int attempt = 1;
    int round = 1;
    std::string role{};  ///< "coder" or "strategist"
    std::string actor{}; ///< registered name
    std::vector<std::string> command{};
    base::TimeMs startedAt = 0;
    base::TimeMs endedAt = 0; ///< 0 while it works
    std::string end{};        ///< "exited", "signalled", "timed_out", "cancelled", "not_started", "died"; empty while it works
    std::optional<int> exitStatus{};
    std::optional<int> signal{};
    StoredOutput standardOutput{};
    StoredOutput standardError{};
    std::string workTreeBefore{}; ///< digest of the work copies
    std::string workTreeAfter{};
    std::string cause{}; ///< of an environment_error halt; empty when it got to work

    /// It ended by itself or was stopped after it had changed something: the validations judge the work.
    [[nodiscard]] bool worked() const { return endedAt != 0 && cause.empty() && (end == "exited" || end == "signalled" || end == "timed_out"); }
};

[[nodiscard]] Json toJson(const ActorCall& call);

} // namespace countersign::domain
