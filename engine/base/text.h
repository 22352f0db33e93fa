// Text from outside: UTF-8 checks, display with control characters made visible. Source: SPEC sections 2 and 11.
// Thread: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace countersign::base {

/// Offset of the first byte that is not valid UTF-8, or npos.
[[nodiscard]] std::size_t invalidUtf8(std::string_view bytes);
/// Decodes for display: each invalid byte becomes U+FFFD.
[[nodiscard]] std::string toValidUtf8(std::string_view bytes);
/// Shows controls, bidirectional and invisible characters as <U+001B>, instead of obeying them. Line feeds and tabs
/// are kept when keepLines is true.
[[nodiscard]] std::string visible(std::string_view utf8, bool keepLines);
[[nodiscard]] std::string_view trim(std::string_view text);
/// True when the text has no character but white space (ASCII and Unicode spaces, invisible characters).
[[nodiscard]] bool isBlank(std::string_view utf8);
/// Number of Unicode characters.
[[nodiscard]] std::size_t characters(std::string_view utf8);
/// Appends one Unicode character.
void appendUtf8(std::string& out, char32_t character);
/// Shortens to at most n characters, ending in … when something was cut.
[[nodiscard]] std::string elide(std::string_view utf8, std::size_t n);

} // namespace countersign::base
