// Descriptors that never leak to a sibling: all are close-on-exec, and a child gets its own by number.
// Thread: plain functions.
#pragma once

#include "engine/base/files.h"
#include "engine/base/result.h"

#include <string_view>
#include <utility>
#include <vector>

namespace countersign::runner {

struct Pipe
{
    base::Fd read;
    base::Fd write;
};

[[nodiscard]] base::Result<Pipe> makePipe();
/// A file in memory, positioned at its beginning.
[[nodiscard]] base::Result<base::Fd> memoryFile(std::string_view content);
[[nodiscard]] base::Fd openProcess(int pid);
void setNonBlocking(const base::Fd& fd);
void killProcess(const base::Fd& process);
[[nodiscard]] bool hasEnded(const base::Fd& process);

/// A program to start with exactly these descriptors; 0 and 1 are /dev/null.
struct Spawn
{
    std::vector<std::string> argv{};
    std::vector<std::pair<int, base::Fd>> descriptors{}; ///< number in the child and ours
};
/// Starts it with an empty environment in a session of its own, without copying this process's memory.
[[nodiscard]] base::Result<int> spawn(Spawn request);

} // namespace countersign::runner
