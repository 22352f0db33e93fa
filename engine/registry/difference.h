// What importing would change, field by field. Source: SPEC section 4 (the operator's registry). Thread: pure.
#pragma once

#include "engine/registry/registry.h"

#include <string>
#include <vector>

namespace countersign::registry {

struct FieldChange
{
    std::string pointer{};
    domain::Json before = nullptr; ///< null: absent
    domain::Json after = nullptr;
};

struct ImportItem
{
    enum class Change { Added, Changed, Removed, Same };
    Change change = Change::Same;
    std::string kind{}; ///< "tool", "validation", "resource", "project", "actor", "server", "skill", "graph", "attachment"
    std::string name{};
    std::string file{}; ///< empty for Removed
    std::vector<FieldChange> fields{};
};

/// The files' registrations in their order, then what earlier imports from here brought and is no longer there.
[[nodiscard]] std::vector<ImportItem> preview(const Current& current, const ParsedRegistry& parsed);

/// Differences of two JSON values, deepest pointers, in the order of the pointers. Lists are compared as wholes.
[[nodiscard]] std::vector<FieldChange> differences(const domain::Json& before, const domain::Json& after);

} // namespace countersign::registry
