#include "engine/audit/chain.h"
#include "engine/authority/record.h"
#include "engine/authority/signable.h"
#include "engine/authority/subject.h"
#include "engine/base/text.h"
#include "engine/codes.h"
#include "engine/core.h"

#include <algorithm>

namespace countersign {

base::Result<HistoryPage> EngineCore::history(const HistoryQuery& q)
{
    const store::ResultQuery query{q.from, q.until, q.outcome, q.verdict, q.validation, q.task, q.project, q.plan.value, q.text, q.before, q.limit};
    HistoryPage out;
    CS_ASSIGN(auto rows, m_store->history(query));
    CS_ASSIGN(out.matched, m_store->historyCount(query));
    for (store::ResultRow& row : rows)
        out.rows.push_back({std::move(row.result), std::move(row.taskId), std::move(row.title), std::move(row.project), std::move(row.outcome)});
    if (!out.rows.empty() && static_cast<int>(out.rows.size()) == q.limit)
        out.next = out.rows.back().result.row;
    return out;
}

base::Result<std::string> EngineCore::output(const std::string& digest) { return m_store->outputs().get(digest); }

base::Result<std::vector<domain::Event>> EngineCore::auditEvents(const AuditQuery& q)
{
    return m_store->events(q.before, q.limit, q.type, q.text, q.plan.value);
}

base::Result<ChainReport> EngineCore::verifyAudit()
{
    const auto began = m_runtime->clock().monotonic();
    CS_ASSIGN(const auto records, m_store->allRecords());
    CS_ASSIGN(const auto signers, m_store->signers());
    audit::ChainVerifier verifier;
    for (const domain::DecisionRecord& record : records)
        verifier.checkRecord(record.jws, [&signers](const std::string& jws) -> base::Result<domain::DecisionClaims> {
            CS_ASSIGN(const auto parsed, authority::verifyRecord(jws, signers));
            return parsed.claims;
        }, record.claims.jti);
    CS_TRY(m_store->eachEvent([&verifier](const store::StoredEventRow& row) {
        verifier.add({row.seq, row.time, row.type, row.actorText, row.plan, row.payloadText, row.previousHash, row.hash});
    }));
    const audit::Report report = verifier.finish();
    ChainReport out;
    out.intact = report.intact();
    out.events = report.events;
    out.headHash = report.headHash;
    out.anchor = report.anchor;
    for (const audit::Problem& problem : report.problems)
        out.problems.push_back({std::string(audit::toText(problem.kind)), problem.seq, problem.detail});
    out.recordsValid = report.recordsValid;
    for (const audit::InvalidRecord& record : report.recordsInvalid)
        out.recordsInvalid.push_back({record.jti, std::string(record.why.code()), record.why.text()});
    out.tookMs = std::chrono::duration_cast<std::chrono::milliseconds>(m_runtime->clock().monotonic() - began).count();
    m_lastVerification = out;
    return out;
}

base::Result<RecordDetail> EngineCore::record(const std::string& jti)
{
    CS_ASSIGN(const auto found, m_store->record(jti));
    if (!found)
        return base::fail(codes::RecordUnknown, "there is no decision record " + base::visible(base::elide(jti, 60), false));
    RecordDetail out;
    out.record = *found;
    CS_ASSIGN(out.request, m_store->request(found->request));
    CS_ASSIGN(const auto signers, m_store->signers());
    CS_ASSIGN(const auto event, m_store->eventWith(domain::event::DecisionSigned, "jti", jti));
    if (event)
        out.event = *event;
    const auto verified = authority::verifyRecord(found->jws, signers);
    if (const auto parsed = authority::parseRecord(found->jws))
        out.record.claims = parsed->claims;
    out.checks.push_back({"signature", verified.has_value(), verified ? verified->algorithm + ", over the claims in canonical form" : verified.error().text()});
    const auto signer = std::find_if(signers.begin(), signers.end(), [&](const domain::Signer& s) { return s.keyId == out.record.claims.issuer; });
    const bool known = signer != signers.end();
    out.checks.push_back({"signer", known && signer->revokedAt == 0,
                          !known                    ? "the key is not one of a registered signer"
                          : signer->revokedAt != 0 ? signer->name + ", revoked " + base::isoTime(signer->revokedAt)
                                                   : signer->name + ", registered since " + base::isoTime(signer->addedAt)});
    const bool same = out.request && authority::subjectDigest(out.request->subject) == out.record.claims.subjectDigest;
    out.checks.push_back({"subject", same, same ? "the stored subject still has the signed digest" : "the stored subject does not have the signed digest"});
    if (!m_lastVerification)
        CS_TRY(verifyAudit());
    const bool broken = std::any_of(m_lastVerification->problems.begin(), m_lastVerification->problems.end(),
                                    [&](const ChainProblem& p) { return p.seq <= out.event.seq; });
    out.checks.push_back({"chain", event.has_value() && !broken && domain::eventHash(out.event) == out.event.hash,
                          event ? "event " + std::to_string(out.event.seq) + (broken ? " lies behind a break of the chain" : " agrees with its hash and its place")
                                : "no event of the chain recorded it"});
    return out;
}

} // namespace countersign
