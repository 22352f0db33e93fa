// Key files: exclusive to write, private to read. Inner header of this folder. Source: SPEC section 8.
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace countersign::signing {

/// Writes and syncs a file that does not exist yet. Errors: KeyExists, KeyUnwritable; nothing stays behind.
[[nodiscard]] base::Result<void> writeNewFile(const std::filesystem::path& path, std::string_view bytes, unsigned mode);
/// A regular file of ours that nobody else can read or change. Errors: KeyNotFound, KeyUnreadable, KeyModeTooOpen.
[[nodiscard]] base::Result<std::string> readPrivateFile(const std::filesystem::path& path);

} // namespace countersign::signing
