#include "engine/runner/sandbox_check.h"

#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/runner/codes.h"

#include <unistd.h>

namespace countersign::runner {
namespace {

namespace fs = std::filesystem;

std::string setting(const char* path)
{
    const base::Result<std::string> text = base::readFile(path);
    return text ? std::string(base::trim(*text)) : std::string();
}

bool exists(const fs::path& path)
{
    std::error_code error;
    return fs::exists(path, error);
}

bool mentions(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

base::Error unavailable(const std::string& message, const std::string& advice)
{
    return base::Error(codes::SandboxUnavailable, message).advise(advice);
}

} // namespace

SandboxFacts readSandboxFacts(const HostOptions& options)
{
    SandboxFacts facts;
    facts.bubblewrapInstalled = ::access(options.bubblewrap.c_str(), X_OK) == 0;
    facts.supervisorInstalled = ::access(options.supervisor.c_str(), X_OK) == 0;
    facts.unprivilegedUserNamespaces = setting("/proc/sys/kernel/unprivileged_userns_clone");
    facts.maxUserNamespaces = setting("/proc/sys/user/max_user_namespaces");
    facts.apparmorRestriction = setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns");
    facts.inContainer = exists("/.dockerenv") || exists("/run/.containerenv") || exists("/run/systemd/container");
    facts.isRoot = ::geteuid() == 0;
    return facts;
}

base::Error explainSandbox(const SandboxFacts& facts, const std::string& failure)
{
    const std::string said = failure.empty() ? "" : " It said: " + failure;
    if (!facts.bubblewrapInstalled)
        return unavailable("bubblewrap isn't installed.", "Install it: apt install bubblewrap");
    if (!facts.supervisorInstalled)
        return unavailable("countersign-supervisor isn't installed beside this program." + said, "Install Countersign again.");
    if (facts.maxUserNamespaces == "0")
        return unavailable("This machine allows no user namespace." + said, "Allow them: sysctl -w user.max_user_namespaces=15000");
    if (facts.unprivilegedUserNamespaces == "0" && !facts.isRoot)
        return unavailable("Only root may make user namespaces on this machine." + said,
                           "Allow them: sysctl -w kernel.unprivileged_userns_clone=1");
    if (facts.apparmorRestriction == "1" && !facts.isRoot)
        return unavailable("AppArmor keeps bubblewrap from making user namespaces." + said,
                           "Give /usr/bin/bwrap an AppArmor profile with \"userns,\", or: sysctl -w "
                           "kernel.apparmor_restrict_unprivileged_userns=0");
    if (mentions(failure, "Unknown option") || mentions(failure, "nrecognized"))
        return unavailable("This bubblewrap is too old." + said, "Install bubblewrap 0.8 or later.");
    if (mentions(failure, "mount proc") || mentions(failure, "/newroot/proc"))
        return unavailable("This container doesn't allow a /proc of the sandbox's own." + said,
                           "Start the container with an unmasked /proc (podman: --security-opt unmask=ALL, docker: "
                           "--security-opt systempaths=unconfined).");
    if (facts.inContainer || mentions(failure, "ermission denied") || mentions(failure, "not permitted"))
        return unavailable("Namespaces may not be made here" + std::string(facts.inContainer ? ", inside this container." : ".") + said,
                           "Allow nested namespaces (a seccomp profile that allows clone, unshare, mount and pivot_root).");
    return unavailable("The sandbox could not be made." + said, "Run bubblewrap by hand to see why: bwrap --ro-bind / / true");
}

std::string whyNotShared(ProcessHost& host)
{
    const SharedSandboxes share(host);
    const SandboxCounts before = host.counts();
    CommandSpec command;
    command.argv = {"/usr/bin/true"};
    command.timeout = std::chrono::seconds(20);
    command.sandbox.sharedBy = share.id();
    const ProcessEnd end = runAndWait(host, std::move(command));
    const SandboxCounts after = host.counts();
    if (after.shared > before.shared && end.how == ProcessEnd::How::Exited)
        return {};
    return after.lastRefusal.empty() ? "no reason was given" : after.lastRefusal;
}

base::Result<void> checkSandbox(ProcessHost& host)
{
    const SandboxFacts facts = readSandboxFacts(host.options());
    if (!facts.bubblewrapInstalled || !facts.supervisorInstalled)
        return base::fail(explainSandbox(facts, {}));
    CommandSpec command;
    command.argv = {"/usr/bin/true"};
    command.timeout = std::chrono::seconds(20);
    const ProcessEnd end = runAndWait(host, std::move(command));
    if (end.how == ProcessEnd::How::Exited && end.exitCode == 0)
        return {};
    return base::fail(explainSandbox(facts, end.startFailure ? end.startFailure->message() : std::string(toString(end.how))));
}

} // namespace countersign::runner
