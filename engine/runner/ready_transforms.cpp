#include "engine/runner/ready_transforms.h"

#include "engine/runner/transform_command.h"

namespace countersign::runner {
namespace {

constexpr std::size_t readyAtOnce = 2;
constexpr std::chrono::hours waitsAtMost{24};

} // namespace

ReadyTransforms::ReadyTransforms(ProcessHost& host, std::uint64_t sharedBy, std::size_t expected)
    : m_host(host), m_sharedBy(sharedBy), m_expected(expected)
{
    const std::lock_guard lock(m_mutex);
    while (m_expected > 0 && m_ready.size() < readyAtOnce)
        m_ready.push_back(startOne());
}

ReadyTransforms::~ReadyTransforms()
{
    for (Helper& helper : m_ready)
        m_host.cancel(helper.job);
    for (Helper& helper : m_ready)
        helper.end.wait();
}

ReadyTransforms::Helper ReadyTransforms::startOne()
{
    m_expected -= m_expected > 0 ? 1 : 0;
    CommandSpec command = transformCommand(m_host.options());
    command.keepInput = command.standsReady = true;
    command.timeout = waitsAtMost;
    command.sandbox.sharedBy = m_sharedBy;
    const auto promise = std::make_shared<std::promise<ProcessEnd>>();
    Helper helper;
    helper.end = promise->get_future();
    helper.job = m_host.start(std::move(command), [promise](ProcessEnd end) { promise->set_value(std::move(end)); });
    return helper;
}

/// One that stands ready or will soon, and starts the next in its place.
ReadyTransforms::Helper ReadyTransforms::take()
{
    const std::lock_guard lock(m_mutex);
    while (!m_ready.empty() && m_ready.front().end.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
        m_ready.pop_front(); // it was ended from outside; that is no call's fault
    Helper helper = m_ready.empty() ? startOne() : std::move(m_ready.front());
    if (!m_ready.empty())
        m_ready.pop_front();
    while (m_expected > 0 && m_ready.size() < readyAtOnce)
        m_ready.push_back(startOne());
    return helper;
}

ProcessEnd ReadyTransforms::ask(std::string request, const TransformLimits& limits, std::stop_token stop)
{
    Helper helper = take();
    m_host.send(helper.job, std::move(request));
    m_host.endInput(helper.job);
    const std::stop_callback cancelled(stop, [this, &helper] { m_host.cancel(helper.job); });
    const bool inTime = helper.end.wait_for(limits.time + transformStartTime) == std::future_status::ready;
    if (!inTime)
        m_host.cancel(helper.job);
    ProcessEnd end = helper.end.get();
    if (!inTime && end.how == ProcessEnd::How::Cancelled && !stop.stop_requested())
        end.how = ProcessEnd::How::TimedOut;
    return end;
}

} // namespace countersign::runner
