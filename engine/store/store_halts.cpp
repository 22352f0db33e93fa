#include "engine/store/codes.h"
#include "engine/store/rows.h"
#include "engine/store/store.h"

namespace countersign::store {

namespace {

constexpr std::string_view haltColumns =
    "SELECT halt.id, halt.plan, plan.task_id, plan.title, plan.project, halt.run, halt.halt_type, halt.final_decision, halt.raw_halt_type,"
    " halt.hint, halt.reason, halt.phase, halt.attempt, halt.round, halt.policy_json, halt.evidence_digest, halt.actor_json, halt.opened_at,"
    " halt.closed_at, halt.close_reason, halt.environment_json FROM halt JOIN plan ON plan.id = halt.plan ";

domain::Halt halt(const Query& q)
{
    domain::Halt out;
    out.id.value = q.text(0);
    out.plan.value = q.text(1);
    out.taskId = q.text(2);
    out.title = q.text(3);
    out.project = q.text(4);
    out.run.value = q.text(5);
    out.haltType = q.text(6);
    out.finalDecision = q.text(7);
    out.rawHaltType = q.text(8);
    out.hint = q.text(9);
    out.reason = q.text(10);
    out.phase = domain::parsePhase(q.text(11)).value_or(domain::Phase::Execute);
    out.attempt = static_cast<int>(q.integer(12));
    out.round = static_cast<int>(q.integer(13));
    out.policy = q.json(14);
    out.evidenceDigest = q.text(15);
    out.actor = q.json(16);
    out.openedAt = q.integer(17);
    out.closedAt = q.integer(18);
    out.closeReason = q.text(19);
    out.environment = domain::environmentFromJson(q.json(20));
    return out;
}

} // namespace

base::Result<void> Store::open(const domain::Halt& h)
{
    Query query(*m_database, "INSERT INTO halt(id, plan, run, halt_type, final_decision, raw_halt_type, hint, reason, phase, attempt, round,"
                             " policy_json, evidence_digest, actor_json, opened_at, environment_json) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    query.bind(h.id.value).bind(h.plan.value).bind(h.run.value).bind(h.haltType).bind(h.finalDecision).bind(h.rawHaltType).bind(h.hint);
    query.bind(h.reason).bind(domain::toText(h.phase)).bind(h.attempt).bind(h.round).bind(h.policy).bind(h.evidenceDigest).bind(h.actor);
    CS_TRY(query.bind(h.openedAt).bind(h.environment ? domain::toJson(*h.environment) : domain::Json(nullptr)).run());
    CS_TRY(append(domain::event::HaltOpened, h.plan.value,
                  {{"halt_id", h.id.value},
                   {"halt_type", h.haltType},
                   {"raw_halt_type", h.rawHaltType},
                   {"run", h.run.value},
                   {"task_id", h.taskId},
                   {"reason", h.reason},
                   {"evidence_digest", h.evidenceDigest}}));
    return {};
}

base::Result<void> Store::closeHalt(const domain::HaltId& id, const std::string& why)
{
    CS_ASSIGN(const auto open, halt(id));
    Query query(*m_database, "UPDATE halt SET closed_at = ?, close_reason = ? WHERE id = ? AND closed_at = 0");
    CS_TRY(query.bind(now()).bind(why).bind(id.value).run());
    if (!open || query.changedRows() == 0)
        return base::fail(codes::NotStored, "there is no open halt " + id.value);
    CS_TRY(append(domain::event::HaltClosed, open->plan.value, {{"halt_id", id.value}, {"state", why}}));
    return {};
}

base::Result<std::optional<domain::Halt>> Store::halt(const domain::HaltId& id)
{
    Query query(*m_database, std::string(haltColumns) + "WHERE halt.id = ?");
    query.bind(id.value);
    return one<domain::Halt>(query, store::halt);
}

base::Result<std::optional<domain::Halt>> Store::openHaltOf(const domain::PlanId& plan)
{
    Query query(*m_database, std::string(haltColumns) + "WHERE halt.plan = ? AND halt.closed_at = 0");
    query.bind(plan.value);
    return one<domain::Halt>(query, store::halt);
}

base::Result<std::vector<domain::Halt>> Store::halts(const std::string& project, bool open, int limit)
{
    Query query(*m_database, std::string(haltColumns) + (open ? "WHERE halt.closed_at = 0" : "WHERE halt.closed_at > 0") +
                                 " AND (? = '' OR plan.project = ?) ORDER BY halt.opened_at DESC, halt.id DESC LIMIT ?");
    query.bind(project).bind(project).bind(limit);
    return all<domain::Halt>(query, store::halt);
}

} // namespace countersign::store
