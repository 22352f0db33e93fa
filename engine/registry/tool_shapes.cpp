#include "engine/registry/tool_parts.h"
#include "engine/schema/codes.h"
#include "engine/schema/schema.h"

#include <algorithm>

namespace countersign::registry {

namespace {

Json readSlot(Fields slot, bool inList, bool validation)
{
    std::vector<std::string_view> known = keysOf("tool.resource_slots.SLOT");
    if (!inList)
        std::erase(known, "name");
    slot.only(known);
    Json out = Json::object();
    for (const char* key : {"type", "kind", "description"})
        if (auto text = slot.text(key))
            out[key] = std::move(*text);
    if (const auto access = slot.choice("access", {"read_only", "read_write"})) {
        out["access"] = *access == 0 ? "read_only" : "read_write";
        if (*access == 1 && validation)
            slot.notes().at(slot.pointer("access"), codes::NotReadOnly, "A validation may not write.", "Use access: read_only.");
    }
    if (const auto required = slot.boolean("required"))
        out["required"] = *required;
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
