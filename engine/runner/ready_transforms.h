// Helpers for transforms that stand ready for the time of a run. Nearly all of a transform's time is the start of its
// process and its JavaScript engine, so that happens before there is anything to evaluate. Each helper still serves one
// call, in a sandbox and an engine that nobody has used, and ends: what one call does, no other sees.
// Source: SPEC section 3. Thread: any but the host's own; the host and what shares the sandboxes must outlive it.
#pragma once

#include "engine/runner/process_host.h"
#include "engine/runner/transform.h"

#include <deque>
#include <future>
#include <mutex>

namespace countersign::runner {

class ReadyTransforms
{
public:
    /// expected: how many calls there will be at most; so many helpers are started ahead of time, a few at once.
    ReadyTransforms(ProcessHost& host, std::uint64_t sharedBy, std::size_t expected);
    ~ReadyTransforms(); ///< ends those that were not needed
    ReadyTransforms(const ReadyTransforms&) = delete;
    ReadyTransforms& operator=(const ReadyTransforms&) = delete;

    /// As runAndWait() with a helper; the time runs from here.
    [[nodiscard]] ProcessEnd ask(std::string request, const TransformLimits& limits, std::stop_token stop);

private:
    struct Helper
    {
        JobId job = 0;
        std::future<ProcessEnd> end{};
    };
    Helper startOne();
    Helper take();

    ProcessHost& m_host;
    const std::uint64_t m_sharedBy;
    std::mutex m_mutex;
    std::size_t m_expected;
    std::deque<Helper> m_ready;
};

} // namespace countersign::runner
