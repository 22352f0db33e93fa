// Runs inside a sandbox and tries one thing that must not work there (or must). Prints "ok" or the name of the error.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <arpa/inet.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
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
    if (what == "kill")
        return tell(::kill(1, SIGKILL) == 0 && ::kill(1, SIGSTOP) == 0 && ::kill(1, SIGTERM) == 0 && ::kill(1, SIGCHLD) == 0);
    return 64;
}
