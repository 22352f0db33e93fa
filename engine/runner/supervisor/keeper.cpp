#include "engine/runner/supervisor/keeper.h"

#include "engine/runner/supervisor/handover.h"
#include "engine/runner/supervisor/networks.h"
#include "engine/runner/supervisor/own_mounts.h"
#include "engine/runner/supervisor/own_user.h"
#include "engine/runner/supervisor/report.h"
#include "engine/runner/supervisor/supervision.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <map>

#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace countersign::runner::supervisor {
namespace {

constexpr int settingsFd = LaunchFd + 1; // /proc/sys/user, in a child until its power is gone
constexpr std::uint64_t ownNamespaces = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

struct Child
{
    pid_t pid = -1;
    int process = -1; ///< pidfd
};

/// Like fork(): returns twice, with pid 0 in the child.
Child forkApart()
{
    clone_args arguments{};
    Child child;
    arguments.flags = ownNamespaces | CLONE_PIDFD;
    arguments.pidfd = reinterpret_cast<std::uint64_t>(&child.process);
    arguments.exit_signal = SIGCHLD;
    child.pid = static_cast<pid_t>(::syscall(SYS_clone3, &arguments, sizeof arguments));
    return child;
}

/// Keeps what was passed and nothing else of the keeper's.
bool takeDescriptors(const Passed& passed, int settings)
{
    constexpr int above = 64;
    int moved[passedDescriptors + 1];
    for (int i = 0; i <= passedDescriptors; ++i) {
        moved[i] = ::fcntl(i < passedDescriptors ? passed.fds[static_cast<std::size_t>(i)] : settings, F_DUPFD_CLOEXEC, above);
        if (moved[i] < 0)
            return false;
    }
    for (int i = 0; i <= passedDescriptors; ++i) {
        if (::dup2(moved[i], ReportFd + i) < 0)
            return false;
    }
    return ::syscall(SYS_close_range, static_cast<unsigned>(settingsFd + 1), ~0U, 0U) == 0 && ::dup2(0, 2) == 2;
}

[[noreturn]] void becomeValidation(const KeeperPlan& plan, const Passed& passed, int settings)
{
    if (!takeDescriptors(passed, settings))
        ::_exit(1);
    Launch launch;
    if (!decode(readAll(LaunchFd), launch))
        fail(EINVAL, Step::Namespaces, "launch");
    if (::getpid() != 1 || ::setsid() < 0)
        fail(errno, Step::Namespaces, "session");
    if (const char* what = makeOwnMounts(plan, launch.files); what != nullptr)
        fail(errno, Step::Namespaces, what);
    if (const char* what = giveUpPower(settingsFd); what != nullptr)
        fail(errno, Step::Namespaces, what);
    ::close(settingsFd);
    ::_exit(supervise(launch));
}

class Keeper
{
public:
    Keeper(KeeperPlan plan, int signals, int settings) : m_plan(std::move(plan)), m_signals(signals), m_settings(settings) {}

    void run()
    {
        for (;;) {
            pollfd fds[] = {{KeeperFd, POLLIN, 0}, {m_signals, POLLIN, 0}};
            if (::poll(fds, 2, -1) < 0 && errno != EINTR)
                return;
            if (fds[1].revents != 0)
                reap();
            if (fds[0].revents != 0 && !obey())
                return;
        }
    }

private:
    /// One start at a time, so that networks of those that have ended in between are found.
    bool obey()
    {
        Passed passed;
        switch (receive(passed)) {
        case Received::Nothing: return true;
        case Received::HostGone: return false;
        case Received::Start: break;
        }
        Network network = m_networks.enter();
        if (network.fd < 0)
            return answer(passed.request.job, errno == 0 ? EAGAIN : errno, -1);
        const Child child = forkApart();
        if (child.pid == 0)
            becomeValidation(m_plan, passed, m_settings);
        const int errnum = child.pid < 0 ? errno : 0;
        if (child.pid < 0)
            m_networks.giveBack(std::move(network));
        else
            m_running.emplace(child.pid, std::move(network));
        const bool said = answer(passed.request.job, errnum, child.process);
        if (child.process >= 0)
            ::close(child.process);
        return said;
    }

    void reap()
    {
        signalfd_siginfo info[8];
        while (::read(m_signals, info, sizeof info) > 0)
            ;
        for (pid_t pid = ::waitpid(-1, nullptr, WNOHANG); pid > 0; pid = ::waitpid(-1, nullptr, WNOHANG)) {
            const auto ended = m_running.find(pid);
            if (ended == m_running.end())
                continue;
            m_networks.giveBack(std::move(ended->second));
            m_running.erase(ended);
        }
    }

    KeeperPlan m_plan;
    int m_signals;
    int m_settings;
    Networks m_networks;
    std::map<pid_t, Network> m_running;
};

} // namespace

int keep()
{
    KeeperPlan plan;
    if (!decode(readAll(LaunchFd), plan) || ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return 1;
    ::close(LaunchFd);
    ::fcntl(KeeperFd, F_SETFD, FD_CLOEXEC);
    // For ordinary users bubblewrap leaves its program in a user namespace that has no say over the mounts made before.
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
        std::perror("mounts of a keeper");
        return 1;
    }
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    const int signals = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    const int settings = ::open("/proc/sys/user", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (signals < 0 || settings < 0) {
        std::perror("descriptors of a keeper");
        return 1;
    }
    Keeper(std::move(plan), signals, settings).run();
    return 0;
}

} // namespace countersign::runner::supervisor
