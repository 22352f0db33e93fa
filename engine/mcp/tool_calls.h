// What each tool does, on the façade. Bodies without "ok". Internal to engine/mcp.
#pragma once

#include "engine/mcp/tools.h"

namespace countersign::mcp::calls {

base::Result<Json> validateTask(const ToolContext& context);
base::Result<Json> dispatchTask(const ToolContext& context);
base::Result<Json> getPlan(const ToolContext& context);
base::Result<Json> listHalts(const ToolContext& context);
base::Result<Json> cancelTask(const ToolContext& context);

} // namespace countersign::mcp::calls
