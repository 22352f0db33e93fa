// Closed table of the codes of engine/mcpclient. Source: SPEC sections 3, 6.4.
#pragma once

#include "engine/base/error.h"

namespace countersign::mcpclient::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo ServerGone{"McpServerError", "MCP_SERVER_GONE", ErrorKind::Unavailable, "The MCP server ended before it answered."};
inline constexpr CodeInfo ServerSilent{"McpServerError", "MCP_SERVER_SILENT", ErrorKind::Unavailable, "The MCP server did not answer in its time."};
inline constexpr CodeInfo ServerFlood{"McpServerError", "MCP_SERVER_FLOOD", ErrorKind::Damaged, "The MCP server sends more than is read."};
inline constexpr CodeInfo Protocol{"McpServerError", "MCP_PROTOCOL", ErrorKind::Damaged, "What the MCP server sends is not MCP."};
inline constexpr CodeInfo VersionUnsupported{"McpServerError", "MCP_VERSION_UNSUPPORTED", ErrorKind::Unsupported, "The MCP server speaks no revision that this program speaks."};
inline constexpr CodeInfo Refused{"McpServerError", "MCP_REFUSED", ErrorKind::BadInput, "The MCP server refused the request."};
inline constexpr CodeInfo ToolUnknown{"McpServerError", "MCP_TOOL_UNKNOWN", ErrorKind::NotFound, "The MCP server has no such tool."};
inline constexpr CodeInfo ToolFailed{"McpServerError", "MCP_TOOL_FAILED", ErrorKind::Damaged, "The tool of the MCP server says that it failed."};
inline constexpr CodeInfo NoVerdict{"McpServerError", "MCP_NO_VERDICT", ErrorKind::Damaged, "The tool of the MCP server gave no verdict."};

inline constexpr std::array all{&ServerGone, &ServerSilent, &ServerFlood, &Protocol, &VersionUnsupported, &Refused, &ToolUnknown, &ToolFailed, &NoVerdict};

} // namespace countersign::mcpclient::codes
