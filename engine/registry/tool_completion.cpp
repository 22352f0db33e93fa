#include "engine/builtin/builtin.h"
#include "engine/registry/skills.h"
#include "engine/registry/tool_parts.h"
#include "engine/schema/schema.h"

namespace countersign::registry {

namespace {

constexpr const char* toDo = "Write an input_schema that can be enforced, or arguments: server if the server shall check its own input.";

/// What the server lists is taken only where it can be enforced.
Json askedSchema(Fields& fields, const domain::Tool& tool, const Checks& checks)
{
    const std::string at = fields.pointer("mcp_tool_name");
    auto schema = checks.mcpSchema(tool);
    if (!schema) {
        base::Error error = schema.error();
        if (error.advice().empty())
            error.advise(toDo);
        fields.notes().add(std::move(error.at(fields.notes().document().placeOf(at))));
        return nullptr;
    }
    const std::vector<base::Error> problems = schema::Schema::problems(*schema);
    for (const base::Error& problem : problems)
        fields.notes().at(at, codes::McpSchemaRefused,
                          "The server's schema" + (problem.place() && !problem.place()->pointer.empty() ? ", at " + problem.place()->pointer : std::string()) + ": " + problem.message(), toDo);
    return problems.empty() ? std::move(*schema) : Json(nullptr);
}

/// The tool as its server is started: with the argv and the read_paths of the one that it names.
std::optional<domain::Tool> withServer(Fields& fields, const domain::Tool& tool, const domain::McpSource& source, const Surroundings& around)
{
    domain::Tool out = tool;
    if (source.serverName.empty())
        return source.server.empty() ? std::nullopt : std::optional(out);
    const domain::McpServer* server = around.server(source.serverName);
    if (server == nullptr) {
        fields.notes().at(fields.pointer("mcp_server"), codes::McpServerUnknown, source.serverName + " is not registered as an MCP server.",
                          "Add a server file, or write the argv, as [python3, -m, server].");
        return std::nullopt;
    }
    fillServer(out, *server);
    return out;
}

void completeMcp(Fields& fields, domain::Tool& tool, const domain::McpSource& source, const Surroundings& around)
{
    const Checks& checks = around.checks;
    if (source.serverChecks) {
        if (fields.has("input_schema"))
            fields.notes().atKey(fields.pointer("input_schema"), codes::SourceUnclear, "input_schema and arguments: server exclude each other.", "Keep one of them.");
        tool.inputSchema = Json{{"type", "object"}};
    }
    const auto started = withServer(fields, tool, source, around);
    if (fields.has("input_schema") || !started || source.tool.empty())
        return;
    if (source.serverChecks && !checks.mcpSchema)
        return;
    if (!checks.mcpSchema)
        return fields.notes().at(fields.pointer("mcp_tool_name"), codes::McpSchemaMissing, fields.path("input_schema") + " is missing, and the server is not asked here.", toDo);
    if (source.serverChecks) {
        // Only whether it has the tool.
        if (auto asked = checks.mcpSchema(*started); !asked)
            fields.notes().add(std::move(asked.error().at(fields.notes().document().placeOf(fields.pointer("mcp_tool_name")))));
        return;
    }
    tool.inputSchema = askedSchema(fields, *started, checks);
}

// Hooks belong to what runs: a wrapper and a built-in tool start nothing, and only a command's argv can be replaced.
void checkLifecycle(Fields& fields, const domain::Tool& tool)
{
    if (tool.lifecycle.empty())
        return;
    const std::string at = fields.pointer("lifecycle");
    if (tool.wrapped() != nullptr)
        return fields.notes().atKey(at, codes::LifecycleMisplaced, "A wrapper starts nothing itself.", "Move lifecycle to the tool that it wraps.");
    if (std::holds_alternative<domain::BuiltinSource>(tool.source))
        return fields.notes().atKey(at, codes::LifecycleMisplaced, "A built-in tool needs no lifecycle.", "Remove lifecycle.");
    if (tool.lifecycle.count("execute") > 0 && !std::holds_alternative<domain::CommandSource>(tool.source))
        fields.notes().atKey(childPointer(at, "execute"), codes::LifecycleMisplaced, "lifecycle.execute replaces the argv of command only.", "Remove execute.");
}

} // namespace

void completeFromSource(Fields& fields, domain::Tool& tool, const Surroundings& around)
{
    checkLifecycle(fields, tool);
    if (const auto* mcp = std::get_if<domain::McpSource>(&tool.source))
        return completeMcp(fields, tool, *mcp, around);
    const auto* source = std::get_if<domain::BuiltinSource>(&tool.source);
    const domain::Tool* ours = source == nullptr ? nullptr : builtin::tool(source->builtin);
    if (ours == nullptr)
        return;
    if (tool.inputSchema.is_null())
        tool.inputSchema = ours->inputSchema;
    if (tool.description.empty())
        tool.description = ours->description;
}

} // namespace countersign::registry
