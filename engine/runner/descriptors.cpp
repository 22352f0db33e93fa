#include "engine/runner/descriptors.h"

#include "engine/runner/codes.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace countersign::runner {
namespace {

using base::Fd;
using base::Result;

constexpr int aboveAllNumbersOfChildren = 100;

base::Failure systemFailure(std::string_view call, int errnum)
{
    return base::fail(codes::StartFailed, std::string(call) + ": " + std::strerror(errnum));
}

class Actions
{
public:
    Actions()
    {
        ::posix_spawn_file_actions_init(&m_actions);
        ::posix_spawnattr_init(&m_attributes);
        sigset_t signals;
        ::sigfillset(&signals);
        ::posix_spawnattr_setsigdefault(&m_attributes, &signals);
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&m_attributes, &signals);
        ::posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
        for (const int number : {0, 1})
            ::posix_spawn_file_actions_addopen(&m_actions, number, "/dev/null", O_RDWR, 0);
    }
    ~Actions()
    {
        ::posix_spawn_file_actions_destroy(&m_actions);
        ::posix_spawnattr_destroy(&m_attributes);
    }
    Actions(const Actions&) = delete;
    Actions& operator=(const Actions&) = delete;

    void give(const Fd& ours, int number) { ::posix_spawn_file_actions_adddup2(&m_actions, ours.get(), number); }
    int run(pid_t& pid, const std::vector<std::string>& argv)
    {
        std::vector<char*> arguments;
        for (const std::string& text : argv)
            arguments.push_back(const_cast<char*>(text.c_str()));
        arguments.push_back(nullptr);
        char* environment[] = {nullptr};
        return ::posix_spawn(&pid, arguments.front(), &m_actions, &m_attributes, arguments.data(), environment);
    }

private:
    posix_spawn_file_actions_t m_actions{};
    posix_spawnattr_t m_attributes{};
};

} // namespace

Result<Pipe> makePipe()
{
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return systemFailure("pipe2", errno);
    return Pipe{Fd(ends[0]), Fd(ends[1])};
}

Result<Fd> memoryFile(std::string_view content)
{
    Fd fd(::memfd_create("countersign", MFD_CLOEXEC));
    if (!fd.valid())
        return systemFailure("memfd_create", errno);
    while (!content.empty()) {
        const ssize_t n = ::write(fd.get(), content.data(), content.size());
        if (n < 0 && errno != EINTR)
            return systemFailure("write", errno);
        content.remove_prefix(n > 0 ? static_cast<std::size_t>(n) : 0);
    }
    if (::lseek(fd.get(), 0, SEEK_SET) != 0)
        return systemFailure("lseek", errno);
    return fd;
}

Fd openProcess(int pid) { return Fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U))); }

void setNonBlocking(const Fd& fd) { ::fcntl(fd.get(), F_SETFL, O_NONBLOCK); }

void killProcess(const Fd& process)
{
    if (process.valid())
        ::syscall(SYS_pidfd_send_signal, process.get(), SIGKILL, nullptr, 0U);
}

bool hasEnded(const Fd& process)
{
    pollfd entry{process.get(), POLLIN, 0};
    return !process.valid() || ::poll(&entry, 1, 0) > 0;
}

Result<int> spawn(Spawn request)
{
    Actions actions;
    std::vector<Fd> moved;
    for (const auto& [number, fd] : request.descriptors) {
        moved.emplace_back(::fcntl(fd.get(), F_DUPFD_CLOEXEC, aboveAllNumbersOfChildren));
        if (!moved.back().valid())
            return systemFailure("fcntl", errno);
        actions.give(moved.back(), number);
    }
    pid_t pid = -1;
    const int errnum = actions.run(pid, request.argv);
    if (errnum != 0)
        return base::fail(codes::SandboxUnavailable, request.argv.front() + ": " + std::strerror(errnum));
    return pid;
}

} // namespace countersign::runner
