#include "engine/liveness.h"

#include "engine/base/files.h"
#include "engine/base/text.h"

#include <array>
#include <sstream>

namespace countersign {

namespace {
constexpr base::TimeMs staleAfter = 10'000;
}

std::string hostName()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

std::string processStart(std::int64_t pid)
{
    const auto stat = base::readFile("/proc/" + std::to_string(pid) + "/stat", 4096);
    if (!stat)
        return {};
    // Field 22 counts from after the name, which may hold blanks and parentheses: field 3 follows the last ')'.
    std::istringstream fields(stat->substr(stat->rfind(')') + 1));
    std::string field;
    for (int i = 3; i <= 22 && fields >> field; ++i)
        if (i == 3 && field == "Z")
            return {};
    const auto boot = base::readFile("/proc/sys/kernel/random/boot_id", 128);
    return (boot ? std::string(base::trim(*boot)) : std::string()) + ":" + field;
}

bool isAlive(const store::ProcessRow& process, base::TimeMs now)
{
    if (process.endedAt != 0)
        return false;
    if (process.actor.host != hostName())
        return now - process.heartbeatAt < staleAfter;
    return processStart(process.actor.pid) == process.actor.processStart;
}

} // namespace countersign
