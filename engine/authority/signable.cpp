#include "engine/authority/signable.h"

#include "engine/authority/clock_skew.h"
#include "engine/authority/codes.h"
#include "engine/authority/subject.h"
#include "engine/base/text.h"

namespace countersign::authority {

namespace {

using base::fail;
using base::Result;

constexpr std::size_t reasonLimit = 4000;

bool contains(const std::vector<std::string>& list, std::string_view text)
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

std::string whyNotSignable(const domain::Halt& halt)
{
    const auto outcome = domain::parseOutcome(halt.haltType);
    if (!outcome)
        return "The halt " + base::elide(base::visible(halt.haltType, false), 64) + " is not a verdict; an operator has to look at it.";
    switch (*outcome) {
    case domain::Outcome::Blocker: return "A blocker can't be authorised by anybody; the work or the specification has to change.";
    case domain::Outcome::ValidatorError: return "A validation gave no verdict; there is nothing to decide until it does.";
    case domain::Outcome::InternalError: return "The engine failed; there is nothing to decide.";
    case domain::Outcome::EnvironmentError: return "A program could not be started; there is nothing to decide.";
    case domain::Outcome::Pass:
    case domain::Outcome::Escalate: break;
    }
    return "The halt is closed (" + (halt.closeReason.empty() ? std::string("no reason given") : halt.closeReason) + ").";
}

Result<void> checkRequest(const SigningCase& c)
{
    if (c.halt == nullptr || !c.halt->signable())
        return checkHalt(c.halt);
    if (c.request == nullptr)
        return fail(codes::HaltNotSignable, "The halt has no decision request.");
    const domain::DecisionRequest& request = *c.request;
    if (request.id != c.halt->id)
        return fail(codes::RequestMismatch, "The request belongs to another halt.");
    const std::string when = request.endedAt > 0 ? " at " + base::isoTime(request.endedAt) : std::string();
    const std::string more = request.endReason.empty() ? std::string() : " " + request.endReason;
    switch (request.state) {
    case domain::RequestState::Open: return checkHalt(c.halt);
    case domain::RequestState::Decided:
        return fail(codes::RequestNotOpen, "Already decided" + (c.decidedBy.empty() ? std::string() : " by " + c.decidedBy) + when + "." + more);
    case domain::RequestState::Superseded:
        return fail(codes::RequestNotOpen, "Superseded" + when + ": a later run found something else." + more);
    case domain::RequestState::Expired: return fail(codes::RequestNotOpen, "Expired" + when + ", nothing to decide." + more);
    case domain::RequestState::Cancelled: return fail(codes::RequestNotOpen, "Cancelled" + when + ", nothing to decide." + more);
    }
    return fail(codes::RequestNotOpen, "The request is not open.");
}

Result<void> checkSubject(const domain::DecisionRequest& request, const domain::DecisionClaims& claims)
{
    if (!hasVerdicts(request.subject))
        return fail(codes::SubjectEmpty, "The subject holds no verdict.");
    if (subjectDigest(request.subject) != request.subjectDigest)
        return fail(codes::SubjectChanged, "The stored subject is not the one whose digest was stored.");
    if (claims.subjectDigest != request.subjectDigest)
        return fail(codes::SubjectChanged, "What was shown has the digest " + claims.subjectDigest.substr(0, 12) + ", what stands now " +
                                               request.subjectDigest.substr(0, 12) + ".");
    return {};
}

auto coverKey(const domain::Cover& c) { return std::tie(c.validation, c.resource, c.attachment, c.definitionDigest, c.evidenceDigest); }

Result<void> checkCovers(const domain::DecisionRequest& request, const domain::DecisionClaims& claims)
{
    for (const domain::Cover& cover : claims.covers)
        if (cover.severity != "warn")
            return fail(codes::CoverNotWarn, cover.validation + " is listed with severity " +
                                                 base::elide(base::visible(cover.severity, false), 32) + "; only a warning can be covered.");
    const std::vector<domain::Cover> expected = coversOf(request.subject);
    if (expected.empty())
        return fail(codes::SubjectEmpty, "The subject holds no warning that a decision could answer.");
    const bool same = std::equal(expected.begin(), expected.end(), claims.covers.begin(), claims.covers.end(),
                                 [](const auto& a, const auto& b) { return coverKey(a) == coverKey(b); });
    if (!same)
        return fail(codes::CoverMissing, "The record must cover exactly the warnings of the subject.");
    return {};
}

Result<void> checkClaims(const SigningCase& c)
{
    const domain::DecisionClaims& claims = c.claims;
    if (claims.decision != domain::DecisionKind::Proceed && claims.decision != domain::DecisionKind::Reject)
        return fail(codes::ClaimsMismatch, "A request is answered with proceed or reject.");
    if (claims.decisionId != c.request->id.value || claims.plan != c.request->plan.value || claims.taskRef != c.request->taskId ||
        claims.project != c.request->project)
        return fail(codes::RequestMismatch, "The record names another request, plan, task or project.");
    if (claims.issuedAt * 1000 > c.now + skewMs)
        return fail(codes::RecordNotYetValid, "The record is issued in the future; check the clock.");
    if (claims.expiresAt && *claims.expiresAt * 1000 <= c.now)
        return fail(codes::RecordExpired, "The record would be expired already.");
    const domain::DecisionClaims due =
        claimsFor(*c.request, c.rules, c.signer != nullptr ? *c.signer : domain::Signer{}, claims.decision, claims.reason, claims.issuedAt * 1000);
    if (claims.specDigest != due.specDigest || claims.policy != due.policy || claims.binding != due.binding || claims.uses != due.uses ||
        claims.workTree != due.workTree || claims.expiresAt != due.expiresAt)
        return fail(codes::ClaimsMismatch, "Specification, policy, binding, uses or expiry are not those of the request and the project.");
    return {};
}

Result<void> checkIdentity(const SigningCase& c)
{
    CS_TRY(checkSigner(c.signer, c.request->project, c.rules, c.requesters, c.now));
    if (c.claims.issuer != c.signer->keyId)
        return fail(codes::SignerUnknown, "The record names another key than the signer's.");
    if (c.claims.signer != c.signer->name)
        return fail(codes::SignerNameMismatch, "The key is registered for " + c.signer->name + ".");
    for (const domain::DecisionRecord& record : c.standing)
        if (record.withdrawnBy.empty() && (record.claims.issuer == c.claims.issuer || record.claims.signer == c.claims.signer) &&
            record.claims.decision == domain::DecisionKind::Proceed && c.claims.decision == domain::DecisionKind::Proceed)
            return fail(codes::AlreadySignedByKey, c.signer->name + " already signed this request at " + base::isoTime(record.recordedAt) + ".");
    return {};
}

bool isRequester(const domain::Signer& signer, const domain::Actor& actor)
{
    if (!actor.login.empty() && contains(signer.logins, actor.login))
        return true;
    switch (actor.kind) {
    case domain::ActorKind::Agent: return contains(signer.agents, actor.name);
    case domain::ActorKind::Person: return contains(signer.logins, actor.name);
    case domain::ActorKind::Engine: return false;
    }
    return false;
}

} // namespace

Result<void> checkReason(std::string_view reason)
{
    if (base::invalidUtf8(reason) != std::string_view::npos)
        return fail(codes::ReasonNotText, "The reason is not valid UTF-8.");
    if (base::isBlank(reason))
        return fail(codes::ReasonBlank, "A reason is required.");
    if (const std::size_t count = base::characters(reason); count > reasonLimit)
        return fail(codes::ReasonTooLong, "The reason has " + std::to_string(count) + " characters; 4000 are allowed.");
    return {};
}

Result<void> checkHalt(const domain::Halt* halt)
{
    if (halt == nullptr)
        return fail(codes::HaltNotSignable, "There is no such halt.");
    if (!halt->signable() || !halt->open())
        return fail(codes::HaltNotSignable, whyNotSignable(*halt));
    return {};
}

Result<void> checkSigner(const domain::Signer* signer, std::string_view project, const domain::DecisionRules& rules,
                         const std::vector<domain::Actor>& requesters, base::TimeMs now)
{
    if (signer == nullptr)
        return fail(codes::SignerUnknown, "The key is not one of a registered signer.");
    const domain::Signer& s = *signer;
    if (s.revokedAt != 0)
        return fail(codes::SignerRevoked, "The key of " + s.name + " was revoked at " + base::isoTime(s.revokedAt) + ".");
    if (s.validFrom > now)
        return fail(codes::SignerNotYetValid, "The key of " + s.name + " is valid from " + base::isoTime(s.validFrom) + ".");
    if (s.validUntil != 0 && s.validUntil <= now)
        return fail(codes::SignerExpired, "The key of " + s.name + " was valid until " + base::isoTime(s.validUntil) + ".");
    if (!s.projects.empty() && !contains(s.projects, project))
        return fail(codes::SignerNotForProject, s.name + " may not sign for " + std::string(project) + ".");
    if (!rules.signers.empty() && !contains(rules.signers, s.name))
        return fail(codes::SignerNotNamed, std::string(project) + " names its signers, and " + s.name + " is not one of them.");
    if (!rules.requesterMaySign)
        for (const domain::Actor& actor : requesters)
            if (isRequester(s, actor))
                return fail(codes::RequesterMayNotSign, s.name + " asked for this work (as " + actor.name + ") and may not sign for it.");
    return {};
}

Result<void> checkSigning(const SigningCase& signing)
{
    CS_TRY(checkRequest(signing));
    CS_TRY(checkSubject(*signing.request, signing.claims));
    CS_TRY(checkReason(signing.claims.reason));
    CS_TRY(checkCovers(*signing.request, signing.claims));
    CS_TRY(checkClaims(signing));
    return checkIdentity(signing);
}

Result<void> checkWithdrawal(const domain::DecisionRecord& target, const domain::Signer* signer, const domain::DecisionClaims& claims,
                             base::TimeMs now)
{
    if (claims.decision != domain::DecisionKind::Withdraw || claims.withdraws != target.claims.jti)
        return fail(codes::ClaimsMismatch, "The record does not withdraw this one.");
    if (!target.usedBy.empty())
        return fail(codes::RecordUsed, "The record was already used, by the token " + target.usedBy + ", and can't be withdrawn.");
    if (!target.withdrawnBy.empty())
        return fail(codes::RecordWithdrawn, "The record was withdrawn already.");
    CS_TRY(checkReason(claims.reason));
    CS_TRY(checkSigner(signer, target.claims.project, {}, {}, now));
    if (claims.issuer != signer->keyId || claims.issuer != target.claims.issuer)
        return fail(codes::WithdrawNotSigner, "The record was signed by " + target.claims.signer + "; only that key can withdraw it.");
    return {};
}

domain::DecisionClaims claimsFor(const domain::DecisionRequest& request, const domain::DecisionRules& rules, const domain::Signer& signer,
                                 domain::DecisionKind decision, std::string reason, base::TimeMs now)
{
    domain::DecisionClaims out;
    out.issuedAt = now / 1000;
    if (rules.expiresAfterSeconds)
        out.expiresAt = out.issuedAt + *rules.expiresAfterSeconds;
    out.issuer = signer.keyId;
    out.signer = signer.name;
    out.project = request.project;
    out.plan = request.plan.value;
    out.taskRef = request.taskId;
    out.decisionId = request.id.value;
    out.specDigest = domain::textOr(request.subject, "spec_digest");
    static const domain::Json none = nullptr;
    out.policy = domain::memberOr(request.subject, "policy", none);
    out.decision = decision;
    out.reason = std::move(reason);
    out.covers = coversOf(request.subject);
    out.subjectDigest = request.subjectDigest;
    out.workTree = domain::optionalText(request.subject, "work_tree");
    out.binding = rules.binding == domain::Binding::WorkTree ? "work_tree" : "evidence";
    out.uses = rules.uses == domain::Uses::Once ? "once" : "unlimited";
    return out;
}

} // namespace countersign::authority
