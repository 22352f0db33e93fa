// Which project a task belongs to when none was named and the store has several. Source: SPEC section 15.
#pragma once

#include "engine/engine.h"

#include <string>

namespace countersign::ctl {

/// The named project; else, of several, the only one with a plan of that task or id. Empty where that decides nothing:
/// then the engine takes the store's only project, or refuses.
[[nodiscard]] base::Result<std::string> projectOfTask(Engine& engine, const std::string& named, const std::string& idOrTask);

} // namespace countersign::ctl
