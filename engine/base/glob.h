// Globs of file names: `pinned`, `ignored`, `paths`. Source: SPEC sections 3, 6.8. Thread: pure function.
#pragma once

#include <string_view>

namespace countersign::base {

/// * and ? stay inside one segment, ** crosses. Paths are relative, with '/'.
[[nodiscard]] bool matchesGlob(std::string_view glob, std::string_view path);

} // namespace countersign::base
