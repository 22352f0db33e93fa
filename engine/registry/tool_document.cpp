#include "engine/registry/tool_parts.h"

#include "engine/base/json_pointer.h"

#include <algorithm>

namespace countersign::registry {

namespace {

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

domain::ArgumentSource readArgumentSource(Fields fields)
{
    fields.only(keysOf("tool.argument_mapping.PARAMETER"));
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

std::vector<std::string> readVolatile(Fields& fields)
{
    std::vector<std::string> out = fields.texts("volatile");
    for (const std::string& pointer : out)
        if (!base::pointerTokens(pointer))
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

domain::Tool readTool(Fields fields, ToolKey key, const Surroundings& around)
{
    fields.only(keysOf("tool"));
    EitherPlace verdict(fields, fields.map("validation"), keysOf("tool.validation"));
    EitherPlace capability(fields, fields.map("capability"), keysOf("tool.capability"));
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
    completeFromSource(fields, out, around);
    if (validation) {
        out.validation = readValidation(verdict, around.checks);
        checkOutputSchema(fields, out.outputSchema);
    }
    return out;
}

} // namespace countersign::registry
