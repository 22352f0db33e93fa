// Plans and where they stand. Source: SPEC section 5.
#pragma once

#include "engine/base/clock.h"
#include "engine/domain/ids.h"
#include "engine/domain/project.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::domain {

enum class Phase { Strategize, Execute, Apply };
enum class PlanState { Queued, Processing, Complete, Errored, Cancelled, Applied, Constrained };

[[nodiscard]] std::string_view toText(Phase phase);
[[nodiscard]] std::string_view toText(PlanState state);
[[nodiscard]] std::optional<Phase> parsePhase(std::string_view text);
[[nodiscard]] std::optional<PlanState> parsePlanState(std::string_view text);

struct Plan
{
    PlanId id{};
    std::string taskId{};
    std::string title{};
    std::string specification{};
    std::vector<std::string> projects{}; ///< at least one; the first is the one whose policy decides
    PlanId parent{};
    Phase phase = Phase::Strategize;
    PlanState state = PlanState::Queued;
    int attempt = 1;
    int round = 1;
    int reversions = 0;
    std::string cause{};  ///< of a final state: "cancelled", "abandoned", "guidance_exhausted"; else empty
    std::string reason{}; ///< given by who ended it
    Limits limits{};
    base::TimeMs createdAt = 0;
    base::TimeMs updatedAt = 0;
    Json createdBy = Json::object(); ///< Actor
};

} // namespace countersign::domain
