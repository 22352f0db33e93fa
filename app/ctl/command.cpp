#include "app/ctl/command.h"

#include "engine/base/codes.h"

namespace countersign::ctl {

base::Failure usage(std::string message, std::string advice) { return base::fail(base::Error(base::codes::Usage, std::move(message)).advise(std::move(advice))); }

std::optional<std::string> Arguments::value(const std::string& option) const
{
    const auto it = options.find(option);
    return it == options.end() ? std::nullopt : std::optional(it->second.back());
}

std::vector<std::string> Arguments::values(const std::string& option) const
{
    const auto it = options.find(option);
    return it == options.end() ? std::vector<std::string>{} : it->second;
}

Context::Context(Globals globals, Arguments arguments, std::stop_token stop)
    : m_globals(std::move(globals)), m_arguments(std::move(arguments)), m_stop(std::move(stop))
{
}

base::Result<Runtime*> Context::runtime()
{
    if (!m_runtime) {
        RuntimeOptions options;
        options.program = "countersignctl";
        if (m_arguments.has("--as-engine")) {
            options.kind = domain::ActorKind::Engine;
            options.actorName = "countersign";
        }
        CS_ASSIGN(m_runtime, Runtime::create(options));
    }
    return m_runtime.get();
}

base::Result<Engine*> Context::open(OpenMode mode)
{
    if (!m_engine) {
        CS_TRY(runtime());
        CS_ASSIGN(m_engine, Engine::open(m_runtime, m_globals.store, mode));
    }
    return m_engine.get();
}

base::Result<Engine*> Context::engine() { return open(OpenMode::ExistingOrMigrate); }
base::Result<Engine*> Context::createdEngine() { return open(OpenMode::CreateOrMigrate); }

} // namespace countersign::ctl
