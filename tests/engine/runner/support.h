// Short ways to run a shell script in a sandbox and to look at this process.
#pragma once

#include "engine/base/files.h"
#include "engine/runner/process_host.h"

#include <QProcess>
#include <QtTest>

#include <fstream>
#include <set>
#include <sstream>

#include <unistd.h>

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

/// Pids, names and states of all that descends from this process. Orphans are its children when it is their reaper.
inline std::map<int, std::string> descendants()
{
    std::multimap<int, std::pair<int, std::string>> children;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error)) {
        if (std::atoi(entry.path().filename().c_str()) <= 0)
            continue;
        const std::string line = base::readFile(entry.path() / "stat").value_or(std::string()); // it may be gone by now
        const std::size_t name = line.rfind(')');
        if (name == std::string::npos)
            continue;
        std::istringstream rest(line.substr(name + 1));
        char state = 0;
        int parent = 0;
        rest >> state >> parent;
        children.emplace(parent, std::pair(std::atoi(line.c_str()), line.substr(0, name + 3)));
    }
    std::map<int, std::string> found;
    std::vector<int> open{::getpid()};
    while (!open.empty()) {
        const auto [from, to] = children.equal_range(open.back());
        open.pop_back();
        for (auto child = from; child != to; ++child) {
            found.insert(child->second);
            open.push_back(child->second.first);
        }
    }
    return found;
}

/// Their names in one line; empty: nothing is left.
inline std::string leftovers()
{
    std::string out;
    for (const auto& [pid, name] : descendants())
        out += (out.empty() ? "" : ", ") + name;
    return out;
}

/// Root keeps other powers than people have, so root's run of a test repeats it as an ordinary user. What that said; it
/// passed when its exit status was 0 and each of so many test objects has no failure.
inline std::pair<bool, QByteArray> runAsNobody(int objects, const QStringList& arguments = {})
{
    // The clone may lie where nobody else can look, as in /root.
    const auto copies = base::TemporaryDirectory::create("as-nobody").value();
    const fs::path self = QCoreApplication::applicationFilePath().toStdString();
    for (const fs::path& program : {programs() / "countersign-supervisor", programs() / "countersign-transform", probeProgram(), self})
        fs::copy_file(program, copies.path() / program.filename());
    fs::permissions(copies.path(), fs::perms(0755));
    QProcess again;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("COUNTERSIGN_TEST_PROGRAMS"), QString::fromStdString(copies.path().string()));
    environment.remove(QStringLiteral("TMPDIR"));
    again.setProcessEnvironment(environment);
    again.setWorkingDirectory(QStringLiteral("/"));
    again.setProcessChannelMode(QProcess::MergedChannels);
    again.start(QStringLiteral("setpriv"), QStringList{QStringLiteral("--reuid=65534"), QStringLiteral("--regid=65534"), QStringLiteral("--clear-groups"),
                                                       QString::fromStdString((copies.path() / self.filename()).string())} + arguments);
    if (!again.waitForStarted())
        return {false, "setpriv of util-linux is needed"};
    const bool ended = again.waitForFinished(240'000);
    const QByteArray said = again.readAll();
    return {ended && again.exitStatus() == QProcess::NormalExit && again.exitCode() == 0 && said.count(" 0 failed") == objects, said};
}

} // namespace runner_test
