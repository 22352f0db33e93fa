// Schemas of the size and kind that tools and configuration files have, with instances that fit them and some that don't.
// Made for this benchmark. Thread: plain functions.
#pragma once

#include "engine/base/json.h"

#include <string>
#include <vector>

namespace countersign::bench {

struct SchemaCase
{
    std::string name{};
    bool isDraft7 = true; ///< else 2020-12
    base::Json schema{};
    std::vector<base::Json> instances{}; ///< all fit
};

[[nodiscard]] std::vector<SchemaCase> schemaCases();

} // namespace countersign::bench
