// Time is asked from a Clock, so that a 300-second limit can be a 0 ms test. Source: SPEC section 2.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace countersign::base {

/// UTC milliseconds since 1970.
using TimeMs = std::int64_t;

class Clock
{
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual TimeMs now() const = 0;                        ///< wall clock, UTC milliseconds
    [[nodiscard]] virtual std::chrono::nanoseconds monotonic() const = 0; ///< never goes back
};

/// The machine's clocks. Thread-safe.
class SystemClock final : public Clock
{
public:
    [[nodiscard]] TimeMs now() const override;
    [[nodiscard]] std::chrono::nanoseconds monotonic() const override;
};

/// ISO 8601 with zone: 2026-11-30T20:15:35.123Z
[[nodiscard]] std::string isoTime(TimeMs time);

} // namespace countersign::base
