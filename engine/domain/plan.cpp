#include "engine/domain/plan.h"

#include <array>

namespace countersign::domain {

namespace {
constexpr std::array phases{Phase::Strategize, Phase::Execute, Phase::Apply};
constexpr std::array states{PlanState::Queued,    PlanState::Processing, PlanState::Complete,   PlanState::Errored,
                            PlanState::Cancelled, PlanState::Applied,    PlanState::Constrained};
} // namespace

std::string_view toText(Phase phase)
{
    switch (phase) {
    case Phase::Strategize: return "strategize";
    case Phase::Execute: return "execute";
    case Phase::Apply: return "apply";
    }
    return "strategize";
}

std::string_view toText(PlanState state)
{
    switch (state) {
    case PlanState::Queued: return "queued";
    case PlanState::Processing: return "processing";
    case PlanState::Complete: return "complete";
    case PlanState::Errored: return "errored";
    case PlanState::Cancelled: return "cancelled";
    case PlanState::Applied: return "applied";
    case PlanState::Constrained: return "constrained";
    }
    return "queued";
}

std::optional<Phase> parsePhase(std::string_view text)
{
    for (const Phase phase : phases)
        if (toText(phase) == text)
            return phase;
    return std::nullopt;
}

std::optional<PlanState> parsePlanState(std::string_view text)
{
    for (const PlanState state : states)
        if (toText(state) == text)
            return state;
    return std::nullopt;
}

} // namespace countersign::domain
