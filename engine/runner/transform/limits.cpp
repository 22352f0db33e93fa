#include "engine/runner/transform/limits.h"

#include "engine/runner/transform/exit_status.h"

#include <QJSEngine>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace countersign::runner::transform_helper {
namespace {

// The largest block that the JavaScript engine asks for at once; near the limit a crash means that it was refused.
constexpr std::uint64_t nearLimit = 72ULL * 1024 * 1024;
constexpr std::chrono::milliseconds afterInterrupt{300};
std::atomic<std::uint64_t> addressSpaceLimit = 0;

std::uint64_t addressSpaceUsed()
{
    char text[64] = {};
    const int fd = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? -1 : ::read(fd, text, sizeof text - 1);
    if (fd >= 0)
        ::close(fd);
    std::uint64_t pages = 0;
    for (ssize_t i = 0; i < n && text[i] >= '0' && text[i] <= '9'; ++i)
        pages = pages * 10 + static_cast<std::uint64_t>(text[i] - '0');
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void onCrash(int)
{
    const bool outOfMemory = addressSpaceUsed() + nearLimit >= addressSpaceLimit.load();
    ::_exit(outOfMemory ? Exit::Memory : Exit::Crash);
}

[[noreturn]] void onTerminate()
{
    try {
        if (const std::exception_ptr current = std::current_exception())
            std::rethrow_exception(current);
    } catch (const std::bad_alloc&) {
        ::_exit(Exit::Memory);
    } catch (...) {
        ::_exit(Exit::Crash);
    }
    onCrash(0);
    std::abort();
}

} // namespace

bool limitMemory(std::uint64_t memoryBytes)
{
    static char stack[64 * 1024];
    stack_t alternative{};
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof stack;
    ::sigaltstack(&alternative, nullptr);
    struct sigaction action{};
    action.sa_handler = onCrash;
    action.sa_flags = SA_ONSTACK;
    for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGTRAP, SIGILL, SIGFPE})
        ::sigaction(number, &action, nullptr);
    std::set_terminate(onTerminate);
    addressSpaceLimit = addressSpaceUsed() + memoryBytes;
    const rlimit limit{addressSpaceLimit, addressSpaceLimit};
    return ::setrlimit(RLIMIT_AS, &limit) == 0;
}

void limitTime(QJSEngine& engine, std::chrono::milliseconds time)
{
    std::thread([&engine, time] {
        std::this_thread::sleep_for(time);
        engine.setInterrupted(true);
        std::this_thread::sleep_for(afterInterrupt);
        ::_exit(Exit::Timeout);
    }).detach();
}

} // namespace countersign::runner::transform_helper
