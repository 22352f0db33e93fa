#include "engine/runner/supervisor/launcher.h"

#include <algorithm>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <linux/keyctl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace countersign::runner::supervisor {
namespace {

StartFailure failure(int errnum, Step step, const std::string& text)
{
    StartFailure result;
    result.errnum = errnum;
    result.step = step;
    const std::size_t n = std::min(text.size(), sizeof result.text - 1);
    std::memcpy(result.text, text.data(), n);
    return result;
}

bool setLimit(__rlimit_resource resource, std::int64_t value, std::int64_t extra = 0)
{
    if (value < 0)
        return true;
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0)
        return false;
    const rlim_t hard = std::min(limit.rlim_max, static_cast<rlim_t>(value + extra));
    const rlimit wanted{std::min(hard, static_cast<rlim_t>(value)), hard};
    return ::setrlimit(resource, &wanted) == 0;
}

bool applyLimits(const LaunchLimits& limits)
{
    constexpr std::int64_t secondsFromAskedToKilled = 2;
    return setLimit(RLIMIT_CORE, 0) && setLimit(RLIMIT_CPU, limits.cpuSeconds, secondsFromAskedToKilled)
           && setLimit(RLIMIT_NOFILE, limits.openFiles) && setLimit(RLIMIT_NPROC, limits.processes)
           && setLimit(RLIMIT_FSIZE, limits.fileBytes) && setLimit(RLIMIT_AS, limits.addressSpace);
}

// With the network of the machine a program would also see its abstract sockets; newer kernels can hide them.
void hideAbstractSockets()
{
    struct
    {
        std::uint64_t files, network, scoped;
    } rules{0, 0, 1};
    const long fd = ::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0U);
    if (fd < 0)
        return;
    ::syscall(SYS_landlock_restrict_self, fd, 0U);
    ::close(static_cast<int>(fd));
}

// A session keyring is inherited from whoever started the engine: its keys are no program's business in here, and through
// it programs could talk. False: there is one that could not be left.
bool leaveKeyring()
{
    return ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr) >= 0 || errno == ENOSYS || errno == EPERM;
}

struct Found
{
    std::string path{};
    int errnum = 0;
};

Found search(const std::string& name, const std::string& searchPath)
{
    Found result{{}, ENOENT};
    for (std::size_t from = 0; from <= searchPath.size();) {
        const std::size_t end = std::min(searchPath.find(':', from), searchPath.size());
        const std::string directory = searchPath.substr(from, end - from);
        from = end + 1;
        if (directory.empty() || directory.front() != '/')
            continue;
        const std::string candidate = directory + '/' + name;
        struct stat info{};
        if (::stat(candidate.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
            continue;
        if (::access(candidate.c_str(), X_OK) == 0)
            return {candidate, 0};
        if (result.errnum == ENOENT)
            result = {candidate, EACCES};
    }
    return result;
}

std::string interpreterOf(const std::string& path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    char text[256] = {};
    const ssize_t n = fd < 0 ? -1 : ::read(fd, text, sizeof text - 1);
    if (fd >= 0)
        ::close(fd);
    if (n < 3 || text[0] != '#' || text[1] != '!')
        return n >= 4 && std::memcmp(text, "\177ELF", 4) == 0 ? "the loader that the program names" : "";
    const std::string line(text + 2);
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos)
        return "";
    return line.substr(begin, line.find_first_of(" \t\r\n", begin) - begin);
}

StartFailure execFailure(const std::string& path, int errnum)
{
    const bool programIsThere = ::access(path.c_str(), X_OK) == 0;
    const std::string interpreter = programIsThere ? interpreterOf(path) : std::string();
    if ((errnum == ENOENT || errnum == EACCES) && !interpreter.empty())
        return failure(errnum, Step::Interpreter, interpreter);
    return failure(errnum, Step::Exec, path);
}

std::vector<char*> pointers(const std::vector<std::string>& list)
{
    std::vector<char*> result;
    for (const std::string& text : list)
        result.push_back(const_cast<char*>(text.c_str()));
    result.push_back(nullptr);
    return result;
}

} // namespace

StartFailure becomeProgram(const Launch& launch)
{
    ::setsid();
    if (::dup2(InputFd, 0) < 0 || ::dup2(OutputFd, 1) < 0 || ::dup2(ErrorFd, 2) < 0)
        return failure(errno, Step::Setup, "streams");
    if (::chdir(launch.workingDirectory.c_str()) != 0)
        return failure(errno, Step::WorkingDirectory, launch.workingDirectory);
    std::string path = launch.argv.front();
    if (path.find('/') == std::string::npos) {
        const Found found = search(path, launch.searchPath);
        if (found.errnum != 0)
            return failure(found.errnum, Step::Search, found.path.empty() ? path : found.path);
        path = found.path;
    }
    const std::vector<char*> arguments = pointers(launch.argv);
    const std::vector<char*> environment = pointers(launch.environment);
    hideAbstractSockets();
    if (!leaveKeyring())
        return failure(errno, Step::Setup, "session keyring");
    if (!applyLimits(launch.limits))
        return failure(errno, Step::Limits, "limits");
    for (int number = 1; number < NSIG; ++number)
        ::signal(number, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(path.c_str(), arguments.data(), environment.data());
    return execFailure(path, errno);
}

} // namespace countersign::runner::supervisor
