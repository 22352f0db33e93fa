// Starts a program in a session of its own, which outlives this process. Source: SPEC section 5 (dispatch_task).
// Thread: any.
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace countersign {

/// Standard input and output are /dev/null, no other descriptor is inherited; errors go to the file. Errors: RUNNER_NOT_STARTED.
[[nodiscard]] base::Result<void> startDetached(const std::vector<std::string>& argv, const std::filesystem::path& errors);

} // namespace countersign
