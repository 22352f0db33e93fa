// Outcomes, causes, who acts and what comes next. Source: SPEC section 7 and the tables there.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace countersign::domain {

enum class Outcome { Pass, Escalate, Blocker, ValidatorError, InternalError, EnvironmentError };

/// Everything a consumer needs to know about an outcome: one row each, no other table in the product.
struct OutcomeInfo
{
    Outcome outcome;
    std::string_view text;       ///< stored name: "validator_error"
    std::string_view label;      ///< for people: "Validator error"
    std::string_view whoActs;    ///< "agent", "person", "operator"
    std::string_view nextAction; ///< closed set: dispatch_task, wait_for_decision, fix_and_revalidate, retry, install_and_rerun
    bool signable;               ///< only an escalate opens a decision request
    int exitStatus;              ///< of countersignctl
};

[[nodiscard]] const OutcomeInfo& info(Outcome outcome);
[[nodiscard]] std::string_view toText(Outcome outcome);
/// Unknown names (another version, another system) give nothing: treat them as an operational halt without decision.
[[nodiscard]] std::optional<Outcome> parseOutcome(std::string_view text);
/// As info(), but any unknown canonical value gets the row of internal_error: never a blocker, never signable.
[[nodiscard]] const OutcomeInfo& operationalInfo(std::string_view canonical);

/// Precise causes, kept as raw_halt_type (SPEC section 7).
namespace cause {
inline constexpr std::string_view Escalated = "escalated";
inline constexpr std::string_view Blocked = "blocked";
inline constexpr std::string_view ValidatorError = "validator_error";
inline constexpr std::string_view NoValidations = "no_validations";
inline constexpr std::string_view DefinitionChanged = "definition_changed";
inline constexpr std::string_view WorkTreeChanged = "work_tree_changed";
inline constexpr std::string_view SandboxUnavailable = "sandbox_unavailable";
inline constexpr std::string_view InternalError = "internal_error";
inline constexpr std::string_view StoreError = "store_error";
inline constexpr std::string_view EngineDied = "engine_died";
inline constexpr std::string_view NoneApplicable = "none_applicable"; ///< of a run in a plan, no halt
inline constexpr std::string_view CoderMissing = "coder_missing";
inline constexpr std::string_view CoderNotExecutable = "coder_not_executable";
inline constexpr std::string_view ContainerRuntimeMissing = "container_runtime_missing";
inline constexpr std::string_view CoderStartFailed = "coder_start_failed";
inline constexpr std::string_view CoderFailed = "coder_failed";
inline constexpr std::string_view CoderTimeout = "coder_timeout";
} // namespace cause

} // namespace countersign::domain
