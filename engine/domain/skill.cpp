#include "engine/domain/skill.h"

namespace countersign::domain {

Json toJson(const Skill& skill)
{
    Json overrides = Json::object();
    for (const auto& [tool, flags] : skill.overrides)
        overrides[tool] = flags;
    return {{"name", skill.name},         {"description", skill.description},   {"read_only", skill.readOnly}, {"tools", skill.tools},
            {"includes", skill.includes}, {"mcp_servers", skill.mcpServers}, {"overrides", std::move(overrides)}};
}

Skill skillFromJson(const Json& json)
{
    Skill out;
    out.name = textOr(json, "name");
    out.description = textOr(json, "description");
    out.readOnly = boolOr(json, "read_only", false);
    out.tools = texts(json, "tools");
    out.includes = texts(json, "includes");
    out.mcpServers = texts(json, "mcp_servers");
    const Json overrides = memberOr(json, "overrides", Json::object());
    for (const auto& [tool, flags] : overrides.items())
        out.overrides.emplace(tool, flags);
    return out;
}

Json toJson(const McpServer& server)
{
    return {{"name", server.name}, {"command", server.command}, {"read_paths", server.readPaths}, {"install_hint", server.installHint}};
}

McpServer mcpServerFromJson(const Json& json)
{
    return {textOr(json, "name"), texts(json, "command"), texts(json, "read_paths"), textOr(json, "install_hint")};
}

} // namespace countersign::domain
