// Keeps what is said to a model small: a result's message and data are cut where they are huge, and the cut is named.
// The store keeps everything. Thread: pure functions. Internal to engine/mcp.
#pragma once

#include "engine/base/json.h"

namespace countersign::mcp {

using base::Json;

/// Of an array of results as report_json writes them.
void boundResults(Json& results);

} // namespace countersign::mcp
