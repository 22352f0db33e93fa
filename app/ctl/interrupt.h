// Turns SIGINT and SIGTERM into a stop request, so that a run is cancelled and nothing is left behind.
#pragma once

#include "app/signals/stop_signal.h"

#include <atomic>
#include <stop_token>
#include <thread>

namespace countersign::ctl {

class Interrupt
{
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    signals::StopSignal m_signal{};
    std::stop_source m_source{};
    std::atomic<bool> m_over{false};
    std::thread m_thread{};
};

} // namespace countersign::ctl
