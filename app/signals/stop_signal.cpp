#include "app/signals/stop_signal.h"

#include <array>
#include <atomic>
#include <csignal>

#include <fcntl.h>

namespace countersign::signals {

namespace {
// The one thing a signal handler can reach.
std::atomic<int> pipeEnd{-1};

void onSignal(int)
{
    const char byte = 1;
    (void)!::write(pipeEnd.load(), &byte, 1);
}
} // namespace

StopSignal::StopSignal()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_read.reset(ends[0]);
    m_write.reset(ends[1]);
    pipeEnd = ends[1];
    struct sigaction action = {};
    action.sa_handler = onSignal;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
}

StopSignal::~StopSignal()
{
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
    pipeEnd = -1;
}

void StopSignal::raise() const { onSignal(0); }

} // namespace countersign::signals
