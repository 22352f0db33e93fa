#include "engine/runner/supervisor/own_user.h"

#include <cerrno>
#include <string>

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace countersign::runner::supervisor {
namespace {

bool put(int directory, const char* path, const std::string& text)
{
    const int fd = ::openat(directory, path, O_WRONLY | O_CLOEXEC);
    const bool good = fd >= 0 && ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const int errnum = errno;
    if (fd >= 0)
        ::close(fd);
    errno = errnum;
    return good;
}

bool mapTo(const char* file, unsigned id)
{
    const std::string number = std::to_string(id);
    return put(AT_FDCWD, file, number + ' ' + number + " 1\n");
}

bool dropCapabilities()
{
    int number = 0;
    while (::prctl(PR_CAPBSET_DROP, number, 0, 0, 0) == 0)
        ++number;
    if (errno != EINVAL || number == 0 || ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0)
        return false;
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
    return ::syscall(SYS_capset, &header, none) == 0;
}

} // namespace

const char* giveUpPower(int settings)
{
    const unsigned user = ::geteuid();
    const unsigned group = ::getegid();
    // A process that may not be looked at can't write its own maps; nothing else is in this namespace yet.
    if (::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) != 0 || ::unshare(CLONE_NEWUSER) != 0)
        return "user namespace";
    if (!put(AT_FDCWD, "/proc/self/setgroups", "deny") || !mapTo("/proc/self/uid_map", user) || !mapTo("/proc/self/gid_map", group))
        return "user map";
    if (!put(settings, "max_user_namespaces", "0\n"))
        return "max_user_namespaces";
    if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return "prctl";
    if (!dropCapabilities())
        return "capabilities";
    if (::unshare(CLONE_NEWUSER) == 0) {
        errno = EPERM;
        return "a user namespace that should not be allowed";
    }
    return nullptr;
}

} // namespace countersign::runner::supervisor
