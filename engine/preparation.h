// From what is registered to a call that can be started. Source: SPEC sections 3, 4, 6.2, 6.8 (pinned files).
// Internal to the engine. Thread: the engine's; pure but for what it was given.
#pragma once

#include "engine/plan/invocation.h"
#include "engine/work_trees.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace countersign {

/// Why: a run, a call by hand and a node of a graph must make the same thing of a registration. What can't be run is no
/// failure here: it is a call that is broken, and becomes an error of that call alone.
class Preparation
{
public:
    /// trees: of the resources that calls may be about, as they stand now. All must outlive it.
    Preparation(const RegistryView& registry, const Trees& trees, const std::vector<domain::WorkCopy>& copies)
        : m_registry(registry), m_trees(trees), m_copies(copies)
    {
    }

    /// A validation by its attachment.
    [[nodiscard]] plan::PlannedValidation of(const domain::ResolvedAttachment& attachment) const;
    /// A tool or validation by name; resource may be empty.
    [[nodiscard]] plan::PlannedValidation call(const std::string& tool, const std::string& resource, const domain::Json& args) const;

private:
    void findResource(plan::PlannedValidation& out, const std::string& name) const;
    /// The resource where it is worked on, and what its copy borrows. Nothing: not registered.
    [[nodiscard]] std::optional<plan::BoundSlot> located(const std::string& name) const;
    /// Fills the slots of the tool. Errors: SLOT_MISMATCH, WORK_TREE_UNREADABLE.
    [[nodiscard]] base::Result<void> fillSlots(plan::PlannedValidation& out, const registry::EffectiveTool& tool) const;
    /// Adds the imported digests of the tool's pinned files; what differs from them now.
    [[nodiscard]] std::optional<base::Error> pinnedDifference(const domain::Tool& tool, const std::string& resource, std::map<std::string, std::string>& digests) const;

    const RegistryView& m_registry;
    const Trees& m_trees;
    const std::vector<domain::WorkCopy>& m_copies;
};

} // namespace countersign
