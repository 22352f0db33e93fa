// A tool's call from its request to its answer: at most one answer, none after a cancellation, progress only before it.
// Source: SPEC section 12. Thread-safe.
#pragma once

#include "app/mcp/output.h"
#include "engine/mcp/protocol.h"

#include <chrono>
#include <mutex>
#include <stop_token>

namespace countersign::mcp {

class RunningCall final : public RunObserver
{
public:
    RunningCall(Call call, std::size_t bytes, Output& output) : m_call(std::move(call)), m_bytes(bytes), m_output(output) {}

    [[nodiscard]] const Call& call() const { return m_call; }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }
    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }
    void answer(const ToolAnswer& answer);
    void cancel();
    /// Says that it still goes on, when nothing was said for a while.
    void tick(std::chrono::steady_clock::time_point now);

    void started(const domain::Run& run, const domain::Resolution& resolution) override;
    void resultStored(const domain::ValidationResult& result) override;

private:
    void say(const std::string& message);

    Call m_call;
    std::size_t m_bytes;
    Output& m_output;
    std::stop_source m_stop{};
    std::atomic<bool> m_closed = false;
    std::mutex m_mutex{};
    int m_planned = 0;
    int m_done = 0;
    int m_steps = 0; ///< said since the last result
    std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_said = m_began;
};

} // namespace countersign::mcp
