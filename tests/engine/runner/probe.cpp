// Runs inside a sandbox and tries one thing that must not work there (or must). Prints "ok" or the name of the error.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <mqueue.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

int tell(bool good)
{
    std::puts(good ? "ok" : ::strerrorname_np(errno));
    return 0;
}

bool connectUnix(const std::string& path, bool abstract)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + (abstract ? 1 : 0), path.data(), path.size());
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
    return ::connect(::socket(AF_UNIX, SOCK_STREAM, 0), reinterpret_cast<const sockaddr*>(&address), size) == 0;
}

bool connectTcp(int port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return ::connect(::socket(AF_INET, SOCK_STREAM, 0), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

/// Leaves a trace of every kind that a neighbour could find, says so, and stays.
int stay()
{
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::memcpy(name.sun_path + 1, "neighbour", 9);
    sockaddr_in port{};
    port.sin_family = AF_INET;
    port.sin_port = htons(4711);
    port.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int local = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const int tcp = ::socket(AF_INET, SOCK_STREAM, 0);
    const bool listens = ::bind(local, reinterpret_cast<const sockaddr*>(&name), offsetof(sockaddr_un, sun_path) + 10) == 0
                         && ::listen(local, 4) == 0 && ::bind(tcp, reinterpret_cast<const sockaddr*>(&port), sizeof port) == 0
                         && ::listen(tcp, 4) == 0;
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    const bool files = ::open("/tmp/neighbour", O_CREAT | O_WRONLY, 0666) >= 0 && ::open("/dev/shm/neighbour", O_CREAT | O_WRONLY, 0666) >= 0
                       && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0;
    const bool ipc = ::shmget(4711, 4096, IPC_CREAT | 0666) >= 0 && ::mq_open("/neighbour", O_CREAT | O_RDWR, 0666, nullptr) >= 0;
    const bool key = ::syscall(SYS_add_key, "user", "neighbour", "x", 1, KEY_SPEC_SESSION_KEYRING) >= 0 || errno == ENOSYS || errno == EPERM;
    if (!listens || !files || !ipc || !key)
        return tell(false);
    std::puts("ready");
    std::fflush(stdout);
    for (;;)
        ::pause();
}

/// How many processes beside process 1 and its own family could be reached. Not by kill(-1), which would reach itself too.
int reach(bool kill)
{
    int reached = 0;
    for (int pid = 2; pid < 100'000; ++pid) {
        if (pid == ::getpid() || pid == ::getppid())
            continue;
        reached += kill ? ::kill(pid, SIGKILL) == 0 : ::ptrace(PTRACE_SEIZE, pid, nullptr, nullptr) == 0;
    }
    std::printf("%d\n", reached);
    return 0;
}

/// One connection to itself over the loopback.
bool talkToItself()
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
    return ::bind(listener, reinterpret_cast<const sockaddr*>(&address), size) == 0 && ::listen(listener, 1) == 0
           && ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0 && connectTcp(ntohs(address.sin_port));
}

} // namespace

int main(int argc, char** argv)
{
    const std::string what = argc > 1 ? argv[1] : "";
    const std::string argument = argc > 2 ? argv[2] : "";
    if (what == "unix")
        return tell(connectUnix(argument, false));
    if (what == "abstract")
        return tell(connectUnix(argument, true));
    if (what == "tcp")
        return tell(connectTcp(std::atoi(argument.c_str())));
    if (what == "remount")
        return tell(::mount(nullptr, argument.c_str(), nullptr, MS_REMOUNT | MS_BIND, nullptr) == 0);
    if (what == "mount")
        return tell(::mount("none", "/tmp", "tmpfs", 0, nullptr) == 0);
    if (what == "unshare")
        return tell(::unshare(std::atoi(argument.c_str())) == 0);
    if (what == "trace")
        return tell(::ptrace(PTRACE_ATTACH, std::atoi(argument.c_str()), nullptr, nullptr) == 0);
    if (what == "open")
        return tell(::open(argument.c_str(), O_RDONLY) >= 0);
    if (what == "stay")
        return stay();
    if (what == "reach")
        return reach(argument == "kill");
    if (what == "talk")
        return tell(talkToItself());
    if (what == "shm")
        return tell(::shmget(4711, 4096, 0) >= 0);
    if (what == "mq")
        return tell(::mq_open("/neighbour", O_RDONLY) >= 0);
    if (what == "key")
        return tell(::syscall(SYS_request_key, "user", "neighbour", nullptr, 0) >= 0);
    if (what == "kill")
        return tell(::kill(1, SIGKILL) == 0 && ::kill(1, SIGSTOP) == 0 && ::kill(1, SIGTERM) == 0 && ::kill(1, SIGCHLD) == 0);
    return 64;
}
