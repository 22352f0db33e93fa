// Numbers of JSON texts: exact ones as doubles or integers, others as their text. Source: SPEC section 2.
#pragma once

#include "engine/base/json.h"

#include <string>
#include <string_view>

namespace countersign::base {

/// A decimal as sign, digits without outer zeros, and exponent: value = 0.DIGITS × 10^exponent. Zero has no digits.
struct Decimal
{
    bool negative = false;
    std::string digits{};
    std::string exponent{"0"}; ///< decimal integer of any length, so 1e99999999999999999999 keeps its value
    friend bool operator==(const Decimal&, const Decimal&) = default;
    /// "-1234e-5": digits as an integer, then the exponent; "0" for zero.
    [[nodiscard]] std::string text() const;
};

/// lexeme is a JSON number.
[[nodiscard]] Decimal decimal(std::string_view lexeme);
/// lexeme is a JSON number; integer says that it has neither fraction nor exponent.
[[nodiscard]] Json numberFromText(std::string_view lexeme, bool integer);
/// ECMAScript's Number::toString, as RFC 8785 asks. value is finite.
[[nodiscard]] std::string shortestDouble(double value);

} // namespace countersign::base
