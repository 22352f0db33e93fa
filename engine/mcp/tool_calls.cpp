#include "engine/mcp/tool_calls.h"

#include "engine/codes.h"
#include "engine/domain/json_fields.h"
#include "engine/mcp/bounds.h"
#include "engine/report_json.h"

namespace countersign::mcp::calls {

namespace {

std::optional<std::string> argument(const ToolContext& context, const char* name)
{
    const auto it = context.args.find(name);
    return it == context.args.end() ? std::nullopt : std::optional(it->get<std::string>());
}

// An agent names tasks, and only those of its own project: a plan's id must not lead it into another one.
base::Result<PlanDetail> planOf(const ToolContext& context)
{
    const std::string task = *argument(context, "task_id");
    CS_ASSIGN(PlanDetail detail, context.engine.plan(task, context.project));
    const domain::Plan& plan = detail.row.plan;
    const bool ownProject = context.project.empty() || std::find(plan.projects.begin(), plan.projects.end(), context.project) != plan.projects.end();
    if (plan.taskId != task || !ownProject)
        return base::fail(base::Error(countersign::codes::PlanUnknown, "there is no task " + task).advise("Give the task_id that validate_task was called with."));
    return detail;
}

Json json(const domain::Plan& plan)
{
    Json out{{"plan", plan.id.value},
             {"task_id", plan.taskId},
             {"title", plan.title},
             {"phase", domain::toText(plan.phase)},
             {"state", domain::toText(plan.state)},
             {"attempt", plan.attempt},
             {"round", plan.round}};
    if (!plan.cause.empty())
        out["cause"] = plan.cause;
    if (!plan.reason.empty())
        out["reason"] = plan.reason;
    return out;
}

const domain::DecisionRecord* standing(const PlanDetail& detail)
{
    const domain::DecisionRecord* out = nullptr;
    for (const domain::DecisionRecord& record : detail.decisions)
        if (record.withdrawnBy.empty() && (out == nullptr || record.recordedAt >= out->recordedAt))
            out = &record;
    return out;
}

Json json(const domain::DecisionRecord& record)
{
    return {{"decision", domain::toText(record.claims.decision)},
            {"reason", record.claims.reason},
            {"signer", record.claims.signer},
            {"at", base::isoTime(record.recordedAt)}};
}

// Where nothing is open: what an agent does next, in words. The closed set of next_action has nothing to add.
std::string hintWithoutHalt(const PlanDetail& detail)
{
    const domain::Plan& plan = detail.row.plan;
    if (plan.state == domain::PlanState::Applied || plan.state == domain::PlanState::Cancelled)
        return "The plan is final. Use another task_id for other work.";
    if (plan.phase != domain::Phase::Strategize)
        return plan.state == domain::PlanState::Complete ? "The work is done; a person applies it." : "The plan was dispatched and is being worked on; ask again later.";
    if (detail.request && detail.request->state == domain::RequestState::Decided)
        return "A person decided. Call validate_task again with the same specification: its result follows the decision.";
    return "Call validate_task, then dispatch_task with its token.";
}

} // namespace

base::Result<Json> validateTask(const ToolContext& context)
{
    ValidateRequest request;
    request.project = context.project;
    request.taskId = *argument(context, "task_id");
    request.specification = argument(context, "task_spec");
    CS_ASSIGN(const ValidateReport report, context.engine.validate(request, context.observer, context.stop));
    Json out = report::json(report);
    // Whatever a report says, an escalation, blocker or error never travels with a token.
    if (report.outcome != domain::Outcome::Pass)
        out.erase("token");
    boundResults(out["results"]);
    return out;
}

base::Result<Json> dispatchTask(const ToolContext& context)
{
    DispatchRequest request;
    request.project = context.project;
    request.taskId = *argument(context, "task_id");
    request.token = *argument(context, "token");
    request.specification = argument(context, "task_spec");
    CS_ASSIGN(const DispatchReport report, context.engine.dispatch(request, context.stop));
    Json out = json(report.plan);
    out["notices"] = report.notices;
    // The token is spent: what follows must not look like a dispatch that can be tried again.
    const auto started = context.engine.startPlan(report.plan.id);
    out["started"] = started.has_value();
    out["hint"] = "The plan is queued and worked on in a process of its own. get_plan tells how it goes.";
    if (!started) {
        out["notices"].push_back("The plan is queued, but no process could be started for it: " + started.error().text());
        out["hint"] = "Tell an operator to run: countersignctl plan run " + report.plan.id.value;
    }
    return out;
}

base::Result<Json> getPlan(const ToolContext& context)
{
    CS_ASSIGN(const PlanDetail detail, planOf(context));
    Json out = json(detail.row.plan);
    if (const auto& run = detail.row.lastRun) {
        out["last_run"] = {{"run", run->id.value}, {"state", domain::toText(run->state)}};
        if (run->summary)
            out["last_run"]["outcome"] = domain::toText(run->summary->outcome);
    }
    if (const auto& worker = detail.worker)
        out["worker"] = {{"program", worker->program}, {"name", worker->actor.name}, {"host", worker->actor.host}, {"pid", worker->actor.pid}};
    if (const auto& request = detail.request)
        out["request"] = {{"decision_id", request->id.value}, {"state", domain::toText(request->state)}, {"reason", request->endReason},
                          {"opened_at", base::isoTime(request->openedAt)}};
    if (const domain::DecisionRecord* record = standing(detail))
        out["decision"] = json(*record);
    if (const auto& open = detail.row.openHalt) {
        CS_ASSIGN(const HaltDetail halt, context.engine.halt(open->id));
        out["halt"] = report::json(halt);
        boundResults(out["halt"]["results"]);
        out["hint"] = halt.halt.hint;
        out["next_action"] = halt.halt.info().nextAction;
    } else {
        out["hint"] = hintWithoutHalt(detail);
    }
    return out;
}

base::Result<Json> listHalts(const ToolContext& context)
{
    CS_ASSIGN(const auto halts, context.engine.openHalts(context.project));
    Json out{{"halts", Json::array()}};
    for (const domain::Halt& halt : halts) {
        Json row = report::listed(halt);
        row["hint"] = halt.hint;
        row["reason"] = halt.reason;
        row["next_action"] = halt.info().nextAction;
        out["halts"].push_back(std::move(row));
    }
    return out;
}

base::Result<Json> cancelTask(const ToolContext& context)
{
    CS_ASSIGN(const PlanDetail detail, planOf(context));
    CS_ASSIGN(const domain::Plan plan, context.engine.cancelPlan(detail.row.plan.id, argument(context, "reason").value_or("Cancelled by its agent."), context.stop));
    return json(plan);
}

} // namespace countersign::mcp::calls
