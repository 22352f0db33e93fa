// Graphs of tools and validations, and the references between their nodes. Source: SPEC section 3, Appendix A.
#pragma once

#include "engine/base/result.h"
#include "engine/domain/json_fields.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace countersign::domain {

struct GraphNode
{
    std::string tool{}; ///< full name of a tool or validation
    Json args = Json::object(); ///< texts in it may refer to earlier nodes
    std::string resource{}; ///< full name; empty: the one that the graph is run on
};

/// Holds where the value at the pointer of a node's result equals, as JSON.
struct EdgeCondition
{
    std::string path{}; ///< JSON Pointer
    Json equals = nullptr;
};

struct GraphEdge
{
    std::string from{};
    std::string to{};
    std::optional<EdgeCondition> when{};
};

struct Graph
{
    std::string name{}; ///< full name
    std::string description{};
    std::vector<std::string> entry{}; ///< node ids
    std::vector<std::string> exits{};
    std::map<std::string, GraphNode> nodes{}; ///< by id
    std::vector<GraphEdge> edges{};
};

/// How a node, or a whole graph, ended. Failed: a validation failed, or a tool ended with another status than 0. Errored: it
/// gave no result. Skipped: something before it failed, or no condition led to it.
enum class NodeState { Passed, Failed, Errored, Skipped, Cancelled };
[[nodiscard]] std::string_view toText(NodeState state);

/// Node ids, each after those before it, else by id. Of a graph with a cycle only those that are in none and after none.
[[nodiscard]] std::vector<std::string> inOrder(const Graph& graph);

[[nodiscard]] Json toJson(const Graph& graph);
[[nodiscard]] Graph graphFromJson(const Json& json);

/// Letters, digits, '_' and '-', a letter first, at most 64.
[[nodiscard]] bool isNodeId(std::string_view id);

/// ${node} or ${node.member.0}: a node's return value, or what stands in it.
struct Reference
{
    std::string node{};
    std::vector<std::string> path{}; ///< members, and positions in lists
    friend bool operator==(const Reference&, const Reference&) = default;
};
/// A text with references, in pieces; $${ writes ${ itself.
using Pieces = std::vector<std::variant<std::string, Reference>>;
/// Errors: ReferenceInvalid with what is wrong in it.
[[nodiscard]] base::Result<Pieces> parseReferences(std::string_view text);

/// Every reference in the arguments, also those deep inside. Errors: as parseReferences.
[[nodiscard]] base::Result<std::vector<Reference>> referencesIn(const Json& args);
/// The arguments with every reference replaced: a text that is one reference becomes the value itself, inside other text
/// a text stays as it is and another value is written as JSON. results: node id → return value.
/// Errors: ReferenceMissing naming the reference.
[[nodiscard]] base::Result<Json> filled(const Json& args, const std::map<std::string, Json>& results);

} // namespace countersign::domain
