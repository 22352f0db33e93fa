#include "engine/authority/record_claims.h"

#include "engine/authority/codes.h"
#include "engine/base/ids.h"
#include "engine/base/text.h"
#include "engine/domain/project.h"

namespace countersign::authority {

namespace {

using base::Json;

constexpr std::int64_t largestTime = 253402300799; // 9999-12-31T23:59:59Z

base::Failure wrong(const char* claim, std::string_view need)
{
    return base::fail(codes::RecordClaimType, std::string("The claim ") + claim + " must be " + std::string(need) + ".");
}

base::Result<const Json*> member(const Json& object, const char* name)
{
    const auto it = object.find(name);
    if (it == object.end())
        return base::fail(codes::RecordClaimMissing, std::string("The claim ") + name + " is missing.");
    return &*it;
}

base::Result<std::string> text(const Json& object, const char* name, bool mayBeEmpty = false)
{
    CS_ASSIGN(const Json* value, member(object, name));
    if (!value->is_string())
        return wrong(name, "a text");
    if (!mayBeEmpty && base::isBlank(value->get_ref<const std::string&>()))
        return wrong(name, "a text that is not blank");
    return value->get<std::string>();
}

base::Result<std::string> digest(const Json& object, const char* name)
{
    CS_ASSIGN(std::string out, text(object, name));
    if (!isDigest(out))
        return wrong(name, "64 lower-case hex digits");
    return out;
}

base::Result<std::string> ulid(const Json& object, const char* name)
{
    CS_ASSIGN(std::string out, text(object, name));
    const auto parsed = base::parseUlid(out);
    if (!parsed || *parsed != out)
        return wrong(name, "an upper-case ULID");
    return out;
}

base::Result<std::int64_t> integer(const Json& object, const char* name, std::int64_t least, std::int64_t most)
{
    CS_ASSIGN(const Json* value, member(object, name));
    if (!value->is_number_integer())
        return wrong(name, "an integer");
    const std::int64_t out = value->get<std::int64_t>();
    if (out < least || out > most)
        return wrong(name, "between " + std::to_string(least) + " and " + std::to_string(most));
    return out;
}

base::Result<std::string> oneOf(const Json& object, const char* name, std::string_view a, std::string_view b)
{
    CS_ASSIGN(std::string out, text(object, name));
    if (out != a && out != b)
        return wrong(name, std::string(a) + " or " + std::string(b));
    return out;
}

base::Result<void> onlyKnown(const Json& object, std::initializer_list<std::string_view> known)
{
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            return base::fail(codes::RecordClaimUnknown, "The claim " + base::elide(base::visible(key, false), 64) + " is not known.");
    return {};
}

base::Result<domain::Cover> readCover(const Json& json)
{
    if (!json.is_object())
        return wrong("covers", "an array of objects");
    CS_TRY(onlyKnown(json, {"validation", "resource", "attachment", "definition_digest", "evidence_digest", "severity"}));
    domain::Cover out;
    CS_ASSIGN(out.validation, text(json, "validation"));
    CS_ASSIGN(out.resource, text(json, "resource"));
    CS_ASSIGN(out.attachment, text(json, "attachment"));
    CS_ASSIGN(out.definitionDigest, digest(json, "definition_digest"));
    CS_ASSIGN(out.evidenceDigest, digest(json, "evidence_digest"));
    CS_ASSIGN(out.severity, text(json, "severity"));
    return out;
}

base::Result<void> readCovers(const Json& claims, domain::DecisionClaims& out)
{
    CS_ASSIGN(const Json* covers, member(claims, "covers"));
    if (!covers->is_array())
        return wrong("covers", "an array of objects");
    for (const Json& item : *covers) {
        CS_ASSIGN(domain::Cover cover, readCover(item));
        out.covers.push_back(std::move(cover));
    }
    return {};
}

base::Result<void> readTimes(const Json& claims, domain::DecisionClaims& out)
{
    CS_ASSIGN(out.issuedAt, integer(claims, "iat", 0, largestTime));
    if (!claims.contains("exp"))
        return {};
    CS_ASSIGN(out.expiresAt, integer(claims, "exp", 0, largestTime));
    if (*out.expiresAt <= out.issuedAt)
        return wrong("exp", "later than iat");
    return {};
}

base::Result<void> readAuditHead(const Json& claims, domain::DecisionClaims& out)
{
    CS_ASSIGN(const Json* head, member(claims, "audit_head"));
    if (!head->is_object())
        return wrong("audit_head", "an object");
    CS_TRY(onlyKnown(*head, {"seq", "hash"}));
    CS_ASSIGN(out.auditSeq, integer(*head, "seq", -1, std::int64_t{1} << 53));
    CS_ASSIGN(out.auditHash, digest(*head, "hash"));
    return {};
}

// Whom it is about. A configure record is about a project's rules, so it may name no plan, task or request.
base::Result<void> readWork(const Json& claims, domain::DecisionClaims& out)
{
    const bool anywhere = out.decision == domain::DecisionKind::Configure;
    CS_ASSIGN(out.project, text(claims, "project"));
    CS_ASSIGN(out.plan, text(claims, "plan", anywhere));
    CS_ASSIGN(out.taskRef, text(claims, "task_ref", anywhere));
    CS_ASSIGN(out.decisionId, text(claims, "decision_id", anywhere));
    CS_ASSIGN(out.specDigest, text(claims, "spec_digest", anywhere));
    if (!(anywhere && out.specDigest.empty()) && !isDigest(out.specDigest))
        return wrong("spec_digest", "64 lower-case hex digits");
    CS_ASSIGN(out.subjectDigest, digest(claims, "subject_digest"));
    return {};
}

base::Result<void> readRules(const Json& claims, domain::DecisionClaims& out)
{
    CS_ASSIGN(const Json* policy, member(claims, "policy"));
    if (!domain::policyFromJson(*policy))
        return wrong("policy", "the policy of a project");
    out.policy = *policy;
    CS_ASSIGN(out.binding, oneOf(claims, "binding", "evidence", "work_tree"));
    CS_ASSIGN(out.uses, oneOf(claims, "uses", "unlimited", "once"));
    if (claims.contains("work_tree")) {
        CS_ASSIGN(out.workTree, digest(claims, "work_tree"));
    }
    if (out.binding == "work_tree" && !out.workTree)
        return base::fail(codes::RecordClaimMissing, "The claim work_tree is missing; binding says work_tree.");
    return {};
}

base::Result<void> readDecision(const Json& claims, domain::DecisionClaims& out)
{
    CS_ASSIGN(const std::string kind, text(claims, "decision"));
    const auto decision = domain::parseDecisionKind(kind);
    if (!decision)
        return wrong("decision", "proceed, reject, withdraw or configure");
    out.decision = *decision;
    CS_ASSIGN(out.reason, text(claims, "reason"));
    if (base::characters(out.reason) > 4000)
        return wrong("reason", "at most 4,000 characters");
    if ((out.decision == domain::DecisionKind::Withdraw) != claims.contains("withdraws"))
        return wrong("withdraws", "given exactly in a withdrawal");
    if (out.decision == domain::DecisionKind::Withdraw) {
        CS_ASSIGN(out.withdraws, ulid(claims, "withdraws"));
    }
    return {};
}

} // namespace

bool isDigest(std::string_view text)
{
    return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

base::Result<domain::DecisionClaims> readClaims(const Json& claims)
{
    if (!claims.is_object())
        return base::fail(codes::RecordClaims, "The claims are not a JSON object.");
    CS_ASSIGN(const Json* version, member(claims, "v"));
    if (*version != 1)
        return base::fail(codes::RecordVersion, "The version of the record is not 1.");
    CS_TRY(onlyKnown(claims, {"v", "jti", "iat", "exp", "iss", "signer", "project", "plan", "task_ref", "decision_id", "spec_digest",
                              "policy", "decision", "reason", "covers", "subject_digest", "work_tree", "binding", "uses",
                              "audit_head", "withdraws"}));
    domain::DecisionClaims out;
    CS_ASSIGN(out.jti, ulid(claims, "jti"));
    CS_TRY(readTimes(claims, out));
    CS_ASSIGN(out.issuer, digest(claims, "iss"));
    CS_ASSIGN(out.signer, text(claims, "signer"));
    CS_TRY(readDecision(claims, out));
    CS_TRY(readWork(claims, out));
    CS_TRY(readRules(claims, out));
    CS_TRY(readCovers(claims, out));
    CS_TRY(readAuditHead(claims, out));
    return out;
}

} // namespace countersign::authority
