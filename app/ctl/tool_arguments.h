// Arguments of a tool as words of the command line. Source: SPEC section 15. Thread: pure function.
#pragma once

#include "engine/base/result.h"
#include "engine/domain/json_fields.h"

#include <string>
#include <vector>

namespace countersign::ctl {

/// "--NAME VALUE" and "--NAME=VALUE" to one object: text where the schema says string, else JSON, or text that is no JSON.
/// Errors: USAGE naming the word.
[[nodiscard]] base::Result<base::Json> argumentsFrom(const std::vector<std::string>& words, const base::Json& inputSchema);

} // namespace countersign::ctl
