#include "engine/domain/lifecycle.h"

#include <algorithm>

namespace countersign::domain {

namespace {

using P = Phase;
using S = PlanState;
using T = Trigger;

bool isFinalState(S state) { return state == S::Applied || state == S::Cancelled; }

std::vector<Transition> makeTable()
{
    std::vector<Transition> out;
    for (const P phase : {P::Strategize, P::Execute, P::Apply}) {
        out.push_back({phase, S::Queued, T::Start, phase, S::Processing});
        out.push_back({phase, S::Processing, T::Halt, phase, S::Errored});
        out.push_back({phase, S::Errored, T::Rerun, phase, S::Queued});
    }
    out.insert(out.end(), {
        {P::Strategize, S::Processing, T::Finish, P::Strategize, S::Complete},
        {P::Execute, S::Processing, T::Finish, P::Execute, S::Complete},
        {P::Strategize, S::Complete, T::Proceed, P::Execute, S::Queued},
        {P::Execute, S::Processing, T::NextRound, P::Execute, S::Processing},
        {P::Execute, S::Processing, T::ReviseStrategy, P::Strategize, S::Queued},
        {P::Execute, S::Complete, T::ReviseStrategy, P::Strategize, S::Queued},
        {P::Execute, S::Errored, T::ReviseStrategy, P::Strategize, S::Queued},
        {P::Apply, S::Constrained, T::ReviseStrategy, P::Strategize, S::Queued},
        {P::Execute, S::Errored, T::Decided, P::Execute, S::Queued},
        {P::Execute, S::Errored, T::Guide, P::Strategize, S::Queued},
        {P::Apply, S::Constrained, T::Guide, P::Strategize, S::Queued},
        {P::Execute, S::Complete, T::Apply, P::Apply, S::Queued},
        {P::Apply, S::Processing, T::Committed, P::Apply, S::Applied},
        {P::Apply, S::Processing, T::Refused, P::Apply, S::Constrained},
    });
    for (const P phase : {P::Strategize, P::Execute, P::Apply})
        for (const S state : {S::Queued, S::Processing, S::Complete, S::Errored, S::Constrained})
            if (exists(phase, state))
                out.push_back({phase, state, T::Cancel, phase, S::Cancelled});
    return out;
}

} // namespace

std::string_view toText(Trigger trigger)
{
    switch (trigger) {
    case T::Start: return "start";
    case T::Finish: return "finish";
    case T::Halt: return "halt";
    case T::Proceed: return "proceed";
    case T::NextRound: return "next_round";
    case T::ReviseStrategy: return "revise_strategy";
    case T::Decided: return "decided";
    case T::Rerun: return "rerun";
    case T::Guide: return "guide";
    case T::Apply: return "apply";
    case T::Committed: return "committed";
    case T::Refused: return "refused";
    case T::Cancel: return "cancel";
    }
    return "halt";
}

const std::vector<Transition>& transitions()
{
    static const std::vector<Transition> table = makeTable();
    return table;
}

bool exists(Phase phase, PlanState state)
{
    switch (state) {
    case S::Queued:
    case S::Processing:
    case S::Errored:
    case S::Cancelled: return true;
    case S::Complete: return phase != P::Apply;
    case S::Applied:
    case S::Constrained: return phase == P::Apply;
    }
    return false;
}

bool isFinal(const Plan& plan) { return isFinalState(plan.state) || (plan.state == S::Errored && plan.cause == "guidance_exhausted"); }

bool atGate(const Plan& plan) { return plan.phase == P::Strategize && plan.state == S::Queued; }

bool mayRerun(const Plan& plan, const Halt& halt)
{
    const Outcome outcome = halt.info().outcome;
    return plan.state == S::Errored && halt.open() && outcome != Outcome::Escalate && outcome != Outcome::Blocker && !isFinal(plan);
}

std::string phaseAndState(const Plan& plan) { return std::string(toText(plan.phase)) + "/" + std::string(toText(plan.state)); }

std::optional<Plan> after(const Plan& plan, Trigger trigger)
{
    if (isFinal(plan))
        return std::nullopt;
    const auto& table = transitions();
    const auto row = std::find_if(table.begin(), table.end(), [&](const Transition& t) {
        return t.phase == plan.phase && t.state == plan.state && t.trigger == trigger;
    });
    if (row == table.end())
        return std::nullopt;
    Plan out = plan;
    out.phase = row->toPhase;
    out.state = row->toState;
    if (trigger == T::NextRound)
        ++out.round;
    if (trigger == T::ReviseStrategy || trigger == T::Guide) {
        ++out.attempt;
        out.round = 1;
    }
    if (trigger == T::ReviseStrategy)
        ++out.reversions;
    return out;
}

} // namespace countersign::domain
