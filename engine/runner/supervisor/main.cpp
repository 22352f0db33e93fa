// countersign-supervisor: process 1 of a sandbox. Alone it supervises one program; as "keeper" it makes sandboxes below
// its own, one for each validation of a run. Source: SPEC sections 6.2 and 6.3.
#include "engine/runner/supervisor/keeper.h"
#include "engine/runner/supervisor/report.h"
#include "engine/runner/supervisor/supervision.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

int main(int argc, char** argv)
{
    using namespace countersign::runner::supervisor;
    if (::getpid() != 1 || ::fcntl(ReportFd, F_GETFD) < 0) {
        constexpr char text[] = "countersign-supervisor runs only as process 1 of a sandbox.\n";
        const ssize_t written = ::write(2, text, sizeof text - 1);
        return written > 0 ? 64 : 4;
    }
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    if (argc == 2 && std::strcmp(argv[1], keeperMode) == 0)
        return keep();
    Launch launch;
    if (!decode(readAll(LaunchFd), launch))
        fail(EINVAL, Step::Setup, "launch");
    return supervise(launch);
}
