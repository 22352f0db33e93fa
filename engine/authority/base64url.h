// base64url without padding, in its one strict form. Source: SPEC section 8, RFC 4648 section 5. Thread: pure functions.
// Errors: codes Base64*.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace countersign::authority {

[[nodiscard]] std::string base64UrlEncode(std::string_view bytes);
/// Refuses padding, other characters, impossible lengths and set unused bits: one text per value.
[[nodiscard]] base::Result<std::string> base64UrlDecode(std::string_view text);

} // namespace countersign::authority
