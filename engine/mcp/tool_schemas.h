// Schemas of the tools, in the small part of JSON Schema that every model and host understands. Internal to engine/mcp.
#pragma once

#include "engine/base/json.h"

namespace countersign::mcp::schemas {

using base::Json;

[[nodiscard]] Json validateInput();
[[nodiscard]] Json validateOutput();
[[nodiscard]] Json dispatchInput();
[[nodiscard]] Json dispatchOutput();
[[nodiscard]] Json getPlanInput();
[[nodiscard]] Json getPlanOutput();
[[nodiscard]] Json listHaltsInput();
[[nodiscard]] Json listHaltsOutput();
[[nodiscard]] Json cancelInput();
[[nodiscard]] Json cancelOutput();

} // namespace countersign::mcp::schemas
