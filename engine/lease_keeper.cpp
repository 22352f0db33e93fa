#include "engine/lease_keeper.h"

#include "engine/store/codes.h"

namespace countersign {

namespace {

constexpr std::chrono::milliseconds listenEvery{150};
constexpr base::TimeMs beatEvery = 2'000;

} // namespace

LeaseKeeper::LeaseKeeper(const store::Store& store, domain::Lease lease)
    : m_lease(std::move(lease)),
      m_thread([this, location = store.location(), identity = store.identity()](const std::stop_token& stop) { keep(stop, location, identity); })
{
}

void LeaseKeeper::keep(const std::stop_token& stop, const store::Location& location, const store::Identity& identity)
{
    std::unique_ptr<store::Store> store;
    base::TimeMs lastBeat = m_lease.heartbeatAt;
    while (!stop.stop_requested()) {
        if (!store)
            if (auto opened = store::Store::open(location, identity, false))
                store = std::move(*opened);
        if (store) {
            // A store that is busy or full for a moment is asked again; only a lost lease ends the work.
            if (const auto kept = tick(*store, lastBeat); !kept && kept.error().is(store::codes::LeaseLost)) {
                const std::scoped_lock lock(m_mutex);
                m_lost = kept.error();
                m_work.request_stop();
                return;
            }
        }
        std::unique_lock lock(m_mutex);
        m_wake.wait_for(lock, stop, listenEvery, [] { return false; });
    }
}

base::Result<void> LeaseKeeper::tick(store::Store& store, base::TimeMs& lastBeat)
{
    if (store.now() - lastBeat >= beatEvery) {
        CS_TRY(store.beat(m_lease));
        lastBeat = store.now();
    }
    CS_ASSIGN(const auto waiting, store.waitingCommands(m_lease.plan));
    for (const domain::PlanCommand& command : waiting) {
        if (command.kind != domain::CommandKind::Cancel)
            continue;
        const std::scoped_lock lock(m_mutex);
        if (!m_cancel)
            m_cancel = command;
        m_work.request_stop();
    }
    return {};
}

std::optional<domain::PlanCommand> LeaseKeeper::cancelAsked() const
{
    const std::scoped_lock lock(m_mutex);
    return m_cancel;
}

std::optional<base::Error> LeaseKeeper::lost() const
{
    const std::scoped_lock lock(m_mutex);
    return m_lost;
}

} // namespace countersign
