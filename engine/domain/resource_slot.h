// The resources that a tool is given besides the one it is about, by slot. Source: SPEC section 3 (`resource_slots`).
// Contextual: the resource that the call is about. Static: a registered resource, always the same. Parameter: the resource
// that an argument names. Whatever the binding, only a resource that the call's plan may see is given. Thread: pure.
#pragma once

#include "engine/domain/json_fields.h"
#include "engine/domain/project.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::domain {

enum class SlotBinding { Contextual, Static, Parameter };
[[nodiscard]] std::string_view toText(SlotBinding binding);

struct ResourceSlot
{
    std::string name{};
    std::optional<ResourceKind> kind{}; ///< absent: any fits
    SlotBinding binding = SlotBinding::Contextual;
    std::string resource{};  ///< of Static: its full name
    std::string parameter{}; ///< of Parameter: the argument with the name
    bool required = true;
};

/// The words for kinds that slots are written with, those of older files among them.
[[nodiscard]] const std::vector<std::string_view>& slotTypes();
[[nodiscard]] std::optional<ResourceKind> slotKind(std::string_view type);

/// Of a tool's resource_slots as they are registered, in the order of their names.
[[nodiscard]] std::vector<ResourceSlot> slotsOf(const Json& resourceSlots);

} // namespace countersign::domain
