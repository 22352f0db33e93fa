// One event of the audit chain. Source: SPEC section 8.
#pragma once

#include "engine/base/clock.h"
#include "engine/domain/json_fields.h"

#include <string>
#include <string_view>

namespace countersign::domain {

/// Types of chain events: the closed set of state changes.
namespace event {
inline constexpr std::string_view StoreCreated = "store.created";
inline constexpr std::string_view StoreMigrated = "store.migrated";
inline constexpr std::string_view Imported = "registry.imported";
inline constexpr std::string_view ToolRegistered = "registry.tool_registered";
inline constexpr std::string_view ToolPinned = "registry.tool_pinned";
inline constexpr std::string_view ToolRemoved = "registry.tool_removed";
inline constexpr std::string_view ResourceRegistered = "registry.resource_registered";
inline constexpr std::string_view ResourceRemoved = "registry.resource_removed";
inline constexpr std::string_view ProjectRegistered = "registry.project_registered";
inline constexpr std::string_view ActorRegistered = "registry.actor_registered";
inline constexpr std::string_view ServerRegistered = "registry.server_registered";
inline constexpr std::string_view ServerRemoved = "registry.server_removed";
inline constexpr std::string_view SkillRegistered = "registry.skill_registered";
inline constexpr std::string_view SkillRemoved = "registry.skill_removed";
inline constexpr std::string_view GraphRegistered = "registry.graph_registered";
inline constexpr std::string_view GraphRemoved = "registry.graph_removed";
inline constexpr std::string_view AttachmentAdded = "attachment.added";
inline constexpr std::string_view AttachmentRemoved = "attachment.removed";
inline constexpr std::string_view SignerAdded = "signer.added";
inline constexpr std::string_view SignerRevoked = "signer.revoked";
inline constexpr std::string_view PlanCreated = "plan.created";
inline constexpr std::string_view PlanChanged = "plan.changed";
inline constexpr std::string_view RunStarted = "run.started";
inline constexpr std::string_view RunEnded = "run.ended";
inline constexpr std::string_view HaltOpened = "halt.opened";
inline constexpr std::string_view HaltClosed = "halt.closed";
inline constexpr std::string_view DecisionRequested = "decision.requested";
inline constexpr std::string_view DecisionEnded = "decision.ended";
inline constexpr std::string_view DecisionSigned = "decision.signed";
inline constexpr std::string_view DecisionWithdrawn = "decision.withdrawn";
inline constexpr std::string_view DecisionIgnored = "decision.ignored";
inline constexpr std::string_view TokenIssued = "token.issued";
inline constexpr std::string_view TokenVoided = "token.voided";
inline constexpr std::string_view TokenClaimed = "token.claimed";
inline constexpr std::string_view LeaseTaken = "lease.taken";
inline constexpr std::string_view CommandGiven = "command.given";
inline constexpr std::string_view WorkCopyMade = "plan.work_copy_made";
inline constexpr std::string_view WorkCopyGone = "plan.work_copy_gone";
inline constexpr std::string_view ActorStarted = "actor.started";
inline constexpr std::string_view ActorEnded = "actor.ended";
inline constexpr std::string_view GateNoneApplicable = "gate.none_applicable";
} // namespace event

struct Event
{
    std::int64_t seq = 0; ///< dense from 0
    base::TimeMs time = 0;
    std::string type{};
    Json actor = Json::object();
    std::string plan{}; ///< empty: none
    Json payload = Json::object();
    std::string previousHash{}; ///< 64 zeros before the first
    std::string hash{};
};

/// The canonical text whose digest, after the previous hash, is the event's hash.
[[nodiscard]] std::string canonicalEvent(const Event& event);
/// SHA-256(previous hash as hex text ‖ canonical event).
[[nodiscard]] std::string eventHash(const Event& event);
/// One line for people: "Halt opened, escalate".
[[nodiscard]] std::string eventSentence(const Event& event);

} // namespace countersign::domain
