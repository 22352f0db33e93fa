// Kinds of JSON values as schema types, shared by the compiler and the checker. Internal to engine/schema.
#pragma once

#include "engine/base/json.h"

#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace countersign::schema {

/// Bits of a set of types.
enum TypeBit : unsigned {
    NullBit = 1,
    BooleanBit = 2,
    ObjectBit = 4,
    ArrayBit = 8,
    StringBit = 16,
    NumberBit = 32,
    IntegerBit = 64,
};

[[nodiscard]] std::optional<TypeBit> typeNamed(std::string_view name);
/// "integer or null"
[[nodiscard]] std::string typesText(unsigned types);
/// The kind of a value in words; a number without fraction is an integer.
[[nodiscard]] std::string_view kindOf(const base::Json& value);
[[nodiscard]] unsigned kindBitsOfNumber(const base::Json& value); ///< 0: it is none
/// Bits of the kind of a value; an integer has two.
[[nodiscard, gnu::always_inline]] inline unsigned kindBits(const base::Json& value)
{
    using Type = base::Json::value_t;
    static_assert(static_cast<int>(Type::null) == 0 && static_cast<int>(Type::object) == 1 && static_cast<int>(Type::array) == 2 && static_cast<int>(Type::string) == 3
                  && static_cast<int>(Type::boolean) == 4 && static_cast<int>(Type::number_integer) == 5 && static_cast<int>(Type::number_unsigned) == 6);
    constexpr std::uint8_t bits[] = {NullBit, ObjectBit, ArrayBit, StringBit, BooleanBit, NumberBit | IntegerBit, NumberBit | IntegerBit};
    const auto type = static_cast<std::size_t>(value.type());
    if (type < std::size(bits))
        return bits[type];
    constexpr double exact = 9007199254740992.0;
    if (const double* number = value.get_ptr<const double*>(); number != nullptr && *number <= exact && *number >= -exact)
        return static_cast<double>(static_cast<std::int64_t>(*number)) == *number ? NumberBit | IntegerBit : static_cast<unsigned>(NumberBit);
    return kindBitsOfNumber(value);
}
[[nodiscard]] bool isInteger(const base::Json& number);

/// pointer + "/" + escaped token
[[nodiscard]] std::string pointerTo(const std::string& pointer, std::string_view token);
/// The same place for people.
[[nodiscard]] std::string pathTo(const std::string& path, std::string_view key);
[[nodiscard]] std::string pathTo(const std::string& path, std::size_t index);

} // namespace countersign::schema
