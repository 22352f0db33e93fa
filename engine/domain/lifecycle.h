// The state machine of plans: the one table that says which change is possible. Source: SPEC section 5.
// Thread: pure functions. Nothing else in the product sets a plan's phase, state, attempt, round or reversions.
#pragma once

#include "engine/domain/halt.h"
#include "engine/domain/plan.h"

#include <optional>
#include <string_view>
#include <vector>

namespace countersign::domain {

enum class Trigger {
    Start,          ///< by the lease holder
    Finish,         ///< strategize or execute did what it had to
    Halt,           ///< something stopped it; an open halt says what
    Proceed,        ///< from a complete strategy into execute
    NextRound,      ///< the coder mends a blocker in the same attempt
    ReviseStrategy, ///< back to strategize, by the engine or a person: a reversion
    Decided,        ///< the escalation's request ended as proceed: the validations run again, no coder
    Rerun,          ///< re-run unchanged after an operational halt
    Guide,          ///< a person's guidance: a new attempt
    Apply,
    Committed,
    Refused,        ///< by the gate or a conflict, while applying
    Cancel,
};
[[nodiscard]] std::string_view toText(Trigger trigger);

struct Transition
{
    Phase phase;
    PlanState state;
    Trigger trigger;
    Phase toPhase;
    PlanState toState;
};
[[nodiscard]] const std::vector<Transition>& transitions();

/// Final: applied and cancelled, and errored with cause guidance_exhausted.
[[nodiscard]] bool isFinal(const Plan& plan);
/// Somebody must hold its lease while it is so.
/// "execute/queued"
[[nodiscard]] std::string phaseAndState(const Plan& plan);
/// The task is still at its gate: it may be validated, and was not dispatched.
[[nodiscard]] bool atGate(const Plan& plan);
/// An operational halt stopped its work: it may be re-run unchanged.
[[nodiscard]] bool mayRerun(const Plan& plan, const Halt& halt);
/// Is this pair one that a plan can stand in?
[[nodiscard]] bool exists(Phase phase, PlanState state);
/// The plan after a trigger, with its counters; nothing when the table has no such change.
[[nodiscard]] std::optional<Plan> after(const Plan& plan, Trigger trigger);

} // namespace countersign::domain
