#include "engine/base/name.h"
#include "engine/registry/document.h"

namespace countersign::registry {

namespace {

/// A scope, which an override may empty.
void readScope(Fields& fields, std::string_view key, Json& out)
{
    const Json* value = fields.find(key);
    if (value != nullptr && value->is_string() && value->get<std::string>().empty())
        out[std::string(key)] = "";
    else if (const auto text = fields.text(key))
        out[std::string(key)] = *text;
}

Json readFlags(Fields fields)
{
    fields.only(keysOf("skill.overrides.NAME"));
    Json out = Json::object();
    for (const char* key : {"read_only", "writes", "checkpointable", "idempotent", "unsafe", "human_approval_required"})
        if (const auto flag = fields.boolean(key))
            out[key] = *flag;
    readScope(fields, "checkpoint_scope", out);
    readScope(fields, "write_scope", out);
    if (fields.has("side_effects"))
        out["side_effects"] = fields.texts("side_effects");
    return out;
}

void readOverrides(Fields& fields, domain::Skill& out)
{
    const auto overrides = fields.map("overrides");
    if (!overrides || !fields.find("overrides")->is_object())
        return;
    for (const auto& [key, flags] : fields.find("overrides")->items()) {
        const auto name = base::parseName(key);
        Json read = readFlags(Fields(fields.notes(), flags, overrides->pointer(key)));
        if (!name)
            fields.notes().atKey(overrides->pointer(key), codes::ValueInvalid, overrides->path(key) + " is not a name: " + name.error().message());
        else if (!out.overrides.emplace(name->text(), std::move(read)).second)
            fields.notes().atKey(overrides->pointer(key), codes::ValueInvalid, name->text() + " stands in " + fields.path("overrides") + " twice.");
    }
}

} // namespace

domain::Skill readSkill(Fields fields)
{
    fields.only(keysOf("skill"));
    domain::Skill out;
    out.name = fields.ownName();
    out.description = fields.text("description").value_or("");
    out.readOnly = fields.boolean("read_only").value_or(false);
    out.tools = fields.names("tools");
    out.includes = fields.names("includes");
    out.mcpServers = fields.names("mcp_servers");
    readOverrides(fields, out);
    return out;
}

} // namespace countersign::registry
