// Verdicts and a policy to an outcome. Source: SPEC section 7. Thread: pure functions. Never fails, fails closed.
#pragma once

#include "engine/domain/outcome.h"
#include "engine/domain/project.h"
#include "engine/domain/run.h"
#include "engine/domain/verdict.h"

#include <string>
#include <vector>

namespace countersign::policy {

/// One validation's vote.
struct VoteInput
{
    domain::Mode mode = domain::Mode::Required;
    domain::Verdict verdict = domain::Verdict::Error;
    bool covered = false; ///< a valid, authorised decision answers for it; counts only for a warn
};

struct PolicyInput
{
    domain::Policy policy{};
    std::vector<VoteInput> votes{};
};

struct PolicyOutcome
{
    /// pass, warn, blocker, error add up to total; covered is the part of warn that counted as passed.
    /// satisfied holds exactly when the outcome is pass.
    domain::PolicyDecision decision{};
    domain::Outcome outcome = domain::Outcome::ValidatorError;
    std::string cause{};  ///< raw_halt_type; empty for pass
    std::string reason{}; ///< counts in one sentence; the caller adds names
    bool allRequiredPassed = false;
};

[[nodiscard]] PolicyOutcome decide(const PolicyInput& input);

/// Number of passes that a consensus policy needs of total votes; 0 for required_only. A threshold outside (0, 1]
/// gives total + 1: never reached.
[[nodiscard]] std::int64_t passesNeeded(const domain::Policy& policy, std::int64_t total);

/// In words: "Quorum 2/3 needs 4 of 5 pass."
[[nodiscard]] std::string ruleText(const domain::Policy& policy, std::int64_t total);

} // namespace countersign::policy
