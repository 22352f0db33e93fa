// May this person sign this, now? One set of rules, asked before the passphrase is and again inside the transaction that
// stores the record. Source: SPEC sections 7, 8. Thread: pure functions. Errors: the decision codes of codes.h.
#pragma once

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/domain/actor.h"
#include "engine/domain/decision.h"
#include "engine/domain/halt.h"
#include "engine/domain/project.h"

#include <string>
#include <string_view>
#include <vector>

namespace countersign::authority {

/// Everything the rules look at. Pointers may be null where said; nothing is kept.
struct SigningCase
{
    const domain::Halt* halt = nullptr;               ///< null: there is no such halt
    const domain::DecisionRequest* request = nullptr; ///< null: the halt has none
    domain::DecisionRules rules{};
    const domain::Signer* signer = nullptr; ///< registered signer of the key; null: not registered
    domain::DecisionClaims claims{};
    base::TimeMs now = 0;
    std::vector<domain::Actor> requesters{};             ///< actors of the run and of the plan's creation
    std::vector<domain::DecisionRecord> standing{};      ///< records of this request, not withdrawn
    std::string decidedBy{};                             ///< who decided, for the message of a request that ended
};

/// Reason: not blank, valid UTF-8, at most 4,000 characters; never changed.
[[nodiscard]] base::Result<void> checkReason(std::string_view reason);
/// No request can stand on this halt: HALT_NOT_SIGNABLE with the words for its outcome.
[[nodiscard]] base::Result<void> checkHalt(const domain::Halt* halt);
/// Registered, not revoked, in date, for the project, named where the project names signers, not the requester where
/// the project forbids it.
[[nodiscard]] base::Result<void> checkSigner(const domain::Signer* signer, std::string_view project, const domain::DecisionRules& rules,
                                             const std::vector<domain::Actor>& requesters, base::TimeMs now);
/// All of it, for Proceed and Reject. The first refusal, in the order: halt, request, subject, reason, covers, claims,
/// signer, earlier signature.
[[nodiscard]] base::Result<void> checkSigning(const SigningCase& signing);
/// May target be withdrawn with these claims: same key, not used, not withdrawn yet.
[[nodiscard]] base::Result<void> checkWithdrawal(const domain::DecisionRecord& target, const domain::Signer* signer,
                                                 const domain::DecisionClaims& claims, base::TimeMs now);

/// What the claims of a proceed or reject are, from the request and the rules. The caller adds jti and audit head.
[[nodiscard]] domain::DecisionClaims claimsFor(const domain::DecisionRequest& request, const domain::DecisionRules& rules,
                                               const domain::Signer& signer, domain::DecisionKind decision, std::string reason,
                                               base::TimeMs now);

} // namespace countersign::authority
