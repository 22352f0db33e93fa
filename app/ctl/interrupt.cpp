#include "app/ctl/interrupt.h"

#include <array>
#include <atomic>
#include <csignal>

#include <fcntl.h>

namespace countersign::ctl {

namespace {
// The one thing a signal handler can reach.
std::atomic<int> pipeEnd{-1};

void onSignal(int)
{
    const char byte = 1;
    (void)!::write(pipeEnd.load(), &byte, 1);
}
} // namespace

Interrupt::Interrupt()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return;
    m_read.reset(ends[0]);
    m_write.reset(ends[1]);
    pipeEnd = ends[1];
    m_thread = std::thread([this] {
        char byte = 0;
        while (::read(m_read.get(), &byte, 1) == 1 && byte != 0)
            m_source.request_stop();
    });
    struct sigaction action = {};
    action.sa_handler = onSignal;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
}

Interrupt::~Interrupt()
{
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
    const char end = 0;
    if (m_thread.joinable()) {
        (void)!::write(m_write.get(), &end, 1);
        m_thread.join();
    }
}

} // namespace countersign::ctl
