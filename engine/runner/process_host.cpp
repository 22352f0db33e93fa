#include "engine/runner/process_host.h"

#include "engine/runner/codes.h"
#include "engine/runner/job.h"
#include "engine/runner/keepers.h"
#include "engine/runner/turns.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <deque>
#include <future>
#include <mutex>
#include <thread>
#include <variant>

#include <sys/epoll.h>
#include <sys/eventfd.h>

namespace countersign::runner {

using base::Fd;
using base::Result;
using Steady = std::chrono::steady_clock;

class ProcessHost::Loop
{
public:
    Loop(HostOptions options, Fd epoll, Fd wake)
        : m_options(std::move(options)), m_epoll(std::move(epoll)), m_wake(std::move(wake)), m_keepers(m_options, m_epoll.get())
    {
        epoll_event event{};
        event.events = EPOLLIN;
        ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, m_wake.get(), &event);
        m_thread = std::thread([this] { run(); });
    }
    ~Loop()
    {
        post(Stop{});
        m_thread.join();
    }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    JobId add(CommandSpec command, Done done, Chunk chunk)
    {
        PreparedCommand prepared = prepare(std::move(command), m_options, m_views);
        const JobId id = ++m_lastId;
        post(Start{id, std::make_unique<Job>(id, std::move(prepared), std::move(done), std::move(chunk))});
        return id;
    }
    void cancel(JobId id) { post(Cancel{id}); }
    void send(JobId id, std::string more, bool end) { post(Send{id, std::move(more), end}); }
    std::uint64_t openShare()
    {
        const std::uint64_t id = ++m_lastId;
        m_views.open(id);
        post(Share{id, true});
        return id;
    }
    void closeShare(std::uint64_t id)
    {
        m_views.close(id);
        post(Share{id, false});
    }
    [[nodiscard]] const HostOptions& options() const { return m_options; }
    [[nodiscard]] SandboxCounts counts()
    {
        const std::lock_guard lock(m_mutex);
        return m_counts;
    }

private:
    struct Stop
    {};
    struct Cancel
    {
        JobId id = 0;
    };
    struct Start
    {
        JobId id = 0;
        std::unique_ptr<Job> job;
    };
    struct Send
    {
        JobId id = 0;
        std::string more;
        bool end = false;
    };
    struct Share
    {
        std::uint64_t id = 0;
        bool open = false;
    };
    using Request = std::variant<Stop, Cancel, Start, Send, Share>;

