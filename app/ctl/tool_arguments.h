// Words of the command line as values. Source: SPEC section 15. Thread: pure functions.
#pragma once

#include "engine/base/result.h"
#include "engine/domain/json_fields.h"

#include <string>
#include <vector>

namespace countersign::ctl {

/// "--NAME VALUE" and "--NAME=VALUE" to one object: text where the schema says string, else JSON, or text that is no JSON.
/// Errors: USAGE naming the word.
[[nodiscard]] base::Result<base::Json> argumentsFrom(const std::vector<std::string>& words, const base::Json& inputSchema);

/// A whole number of a command line. Errors: USAGE naming the option.
[[nodiscard]] base::Result<int> number(const std::string& text, int low, int high, const char* name);

} // namespace countersign::ctl
