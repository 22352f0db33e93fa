#include "app/mcp/running_call.h"

namespace countersign::mcp {

namespace {
constexpr std::chrono::seconds silence{5};
}

void RunningCall::answer(const ToolAnswer& answer)
{
    if (!m_closed.exchange(true))
        m_output.write(Protocol::answer(m_call, answer));
}

void RunningCall::cancel()
{
    m_closed = true;
    m_stop.request_stop();
}

// Between two results the part grows towards the next whole number and never reaches it: always larger, never too large.
void RunningCall::say(const std::string& message)
{
    if (!m_call.progressToken || m_closed)
        return;
    const double part = static_cast<double>(m_steps) / (m_steps + 1);
    ++m_steps;
    m_said = std::chrono::steady_clock::now();
    const std::optional<int> total = m_planned > 0 ? std::optional(m_planned) : std::nullopt;
    m_output.write(progressLine(*m_call.progressToken, m_done + part, total, message), &m_closed);
}

void RunningCall::tick(std::chrono::steady_clock::time_point now)
{
    const std::scoped_lock lock(m_mutex);
    if (now - m_said < silence)
        return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - m_began).count();
    say((m_planned > 0 ? std::to_string(m_done) + " of " + std::to_string(m_planned) + " validations, " : std::string()) + "running for " + std::to_string(seconds) + " s");
}

void RunningCall::started(const domain::Run& run, const domain::Resolution&)
{
    const std::scoped_lock lock(m_mutex);
    m_planned = run.planned;
    say(std::to_string(m_planned) + " validations are running");
}

void RunningCall::resultStored(const domain::ValidationResult& result)
{
    const std::scoped_lock lock(m_mutex);
    ++m_done;
    m_steps = 0;
    say(result.validation + ": " + std::string(domain::toText(result.verdict)));
}

} // namespace countersign::mcp
