#include "engine/domain/tool.h"

#include <algorithm>

namespace countersign::domain {

namespace {

Json sourceJson(const ToolSource& source)
{
    struct Visitor
    {
        Json operator()(const CommandSource& s) const { return {{"source", "command"}, {"command", s.argv}}; }
        Json operator()(const CodeSource& s) const
        {
            return {{"source", "code"}, {"code", s.code}, {"interpreter", s.interpreter}};
        }
        Json operator()(const BuiltinSource& s) const { return {{"source", "builtin"}, {"builtin", s.builtin}}; }
        Json operator()(const McpSource& s) const
        {
            return {{"source", "mcp"}, {"mcp_server", s.server}, {"mcp_server_name", s.serverName}, {"mcp_tool_name", s.tool},
                    {"arguments", s.serverChecks ? "server" : "schema"}};
        }
        Json operator()(const WrappedSource& s) const { return {{"source", "wrapped"}, {"wraps", s.wraps}}; }
    };
    return std::visit(Visitor{}, source);
}

ToolSource sourceFromJson(const Json& json)
{
    const std::string kind = textOr(json, "source");
    if (kind == "code")
        return CodeSource{textOr(json, "code"), texts(json, "interpreter")};
    if (kind == "builtin")
        return BuiltinSource{textOr(json, "builtin")};
    if (kind == "mcp")
        return McpSource{texts(json, "mcp_server"), textOr(json, "mcp_server_name"), textOr(json, "mcp_tool_name"), textOr(json, "arguments") == "server"};
    if (kind == "wrapped")
        return WrappedSource{textOr(json, "wraps")};
    return CommandSource{texts(json, "command")};
}

Json capabilityJson(const Capability& c)
{
    return {{"read_only", c.readOnly},
            {"writes", c.writes},
            {"checkpointable", c.checkpointable},
            {"checkpoint_scope", c.checkpointScope},
            {"write_scope", c.writeScope},
            {"side_effects", c.sideEffects},
            {"idempotent", c.idempotent},
            {"unsafe", c.unsafe},
            {"human_approval_required", c.humanApprovalRequired}};
}

Capability capabilityFromJson(const Json& json)
{
    Capability out;
    out.readOnly = boolOr(json, "read_only", false);
    out.writes = boolOr(json, "writes", false);
    out.checkpointable = boolOr(json, "checkpointable", false);
    out.checkpointScope = textOr(json, "checkpoint_scope");
    out.writeScope = textOr(json, "write_scope");
    out.sideEffects = texts(json, "side_effects");
    out.idempotent = boolOr(json, "idempotent", false);
    out.unsafe = boolOr(json, "unsafe", false);
    out.humanApprovalRequired = boolOr(json, "human_approval_required", false);
    return out;
}

Json validationJson(const ValidationFields& v)
{
    Json mapping = Json::object();
    for (const auto& [parameter, from] : v.argumentMapping) {
        Json entry = Json::object();
        if (from.from)
            entry["from"] = *from.from;
        if (from.value)
            entry["value"] = *from.value;
        mapping[parameter] = std::move(entry);
    }
    return {{"mode", toText(v.mode)},
            {"evaluation_phase", toText(v.phase)},
            {"transform", v.transform},
            {"argument_mapping", std::move(mapping)},
            {"volatile", v.volatilePointers}};
}

ValidationFields validationFromJson(const Json& json)
{
    ValidationFields out;
    out.mode = textOr(json, "mode") == "informational" ? Mode::Informational : Mode::Required;
    const std::string phase = textOr(json, "evaluation_phase");
    out.phase = phase == "both"          ? EvaluationPhase::Both
                : phase == "pre_execute" ? EvaluationPhase::PreExecute
                                         : EvaluationPhase::PostExecute;
    out.transform = textOr(json, "transform");
    out.volatilePointers = texts(json, "volatile");
    static const Json none = Json::object();
    for (const auto& [parameter, entry] : memberOr(json, "argument_mapping", none).items()) {
        ArgumentSource from;
        from.from = optionalText(entry, "from");
        if (entry.contains("value"))
            from.value = entry.at("value");
        out.argumentMapping.emplace(parameter, std::move(from));
    }
    return out;
}

} // namespace

std::string_view toText(ToolType type) { return type == ToolType::Tool ? "tool" : "validation"; }

std::string_view toText(EvaluationPhase phase)
{
    switch (phase) {
    case EvaluationPhase::PostExecute: return "post_execute";
    case EvaluationPhase::PreExecute: return "pre_execute";
    case EvaluationPhase::Both: return "both";
    }
    return "post_execute";
}

bool changesSomething(const Tool& tool)
{
    const Capability& c = tool.capability;
    const auto written = [](const Json& slot) { return textOr(slot, "access") == "read_write"; };
    return c.writes || c.unsafe || !c.sideEffects.empty() || !c.writeScope.empty() || std::any_of(tool.resourceSlots.begin(), tool.resourceSlots.end(), written);
}

Json toJson(const Tool& tool)
{
    Json out = sourceJson(tool.source);
    out["name"] = tool.name;
    out["type"] = toText(tool.type());
    out["description"] = tool.description;
    out["input_schema"] = tool.inputSchema;
    out["output_schema"] = tool.outputSchema;
    out["capability"] = capabilityJson(tool.capability);
    out["resource_slots"] = tool.resourceSlots;
    out["lifecycle"] = tool.lifecycle;
    out["timeout"] = tool.timeout ? Json(tool.timeout->count()) : Json(nullptr);
    out["install_hint"] = tool.installHint;
    out["pinned"] = tool.pinned;
    out["read_paths"] = tool.readPaths;
    if (tool.validation)
        out["validation"] = validationJson(*tool.validation);
    return out;
}

Tool toolFromJson(const Json& json)
{
    Tool out;
    out.source = sourceFromJson(json);
    out.name = textOr(json, "name");
    out.description = textOr(json, "description");
    static const Json null = nullptr;
    static const Json none = Json::object();
    out.inputSchema = memberOr(json, "input_schema", null);
    out.outputSchema = memberOr(json, "output_schema", null);
    out.capability = capabilityFromJson(memberOr(json, "capability", none));
    out.resourceSlots = memberOr(json, "resource_slots", none);
    for (const auto& [hook, argv] : memberOr(json, "lifecycle", none).items())
        out.lifecycle[hook] = argv.get<std::vector<std::string>>();
    if (const Json& timeout = memberOr(json, "timeout", null); timeout.is_number_integer())
        out.timeout = std::chrono::seconds(timeout.get<std::int64_t>());
    out.installHint = textOr(json, "install_hint");
    out.pinned = texts(json, "pinned");
    out.readPaths = texts(json, "read_paths");
    if (json.contains("validation"))
        out.validation = validationFromJson(json.at("validation"));
    return out;
}

} // namespace countersign::domain
