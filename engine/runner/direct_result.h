// What a program's end and output mean: the verdict of a direct validation, and what a transform receives of a wrapped
// tool. Source: SPEC section 6.4. Thread: pure functions.
#pragma once

#include "engine/base/json.h"
#include "engine/domain/verdict.h"
#include "engine/runner/command.h"

namespace countersign::runner {

struct DirectResult
{
    domain::Verdict verdict = domain::Verdict::Error;
    bool passed = false;
    std::optional<std::string> message{}; ///< not yet redacted
    std::optional<base::Json> data{};     ///< not yet redacted
    const base::CodeInfo* errorCode = nullptr; ///< set exactly when verdict is Error
    std::string errorMessage{};
    std::vector<std::string> notices{}; ///< processes that were left behind and ended
};

[[nodiscard]] DirectResult errorResult(const base::CodeInfo& code, std::string message);
[[nodiscard]] DirectResult parseDirectResult(const ProcessEnd& end);

/// Why a program's end gives no verdict, whatever it printed: it was not started, had to be ended, died or its stdout
/// was cut. Nothing when it ended by itself.
[[nodiscard]] std::optional<DirectResult> endWithoutVerdict(const ProcessEnd& end);

/// Codes for the rules that an object {passed, message?, data?} must keep.
struct MemberCodes
{
    const base::CodeInfo* notObject;
    const base::CodeInfo* passedMissing;
    const base::CodeInfo* wrongType;
};
[[nodiscard]] DirectResult resultFromObject(base::Json value, const MemberCodes& codes);

/// {exit_code, signal, stdout, stderr, json, duration_ms, timed_out} of a tool that ended by itself.
[[nodiscard]] base::Json transformInput(const ProcessEnd& end);

} // namespace countersign::runner
