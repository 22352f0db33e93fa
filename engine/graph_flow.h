// Runs a graph: what is ready runs in parallel, what depends on a failure is skipped. Source: SPEC section 3.
// Internal to the engine. Thread: the engine's; calls run on threads of their own.
#pragma once

#include "engine/calls.h"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace countersign {

class GraphFlow
{
public:
    GraphFlow(const domain::Graph& graph, Calls& calls, std::string resource, int parallel, const base::Clock& clock, GraphObserver& observer);
    ~GraphFlow(); ///< ends what still runs and waits for it

    [[nodiscard]] GraphReport run(std::stop_token stop);

private:
    enum class Stage { Waiting, Running, Ended };
    struct Node
    {
        Stage stage = Stage::Waiting;
        bool brokenOff = false; ///< skipped because something before it failed, not because of a condition
        bool answered = false;  ///< an edge leads on from how it ended; its other conditions then just don't hold
        std::vector<const domain::GraphEdge*> before{};
        std::vector<const domain::GraphEdge*> after{};
        NodeReport report{};
    };
    struct Next
    {
        enum class Do { Wait, Start, Skip } what = Do::Wait;
        bool brokenOff = false;
        std::string why{};
    };
    [[nodiscard]] Next decide(const std::string& id) const;
    /// Whether the edge leads on, given how its first node ended.
    [[nodiscard]] bool fires(const domain::GraphEdge& edge) const;
    void startWhatIsReady(const std::stop_token& stop);
    void start(const std::string& id, const std::stop_token& stop);
    void skip(const std::string& id, const Next& next);
    void take(NodeReport ended);
    void end(const std::string& id, domain::NodeState state);
    [[nodiscard]] std::size_t running() const;
    [[nodiscard]] bool over() const;
    void conclude(GraphReport& report) const;

    const domain::Graph& m_graph;
    Calls& m_calls;
    std::string m_resource;
    std::size_t m_parallel;
    const base::Clock& m_clock;
    GraphObserver& m_observer;
    std::vector<std::string> m_order;
    std::map<std::string, Node> m_nodes{};
    std::map<std::string, domain::Json> m_results{}; ///< node → return value
    std::mutex m_mutex{};
    std::condition_variable m_arrived{};
    std::deque<NodeReport> m_ended{};
    std::map<std::string, std::jthread> m_threads{};
};

} // namespace countersign
