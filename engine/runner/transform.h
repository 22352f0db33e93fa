// Transforms of wrapped validations: a JavaScript function from a tool's end to a verdict, evaluated by the helper
// countersign-transform inside a sandbox. Source: SPEC sections 3 and 6.4. Thread: any but the host's own; blocks.
#pragma once

#include "engine/runner/direct_result.h"
#include "engine/runner/process_host.h"

namespace countersign::runner {

struct TransformLimits
{
    std::chrono::milliseconds time{2'000};
    std::uint64_t memoryBytes = 256ULL * 1024 * 1024; ///< beyond what the helper needs to start
};

class ReadyTransforms;

/// ready: the run's helpers, where there are any; else one is started for this call.
/// The verdict, or an error TRANSFORM_*, CANCELLED or of the sandbox.
[[nodiscard]] DirectResult transform(ProcessHost& host, const std::string& function, const base::Json& input,
                                     const TransformLimits& limits = {}, std::stop_token stop = {},
                                     ReadyTransforms* ready = nullptr);

/// As transform(), for a tool's end: one that could not start, died or was cut is an error without a transform.
[[nodiscard]] DirectResult transformEnd(ProcessHost& host, const std::string& function, const ProcessEnd& end,
                                        const TransformLimits& limits = {}, std::stop_token stop = {},
                                        ReadyTransforms* ready = nullptr);

/// Whether the text is a function expression; it is not called. Errors: TransformSyntax with line, and as above.
[[nodiscard]] base::Result<void> checkTransform(ProcessHost& host, const std::string& function);

} // namespace countersign::runner
