// The other processes of the supervisor's namespace, read from /proc.
#pragma once

#include <string>
#include <vector>

namespace countersign::runner::supervisor {

/// All process ids but 1, zombies included.
[[nodiscard]] std::vector<int> otherProcesses();
/// Arguments with spaces between them, at most 199 bytes; the short name where there are none.
[[nodiscard]] std::string commandLine(int pid);

} // namespace countersign::runner::supervisor
