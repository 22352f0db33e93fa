// Questions about values that keywords ask. Numbers are judged by their text where a double can't hold it.
// Thread: pure functions. Internal to engine/schema.
#pragma once

#include "engine/base/number.h"
#include "engine/schema/kinds.h"
#include "engine/schema/schema.h"

#include <cmath>

namespace countersign::schema {

/// A number of a schema, ready to compare with.
struct Bound
{
    double value = 0; ///< where isExact
    bool isExact = true;
    base::Decimal decimal{};
    [[nodiscard]] static Bound of(const Json& number);
};

/// The number as a double, where a double holds exactly that. False: it doesn't, or it is no number.
[[nodiscard]] inline bool exactDouble(const Json& value, double& out)
{
    switch (value.type()) {
    case Json::value_t::number_float: out = *value.get_ptr<const double*>(); return std::isfinite(out);
    case Json::value_t::number_integer: {
        const auto number = *value.get_ptr<const std::int64_t*>();
        out = static_cast<double>(number);
        return number <= (std::int64_t{1} << 53) && number >= -(std::int64_t{1} << 53);
    }
    case Json::value_t::number_unsigned: {
        const auto number = *value.get_ptr<const std::uint64_t*>();
        out = static_cast<double>(number);
        return number <= (std::uint64_t{1} << 53);
    }
    default: return false;
    }
}

/// Negative, zero or positive as the number is below, at or above the bound.
[[nodiscard]] int compareExactly(const Json& number, const Bound& bound);
[[nodiscard]] inline int compare(const Json& number, const Bound& bound)
{
    double value = 0;
    if (bound.isExact && exactDouble(number, value))
        return value < bound.value ? -1 : value > bound.value ? 1 : 0;
    return compareExactly(number, bound);
}

/// Digits of a divisor that isMultiple() can take.
inline constexpr std::size_t divisorDigits = 18;
[[nodiscard]] bool isMultiple(const Json& number, const Bound& divisor);

/// Of UTF-8.
[[nodiscard]] std::size_t codePoints(const std::string& text);
[[nodiscard]] bool allDifferent(const Json& list);

} // namespace countersign::schema
