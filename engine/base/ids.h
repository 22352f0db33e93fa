// ULIDs: 26 characters of Crockford base 32, upper case, monotonic within a millisecond. Source: SPEC section 2.
#pragma once

#include "engine/base/clock.h"
#include "engine/base/result.h"

#include <compare>
#include <string>
#include <string_view>

namespace countersign::base {

/// A ULID of one kind of thing; ids of different kinds don't mix. Empty means none.
template <typename Tag>
struct Id
{
    std::string value{};
    [[nodiscard]] bool empty() const { return value.empty(); }
    friend auto operator<=>(const Id&, const Id&) = default;
};

/// Any case in, upper case out. Errors: IdInvalid.
[[nodiscard]] Result<std::string> parseUlid(std::string_view text);
/// A new ULID, larger than every one made before by this process. Thread-safe.
[[nodiscard]] std::string newUlid(const Clock& clock);
/// Milliseconds since 1970 that a ULID was made at.
[[nodiscard]] TimeMs ulidTime(std::string_view ulid);

template <typename Tag>
[[nodiscard]] Id<Tag> newId(const Clock& clock)
{
    return Id<Tag>{newUlid(clock)};
}

} // namespace countersign::base
