#include "engine/store/codes.h"
#include "engine/store/rows.h"
#include "engine/store/store.h"

// Work on plans: leases, commands, work copies, starts of actors. Source: SPEC section 5.
namespace countersign::store {

namespace {

constexpr std::string_view leaseColumns = "SELECT plan, owner, generation, taken_at, heartbeat_at, released_at FROM lease ";

domain::Lease lease(const Query& q) { return {{q.text(0)}, {q.text(1)}, q.integer(2), q.integer(3), q.integer(4), q.integer(5)}; }

domain::PlanCommand command(const Query& q)
{
    return {{q.text(0)}, {q.text(1)}, domain::parseCommandKind(q.text(2)).value_or(domain::CommandKind::Cancel), q.text(3), q.json(4), q.integer(5), q.integer(6)};
}

domain::WorkCopy workCopy(const Query& q) { return {{q.text(0)}, q.text(1), q.text(2), q.text(3), q.text(4), q.text(5), q.integer(6)}; }

domain::StoredOutput output(const Query& q, int column)
{
    return {q.text(column), q.integer(column + 1), q.integer(column + 2), q.integer(column + 1) < q.integer(column + 2)};
}

std::optional<int> number(const Query& q, int column) { return q.isNull(column) ? std::nullopt : std::optional(static_cast<int>(q.integer(column))); }

domain::ActorCall call(const Query& q)
{
    domain::ActorCall out;
    out.id.value = q.text(0);
    out.plan.value = q.text(1);
    out.attempt = static_cast<int>(q.integer(2));
    out.round = static_cast<int>(q.integer(3));
    out.role = q.text(4);
    out.actor = q.text(5);
    for (const domain::Json& word : q.json(6))
        out.command.push_back(word.get<std::string>());
    out.startedAt = q.integer(7);
    out.endedAt = q.integer(8);
    out.end = q.text(9);
    out.exitStatus = number(q, 10);
    out.signal = number(q, 11);
    out.standardOutput = output(q, 12);
    out.standardError = output(q, 15);
    out.workTreeBefore = q.text(18);
    out.workTreeAfter = q.text(19);
    out.cause = q.text(20);
    return out;
}

} // namespace

base::Result<Transaction> Store::begin(const domain::Lease& held)
{
    CS_ASSIGN(Transaction transaction, begin());
    CS_ASSIGN(const auto stands, lease(held.plan));
    if (stands && stands->generation == held.generation && stands->owner == held.owner && stands->releasedAt == 0)
        return transaction;
    return base::fail(base::Error(codes::LeaseLost, "the lease of plan " + held.plan.value + ", generation " + std::to_string(held.generation) +
                                                        ", no longer stands")
                          .advise("Another process works on the plan now; nothing of this work was written."));
}

base::Result<std::optional<domain::Lease>> Store::lease(const domain::PlanId& plan)
{
    Query query(*m_database, std::string(leaseColumns) + "WHERE plan = ?");
    query.bind(plan.value);
    return one<domain::Lease>(query, store::lease);
}

base::Result<std::vector<domain::Lease>> Store::heldLeases()
{
    Query query(*m_database, std::string(leaseColumns) + "WHERE released_at = 0");
    return all<domain::Lease>(query, store::lease);
}

base::Result<domain::Lease> Store::takeLease(const domain::PlanId& plan)
{
    CS_ASSIGN(const auto before, lease(plan));
    domain::Lease out{plan, m_identity.process, before ? before->generation + 1 : 1, now(), now(), 0};
    Query query(*m_database, "INSERT INTO lease(plan, owner, generation, taken_at, heartbeat_at) VALUES(?, ?, ?, ?, ?) ON CONFLICT(plan) DO UPDATE"
                             " SET owner = excluded.owner, generation = excluded.generation, taken_at = excluded.taken_at,"
                             " heartbeat_at = excluded.heartbeat_at, released_at = 0");
    CS_TRY(query.bind(plan.value).bind(out.owner.value).bind(out.generation).bind(out.takenAt).bind(out.heartbeatAt).run());
    CS_TRY(append(domain::event::LeaseTaken, plan.value, {{"generation", out.generation}, {"process", out.owner.value}}));
    return out;
}

base::Result<void> Store::beat(const domain::Lease& held)
{
    CS_ASSIGN(Transaction transaction, begin(held));
    Query query(*m_database, "UPDATE lease SET heartbeat_at = ? WHERE plan = ?");
    CS_TRY(query.bind(now()).bind(held.plan.value).run());
    return transaction.commit();
}

base::Result<void> Store::release(const domain::Lease& held)
{
    Query query(*m_database, "UPDATE lease SET released_at = ? WHERE plan = ? AND generation = ?");
    return query.bind(now()).bind(held.plan.value).bind(held.generation).run();
}

base::Result<void> Store::add(const domain::PlanCommand& c)
{
    Query query(*m_database, "INSERT INTO command(id, plan, kind, reason, actor_json, created_at) VALUES(?, ?, ?, ?, ?, ?)");
    CS_TRY(query.bind(c.id.value).bind(c.plan.value).bind(domain::toText(c.kind)).bind(c.reason).bind(c.actor).bind(c.createdAt).run());
    CS_TRY(append(domain::event::CommandGiven, c.plan.value, {{"command", c.id.value}, {"kind", domain::toText(c.kind)}, {"reason", c.reason}}));
    return {};
}

base::Result<std::vector<domain::PlanCommand>> Store::waitingCommands(const domain::PlanId& plan)
{
    Query query(*m_database, "SELECT id, plan, kind, reason, actor_json, created_at, taken_at FROM command WHERE plan = ? AND taken_at = 0 ORDER BY id");
    query.bind(plan.value);
    return all<domain::PlanCommand>(query, command);
}

base::Result<void> Store::takeCommands(const domain::PlanId& plan)
{
    Query query(*m_database, "UPDATE command SET taken_at = ? WHERE plan = ? AND taken_at = 0");
    return query.bind(now()).bind(plan.value).run();
}

base::Result<void> Store::save(const domain::WorkCopy& w)
{
    Query query(*m_database, "INSERT OR REPLACE INTO work_copy(plan, resource, path, objects, branch, base_tree, made_at) VALUES(?, ?, ?, ?, ?, ?, ?)");
    query.bind(w.plan.value).bind(w.resource).bind(w.path).bind(w.objects).bind(w.branch).bind(w.baseTree);
    CS_TRY(query.bind(w.madeAt).run());
    CS_TRY(append(domain::event::WorkCopyMade, w.plan.value, {{"resource", w.resource}, {"path", w.path}, {"branch", w.branch}, {"tree", w.baseTree}}));
    return {};
}

base::Result<void> Store::forget(const domain::WorkCopy& w)
{
    Query query(*m_database, "DELETE FROM work_copy WHERE plan = ? AND resource = ?");
    CS_TRY(query.bind(w.plan.value).bind(w.resource).run());
    return append(domain::event::WorkCopyGone, w.plan.value, {{"resource", w.resource}, {"path", w.path}}).map([](const domain::Event&) {});
}

base::Result<std::vector<domain::WorkCopy>> Store::workCopies(const domain::PlanId& plan)
{
    Query query(*m_database, "SELECT plan, resource, path, objects, branch, base_tree, made_at FROM work_copy WHERE plan = ? ORDER BY resource");
    query.bind(plan.value);
    return all<domain::WorkCopy>(query, workCopy);
}

base::Result<void> Store::add(const domain::ActorCall& c)
{
    Query query(*m_database, "INSERT INTO actor_call(id, plan, attempt, round, role, actor, command_json, started_at, tree_before)"
                             " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)");
    query.bind(c.id.value).bind(c.plan.value).bind(c.attempt).bind(c.round).bind(c.role).bind(c.actor);
    CS_TRY(query.bind(domain::Json(c.command)).bind(c.startedAt).bind(c.workTreeBefore).run());
    CS_TRY(append(domain::event::ActorStarted, c.plan.value,
                  {{"call", c.id.value}, {"role", c.role}, {"actor", c.actor}, {"attempt", c.attempt}, {"round", c.round}, {"work_tree", c.workTreeBefore}}));
    return {};
}

base::Result<void> Store::end(const domain::ActorCall& c)
{
    Query query(*m_database, "UPDATE actor_call SET ended_at = ?, ending = ?, exit_status = ?, signal = ?, stdout_digest = ?, stdout_stored = ?,"
                             " stdout_total = ?, stderr_digest = ?, stderr_stored = ?, stderr_total = ?, tree_after = ?, cause = ?"
                             " WHERE id = ? AND ended_at = 0");
    query.bind(c.endedAt).bind(c.end).bind(c.exitStatus).bind(c.signal);
    for (const domain::StoredOutput* out : {&c.standardOutput, &c.standardError})
        query.bind(out->digest).bind(out->storedBytes).bind(out->totalBytes);
    CS_TRY(query.bind(c.workTreeAfter).bind(c.cause).bind(c.id.value).run());
    if (query.changedRows() == 0)
        return base::fail(codes::NotStored, "there is no open call " + c.id.value);
    CS_TRY(append(domain::event::ActorEnded, c.plan.value,
                  {{"call", c.id.value}, {"end", c.end}, {"cause", c.cause}, {"work_tree", c.workTreeAfter},
                   {"stdout", c.standardOutput.digest}, {"stderr", c.standardError.digest}}));
    return {};
}

base::Result<std::vector<domain::ActorCall>> Store::callsOf(const domain::PlanId& plan, int limit)
{
    Query query(*m_database, "SELECT id, plan, attempt, round, role, actor, command_json, started_at, ended_at, ending, exit_status, signal,"
                             " stdout_digest, stdout_stored, stdout_total, stderr_digest, stderr_stored, stderr_total, tree_before, tree_after, cause"
                             " FROM actor_call WHERE plan = ? ORDER BY id DESC LIMIT ?");
    query.bind(plan.value).bind(limit);
    return all<domain::ActorCall>(query, call);
}

} // namespace countersign::store
