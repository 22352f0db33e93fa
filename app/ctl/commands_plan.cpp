#include "app/ctl/commands.h"

#include "app/ctl/printing.h"
#include "engine/domain/lifecycle.h"
#include "app/ctl/task_project.h"
#include "engine/base/files.h"
#include "engine/base/name.h"
#include "engine/base/text.h"

namespace countersign::ctl {

namespace {

std::string standing(const PlanDetail& detail)
{
    const domain::Plan& plan = detail.row.plan;
    std::string out = domain::phaseAndState(plan) + ", attempt " +
                      std::to_string(plan.attempt) + ", round " + std::to_string(plan.round) + "\n";
    if (detail.worker)
        out += "Worked on by " + detail.worker->program + ", pid " + std::to_string(detail.worker->actor.pid) + " on " + oneLine(detail.worker->actor.host) + "\n";
    for (const domain::ActorCall& call : detail.calls)
        out += call.role + " " + call.actor + ": " + (call.end.empty() ? "works since " + base::isoTime(call.startedAt) : call.end) +
               (call.exitStatus ? " " + std::to_string(*call.exitStatus) : "") + (call.cause.empty() ? "" : ", " + call.cause) + "\n";
    for (const domain::WorkCopy& copy : detail.workCopies)
        out += "Work copy of " + copy.resource + ": " + oneLine(copy.path, 400) + "\n";
    return out + "\n";
}

base::Result<domain::Plan> named(Context& context, Engine& engine)
{
    const std::string& which = context.arguments().positional[0];
    CS_ASSIGN(const std::string project, projectOfTask(engine, context.globals().project, which));
    CS_ASSIGN(const PlanDetail detail, engine.plan(which, project));
    return detail.row.plan;
}

Answer answerOf(const PlanReport& report)
{
    const domain::OutcomeInfo& info = domain::info(report.outcome);
    Answer out;
    out.exitStatus = info.exitStatus;
    out.body = {{"status", info.text}, {"plan", json(report.plan)}, {"notices", report.notices}};
    out.text = oneLine(report.plan.title) + " (" + report.plan.taskId + "): " + domain::phaseAndState(report.plan) + "\n";
    if (report.lastCall)
        out.body["call"] = domain::toJson(*report.lastCall);
    if (report.validation) {
        out.body["run"] = report.validation->run.id.value;
        out.body["results"] = Json::array();
        for (const domain::ValidationResult& result : report.validation->results)
            out.body["results"].push_back(domain::toJson(result));
    }
    if (report.halt) {
        out.body["halt"] = domain::toJson(*report.halt);
        out.text += std::string(info.label) + ": " + oneLine(report.halt->reason, 400) + "\n";
        if (!report.halt->hint.empty())
            out.text += "Hint: " + oneLine(report.halt->hint, 400) + "\n";
        out.text += "Next: " + std::string(info.nextAction) + ", halt " + report.halt->id.value + "\n";
    }
    for (const std::string& notice : report.notices)
        out.text += "Notice: " + oneLine(notice, 400) + "\n";
    return out;
}

} // namespace

base::Result<Answer> planRun(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const domain::Plan plan, named(context, *engine));
    RunObserver observer;
    CS_ASSIGN(const PlanReport report, engine->runPlan(plan.id, observer, context.stop()));
    return answerOf(report);
}

base::Result<Answer> planRetry(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const domain::Plan plan, named(context, *engine));
    CS_TRY(engine->retryPlan(plan.id));
    RunObserver observer;
    CS_ASSIGN(const PlanReport report, engine->runPlan(plan.id, observer, context.stop()));
    return answerOf(report);
}

base::Result<Answer> planCancel(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const domain::Plan plan, named(context, *engine));
    CS_ASSIGN(const domain::Plan ended, engine->cancelPlan(plan.id, context.arguments().value("--reason").value_or(""), context.stop()));
    Answer out;
    out.body["plan"] = json(ended);
    out.text = "The plan of " + ended.taskId + " is " + domain::phaseAndState(ended) + ".\n";
    return out;
}

base::Result<Answer> planCreate(Context& context)
{
    const Arguments& args = context.arguments();
    std::string specification = args.value("--spec").value_or("");
    if (specification.starts_with('@')) {
        CS_ASSIGN(specification, base::readFile(specification.substr(1), 1024U * 1024U));
    }
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const domain::Plan plan, engine->createPlan(context.globals().project, args.positional[0], args.value("--title").value_or(""), specification));
    Answer out;
    out.body = json(plan);
    out.text = "Plan " + plan.id.value + " of task " + plan.taskId + ".\n";
    return out;
}

base::Result<Answer> planList(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    std::string project;
    if (!context.globals().project.empty()) {
        CS_ASSIGN(const base::Name name, base::parseName(context.globals().project));
        project = name.text();
    }
    CS_ASSIGN(const auto plans, engine->plans(project));
    Answer out;
    out.body["plans"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"task", "phase", "state", "halt", "title", "plan"}};
    for (const PlanRow& row : plans) {
        Json plan = json(row.plan);
        if (row.openHalt)
            plan["halt"] = {{"halt_id", row.openHalt->id.value}, {"halt_type", row.openHalt->haltType}};
        if (row.lastRun && row.lastRun->summary)
            plan["last_outcome"] = domain::toText(row.lastRun->summary->outcome);
        out.body["plans"].push_back(std::move(plan));
        rows.push_back({row.plan.taskId, std::string(domain::toText(row.plan.phase)), std::string(domain::toText(row.plan.state)),
                        row.openHalt ? row.openHalt->haltType : "", oneLine(row.plan.title), row.plan.id.value});
    }
    out.text = table(rows);
    return out;
}

base::Result<Answer> planShow(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    const std::string& which = context.arguments().positional[0];
    CS_ASSIGN(const std::string project, projectOfTask(*engine, context.globals().project, which));
    CS_ASSIGN(const PlanDetail detail, engine->plan(which, project));
    Answer out;
    out.body["plan"] = json(detail.row.plan);
    if (detail.row.openHalt)
        out.body["halt"] = domain::toJson(*detail.row.openHalt);
    out.body["runs"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"run", "state", "outcome", "started", "reason"}};
    for (const domain::Run& run : detail.runs) {
        Json row{{"run", run.id.value}, {"state", domain::toText(run.state)}, {"started_at", base::isoTime(run.startedAt)}, {"planned", run.planned}};
        if (run.summary)
            row["summary"] = domain::toJson(*run.summary);
        out.body["runs"].push_back(std::move(row));
        rows.push_back({run.id.value, std::string(domain::toText(run.state)), run.summary ? std::string(domain::toText(run.summary->outcome)) : "",
                        base::isoTime(run.startedAt), run.summary ? oneLine(run.summary->reason) : ""});
    }
    out.body["calls"] = Json::array();
    for (const domain::ActorCall& call : detail.calls)
        out.body["calls"].push_back(domain::toJson(call));
    out.body["work_copies"] = Json::array();
    for (const domain::WorkCopy& copy : detail.workCopies)
        out.body["work_copies"].push_back({{"resource", copy.resource}, {"path", copy.path}, {"branch", copy.branch}});
    if (detail.worker)
        out.body["worker"] = {{"program", detail.worker->program}, {"pid", detail.worker->actor.pid}, {"host", detail.worker->actor.host}};
    out.text = oneLine(detail.row.plan.title) + " (" + detail.row.plan.taskId + ")\n" + standing(detail) + base::visible(detail.row.plan.specification, true) + "\n\n" + table(rows);
    return out;
}

} // namespace countersign::ctl
