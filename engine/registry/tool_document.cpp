#include "engine/registry/document.h"
#include "engine/schema/codes.h"
#include "engine/schema/schema.h"

#include <algorithm>

namespace countersign::registry {

namespace {

const std::vector<std::string_view> capabilityKeys{"read_only", "writes", "checkpointable", "checkpoint_scope", "write_scope",
                                                   "side_effects", "idempotent", "unsafe", "human_approval_required"};
const std::vector<std::string_view> validationKeys{"mode", "evaluation_phase", "wraps", "transform", "argument_mapping", "volatile"};
const std::vector<std::string_view> toolKeys{"name", "description", "type", "source", "command", "code", "interpreter", "builtin",
                                             "mcp_server", "mcp_tool_name", "validation", "input_schema", "output_schema",
                                             "capability", "resource_slots", "resources", "lifecycle", "timeout", "install_hint",
                                             "pinned", "read_paths"};

std::vector<std::string_view> allToolKeys()
{
    std::vector<std::string_view> out = toolKeys;
    out.insert(out.end(), validationKeys.begin(), validationKeys.end());
    out.insert(out.end(), capabilityKeys.begin(), capabilityKeys.end());
    return out;
}

/// Keys that may stand at the top or in a block; given twice they must agree.
class EitherPlace
{
public:
    EitherPlace(Fields& top, std::optional<Fields> block, const std::vector<std::string_view>& keys) : m_top(top), m_block(std::move(block))
    {
        if (!m_block)
            return;
        m_block->only(keys);
        for (const std::string_view key : keys)
            compare(key);
    }
    Fields& of(std::string_view key) { return m_block && m_block->has(key) ? *m_block : m_top; }
    [[nodiscard]] bool has(std::string_view key) const { return m_top.has(key) || (m_block && m_block->has(key)); }
    [[nodiscard]] bool hasBlock() const { return m_block.has_value(); }

private:
    void compare(std::string_view key)
    {
        const Json* above = m_top.find(key);
        const Json* inside = m_block->find(key);
        if (above == nullptr || inside == nullptr || base::canonical(*above) == base::canonical(*inside))
            return;
        Notes& notes = m_top.notes();
        const auto line = [&](const Fields& fields) {
            return fields.path(key) + " on line " + std::to_string(notes.document().keyPlaceOf(fields.pointer(key)).line);
        };
        notes.atKey(m_block->pointer(key), codes::ValueTwice, line(m_top) + " and " + line(*m_block) + " differ.", "Keep one of them.");
    }

