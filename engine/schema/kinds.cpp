#include "engine/schema/kinds.h"

#include "engine/base/number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace countersign::schema {

namespace {

constexpr std::array<std::pair<std::string_view, TypeBit>, 7> typeNames{{{"null", NullBit},
                                                                         {"boolean", BooleanBit},
                                                                         {"object", ObjectBit},
                                                                         {"array", ArrayBit},
                                                                         {"string", StringBit},
                                                                         {"number", NumberBit},
                                                                         {"integer", IntegerBit}}};

bool isPlainKey(std::string_view key)
{
    if (key.empty() || (key[0] >= '0' && key[0] <= '9'))
        return false;
    return key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-$") == std::string_view::npos;
}

} // namespace

std::optional<TypeBit> typeNamed(std::string_view name)
{
    for (const auto& [text, bit] : typeNames)
        if (text == name)
            return bit;
    return std::nullopt;
}

std::string typesText(unsigned types)
{
    std::string out;
    for (const auto& [text, bit] : typeNames)
        if ((types & bit) != 0)
            out += (out.empty() ? "" : " or ") + std::string(text);
    return out;
}

std::string_view kindOf(const base::Json& value)
{
    const unsigned bits = kindBits(value);
    if ((bits & IntegerBit) != 0)
        return "integer";
    for (const auto& [text, bit] : typeNames)
        if ((bits & bit) != 0)
            return text;
    return "unknown";
}

unsigned kindBitsOfNumber(const base::Json& value)
{
    if (!base::isNumber(value))
        return 0;
    return isInteger(value) ? NumberBit | IntegerBit : static_cast<unsigned>(NumberBit);
}

bool isInteger(const base::Json& number)
{
    if (number.is_number_integer())
        return true;
    if (const auto* value = number.get_ptr<const double*>())
        return std::floor(*value) == *value;
    const base::Decimal value = base::decimal(base::numberText(number));
    if (value.digits.empty())
        return true;
    if (value.exponent.starts_with('-'))
        return false;
    if (value.exponent.size() > 18)
        return true;
    std::size_t exponent = 0;
    std::from_chars(value.exponent.data(), value.exponent.data() + value.exponent.size(), exponent);
    return exponent >= value.digits.size();
}

std::string pointerTo(const std::string& pointer, std::string_view token)
{
    std::string out = pointer + "/";
    for (const char c : token)
        c == '~' ? out += "~0" : c == '/' ? out += "~1" : out += c;
    return out;
}

std::string pathTo(const std::string& path, std::string_view key)
{
    if (!isPlainKey(key))
        return path + "[" + base::write(base::Json(std::string(key))) + "]";
    return path.empty() ? std::string(key) : path + "." + std::string(key);
}

std::string pathTo(const std::string& path, std::size_t index) { return path + "[" + std::to_string(index) + "]"; }

} // namespace countersign::schema
