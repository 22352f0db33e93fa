// Process 1 of a sandbox: starts the program, reaps every orphan, passes on SIGTERM, tells the host outside how the
// program ended and ends what was left running. It is the only witness of the program's end, so the program must not be
// able to reach it: it can't be traced, its descriptors are closed on exec, and as process 1 of a namespace it can't be
// killed from inside. Source: SPEC sections 6.2 and 6.3.
#pragma once

#include "engine/runner/supervisor/protocol.h"

namespace countersign::runner::supervisor {

/// From the start of the program until nothing is left. Signals are blocked already. The exit status.
[[nodiscard]] int supervise(const Launch& launch);

} // namespace countersign::runner::supervisor
