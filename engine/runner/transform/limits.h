// Time and memory limits of countersign-transform. Source: SPEC section 3.
#pragma once

#include <chrono>
#include <cstdint>

class QJSEngine;

namespace countersign::runner::transform_helper {

/// Limits the address space to what is used now and memoryBytes. Whatever then dies of it ends with Exit::Memory.
[[nodiscard]] bool limitMemory(std::uint64_t memoryBytes);
/// Interrupts the engine after the time; ends the process if that doesn't help.
void limitTime(QJSEngine& engine, std::chrono::milliseconds time);

} // namespace countersign::runner::transform_helper
