// Closed table of the codes of engine/mcp. Source: SPEC sections 9, 12.
#pragma once

#include "engine/base/error.h"

#include <array>

namespace countersign::mcp::codes {

using base::CodeInfo;
using base::ErrorKind;

inline constexpr CodeInfo LineTooLong{"ProtocolError", "LINE_TOO_LONG", ErrorKind::BadInput, "The line is longer than this server reads."};
inline constexpr CodeInfo NotARequest{"ProtocolError", "NOT_A_REQUEST", ErrorKind::BadInput, "The message is not a JSON-RPC 2.0 request."};
inline constexpr CodeInfo RequestIdInUse{"ProtocolError", "REQUEST_ID_IN_USE", ErrorKind::Conflict, "Another request with this id is not answered yet."};
inline constexpr CodeInfo MethodUnknown{"ProtocolError", "METHOD_NOT_FOUND", ErrorKind::NotFound, "The server has no such method."};
inline constexpr CodeInfo ParamsInvalid{"ProtocolError", "INVALID_PARAMS", ErrorKind::BadInput, "The parameters of the request are not valid."};
inline constexpr CodeInfo NotInitialized{"ProtocolError", "NOT_INITIALIZED", ErrorKind::Usage, "The connection was not opened."};
inline constexpr CodeInfo ServerBusy{"ProtocolError", "SERVER_BUSY", ErrorKind::Conflict, "Too many requests are waiting in this server."};
inline constexpr CodeInfo TooManyClients{"ProtocolError", "TOO_MANY_CLIENTS", ErrorKind::Denied, "Too many different clients spoke over one connection."};
inline constexpr CodeInfo ToolUnknown{"ToolError", "TOOL_NOT_FOUND", ErrorKind::NotFound, "The server offers no such tool."};
inline constexpr CodeInfo ArgumentsNotObject{"ToolError", "ARGUMENTS_NOT_OBJECT", ErrorKind::BadInput, "The arguments of a tool must be one JSON object."};

inline constexpr std::array all{&LineTooLong, &NotARequest, &RequestIdInUse, &MethodUnknown, &ParamsInvalid, &NotInitialized, &ServerBusy,
    &TooManyClients, &ToolUnknown, &ArgumentsNotObject};

} // namespace countersign::mcp::codes
