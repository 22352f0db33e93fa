#include "engine/graph_flow.h"

#include "engine/base/codes.h"
#include "engine/base/json_pointer.h"

#include <algorithm>

namespace countersign {

namespace {

using domain::NodeState;
constexpr std::chrono::milliseconds wakeEvery{100};

NodeState stateOf(const domain::ValidationResult& result)
{
    if (result.errorCode == base::codes::Cancelled.code)
        return NodeState::Cancelled;
    if (result.verdict == domain::Verdict::Error)
        return NodeState::Errored;
    return result.verdict == domain::Verdict::Pass ? NodeState::Passed : NodeState::Failed;
}

} // namespace

GraphFlow::GraphFlow(const domain::Graph& graph, Calls& calls, std::string resource, int parallel, const base::Clock& clock, GraphObserver& observer)
    : m_graph(graph), m_calls(calls), m_resource(std::move(resource)), m_parallel(static_cast<std::size_t>(std::clamp(parallel, 1, 256))), m_clock(clock),
      m_observer(observer), m_order(domain::inOrder(graph))
{
    for (const std::string& id : m_order)
        m_nodes[id].report.id = id;
    for (const domain::GraphEdge& edge : m_graph.edges) {
        m_nodes.at(edge.from).after.push_back(&edge);
        m_nodes.at(edge.to).before.push_back(&edge);
    }
}

GraphFlow::~GraphFlow()
{
    for (auto& [id, thread] : m_threads)
        thread.request_stop();
}

GraphReport GraphFlow::run(std::stop_token stop)
{
    GraphReport out;
    out.graph = m_graph.name;
    out.startedAt = m_clock.now();
    const auto began = m_clock.monotonic();
    while (!over()) {
        startWhatIsReady(stop);
        if (stop.stop_requested())
            for (auto& [id, thread] : m_threads)
                thread.request_stop();
        std::unique_lock lock(m_mutex);
        if (running() > 0)
            m_arrived.wait_for(lock, wakeEvery, [this] { return !m_ended.empty(); });
        while (!m_ended.empty()) {
            NodeReport ended = std::move(m_ended.front());
            m_ended.pop_front();
            lock.unlock();
            take(std::move(ended));
            lock.lock();
        }
    }
    out.durationMs = std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.monotonic() - began).count();
    for (const std::string& id : m_order)
        out.nodes.push_back(m_nodes.at(id).report);
    conclude(out);
    return out;
}

std::size_t GraphFlow::running() const
{
    return static_cast<std::size_t>(std::count_if(m_nodes.begin(), m_nodes.end(), [](const auto& node) { return node.second.stage == Stage::Running; }));
}

bool GraphFlow::over() const
{
    return std::all_of(m_nodes.begin(), m_nodes.end(), [](const auto& node) { return node.second.stage == Stage::Ended; });
}

bool GraphFlow::fires(const domain::GraphEdge& edge) const
{
    const NodeState state = m_nodes.at(edge.from).report.state;
    if (state != NodeState::Passed && state != NodeState::Failed)
        return false;
    if (!edge.when)
        return state == NodeState::Passed;
    const auto result = m_results.find(edge.from);
    const auto path = base::pointerTokens(edge.when->path);
    const domain::Json* there = path && result != m_results.end() ? base::find(result->second, *path) : nullptr;
    return there != nullptr && base::canonical(*there) == base::canonical(edge.when->equals);
}

// In the graph's order every node before it has been decided first, so one pass suffices.
GraphFlow::Next GraphFlow::decide(const std::string& id) const
{
    const std::vector<const domain::GraphEdge*>& before = m_nodes.at(id).before;
    if (!std::all_of(before.begin(), before.end(), [this](const auto* edge) { return m_nodes.at(edge->from).stage == Stage::Ended; }))
        return {};
    bool fired = false;
    std::string unmet;
    for (const domain::GraphEdge* edge : before) {
        const Node& from = m_nodes.at(edge->from);
        const bool leads = fires(*edge);
        const NodeState state = from.report.state;
        const bool answered = edge->when && state == NodeState::Failed && from.answered;
        if (!leads && !answered && (state == NodeState::Failed || state == NodeState::Errored || state == NodeState::Cancelled))
            return {Next::Do::Skip, true, edge->from + (state == NodeState::Failed ? " failed" : state == NodeState::Errored ? " gave no result" : " was cancelled")};
        if (from.brokenOff)
            return {Next::Do::Skip, true, edge->from + " was skipped"};
        fired = fired || leads;
        if (!leads && state != NodeState::Skipped && unmet.empty())
            unmet = edge->from;
    }
    if (before.empty() || (fired && unmet.empty()))
        return {Next::Do::Start, false, {}};
    return {Next::Do::Skip, false, unmet.empty() ? "nothing led to it" : "its condition on " + unmet + " does not hold"};
}

