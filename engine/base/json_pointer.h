// JSON Pointers, without exceptions. Source: RFC 6901; SPEC section 3 (volatile, edges of a graph). Thread: pure functions.
#pragma once

#include "engine/base/json.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::base {

using PointerTokens = std::vector<std::string>;

/// Nothing for a text that is no JSON Pointer; the empty one, the whole value, isn't taken.
[[nodiscard]] std::optional<PointerTokens> pointerTokens(std::string_view pointer);
/// The position that a token means in a list of that size.
[[nodiscard]] std::optional<std::size_t> arrayIndex(const std::string& token, std::size_t size);
/// What stands there, or null.
[[nodiscard]] const Json* find(const Json& value, const PointerTokens& tokens);

} // namespace countersign::base
