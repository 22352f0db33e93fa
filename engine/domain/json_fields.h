// Reading members of JSON objects that we wrote ourselves or that were checked before. Thread: pure functions.
#pragma once

#include "engine/base/json.h"

#include <optional>
#include <string>
#include <vector>

namespace countersign::domain {

using base::Json;

/// The member, or a fallback when it is absent or of another kind.
[[nodiscard]] std::string textOr(const Json& object, const char* key, std::string fallback = {});
[[nodiscard]] bool boolOr(const Json& object, const char* key, bool fallback);
[[nodiscard]] std::int64_t integerOr(const Json& object, const char* key, std::int64_t fallback);
[[nodiscard]] std::optional<std::string> optionalText(const Json& object, const char* key);
[[nodiscard]] std::vector<std::string> texts(const Json& object, const char* key);
[[nodiscard]] const Json& memberOr(const Json& object, const char* key, const Json& fallback);
/// A fallback that is a temporary is given back as a value: a reference to it would outlive it.
[[nodiscard]] Json memberOr(const Json& object, const char* key, Json&& fallback);

} // namespace countersign::domain