void GraphFlow::startWhatIsReady(const std::stop_token& stop)
{
    for (const std::string& id : m_order) {
        if (m_nodes.at(id).stage != Stage::Waiting)
            continue;
        const Next next = decide(id);
        if (next.what == Next::Do::Skip)
            skip(id, next);
        else if (stop.stop_requested() && next.what == Next::Do::Start)
            skip(id, {Next::Do::Skip, true, "the graph was cancelled before it started"});
        else if (next.what == Next::Do::Start && running() < m_parallel)
            start(id, stop);
    }
}

void GraphFlow::start(const std::string& id, const std::stop_token& stop)
{
    const domain::GraphNode& definition = m_graph.nodes.at(id);
    Node& node = m_nodes.at(id);
    const auto references = domain::referencesIn(definition.args);
    for (const domain::Reference& reference : references ? *references : std::vector<domain::Reference>())
        if (m_nodes.contains(reference.node) && m_nodes.at(reference.node).report.state == NodeState::Skipped)
            return skip(id, {Next::Do::Skip, m_nodes.at(reference.node).brokenOff, "it needs the result of " + reference.node + ", which was skipped"});
    auto args = domain::filled(definition.args, m_results);
    plan::PlannedValidation planned = m_calls.prepare(definition.tool, definition.resource.empty() ? m_resource : definition.resource, args ? *args : domain::Json::object(), stop);
    if (!args)
        planned.broken = args.error();
    node.report.args = m_calls.redacted(args ? *args : definition.args);
    node.stage = Stage::Running;
    m_observer.started(id);
    m_threads[id] = std::jthread([this, id, planned = std::move(planned)](std::stop_token asked) {
        NodeReport ended;
        ended.id = id;
        ended.call = m_calls.run(planned, std::move(asked));
        const std::scoped_lock lock(m_mutex);
        m_ended.push_back(std::move(ended));
        m_arrived.notify_one();
    });
}

void GraphFlow::skip(const std::string& id, const Next& next)
{
    Node& node = m_nodes.at(id);
    node.brokenOff = next.brokenOff;
    node.report.why = next.why;
    end(id, NodeState::Skipped);
}

void GraphFlow::take(NodeReport ended)
{
    const std::string id = ended.id;
    Node& node = m_nodes.at(id);
    node.report.call = std::move(ended.call);
    if (node.report.call.returned)
        m_results[id] = *node.report.call.returned;
    end(id, stateOf(node.report.call.result));
}

void GraphFlow::end(const std::string& id, NodeState state)
{
    Node& node = m_nodes.at(id);
    node.stage = Stage::Ended;
    node.report.state = state;
    node.answered = std::any_of(node.after.begin(), node.after.end(), [this](const auto* edge) { return fires(*edge); });
    m_observer.ended(node.report);
}

void GraphFlow::conclude(GraphReport& report) const
{
    const auto first = [this](NodeState state) -> std::string {
        for (const std::string& id : m_order)
            if (m_nodes.at(id).report.state == state)
                return id;
        return {};
    };
    if (const std::string id = first(NodeState::Cancelled); !id.empty()) {
        report.state = NodeState::Cancelled;
        report.reason = "The graph was cancelled while " + id + " ran.";
        return;
    }
    if (const std::string id = first(NodeState::Errored); !id.empty()) {
        report.state = NodeState::Errored;
        report.reason = id + " gave no result: " + m_nodes.at(id).report.call.result.errorMessage;
        return;
    }
    report.state = NodeState::Failed;
    report.reason = "No exit was reached.";
    bool passed = false;
    for (const std::string& id : m_graph.exits) {
        const Node& node = m_nodes.at(id);
        passed = passed || node.report.state == NodeState::Passed;
        if (node.report.state == NodeState::Passed || (node.report.state == NodeState::Skipped && !node.brokenOff))
            continue;
        report.reason = node.brokenOff ? "The exit " + id + " was skipped: " + node.report.why + "." : "The exit " + id + " failed.";
        return;
    }
    if (passed) {
        report.state = NodeState::Passed;
        report.reason = "Every exit that was reached passed.";
    }
}

} // namespace countersign
