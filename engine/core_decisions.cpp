#include "engine/authority/record.h"
#include "engine/authority/signable.h"
#include "engine/authority/subject.h"
#include "engine/base/name.h"
#include "engine/base/text.h"
#include "engine/codes.h"
#include "engine/core.h"

#include <algorithm>
#include <set>

namespace countersign {

namespace {

int rank(const domain::ValidationResult& result)
{
    switch (result.severity()) {
    case domain::Severity::Blocker: return 0;
    case domain::Severity::Error: return 1;
    case domain::Severity::Warn: return 2;
    case domain::Severity::Pass: return 3;
    }
    return 3;
}

Stability stabilityOf(const std::vector<std::string>& verdicts)
{
    std::map<std::string, int> counts;
    for (const std::string& verdict : verdicts)
        ++counts[verdict];
    int most = 0;
    for (const auto& [verdict, count] : counts)
        most = std::max(most, count);
    return {static_cast<int>(verdicts.size()), static_cast<int>(verdicts.size()) - most};
}

const domain::Signer* signerOf(const std::vector<domain::Signer>& signers, const std::string& keyId)
{
    const auto it = std::find_if(signers.begin(), signers.end(), [&](const domain::Signer& s) { return s.keyId == keyId; });
    return it == signers.end() ? nullptr : &*it;
}

// Distinct signers whose proceed stands, judged now.
int standing(const std::vector<domain::DecisionRecord>& records, const std::vector<domain::Signer>& signers, const std::string& project,
             const domain::DecisionRules& rules, const std::vector<domain::Actor>& requesters, base::TimeMs now)
{
    std::set<std::string> keys;
    for (const domain::DecisionRecord& record : records) {
        const auto verified = authority::verifyRecord(record.jws, signers);
        if (!verified || !record.withdrawnBy.empty() || verified->claims.decision != domain::DecisionKind::Proceed)
            continue;
        if (authority::checkSigner(signerOf(signers, verified->keyId), project, rules, requesters, now))
            keys.insert(verified->keyId);
    }
    return static_cast<int>(keys.size());
}

std::string decidedBy(const std::vector<domain::DecisionRecord>& records)
{
    std::string out;
    for (const domain::DecisionRecord& record : records) {
        const domain::DecisionRecord read = readClaims(record);
        out += (out.empty() ? "" : ", ") + read.claims.signer + " (" + std::string(domain::toText(read.claims.decision)) + ", " +
               base::isoTime(record.recordedAt) + ")";
    }
    return out;
}

} // namespace

domain::DecisionRecord readClaims(domain::DecisionRecord record)
{
    if (auto parsed = authority::parseRecord(record.jws))
        record.claims = parsed->claims;
    return record;
}

base::Result<std::vector<domain::Halt>> EngineCore::openHalts(const std::string& project)
{
    CS_TRY(recoverQuietly());
    CS_ASSIGN(const std::string name, projectFilter(project));
    return m_store->halts(name, true, 10'000);
}

base::Result<std::vector<domain::Halt>> EngineCore::closedHalts(const std::string& project, int limit)
{
    CS_ASSIGN(const std::string name, projectFilter(project));
    return m_store->halts(name, false, limit);
}

base::Result<HaltDetail> EngineCore::halt(const domain::HaltId& id)
{
    CS_ASSIGN(const auto halt, m_store->halt(id));
    if (!halt)
        return base::fail(base::Error(codes::HaltUnknown, "there is no halt " + id.value).advise("List them: countersignctl halts list"));
    HaltDetail out;
    out.halt = *halt;
    CS_ASSIGN(const auto plan, m_store->plan(halt->plan));
    out.plan = plan.value_or(domain::Plan{});
    CS_ASSIGN(out.run, m_store->run(halt->run));
    CS_ASSIGN(out.results, m_store->resultsOf(halt->run));
    std::stable_sort(out.results.begin(), out.results.end(), [](const auto& a, const auto& b) { return rank(a) < rank(b); });
    for (const domain::ValidationResult& result : out.results) {
        CS_ASSIGN(const auto verdicts, m_store->verdictsOnInput(result, 40));
        out.stability.push_back(stabilityOf(verdicts));
        if (out.searchedPath.empty())
            out.searchedPath = result.searchedPath;
    }
    if (halt->environment)
        CS_TRY(describeLack(out));
    CS_ASSIGN(const auto project, m_store->project(halt->project));
    if (project)
        out.rules = project->decision;
    out.requiredSignatures = out.rules.requiredSignatures;
    if (halt->signable()) {
        CS_ASSIGN(out.request, m_store->request(id));
        CS_ASSIGN(auto records, m_store->recordsOfRequest(id));
        for (domain::DecisionRecord& record : records)
            out.records.push_back(readClaims(std::move(record)));
        CS_ASSIGN(const auto seen, m_store->lastSeenRequest(m_runtime->actor().login, halt->plan, id));
        if (seen)
            out.lastSeenSubject = seen->subject;
    } else if (halt->info().outcome == domain::Outcome::InternalError) {
        // The log is of every store of this account: it helps with a defect of the engine, and says nothing about a verdict.
        out.logExcerpt = m_runtime->log().last(40, {});
    }
    return out;
}

base::Result<void> EngineCore::describeLack(HaltDetail& detail)
{
    const domain::Environment& lack = *detail.halt.environment;
    detail.searchedPath = lack.searchedPath;
    CS_ASSIGN(const auto calls, m_store->callsOf(detail.halt.plan, 50));
    for (const domain::ActorCall& call : calls)
        if (call.id == lack.call && !lack.call.empty())
            detail.call = call;
    CS_ASSIGN(const auto open, m_store->halts({}, true, 1000));
    for (const domain::Halt& other : open)
        if (other.id != detail.halt.id && other.environment && other.environment->program == lack.program && other.environment->searchedPath == lack.searchedPath)
            detail.sameCause.push_back(other);
    return {};
}

base::Result<std::vector<domain::DecisionRequest>> EngineCore::pendingDecisions(const std::string& project) 
{
    CS_ASSIGN(const std::string name, projectFilter(project));
    return m_store->openRequests(name);
}

base::Result<std::vector<domain::Actor>> EngineCore::requestersOf(const domain::Plan& plan, const domain::RunId& id)
{
    std::vector<domain::Actor> out{domain::actorFromJson(plan.createdBy)};
    CS_ASSIGN(const auto run, m_store->run(id));
    if (run)
        out.push_back(domain::actorFromJson(run->actor));
    CS_ASSIGN(const auto token, m_store->claimedToken(plan.id));
    if (token)
        out.push_back(token->claimedBy);
    return out;
}

base::Result<void> EngineCore::requireIntactChain()
{
    CS_ASSIGN(const ChainReport report, verifyAudit());
    if (report.problems.empty())
        return {};
    const ChainProblem& first = report.problems.front();
    return base::fail(base::Error(codes::ChainBroken, "the audit chain is broken at event " + std::to_string(first.seq) + ": " + first.detail)
                          .advise("Run countersignctl audit verify, and compare with a backup or an exported checkpoint."));
}

base::Result<DecideReport> EngineCore::decide(const DecideRequest& request, authority::RecordSigner& key)
{
    CS_TRY(heartbeat());
    CS_TRY(requireIntactChain());
    CS_ASSIGN(auto transaction, m_store->begin());
    CS_ASSIGN(const auto halt, m_store->halt(request.decisionId));
    if (!halt)
        return base::fail(base::Error(codes::DecisionUnknown, "there is no decision request " + request.decisionId.value)
                              .advise("List what is pending: countersignctl authorize"));
    CS_ASSIGN(const auto open, m_store->request(request.decisionId));
    CS_ASSIGN(const auto plan, m_store->plan(halt->plan));
    CS_ASSIGN(const auto project, m_store->project(halt->project));
    CS_ASSIGN(const auto signers, m_store->signers());
    CS_ASSIGN(const auto records, m_store->recordsOfRequest(request.decisionId));
    CS_ASSIGN(const auto head, m_store->lastEvent());
    authority::SigningCase signing;
    signing.halt = &*halt;
    signing.request = open ? &*open : nullptr;
    signing.rules = project ? project->decision : domain::DecisionRules{};
    signing.signer = signerOf(signers, key.keyId());
    signing.now = m_store->now();
    CS_ASSIGN(signing.requesters, requestersOf(plan.value_or(domain::Plan{}), halt->run));
    for (const domain::DecisionRecord& record : records)
        signing.standing.push_back(readClaims(record));
    signing.decidedBy = decidedBy(records);
    if (!halt->signable())
        CS_TRY(authority::checkHalt(signing.halt));
    if (open && open->state == domain::RequestState::Open && signing.signer == nullptr)
        CS_TRY(authority::checkSigner(nullptr, halt->project, signing.rules, signing.requesters, signing.now));
    if (signing.request != nullptr && signing.signer != nullptr) {
        signing.claims = authority::claimsFor(*open, signing.rules, *signing.signer, request.decision, request.reason, signing.now);
        signing.claims.subjectDigest = request.shownSubjectDigest; // what was not shown can't be signed
        signing.claims.jti = base::newUlid(m_runtime->clock());
        signing.claims.auditSeq = head ? head->seq : -1;
        signing.claims.auditHash = head ? head->hash : std::string(64, '0');
    }
    CS_TRY(authority::checkSigning(signing));
    DecideReport out;
    out.record.claims = signing.claims;
    out.record.request = request.decisionId;
    out.record.recordedAt = signing.now;
    CS_ASSIGN(out.record.jws, authority::signRecord(signing.claims, key));
    CS_TRY(m_store->add(out.record));
    CS_ASSIGN(const auto all, m_store->recordsOfRequest(request.decisionId));
    out.signaturesNeeded = signing.rules.requiredSignatures;
    out.signaturesStanding = standing(all, signers, halt->project, signing.rules, signing.requesters, signing.now);
    const bool rejected = request.decision == domain::DecisionKind::Reject;
    // A plan that stands in execute waits with its halt: what is rejected is still what stopped it.
    const bool inExecute = plan && plan->phase == domain::Phase::Execute && plan->state == domain::PlanState::Errored;
    if (rejected || out.signaturesStanding >= out.signaturesNeeded) {
        const std::string why = signing.claims.signer + (rejected ? " rejected it: " : " decided to proceed: ") + signing.claims.reason;
        CS_TRY(m_store->endRequest(request.decisionId, domain::RequestState::Decided, why));
        if (!rejected || !inExecute)
            CS_TRY(m_store->closeHalt(request.decisionId, rejected ? "rejected" : "decided"));
        if (!rejected && inExecute) {
            domain::Plan moved = *plan;
            CS_TRY(move(moved, domain::Trigger::Decided));
            out.queuedPlan = moved.id;
        }
        out.state = domain::RequestState::Decided;
    }
    CS_TRY(transaction.commit());
    return out;
}

base::Result<void> EngineCore::markSubjectSeen(const domain::HaltId& decision) { return m_store->markSeen(m_runtime->actor().login, decision); }

base::Result<domain::Json> EngineCore::readLines(const std::string& digest) { return m_store->readLines(m_runtime->actor().login, digest); }

base::Result<void> EngineCore::saveReadLines(const std::string& digest, const domain::Json& ranges)
{
    return m_store->saveReadLines(m_runtime->actor().login, digest, ranges);
}

base::Result<std::vector<domain::Signer>> EngineCore::signers() { return m_store->signers(); }

base::Result<domain::Signer> EngineCore::addSigner(const SignerRequest& request)
{
    CS_ASSIGN(const authority::PublicKeyInfo key, authority::readPublicKey(request.publicKeyPem));
    CS_ASSIGN(const base::Name name, base::parseName(request.name));
    CS_ASSIGN(const RegistryView registry, RegistryView::load(*m_store));
    domain::Signer out{key.keyId, name.name, key.pem, key.algorithm, request.logins, request.agents, {}, 0, request.validUntil, 0, m_store->now()};
    out.validFrom = out.addedAt;
    for (const std::string& project : request.projects) {
        CS_ASSIGN(const domain::Project found, projectOf(registry, project));
        out.projects.push_back(found.name);
    }
    CS_ASSIGN(auto transaction, m_store->begin());
    CS_ASSIGN(const auto existing, m_store->signers());
    for (const domain::Signer& signer : existing)
        if (signer.keyId == out.keyId || signer.name == out.name)
            return base::fail(base::Error(codes::SignerExists, "the " + std::string(signer.keyId == out.keyId ? "key" : "name") + " belongs to signer " + signer.name)
                                  .advise("Choose another name or key; a revoked signer keeps both."));
    CS_TRY(m_store->save(out, domain::event::SignerAdded));
    CS_TRY(transaction.commit());
    return out;
}

base::Result<domain::Signer> EngineCore::revokeSigner(const std::string& nameOrKeyId)
{
    CS_ASSIGN(auto transaction, m_store->begin());
    CS_ASSIGN(const auto signers, m_store->signers());
    for (domain::Signer signer : signers) {
        if (signer.name != nameOrKeyId && signer.keyId != nameOrKeyId)
            continue;
        if (signer.revokedAt == 0) {
            signer.revokedAt = m_store->now();
            CS_TRY(m_store->save(signer, domain::event::SignerRevoked));
            CS_TRY(transaction.commit());
        }
        return signer;
    }
    return base::fail(codes::SignerNotFound, "there is no signer \"" + base::visible(base::elide(nameOrKeyId, 80), false) + "\"");
}

} // namespace countersign
