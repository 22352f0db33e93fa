// The lines a server writes: JSON-RPC 2.0 in the shape that each revision of MCP wants. Source: SPEC section 12.
// Every function returns one line without its line feed, valid UTF-8. Thread: pure functions.
#pragma once

#include "engine/base/json.h"

#include <optional>
#include <string>
#include <string_view>

namespace countersign::mcp {

using base::Json;

/// Which shape a request's answer has; decided by that request alone.
enum class Era {
    Legacy, ///< 2025-06-18 and 2025-11-25: opened by initialize
    Modern, ///< 2026-07-28: every request carries its version
};

/// JSON-RPC's own numbers, and the ones that MCP reserves.
namespace rpc {
inline constexpr int ParseError = -32700;
inline constexpr int InvalidRequest = -32600;
inline constexpr int MethodNotFound = -32601;
inline constexpr int InvalidParams = -32602;
inline constexpr int InternalError = -32603;
inline constexpr int UnsupportedVersion = -32022;
} // namespace rpc

inline constexpr std::string_view modernVersion = "2026-07-28";
inline constexpr std::string_view newestLegacyVersion = "2025-11-25";
inline constexpr std::string_view oldestLegacyVersion = "2025-06-18";

/// Members of _meta that MCP itself defines.
namespace metaKey {
inline constexpr std::string_view ProtocolVersion = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view ClientCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view ClientInfo = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view LogLevel = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view ServerInfo = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view SubscriptionId = "io.modelcontextprotocol/subscriptionId";
} // namespace metaKey

/// What a tool says. body is an object that fits the tool's output schema, also when isError.
struct ToolAnswer
{
    Json body = Json::object();
    bool isError = false;
    std::string text{}; ///< for the model; empty: the body as text
};

/// Tells ids apart by type and value: "7" is not 7.
[[nodiscard]] std::string requestKey(const Json& id);
[[nodiscard]] bool isRequestId(const Json& id);
[[nodiscard]] Json serverInfo();

/// result completed by what the era wants: resultType and the server's name.
[[nodiscard]] std::string resultLine(const Json& id, Era era, Json result);
[[nodiscard]] std::string toolLine(const Json& id, Era era, const ToolAnswer& answer);
/// id without value: the member is left out; null: written as null.
[[nodiscard]] std::string errorLine(const std::optional<Json>& id, int number, const std::string& message, Json data);
/// data holds the error's name, code and place, and what more says.
[[nodiscard]] std::string errorLine(const std::optional<Json>& id, int number, const base::Error& error, Json more = Json::object());
[[nodiscard]] std::string progressLine(const Json& token, double progress, std::optional<int> total, const std::string& message);
[[nodiscard]] std::string listeningLine(const Json& id);
[[nodiscard]] std::string listeningEndsLine(const Json& id);

} // namespace countersign::mcp
