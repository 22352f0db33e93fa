// Kinds of JSON values as schema types, shared by the compiler and the checker. Internal to engine/schema.
#pragma once

#include "engine/base/json.h"

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
/// Bits of the kind of a value; an integer has two.
[[nodiscard]] unsigned kindBits(const base::Json& value);
[[nodiscard]] bool isInteger(const base::Json& number);

/// pointer + "/" + escaped token
[[nodiscard]] std::string pointerTo(const std::string& pointer, std::string_view token);
/// The same place for people.
[[nodiscard]] std::string pathTo(const std::string& path, std::string_view key);
[[nodiscard]] std::string pathTo(const std::string& path, std::size_t index);

} // namespace countersign::schema
