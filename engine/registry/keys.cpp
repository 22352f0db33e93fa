#include "engine/registry/keys.h"

#include "engine/domain/resource_slot.h"

#include <algorithm>

namespace countersign::registry {

namespace {

using Codes = std::vector<const base::CodeInfo*>;
using Kind = ValueKind;
using namespace codes;

constexpr std::string_view must = "\n"; ///< no YAML value: the key must be given

const base::CodeInfo& typeCode(Kind kind) { return kind == Kind::Policy || kind == Kind::Duration ? ValueInvalid : ValueType; }

KeyInfo row(std::string_view place, std::string_view key, Kind kind, std::string_view fallback, std::string_view rule, Codes more = {})
{
    KeyInfo out{place, key, kind, fallback, rule, {}, {}, 0, 0, false, false};
    if (kind != Kind::Any)
        out.codes.push_back(&typeCode(kind));
    const bool limited = kind != Kind::Any && kind != Kind::Boolean && kind != Kind::Map && kind != Kind::Maps && kind != Kind::Schema && kind != Kind::Texts && kind != Kind::OwnName &&
                         kind != Kind::Slots;
    if (limited && &typeCode(kind) != &ValueInvalid)
        out.codes.push_back(&ValueInvalid);
    if (kind == Kind::OwnName)
        more.insert(more.begin(), {&RegistrationName, &NameTwice});
    if (fallback == must) {
        out.required = true;
        out.fallback = {};
        out.codes.push_back(&KeyMissing);
    }
    out.codes.insert(out.codes.end(), more.begin(), more.end());
    return out;
}

KeyInfo number(std::string_view place, std::string_view key, std::int64_t from, std::int64_t to, std::string_view fallback, std::string_view rule, Codes more = {})
{
    KeyInfo out = row(place, key, Kind::Integer, fallback, rule, std::move(more));
    out.from = from;
    out.to = to;
    return out;
}

KeyInfo choice(std::string_view place, std::string_view key, std::vector<std::string_view> choices, std::string_view fallback, std::string_view rule, Codes more = {})
{
    KeyInfo out = row(place, key, Kind::Choice, fallback, rule, std::move(more));
    out.choices = std::move(choices);
    return out;
}

KeyInfo above(KeyInfo key)
{
    key.alsoAbove = true;
    key.codes.push_back(&ValueTwice);
    return key;
}

void addProject(std::vector<KeyInfo>& out)
{
    constexpr std::string_view p = "project";
    out.insert(out.end(), {
        row(p, "name", Kind::OwnName, must, "The name under which plans and attachments find the project."),
        row(p, "resources", Kind::Names, must, "The resources that a plan of this project works on, at least one and none twice.", {&ResourceUnknown}),
        row(p, "policy", Kind::Policy, "required_only", "How verdicts become an outcome: required_only, unanimous, majority, any, or {quorum: \"2/3\"} with a fraction above 0 and up to 1."),
        choice(p, "task_gate", {"all", "pre_execute"}, "all", "Which effective validations an agent's task must pass before it is dispatched."),
        choice(p, "apply", {"manual", "automatic"}, "manual", "Whether work that passed waits for a person before it is applied."),
        row(p, "limits", Kind::Map, "", "How often work is tried again, and how long a run may take."),
        row(p, "actors", Kind::Map, "", "Who does the work."),
        row(p, "skills", Kind::Names, "", "Skills whose tools this project's agents may call.", {&SkillUnknown}),
        choice(p, "tasks", {"open", "listed"}, "open", "Whether an agent may name a new task, or a person makes each."),
        row(p, "decision", Kind::Map, "", "What a signed decision covers and who may sign."),
        choice(p, "authority", {"plain", "signed"}, "plain", "Whether a change of policy or signers counts only when a registered signer signed it."),
        row(p, "redact", Kind::Texts, "", "Patterns of secrets that are cut out of everything stored, beside the built-in ones."),
        choice(p, "profile", {"local", "slurm"}, "local", "Where validations run."),
        number("project.limits", "fix_attempts", 0, 100, "3", "How often the coder may try to mend what a validation refused."),
        number("project.limits", "strategy_revisions", 0, 100, "1", "How often the strategy may be made anew when mending failed."),
        number("project.limits", "guidance_rounds", 0, 100, "3", "How often a person may answer a blocker with guidance."),
        number("project.limits", "run_timeout", 1, 604800, "3600", "Seconds that one run of all validations may take."),
        row("project.actors", "coder", Kind::Name, "", "The actor that does the work; its role must be coder.", {&ActorUnknown}),
        row("project.actors", "strategist", Kind::Name, "", "The actor that plans the work; its role must be strategist.", {&ActorUnknown}),
        choice("project.decision", "binding", {"evidence", "work_tree"}, "evidence", "What must be unchanged for a decision to count: the evidence that was signed, or the whole work tree."),
        choice("project.decision", "uses", {"unlimited", "once"}, "unlimited", "How often a decision may be relied on."),
        row("project.decision", "expires_after", Kind::Duration, "none", "How long a decision counts: none, whole seconds, or a number with s, m, h or d, up to 3650d."),
        number("project.decision", "required_signatures", 1, 9, "1", "How many different signers must sign."),
        row("project.decision", "requester_may_sign", Kind::Boolean, "true", "Whether who asked for the work may sign for it."),
        row("project.decision", "signers", Kind::Texts, "", "Signers who may sign, at least as many as must sign; without it all of the project's.", {&ValueInvalid}),
    });
}

void addOthers(std::vector<KeyInfo>& out)
{
    out.insert(out.end(), {
        row("resource", "name", Kind::OwnName, must, "The name under which projects and attachments find the resource."),
        choice("resource", "kind", {"git", "directory", "file"}, must, "What it is: a git work tree, a directory, or one file."),
        row("resource", "path", Kind::Text, must, "Where it is; a relative path starts at the workspace."),
        row("resource", "ignored", Kind::Globs, "", "Files that are no part of it; * stays inside one folder, ** crosses."),
        row("actor", "name", Kind::OwnName, must, "The name under which projects find the actor."),
        choice("actor", "role", {"coder", "strategist"}, must, "What it does: the work, or the strategy for it."),
        row("actor", "command", Kind::Argv, must, "The program and its arguments, one item each; no shell is added."),
        row("actor", "network", Kind::Boolean, "false", "Whether it may reach the network."),
        row("actor", "read_paths", Kind::Texts, "", "Further paths that it may read."),
        row("actor", "pass_env", Kind::Texts, "", "Names of environment variables that it gets from its caller."),
        row("actor", "env", Kind::Map, "", "Environment variables and their texts."),
        number("actor", "timeout", 1, 86400, "1800", "Seconds that one call may take."),
        row("actor", "install_hint", Kind::Text, "", "What to do where its program is missing; shown, never run."),
        row("attachment", "validation", Kind::Name, must, "The validation that shall run; its mode is its own.", {&ValidationUnknown, &NotAValidation}),
        row("attachment", "resource", Kind::Name, must, "The resource that it looks at, and nothing that this contains.", {&ResourceUnknown, &AttachmentTwice}),
        row("attachment", "project", Kind::Name, "", "The project through which it counts; without it always.", {&ProjectUnknown}),
        row("attachment", "args", Kind::Map, "{}", "Its arguments, checked against the input schema.", {&AttachmentArgs}),
    });
}

void addTool(std::vector<KeyInfo>& out)
{
    constexpr std::string_view t = "tool";
    out.insert(out.end(), {
        row(t, "name", Kind::OwnName, must, "The name under which others find the tool; tools and validations share one space of names.", {&TypeConflict}),
        row(t, "description", Kind::Text, "", "One sentence for people and agents."),
        choice(t, "type", {"tool", "validation"}, "", "What it is; must go with the document's key and the other keys.", {&TypeContradicts}),
        choice(t, "source", {"command", "code", "builtin", "mcp", "wrapped", "custom"}, "", "What runs; must go with the one key of it that is given.", {&SourceUnclear}),
        row(t, "command", Kind::Argv, "", "The program and its arguments, one item each; no shell is added.", {&SourceUnclear, &NotPinned}),
        row(t, "code", Kind::Text, "", "Text that the interpreter gets as a read-only file.", {&SourceUnclear}),
        row(t, "interpreter", Kind::Argv, "", "The program that runs the code; goes with code only.", {&KeyMissing, &SourceUnclear}),
        row(t, "builtin", Kind::Text, "", "The name of a check that comes with the program.", {&SourceUnclear, &BuiltinUnknown}),
        row(t, "mcp_server", Kind::NameOrArgv, "", "The MCP server of the tool: the name of a registered one, or the argv of a stdio server.", {&KeyMissing, &SourceUnclear, &McpServerUnknown}),
        row(t, "mcp_tool_name", Kind::Text, "", "The tool's name on that server; without input_schema the server is asked for one at the import.", {&SourceUnclear, &McpSchemaMissing, &McpSchemaRefused}),
        choice(t, "arguments", {"schema", "server"}, "schema", "Who checks the arguments of an MCP tool: its schema, or the server alone.", {&SourceUnclear, &ServerChecks}),
        row(t, "validation", Kind::Map, "", "A block for the keys of a validation."),
        row(t, "input_schema", Kind::Schema, "", "A JSON Schema of the arguments; one that can't be enforced is refused."),
        row(t, "output_schema", Kind::Schema, "", "A JSON Schema of the result; that of a validation must require a boolean passed.", {&OutputSchemaPassed}),
        row(t, "capability", Kind::Map, "", "A block for the flags of what it may do."),
        row(t, "resource_slots", Kind::Slots, "", "The resources that it is given, by slot: a map, or a list with names.", {&ValueTwice}),
        row(t, "resources", Kind::Slots, "", "The same as resource_slots.", {&ValueTwice}),
        row(t, "lifecycle", Kind::Map, "", "Programs that run around it, in a sandbox like its own.", {&LifecycleMisplaced}),
        number(t, "timeout", 1, 86400, "", "Seconds that one call may take, 300 without it; a wrapper may only shorten it.", {&WrapWidens}),
        row(t, "install_hint", Kind::Text, "", "What to do where its program is missing; shown, never run."),
        row(t, "pinned", Kind::Globs, "", "Files of the resource whose content is part of the definition and compared before each run."),
        row(t, "read_paths", Kind::Texts, "", "Further paths that it may read."),
    });
    constexpr std::string_view v = "tool.validation";
    for (KeyInfo& key : std::vector<KeyInfo>{
             choice(v, "mode", {"required", "informational"}, "required", "Whether its refusal stops the work; fixed at registration."),
             choice(v, "evaluation_phase", {"post_execute", "pre_execute", "both"}, "post_execute", "When a plan's own lifecycle runs it.", {&TypeContradicts}),
             row(v, "wraps", Kind::Name, "", "The tool whose output the transform judges; nothing in the chain may change anything.",
                 {&WrapsNeedsTransform, &WrapTargetUnknown, &WrapTargetWrites, &WrapCycle, &WrapTooDeep, &SourceUnclear}),
             row(v, "transform", Kind::Text, "", "A JavaScript function expression, output => ({passed, message, data}), without I/O, clock and randomness.", {&TransformInvalid, &TypeContradicts}),
             row(v, "argument_mapping", Kind::Map, "", "How the wrapped tool's arguments are made from the own ones; others keep their names.", {&MappingInvalid, &TypeContradicts}),
             row(v, "volatile", Kind::Texts, "", "JSON Pointers into a result that digests of evidence leave out.", {&ValueInvalid, &TypeContradicts}),
         })
        out.push_back(above(std::move(key)));
    constexpr std::string_view c = "tool.capability";
    for (KeyInfo& key : std::vector<KeyInfo>{
             row(c, "read_only", Kind::Boolean, "", "That it changes nothing; true for a validation, and nothing else is allowed there.", {&NotReadOnly, &CapabilityContradicts}),
             row(c, "writes", Kind::Boolean, "false", "That it changes its resource; refused for a validation and for what one wraps.", {&NotReadOnly, &CapabilityContradicts, &WrapTargetWrites}),
             row(c, "checkpointable", Kind::Boolean, "false", "That its changes can be taken back; refused for a validation.", {&NotReadOnly}),
             row(c, "checkpoint_scope", Kind::Text, "", "What is taken back with it; refused for a validation.", {&NotReadOnly}),
             row(c, "write_scope", Kind::Text, "", "Where it writes; refused for a validation and for what one wraps.", {&NotReadOnly, &CapabilityContradicts, &WrapTargetWrites}),
             row(c, "side_effects", Kind::Texts, "[]", "What else it does to the world; refused for a validation and for what one wraps.", {&NotReadOnly, &WrapTargetWrites}),
             row(c, "idempotent", Kind::Boolean, "false", "That a second call changes nothing more."),
             row(c, "unsafe", Kind::Boolean, "false", "That no agent may call it; refused for a validation and for what one wraps.", {&NotReadOnly, &WrapTargetWrites}),
             row(c, "human_approval_required", Kind::Boolean, "false", "That no agent may call it without a person."),
         })
        out.push_back(above(std::move(key)));
    constexpr std::string_view s = "tool.resource_slots.SLOT";
    out.insert(out.end(), {
        row(s, "name", Kind::Text, "", "The slot's name, in a list only; there it is required.", {&KeyMissing, &ValueTwice}),
        choice(s, "type", domain::slotTypes(), "", "The kind of resource that fits, any without it; the longer words are those of older files."),
        choice(s, "kind", domain::slotTypes(), "", "The same as type."),
        choice(s, "binding", {"contextual", "static", "parameter"}, "", "Which resource fills it: the one that the call is about, the one named by resource, or the one that an argument names.", {&SlotInvalid}),
        row(s, "resource", Kind::Name, "", "The resource that always fills it; of the plan's projects.", {&SlotInvalid, &ResourceUnknown, &SlotMismatch}),
        row(s, "parameter", Kind::Text, "", "The argument that names the resource; a text of the input_schema.", {&SlotInvalid}),
        choice(s, "access", {"read_only", "read_write"}, "", "What it may do there; read_write is refused for a validation and for what one wraps.", {&NotReadOnly, &WrapTargetWrites}),
        row(s, "required", Kind::Boolean, "true", "Whether it needs it to run."),
        row(s, "description", Kind::Text, "", "One sentence."),
        row("tool.argument_mapping.PARAMETER", "from", Kind::Text, "", "The own argument that it takes; exactly one of from and value.", {&MappingInvalid}),
        row("tool.argument_mapping.PARAMETER", "value", Kind::Any, "", "The value that it always has; exactly one of from and value.", {&MappingInvalid}),
    });
    for (const std::string_view hook : {"discover", "activate", "execute", "deactivate"})
        out.push_back(row("tool.lifecycle", hook, Kind::Argv, "", "The program and its arguments, one item each."));
    out.push_back(row("countersign", "version", Kind::Any, "1", "The version of these files; 1 is the only one.", {&VersionNotSupported}));
}

void addSkill(std::vector<KeyInfo>& out)
{
    constexpr std::string_view k = "skill";
    constexpr std::string_view o = "skill.overrides.NAME";
    out.insert(out.end(), {
        row("server", "name", Kind::OwnName, must, "The name under which tools and skills find the server."),
        row("server", "command", Kind::Argv, must, "The program of a stdio server and its arguments, one item each; no shell is added."),
        row("server", "read_paths", Kind::Texts, "", "Further paths that it may read; they are added to those of its tools."),
        row("server", "install_hint", Kind::Text, "", "What to do where its program is missing; shown, never run."),
        row(k, "name", Kind::OwnName, must, "The name under which projects and other skills find the skill."),
        row(k, "description", Kind::Text, "", "One sentence for people and agents."),
        row(k, "read_only", Kind::Boolean, "false", "That no member changes anything, whatever brings it in and whatever it wraps; also later.", {&SkillNotReadOnly}),
        row(k, "tools", Kind::Names, "", "Tools and validations that are members.", {&ToolUnknown, &SkillNotReadOnly}),
        row(k, "includes", Kind::Names, "", "Skills whose members are members here too, with what they tighten.", {&SkillUnknown, &SkillCycle, &SkillNotReadOnly}),
        row(k, "mcp_servers", Kind::Names, "", "Registered MCP servers: every registered tool that lives on one by its name is a member.", {&McpServerUnknown, &SkillNotReadOnly}),
        row(k, "overrides", Kind::Map, "", "By the name of a member, capabilities that are tighter here.", {&ValueInvalid, &OverrideNoMember}),
        row(o, "read_only", Kind::Boolean, "", "May become true, which takes writes and write_scope away.", {&OverrideLoosens}),
        row(o, "writes", Kind::Boolean, "", "May become false.", {&OverrideLoosens}),
        row(o, "checkpointable", Kind::Boolean, "", "May become false.", {&OverrideLoosens}),
        row(o, "checkpoint_scope", Kind::Text, "", "May become empty.", {&OverrideLoosens}),
        row(o, "write_scope", Kind::Text, "", "May become empty.", {&OverrideLoosens}),
        row(o, "side_effects", Kind::Texts, "", "May lose items.", {&OverrideLoosens}),
        row(o, "idempotent", Kind::Boolean, "", "Can't be overridden: it is a statement, no permission.", {&OverrideLoosens}),
        row(o, "unsafe", Kind::Boolean, "", "May become true.", {&OverrideLoosens}),
        row(o, "human_approval_required", Kind::Boolean, "", "May become true.", {&OverrideLoosens}),
    });
}

void addGraph(std::vector<KeyInfo>& out)
{
    constexpr std::string_view g = "graph";
    constexpr std::string_view n = "graph.nodes.ID";
    constexpr std::string_view e = "graph.edges.EDGE";
    out.insert(out.end(), {
        row(g, "name", Kind::OwnName, must, "The name under which the graph is run."),
        row(g, "description", Kind::Text, "", "One sentence for people and agents."),
        row(g, "entry", Kind::Texts, must, "The nodes that begin at once, at least one; no edge may lead to one.", {&ValueInvalid, &GraphNodeUnknown}),
        row(g, "exits", Kind::Texts, must, "The nodes whose results are the graph's, at least one; no edge may lead on from one.", {&ValueInvalid, &GraphNodeUnknown}),
        row(g, "nodes", Kind::Map, must, "The nodes by their ids: letters, digits, _ and -, a letter first, at most 64; an entry must lead to each.", {&ValueInvalid, &GraphUnreachable}),
        row(g, "edges", Kind::Maps, "[]", "Which node waits for which; they may not go round.", {&GraphEdge, &GraphCycle}),
        row(n, "tool", Kind::Name, must, "The tool or validation that runs; nothing in its chain may change anything.", {&ToolUnknown, &GraphNodeChanges}),
        row(n, "args", Kind::Map, "{}", "Its arguments; ${node.member} in a text stands for what a node on the way to this one gave, $${ for the characters.", {&GraphArgs, &GraphReference}),
        row(n, "resource", Kind::Name, "", "The resource that it looks at; without it the one that the graph is run on.", {&ResourceUnknown}),
        row(e, "from", Kind::Text, must, "The node before.", {&GraphNodeUnknown, &GraphEdge}),
        row(e, "to", Kind::Text, must, "The node after; another one, and no two edges lead from one node to the same.", {&GraphNodeUnknown, &GraphEdge}),
        row(e, "when", Kind::Map, "", "What must hold for the node before; without it the edge always counts."),
        row("graph.edges.EDGE.when", "path", Kind::Text, must, "A JSON Pointer into its result."),
        row("graph.edges.EDGE.when", "equals", Kind::Any, must, "The value that must stand there, compared as JSON."),
    });
}

} // namespace

const std::vector<KeyInfo>& keyTable()
{
    static const std::vector<KeyInfo> table = [] {
        std::vector<KeyInfo> out;
        addProject(out);
        addOthers(out);
        addTool(out);
        addSkill(out);
        addGraph(out);
        return out;
    }();
    return table;
}

std::vector<std::string_view> keysOf(std::string_view place)
{
    std::vector<std::string_view> out;
    const std::string inside = std::string(place) + ".";
    for (const KeyInfo& key : keyTable())
        if (key.place == place || (key.alsoAbove && key.place.starts_with(inside)))
            out.push_back(key.key);
    return out;
}

const std::vector<PlaceInfo>& places()
{
    static const std::vector<PlaceInfo> out{
        {"project", "A project names resources, a policy and defaults."},
        {"project.limits", "Limits of a plan's work."},
        {"project.actors", "The actors of a project."},
        {"project.decision", "Rules for signed decisions."},
        {"resource", "A resource is a thing that is validated."},
        {"actor", "An actor is a program that does the work, or plans it."},
        {"tool", "A tool is something the engine can invoke; with mode, a validation block, wraps, or under the key validation it gives a verdict."},
        {"tool.validation", "Keys of a validation; they may stand in the document itself as well."},
        {"tool.capability", "What it may do; the keys may stand in the document itself as well."},
        {"tool.resource_slots.SLOT", "One slot."},
        {"tool.argument_mapping.PARAMETER", "Where one argument of the wrapped tool comes from."},
        {"tool.lifecycle", "Programs around a tool."},
        {"attachment", "An attachment makes a validation count for a resource."},
        {"server", "An MCP server that tools and skills name."},
        {"skill", "A skill is a named set of tools that an agent may call; being in one makes no validation count."},
        {"skill.overrides.NAME", "What is tighter for one member; anything looser than what stands is refused."},
        {"graph", "A graph runs tools and validations in order."},
        {"graph.nodes.ID", "One node."},
        {"graph.edges.EDGE", "One edge."},
        {"graph.edges.EDGE.when", "A condition on the result of the node before."},
        {"countersign", "The optional header of every file."},
    };
    return out;
}

std::string typeText(const KeyInfo& key)
{
    switch (key.kind) {
    case Kind::OwnName: return "name";
    case Kind::Name: return "name";
    case Kind::Names: return "list of names";
    case Kind::Text: return "text";
    case Kind::Texts: return "list of texts";
    case Kind::Globs: return "list of globs";
    case Kind::Argv: return "argv, a list of texts";
    case Kind::Boolean: return "true or false";
    case Kind::Integer: return "whole number, " + std::to_string(key.from) + " to " + std::to_string(key.to);
    case Kind::Policy: return "policy";
    case Kind::Duration: return "duration";
    case Kind::NameOrArgv: return "name, or argv";
    case Kind::Map: return "map";
    case Kind::Maps: return "list of maps";
    case Kind::Schema: return "JSON Schema";
    case Kind::Slots: return "map or list of slots";
    case Kind::Any: return "any value";
    case Kind::Choice: break;
    }
    std::string out;
    for (const std::string_view each : key.choices)
        out += (out.empty() ? "" : ", ") + std::string(each);
    return "one of " + out;
}

} // namespace countersign::registry
