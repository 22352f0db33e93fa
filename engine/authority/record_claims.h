// The claims of a decision record, read strictly from canonical JSON. Source: SPEC section 8. Thread: pure functions.
// Errors: codes RecordClaim*, RecordVersion.
#pragma once

#include "engine/base/json.h"
#include "engine/base/result.h"
#include "engine/domain/decision.h"

namespace countersign::authority {

/// Every member known, present where it must be, of its type and form.
[[nodiscard]] base::Result<domain::DecisionClaims> readClaims(const base::Json& claims);
[[nodiscard]] bool isDigest(std::string_view text); ///< 64 lower-case hex digits

} // namespace countersign::authority
