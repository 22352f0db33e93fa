// What a sandbox shows, as arguments for bubblewrap. Source: SPEC section 6.2. Thread: pure but for reading the disk.
//
// Of /etc only what programs need to start and to make sense is shown: the loader's files, alternatives, public
// certificates, time zone, fonts, MIME types, service names and the run-time settings of Python, Perl and Java. User and
// group tables, nsswitch.conf and hosts are made for the sandbox. Files that may hold credentials of the machine
// (gitconfig, npmrc, pip.conf, ssl/private, ssh, machine-id, …) are never shown. /dev has shared memory of 64 MiB.
//
// Two shapes. A sandbox of its own: bubblewrap makes all namespaces and mounts, its process 1 is the supervisor. A shared
// one: what takes the time, the mounts, is made once for the commands of one run that see the same (one layout); process 1
// of that outer sandbox is a keeper (supervisor/keeper.h), which makes for each command its own pid, mount, ipc, uts,
// cgroup, network and user namespaces, /proc, /tmp, /dev/shm, /dev/pts and files, and gives up all power before the
// program starts. Inside, both shapes are the same to a program. A command shares only when its run asked for it
// (SandboxSpec::sharedBy) and it has neither network nor anything writable.
// Whatever can't be made in the shared shape gets a sandbox of its own, never less.
#pragma once

#include "engine/base/result.h"
#include "engine/runner/command.h"
#include "engine/runner/supervisor/protocol.h"

namespace countersign::runner {

/// Where our own programs inside a sandbox and files for one command appear.
inline constexpr std::string_view insideFolder = "/.countersign";
inline constexpr std::string_view insideSupervisor = "/.countersign/supervisor";
inline constexpr std::string_view insideContext = "/.countersign/context.json";

struct HostOptions
{
    std::filesystem::path bubblewrap = "/usr/bin/bwrap";
    std::filesystem::path supervisor{};             ///< the file countersign-supervisor
    std::filesystem::path transformHelper{};        ///< the file countersign-transform
    std::filesystem::path workCopies{};             ///< the folder of work copies: each may be shown, though it lies in a forbidden one
    std::vector<std::filesystem::path> forbidden{}; ///< the store's and the keys' folders: never shown, not even as part
    std::size_t concurrency = 64;                   ///< commands at a time; more wait, their time not yet running
    std::chrono::milliseconds grace{2'000};         ///< from SIGTERM to SIGKILL
    std::chrono::milliseconds keeperPatience{20'000}; ///< a keeper that starts nothing for so long is ended

    /// With both helper programs in one folder.
    [[nodiscard]] static HostOptions inFolder(const std::filesystem::path& helpers);
};

struct SandboxLayout
{
    std::vector<std::string> arguments{}; ///< for bubblewrap, without the program
    std::vector<std::string> data{};      ///< the n-th is read by bubblewrap from descriptor firstDataDescriptor + n
};
inline constexpr int infoDescriptor = 9;
inline constexpr int argumentsDescriptor = 10;
inline constexpr int firstDataDescriptor = 11;

/// The outer sandbox of commands that see the same, and what its keeper makes for each.
struct SharedLayout
{
    SandboxLayout outer{};
    supervisor::KeeperPlan plan{};
};

/// What commands with the same resource, paths and network see, but for their context and code.
struct SandboxView
{
    SandboxLayout head{};              ///< namespaces, system, /tmp
    std::vector<std::string> shown{};  ///< arguments after a command's own files
    std::optional<SharedLayout> shared{}; ///< nothing: may not be shared
    std::string key{};                 ///< viewKey() of all of them
};

/// Errors: ReadPathRefused, with the path and why.
[[nodiscard]] base::Result<SandboxView> viewSandbox(const CommandSpec& command, const HostOptions& options);
/// Equal for commands that one view fits. Reads nothing.
[[nodiscard]] std::string viewKey(const CommandSpec& command);
/// For a sandbox of its own.
[[nodiscard]] SandboxLayout layoutSandbox(const SandboxView& view, const CommandSpec& command);
[[nodiscard]] base::Result<SandboxLayout> layoutSandbox(const CommandSpec& command, const HostOptions& options);

/// Context and code, which are a command's own; for one that may share.
[[nodiscard]] std::vector<supervisor::OwnFile> ownFiles(const CommandSpec& command);

/// Refuses what would show /run, /proc, /dev, a forbidden folder or a socket. Walks the whole path.
[[nodiscard]] base::Result<void> checkReadPath(const std::filesystem::path& path,
                                               const std::vector<std::filesystem::path>& forbidden);

/// The environment inside, NAME=value.
[[nodiscard]] std::vector<std::string> environmentInside(const CommandSpec& command);
/// Where the program starts.
[[nodiscard]] std::filesystem::path workingDirectoryInside(const CommandSpec& command);

} // namespace countersign::runner
