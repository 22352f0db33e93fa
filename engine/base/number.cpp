#include "engine/base/number.h"

#include <charconv>
#include <cmath>

namespace countersign::base {

namespace {

// Adds a small number to a decimal integer text of any length.
std::string addToInteger(std::string_view integer, long delta)
{
    if (integer.size() <= 17) {
        long long value = 0;
        std::from_chars(integer.data(), integer.data() + integer.size(), value);
        return std::to_string(value + delta);
    }
    const bool negative = integer.front() == '-';
    std::string digits(integer.substr(negative ? 1 : 0));
    long carry = negative ? -delta : delta;
    for (std::size_t i = digits.size(); i-- > 0 && carry != 0;) {
        const long sum = (digits[i] - '0') + carry;
        const long digit = ((sum % 10) + 10) % 10;
        digits[i] = static_cast<char>('0' + digit);
        carry = (sum - digit) / 10;
    }
    while (carry > 0) {
        digits.insert(digits.begin(), static_cast<char>('0' + carry % 10));
        carry /= 10;
    }
    const std::size_t firstDigit = digits.find_first_not_of('0');
    digits = firstDigit == std::string::npos ? "0" : digits.substr(firstDigit);
    return (negative ? "-" : "") + digits;
}

std::string exponentOf(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    const bool negative = text.starts_with('-');
    if (negative)
        text.remove_prefix(1);
    const std::size_t firstDigit = text.find_first_not_of('0');
    if (firstDigit == std::string_view::npos)
        return "0";
    return (negative ? "-" : "") + std::string(text.substr(firstDigit));
}

} // namespace

std::string Decimal::text() const
{
    if (digits.empty())
        return "0";
    return (negative ? "-" : "") + digits + "e" + addToInteger(exponent, -static_cast<long>(digits.size()));
}

Decimal decimal(std::string_view lexeme)
{
    Decimal out;
    if (lexeme.starts_with('-')) {
        out.negative = true;
        lexeme.remove_prefix(1);
    }
    std::string exponent = "0";
    if (const std::size_t e = lexeme.find_first_of("eE"); e != std::string_view::npos) {
        exponent = exponentOf(lexeme.substr(e + 1));
        lexeme = lexeme.substr(0, e);
    }
    const std::size_t point = std::min(lexeme.find('.'), lexeme.size());
    std::string digits(lexeme.substr(0, point));
    if (point < lexeme.size())
        digits += lexeme.substr(point + 1);
    const std::size_t firstDigit = digits.find_first_not_of('0');
    if (firstDigit == std::string::npos)
        return Decimal{};
    const std::size_t lastDigit = digits.find_last_not_of('0');
    out.digits = digits.substr(firstDigit, lastDigit - firstDigit + 1);
    out.exponent = addToInteger(exponent, static_cast<long>(point) - static_cast<long>(firstDigit));
    return out;
}

Json numberFromText(std::string_view lexeme, bool integer)
{
    if (integer && lexeme.size() <= 15 && lexeme != "-0") {
        std::int64_t value = 0;
        std::from_chars(lexeme.data(), lexeme.data() + lexeme.size(), value);
        return value;
    }
    double value = 0;
    const auto end = std::from_chars(lexeme.data(), lexeme.data() + lexeme.size(), value);
    if (end.ec != std::errc{} || !std::isfinite(value))
        return inexactNumber(lexeme);
    if (decimal(lexeme) != decimal(shortestDouble(value)))
        return inexactNumber(lexeme);
    if (integer && value != 0 && std::abs(value) <= 9007199254740992.0)
        return static_cast<std::int64_t>(value);
    return value;
}

std::string shortestDouble(double value)
{
    if (value == 0)
        return "0";
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::scientific);
    std::string_view text(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
    const std::size_t e = text.find('e');
    int exponent = 0;
    const std::string_view exponentText = text.substr(e + (text[e + 1] == '+' ? 2 : 1));
    std::from_chars(exponentText.data(), exponentText.data() + exponentText.size(), exponent);
    std::string digits(1, text[0]);
    if (e > 2)
        digits += text.substr(2, e - 2);
    const int count = static_cast<int>(digits.size());
    const int point = exponent + 1; // value = 0.digits × 10^point
    std::string out = value < 0 ? "-" : "";
    if (count <= point && point <= 21)
        return out + digits + std::string(static_cast<std::size_t>(point - count), '0');
    if (0 < point && point <= 21)
        return out + digits.substr(0, static_cast<std::size_t>(point)) + "." + digits.substr(static_cast<std::size_t>(point));
    if (-6 < point && point <= 0)
        return out + "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
    out += digits.substr(0, 1);
    if (count > 1)
        out += "." + digits.substr(1);
    return out + "e" + (exponent >= 0 ? "+" : "-") + std::to_string(std::abs(exponent));
}

} // namespace countersign::base
