// The host's side of an outer sandbox that commands of one run and one layout share: its bubblewrap, its keeper, and the
// socket over which starts go in and processes come out. Source: SPEC section 6.2. Thread: the host's.
#pragma once

#include "engine/runner/sandbox_process.h"

#include <set>

namespace countersign::runner {

class Keeper
{
public:
    using Time = std::chrono::steady_clock::time_point;

    /// A job's process 1, or the errno for which there is none.
    struct Answer
    {
        JobId job = 0;
        int errnum = 0;
        base::Fd process{};
    };

    /// Starts at once and is passed jobs at once: they wait in the socket. Watched as SandboxProcess says; channel 0 is the socket.
    [[nodiscard]] static base::Result<std::unique_ptr<Keeper>> start(JobId id, const SharedLayout& layout, const HostOptions& options, int epoll);
    /// False: it takes no more.
    [[nodiscard]] bool pass(JobId job, const std::vector<std::pair<int, base::Fd>>& descriptors);
    [[nodiscard]] std::vector<Answer> handle(std::size_t channel);
    void left(JobId job); ///< has ended, or goes on without it
    void release();       ///< no more jobs come: it ends with the last
    void kill();          ///< with everything below it
    void tick(Time now);
    [[nodiscard]] Time nextTick() const;

    [[nodiscard]] JobId id() const { return m_id; }
    [[nodiscard]] const std::set<JobId>& jobs() const { return m_jobs; }
    [[nodiscard]] bool ended() const { return m_ended; } ///< no process of it is left
    [[nodiscard]] bool takesJobs() const { return m_socket.valid() && !m_released; }
    [[nodiscard]] std::string why() const; ///< what it or bubblewrap said last

private:
    Keeper(JobId id, const HostOptions& options, int epoll) : m_id(id), m_patience(options.keeperPatience), m_epoll(epoll) {}
    base::Result<void> spawn(const SharedLayout& layout, const HostOptions& options);
    void closeSocket();
    std::vector<Answer> answers();
    void endIfDone();

    JobId m_id;
    std::chrono::milliseconds m_patience;
    int m_epoll;
    base::Fd m_socket;
    SandboxProcess m_sandbox;
    std::set<JobId> m_jobs;
    std::size_t m_unanswered = 0;
    Time m_killAt = Time::max();
    bool m_released = false;
    bool m_ended = false;
};

} // namespace countersign::runner
