#include "engine/domain/project.h"

#include <charconv>
#include <numeric>

namespace countersign::domain {

namespace {

std::optional<std::int64_t> digits(std::string_view text)
{
    std::int64_t value = 0;
    if (text.empty() || text.size() > 9)
        return std::nullopt;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

std::optional<Fraction> checked(std::int64_t numerator, std::int64_t denominator)
{
    if (numerator <= 0 || denominator <= 0 || numerator > denominator)
        return std::nullopt;
    const std::int64_t divisor = std::gcd(numerator, denominator);
    return Fraction{numerator / divisor, denominator / divisor};
}

Json limitsJson(const Limits& l)
{
    return {{"fix_attempts", l.fixAttempts},
            {"strategy_revisions", l.strategyRevisions},
            {"guidance_rounds", l.guidanceRounds},
            {"run_timeout", l.runTimeoutSeconds}};
}

int intOr(const Json& json, const char* key, int fallback) { return static_cast<int>(integerOr(json, key, fallback)); }

Limits limitsFromJson(const Json& json)
{
    Limits out;
    out.fixAttempts = intOr(json, "fix_attempts", out.fixAttempts);
    out.strategyRevisions = intOr(json, "strategy_revisions", out.strategyRevisions);
    out.guidanceRounds = intOr(json, "guidance_rounds", out.guidanceRounds);
    out.runTimeoutSeconds = intOr(json, "run_timeout", out.runTimeoutSeconds);
    return out;
}

Json rulesJson(const DecisionRules& d)
{
    return {{"binding", d.binding == Binding::Evidence ? "evidence" : "work_tree"},
            {"uses", d.uses == Uses::Unlimited ? "unlimited" : "once"},
            {"expires_after", d.expiresAfterSeconds ? Json(*d.expiresAfterSeconds) : Json(nullptr)},
            {"required_signatures", d.requiredSignatures},
            {"requester_may_sign", d.requesterMaySign},
            {"signers", d.signers}};
}

DecisionRules rulesFromJson(const Json& json)
{
    DecisionRules out;
    out.binding = textOr(json, "binding") == "work_tree" ? Binding::WorkTree : Binding::Evidence;
    out.uses = textOr(json, "uses") == "once" ? Uses::Once : Uses::Unlimited;
    static const Json null = nullptr;
    if (const Json& seconds = memberOr(json, "expires_after", null); seconds.is_number_integer())
        out.expiresAfterSeconds = seconds.get<std::int64_t>();
    out.requiredSignatures = intOr(json, "required_signatures", 1);
    out.requesterMaySign = boolOr(json, "requester_may_sign", true);
    out.signers = texts(json, "signers");
    return out;
}

} // namespace

std::string_view toText(ResourceKind kind)
{
    switch (kind) {
    case ResourceKind::Git: return "git";
    case ResourceKind::Directory: return "directory";
    case ResourceKind::File: return "file";
    }
    return "git";
}

std::string_view toText(PolicyName name)
{
    switch (name) {
    case PolicyName::RequiredOnly: return "required_only";
    case PolicyName::Unanimous: return "unanimous";
    case PolicyName::Majority: return "majority";
    case PolicyName::Quorum: return "quorum";
    case PolicyName::Any: return "any";
    }
    return "required_only";
}

Json toJson(const Policy& policy)
{
    if (policy.name != PolicyName::Quorum)
        return toText(policy.name);
    return {{"quorum", std::to_string(policy.quorum.numerator) + "/" + std::to_string(policy.quorum.denominator)}};
}

std::optional<Policy> policyFromJson(const Json& json)
{
    if (json.is_object() && json.size() == 1 && json.contains("quorum") && json.at("quorum").is_string()) {
        const auto fraction = parseFraction(json.at("quorum").get<std::string>());
        return fraction ? std::optional(Policy{PolicyName::Quorum, *fraction}) : std::nullopt;
    }
    if (!json.is_string())
        return std::nullopt;
    for (const PolicyName name : {PolicyName::RequiredOnly, PolicyName::Unanimous, PolicyName::Majority, PolicyName::Quorum, PolicyName::Any})
        if (toText(name) == json.get<std::string>())
            return Policy{name, {}};
    return std::nullopt;
}

std::optional<Fraction> parseFraction(std::string_view text)
{
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        const auto numerator = digits(text.substr(0, slash));
        const auto denominator = digits(text.substr(slash + 1));
        return numerator && denominator ? checked(*numerator, *denominator) : std::nullopt;
    }
    const std::size_t point = text.find('.');
    const auto whole = digits(text.substr(0, point));
    if (!whole)
        return std::nullopt;
    if (point == std::string_view::npos)
        return checked(*whole, 1);
    const std::string_view decimals = text.substr(point + 1);
    const auto part = digits(decimals);
    if (!part)
        return std::nullopt;
    std::int64_t scale = 1;
    for (std::size_t i = 0; i < decimals.size(); ++i)
        scale *= 10;
    return checked(*whole * scale + *part, scale);
}

Json toJson(const Resource& resource)
{
    return {{"name", resource.name}, {"kind", toText(resource.kind)}, {"path", resource.path}, {"ignored", resource.ignored}};
}

Resource resourceFromJson(const Json& json)
{
    const std::string kind = textOr(json, "kind");
    return {textOr(json, "name"),
            kind == "directory" ? ResourceKind::Directory
            : kind == "file"    ? ResourceKind::File
                                : ResourceKind::Git,
            textOr(json, "path"), texts(json, "ignored")};
}

Json toJson(const Project& p)
{
    return {{"name", p.name},
            {"resources", p.resources},
            {"policy", toJson(p.policy)},
            {"task_gate", p.gatePreExecuteOnly ? "pre_execute" : "all"},
            {"apply", p.applyAutomatically ? "automatic" : "manual"},
            {"limits", limitsJson(p.limits)},
            {"actors", {{"coder", p.coder}, {"strategist", p.strategist}}},
            {"skills", p.skills},
            {"tasks", p.tasksListed ? "listed" : "open"},
            {"decision", rulesJson(p.decision)},
            {"authority", p.authoritySigned ? "signed" : "plain"},
            {"redact", p.redact},
            {"profile", p.profile}};
}

Project projectFromJson(const Json& json)
{
    static const Json none = Json::object();
    static const Json null = nullptr;
    Project out;
    out.name = textOr(json, "name");
    out.resources = texts(json, "resources");
    out.policy = policyFromJson(memberOr(json, "policy", null)).value_or(Policy{});
    out.gatePreExecuteOnly = textOr(json, "task_gate") == "pre_execute";
    out.applyAutomatically = textOr(json, "apply") == "automatic";
    out.limits = limitsFromJson(memberOr(json, "limits", none));
    out.coder = textOr(memberOr(json, "actors", none), "coder");
    out.strategist = textOr(memberOr(json, "actors", none), "strategist");
    out.skills = texts(json, "skills");
    out.tasksListed = textOr(json, "tasks") == "listed";
    out.decision = rulesFromJson(memberOr(json, "decision", none));
    out.authoritySigned = textOr(json, "authority") == "signed";
    out.redact = texts(json, "redact");
    out.profile = textOr(json, "profile", "local");
    return out;
}

Json toJson(const ActorDefinition& a)
{
    return {{"name", a.name},           {"role", a.role},          {"command", a.command}, {"network", a.network},
            {"read_paths", a.readPaths}, {"pass_env", a.passEnv},   {"env", a.env},         {"timeout", a.timeoutSeconds},
            {"install_hint", a.installHint}};
}

ActorDefinition actorDefinitionFromJson(const Json& json)
{
    static const Json none = Json::object();
    return {textOr(json, "name"),      textOr(json, "role"),    texts(json, "command"),
            boolOr(json, "network", false), texts(json, "read_paths"), texts(json, "pass_env"),
            memberOr(json, "env", none),    intOr(json, "timeout", 1800), textOr(json, "install_hint")};
}

} // namespace countersign::domain
