// Serves one client on two descriptors until its input ends. Source: SPEC section 12.
//
// Threads: the caller's reads; a pool runs the tools, each call with an engine of its own; one reports progress; one
// keeps the process alive in the store. Nothing outlives serve().
#pragma once

#include "app/mcp/line_splitter.h"
#include "app/mcp/output.h"
#include "app/mcp/running_call.h"
#include "app/mcp/runtimes.h"
#include "app/signals/stop_signal.h"
#include "engine/mcp/protocol.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace countersign::mcp {

class Server
{
public:
    Server(const Options& options, const Tools& tools, int input, base::Fd output);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    void serve();

private:
    using CallPtr = std::shared_ptr<RunningCall>;

    enum class End { InputEnded, Stopped };
    [[nodiscard]] End readAll();
    void line(const LineSplitter::Line& line);
    void take(Call call, std::size_t bytes);
    void cancel(const std::string& key);
    void listen(const Listening& listening);
    void end(End how);

    void work();
    void run(RunningCall& call);
    void reportProgress();

    std::string m_project;
    int m_input;
    signals::StopSignal m_signal{};
    Output m_output;
    Protocol m_protocol;
    Runtimes m_runtimes;

    std::mutex m_mutex{};
    std::condition_variable m_change{};
    std::deque<CallPtr> m_waiting{};
    std::map<std::string, CallPtr> m_open{};   ///< waiting or running, by requestKey()
    std::map<std::string, Json> m_listening{};
    std::size_t m_bytes = 0; ///< of all open calls
    std::size_t m_idle = 0;
    bool m_ending = false;
    std::vector<std::thread> m_workers{};
    std::thread m_progress{};
};

} // namespace countersign::mcp
