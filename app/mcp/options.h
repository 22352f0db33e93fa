// The command line of countersign-mcp. Source: SPEC section 12. Errors: Usage, Name*.
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <span>
#include <string>

namespace countersign::mcp {

struct Options
{
    std::filesystem::path store{}; ///< empty: the default store
    std::string project{};         ///< full name; empty: the store's only project
    std::string agent{};           ///< empty: what the client calls itself
    std::string text{};            ///< what help, version or manual say; then nothing is served
};

[[nodiscard]] base::Result<Options> parseOptions(std::span<const std::string> words);

} // namespace countersign::mcp
