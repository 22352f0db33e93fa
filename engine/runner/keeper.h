// The host's side of an outer sandbox that commands of one run and one layout share: its bubblewrap, its keeper, and the
// socket over which starts go in and processes come out. Source: SPEC section 6.2. Thread: the host's.
#pragma once

#include "engine/runner/descriptors.h"
#include "engine/runner/process_host.h"

#include <array>
#include <set>

namespace countersign::runner {

class Keeper
{
public:
    using Time = std::chrono::steady_clock::time_point;
    enum class Channel : std::uint8_t { Socket, Info, Diagnosis, Process, Inner };
    static constexpr std::size_t channels = 5;

    /// A job's process 1, or the errno for which there is none.
    struct Answer
    {
        JobId job = 0;
        int errnum = 0;
        base::Fd process{};
    };

    /// Starts at once and is passed jobs at once: they wait in the socket. Watched with id * Job::channels + channel.
    [[nodiscard]] static base::Result<std::unique_ptr<Keeper>> start(JobId id, const SharedLayout& layout, const HostOptions& options, int epoll);
    ~Keeper();
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

    /// False: it takes no more.
    [[nodiscard]] bool pass(JobId job, const std::vector<std::pair<int, base::Fd>>& descriptors);
    [[nodiscard]] std::vector<Answer> handle(Channel channel);
    void left(JobId job); ///< has ended, or goes on without it
    void release();       ///< no more jobs come: it ends with the last
    void kill();          ///< with everything below it
    void tick(Time now);
    [[nodiscard]] Time nextTick() const;

    [[nodiscard]] JobId id() const { return m_id; }
    [[nodiscard]] const std::set<JobId>& jobs() const { return m_jobs; }
    [[nodiscard]] bool ended() const { return m_ended; } ///< no process of it is left
    [[nodiscard]] bool takesJobs() const { return m_fds[0].valid() && !m_released; }
    [[nodiscard]] std::string why() const; ///< what it or bubblewrap said last

private:
    Keeper(JobId id, const HostOptions& options, int epoll) : m_id(id), m_patience(options.keeperPatience), m_epoll(epoll) {}
    base::Fd& fd(Channel channel) { return m_fds[static_cast<std::size_t>(channel)]; }
    base::Result<void> spawn(const SharedLayout& layout, const HostOptions& options);
    void watch(Channel channel);
    void close(Channel channel);
    bool readText(Channel channel, std::string& text);
    std::vector<Answer> answers();
    void findInner();
    void processEnded();
    void endIfDone();

    JobId m_id;
    std::chrono::milliseconds m_patience;
    int m_epoll;
    int m_pid = -1;
    std::array<base::Fd, channels> m_fds{};
    std::string m_info;
    std::string m_said;
    std::set<JobId> m_jobs;
    std::size_t m_unanswered = 0;
    Time m_killAt = Time::max();
    bool m_released = false;
    bool m_isKilled = false;
    bool m_ended = false;
};

} // namespace countersign::runner
