#include "engine/run_outcome.h"

#include "engine/authority/subject.h"
#include "engine/authority/token.h"
#include "engine/base/digest.h"
#include "engine/base/json.h"

#include <algorithm>

namespace countersign {

namespace {

std::string evidenceOfRun(const std::vector<domain::ValidationResult>& results)
{
    domain::Json list = domain::Json::array();
    for (const domain::ValidationResult& result : results)
        list.push_back(domain::Json::array({result.attachment.value, result.evidenceDigest}));
    return base::sha256Hex(base::canonical(list));
}

domain::Json reportJson(const ValidateReport& report, const std::optional<authority::TokenClaims>& token, const std::vector<std::string>& restsOn)
{
    domain::Json out{{"halt_id", report.halt.value}, {"decision_id", report.decisionId.value}, {"hint", report.hint}, {"notices", report.notices}};
    if (!restsOn.empty())
        out["rests_on"] = restsOn;
    if (token)
        out["token"] = {{"jti", token->jti}, {"iat", token->issuedAt}, {"exp", token->expiresAt}};
    return out;
}

} // namespace

base::Result<void> endOpenHalt(store::Store& store, const domain::PlanId& plan, const std::string& haltEnd, domain::RequestState requestEnd, const std::string& why)
{
    CS_ASSIGN(const auto pending, store.openRequestOf(plan));
    if (pending)
        CS_TRY(store.endRequest(pending->id, requestEnd, why));
    CS_ASSIGN(const auto open, store.openHaltOf(plan));
    return open ? store.closeHalt(open->id, haltEnd) : base::Result<void>();
}

base::Result<void> replaceHalt(store::Store& store, const domain::Halt& halt)
{
    CS_TRY(endOpenHalt(store, halt.plan, "superseded", domain::RequestState::Superseded, "a later run gave other evidence"));
    return store.open(halt);
}

// In the caller's transaction: a token is handed out only when everything it rests on was stored.
base::Result<void> RunOutcome::store(ValidateReport& report, const std::vector<std::string>& restsOn, Kind kind)
{
    m_run.endedAt = m_store.now();
    if (kind == Kind::Narrowed)
        report.notices.push_back("only validations of one phase were run; no token and no halt come of it");
    else if (report.outcome == domain::Outcome::Pass)
        CS_TRY(endOpenHalt(m_store, m_plan.id, "passed", domain::RequestState::Superseded, "a later run passed"));
    else
        CS_TRY(openHalt(report, kind));
    std::optional<authority::TokenClaims> token;
    if (report.outcome == domain::Outcome::Pass && kind == Kind::Gate) {
        token = authority::TokenClaims{base::newUlid(m_engine.runtime().clock()), m_run.endedAt / 1000,
                                       m_run.endedAt / 1000 + authority::tokenLifetimeSeconds, m_plan.taskId, m_plan.id.value, m_run.id.value,
                                       m_run.specDigest, m_run.workTree, domain::toJson(report.decision)};
        CS_ASSIGN(const auto secret, authority::loadOrCreateSecret(m_store.location().tokenSecret()));
        CS_ASSIGN(report.token, authority::issueToken(*token, secret));
    }
    domain::Json digests = domain::Json::array();
    for (const domain::ValidationResult& result : m_results)
        digests.push_back({{"attachment", result.attachment.value}, {"verdict", domain::toText(result.verdict)}, {"evidence_digest", result.evidenceDigest}});
    CS_TRY(m_store.end(m_run, std::move(digests), reportJson(report, token, restsOn)));
    if (token)
        CS_TRY(m_store.addToken({token->jti}, m_run, token->issuedAt * 1000, token->expiresAt * 1000, restsOn));
    return {};
}

base::Result<RunOutcome::Asked> RunOutcome::joinRequest(ValidateReport& report, const domain::Json& subject, const std::string& digest)
{
    // Any earlier request about this subject, not only the plan's last one: going back to rejected work is no new question.
    CS_ASSIGN(const auto last, m_store.lastRequestAbout(m_plan.id, digest));
    if (!last || subject.is_null())
        return Asked::Never;
    if (last->state == domain::RequestState::Open) {
        report.halt = report.decisionId = last->id;
        return Asked::Open;
    }
    if (last->state != domain::RequestState::Decided)
        return Asked::Never;
    CS_ASSIGN(const auto records, m_store.recordsOfRequest(last->id));
    const bool rejected = std::any_of(records.begin(), records.end(), [](const auto& r) { return r.claims.decision == domain::DecisionKind::Reject; });
    if (!rejected)
        return Asked::Never;
    report.halt = report.decisionId = last->id;
    report.hint = last->endReason + " The same evidence is not asked about again; change the work or the specification.";
    return Asked::Rejected;
}

base::Result<void> RunOutcome::openHalt(ValidateReport& report, Kind kind)
{
    domain::Json subject = nullptr;
    std::string digest;
    if (report.outcome == domain::Outcome::Escalate) {
        subject = authority::subject(m_plan, m_run, m_results, report.decision, m_project.decision);
        digest = authority::subjectDigest(subject);
        CS_ASSIGN(const Asked asked, joinRequest(report, subject, digest));
        if (asked == Asked::Open || (asked == Asked::Rejected && kind != Kind::Work)) {
            CS_ASSIGN(const auto open, m_store.openRequestOf(m_plan.id));
            if (open && open->id != report.decisionId)
                CS_TRY(m_store.endRequest(open->id, domain::RequestState::Superseded, "a later run gave other evidence"));
            CS_ASSIGN(const auto other, m_store.openHaltOf(m_plan.id));
            return other && other->id != report.halt ? m_store.closeHalt(other->id, "superseded") : base::Result<void>();
        }
    }
    domain::Halt halt;
    halt.id = base::newId<domain::HaltTag>(m_engine.runtime().clock());
    halt.plan = m_plan.id;
    halt.taskId = m_plan.taskId;
    halt.run = m_run.id;
    halt.haltType = halt.finalDecision = domain::toText(report.outcome);
    halt.rawHaltType = m_run.summary->cause;
    halt.hint = report.hint;
    halt.reason = m_run.summary->reason;
    halt.phase = m_run.phase;
    halt.attempt = m_run.attempt;
    halt.round = m_run.round;
    halt.policy = domain::toJson(report.decision);
    halt.evidenceDigest = evidenceOfRun(m_results);
    halt.actor = m_run.actor;
    halt.openedAt = m_run.endedAt;
    CS_TRY(replaceHalt(m_store, halt));
    report.halt = halt.id;
    if (report.outcome == domain::Outcome::Escalate && report.decisionId.empty()) {
        CS_TRY(m_store.add(domain::DecisionRequest{halt.id, m_plan.id, m_plan.taskId, m_project.name, subject, digest,
                                                   domain::RequestState::Open, {}, halt.openedAt, 0}));
        report.decisionId = halt.id;
    }
    return {};
}

} // namespace countersign
