// The keepers of a host: one for each layout of each run that shares, from its first command until the run's end.
// Source: SPEC section 6.2. Thread: the host's.
#pragma once

#include "engine/runner/job.h"
#include "engine/runner/keeper.h"

namespace countersign::runner {

class Keepers
{
public:
    Keepers(const HostOptions& options, int epoll) : m_options(options), m_epoll(epoll) {}

    void open(std::uint64_t share) { m_open.insert(share); }
    void close(std::uint64_t share);
    void killAll();

    /// Null: it starts alone, because it may not share, or there is no keeper to be had (refusal()).
    [[nodiscard]] Keeper* keeperFor(const PreparedCommand& command, JobId nextId);
    [[nodiscard]] const std::string& refusal() const { return m_refusal; }
    [[nodiscard]] Keeper* find(JobId id);
    void tick(Keeper::Time now);
    [[nodiscard]] Keeper::Time nextTick() const;
    /// Takes one that has ended; its jobs have ended too, or were never started.
    [[nodiscard]] std::unique_ptr<Keeper> takeEnded();
    [[nodiscard]] bool empty() const { return m_keepers.empty(); }

private:
    struct Place
    {
        JobId keeper = 0;        ///< 0: none yet
        std::string failed{};    ///< there is none to be had
    };

    const HostOptions& m_options;
    int m_epoll;
    std::set<std::uint64_t> m_open;
    std::map<std::pair<std::uint64_t, std::string>, Place> m_places; ///< by share and view
    std::map<JobId, std::unique_ptr<Keeper>> m_keepers;
    std::string m_refusal;
};

} // namespace countersign::runner
