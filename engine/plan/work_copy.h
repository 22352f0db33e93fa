// Where a plan's actors work: a copy of a resource as it stands, uncommitted changes included. Source: SPEC section 5.
// git: a repository of its own that borrows the objects, on a branch of the plan at the same commit; else a plain copy.
// Thread: any. Everything that reads the resource happens inside a sandbox.
#pragma once

#include "engine/base/result.h"
#include "engine/domain/lease.h"
#include "engine/domain/project.h"
#include "engine/runner/process_host.h"

#include <filesystem>
#include <stop_token>

namespace countersign::plan {

/// Makes it anew in a folder of its own below place; what stood there before goes. baseTree is left to the caller.
/// Errors: WORK_COPY_FAILED, SANDBOX_UNAVAILABLE, CANCELLED.
[[nodiscard]] base::Result<domain::WorkCopy> makeWorkCopy(const domain::Resource& resource, const domain::PlanId& plan, const std::filesystem::path& place,
                                                          runner::ProcessHost& host, std::stop_token stop);

} // namespace countersign::plan
