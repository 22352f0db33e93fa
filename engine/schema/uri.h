// Addresses of schemas. Source: RFC 3986 sections 3 and 5. Thread: pure functions. Internal to engine/schema.
#pragma once

#include <string>
#include <string_view>

namespace countersign::schema {

struct Address
{
    std::string document{}; ///< without a fragment
    std::string fragment{}; ///< percent-decoded; empty: none, or the whole
};

/// A reference as seen from a base. An empty base leaves a relative reference as it is.
[[nodiscard]] Address resolved(std::string_view base, std::string_view reference);

} // namespace countersign::schema
