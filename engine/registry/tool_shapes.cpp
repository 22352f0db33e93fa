#include "engine/registry/tool_parts.h"

#include "engine/domain/resource_slot.h"
#include "engine/schema/codes.h"
#include "engine/schema/schema.h"

#include <algorithm>

namespace countersign::registry {

namespace {

/// Which resource fills it: the call's own, always the same, or the one that an argument names.
void readBinding(Fields& slot, Json& out)
{
    if (auto resource = slot.name("resource"))
        out["resource"] = std::move(*resource);
    if (auto parameter = slot.text("parameter"))
        out["parameter"] = std::move(*parameter);
    if (slot.has("resource") && slot.has("parameter"))
        slot.notes().atKey(slot.pointer("parameter"), codes::SlotInvalid, "resource and parameter exclude each other.", "Keep one of them.");
    const auto binding = slot.choice("binding", {"contextual", "static", "parameter"});
    if (!binding)
        return;
    const char* said = *binding == 0 ? "contextual" : *binding == 1 ? "static" : "parameter";
    const bool fits = slot.has("resource") == (*binding == 1) && slot.has("parameter") == (*binding == 2);
    if (!fits)
        slot.notes().at(slot.pointer("binding"), codes::SlotInvalid, "binding: " + std::string(said) + " does not go with the slot's other keys.",
                        "Give resource with static, parameter with parameter, neither with contextual.");
}

Json readSlot(Fields slot, bool inList, bool validation)
{
    std::vector<std::string_view> known = keysOf("tool.resource_slots.SLOT");
    if (!inList)
        std::erase(known, "name");
    slot.only(known);
    Json out = Json::object();
    for (const char* key : {"type", "kind"})
        if (const auto type = slot.choice(key, domain::slotTypes()))
            out[key] = domain::slotTypes()[*type];
    if (auto text = slot.text("description"))
        out["description"] = std::move(*text);
    readBinding(slot, out);
    if (const auto access = slot.choice("access", {"read_only", "read_write"})) {
        out["access"] = *access == 0 ? "read_only" : "read_write";
        if (*access == 1 && validation)
            slot.notes().at(slot.pointer("access"), codes::NotReadOnly, "A validation may not write.", "Use access: read_only.");
    }
    out["required"] = slot.boolean("required").value_or(true);
    return out;
}

Json readSlots(Fields& fields, std::string_view key, bool validation)
{
    const Json* value = fields.find(key);
    Json out = Json::object();
    if (value == nullptr)
        return out;
    if (value->is_array()) {
        for (std::size_t i = 0; i < value->size(); ++i) {
            Fields slot(fields.notes(), (*value)[i], childPointer(fields.pointer(key), std::to_string(i)));
            const std::string name = slot.requiredText("name");
            if (out.contains(name))
                fields.notes().at(slot.pointer("name"), codes::ValueTwice, "The slot " + name + " stands in the list twice.");
            out[name] = readSlot(std::move(slot), true, validation);
        }
        return out;
    }
    const Fields checked(fields.notes(), *value, fields.pointer(key));
    if (value->is_object())
        for (const auto& [name, slot] : value->items())
            out[name] = readSlot(Fields(fields.notes(), slot, checked.pointer(name)), false, validation);
    return out;
}

} // namespace

Json readSchema(Fields& fields, std::string_view key)
{
    const Json* value = fields.find(key);
    if (value == nullptr)
        return nullptr;
    if (!value->is_object()) {
        fields.notes().at(fields.pointer(key), codes::ValueType, fields.path(key) + " must be a map, not " + std::string(kindText(*value)) + ".");
        return nullptr;
    }
    for (base::Error& problem : schema::Schema::problems(*value)) {
        const std::string pointer = fields.pointer(key) + (problem.place() ? problem.place()->pointer : "");
        const bool unknown = problem.is(schema::codes::KeywordNotSupported);
        fields.notes().add(std::move(problem).at(unknown ? fields.notes().document().keyPlaceOf(pointer) : fields.notes().document().placeOf(pointer)));
    }
    return *value;
}

void checkOutputSchema(Fields& fields, const Json& schema)
{
    if (schema.is_null())
        return;
    static const Json none = Json::object();
    const Json& passed = domain::memberOr(domain::memberOr(schema, "properties", none), "passed", none);
    const auto required = domain::texts(schema, "required");
    const bool isRequired = std::find(required.begin(), required.end(), "passed") != required.end();
    if (domain::textOr(passed, "type") != "boolean")
        fields.notes().at(fields.pointer("output_schema"), codes::OutputSchemaPassed, fields.path("output_schema") + " must declare a boolean passed.",
                          "Add passed: {type: boolean} to its properties.");
    else if (!isRequired)
        fields.notes().at(fields.pointer("output_schema"), codes::OutputSchemaPassed, fields.path("output_schema") + " must require passed.",
                          "Add required: [passed].");
}

Json readResourceSlots(Fields& fields, bool validation)
{
    Json slots = readSlots(fields, "resource_slots", validation);
    if (!fields.has("resources"))
        return slots;
    Json other = readSlots(fields, "resources", validation);
    if (fields.has("resource_slots") && slots != other)
        fields.notes().atKey(fields.pointer("resources"), codes::ValueTwice, "resources and resource_slots differ.", "Keep one of them.");
    return other;
}

std::map<std::string, std::vector<std::string>> readLifecycle(Fields fields)
{
    std::map<std::string, std::vector<std::string>> out;
    fields.only(keysOf("tool.lifecycle"));
    for (const char* hook : {"discover", "activate", "execute", "deactivate"})
        if (fields.has(hook))
            out[hook] = fields.argv(hook);
    return out;
}

} // namespace countersign::registry
