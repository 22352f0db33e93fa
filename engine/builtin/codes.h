// Closed table of the codes of engine/builtin. Source: SPEC sections 3, 6.4.
#pragma once

#include "engine/base/error.h"

namespace countersign::builtin::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo PathOutside{"BuiltinError", "BUILTIN_PATH_OUTSIDE", ErrorKind::BadInput, "The path does not stay inside the resource."};
inline constexpr CodeInfo Unreadable{"BuiltinError", "BUILTIN_UNREADABLE", ErrorKind::Unavailable, "A file of the resource can't be read."};
inline constexpr CodeInfo TooLarge{"BuiltinError", "BUILTIN_TOO_LARGE", ErrorKind::BadInput, "A file of the resource is larger than this check reads."};
inline constexpr CodeInfo PatternInvalid{"BuiltinError", "BUILTIN_PATTERN_INVALID", ErrorKind::BadInput, "The pattern is not a regular expression of RE2."};
inline constexpr CodeInfo SchemaUnusable{"BuiltinError", "BUILTIN_SCHEMA_UNUSABLE", ErrorKind::BadInput, "The schema can't be used."};
inline constexpr CodeInfo GitFailed{"BuiltinError", "BUILTIN_GIT_FAILED", ErrorKind::Unavailable, "git could not say what changed."};

inline constexpr std::array all{&PathOutside, &Unreadable, &TooLarge, &PatternInvalid, &SchemaUnusable, &GitFailed};

} // namespace countersign::builtin::codes
