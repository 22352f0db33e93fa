#include "engine/runner/supervisor/supervision.h"

#include "engine/runner/supervisor/launcher.h"
#include "engine/runner/supervisor/processes.h"
#include "engine/runner/supervisor/report.h"

#include <cerrno>
#include <chrono>
#include <csignal>

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace countersign::runner::supervisor {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto settleTime = std::chrono::milliseconds(100);
constexpr int reportedAtMost = 32;
constexpr int countInterval = 100; // milliseconds

class Supervisor
{
public:
    explicit Supervisor(int signals) : m_signals(signals) {}

    void start(const Launch& launch)
    {
        m_countedLimit = ::getuid() == 0 ? launch.limits.processes : 0;
        int outcome[2] = {-1, -1};
        if (::pipe2(outcome, O_CLOEXEC) != 0)
            fail(errno, Step::Setup, "pipe");
        m_program = ::fork();
        if (m_program < 0)
            fail(errno, Step::Setup, "fork");
        if (m_program == 0) {
            const StartFailure why = becomeProgram(launch);
            const ssize_t written = ::write(outcome[1], &why, sizeof why);
            ::_exit(written > 0 ? 127 : 126);
        }
        for (const int fd : {static_cast<int>(InputFd), static_cast<int>(OutputFd), static_cast<int>(ErrorFd), outcome[1]})
            ::close(fd);
        StartFailure why;
        ssize_t n = -1;
        do
            n = ::read(outcome[0], &why, sizeof why);
        while (n < 0 && errno == EINTR);
        if (n != 0)
            fail(why.errnum, why.step, why.text);
        report(RecordKind::Started);
    }

    void run()
    {
        while (!m_ended) {
            wait(m_countedLimit > 0 ? countInterval : -1);
            reap();
            holdLimit();
        }
        report(RecordKind::Ended, m_status);
        settle();
        endOthers();
        done();
    }

private:
    void wait(int milliseconds)
    {
        pollfd fds[] = {{m_signals, POLLIN, 0}, {ControlFd, POLLIN, 0}, {ReportFd, 0, 0}};
        if (::poll(fds, 3, milliseconds) <= 0)
            return;
        if (fds[0].revents != 0) {
            signalfd_siginfo info[8];
            if (::read(m_signals, info, sizeof info) < 0 && errno != EAGAIN)
                endEverything();
        }
        if (fds[1].revents != 0)
            obey();
        if (fds[2].revents != 0)
            endEverything();
    }

    // The kernel holds no one to RLIMIT_NPROC whose user is the machine's root.
    void holdLimit()
    {
        if (m_countedLimit <= 0 || m_ended)
            return;
        const auto count = static_cast<std::int32_t>(otherProcesses().size());
        if (count <= m_countedLimit)
            return;
        report(RecordKind::TooMany, count);
        ::kill(-1, SIGKILL);
        m_countedLimit = 0;
    }

    static void obey()
    {
        char order = 0;
        if (::read(ControlFd, &order, 1) != 1)
            endEverything();
        ::kill(-1, order == KillAll ? SIGKILL : SIGTERM);
        ::kill(-1, SIGCONT);
    }

    void reap()
    {
        for (;;) {
            int status = 0;
            const pid_t pid = ::waitpid(-1, &status, WNOHANG);
            if (pid == m_program && pid > 0) {
                m_ended = true;
                m_status = status;
            }
            m_alone = pid < 0 && errno == ECHILD;
            if (pid <= 0)
                return;
        }
    }

    void settle()
    {
        const auto end = Clock::now() + settleTime;
        while (!m_alone && Clock::now() < end) {
            wait(10);
            reap();
        }
    }

    void endOthers()
    {
        if (m_alone)
            return;
        reportOthers();
        while (!m_alone) {
            ::kill(-1, SIGKILL);
            wait(10);
            reap();
        }
    }

    static void reportOthers()
    {
        int left = reportedAtMost;
        for (const int pid : otherProcesses()) {
            if (left-- > 0)
                report(RecordKind::LeftBehind, pid, 0, commandLine(pid));
        }
    }

    static void done()
    {
        rusage usage{};
        ::getrusage(RUSAGE_CHILDREN, &usage);
        Record record;
        record.kind = RecordKind::Done;
        record.cpuMicroseconds = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1'000'000 + usage.ru_utime.tv_usec
                                 + usage.ru_stime.tv_usec;
        record.maxRssKib = usage.ru_maxrss;
        report(record);
    }

    int m_signals;
    pid_t m_program = -1;
    int m_status = 0;
    bool m_ended = false;
    bool m_alone = false;
    std::int64_t m_countedLimit = 0;
};

} // namespace

int supervise(const Launch& launch)
{
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    if (::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) != 0)
        fail(errno, Step::Setup, "close_range");
    if (::prctl(PR_SET_DUMPABLE, 0) != 0 || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        fail(errno, Step::Setup, "prctl");
    Supervisor supervisor(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
    supervisor.start(launch);
    supervisor.run();
    return 0;
}

} // namespace countersign::runner::supervisor
