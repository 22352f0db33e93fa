// Decision requests, records and signers. Source: SPEC section 8.
#pragma once

#include "engine/base/clock.h"
#include "engine/domain/ids.h"
#include "engine/domain/json_fields.h"
#include "engine/domain/verdict.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::domain {

enum class RequestState { Open, Decided, Superseded, Expired, Cancelled };
[[nodiscard]] std::string_view toText(RequestState state);
[[nodiscard]] std::optional<RequestState> parseRequestState(std::string_view text);

struct DecisionRequest
{
    HaltId id{}; ///< decision_id = the halt's id
    PlanId plan{};
    std::string taskId{};
    std::string project{};
    Json subject = Json::object(); ///< exactly what is signed
    std::string subjectDigest{};
    RequestState state = RequestState::Open;
    std::string endReason{}; ///< for people
    base::TimeMs openedAt = 0;
    base::TimeMs endedAt = 0;
};

enum class DecisionKind { Proceed, Reject, Withdraw, Configure };
[[nodiscard]] std::string_view toText(DecisionKind kind);
[[nodiscard]] std::optional<DecisionKind> parseDecisionKind(std::string_view text);

/// One warn that a record answers for.
struct Cover
{
    std::string validation{};
    std::string resource{};
    std::string attachment{};
    std::string definitionDigest{};
    std::string evidenceDigest{};
    std::string severity = "warn"; ///< anything else is refused at signing and at use
};

/// The claims of a decision record; claimsJson() is the canonical object that is signed.
struct DecisionClaims
{
    std::string jti{};
    std::int64_t issuedAt = 0; ///< seconds since 1970
    std::optional<std::int64_t> expiresAt{};
    std::string issuer{}; ///< key id: SHA-256 of the DER SubjectPublicKeyInfo
    std::string signer{};
    std::string project{};
    std::string plan{};
    std::string taskRef{};
    std::string decisionId{};
    std::string specDigest{};
    Json policy = "required_only";
    DecisionKind decision = DecisionKind::Reject;
    std::string reason{};
    std::vector<Cover> covers{};
    std::string subjectDigest{};
    std::optional<std::string> workTree{};
    std::string binding = "evidence";
    std::string uses = "unlimited";
    std::int64_t auditSeq = -1; ///< audit_head
    std::string auditHash{};
    std::string withdraws{}; ///< jti, only for withdraw
};

struct DecisionRecord
{
    std::string jws{};
    DecisionClaims claims{};
    HaltId request{};
    base::TimeMs recordedAt = 0;
    std::string withdrawnBy{}; ///< jti of the withdrawal
    std::string usedBy{};      ///< jti of the token that rested on it, once consumed
};

struct Signer
{
    std::string keyId{}; ///< SHA-256 of the DER SubjectPublicKeyInfo
    std::string name{};
    std::string publicKeyPem{};
    std::string algorithm{}; ///< "EdDSA" or "RS256"
    std::vector<std::string> logins{};
    std::vector<std::string> agents{};
    std::vector<std::string> projects{}; ///< empty: all
    base::TimeMs validFrom = 0;
    base::TimeMs validUntil = 0; ///< 0: no end
    base::TimeMs revokedAt = 0;  ///< 0: not revoked
    base::TimeMs addedAt = 0;
};

[[nodiscard]] Json toJson(const DecisionClaims& claims);
[[nodiscard]] Json toJson(const Signer& signer);
[[nodiscard]] Signer signerFromJson(const Json& json);

} // namespace countersign::domain
