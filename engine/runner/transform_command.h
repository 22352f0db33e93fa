// How the helper for transforms is started, whether for one call or ahead of it. Internal to engine/runner.
#pragma once

#include "engine/runner/process_host.h"

namespace countersign::runner {

/// What the helper may take to start, beside the time of the function.
inline constexpr std::chrono::milliseconds transformStartTime{10'000};

/// The helper alone in its sandbox; its request is its input.
[[nodiscard]] CommandSpec transformCommand(const HostOptions& options);

} // namespace countersign::runner
