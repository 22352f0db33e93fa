#include "engine/base/number.h"
#include "engine/registry/codes.h"
#include "engine/registry/yaml.h"

#include <algorithm>
#include <charconv>

namespace countersign::registry {

namespace {

bool areDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// [+-]?(digits (. digits?)? | . digits) (e[+-]?digits)?
struct NumberParts
{
    bool negative = false;
    std::string_view whole{};
    std::string_view fraction{};
    std::string_view exponent{};
    bool isInteger = true;
};

std::optional<NumberParts> numberParts(std::string_view text)
{
    NumberParts out;
    if (text.starts_with('-') || text.starts_with('+')) {
        out.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    if (const std::size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
        out.isInteger = false;
        out.exponent = text.substr(e + 1);
        std::string_view digits = out.exponent;
        if (digits.starts_with('-') || digits.starts_with('+'))
            digits.remove_prefix(1);
        if (!areDigits(digits))
            return std::nullopt;
        text = text.substr(0, e);
    }
    if (const std::size_t point = text.find('.'); point != std::string_view::npos) {
        out.isInteger = false;
        out.fraction = text.substr(point + 1);
        if (!out.fraction.empty() && !areDigits(out.fraction))
            return std::nullopt;
        text = text.substr(0, point);
        if (text.empty() && out.fraction.empty())
            return std::nullopt;
    }
    out.whole = text;
    if (!text.empty() ? !areDigits(text) : out.fraction.empty())
        return std::nullopt;
    return out;
}

Json numberOf(const NumberParts& parts)
{
    std::string_view whole = parts.whole;
    whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
    std::string text = parts.negative ? "-" : "";
    text += whole.empty() ? "0" : std::string(whole);
    if (!parts.fraction.empty())
        text += "." + std::string(parts.fraction);
    if (!parts.exponent.empty())
        text += "e" + std::string(parts.exponent);
    return base::numberFromText(text, parts.isInteger);
}

base::Result<Json> inBase(std::string_view digits, int radix, std::string_view text)
{
    std::int64_t value = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value, radix);
    if (end.ptr != digits.data() + digits.size())
        return Json(std::string(text));
    if (end.ec != std::errc{})
        return base::fail(codes::YamlNumber, "The number is too large.");
    return base::numberFromText(std::to_string(value), true);
}

bool isNotFinite(std::string_view text)
{
    if (text == ".nan" || text == ".NaN" || text == ".NAN")
        return true;
    if (text.starts_with('-') || text.starts_with('+'))
        text.remove_prefix(1);
    return text == ".inf" || text == ".Inf" || text == ".INF";
}

} // namespace

base::Result<Json> plainScalar(std::string_view text)
{
    if (text == "true" || text == "false")
        return Json(text == "true");
    if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL")
        return Json(nullptr);
    if (isNotFinite(text))
        return base::fail(codes::YamlNumber, std::string(text) + " has no JSON form.");
    if (text.size() > 2 && text.starts_with("0o") && text[2] != '-')
        return inBase(text.substr(2), 8, text);
    if (text.size() > 2 && text.starts_with("0x") && text[2] != '-')
        return inBase(text.substr(2), 16, text);
    if (const auto parts = numberParts(text))
        return numberOf(*parts);
    return Json(std::string(text));
}

} // namespace countersign::registry
