#include "engine/registry/document.h"

#include <charconv>

namespace countersign::registry {

namespace {

std::optional<domain::Policy> quorumOf(const Json& value)
{
    if (!value.is_object() || value.size() != 1 || !value.contains("quorum"))
        return std::nullopt;
    const Json& quorum = value.at("quorum");
    return domain::policyFromJson(Json{{"quorum", base::isNumber(quorum) ? Json(base::numberText(quorum)) : quorum}});
}

domain::Policy readPolicy(Fields& fields)
{
    const Json* value = fields.find("policy");
    if (value == nullptr)
        return {};
    const auto policy = value->is_object() ? quorumOf(*value) : domain::policyFromJson(*value);
    if (!policy)
        fields.notes().at(fields.pointer("policy"), codes::ValueInvalid, fields.path("policy") + " is not a policy.",
                          "Known are required_only, unanimous, majority, any and {quorum: \"2/3\"} with a fraction above 0 and up to 1.");
    return policy.value_or(domain::Policy{});
}

/// "90s", "30m", "24h", "7d" or whole seconds.
std::optional<std::int64_t> durationSeconds(const Json& value)
{
    constexpr std::int64_t limit = std::int64_t{3650} * 86400;
    if (value.is_number_integer())
        return value.get<std::int64_t>() >= 1 && value.get<std::int64_t>() <= limit ? std::optional(value.get<std::int64_t>()) : std::nullopt;
    if (!value.is_string() || value.get<std::string>().size() < 2)
        return std::nullopt;
    const std::string text = value.get<std::string>();
    std::int64_t number = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size() - 1, number);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() - 1 || number < 1 || number > limit)
        return std::nullopt;
    const std::int64_t unit = text.back() == 's' ? 1 : text.back() == 'm' ? 60 : text.back() == 'h' ? 3600 : text.back() == 'd' ? 86400 : 0;
    return unit == 0 || number * unit > limit ? std::nullopt : std::optional(number * unit);
}

domain::DecisionRules readDecision(Fields fields)
{
    fields.only(keysOf("project.decision"));
    domain::DecisionRules out;
    out.binding = fields.choice("binding", {"evidence", "work_tree"}) == 1U ? domain::Binding::WorkTree : domain::Binding::Evidence;
    out.uses = fields.choice("uses", {"unlimited", "once"}) == 1U ? domain::Uses::Once : domain::Uses::Unlimited;
    if (const Json* after = fields.find("expires_after"); after != nullptr && *after != Json("none")) {
        out.expiresAfterSeconds = durationSeconds(*after);
        if (!out.expiresAfterSeconds)
            fields.notes().at(fields.pointer("expires_after"), codes::ValueInvalid, fields.path("expires_after") + " is not a duration.",
                              "Write none, whole seconds, or a number with s, m, h or d, up to 3650d.");
    }
    out.requiredSignatures = static_cast<int>(fields.integer("required_signatures", 1, 9).value_or(1));
    out.requesterMaySign = fields.boolean("requester_may_sign").value_or(true);
    out.signers = fields.texts("signers");
    if (!out.signers.empty() && static_cast<int>(out.signers.size()) < out.requiredSignatures)
        fields.notes().at(fields.pointer("signers"), codes::ValueInvalid,
                          fields.path("signers") + " names fewer signers than required_signatures asks for.");
    return out;
}

domain::Limits readLimits(Fields fields)
{
    fields.only(keysOf("project.limits"));
    domain::Limits out;
    out.fixAttempts = static_cast<int>(fields.integer("fix_attempts", 0, 100).value_or(out.fixAttempts));
    out.strategyRevisions = static_cast<int>(fields.integer("strategy_revisions", 0, 100).value_or(out.strategyRevisions));
    out.guidanceRounds = static_cast<int>(fields.integer("guidance_rounds", 0, 100).value_or(out.guidanceRounds));
    out.runTimeoutSeconds = static_cast<int>(fields.integer("run_timeout", 1, 604800, "seconds").value_or(out.runTimeoutSeconds));
    return out;
}

void readActors(Fields fields, domain::Project& out)
{
    fields.only(keysOf("project.actors"));
    out.coder = fields.name("coder").value_or("");
    out.strategist = fields.name("strategist").value_or("");
}

