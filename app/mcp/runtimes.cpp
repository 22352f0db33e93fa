#include "app/mcp/runtimes.h"

#include "engine/mcp/codes.h"

#include <chrono>

namespace countersign::mcp {

namespace {
constexpr std::size_t mostClients = 16;
constexpr std::chrono::seconds beatEvery{2};
} // namespace

Runtimes::~Runtimes()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
    }
    m_change.notify_all();
    if (m_heart.joinable())
        m_heart.join();
}

base::Result<std::shared_ptr<Runtime>> Runtimes::runtimeOf(const std::string& client)
{
    const std::string name = !m_options.agent.empty() ? m_options.agent : client.empty() ? "unnamed client" : client;
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_runtimes.find(name); known != m_runtimes.end())
        return known->second;
    if (m_runtimes.size() == mostClients)
        return base::fail(codes::TooManyClients, "this connection already serves " + std::to_string(mostClients) + " clients of different names");
    RuntimeOptions options;
    options.kind = domain::ActorKind::Agent;
    options.actorName = name;
    options.selfDeclared = m_options.agent.empty();
    options.program = "countersign-mcp";
    CS_ASSIGN(auto runtime, Runtime::create(std::move(options)));
    m_runtimes.emplace(name, runtime);
    if (!m_heart.joinable())
        m_heart = std::thread([this] { beat(); });
    return runtime;
}

base::Result<std::unique_ptr<Engine>> Runtimes::open(const std::string& client)
{
    CS_ASSIGN(auto runtime, runtimeOf(client));
    return Engine::open(std::move(runtime), m_options.store, OpenMode::Existing);
}

// A store that can't be reached now is tried again at the next beat; the calls themselves tell what is wrong.
void Runtimes::beat()
{
    std::map<std::string, std::unique_ptr<Engine>> engines;
    std::unique_lock lock(m_mutex);
    while (!m_ending) {
        const auto runtimes = m_runtimes;
        lock.unlock();
        for (const auto& [name, runtime] : runtimes) {
            std::unique_ptr<Engine>& engine = engines[name];
            if (!engine)
                if (auto opened = Engine::open(runtime, m_options.store, OpenMode::Existing))
                    engine = std::move(*opened);
            if (engine && !engine->heartbeat())
                engine.reset();
        }
        lock.lock();
        m_change.wait_for(lock, beatEvery, [this] { return m_ending; });
    }
}

} // namespace countersign::mcp