    void post(Request request)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_requests.push_back(std::move(request));
        }
        const std::uint64_t one = 1;
        while (::write(m_wake.get(), &one, sizeof one) < 0 && errno == EINTR)
            ;
    }

    void run()
    {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
        while (!m_stopping || !m_running.empty() || !m_keepers.empty()) {
            waitForEvents();
            takeRequests();
            startWaiting();
            tick();
        }
        takeRequests();
        startWaiting();
    }

    void waitForEvents()
    {
        std::array<epoll_event, 64> events{};
        const int n = ::epoll_wait(m_epoll.get(), events.data(), static_cast<int>(events.size()), milliseconds());
        for (int i = 0; i < n; ++i) {
            const std::uint64_t data = events[static_cast<std::size_t>(i)].data.u64;
            const auto job = m_running.find(data / SandboxProcess::channels);
            if (job != m_running.end())
                job->second->handle(data % SandboxProcess::channels);
            else if (Keeper* keeper = m_keepers.find(data / SandboxProcess::channels))
                hear(*keeper, data % SandboxProcess::channels);
        }
    }

    void hear(Keeper& keeper, std::size_t channel)
    {
        for (Keeper::Answer& answer : keeper.handle(channel)) {
            const auto job = m_running.find(answer.job);
            if (job == m_running.end() || job->second->keeper() != keeper.id())
                continue;
            if (answer.process.valid())
                job->second->attach(std::move(answer.process));
            else
                job->second->keeperFailed(std::string("namespaces: ") + std::strerror(answer.errnum));
        }
    }

    /// All below a keeper that has ended has ended too.
    void tickKeepers(Job::Time now)
    {
        m_keepers.tick(now);
        while (const std::unique_ptr<Keeper> keeper = m_keepers.takeEnded()) {
            for (const JobId id : keeper->jobs()) {
                if (const auto job = m_running.find(id); job != m_running.end())
                    job->second->keeperFailed(keeper->why());
            }
        }
    }

    [[nodiscard]] int milliseconds() const
    {
        Job::Time next = m_keepers.nextTick();
        for (const auto& [id, job] : m_running)
            next = std::min(next, job->nextTick());
        if (next == Job::Time::max())
            return -1;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Steady::now()).count();
        return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
    }

    void takeRequests()
    {
        std::uint64_t count = 0;
        if (::read(m_wake.get(), &count, sizeof count) < 0 && errno != EAGAIN)
            return;
        std::deque<Request> requests;
        {
            const std::lock_guard lock(m_mutex);
            requests.swap(m_requests);
        }
        for (Request& request : requests)
            std::visit([this](auto& what) { obey(what); }, request);
    }

    void obey(Stop&)
    {
        m_stopping = true;
        m_keepers.killAll();
        for (auto& [id, job] : m_running)
            job->endNow();
        for (Start& start : m_waiting)
            start.job->cancelBeforeStart();
    }
    void obey(Cancel& cancel)
    {
        if (const auto job = m_running.find(cancel.id); job != m_running.end())
            job->second->cancel(Steady::now());
        for (Start& start : m_waiting) {
            if (start.id == cancel.id)
                start.job->cancelBeforeStart();
        }
    }
    void obey(Send& send)
    {
        const auto give = [&send](Job& job) { send.end ? job.endInput() : job.send(send.more); };
        if (const auto job = m_running.find(send.id); job != m_running.end())
            give(*job->second);
        for (Start& start : m_waiting) {
            if (start.id == send.id)
                give(*start.job);
        }
    }
    void obey(Share& share) { share.open ? m_keepers.open(share.id) : m_keepers.close(share.id); }
    void obey(Start& start)
    {
        if (m_stopping)
            start.job->cancelBeforeStart();
        m_turns.arrived(start.job->turn());
        m_waiting.push_back(std::move(start));
    }

    void startWaiting()
    {
        while (startSome())
            ;
    }

    /// Once through all that wait. Whether one started or went away, so that it may be another's turn now.
    bool startSome()
    {
        const std::size_t before = m_waiting.size();
        for (auto start = m_waiting.begin(); start != m_waiting.end();) {
            if (mayStart(*start->job) && trySpawn(*start)) {
                m_turns.started(start->job->turn());
                m_places += start->job->takesPlace() ? 1 : 0;
                m_running.emplace(start->id, std::move(start->job));
                start = m_waiting.erase(start);
            } else if (start->job->finished()) {
                const std::unique_ptr<Job> job = std::move(start->job);
                start = m_waiting.erase(start);
                m_turns.left(job->turn());
                job->deliver();
            } else {
                ++start;
            }
        }
        return m_waiting.size() != before;
    }

    [[nodiscard]] bool mayStart(const Job& job) const
    {
        const bool hasPlace = !job.takesPlace() || m_places < m_options.concurrency;
        return !job.finished() && hasPlace && m_turns.mayStart(job.turn());
    }

    bool trySpawn(Start& start)
    {
        Job& job = *start.job;
        if (Keeper* keeper = m_keepers.keeperFor(job.prepared(), ++m_lastId); keeper != nullptr) {
            if (job.spawnBelow(*keeper, m_options, m_epoll.get())) {
                count(&SandboxCounts::shared);
                return true;
            }
            refused(keeper->why());
        } else if (!m_keepers.refusal().empty()) {
            refused(m_keepers.refusal());
        }
        return spawnAlone(job);
    }

    bool spawnAlone(Job& job)
    {
        Result<void> started = job.spawn(m_options, m_epoll.get());
        if (!started)
            job.refuse(std::move(started.error()));
        else
            count(&SandboxCounts::own);
        return started.has_value();
    }

    void count(std::uint64_t SandboxCounts::* which)
    {
        const std::lock_guard lock(m_mutex);
        ++(m_counts.*which);
    }
    void refused(const std::string& why)
    {
        const std::lock_guard lock(m_mutex);
        ++m_counts.refused;
        m_counts.lastRefusal = why;
    }

    void leaveKeeper(const Job& job, JobId id)
    {
        if (Keeper* keeper = m_keepers.find(job.keeper()))
            keeper->left(id);
    }

    void tick()
    {
        const Job::Time now = Steady::now();
        tickKeepers(now);
        for (auto job = m_running.begin(); job != m_running.end();) {
            if (!job->second->finished())
                job->second->tick(now);
            if (job->second->mustSpawnAlone()) {
                leaveKeeper(*job->second, job->first);
                refused(job->second->refusal());
                spawnAlone(*job->second);
            }
            if (!job->second->finished()) {
                ++job;
                continue;
            }
            leaveKeeper(*job->second, job->first);
            const std::unique_ptr<Job> ended = std::move(job->second);
            job = m_running.erase(job);
            m_turns.ended(ended->turn());
            m_places -= ended->takesPlace() ? 1 : 0;
            ended->deliver();
            wakeIfWaiting();
        }
    }
    void wakeIfWaiting()
    {
        const std::uint64_t one = 1;
        if (!m_waiting.empty() && ::write(m_wake.get(), &one, sizeof one) < 0)
            return;
    }

    const HostOptions m_options;
    Fd m_epoll;
    Fd m_wake;
    std::mutex m_mutex;
    std::deque<Request> m_requests;
    SandboxCounts m_counts;
    Views m_views;
    Keepers m_keepers;
    std::atomic<JobId> m_lastId = 0;
    std::map<JobId, std::unique_ptr<Job>> m_running;
    std::size_t m_places = 0; ///< of m_options.concurrency, taken
    std::deque<Start> m_waiting;
    Turns m_turns;
    bool m_stopping = false;
    std::thread m_thread;
};

