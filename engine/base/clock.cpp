#include "engine/base/clock.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace countersign::base {

TimeMs SystemClock::now() const
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::chrono::nanoseconds SystemClock::monotonic() const { return std::chrono::steady_clock::now().time_since_epoch(); }

std::string isoTime(TimeMs time)
{
    TimeMs seconds = time / 1000;
    TimeMs millis = time % 1000;
    if (millis < 0) {
        millis += 1000;
        --seconds;
    }
    const std::time_t t = static_cast<std::time_t>(seconds);
    std::tm parts{};
    gmtime_r(&t, &parts);
    std::array<char, 40> date{};
    const std::size_t n = std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    const std::string fraction = std::to_string(1000 + millis);
    return std::string(date.data(), n) + "." + fraction.substr(1) + "Z";
}

} // namespace countersign::base
