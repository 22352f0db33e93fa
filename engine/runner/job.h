// One command in its sandbox, from spawn to end. Source: SPEC sections 6.2 and 6.3. Thread: the host's.
#pragma once

#include "engine/runner/capture.h"
#include "engine/runner/sandbox_process.h"
#include "engine/runner/supervisor/protocol.h"
#include "engine/runner/views.h"

#include <array>

namespace countersign::runner {

/// What a command needs before the host's thread sees it; made on the caller's thread, because it reads the disk.
struct PreparedCommand
{
    CommandSpec command{};
    std::shared_ptr<const SandboxView> view{};
    std::optional<base::Error> refused{};
};
[[nodiscard]] PreparedCommand prepare(CommandSpec command, const HostOptions& options, Views& views);
/// bubblewrap with its arguments and what it reads from descriptors; program: inside, with its arguments.
[[nodiscard]] base::Result<Spawn> bubblewrapCall(const HostOptions& options, const SandboxLayout& layout, std::vector<std::string> program);

class Keeper;

class Job
{
public:
    using Time = std::chrono::steady_clock::time_point;
    enum class Channel : std::uint8_t { Input, Out, Err, Report };

    Job(JobId id, PreparedCommand prepared, ProcessHost::Done done, ProcessHost::Chunk chunk);

    /// Starts the sandbox and adds its descriptors to the epoll set, as SandboxProcess says.
    [[nodiscard]] base::Result<void> spawn(const HostOptions& options, int epoll);
    /// The same below a keeper, which outlives the job. False: it has to be spawned alone.
    [[nodiscard]] bool spawnBelow(Keeper& keeper, const HostOptions& options, int epoll);
    void attach(base::Fd process); ///< process 1 of its sandbox below the keeper
    /// The keeper ended or could not start it: ends, as an error if it had started, else it must be spawned alone.
    void keeperFailed(std::string why);
    [[nodiscard]] bool mustSpawnAlone() const { return m_mustSpawnAlone; }
    [[nodiscard]] JobId keeper() const { return m_keeper; } ///< 0: alone
    [[nodiscard]] const PreparedCommand& prepared() const { return m_prepared; }
    [[nodiscard]] const std::string& refusal() const { return m_refusal; } ///< why it was not started below a keeper
    void handle(std::size_t channel);
    void tick(Time now);
    void cancel(Time now);
    void send(std::string_view more);
    void endInput();
    void endNow(); ///< SIGKILL at once
    [[nodiscard]] Time nextTick() const;
    [[nodiscard]] bool finished() const { return m_finished; }
    [[nodiscard]] const Turn& turn() const { return m_prepared.command.turn; }
    [[nodiscard]] bool takesPlace() const { return !m_prepared.command.standsReady; }
    /// Calls back, exactly once.
    void deliver();
    void refuse(base::Error error);
    void cancelBeforeStart();

private:
    using Ends = std::vector<std::pair<int, base::Fd>>;
    base::Result<Ends> connect();
    void begin(const HostOptions& options, int epoll);
    void watchStreams();
    bool startsAlone();
    base::Fd& fd(Channel channel) { return m_fds[static_cast<std::size_t>(channel)]; }
    void watch(Channel channel, unsigned events);
    void close(Channel channel);
    void writeInput();
    void readStream(Channel channel, Stream stream, Capture& capture, bool all);
    void readReports();
    void take(const supervisor::Record& record);
    void ask(ProcessEnd::How why, Time now);
    void order(char what);
    void killFromOutside();
    void finish();
    void explainStart(const supervisor::Record& record);

    JobId m_id;
    PreparedCommand m_prepared;
    ProcessHost::Done m_done;
    ProcessHost::Chunk m_chunk;
    std::chrono::milliseconds m_grace{0};
    int m_epoll = -1;
    SandboxProcess m_sandbox;
    std::array<base::Fd, 4> m_fds{};
    base::Fd m_control;
    JobId m_keeper = 0;
    std::string m_refusal;
    bool m_mustSpawnAlone = false;
    Capture m_out;
    Capture m_err;
    std::string m_reports;
    std::size_t m_written = 0;
    Time m_arrived = std::chrono::steady_clock::now();
    bool m_inputWatched = false;
    Time m_begin{};
    Time m_deadline = Time::max();
    Time m_killAt = Time::max();
    Time m_forceAt = Time::max();
    Time m_endedAt{};
    bool m_started = false;
    bool m_ended = false; ///< the program has
    bool m_told = false;  ///< the supervisor has said all, what was left running too; else there is no verdict
    bool m_finished = false;
    int m_status = 0;
    std::optional<ProcessEnd::How> m_asked{};
    ProcessEnd m_end;
};

} // namespace countersign::runner
