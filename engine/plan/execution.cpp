#include "engine/plan/execution.h"

#include "engine/plan/hooks.h"

#include <algorithm>
#include <exception>

namespace countersign::plan {
namespace {

constexpr std::size_t sharingPaysFrom = 3;

std::size_t transformsIn(const std::vector<PlannedValidation>& planned)
{
    std::size_t count = 0;
    for (const PlannedValidation& one : planned)
        count += one.broken || one.chain.empty() ? 0 : one.chain.size() - 1;
    return count;
}

} // namespace

Execution::Execution(std::vector<PlannedValidation> planned, ExecutionSettings settings, runner::ProcessHost& host,
                     const runner::Redactor& redactor, const store::Outputs& outputs, const base::Clock& clock)
    : m_planned(std::move(planned)), m_settings(std::move(settings)), m_shared(host), m_hooks(std::make_unique<Hooks>(m_planned, m_settings, host)),
      m_invocation(m_settings, *m_hooks, host, redactor, &outputs, clock)
{
    m_settings.sharedSandboxes = m_planned.size() >= sharingPaysFrom ? m_shared.id() : 0;
    if (const std::size_t transforms = transformsIn(m_planned); transforms > 0)
        m_transforms = std::make_unique<runner::ReadyTransforms>(host, m_settings.sharedSandboxes, transforms);
    m_settings.transforms = m_transforms.get();
    const std::size_t workers = std::min(m_planned.size(), static_cast<std::size_t>(std::max(m_settings.parallel, 1)));
    for (std::size_t i = 0; i < workers; ++i)
        m_workers.emplace_back([this](std::stop_token stop) { work(std::move(stop)); });
}

Execution::~Execution()
{
    cancel();
    m_workers.clear();
}

void Execution::cancel()
{
    for (std::jthread& worker : m_workers)
        worker.request_stop();
}

std::optional<domain::ValidationResult> Execution::next(std::chrono::milliseconds patience)
{
    std::unique_lock lock(m_mutex);
    if (!m_arrived.wait_for(lock, patience, [this] { return !m_results.empty(); }))
        return std::nullopt;
    domain::ValidationResult out = std::move(m_results.front());
    m_results.pop_front();
    ++m_handedOut;
    return out;
}

void Execution::work(std::stop_token stop)
{
    for (;;) {
        std::size_t index = 0;
        {
            const std::scoped_lock lock(m_mutex);
            if (m_nextToStart == m_planned.size())
                return;
            index = m_nextToStart++;
        }
        domain::ValidationResult result;
        try {
            result = m_invocation(m_planned[index], stop).result;
        } catch (const std::exception& exception) {
            result = m_invocation.broken(m_planned[index], exception.what());
        }
        const std::scoped_lock lock(m_mutex);
        m_results.push_back(std::move(result));
        m_arrived.notify_one();
    }
}

} // namespace countersign::plan
