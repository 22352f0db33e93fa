// What commands of one run see is worked out once for the run: it costs a hundred looks at the disk. Commands of no run
// are worked out each time. Source: SPEC section 6.2. Thread: any.
#pragma once

#include "engine/runner/sandbox.h"

#include <map>
#include <memory>
#include <mutex>

namespace countersign::runner {

class Views
{
public:
    void open(std::uint64_t share);
    void close(std::uint64_t share);
    /// Errors: ReadPathRefused.
    [[nodiscard]] base::Result<std::shared_ptr<const SandboxView>> of(const CommandSpec& command, const HostOptions& options);

private:
    using Known = std::map<std::string, std::shared_ptr<const SandboxView>>;
    std::mutex m_mutex;
    std::map<std::uint64_t, Known> m_known;
};

} // namespace countersign::runner
