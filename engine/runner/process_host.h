// Starts commands in sandboxes, watches them and ends them. Source: SPEC sections 6.2 and 6.3.
#pragma once

#include "engine/base/result.h"
#include "engine/runner/command.h"
#include "engine/runner/sandbox.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace countersign::runner {

using JobId = std::uint64_t;

/// How commands were started so far. lastRefusal says why one that could have shared did not; empty: never.
struct SandboxCounts
{
    std::uint64_t own = 0;
    std::uint64_t shared = 0;
    std::uint64_t refused = 0; ///< could have shared, and got a sandbox of their own after all
    std::string lastRefusal{};
};

/// Owns the one thread that starts every sandbox: bubblewrap ends when the thread that started it ends, so that thread
/// must live as long as the sandboxes may. Destroying the host ends everything that still runs.
/// Thread: all members may be called from any thread; callbacks come on the host's own thread and must be short.
class ProcessHost
{
public:
    using Done = std::function<void(ProcessEnd)>;
    using Chunk = std::function<void(Stream, std::string_view)>; ///< raw bytes as they come

    /// Errors: SandboxUnavailable when bubblewrap or the supervisor isn't there; StartFailed without descriptors.
    [[nodiscard]] static base::Result<std::unique_ptr<ProcessHost>> create(HostOptions options);
    ~ProcessHost();
    ProcessHost(const ProcessHost&) = delete;
    ProcessHost& operator=(const ProcessHost&) = delete;

    /// done is called exactly once, also when nothing could be started.
    JobId start(CommandSpec command, Done done, Chunk chunk = {});
    /// SIGTERM to all its processes, SIGKILL after the grace time. Unknown ids are ignored.
    void cancel(JobId job);
    /// More for the stdin of a command with keepInput. Unknown ids, and what has closed its stdin, are ignored.
    void send(JobId job, std::string more);
    void endInput(JobId job);
    [[nodiscard]] const HostOptions& options() const;
    [[nodiscard]] SandboxCounts counts() const;

private:
    friend class SharedSandboxes;
    class Loop;
    explicit ProcessHost(std::unique_ptr<Loop> loop);
    std::unique_ptr<Loop> m_loop;
};

/// As long as it lives, commands that name it share outer sandboxes (sandbox.h); a run has one. Commands that still run
/// at its end keep theirs until they end. Thread: any but the host's own. The host must outlive it.
class SharedSandboxes
{
public:
    explicit SharedSandboxes(ProcessHost& host);
    ~SharedSandboxes();
    SharedSandboxes(const SharedSandboxes&) = delete;
    SharedSandboxes& operator=(const SharedSandboxes&) = delete;
    [[nodiscard]] std::uint64_t id() const { return m_id; }

private:
    ProcessHost& m_host;
    std::uint64_t m_id;
};

/// Blocks until the end; a stop request cancels. Never call it on the host's thread.
[[nodiscard]] ProcessEnd runAndWait(ProcessHost& host, CommandSpec command, std::stop_token stop = {},
                                    ProcessHost::Chunk chunk = {});

} // namespace countersign::runner
