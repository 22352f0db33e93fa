// One run of validations, its results and its summary. Source: SPEC sections 6.5, 7, 15.
#pragma once

#include "engine/base/clock.h"
#include "engine/domain/ids.h"
#include "engine/domain/json_fields.h"
#include "engine/domain/outcome.h"
#include "engine/domain/plan.h"
#include "engine/domain/verdict.h"

#include <optional>
#include <string>
#include <vector>

namespace countersign::domain {

/// An output kept outside the database by its content hash. Empty digest: nothing was printed.
struct StoredOutput
{
    std::string digest{};
    std::int64_t storedBytes = 0;
    std::int64_t totalBytes = 0; ///< as printed; larger than storedBytes when cut
    bool cut = false;
};

struct ValidationResult
{
    std::int64_t row = 0; ///< order of completion in the store
    RunId run{};
    PlanId plan{};
    Phase phase = Phase::Execute;
    int attempt = 1;
    int round = 1;
    AttachmentId attachment{};
    std::string resource{};
    std::string scope{};
    std::string scopeTarget{};
    std::string validation{};
    std::string definitionDigest{};
    Mode mode = Mode::Required;
    Json args = Json::object(); ///< with defaults
    Verdict verdict = Verdict::Error;
    bool passed = false;
    std::optional<std::string> message{};
    std::optional<Json> data{};
    std::string errorName{};
    std::string errorCode{}; ///< empty unless verdict is error
    std::string errorMessage{};
    std::string hint{}; ///< what to install, for a missing program
    std::string searchedPath{};
    std::optional<int> exitStatus{};
    std::optional<int> signal{};
    base::TimeMs startedAt = 0;
    std::int64_t durationMs = 0;
    StoredOutput standardOutput{};
    StoredOutput standardError{};
    std::string evidenceDigest{};
    std::string treeDigest{};
    std::vector<std::string> notices{}; ///< for example processes that were left behind and ended

    [[nodiscard]] Severity severity() const { return domain::severity(mode, verdict); }
};

/// The tally of a policy and what it says.
struct PolicyDecision
{
    Json policy = "required_only";
    int pass = 0;
    int warn = 0;
    int blocker = 0;
    int error = 0;
    int total = 0;
    int covered = 0; ///< warns counted as passed because of decisions
    bool satisfied = false;
    std::string rule{}; ///< in words: "Unanimous needs 5 of 5 pass."
};

struct RunSummary
{
    bool allRequiredPassed = false;
    PolicyDecision decision{};
    Outcome outcome = Outcome::InternalError;
    std::string cause{};  ///< raw_halt_type; empty for pass
    std::string reason{}; ///< one sentence
    std::string workTree{};
};

enum class RunState { Running, Complete, Void, Cancelled, Died };
[[nodiscard]] std::string_view toText(RunState state);

struct Run
{
    RunId id{};
    PlanId plan{};
    std::string taskId{};
    Phase phase = Phase::Execute;
    int attempt = 1;
    int round = 1;
    std::string specDigest{};
    std::string workTree{};
    base::TimeMs startedAt = 0;
    base::TimeMs endedAt = 0; ///< 0 while it runs
    RunState state = RunState::Running;
    int planned = 0; ///< number of effective validations
    std::optional<RunSummary> summary{};
    Json actor = Json::object();
    ProcessId owner{};
    std::string narrowed{}; ///< evaluation phase that a person asked for alone; such a run gives no token and no halt
};

[[nodiscard]] Json toJson(const PolicyDecision& decision);
[[nodiscard]] PolicyDecision policyDecisionFromJson(const Json& json);
[[nodiscard]] Json toJson(const RunSummary& summary);
[[nodiscard]] RunSummary runSummaryFromJson(const Json& json);
/// The result as programs read it (SPEC section 15, `results[]`, with more fields).
[[nodiscard]] Json toJson(const ValidationResult& result);

} // namespace countersign::domain
