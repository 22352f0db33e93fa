// What to run and how it ended. Source: SPEC sections 6.2–6.4. Thread: plain values.
#pragma once

#include "engine/base/error.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace countersign::runner {

/// What a command sees beside the system's programs and its own /tmp. All paths are absolute.
struct SandboxSpec
{
    std::filesystem::path resource{};               ///< read-only, at its own path; may be empty
    std::vector<std::filesystem::path> otherResources{}; ///< like resource
    std::vector<std::filesystem::path> writable{};  ///< at their own paths
    std::vector<std::filesystem::path> readPaths{}; ///< read-only, at their own paths; checked (READ_PATH_REFUSED)
    bool network = false;                           ///< the machine's network; else an empty one
    std::uint64_t tmpBytes = 512ULL * 1024 * 1024;  ///< size of /tmp
    /// Host path and path inside, read-only: for our own helper programs. Not checked.
    std::vector<std::pair<std::filesystem::path, std::filesystem::path>> readOnlyFiles{};
    /// Content and path inside, read-only: code of a `code` source.
    std::vector<std::pair<std::string, std::filesystem::path>> readOnlyTexts{};
    /// SharedSandboxes::id(): may lie in one outer sandbox with others of its run that see the same. 0: never.
    std::uint64_t sharedBy = 0;
};

/// Each applies to every single process of the command, but processes, which counts them all.
struct Limits
{
    std::optional<std::int64_t> cpuSeconds{};
    std::optional<std::int64_t> openFiles = 4096;
    std::optional<std::int64_t> processes = 4096;
    std::optional<std::int64_t> fileBytes{};
    std::optional<std::int64_t> addressSpace{}; ///< bytes; breaks sanitizers, so only where asked
};

/// Validations of all plans in this process share one bound, and its places go to the plans in turn. Source: SPEC 6.1, 16.
struct Turn
{
    std::string plan{};     ///< empty: not a validation, waits for no turn
    std::size_t atMost = 1; ///< validations at a time; of several plans with different bounds the largest holds
};

struct CommandSpec
{
    std::vector<std::string> argv{};
    /// Absolute; empty means the resource when it is a directory, else /tmp.
    std::filesystem::path workingDirectory{};
    std::string input{};   ///< written to stdin, which then ends
    bool keepInput = false; ///< stdin stays open after it, for ProcessHost::send() and endInput()
    bool standsReady = false; ///< mostly waits for what is sent, so it takes no place of HostOptions::concurrency
    std::string context{}; ///< JSON for the file that COUNTERSIGN_CONTEXT names; empty means no such file
    /// What the allow-list lets through; PATH, HOME, TMPDIR and LC_ALL are always ours.
    std::map<std::string, std::string> environment{};
    std::string searchPath = "/usr/local/bin:/usr/bin:/bin"; ///< where argv[0] is searched; also PATH inside
    std::chrono::milliseconds timeout{300'000};
    Limits limits{};
    std::size_t outputCap = 16U * 1024 * 1024; ///< bytes kept of each stream
    Turn turn{};
    SandboxSpec sandbox{};
};

enum class Stream { Out, Err };

/// One stream as it was kept: all of it, or its head and its tail. Raw bytes, not yet redacted.
struct Captured
{
    std::string head{};
    std::string tail{};      ///< empty unless cut
    std::uint64_t total = 0; ///< bytes that were printed
    bool cut = false;
    [[nodiscard]] std::uint64_t leftOut() const { return total - head.size() - tail.size(); }
    /// Head, a marked line with the number of bytes left out, and tail.
    [[nodiscard]] std::string text() const;
};

struct Usage
{
    std::chrono::milliseconds cpu{0}; ///< of all processes
    std::uint64_t maxRssBytes = 0;    ///< of the largest process
};

struct ProcessEnd
{
    enum class How { Exited, Signalled, NotStarted, TimedOut, Cancelled };
    How how = How::NotStarted;
    int exitCode = 0; ///< of Exited
    int signal = 0;   ///< of Signalled
    int startErrno = 0;
    /// Of NotStarted: PROGRAM_*, INTERPRETER_MISSING, START_FAILED, SANDBOX_UNAVAILABLE or READ_PATH_REFUSED.
    std::optional<base::Error> startFailure{};
    std::string searchedPath{};            ///< of PROGRAM_MISSING: where it was searched
    std::string interpreter{};             ///< of INTERPRETER_MISSING: what the program names
    bool forced = false;                   ///< SIGKILL was needed after a deadline or a cancel
    int tooManyProcesses = 0;              ///< not 0: killed because it had so many, over its limit
    std::vector<std::string> leftBehind{}; ///< "pid command" of what still ran after the program's own end; ended
    std::chrono::milliseconds duration{0}; ///< from the start of its sandbox
    std::chrono::milliseconds waited{0};   ///< before that, for its turn
    Usage usage{};
    Captured out{};
    Captured err{};
};

[[nodiscard]] std::string_view toString(ProcessEnd::How how);

} // namespace countersign::runner
