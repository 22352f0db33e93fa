#include "engine/base/json.h"
#include "engine/store/codes.h"
#include "engine/store/rows.h"
#include "engine/store/store.h"

namespace countersign::store {

namespace {

constexpr std::string_view requestColumns =
    "SELECT id, plan, task_id, project, subject_json, subject_digest, state, end_reason, opened_at, ended_at FROM decision_request ";

domain::DecisionRequest request(const Query& q)
{
    return {{q.text(0)},  {q.text(1)},
            q.text(2),    q.text(3),
            q.json(4),    q.text(5),
            domain::parseRequestState(q.text(6)).value_or(domain::RequestState::Cancelled),
            q.text(7),    q.integer(8),
            q.integer(9)};
}

// The claims stay inside the JWS: whoever needs them parses and verifies it (engine/authority).
constexpr std::string_view recordColumns = "SELECT jws, request, recorded_at, withdrawn_by, used_by, jti, decision, key_id, plan FROM decision_record ";

domain::DecisionRecord record(const Query& q)
{
    domain::DecisionRecord out;
    out.jws = q.text(0);
    out.request.value = q.text(1);
    out.recordedAt = q.integer(2);
    out.withdrawnBy = q.text(3);
    out.usedBy = q.text(4);
    out.claims.jti = q.text(5);
    out.claims.decision = domain::parseDecisionKind(q.text(6)).value_or(domain::DecisionKind::Reject);
    out.claims.issuer = q.text(7);
    out.claims.plan = q.text(8);
    return out;
}

} // namespace

base::Result<void> Store::add(const domain::DecisionRequest& r)
{
    Query query(*m_database, "INSERT INTO decision_request(id, plan, task_id, project, subject_json, subject_digest, state, end_reason, opened_at)"
                             " VALUES(?,?,?,?,?,?,?,?,?)");
    query.bind(r.id.value).bind(r.plan.value).bind(r.taskId).bind(r.project).bind(base::canonical(r.subject)).bind(r.subjectDigest);
    CS_TRY(query.bind(domain::toText(r.state)).bind(r.endReason).bind(r.openedAt).run());
    CS_TRY(append(domain::event::DecisionRequested, r.plan.value,
                  {{"decision_id", r.id.value}, {"task_id", r.taskId}, {"subject_digest", r.subjectDigest}}));
    return {};
}

base::Result<void> Store::endRequest(const domain::HaltId& id, domain::RequestState state, const std::string& why)
{
    CS_ASSIGN(const auto open, request(id));
    Query query(*m_database, "UPDATE decision_request SET state = ?, end_reason = ?, ended_at = ? WHERE id = ? AND state = 'open'");
    CS_TRY(query.bind(domain::toText(state)).bind(why).bind(now()).bind(id.value).run());
    if (!open || query.changedRows() == 0)
        return base::fail(codes::NotStored, "there is no open decision request " + id.value);
    CS_TRY(append(domain::event::DecisionEnded, open->plan.value, {{"decision_id", id.value}, {"state", domain::toText(state)}, {"reason", why}}));
    return {};
}

base::Result<std::optional<domain::DecisionRequest>> Store::request(const domain::HaltId& id)
{
    Query query(*m_database, std::string(requestColumns) + "WHERE id = ?");
    query.bind(id.value);
    return one<domain::DecisionRequest>(query, store::request);
}

base::Result<std::optional<domain::DecisionRequest>> Store::openRequestOf(const domain::PlanId& plan)
{
    Query query(*m_database, std::string(requestColumns) + "WHERE plan = ? AND state = 'open'");
    query.bind(plan.value);
    return one<domain::DecisionRequest>(query, store::request);
}

base::Result<std::optional<domain::DecisionRequest>> Store::newestRequestOf(const domain::PlanId& plan)
{
    Query query(*m_database, std::string(requestColumns) + "WHERE plan = ? ORDER BY id DESC LIMIT 1");
    query.bind(plan.value);
    return one<domain::DecisionRequest>(query, store::request);
}

base::Result<std::optional<domain::DecisionRequest>> Store::lastRequestAbout(const domain::PlanId& plan, const std::string& subjectDigest)
{
    Query query(*m_database, std::string(requestColumns) + "WHERE plan = ? AND subject_digest = ? ORDER BY id DESC LIMIT 1");
    query.bind(plan.value).bind(subjectDigest);
    return one<domain::DecisionRequest>(query, store::request);
}

base::Result<std::vector<domain::DecisionRequest>> Store::openRequests(const std::string& project)
{
    Query query(*m_database, std::string(requestColumns) + "WHERE state = 'open' AND (? = '' OR project = ?) ORDER BY id DESC");
    query.bind(project).bind(project);
    return all<domain::DecisionRequest>(query, store::request);
}

base::Result<std::optional<domain::DecisionRequest>> Store::lastSeenRequest(const std::string& login, const domain::PlanId& plan,
                                                                            const domain::HaltId& except)
{
    Query query(*m_database, std::string(requestColumns) + "WHERE plan = ? AND id <> ? AND EXISTS(SELECT 1 FROM seen_subject WHERE login = ?"
                                                           " AND request = decision_request.id) ORDER BY id DESC LIMIT 1");
    query.bind(plan.value).bind(except.value).bind(login);
    return one<domain::DecisionRequest>(query, store::request);
}

base::Result<void> Store::markSeen(const std::string& login, const domain::HaltId& id)
{
    CS_ASSIGN(Transaction transaction, begin());
    Query query(*m_database, "INSERT OR IGNORE INTO seen_subject(login, request, seen_at) VALUES(?, ?, ?)");
    CS_TRY(query.bind(login).bind(id.value).bind(now()).run());
    return transaction.commit();
}

base::Result<void> Store::add(const domain::DecisionRecord& r)
{
    Query query(*m_database, "INSERT INTO decision_record(jti, request, plan, jws, decision, key_id, recorded_at) VALUES(?,?,?,?,?,?,?)");
    query.bind(r.claims.jti).bind(r.request.value).bind(r.claims.plan).bind(r.jws).bind(domain::toText(r.claims.decision));
    CS_TRY(query.bind(r.claims.issuer).bind(r.recordedAt).run());
    CS_TRY(append(domain::event::DecisionSigned, r.claims.plan,
                  {{"jti", r.claims.jti},
                   {"decision_id", r.request.value},
                   {"decision", domain::toText(r.claims.decision)},
                   {"signer", r.claims.signer},
                   {"key_id", r.claims.issuer},
                   {"subject_digest", r.claims.subjectDigest},
                   {"record", r.jws}}));
    return {};
}

base::Result<std::vector<domain::DecisionRecord>> Store::recordsOf(const domain::PlanId& plan)
{
    Query query(*m_database, std::string(recordColumns) + "WHERE plan = ? ORDER BY jti");
    query.bind(plan.value);
    return all<domain::DecisionRecord>(query, store::record);
}

base::Result<std::vector<domain::DecisionRecord>> Store::recordsOfRequest(const domain::HaltId& id)
{
    Query query(*m_database, std::string(recordColumns) + "WHERE request = ? ORDER BY jti");
    query.bind(id.value);
    return all<domain::DecisionRecord>(query, store::record);
}

base::Result<std::vector<domain::DecisionRecord>> Store::allRecords()
{
    Query query(*m_database, std::string(recordColumns) + "ORDER BY jti");
    return all<domain::DecisionRecord>(query, store::record);
}

base::Result<std::optional<domain::DecisionRecord>> Store::record(const std::string& jti)
{
    Query query(*m_database, std::string(recordColumns) + "WHERE jti = ?");
    query.bind(jti);
    return one<domain::DecisionRecord>(query, store::record);
}

base::Result<std::vector<domain::Signer>> Store::signers()
{
    Query query(*m_database, "SELECT definition_json FROM signer ORDER BY name");
    return all<domain::Signer>(query, [](const Query& q) { return domain::signerFromJson(q.json(0)); });
}

base::Result<void> Store::save(const domain::Signer& signer, std::string_view eventType)
{
    Query query(*m_database, "INSERT INTO signer(key_id, name, definition_json) VALUES(?, ?, ?) ON CONFLICT(key_id) DO UPDATE SET"
                             " definition_json = excluded.definition_json");
    CS_TRY(query.bind(signer.keyId).bind(signer.name).bind(domain::toJson(signer)).run());
    CS_TRY(append(eventType, {}, {{"name", signer.name}, {"key_id", signer.keyId}, {"definition", domain::toJson(signer)}}));
    return {};
}

} // namespace countersign::store
