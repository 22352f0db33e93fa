// What the built-in tools do. Source: SPEC sections 3, 6.4. Internal to engine/builtin.
#pragma once

#include "engine/builtin/builtin.h"

namespace countersign::builtin {

inline constexpr std::size_t findingsShown = 100;

[[nodiscard]] base::Result<Json> fileExists(const Call& call);
[[nodiscard]] base::Result<Json> jsonSchema(const Call& call);
[[nodiscard]] base::Result<Json> forbiddenText(const Call& call);
[[nodiscard]] base::Result<Json> gitClean(const Printed& printed);

[[nodiscard]] inline Json verdict(bool passed, std::string message, Json data = Json::object())
{
    return {{"passed", passed}, {"message", std::move(message)}, {"data", std::move(data)}};
}

} // namespace countersign::builtin
