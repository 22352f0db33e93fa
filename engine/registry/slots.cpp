#include "engine/registry/slots.h"

#include "engine/base/name.h"
#include "engine/registry/codes.h"

namespace countersign::registry {

bool fits(const domain::ResourceSlot& slot, const domain::Resource& resource) { return !slot.kind || *slot.kind == resource.kind; }

base::Result<void> contextFits(const domain::Json& slots, const domain::Resource* resource, const std::string& tool)
{
    for (const domain::ResourceSlot& slot : domain::slotsOf(slots)) {
        if (slot.binding != domain::SlotBinding::Contextual || !slot.required)
            continue;
        const std::string wanted = slot.kind ? "a " + std::string(domain::toText(*slot.kind)) : "a resource";
        if (resource == nullptr)
            return base::fail(base::Error(codes::SlotMismatch, "the slot " + slot.name + " of " + tool + " needs " + wanted).advise("Name a resource."));
        if (!fits(slot, *resource))
            return base::fail(codes::SlotMismatch,
                              "the slot " + slot.name + " of " + tool + " needs " + wanted + ", and " + resource->name + " is a " + std::string(domain::toText(resource->kind)));
    }
    return {};
}

std::string nameFor(const domain::ResourceSlot& slot, const std::string& contextual, const domain::Json& args)
{
    if (slot.binding == domain::SlotBinding::Contextual)
        return contextual;
    if (slot.binding == domain::SlotBinding::Static)
        return slot.resource;
    const std::string given = domain::textOr(args, slot.parameter.c_str());
    const auto name = base::parseName(given);
    return name ? name->text() : given;
}

} // namespace countersign::registry
