// Does a process of the store still live? Source: SPEC sections 2, 5. Thread: pure but for /proc.
#pragma once

#include "engine/store/store.h"

#include <string>

namespace countersign {

[[nodiscard]] std::string hostName();
/// Start of a process as the kernel counts it, with the boot's id; empty when there is no such process.
[[nodiscard]] std::string processStart(std::int64_t pid);
/// On this host: the same process is still there. On another: its heartbeat is younger than 10 s.
[[nodiscard]] bool isAlive(const store::ProcessRow& process, base::TimeMs now);

} // namespace countersign
