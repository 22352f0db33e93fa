#include "engine/registry/checks.h"
#include "engine/schema/schema.h"

#include <algorithm>

namespace countersign::registry {

using domain::Graph;
using domain::GraphEdge;
using domain::GraphNode;
using domain::Json;

namespace {

std::string nodePointer(const std::string& id, std::string_view key = {}) { return childPointer("/nodes", id) + (key.empty() ? "" : "/" + std::string(key)); }
std::string edgePointer(std::size_t index, std::string_view key = {}) { return childPointer("/edges", std::to_string(index)) + (key.empty() ? "" : "/" + std::string(key)); }
bool holds(const std::vector<std::string>& list, const std::string& item) { return std::find(list.begin(), list.end(), item) != list.end(); }

// Why: the rules of one graph, each of which needs to know who leads to whom.
class GraphChecker
{
public:
    GraphChecker(const Graph& graph, const Overlay& overlay) : m_graph(graph), m_overlay(overlay)
    {
        for (const GraphEdge& edge : graph.edges)
            if (graph.nodes.count(edge.from) > 0 && graph.nodes.count(edge.to) > 0 && edge.from != edge.to) {
                m_next[edge.from].insert(edge.to);
                m_before[edge.to].insert(edge.from);
            }
    }

    /// Of a file.
    std::vector<Found> all()
    {
        checkEnds(m_graph.entry, "entry");
        checkEnds(m_graph.exits, "exits");
        checkEdges();
        checkCircle();
        checkReached();
        checkNames();
        for (const auto& [id, node] : m_graph.nodes) {
            checkReferences(id, node.args, nodePointer(id, "args"));
            checkArgs(id, node);
        }
        return std::move(m_found);
    }
    /// Of what stands: what others can change.
    std::vector<Found> names()
    {
        checkNames();
        return std::move(m_found);
    }

private:
    void note(std::string pointer, const base::CodeInfo& code, std::string message, std::string advice = {}, std::vector<Key> about = {})
    {
        m_found.push_back({std::move(pointer), &code, std::move(message), std::move(advice), std::move(about)});
    }

    void checkEnds(const std::vector<std::string>& ids, const std::string& key)
    {
        std::set<std::string> seen;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const std::string pointer = childPointer("/" + key, std::to_string(i));
            if (m_graph.nodes.count(ids[i]) == 0)
                unknownNode(pointer, ids[i]);
            else if (!seen.insert(ids[i]).second)
                note(pointer, codes::ValueInvalid, ids[i] + " stands in " + key + " twice.");
        }
    }

    void unknownNode(const std::string& pointer, const std::string& id)
    {
        std::vector<std::string_view> known;
        for (const auto& [each, node] : m_graph.nodes)
            known.push_back(each);
        const auto near = nearest(id, known);
        note(pointer, codes::GraphNodeUnknown, id + " is no node of the graph.", near ? "Did you mean " + std::string(*near) + "?" : "There are " + joined(known) + ".");
    }

    void checkEdges()
    {
        std::set<std::pair<std::string, std::string>> seen;
        for (std::size_t i = 0; i < m_graph.edges.size(); ++i) {
            const GraphEdge& edge = m_graph.edges[i];
            for (const auto& [key, id] : {std::pair<std::string, std::string>{"from", edge.from}, {"to", edge.to}})
                if (!id.empty() && m_graph.nodes.count(id) == 0)
                    unknownNode(edgePointer(i, key), id);
            if (edge.from.empty() || edge.to.empty())
                continue;
            if (edge.from == edge.to)
                note(edgePointer(i, "to"), codes::GraphEdge, "An edge leads from " + edge.from + " to itself.", "Remove it.");
            else if (!seen.emplace(edge.from, edge.to).second)
                note(edgePointer(i), codes::GraphEdge, "An edge from " + edge.from + " to " + edge.to + " stands twice.", "Keep one of them.");
            if (holds(m_graph.entry, edge.to))
                note(edgePointer(i, "to"), codes::GraphEdge, edge.to + " is an entry, and an edge leads to it.", "An entry begins at once: take it out of entry, or remove the edge.");
            if (holds(m_graph.exits, edge.from))
                note(edgePointer(i, "from"), codes::GraphEdge, edge.from + " is an exit, and an edge leads on from it.", "An exit ends the graph: take it out of exits, or remove the edge.");
        }
    }

