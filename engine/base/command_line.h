// Telling a command to copy from prose in a hint that a person wrote. Source: SPEC section 7. Thread: pure function.
#pragma once

#include <string>
#include <string_view>

namespace countersign::base {

/// The command in one line of text, without a prompt: what stands after "$ ", or a line that begins like an install
/// command and doesn't read like a sentence. Empty for prose, several lines, or text with control characters.
[[nodiscard]] std::string commandIn(std::string_view line);

} // namespace countersign::base