    Fields& m_top;
    std::optional<Fields> m_block;
};

domain::Capability readCapability(EitherPlace& place, bool validation)
{
    domain::Capability out;
    const auto flag = [&](std::string_view key, bool fallback) { return place.of(key).boolean(key).value_or(fallback); };
    out.readOnly = flag("read_only", validation);
    out.writes = flag("writes", false);
    out.checkpointable = flag("checkpointable", false);
    out.checkpointScope = place.of("checkpoint_scope").text("checkpoint_scope").value_or("");
    out.writeScope = place.of("write_scope").text("write_scope").value_or("");
    out.sideEffects = place.of("side_effects").texts("side_effects");
    out.idempotent = flag("idempotent", false);
    out.unsafe = flag("unsafe", false);
    out.humanApprovalRequired = flag("human_approval_required", false);
    return out;
}

void checkCapability(EitherPlace& place, const domain::Capability& capability, bool validation, Notes& notes)
{
    const auto refuse = [&](std::string_view key, bool bad, const std::string& message) {
        if (bad)
            notes.at(place.of(key).pointer(key), codes::NotReadOnly, message, "Register it as a tool, or remove the key.");
    };
    if (validation) {
        refuse("read_only", !capability.readOnly, "A validation is read-only.");
        refuse("writes", capability.writes, "A validation may not write.");
        refuse("checkpointable", capability.checkpointable, "A validation is never checkpointable.");
        refuse("unsafe", capability.unsafe, "A validation may not be unsafe.");
        refuse("side_effects", !capability.sideEffects.empty(), "A validation has no side effects.");
        refuse("write_scope", !capability.writeScope.empty(), "A validation may not write.");
        refuse("checkpoint_scope", !capability.checkpointScope.empty(), "A validation is never checkpointable.");
    } else if (capability.readOnly && (capability.writes || !capability.writeScope.empty())) {
        notes.at(place.of("read_only").pointer("read_only"), codes::CapabilityContradicts, "read_only and writes contradict each other.");
    }
}

// ---- Source ------------------------------------------------------------------------------------------------------

struct SourceKind
{
    std::string_view name;
    std::string_view key; ///< that makes it this source
};
constexpr std::array<SourceKind, 5> sourceKinds{{{"command", "command"}, {"code", "code"}, {"builtin", "builtin"}, {"mcp", "mcp_tool_name"}, {"wrapped", "wraps"}}};

domain::McpSource readMcp(Fields& fields)
{
    domain::McpSource out;
    out.tool = fields.requiredText("mcp_tool_name");
    const Json* server = fields.find("mcp_server");
    if (server == nullptr)
        fields.notes().at(fields.pointer(), codes::KeyMissing, fields.path("mcp_server") + " is missing.");
    else if (server->is_string())
        out.serverName = fields.name("mcp_server").value_or("");
    else
        out.server = fields.argv("mcp_server");
    return out;
}

domain::CodeSource readCode(Fields& fields)
{
    domain::CodeSource out{fields.requiredText("code"), fields.argv("interpreter")};
    if (!fields.has("interpreter"))
        fields.notes().at(fields.pointer("code"), codes::KeyMissing, fields.path("interpreter") + " is missing.",
                          "Name the program that runs the code, as interpreter: [python3].");
    return out;
}

std::vector<std::string_view> sourcesGiven(const Fields& fields, const EitherPlace& place)
{
    std::vector<std::string_view> out;
    for (const SourceKind& kind : sourceKinds)
        if (fields.has(kind.key) || (kind.name == "wrapped" && place.has(kind.key)) || (kind.name == "mcp" && fields.has("mcp_server")))
            out.push_back(kind.name);
    return out;
}

void checkSourceKey(Fields& fields, std::string_view given)
{
    const std::vector<std::string_view> names{"command", "code", "builtin", "mcp", "wrapped", "custom"};
    const auto chosen = fields.choice("source", names);
    if (!chosen || names[*chosen] == given || (names[*chosen] == "custom" && (given == "command" || given == "code")))
        return;
    fields.notes().at(fields.pointer("source"), codes::SourceUnclear,
                      "source says " + std::string(names[*chosen]) + ", the other keys say " + std::string(given) + ".");
}

domain::ToolSource readSource(Fields& fields, EitherPlace& place)
{
    const auto given = sourcesGiven(fields, place);
    if (given.size() != 1) {
        const std::string message = given.empty() ? "Nothing says what runs." : joined(given) + " exclude each other.";
        const std::string at = given.empty() ? fields.pointer() : fields.pointer(given[0] == "mcp" ? "mcp_tool_name" : given[0]);
        fields.notes().at(at, codes::SourceUnclear, message, "Give one of command, code, builtin, mcp_tool_name, wraps.");
        if (!place.has("wraps"))
            return domain::CommandSource{fields.argv("command")};
        return domain::WrappedSource{place.of("wraps").name("wraps").value_or("")};
    }
    checkSourceKey(fields, given.front());
    if (fields.has("interpreter") && given.front() != "code")
        fields.notes().atKey(fields.pointer("interpreter"), codes::SourceUnclear, "interpreter goes with code only.");
    if (given.front() == "code")
        return readCode(fields);
    if (given.front() == "builtin")
        return domain::BuiltinSource{fields.requiredText("builtin")};
    if (given.front() == "mcp")
        return readMcp(fields);
    if (given.front() == "wrapped")
        return domain::WrappedSource{place.of("wraps").name("wraps").value_or("")};
    return domain::CommandSource{fields.argv("command")};
}

// ---- Schemas, slots, lifecycle -----------------------------------------------------------------------------------

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

Json readSlot(Fields slot, bool inList, bool validation)
{
    slot.only(inList ? std::vector<std::string_view>{"name", "type", "kind", "access", "required", "description"}
                     : std::vector<std::string_view>{"type", "kind", "access", "required", "description"});
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
    fields.only({"discover", "activate", "execute", "deactivate"});
    for (const char* hook : {"discover", "activate", "execute", "deactivate"})
        if (fields.has(hook))
            out[hook] = fields.argv(hook);
    return out;
}

// ---- Validation --------------------------------------------------------------------------------------------------

domain::ArgumentSource readArgumentSource(Fields fields)
{
    fields.only({"from", "value"});
    domain::ArgumentSource out;
    out.from = fields.text("from");
    if (const Json* value = fields.find("value"))
        out.value = *value;
    if (fields.has("from") == fields.has("value"))
        fields.notes().at(fields.pointer(), codes::MappingInvalid, fields.path({}) + " must have exactly one of from and value.");
    return out;
}

std::map<std::string, domain::ArgumentSource> readMapping(Fields& fields)
{
    std::map<std::string, domain::ArgumentSource> out;
    const auto mapping = fields.map("argument_mapping");
    if (!mapping || !fields.find("argument_mapping")->is_object())
        return out;
    for (const auto& [parameter, source] : fields.find("argument_mapping")->items())
        out.emplace(parameter, readArgumentSource(Fields(fields.notes(), source, mapping->pointer(parameter))));
    return out;
}

bool isPointer(const std::string& text)
{
    if (!text.starts_with('/'))
        return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '~' && (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')))
            return false;
    return true;
}

std::vector<std::string> readVolatile(Fields& fields)
{
    std::vector<std::string> out = fields.texts("volatile");
    for (const std::string& pointer : out)
        if (!isPointer(pointer))
            fields.notes().at(fields.pointer("volatile"), codes::ValueInvalid, pointer + " is not a JSON Pointer.", "Write /data/name.");
    return out;
}

void checkTransform(Fields& fields, const std::string& transform, bool wraps, const Checks& checks)
{
    if (wraps && transform.empty() && !fields.has("transform"))
        fields.notes().at(fields.pointer("wraps"), codes::WrapsNeedsTransform, fields.path("wraps") + " needs a transform.",
                          "Add transform: \"output => ({passed: …})\".");
    if (transform.empty() || !checks.transform)
        return;
    if (auto good = checks.transform(transform); !good)
        fields.notes().add(base::Error(codes::TransformInvalid, fields.path("transform") + ": " + good.error().message())
                               .at(fields.notes().document().placeOf(fields.pointer("transform")))
                               .because(good.error()));
}

domain::ValidationFields readValidation(EitherPlace& place, const Checks& checks)
{
    domain::ValidationFields out;
    out.mode = place.of("mode").choice("mode", {"required", "informational"}) == 1U ? domain::Mode::Informational : domain::Mode::Required;
    const auto phase = place.of("evaluation_phase").choice("evaluation_phase", {"post_execute", "pre_execute", "both"}).value_or(0);
    out.phase = phase == 0 ? domain::EvaluationPhase::PostExecute : phase == 1 ? domain::EvaluationPhase::PreExecute : domain::EvaluationPhase::Both;
    out.transform = place.of("transform").text("transform").value_or("");
    Fields& at = place.has("transform") ? place.of("transform") : place.of("wraps");
    checkTransform(at, out.transform, place.has("wraps"), checks);
    out.argumentMapping = readMapping(place.of("argument_mapping"));
    if (!out.argumentMapping.empty() && !place.has("wraps"))
        place.of("argument_mapping").notes().atKey(place.of("argument_mapping").pointer("argument_mapping"), codes::MappingInvalid,
                                                   "argument_mapping goes with wraps only.");
    out.volatilePointers = readVolatile(place.of("volatile"));
    return out;
}

/// Whether the document is a validation, by its key, its type and its other keys, which must agree.
bool isValidation(Fields& fields, const EitherPlace& place, ToolKey key)
{
    const bool byKeys = place.hasBlock() || place.has("mode") || place.has("wraps");
    const auto type = fields.choice("type", {"tool", "validation"});
    const bool wanted = key == ToolKey::Validation || byKeys;
    if (type == 0U && wanted)
        fields.notes().at(fields.pointer("type"), codes::TypeContradicts, "type says tool, the document is a validation.",
                          "Remove type, or the keys of a validation.");
    const bool validation = wanted || type == 1U;
    for (const char* only : {"evaluation_phase", "transform", "argument_mapping", "volatile"})
        if (!validation && place.has(only))
            fields.notes().atKey(fields.pointer(only), codes::TypeContradicts, fields.path(only) + " belongs to a validation.",
                                 "Add mode, or remove the key.");
    return validation;
}

} // namespace

domain::Tool readTool(Fields fields, ToolKey key, const Checks& checks)
{
    fields.only(allToolKeys());
    EitherPlace verdict(fields, fields.map("validation"), validationKeys);
    EitherPlace capability(fields, fields.map("capability"), capabilityKeys);
    const bool validation = isValidation(fields, verdict, key);
    domain::Tool out;
    out.name = fields.ownName();
    out.description = fields.text("description").value_or("");
    out.source = readSource(fields, verdict);
    out.inputSchema = readSchema(fields, "input_schema");
    out.outputSchema = readSchema(fields, "output_schema");
    out.capability = readCapability(capability, validation);
    checkCapability(capability, out.capability, validation, fields.notes());
    out.resourceSlots = readResourceSlots(fields, validation);
    if (auto lifecycle = fields.map("lifecycle"))
        out.lifecycle = readLifecycle(std::move(*lifecycle));
    if (const auto timeout = fields.integer("timeout", 1, 86400, "seconds"))
        out.timeout = std::chrono::seconds(*timeout);
    out.installHint = fields.text("install_hint").value_or("");
    out.pinned = fields.globs("pinned");
    out.readPaths = fields.texts("read_paths");
    if (validation) {
        out.validation = readValidation(verdict, checks);
        checkOutputSchema(fields, out.outputSchema);
    }
    return out;
}

} // namespace countersign::registry