    /// Removes what has nothing before it until nothing is left, or only circles and what follows them.
    void checkCircle()
    {
        std::map<std::string, std::size_t> waits;
        for (const auto& [id, node] : m_graph.nodes)
            waits[id] = m_before[id].size();
        std::vector<std::string> free;
        for (const auto& [id, count] : waits)
            if (count == 0)
                free.push_back(id);
        for (std::size_t i = 0; i < free.size(); ++i)
            for (const std::string& next : m_next[free[i]])
                if (--waits[next] == 0)
                    free.push_back(next);
        const auto stuck = std::find_if(waits.begin(), waits.end(), [](const auto& each) { return each.second > 0; });
        if (stuck != waits.end())
            noteCircle(stuck->first, waits);
    }

    /// Going backwards among what is stuck must come to a node a second time.
    void noteCircle(std::string at, const std::map<std::string, std::size_t>& waits)
    {
        std::vector<std::string> way;
        for (; !holds(way, at); at = *std::find_if(m_before[way.back()].begin(), m_before[way.back()].end(), [&](const auto& id) { return waits.at(id) > 0; }))
            way.push_back(at);
        way.push_back(at);
        std::reverse(way.begin(), way.end());
        way.resize(static_cast<std::size_t>(std::find(way.begin() + 1, way.end(), at) - way.begin()) + 1);
        const std::vector<std::string_view> words(way.begin(), way.end());
        const auto edge = std::find_if(m_graph.edges.begin(), m_graph.edges.end(), [&](const GraphEdge& e) { return e.from == way[way.size() - 2] && e.to == at; });
        note(edgePointer(static_cast<std::size_t>(edge - m_graph.edges.begin())), codes::GraphCycle, "The edges go round: " + joined(words) + ".", "Remove one of them.");
    }

    void checkReached()
    {
        std::set<std::string> reached;
        std::vector<std::string> open;
        for (const std::string& id : m_graph.entry)
            if (reached.insert(id).second)
                open.push_back(id);
        for (std::size_t i = 0; i < open.size(); ++i)
            for (const std::string& next : m_next[open[i]])
                if (reached.insert(next).second)
                    open.push_back(next);
        for (const auto& [id, node] : m_graph.nodes)
            if (reached.count(id) == 0)
                note(nodePointer(id), codes::GraphUnreachable, "No path leads from an entry to " + id + ".", "Add an edge to it, or name it in entry.");
    }

    void checkNames()
    {
        for (const auto& [id, node] : m_graph.nodes) {
            if (!node.resource.empty() && m_overlay.resources.count(node.resource) == 0)
                note(nodePointer(id, "resource"), codes::ResourceUnknown, "Node " + id + ": " + node.resource + " is not registered.", {}, {{"resource", node.resource}});
            if (node.tool.empty())
                continue;
            if (m_overlay.tools.count(node.tool) == 0) {
                note(nodePointer(id, "tool"), codes::ToolUnknown, "Node " + id + ": " + node.tool + " is not registered.", "Add its file, or register it first.", {{"tool", node.tool}});
                continue;
            }
            const std::string changing = changingPart(node.tool, m_overlay.lookup());
            if (!changing.empty())
                note(nodePointer(id, "tool"), codes::GraphNodeChanges, "Node " + id + ": " + node.tool + (changing == node.tool ? "" : " wraps " + changing + ", which") + " changes something.",
                     "Graphs run what only reads, as nothing makes them a copy of the work; use another tool.", {{"tool", changing}, {"tool", node.tool}});
        }
    }

