// What one validation below a keeper has for itself: /proc of its own processes, /tmp, shared memory, terminals and the
// folder of our own files, mounted over the keeper's. All else was mounted read-only by bubblewrap and is the same for
// all validations of one layout. Source: SPEC section 6.2.
#pragma once

#include "engine/runner/supervisor/protocol.h"

namespace countersign::runner::supervisor {

/// In a mount namespace that no other process uses. Null, or what failed; then errno says why.
[[nodiscard]] const char* makeOwnMounts(const KeeperPlan& plan, const std::vector<OwnFile>& files);

} // namespace countersign::runner::supervisor
