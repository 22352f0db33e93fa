// Who works on a plan, and what others ask of them. Source: SPEC section 5 (Who works).
#pragma once

#include "engine/base/clock.h"
#include "engine/domain/ids.h"
#include "engine/domain/json_fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace countersign::domain {

/// The right to work on a plan. Every write of that work names the generation and is refused when another one stands.
struct Lease
{
    PlanId plan{};
    ProcessId owner{};
    std::int64_t generation = 0; ///< grows with every taking, never reused
    base::TimeMs takenAt = 0;
    base::TimeMs heartbeatAt = 0;
    base::TimeMs releasedAt = 0; ///< 0 while it is held
};

enum class CommandKind { Cancel, Retry, Guide, Apply };
[[nodiscard]] std::string_view toText(CommandKind kind);
[[nodiscard]] std::optional<CommandKind> parseCommandKind(std::string_view text);

/// What somebody asks of the process that holds a plan's lease.
struct PlanCommand
{
    CommandId id{};
    PlanId plan{};
    CommandKind kind = CommandKind::Cancel;
    std::string reason{};
    Json actor = Json::object();
    base::TimeMs createdAt = 0;
    base::TimeMs takenAt = 0; ///< 0: nobody took it yet
};

/// Where a plan's actors work on one resource.
struct WorkCopy
{
    PlanId plan{};
    std::string resource{};
    std::string path{};    ///< absolute
    std::string objects{}; ///< git: the folder whose objects it borrows; empty for other kinds
    std::string branch{};  ///< git only
    std::string baseTree{}; ///< tree digest when it was made, equal to the resource's at that moment
    base::TimeMs madeAt = 0;
};

} // namespace countersign::domain