ProcessHost::ProcessHost(std::unique_ptr<Loop> loop) : m_loop(std::move(loop)) {}
ProcessHost::~ProcessHost() = default;

Result<std::unique_ptr<ProcessHost>> ProcessHost::create(HostOptions options)
{
    Fd epoll(::epoll_create1(EPOLL_CLOEXEC));
    Fd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!epoll.valid() || !wake.valid())
        return base::fail(codes::StartFailed, std::string("epoll: ") + std::strerror(errno));
    options.concurrency = std::max<std::size_t>(options.concurrency, 1);
    auto loop = std::make_unique<Loop>(std::move(options), std::move(epoll), std::move(wake));
    return std::unique_ptr<ProcessHost>(new ProcessHost(std::move(loop)));
}

JobId ProcessHost::start(CommandSpec command, Done done, Chunk chunk)
{
    return m_loop->add(std::move(command), std::move(done), std::move(chunk));
}

void ProcessHost::cancel(JobId job) { m_loop->cancel(job); }

void ProcessHost::send(JobId job, std::string more) { m_loop->send(job, std::move(more), false); }

void ProcessHost::endInput(JobId job) { m_loop->send(job, {}, true); }

const HostOptions& ProcessHost::options() const { return m_loop->options(); }

SandboxCounts ProcessHost::counts() const { return m_loop->counts(); }

SharedSandboxes::SharedSandboxes(ProcessHost& host) : m_host(host), m_id(host.m_loop->openShare()) {}

SharedSandboxes::~SharedSandboxes() { m_host.m_loop->closeShare(m_id); }

ProcessEnd runAndWait(ProcessHost& host, CommandSpec command, std::stop_token stop, ProcessHost::Chunk chunk)
{
    // Shared, because set_value() may still be at work when get() has returned.
    const auto promise = std::make_shared<std::promise<ProcessEnd>>();
    std::future<ProcessEnd> end = promise->get_future();
    const JobId id = host.start(std::move(command), [promise](ProcessEnd value) { promise->set_value(std::move(value)); },
                                std::move(chunk));
    const std::stop_callback cancelled(stop, [&host, id] { host.cancel(id); });
    return end.get();
}

} // namespace countersign::runner
