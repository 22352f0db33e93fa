// Short ways to run a shell script in a sandbox and to look at this process.
#pragma once

#include "engine/base/files.h"
#include "engine/runner/process_host.h"

#include <QtTest>

#include <fstream>

namespace runner_test {

using namespace countersign;
namespace fs = std::filesystem;

/// Where the programs are: in the build, or in the copy that a run as another user was given, who may not see the build.
inline fs::path programs() { return qEnvironmentVariable("COUNTERSIGN_TEST_PROGRAMS", QStringLiteral(COUNTERSIGN_BINARY_DIR "/bin")).toStdString(); }
inline fs::path probeProgram()
{
    return qEnvironmentVariableIsSet("COUNTERSIGN_TEST_PROGRAMS") ? programs() / "engine-runner-probe" : fs::path(COUNTERSIGN_BINARY_DIR "/tests/bin/engine-runner-probe");
}
inline runner::HostOptions options() { return runner::HostOptions::inFolder(programs()); }

inline runner::CommandSpec shell(const std::string& script)
{
    runner::CommandSpec command;
    command.argv.emplace_back("sh");
    command.argv.emplace_back("-c");
    command.argv.push_back(script);
    command.timeout = std::chrono::seconds(30);
    return command;
}

inline std::string describe(const runner::ProcessEnd& end)
{
    return std::string(toString(end.how)) + " exit " + std::to_string(end.exitCode) + " signal " + std::to_string(end.signal)
           + " out: " + end.out.text().substr(0, 2000) + " err: " + end.err.text().substr(0, 2000)
           + (end.startFailure ? " " + end.startFailure->text() : "");
}

inline std::size_t openDescriptors()
{
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator("/proc/self/fd"))
        count += entry.path().empty() ? 0 : 1;
    return count;
}

/// Whether a process outside still has this word in its command line.
inline bool isAlive(const std::string& word)
{
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error)) {
        const std::string line = base::readFile(entry.path() / "cmdline").value_or(std::string()); // it may be gone by now
        if (line.find("sleep") == 0 && line.find(word) != std::string::npos)
            return true;
    }
    return false;
}

inline void writeFile(const fs::path& path, const std::string& text, bool executable = false)
{
    std::ofstream(path) << text;
    fs::permissions(path, executable ? fs::perms(0755) : fs::perms(0644));
}

} // namespace runner_test
