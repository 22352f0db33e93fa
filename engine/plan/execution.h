// Runs the validations of one run, each in its sandbox, several at a time. Source: SPEC sections 6.1–6.5.
// Thread: next() and the constructor on the owner's thread; the work goes on on threads of its own.
#pragma once

#include "engine/plan/invocation.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace countersign::plan {

class Hooks;

/// A result with its outputs stored, ready for the database.
class Execution
{
public:
    Execution(std::vector<PlannedValidation> planned, ExecutionSettings settings, runner::ProcessHost& host, const runner::Redactor& redactor,
              const store::Outputs& outputs, const base::Clock& clock);
    ~Execution(); ///< cancels what still runs and waits for it

    /// The next finished result; nothing when none came within the time, or all were handed out (done()).
    [[nodiscard]] std::optional<domain::ValidationResult> next(std::chrono::milliseconds patience);
    [[nodiscard]] bool done() const { return m_handedOut == m_planned.size(); }
    void cancel();

private:
    void work(std::stop_token stop);

    std::vector<PlannedValidation> m_planned;
    ExecutionSettings m_settings;
    runner::SharedSandboxes m_shared; ///< of this run alone
    std::unique_ptr<runner::ReadyTransforms> m_transforms; ///< none for a run without wrapped validations
    std::unique_ptr<Hooks> m_hooks;
    Invocation m_invocation;
    std::size_t m_nextToStart = 0;
    std::size_t m_handedOut = 0;
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<domain::ValidationResult> m_results;
    std::vector<std::jthread> m_workers;
};

} // namespace countersign::plan
