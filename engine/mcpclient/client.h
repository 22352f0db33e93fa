// What the engine wants of an MCP server: its tools, and one call. Source: SPEC sections 3, 6.4.
// Each starts a server of its own in a sandbox and ends it. Thread: any but the host's own; blocks.
#pragma once

#include "engine/base/json.h"
#include "engine/domain/tool.h"
#include "engine/runner/process_host.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace countersign::mcpclient {

using base::Json;

struct ListedTool
{
    std::string name{};
    std::string description{};
    Json inputSchema = Json::object();
};

/// Errors: as Session::open and request.
[[nodiscard]] base::Result<std::vector<ListedTool>> listTools(runner::ProcessHost& host, runner::CommandSpec command, std::stop_token stop = {});

/// Asks the server of a registration for the input schema of its tool, in a sandbox that shows the server's read_paths
/// and no resource. For registry::Checks::mcpSchema. Errors: as listTools; ToolUnknown with the names there are.
[[nodiscard]] std::function<base::Result<Json>(const domain::Tool&)> schemaAsker(runner::ProcessHost& host, std::string searchPath);

struct Called
{
    std::optional<base::Error> failure{}; ///< no answer
    /// As if a program had printed the answer: stdout is structuredContent, else the text; exit status 1 for isError.
    runner::ProcessEnd end{};
    bool isError = false;
    std::string noVerdict{}; ///< why the answer can't be a verdict; empty: 6.4 decides
    std::vector<std::string> notices{};
};
[[nodiscard]] Called callTool(runner::ProcessHost& host, runner::CommandSpec command, const std::string& tool, const Json& args, std::stop_token stop = {});

} // namespace countersign::mcpclient
