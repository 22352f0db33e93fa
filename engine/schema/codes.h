// Closed table of the codes of engine/schema. Source: SPEC section 9.
#pragma once

#include "engine/base/error.h"

namespace countersign::schema::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo KeywordNotSupported{"SchemaError", "SCHEMA_KEYWORD_NOT_SUPPORTED", ErrorKind::Unsupported, "The schema uses a keyword that can't be enforced."};
inline constexpr CodeInfo DialectNotSupported{"SchemaError", "SCHEMA_DIALECT_NOT_SUPPORTED", ErrorKind::Unsupported, "The schema is of another dialect."};
inline constexpr CodeInfo SchemaInvalid{"SchemaError", "SCHEMA_INVALID", ErrorKind::BadInput, "The schema is not valid."};
inline constexpr CodeInfo TypeUnknown{"SchemaError", "SCHEMA_TYPE_UNKNOWN", ErrorKind::BadInput, "The schema names an unknown type."};
inline constexpr CodeInfo EnumEmpty{"SchemaError", "SCHEMA_ENUM_EMPTY", ErrorKind::BadInput, "The schema has an empty enum: nothing could fit it."};
inline constexpr CodeInfo RootNotObject{"SchemaError", "SCHEMA_ROOT_NOT_OBJECT", ErrorKind::BadInput, "The root of the schema is not an object schema."};
inline constexpr CodeInfo TooDeep{"SchemaError", "SCHEMA_TOO_DEEP", ErrorKind::BadInput, "The schema is nested too deeply."};
inline constexpr CodeInfo InvalidArgs{"ArgumentError", "INVALID_ARGS", ErrorKind::BadInput, "The arguments don't fit the input schema."};

inline constexpr std::array all{&KeywordNotSupported, &DialectNotSupported, &SchemaInvalid, &TypeUnknown, &EnumEmpty,
    &RootNotObject, &TooDeep, &InvalidArgs};

} // namespace countersign::schema::codes