    const std::set<std::string>& upstreamOf(const std::string& id)
    {
        const auto [known, added] = m_upstream.try_emplace(id);
        std::vector<std::string> open{id};
        for (std::size_t i = 0; added && i < open.size(); ++i)
            for (const std::string& before : m_before[open[i]])
                if (known->second.insert(before).second)
                    open.push_back(before);
        return known->second;
    }

    void checkReferences(const std::string& id, const Json& value, const std::string& pointer)
    {
        if (value.is_object()) {
            for (const auto& [key, member] : value.items())
                checkReferences(id, member, childPointer(pointer, key));
        } else if (value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i)
                checkReferences(id, value[i], childPointer(pointer, std::to_string(i)));
        } else if (value.is_string()) {
            const auto references = domain::referencesIn(value);
            if (!references)
                return note(pointer, codes::GraphReference, "Node " + id + ": " + references.error().message() + ".", references.error().advice());
            for (const domain::Reference& reference : *references)
                checkReference(id, reference.node, pointer);
        }
    }

    void checkReference(const std::string& id, const std::string& to, const std::string& pointer)
    {
        if (m_graph.nodes.count(to) == 0)
            note(pointer, codes::GraphReference, "Node " + id + " refers to " + to + ", which is no node of the graph.", "Write $${ for the characters themselves.");
        else if (upstreamOf(id).count(to) == 0 || to == id)
            note(pointer, codes::GraphReference, "Node " + id + " refers to " + to + ", which need not have run before it.", "Add an edge on the way from " + to + " to " + id + ".");
    }

    static bool refers(const Json& value)
    {
        const auto references = domain::referencesIn(value);
        return !references || !references->empty();
    }

    /// What a reference will stand for isn't known, only that something will stand there.
    void checkArgs(const std::string& id, const GraphNode& node)
    {
        const auto tool = effectiveTool(node.tool, m_overlay.lookup());
        if (!tool || tool->inputSchema.is_null())
            return;
        const auto compiled = schema::Schema::compile(tool->inputSchema);
        if (!compiled)
            return;
        std::set<std::string> open;
        for (const auto& [name, value] : node.args.items())
            if (refers(value))
                open.insert(childPointer("", name));
        // At the root these say something about which members there are; the others look into their values as well.
        const std::set<std::string> aboutMembers{"type", "required", "additionalProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired", "false"};
        for (const schema::Violation& violation : schema::judgeParsed(*compiled, compiled->withDefaults(node.args)).violations) {
            const std::string top = violation.pointer.substr(0, violation.pointer.find('/', 1));
            const bool inside = top != violation.pointer || violation.keyword != "additionalProperties";
            if (violation.pointer.empty() ? !open.empty() && aboutMembers.count(violation.keyword) == 0 : open.count(top) > 0 && inside)
                continue;
            note(nodePointer(id, "args") + violation.pointer, codes::GraphArgs, "Node " + id + ", args: " + violation.message, {});
        }
    }

    const Graph& m_graph;
    const Overlay& m_overlay;
    std::map<std::string, std::set<std::string>> m_next{};
    std::map<std::string, std::set<std::string>> m_before{};
    std::map<std::string, std::set<std::string>> m_upstream{};
    std::vector<Found> m_found{};
};

} // namespace

void checkGraphs(const Current& current, const std::vector<Draft>& drafts, const Overlay& overlay, Problems& problems)
{
    for (const Draft& draft : drafts)
        if (const auto* graph = std::get_if<Graph>(&draft.value))
            for (const Found& found : GraphChecker(*graph, overlay).all())
                problems.push_back(errorIn(draft, found));
    for (const Graph& standing : current.graphs)
        if (const auto now = overlay.graphs.find(standing.name); now != overlay.graphs.end() && now->second == &standing)
            for (const Found& found : GraphChecker(standing, overlay).names())
                problems.push_back(errorOf("Graph " + standing.name, found, drafts));
}

} // namespace countersign::registry
