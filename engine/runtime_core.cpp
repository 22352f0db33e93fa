#include "engine/runtime_core.h"

#include "engine/base/files.h"
#include "engine/codes.h"
#include "engine/liveness.h"

#include <cstdlib>

#include <pwd.h>

namespace countersign {

namespace fs = std::filesystem;

namespace {

fs::path homeDirectory()
{
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return home;
    const passwd* entry = ::getpwuid(::geteuid());
    return entry != nullptr ? entry->pw_dir : "/";
}

fs::path xdg(const char* variable, const char* below)
{
    const char* value = std::getenv(variable);
    return (value != nullptr && *value == '/' ? fs::path(value) : homeDirectory() / below) / "countersign";
}

std::string loginName()
{
    const passwd* entry = ::getpwuid(::geteuid());
    return entry != nullptr ? entry->pw_name : "uid-" + std::to_string(::geteuid());
}

// In the build tree and beside an installed program in libexec.
fs::path findHelpers()
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const fs::path& candidate : {program, program / "../libexec/countersign", program / "../../bin"})
        if (fs::exists(candidate / "countersign-supervisor", error))
            return fs::weakly_canonical(candidate, error);
    return program;
}

} // namespace

base::Result<std::shared_ptr<Runtime>> Runtime::create(RuntimeOptions options)
{
    CS_ASSIGN(auto core, RuntimeCore::create(std::move(options)));
    return std::static_pointer_cast<Runtime>(core);
}

base::Result<std::shared_ptr<RuntimeCore>> RuntimeCore::create(RuntimeOptions options)
{
    std::shared_ptr<RuntimeCore> out(new RuntimeCore);
    out->m_clock = options.clock ? options.clock : std::make_shared<base::SystemClock>();
    out->m_program = options.program.empty() ? "countersign" : options.program;
    out->m_helpers = options.helperDirectory.empty() ? findHelpers() : options.helperDirectory;
    out->m_ctl = options.ctl;
    out->m_stateDirectory = options.stateDirectory.empty() ? xdg("XDG_STATE_HOME", ".local/state") : options.stateDirectory;
    const fs::path config = xdg("XDG_CONFIG_HOME", ".config");
    out->m_keyDirectory = config / "keys";
    CS_ASSIGN(out->m_configuration, readConfiguration(options.configFile.empty() ? config / "config.yml" : options.configFile));
    out->m_log = std::make_unique<Log>(out->m_stateDirectory / "log", out->m_program, *out->m_clock, out->m_configuration.redact);
    out->m_actor.kind = options.kind;
    out->m_actor.selfDeclared = options.selfDeclared;
    out->m_actor.login = loginName();
    out->m_actor.name = options.actorName.empty() ? out->m_actor.login : options.actorName;
    out->m_actor.host = hostName();
    out->m_actor.pid = ::getpid();
    out->m_actor.processStart = processStart(::getpid());
    out->m_process = base::newId<domain::ProcessTag>(*out->m_clock);
    return out;
}

store::Identity RuntimeCore::identity() const { return {m_actor, m_program, m_process, m_clock.get()}; }

runner::HostOptions RuntimeCore::hostOptions(const store::Location& location) const
{
    runner::HostOptions out = runner::HostOptions::inFolder(m_helpers);
    out.workCopies = location.work;
    out.forbidden = {m_stateDirectory, m_keyDirectory, location.directory, location.database, location.work};
    for (const char* suffix : {"-wal", "-shm"})
        out.forbidden.push_back(location.database.string() + suffix);
    out.concurrency = 256;
    return out;
}

base::Result<fs::path> RuntimeCore::ctl() const
{
    std::error_code error;
    const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const fs::path& candidate : {m_ctl, beside / "countersignctl", m_helpers / "countersignctl"})
        if (!candidate.empty() && ::access(candidate.c_str(), X_OK) == 0)
            return candidate;
    return base::fail(base::Error(codes::HelpersMissing, "countersignctl is not beside this program, in " + beside.string()).advise("Install Countersign completely."));
}

void RuntimeCore::runBegan(const domain::RunId& run)
{
    const std::scoped_lock lock(m_runMutex);
    m_runs.insert(run);
}

void RuntimeCore::runEnded(const domain::RunId& run)
{
    const std::scoped_lock lock(m_runMutex);
    m_runs.erase(run);
}

bool RuntimeCore::runGoesOn(const domain::RunId& run) const
{
    const std::scoped_lock lock(m_runMutex);
    return m_runs.contains(run);
}

base::Result<runner::ProcessHost*> RuntimeCore::processHost(const store::Location& location)
{
    const std::scoped_lock lock(m_hostMutex);
    std::unique_ptr<runner::ProcessHost>& host = m_hosts[location.directory];
    if (!host) {
        CS_ASSIGN(host, runner::ProcessHost::create(hostOptions(location)));
    }
    return host.get();
}

} // namespace countersign
