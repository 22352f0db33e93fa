// Whether a plan may go on: computed from what is effective now and the last run, never from a stored flag.
// Source: SPEC section 6.6. Thread: pure functions. Fails closed: a missing run is never a pass.
#pragma once

#include "engine/domain/attachment.h"
#include "engine/domain/run.h"
#include "engine/policy/policy.h"

#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace countersign::policy {

/// No such run, or an effective attachment without a result. Closed.
struct NotEvaluated
{
    std::string why{};                             ///< one sentence
    std::vector<domain::AttachmentId> missing{}; ///< effective attachments without a result, in the order of effective
};

/// Resolution found nothing for this phase.
struct NoneApplicable
{
};

struct Evaluated
{
    PolicyOutcome outcome{};
};

using GateState = std::variant<NotEvaluated, NoneApplicable, Evaluated>;

/// The last run of the plan in this phase and the results that it stored.
struct LastRun
{
    domain::Run run{};
    std::vector<domain::ValidationResult> results{};
};

struct GateQuestion
{
    domain::Policy policy{};
    int attempt = 1;
    std::string workTree{};                               ///< digest as it is now
    std::vector<domain::ResolvedAttachment> effective{}; ///< of this phase
    std::optional<LastRun> last{};
    std::set<domain::AttachmentId> covered{}; ///< attachments whose warn a valid decision answers for
};

/// Results count when their run is complete and of this attempt and work tree, and the attachment, validation,
/// resource and arguments are those effective now. Of two results for one attachment the worse counts.
[[nodiscard]] GateState gateState(const GateQuestion& question);

enum class Gate { BeforeExecute, BeforeApply };

/// confirmed: a person confirmed that nothing applies; it opens only NoneApplicable.
[[nodiscard]] bool isOpen(const GateState& state, Gate gate, bool confirmed);

/// "not_evaluated", "none_applicable", "evaluated"
[[nodiscard]] std::string_view toText(const GateState& state);

} // namespace countersign::policy
