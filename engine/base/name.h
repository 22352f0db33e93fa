// Names: [[server:]namespace/]name; a bare name means local/name. Source: SPEC section 2. Thread: pure functions.
#pragma once

#include "engine/base/result.h"

#include <compare>
#include <string>
#include <string_view>

namespace countersign::base {

struct Name
{
    std::string server{};
    std::string space{}; ///< namespace; never empty in a parsed name
    std::string name{};
    [[nodiscard]] std::string text() const; ///< "local/unit-tests", "srv:ns/name"
    friend auto operator<=>(const Name&, const Name&) = default;
};

/// Each segment is [a-z][a-z0-9_-]{0,63}. Errors: NameInvalid naming the character and its position (from 1).
[[nodiscard]] Result<Name> parseName(std::string_view text);
/// As parseName, and refuses the reserved namespaces (NameReserved): for what is registered.
[[nodiscard]] Result<Name> parseOwnName(std::string_view text);

} // namespace countersign::base
