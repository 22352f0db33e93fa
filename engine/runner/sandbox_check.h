// Says whether sandboxes can be made here, and if not, precisely what to install or allow. Source: SPEC section 6.2.
#pragma once

#include "engine/runner/process_host.h"

namespace countersign::runner {

/// What the machine says about namespaces; values as read, empty where there is no such file.
struct SandboxFacts
{
    bool bubblewrapInstalled = false;
    bool supervisorInstalled = false;
    std::string unprivilegedUserNamespaces{}; ///< kernel.unprivileged_userns_clone
    std::string maxUserNamespaces{};          ///< user.max_user_namespaces
    std::string apparmorRestriction{};        ///< kernel.apparmor_restrict_unprivileged_userns
    bool inContainer = false;
    bool isRoot = false;
};
[[nodiscard]] SandboxFacts readSandboxFacts(const HostOptions& options);

/// The error for a sandbox that could not be made; failure is what the attempt said. Pure.
[[nodiscard]] base::Error explainSandbox(const SandboxFacts& facts, const std::string& failure);

/// Makes a sandbox and runs /usr/bin/true in it. Error: SandboxUnavailable with advice. Blocks; see runAndWait().
[[nodiscard]] base::Result<void> checkSandbox(ProcessHost& host);

/// Why validations of a run can't share a sandbox here, so that each gets a slower one of its own; empty: they can. Blocks.
[[nodiscard]] std::string whyNotShared(ProcessHost& host);

} // namespace countersign::runner
