// The child's way from fork to exec of the program. Source: SPEC sections 6.2 and 6.4.
#pragma once

#include "engine/runner/supervisor/protocol.h"

namespace countersign::runner::supervisor {

/// Why the program did not start.
struct StartFailure
{
    std::int32_t errnum = 0;
    Step step = Step::Setup;
    char text[208] = {};
};

/// Becomes the program; returns only to say why it could not.
[[nodiscard]] StartFailure becomeProgram(const Launch& launch);

} // namespace countersign::runner::supervisor
