// Makes the sample workspace from its template: git repositories with fixed authors and dates. Source: SPEC section 15.
#pragma once

#include "engine/base/json.h"
#include "engine/base/result.h"

#include <filesystem>

namespace countersign::ctl {

/// The template with its manifest demo.json: installed, or in the source tree. Errors: FileNotFound.
[[nodiscard]] base::Result<std::filesystem::path> sampleTemplate();
/// Errors: File*, Usage when the directory holds something else.
[[nodiscard]] base::Result<void> makeWorkspace(const std::filesystem::path& sample, const base::Json& manifest, const std::filesystem::path& directory);

} // namespace countersign::ctl
