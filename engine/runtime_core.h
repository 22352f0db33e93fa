// What one process shares between its engines. Internal to the engine. Thread-safe: everything here is immutable or locked.
#pragma once

#include "engine/configuration.h"
#include "engine/engine.h"
#include "engine/log.h"
#include "engine/plan/work_tree.h"
#include "engine/runner/process_host.h"
#include "engine/store/store.h"

#include <mutex>
#include <set>

namespace countersign {

class RuntimeCore final : public Runtime
{
public:
    [[nodiscard]] static base::Result<std::shared_ptr<RuntimeCore>> create(RuntimeOptions options);

    [[nodiscard]] const base::Clock& clock() const override { return *m_clock; }
    [[nodiscard]] const domain::Actor& actor() const override { return m_actor; }
    [[nodiscard]] std::filesystem::path stateDirectory() const override { return m_stateDirectory; }
    [[nodiscard]] std::filesystem::path keyDirectory() const override { return m_keyDirectory; }
    [[nodiscard]] std::string searchPath() const override { return m_configuration.path; }

    /// countersignctl, which works on dispatched plans. Errors: HELPERS_MISSING.
    [[nodiscard]] base::Result<std::filesystem::path> ctl() const;
    /// The console and the server: they stay, and look after what others left.
    [[nodiscard]] bool livesLong() const { return m_program == "countersign" || m_program == "countersign-mcp"; }
    [[nodiscard]] const Configuration& configuration() const { return m_configuration; }
    [[nodiscard]] Log& log() { return *m_log; }
    [[nodiscard]] plan::ContentCache& contentCache() { return m_cache; }
    [[nodiscard]] store::Identity identity() const;
    /// Made at the first call, as most commands run nothing. forbidden: directories never shown in a sandbox.
    [[nodiscard]] base::Result<runner::ProcessHost*> processHost(const store::Location& location);
    [[nodiscard]] runner::HostOptions hostOptions(const store::Location& location) const;
    /// Runs that a thread of this process works on. One that is the process's own in the store and not here was given up.
    void runBegan(const domain::RunId& run);
    void runEnded(const domain::RunId& run);
    [[nodiscard]] bool runGoesOn(const domain::RunId& run) const;

private:
    RuntimeCore() = default;

    std::shared_ptr<const base::Clock> m_clock{};
    domain::Actor m_actor{};
    std::string m_program{};
    domain::ProcessId m_process{};
    std::filesystem::path m_helpers{};
    std::filesystem::path m_ctl{};
    std::filesystem::path m_stateDirectory{};
    std::filesystem::path m_keyDirectory{};
    Configuration m_configuration{};
    std::unique_ptr<Log> m_log{};
    plan::ContentCache m_cache{};
    mutable std::mutex m_runMutex{};
    std::set<domain::RunId> m_runs{};
    std::mutex m_hostMutex{};
    std::map<std::filesystem::path, std::unique_ptr<runner::ProcessHost>> m_hosts{};
};

} // namespace countersign
