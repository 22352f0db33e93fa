// What process 1 of a sandbox tells the host outside, over the report pipe. Source: SPEC section 6.2.
#pragma once

#include "engine/runner/supervisor/protocol.h"

namespace countersign::runner::supervisor {

/// A host that doesn't listen any more ends everything.
void report(const Record& record);
void report(RecordKind kind, std::int32_t first = 0, std::int32_t second = 0, const std::string& text = {});
/// The program was not started, and why.
[[noreturn]] void fail(int errnum, Step step, const char* text);
/// Every process of the namespace, this one included.
[[noreturn]] void endEverything();

[[nodiscard]] std::string readAll(int fd);

} // namespace countersign::runner::supervisor
