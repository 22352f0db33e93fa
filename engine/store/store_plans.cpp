#include "engine/domain/lifecycle.h"
#include "engine/store/codes.h"
#include "engine/store/store.h"

namespace countersign::store {

namespace {

constexpr std::string_view planColumns =
    "SELECT id, task_id, title, specification, parent, phase, state, attempt, round, reversions, limits_json, created_at, updated_at,"
    " created_by_json, (SELECT json_group_array(project) FROM (SELECT project FROM plan_project WHERE plan = plan.id ORDER BY position)), cause, reason FROM plan ";

domain::Json limitsJson(const domain::Limits& l)
{
    return {{"fix_attempts", l.fixAttempts}, {"strategy_revisions", l.strategyRevisions}, {"guidance_rounds", l.guidanceRounds},
            {"run_timeout", l.runTimeoutSeconds}};
}

// Where no plan can stand, none is handed out: whatever followed from it would be wrong.
base::Result<domain::Plan> plan(const Query& q)
{
    domain::Plan out;
    const auto phase = domain::parsePhase(q.text(5));
    const auto state = domain::parsePlanState(q.text(6));
    if (!phase || !state || !domain::exists(*phase, *state))
        return base::fail(base::Error(codes::PlanStateInvalid, "plan " + q.text(0) + " is stored as " + q.text(5) + "/" + q.text(6))
                              .advise("Another program wrote the store, or it is damaged: countersignctl audit verify."));
    out.phase = *phase;
    out.state = *state;
    out.id.value = q.text(0);
    out.taskId = q.text(1);
    out.title = q.text(2);
    out.specification = q.text(3);
    out.parent.value = q.text(4);
    out.attempt = static_cast<int>(q.integer(7));
    out.round = static_cast<int>(q.integer(8));
    out.reversions = static_cast<int>(q.integer(9));
    const domain::Json limits = q.json(10);
    out.limits.fixAttempts = static_cast<int>(domain::integerOr(limits, "fix_attempts", 3));
    out.limits.strategyRevisions = static_cast<int>(domain::integerOr(limits, "strategy_revisions", 1));
    out.limits.guidanceRounds = static_cast<int>(domain::integerOr(limits, "guidance_rounds", 3));
    out.limits.runTimeoutSeconds = static_cast<int>(domain::integerOr(limits, "run_timeout", 3600));
    out.createdAt = q.integer(11);
    out.updatedAt = q.integer(12);
    out.createdBy = q.json(13);
    for (const domain::Json& project : q.json(14))
        out.projects.push_back(project.get<std::string>());
    out.cause = q.text(15);
    out.reason = q.text(16);
    return out;
}

base::Result<std::vector<domain::Plan>> plansOf(Query& query)
{
    std::vector<domain::Plan> out;
    for (;;) {
        CS_ASSIGN(const bool row, query.next());
        if (!row)
            return out;
        CS_ASSIGN(domain::Plan read, plan(query));
        out.push_back(std::move(read));
    }
}

base::Result<std::optional<domain::Plan>> planOf(Query& query)
{
    CS_ASSIGN(auto all, plansOf(query));
    return all.empty() ? std::nullopt : std::optional(std::move(all.front()));
}

} // namespace

base::Result<std::vector<domain::Plan>> Store::plans(const std::string& project)
{
    Query query(*m_database, std::string(planColumns) + "WHERE ? = '' OR project = ? ORDER BY id DESC");
    query.bind(project).bind(project);
    return plansOf(query);
}

base::Result<std::optional<domain::Plan>> Store::plan(const domain::PlanId& id)
{
    Query query(*m_database, std::string(planColumns) + "WHERE id = ?");
    query.bind(id.value);
    return planOf(query);
}

base::Result<std::optional<domain::Plan>> Store::planOfTask(const std::string& project, const std::string& taskId)
{
    Query query(*m_database, std::string(planColumns) + "WHERE project = ? AND task_id = ?");
    query.bind(project).bind(taskId);
    return planOf(query);
}

base::Result<std::vector<domain::Plan>> Store::plansLeftQueued(base::TimeMs before)
{
    Query query(*m_database, std::string(planColumns) + "WHERE phase = 'execute' AND state = 'queued' AND updated_at < ? ORDER BY id");
    query.bind(before);
    return plansOf(query);
}

base::Result<void> Store::add(const domain::Plan& p)
{
    Query query(*m_database, "INSERT INTO plan(id, project, task_id, title, specification, parent, phase, state, attempt, round, reversions,"
                             " limits_json, created_at, updated_at, created_by_json) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    query.bind(p.id.value).bind(p.projects.at(0)).bind(p.taskId).bind(p.title).bind(p.specification).bind(p.parent.value);
    query.bind(domain::toText(p.phase)).bind(domain::toText(p.state)).bind(p.attempt).bind(p.round).bind(p.reversions);
    CS_TRY(query.bind(limitsJson(p.limits)).bind(p.createdAt).bind(p.updatedAt).bind(p.createdBy).run());
    int position = 0;
    for (const std::string& project : p.projects) {
        Query link(*m_database, "INSERT INTO plan_project(plan, position, project) VALUES(?, ?, ?)");
        CS_TRY(link.bind(p.id.value).bind(position++).bind(project).run());
    }
    CS_TRY(append(domain::event::PlanCreated, p.id.value,
                  {{"task_id", p.taskId}, {"title", p.title}, {"projects", p.projects}, {"specification", p.specification}}));
    return {};
}

base::Result<void> Store::update(const domain::Plan& p, const std::string& why)
{
    Query query(*m_database, "UPDATE plan SET title = ?, specification = ?, phase = ?, state = ?, attempt = ?, round = ?, reversions = ?,"
                             " updated_at = ?, cause = ?, reason = ? WHERE id = ?");
    query.bind(p.title).bind(p.specification).bind(domain::toText(p.phase)).bind(domain::toText(p.state)).bind(p.attempt);
    CS_TRY(query.bind(p.round).bind(p.reversions).bind(p.updatedAt).bind(p.cause).bind(p.reason).bind(p.id.value).run());
    CS_TRY(append(domain::event::PlanChanged, p.id.value,
                  {{"cause", why},
                   {"title", p.title},
                   {"specification", p.specification},
                   {"phase", domain::toText(p.phase)},
                   {"state", domain::toText(p.state)},
                   {"attempt", p.attempt},
                   {"round", p.round}}));
    return {};
}

} // namespace countersign::store
