// Closed table of the codes of engine/domain. Source: SPEC sections 3, 9.
#pragma once

#include "engine/base/error.h"

#include <array>

namespace countersign::domain::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo ReferenceInvalid{"GraphError", "REFERENCE_INVALID", ErrorKind::BadInput, "A reference to a node can't be read."};
inline constexpr CodeInfo ReferenceMissing{"GraphError", "REFERENCE_MISSING", ErrorKind::NotFound, "A reference stands for nothing."};

inline constexpr std::array all{&ReferenceInvalid, &ReferenceMissing};

} // namespace countersign::domain::codes
