// How far the clocks of two machines may differ before a record counts as made in the future. Source: SPEC section 8.
#pragma once

#include "engine/base/clock.h"

namespace countersign::authority {

inline constexpr base::TimeMs skewMs = 60'000;

} // namespace countersign::authority
