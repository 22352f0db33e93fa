// Whether resources fit the slots that they would fill. Source: SPEC section 3. Thread: pure functions.
#pragma once

#include "engine/base/result.h"
#include "engine/domain/resource_slot.h"
#include "engine/domain/tool.h"

#include <functional>

namespace countersign::registry {

[[nodiscard]] bool fits(const domain::ResourceSlot& slot, const domain::Resource& resource);

/// Why a call about this resource, or about none (null), can't fill a slot that needs it. slots: after inheritance.
/// Errors: SlotMismatch.
[[nodiscard]] base::Result<void> contextFits(const domain::Json& slots, const domain::Resource* resource, const std::string& tool);

/// The resource that a slot gets: a name, or empty for one that needs none. args: of the tool that has the slots.
[[nodiscard]] std::string nameFor(const domain::ResourceSlot& slot, const std::string& contextual, const domain::Json& args);

} // namespace countersign::registry
