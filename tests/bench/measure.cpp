#include "tests/bench/measure.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

namespace countersign::bench {
namespace {

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

} // namespace

std::pair<double, double> inTurn(int rounds, const std::function<double()>& ours, const std::function<double()>& other)
{
    ours();
    other();
    std::vector<double> a;
    std::vector<double> b;
    for (int i = 0; i < rounds; ++i) {
        a.push_back(ours());
        b.push_back(other());
    }
    return {median(std::move(a)), median(std::move(b))};
}

double milliseconds(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void runProgram(const std::vector<std::string>& argv, const std::filesystem::path& input)
{
    std::vector<char*> arguments;
    for (const std::string& text : argv)
        arguments.push_back(const_cast<char*>(text.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, input.c_str(), O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    pid_t pid = -1;
    const int errnum = ::posix_spawnp(&pid, arguments.front(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (errnum != 0)
        throw Failed(argv.front() + ": " + std::strerror(errnum));
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw Failed(argv.front() + " ended with wait status " + std::to_string(status));
}

std::filesystem::path programs() { return COUNTERSIGN_BINARY_DIR "/bin"; }

} // namespace countersign::bench
