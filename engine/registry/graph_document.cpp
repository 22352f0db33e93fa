#include "engine/registry/document.h"

#include "engine/base/json_pointer.h"

#include <algorithm>

namespace countersign::registry {

namespace {

std::vector<std::string> readIds(Fields& fields, std::string_view key)
{
    if (!fields.has(key)) {
        fields.notes().at(fields.pointer(), codes::KeyMissing, fields.path(key) + " is missing.");
        return {};
    }
    std::vector<std::string> out = fields.texts(key);
    if (const Json* value = fields.find(key); value->is_array() && value->empty())
        fields.notes().at(fields.pointer(key), codes::ValueInvalid, fields.path(key) + " must name a node.");
    return out;
}

domain::GraphNode readNode(Fields fields)
{
    fields.only(keysOf("graph.nodes.ID"));
    domain::GraphNode out;
    if (!fields.has("tool"))
        fields.notes().at(fields.pointer(), codes::KeyMissing, fields.path("tool") + " is missing.");
    out.tool = fields.name("tool").value_or("");
    if (const auto args = fields.map("args"); args && fields.find("args")->is_object())
        out.args = *fields.find("args");
    out.resource = fields.name("resource").value_or("");
    return out;
}

void readNodes(Fields& fields, domain::Graph& out)
{
    if (!fields.has("nodes"))
        fields.notes().at(fields.pointer(), codes::KeyMissing, fields.path("nodes") + " is missing.");
    const auto nodes = fields.map("nodes");
    if (!nodes || !fields.find("nodes")->is_object())
        return;
    for (const auto& [id, node] : fields.find("nodes")->items()) {
        if (!domain::isNodeId(id))
            fields.notes().atKey(nodes->pointer(id), codes::ValueInvalid, nodes->path(id) + " is not the id of a node.",
                                 "Begin with a letter; then letters, digits, _ and -, at most 64 in all.");
        out.nodes.emplace(id, readNode(Fields(fields.notes(), node, nodes->pointer(id))));
    }
}

domain::EdgeCondition readCondition(Fields fields)
{
    fields.only(keysOf("graph.edges.EDGE.when"));
    domain::EdgeCondition out;
    const Json* path = fields.find("path");
    const Json* equals = fields.find("equals");
    if (path == nullptr || equals == nullptr)
        fields.notes().at(fields.pointer(), codes::KeyMissing, fields.path(path == nullptr ? "path" : "equals") + " is missing.");
    if (equals != nullptr)
        out.equals = *equals;
    out.path = fields.text("path").value_or("");
    if (!out.path.empty() && !base::pointerTokens(out.path))
        fields.notes().at(fields.pointer("path"), codes::ValueInvalid, out.path + " is not a JSON Pointer.", "Write /data/name.");
    return out;
}

/// An edge that can't be read keeps its position.
domain::GraphEdge readEdge(Fields fields)
{
    fields.only(keysOf("graph.edges.EDGE"));
    domain::GraphEdge out{fields.requiredText("from"), fields.requiredText("to"), {}};
    if (auto when = fields.map("when"))
        out.when = readCondition(std::move(*when));
    return out;
}

void readEdges(Fields& fields, domain::Graph& out)
{
    const Json* edges = fields.find("edges");
    if (edges == nullptr)
        return;
    if (!edges->is_array()) {
        fields.notes().at(fields.pointer("edges"), codes::ValueType, fields.path("edges") + " must be a list of maps, not " + std::string(kindText(*edges)) + ".");
        return;
    }
    for (std::size_t i = 0; i < edges->size(); ++i)
        out.edges.push_back(readEdge(Fields(fields.notes(), (*edges)[i], childPointer(fields.pointer("edges"), std::to_string(i)))));
}

} // namespace

domain::Graph readGraph(Fields fields)
{
    fields.only(keysOf("graph"));
    domain::Graph out;
    out.name = fields.ownName();
    out.description = fields.text("description").value_or("");
    out.entry = readIds(fields, "entry");
    out.exits = readIds(fields, "exits");
    readNodes(fields, out);
    readEdges(fields, out);
    return out;
}

} // namespace countersign::registry
