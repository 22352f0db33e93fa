#include "engine/domain/graph.h"

#include "engine/base/json_pointer.h"
#include "engine/domain/codes.h"

#include <algorithm>
#include <set>

namespace countersign::domain {

namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::vector<std::string> split(std::string_view text)
{
    std::vector<std::string> out;
    for (;;) {
        const std::size_t dot = text.find('.');
        out.emplace_back(text.substr(0, dot));
        if (dot == std::string_view::npos)
            return out;
        text.remove_prefix(dot + 1);
    }
}

base::Result<Reference> parseReference(std::string_view inside)
{
    std::vector<std::string> parts = split(inside);
    Reference out{std::move(parts.front()), {}};
    parts.erase(parts.begin());
    out.path = std::move(parts);
    if (!isNodeId(out.node))
        return base::fail(base::Error(codes::ReferenceInvalid, "${" + std::string(inside) + "} names no node")
                              .advise("Write ${node} or ${node.member}; write $${ for the characters themselves."));
    if (std::any_of(out.path.begin(), out.path.end(), [](const std::string& part) { return part.empty(); }))
        return base::fail(codes::ReferenceInvalid, "${" + std::string(inside) + "} has an empty member");
    return out;
}

void append(Pieces& pieces, std::string_view text)
{
    if (text.empty())
        return;
    if (!pieces.empty() && std::holds_alternative<std::string>(pieces.back()))
        std::get<std::string>(pieces.back()) += text;
    else
        pieces.emplace_back(std::string(text));
}

base::Result<Json> valueOf(const Reference& reference, const std::map<std::string, Json>& results)
{
    const auto result = results.find(reference.node);
    std::string named = reference.node;
    for (const std::string& part : reference.path)
        named += "." + part;
    const Json* at = result == results.end() ? nullptr : base::find(result->second, reference.path);
    if (at == nullptr)
        return base::fail(base::Error(codes::ReferenceMissing, "${" + named + "} stands for nothing")
                              .advise(result == results.end() ? "The node gave no result." : "Its result has no such member."));
    return *at;
}

base::Result<Json> filledText(const std::string& text, const std::map<std::string, Json>& results)
{
    CS_ASSIGN(const Pieces pieces, parseReferences(text));
    if (pieces.size() == 1 && std::holds_alternative<Reference>(pieces.front()))
        return valueOf(std::get<Reference>(pieces.front()), results);
    std::string out;
    for (const auto& piece : pieces) {
        if (const auto* plain = std::get_if<std::string>(&piece)) {
            out += *plain;
            continue;
        }
        CS_ASSIGN(const Json value, valueOf(std::get<Reference>(piece), results));
        out += value.is_string() ? value.get<std::string>() : base::write(value);
    }
    return Json(out);
}

base::Result<void> collect(const Json& value, std::vector<Reference>& out)
{
    if (value.is_string()) {
        CS_ASSIGN(const Pieces pieces, parseReferences(value.get_ref<const std::string&>()));
        for (const auto& piece : pieces)
            if (const auto* reference = std::get_if<Reference>(&piece))
                out.push_back(*reference);
    } else if (value.is_structured()) {
        for (const Json& each : value)
            CS_TRY(collect(each, out));
    }
    return {};
}

Json edgeJson(const GraphEdge& edge)
{
    Json out{{"from", edge.from}, {"to", edge.to}};
    if (edge.when)
        out["when"] = {{"path", edge.when->path}, {"equals", edge.when->equals}};
    return out;
}

} // namespace

bool isNodeId(std::string_view id)
{
    return !id.empty() && id.size() <= 64 && isLetter(id.front()) &&
           std::all_of(id.begin(), id.end(), [](char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '-'; });
}

std::string_view toText(NodeState state)
{
    switch (state) {
    case NodeState::Passed: return "passed";
    case NodeState::Failed: return "failed";
    case NodeState::Errored: return "error";
    case NodeState::Skipped: return "skipped";
    case NodeState::Cancelled: return "cancelled";
    }
    return "error";
}

std::vector<std::string> inOrder(const Graph& graph)
{
    std::map<std::string, int> before;
    for (const GraphEdge& edge : graph.edges)
        ++before[edge.to];
    std::set<std::string> ready;
    for (const auto& [id, node] : graph.nodes)
        if (before[id] == 0)
            ready.insert(id);
    std::vector<std::string> out;
    while (!ready.empty()) {
        out.push_back(*ready.begin());
        ready.erase(ready.begin());
        for (const GraphEdge& edge : graph.edges)
            if (edge.from == out.back() && --before[edge.to] == 0)
                ready.insert(edge.to);
    }
    return out;
}

Json toJson(const Graph& graph)
{
    Json nodes = Json::object();
    for (const auto& [id, node] : graph.nodes)
        nodes[id] = {{"tool", node.tool}, {"args", node.args}, {"resource", node.resource}};
    Json edges = Json::array();
    for (const GraphEdge& edge : graph.edges)
        edges.push_back(edgeJson(edge));
    return {{"name", graph.name}, {"description", graph.description}, {"entry", graph.entry}, {"exits", graph.exits}, {"nodes", std::move(nodes)}, {"edges", std::move(edges)}};
}

Graph graphFromJson(const Json& json)
{
    Graph out;
    out.name = textOr(json, "name");
    out.description = textOr(json, "description");
    out.entry = texts(json, "entry");
    out.exits = texts(json, "exits");
    const Json nodes = memberOr(json, "nodes", Json::object());
    for (const auto& [id, node] : nodes.items())
        out.nodes.emplace(id, GraphNode{textOr(node, "tool"), memberOr(node, "args", Json::object()), textOr(node, "resource")});
    const Json edges = memberOr(json, "edges", Json::array());
    for (const Json& edge : edges) {
        GraphEdge& added = out.edges.emplace_back(GraphEdge{textOr(edge, "from"), textOr(edge, "to"), {}});
        if (edge.contains("when"))
            added.when = EdgeCondition{textOr(edge.at("when"), "path"), memberOr(edge.at("when"), "equals", Json())};
    }
    return out;
}

base::Result<Pieces> parseReferences(std::string_view text)
{
    Pieces out;
    while (!text.empty()) {
        const std::size_t at = text.find("${");
        if (at == std::string_view::npos) {
            append(out, text);
            return out;
        }
        if (at > 0 && text[at - 1] == '$') {
            append(out, text.substr(0, at - 1));
            append(out, "${");
            text.remove_prefix(at + 2);
            continue;
        }
        append(out, text.substr(0, at));
        const std::size_t end = text.find('}', at);
        if (end == std::string_view::npos)
            return base::fail(base::Error(codes::ReferenceInvalid, "a ${ has no }").advise("Write $${ for the characters themselves."));
        CS_ASSIGN(Reference reference, parseReference(text.substr(at + 2, end - at - 2)));
        out.emplace_back(std::move(reference));
        text.remove_prefix(end + 1);
    }
    return out;
}

base::Result<std::vector<Reference>> referencesIn(const Json& args)
{
    std::vector<Reference> out;
    CS_TRY(collect(args, out));
    return out;
}

base::Result<Json> filled(const Json& args, const std::map<std::string, Json>& results)
{
    if (args.is_string())
        return filledText(args.get_ref<const std::string&>(), results);
    if (!args.is_structured())
        return args;
    Json out = args;
    for (Json& each : out) {
        CS_ASSIGN(each, filled(each, results));
    }
    return out;
}

} // namespace countersign::domain
