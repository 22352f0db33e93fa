#include "engine/domain/decision.h"

#include <array>

namespace countersign::domain {

std::string_view toText(RequestState state)
{
    switch (state) {
    case RequestState::Open: return "open";
    case RequestState::Decided: return "decided";
    case RequestState::Superseded: return "superseded";
    case RequestState::Expired: return "expired";
    case RequestState::Cancelled: return "cancelled";
    }
    return "cancelled";
}

std::optional<RequestState> parseRequestState(std::string_view text)
{
    for (const auto state : {RequestState::Open, RequestState::Decided, RequestState::Superseded, RequestState::Expired, RequestState::Cancelled})
        if (toText(state) == text)
            return state;
    return std::nullopt;
}

std::string_view toText(DecisionKind kind)
{
    switch (kind) {
    case DecisionKind::Proceed: return "proceed";
    case DecisionKind::Reject: return "reject";
    case DecisionKind::Withdraw: return "withdraw";
    case DecisionKind::Configure: return "configure";
    }
    return "reject";
}

std::optional<DecisionKind> parseDecisionKind(std::string_view text)
{
    for (const auto kind : {DecisionKind::Proceed, DecisionKind::Reject, DecisionKind::Withdraw, DecisionKind::Configure})
        if (toText(kind) == text)
            return kind;
    return std::nullopt;
}

Json toJson(const DecisionClaims& c)
{
    Json covers = Json::array();
    for (const Cover& cover : c.covers)
        covers.push_back({{"validation", cover.validation},
                          {"resource", cover.resource},
                          {"attachment", cover.attachment},
                          {"definition_digest", cover.definitionDigest},
                          {"evidence_digest", cover.evidenceDigest},
                          {"severity", cover.severity}});
    Json out{{"v", 1},
             {"jti", c.jti},
             {"iat", c.issuedAt},
             {"iss", c.issuer},
             {"signer", c.signer},
             {"project", c.project},
             {"plan", c.plan},
             {"task_ref", c.taskRef},
             {"decision_id", c.decisionId},
             {"spec_digest", c.specDigest},
             {"policy", c.policy},
             {"decision", toText(c.decision)},
             {"reason", c.reason},
             {"covers", std::move(covers)},
             {"subject_digest", c.subjectDigest},
             {"binding", c.binding},
             {"uses", c.uses},
             {"audit_head", {{"seq", c.auditSeq}, {"hash", c.auditHash}}}};
    if (c.expiresAt)
        out["exp"] = *c.expiresAt;
    if (c.workTree)
        out["work_tree"] = *c.workTree;
    if (!c.withdraws.empty())
        out["withdraws"] = c.withdraws;
    return out;
}

Json toJson(const Signer& s)
{
    return {{"key_id", s.keyId},         {"name", s.name},           {"public_key", s.publicKeyPem}, {"algorithm", s.algorithm},
            {"logins", s.logins},        {"agents", s.agents},       {"projects", s.projects},       {"valid_from", s.validFrom},
            {"valid_until", s.validUntil}, {"revoked_at", s.revokedAt}, {"added_at", s.addedAt}};
}

Signer signerFromJson(const Json& json)
{
    return {textOr(json, "key_id"),        textOr(json, "name"),          textOr(json, "public_key"),
            textOr(json, "algorithm"),     texts(json, "logins"),         texts(json, "agents"),
            texts(json, "projects"),       integerOr(json, "valid_from", 0), integerOr(json, "valid_until", 0),
            integerOr(json, "revoked_at", 0), integerOr(json, "added_at", 0)};
}

} // namespace countersign::domain
