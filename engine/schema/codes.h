// Closed table of the codes of engine/schema. Source: SPEC section 9.
#pragma once

#include "engine/base/error.h"

namespace countersign::schema::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo KeywordNotSupported{"SchemaError", "SCHEMA_KEYWORD_NOT_SUPPORTED", ErrorKind::Unsupported, "The schema uses a keyword that can't be enforced."};
inline constexpr CodeInfo DialectNotSupported{"SchemaError", "SCHEMA_DIALECT_NOT_SUPPORTED", ErrorKind::Unsupported, "The schema is of another dialect."};
inline constexpr CodeInfo PatternNotSupported{"SchemaError", "SCHEMA_PATTERN_NOT_SUPPORTED", ErrorKind::Unsupported, "The schema has a regular expression that can't be matched in linear time."};
inline constexpr CodeInfo NumberNotSupported{"SchemaError", "SCHEMA_NUMBER_NOT_SUPPORTED", ErrorKind::Unsupported, "The schema has a number with too many digits to divide by."};
inline constexpr CodeInfo SchemaInvalid{"SchemaError", "SCHEMA_INVALID", ErrorKind::BadInput, "The schema is not valid."};
inline constexpr CodeInfo TypeUnknown{"SchemaError", "SCHEMA_TYPE_UNKNOWN", ErrorKind::BadInput, "The schema names an unknown type."};
inline constexpr CodeInfo EnumEmpty{"SchemaError", "SCHEMA_ENUM_EMPTY", ErrorKind::BadInput, "The schema has an empty enum: nothing could fit it."};
inline constexpr CodeInfo RootNotObject{"SchemaError", "SCHEMA_ROOT_NOT_OBJECT", ErrorKind::BadInput, "The root of the schema is not an object schema."};
inline constexpr CodeInfo ReferenceUnknown{"SchemaError", "SCHEMA_REFERENCE_UNKNOWN", ErrorKind::BadInput, "The schema refers to something that is not registered."};
inline constexpr CodeInfo InvalidArgs{"ArgumentError", "INVALID_ARGS", ErrorKind::BadInput, "The arguments don't fit the input schema."};

inline constexpr std::array all{&KeywordNotSupported, &DialectNotSupported, &PatternNotSupported, &NumberNotSupported, &SchemaInvalid, &TypeUnknown,
    &EnumEmpty, &RootNotObject, &ReferenceUnknown, &InvalidArgs};

} // namespace countersign::schema::codes
