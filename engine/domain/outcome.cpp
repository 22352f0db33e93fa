#include "engine/domain/outcome.h"

#include <array>

namespace countersign::domain {

namespace {

constexpr std::array table{
    OutcomeInfo{Outcome::Pass, "pass", "Pass", "agent", "dispatch_task", false, 0},
    OutcomeInfo{Outcome::Escalate, "escalate", "Escalate", "person", "wait_for_decision", true, 2},
    OutcomeInfo{Outcome::Blocker, "blocker", "Blocker", "agent", "fix_and_revalidate", false, 1},
    OutcomeInfo{Outcome::ValidatorError, "validator_error", "Validator error", "operator", "retry", false, 3},
    OutcomeInfo{Outcome::InternalError, "internal_error", "Internal error", "operator", "retry", false, 4},
    OutcomeInfo{Outcome::EnvironmentError, "environment_error", "Environment error", "operator", "install_and_rerun", false, 5},
};

} // namespace

const OutcomeInfo& info(Outcome outcome)
{
    for (const OutcomeInfo& row : table)
        if (row.outcome == outcome)
            return row;
    return table[4];
}

std::string_view toText(Outcome outcome) { return info(outcome).text; }

std::optional<Outcome> parseOutcome(std::string_view text)
{
    for (const OutcomeInfo& row : table)
        if (row.text == text)
            return row.outcome;
    return std::nullopt;
}

const OutcomeInfo& operationalInfo(std::string_view canonical)
{
    return info(parseOutcome(canonical).value_or(Outcome::InternalError));
}

} // namespace countersign::domain
