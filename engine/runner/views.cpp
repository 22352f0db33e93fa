#include "engine/runner/views.h"

namespace countersign::runner {

void Views::open(std::uint64_t share)
{
    const std::lock_guard lock(m_mutex);
    m_known.try_emplace(share);
}

void Views::close(std::uint64_t share)
{
    const std::lock_guard lock(m_mutex);
    m_known.erase(share);
}

base::Result<std::shared_ptr<const SandboxView>> Views::of(const CommandSpec& command, const HostOptions& options)
{
    const std::uint64_t share = command.sandbox.sharedBy;
    const std::string key = share == 0 ? std::string() : viewKey(command);
    if (share != 0) {
        const std::lock_guard lock(m_mutex);
        const auto known = m_known.find(share);
        if (known != m_known.end() && known->second.contains(key))
            return known->second.at(key);
    }
    CS_ASSIGN(SandboxView made, viewSandbox(command, options));
    auto view = std::make_shared<const SandboxView>(std::move(made));
    const std::lock_guard lock(m_mutex);
    if (const auto known = m_known.find(share); known != m_known.end())
        known->second.insert_or_assign(key, view);
    return view;
}

} // namespace countersign::runner
