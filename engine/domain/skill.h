// Skills: named sets of tools that an agent may call; and the MCP servers that tools live on. Source: SPEC section 3, Appendix A.
// Being in a skill makes a validation callable; only an attachment makes it a gate.
#pragma once

#include "engine/domain/json_fields.h"

#include <map>
#include <string>
#include <vector>

namespace countersign::domain {

struct Skill
{
    std::string name{}; ///< full name
    std::string description{};
    bool readOnly = false;                 ///< refused with a member that changes anything, whatever brought it in
    std::vector<std::string> tools{};      ///< full names
    std::vector<std::string> includes{};   ///< full names of skills
    std::vector<std::string> mcpServers{}; ///< full names of servers: every registered tool on them is a member
    std::map<std::string, Json> overrides{}; ///< tool → the capability flags that are tightened, as an object
};

/// A stdio MCP server that tools and skills name instead of writing its argv.
struct McpServer
{
    std::string name{}; ///< full name
    std::vector<std::string> command{};
    std::vector<std::string> readPaths{};
    std::string installHint{};
};

[[nodiscard]] Json toJson(const Skill& skill);
[[nodiscard]] Skill skillFromJson(const Json& json);
[[nodiscard]] Json toJson(const McpServer& server);
[[nodiscard]] McpServer mcpServerFromJson(const Json& json);

} // namespace countersign::domain
