// The trees that a plan is about: its projects' resources, or the copies it is worked on in. Source: SPEC sections 5, 6.8.
// Internal to the engine. Thread: pure but for reading the disk.
#pragma once

#include "engine/plan/work_tree.h"
#include "engine/registry_view.h"

#include <map>
#include <string>
#include <vector>

namespace countersign {

using Trees = std::map<std::string, plan::Tree>; ///< by resource

/// Resources of the plan's projects, each once; where there is a work copy, at its path.
[[nodiscard]] std::vector<domain::Resource> resourcesOf(const RegistryView& registry, const domain::Plan& plan, const std::vector<domain::WorkCopy>& copies = {});
/// The resource at the path where it is worked on.
[[nodiscard]] domain::Resource workedOn(domain::Resource resource, const std::vector<domain::WorkCopy>& copies);
[[nodiscard]] base::Result<Trees> readTrees(const std::vector<domain::Resource>& resources, runner::ProcessHost& host, plan::ContentCache& cache,
                                            std::stop_token stop);

} // namespace countersign
