#include "app/ctl/interrupt.h"

#include <poll.h>

namespace countersign::ctl {

Interrupt::Interrupt()
{
    if (m_signal.descriptor() < 0)
        return;
    m_thread = std::thread([this] {
        pollfd waited{m_signal.descriptor(), POLLIN, 0};
        while (::poll(&waited, 1, -1) != 1) {
        }
        if (!m_over)
            m_source.request_stop();
    });
}

Interrupt::~Interrupt()
{
    m_over = true;
    m_signal.raise();
    if (m_thread.joinable())
        m_thread.join();
}

} // namespace countersign::ctl
