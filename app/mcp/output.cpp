#include "app/mcp/output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

#include <poll.h>

namespace countersign::mcp {

namespace {
constexpr int patienceMs = 200;
constexpr int turnsAfterEnd = 5; // a client that closed its end has this many turns left to read
} // namespace

Output::Output(base::Fd output, int input, std::function<void()> onBroken) : m_output(std::move(output)), m_input(input), m_onBroken(std::move(onBroken)) {}

bool Output::writable() const
{
    int turns = turnsAfterEnd;
    for (;;) {
        std::array<pollfd, 2> watched{pollfd{m_output.get(), POLLOUT, 0}, pollfd{m_input, 0, 0}};
        const int ready = ::poll(watched.data(), watched.size(), patienceMs);
        if (ready < 0 && errno != EINTR)
            return false;
        if ((watched[0].revents & (POLLERR | POLLNVAL)) != 0)
            return false;
        if ((watched[0].revents & (POLLOUT | POLLHUP)) != 0)
            return true;
        if ((watched[1].revents & (POLLHUP | POLLNVAL)) != 0) {
            if (--turns == 0)
                return false;
            ::poll(nullptr, 0, patienceMs);
        }
    }
}

bool Output::fail()
{
    if (!m_broken.exchange(true))
        m_onBroken();
    return false;
}

bool Output::write(std::string line, const std::atomic<bool>* unwanted)
{
    line += '\n';
    const std::scoped_lock lock(m_mutex);
    if (m_broken || (unwanted != nullptr && *unwanted))
        return false;
    std::size_t done = 0;
    while (done < line.size()) {
        if (!writable())
            return fail();
        // A pipe that is ready takes this much without waiting.
        const ssize_t wrote = ::write(m_output.get(), line.data() + done, std::min<std::size_t>(line.size() - done, PIPE_BUF));
        if (wrote < 0 && errno != EINTR && errno != EAGAIN)
            return fail();
        done += wrote > 0 ? static_cast<std::size_t>(wrote) : 0;
    }
    return true;
}

} // namespace countersign::mcp