Json readEnvironment(Fields fields)
{
    Json out = Json::object();
    const Json* env = fields.find("env");
    if (env == nullptr)
        return out;
    const Fields members(fields.notes(), *env, fields.pointer("env"));
    if (!env->is_object())
        return out;
    for (const auto& [name, value] : env->items())
        if (value.is_string())
            out[name] = value;
        else
            fields.notes().at(members.pointer(name), codes::ValueType,
                              members.path(name) + " must be text, not " + std::string(kindText(value)) + ".", "Put it in quotes.");
    return out;
}

} // namespace

domain::Project readProject(Fields fields)
{
    fields.only(keysOf("project"));
    domain::Project out;
    out.name = fields.ownName();
    if (!fields.has("resources"))
        fields.notes().at(fields.pointer(), codes::KeyMissing, fields.path("resources") + " is missing.");
    out.resources = fields.names("resources");
    if (const Json* resources = fields.find("resources"); resources != nullptr && resources->is_array() && resources->empty())
        fields.notes().at(fields.pointer("resources"), codes::ValueInvalid, fields.path("resources") + " must name a resource.");
    out.policy = readPolicy(fields);
    out.gatePreExecuteOnly = fields.choice("task_gate", {"all", "pre_execute"}) == 1U;
    out.applyAutomatically = fields.choice("apply", {"manual", "automatic"}) == 1U;
    if (auto limits = fields.map("limits"))
        out.limits = readLimits(std::move(*limits));
    if (auto actors = fields.map("actors"))
        readActors(std::move(*actors), out);
    out.skills = fields.names("skills");
    out.tasksListed = fields.choice("tasks", {"open", "listed"}) == 1U;
    if (auto decision = fields.map("decision"))
        out.decision = readDecision(std::move(*decision));
    out.authoritySigned = fields.choice("authority", {"plain", "signed"}) == 1U;
    out.redact = fields.texts("redact");
    out.profile = fields.choice("profile", {"local", "slurm"}) == 1U ? "slurm" : "local";
    return out;
}

domain::Resource readResource(Fields fields, const std::filesystem::path& workspace)
{
    fields.only(keysOf("resource"));
    domain::Resource out;
    out.name = fields.ownName();
    if (!fields.has("kind"))
        fields.notes().at(fields.pointer(), codes::KeyMissing, fields.path("kind") + " is missing.", "One of git, directory, file.");
    const auto kind = fields.choice("kind", {"git", "directory", "file"}).value_or(0);
    out.kind = kind == 0 ? domain::ResourceKind::Git : kind == 1 ? domain::ResourceKind::Directory : domain::ResourceKind::File;
    const std::string path = fields.requiredText("path");
    std::filesystem::path absolute = (workspace / path).lexically_normal();
    if (!absolute.has_filename() && absolute.has_relative_path())
        absolute = absolute.parent_path();
    out.path = absolute.string();
    out.ignored = fields.globs("ignored");
    return out;
}

domain::ActorDefinition readActor(Fields fields)
{
    fields.only(keysOf("actor"));
    domain::ActorDefinition out;
    out.name = fields.ownName();
    for (const char* key : {"role", "command"})
        if (!fields.has(key))
            fields.notes().at(fields.pointer(), codes::KeyMissing, fields.path(key) + " is missing.");
    out.role = fields.choice("role", {"coder", "strategist"}) == 1U ? "strategist" : "coder";
    out.command = fields.argv("command");
    out.network = fields.boolean("network").value_or(false);
    out.readPaths = fields.texts("read_paths");
    out.passEnv = fields.texts("pass_env");
    out.env = readEnvironment(fields);
    out.timeoutSeconds = static_cast<int>(fields.integer("timeout", 1, 86400, "seconds").value_or(out.timeoutSeconds));
    out.installHint = fields.text("install_hint").value_or("");
    return out;
}

domain::Attachment readAttachment(Fields fields)
{
    if (fields.has("plan"))
        fields.notes().atKey(fields.pointer("plan"), codes::KeyUnknown, fields.path("plan") + " can't stand in a file.",
                             "Attach to a plan when it exists.");
    std::vector<std::string_view> known = keysOf("attachment");
    known.push_back("plan"); // said above
    fields.only(known);
    for (const char* key : {"validation", "resource"})
        if (!fields.has(key))
            fields.notes().at(fields.pointer(), codes::KeyMissing, fields.path(key) + " is missing.");
    domain::Attachment out;
    out.validation = fields.name("validation").value_or("");
    out.resource = fields.name("resource").value_or("");
    if (auto project = fields.name("project"))
        out.scope = domain::ProjectScope{std::move(*project)};
    if (const auto args = fields.map("args"); args && fields.find("args")->is_object())
        out.args = *fields.find("args");
    return out;
}

} // namespace countersign::registry
