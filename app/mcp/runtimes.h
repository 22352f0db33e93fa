// Who speaks: one Runtime for each client name, made at its first call, kept alive in the store while this process lives.
// Source: SPEC sections 2, 12. Thread-safe.
#pragma once

#include "app/mcp/options.h"
#include "engine/engine.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace countersign::mcp {

class Runtimes
{
public:
    explicit Runtimes(Options options) : m_options(std::move(options)) {}
    ~Runtimes();
    Runtimes(const Runtimes&) = delete;
    Runtimes& operator=(const Runtimes&) = delete;

    /// An engine for this thread that acts in the client's name. Errors: TooManyClients, of Runtime::create and Engine::open.
    [[nodiscard]] base::Result<std::unique_ptr<Engine>> open(const std::string& client);

private:
    [[nodiscard]] base::Result<std::shared_ptr<Runtime>> runtimeOf(const std::string& client);
    void beat();

    Options m_options;
    std::mutex m_mutex{};
    std::condition_variable m_change{};
    std::map<std::string, std::shared_ptr<Runtime>> m_runtimes{};
    bool m_ending = false;
    std::thread m_heart{};
};

} // namespace countersign::mcp
