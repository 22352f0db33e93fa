// Holds a plan's lease while its holder works: beats, and hears what others ask. Source: SPEC section 5 (Who works).
// It has a thread and a connection of its own, so that neither a long copy nor a large tree lets the lease grow stale.
// Internal to the engine. Thread: made and ended by the one that works on the plan; the questions from any.
#pragma once

#include "engine/store/store.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace countersign {

class LeaseKeeper
{
public:
    LeaseKeeper(const store::Store& store, domain::Lease lease);
    LeaseKeeper(const LeaseKeeper&) = delete;
    LeaseKeeper& operator=(const LeaseKeeper&) = delete;

    [[nodiscard]] const domain::Lease& lease() const { return m_lease; }
    /// Requested when somebody asked to cancel, and when the lease was lost.
    [[nodiscard]] std::stop_source& work() { return m_work; }
    [[nodiscard]] std::optional<domain::PlanCommand> cancelAsked() const;
    [[nodiscard]] std::optional<base::Error> lost() const; ///< LEASE_LOST

private:
    void keep(const std::stop_token& stop, const store::Location& location, const store::Identity& identity);
    [[nodiscard]] base::Result<void> tick(store::Store& store, base::TimeMs& lastBeat);

    domain::Lease m_lease;
    mutable std::mutex m_mutex{};
    std::condition_variable_any m_wake{};
    std::optional<domain::PlanCommand> m_cancel{};
    std::optional<base::Error> m_lost{};
    std::stop_source m_work{};
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace countersign
