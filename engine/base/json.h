// Strict JSON from outside, canonical JSON to digests. Source: SPEC sections 2 and 9.
//
// Json is nlohmann::json. A number whose text, as a decimal, is not the shortest form of its double (an integer a
// double can't hold, too many digits, 1e400) is kept as its text: it is stored as a binary value with subtype
// inexactNumberSubtype, which no JSON text produces otherwise. Always write with write(), canonical() or pretty(),
// never with Json::dump(), and ask isNumber() instead of Json::is_number().
// Thread: pure functions. Errors: codes Json*, NumberNotExact, each with line, column.
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace countersign::base {

using Json = nlohmann::json;

inline constexpr std::uint64_t inexactNumberSubtype = 0x4e;

struct JsonLimits
{
    int depth = 512;
    std::size_t bytes = 64U * 1024U * 1024U;
};

/// Parses exactly one value. Refuses a byte-order mark, duplicate members, invalid UTF-8, NaN, text around the value.
[[nodiscard]] Result<Json> parseJson(std::string_view text, const JsonLimits& limits = {});

[[nodiscard]] bool isInexactNumber(const Json& value);
[[nodiscard]] bool isNumber(const Json& value);
/// The text of a number as it is written: of an inexact one as read, of others the shortest form.
[[nodiscard]] std::string numberText(const Json& value);
[[nodiscard]] Json inexactNumber(std::string_view text);

/// RFC 8785. NumberNotExact when the value holds a number that JCS can't write.
[[nodiscard]] Result<std::string> canonicalStrict(const Json& value);
/// RFC 8785 extended: inexact numbers as normalised decimals (sign, digits, e, exponent). Never fails. For digests.
[[nodiscard]] std::string canonical(const Json& value);
/// Compact text with inexact numbers as they were read.
[[nodiscard]] std::string write(const Json& value);
/// Indented text for people and exports.
[[nodiscard]] std::string pretty(const Json& value, int indent = 2);

} // namespace countersign::base
