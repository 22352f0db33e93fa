#include "engine/schema/values.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace countersign::schema {

namespace {

using base::Decimal;

/// Whole numbers of any length, as text.
int compareIntegers(std::string_view left, std::string_view right)
{
    const bool isNegative = left.starts_with('-');
    if (isNegative != right.starts_with('-'))
        return isNegative ? -1 : 1;
    if (isNegative) {
        left.remove_prefix(1);
        right.remove_prefix(1);
    }
    const int size = left.size() == right.size() ? left.compare(right) : left.size() < right.size() ? -1 : 1;
    return isNegative ? -size : size;
}

int compareDecimals(const Decimal& left, const Decimal& right)
{
    const auto sign = [](const Decimal& number) { return number.digits.empty() ? 0 : number.negative ? -1 : 1; };
    if (sign(left) != sign(right) || sign(left) == 0)
        return sign(left) - sign(right);
    int size = compareIntegers(left.exponent, right.exponent);
    if (size == 0)
        size = left.digits.compare(right.digits);
    return left.negative ? -size : size;
}

__extension__ typedef unsigned __int128 Wide;

std::uint64_t powerOfTen(std::int64_t exponent, std::uint64_t modulus)
{
    Wide result = 1 % modulus;
    Wide factor = 10 % modulus;
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 != 0)
            result = result * factor % modulus;
        factor = factor * factor % modulus;
    }
    return static_cast<std::uint64_t>(result);
}

/// The exponent of the last digit: the value is DIGITS × 10^that. Nothing: beyond any use.
std::optional<std::int64_t> lastExponent(const Decimal& number)
{
    std::int64_t exponent = 0;
    const auto end = std::from_chars(number.exponent.data(), number.exponent.data() + number.exponent.size(), exponent);
    if (end.ec != std::errc{} || std::abs(exponent) > (std::int64_t{1} << 60))
        return std::nullopt;
    return exponent - static_cast<std::int64_t>(number.digits.size());
}

} // namespace

Bound Bound::of(const Json& number)
{
    Bound out;
    out.isExact = exactDouble(number, out.value);
    out.decimal = base::decimal(base::numberText(number));
    return out;
}

int compareExactly(const Json& number, const Bound& bound) { return compareDecimals(base::decimal(base::numberText(number)), bound.decimal); }

// No zero ends the digits, so a number whose last digit stands further right than the divisor's can't be a multiple of it.
bool isMultiple(const Json& number, const Bound& divisor)
{
    if (number.is_number_integer() && divisor.isExact && divisor.value == std::floor(divisor.value) && divisor.value <= 9007199254740992.0) {
        const auto by = static_cast<std::int64_t>(divisor.value);
        return number.is_number_unsigned() ? number.get<std::uint64_t>() % static_cast<std::uint64_t>(by) == 0 : number.get<std::int64_t>() % by == 0;
    }
    const Decimal value = base::decimal(base::numberText(number));
    if (value.digits.empty())
        return true;
    const auto at = lastExponent(value);
    const auto by = lastExponent(divisor.decimal);
    if (!by || !at)
        return !value.exponent.starts_with('-') && by.has_value();
    if (*at < *by)
        return false;
    std::uint64_t modulus = 0;
    std::from_chars(divisor.decimal.digits.data(), divisor.decimal.digits.data() + divisor.decimal.digits.size(), modulus);
    Wide rest = 0;
    for (const char digit : value.digits)
        rest = (rest * 10 + static_cast<unsigned>(digit - '0')) % modulus;
    return rest * powerOfTen(*at - *by, modulus) % modulus == 0;
}

std::size_t codePoints(const std::string& text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool allDifferent(const Json& list)
{
    if (list.size() < 2)
        return true;
    if (std::all_of(list.begin(), list.end(), [](const Json& each) { return each.is_string(); })) {
        std::vector<std::string_view> texts;
        texts.reserve(list.size());
        for (const Json& each : list)
            texts.emplace_back(each.get_ref<const std::string&>());
        std::sort(texts.begin(), texts.end());
        return std::adjacent_find(texts.begin(), texts.end()) == texts.end();
    }
    std::vector<std::string> texts;
    texts.reserve(list.size());
    for (const Json& each : list)
        texts.push_back(base::canonical(each));
    std::sort(texts.begin(), texts.end());
    return std::adjacent_find(texts.begin(), texts.end()) == texts.end();
}

} // namespace countersign::schema
