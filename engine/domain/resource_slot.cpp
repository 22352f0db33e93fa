#include "engine/domain/resource_slot.h"

namespace countersign::domain {

std::string_view toText(SlotBinding binding)
{
    switch (binding) {
    case SlotBinding::Contextual: return "contextual";
    case SlotBinding::Static: return "static";
    case SlotBinding::Parameter: return "parameter";
    }
    return "contextual";
}

const std::vector<std::string_view>& slotTypes()
{
    static const std::vector<std::string_view> types{"git", "directory", "file", "git-repository", "git-checkout", "git-worktree", "fs-directory", "fs-file"};
    return types;
}

std::optional<ResourceKind> slotKind(std::string_view type)
{
    if (type.starts_with("git"))
        return ResourceKind::Git;
    if (type.ends_with("directory"))
        return ResourceKind::Directory;
    if (type.ends_with("file"))
        return ResourceKind::File;
    return std::nullopt;
}

std::vector<ResourceSlot> slotsOf(const Json& resourceSlots)
{
    std::vector<ResourceSlot> out;
    for (const auto& [name, slot] : resourceSlots.items()) {
        ResourceSlot added;
        added.name = name;
        added.kind = slotKind(textOr(slot, "type", textOr(slot, "kind")));
        added.resource = textOr(slot, "resource");
        added.parameter = textOr(slot, "parameter");
        added.binding = !added.resource.empty() ? SlotBinding::Static : !added.parameter.empty() ? SlotBinding::Parameter : SlotBinding::Contextual;
        added.required = boolOr(slot, "required", true);
        out.push_back(std::move(added));
    }
    return out;
}

} // namespace countersign::domain
