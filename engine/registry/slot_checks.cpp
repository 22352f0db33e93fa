#include "engine/base/json_pointer.h"
#include "engine/registry/checks.h"
#include "engine/registry/slots.h"

namespace countersign::registry {

namespace {

/// Where a slot's key stands: slots are a map or a list, under either of two names.
std::string slotPointer(const Draft& draft, const std::string& slot, std::string_view key)
{
    for (const char* place : {"resource_slots", "resources"}) {
        const std::string slots = draft.at(place);
        if (const std::string inMap = childPointer(childPointer(slots, slot), key); draft.document.keys.count(inMap) > 0)
            return inMap;
        const auto list = base::pointerTokens(slots);
        const Json* items = list ? base::find(draft.document.value, *list) : nullptr;
        for (std::size_t i = 0; items != nullptr && items->is_array() && i < items->size(); ++i)
            if (domain::textOr((*items)[i], "name") == slot)
                return childPointer(childPointer(slots, std::to_string(i)), key);
    }
    return draft.pointer;
}

bool isText(const domain::Json& inputSchema, const std::string& parameter)
{
    const domain::Json properties = domain::memberOr(inputSchema, "properties", domain::Json::object());
    return domain::textOr(domain::memberOr(properties, parameter.c_str(), domain::Json::object()), "type") == "string";
}

void checkSlot(const Draft& draft, const domain::ResourceSlot& slot, const EffectiveTool& tool, const Overlay& overlay, Problems& problems)
{
    const auto note = [&](std::string_view key, const base::CodeInfo& code, std::string message, std::string advice = {}) {
        base::Error error(code, std::move(message));
        error.at(draft.document.placeOf(slotPointer(draft, slot.name, key)));
        problems.push_back(advice.empty() ? std::move(error) : std::move(error.advise(std::move(advice))));
    };
    if (slot.binding == domain::SlotBinding::Static) {
        const auto resource = overlay.resources.find(slot.resource);
        if (resource == overlay.resources.end())
            note("resource", codes::ResourceUnknown, slot.resource + " is not registered.");
        else if (!fits(slot, *resource->second))
            note("resource", codes::SlotMismatch, slot.resource + " is a " + std::string(domain::toText(resource->second->kind)) + ", not a " + std::string(domain::toText(*slot.kind)) + ".");
    }
    if (slot.binding == domain::SlotBinding::Parameter && !isText(tool.inputSchema, slot.parameter))
        note("parameter", codes::SlotInvalid, "The input schema has no text " + slot.parameter + ".", "Add it to input_schema.properties with type: string.");
}

} // namespace

void checkSlots(const std::vector<Draft>& drafts, const Overlay& overlay, Problems& problems)
{
    for (const Draft& draft : drafts) {
        const auto* tool = std::get_if<domain::Tool>(&draft.value);
        const auto effective = tool == nullptr || tool->resourceSlots.empty() ? base::Result<EffectiveTool>(EffectiveTool()) : effectiveTool(tool->name, overlay.lookup());
        if (tool == nullptr || !effective)
            continue;
        for (const domain::ResourceSlot& slot : domain::slotsOf(tool->resourceSlots))
            checkSlot(draft, slot, *effective, overlay, problems);
    }
}

} // namespace countersign::registry
