#include "engine/base/name.h"
#include "engine/base/text.h"
#include "engine/codes.h"
#include "engine/core.h"
#include "engine/domain/lifecycle.h"

#include <algorithm>

namespace countersign {

namespace {

base::Result<void> checkTaskId(const std::string& id)
{
    const bool good = !id.empty() && id.size() <= 128 && std::all_of(id.begin(), id.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    });
    if (good)
        return {};
    return base::fail(base::Error(codes::TaskIdInvalid, "\"" + base::visible(base::elide(id, 140), false) + "\" is not a task id")
                          .advise("Use 1 to 128 characters of A-Z, a-z, 0-9, '.', '_' and '-'."));
}

base::Result<void> checkText(const std::string& text)
{
    if (base::invalidUtf8(text) != std::string::npos)
        return base::fail(codes::SpecificationInvalid, "the text is not valid UTF-8");
    if (text.size() > 1024U * 1024U)
        return base::fail(codes::SpecificationInvalid, "the text is larger than 1 MiB");
    return {};
}

base::Failure notForValidation(const domain::Plan& plan, const std::optional<domain::Halt>& halt)
{
    const std::string where = domain::phaseAndState(plan);
    if (domain::isFinal(plan))
        return base::fail(finalPlan(plan));
    if (halt && plan.state == domain::PlanState::Errored)
        return base::fail(base::Error(codes::PlanHalted, "the plan of " + plan.taskId + " is " + where + " (" + halt->haltType + "): " + halt->reason)
                              .advise(halt->hint.empty() ? "Look at its halt: countersignctl halts list" : halt->hint));
    return base::fail(base::Error(codes::PlanDispatched, "the plan of " + plan.taskId + " is " + where + ": it was dispatched, and is validated as part of its own work")
                          .advise("Ask how it stands: countersignctl plan show " + plan.taskId));
}

} // namespace

base::Result<domain::Project> EngineCore::projectOf(const RegistryView& registry, const std::string& name) const
{
    const auto& projects = registry.projects();
    if (name.empty()) {
        if (projects.size() == 1)
            return projects.begin()->second;
        if (projects.empty())
            return base::fail(base::Error(codes::ProjectUnknown, "the store has no project").advise("Import one: countersignctl import DIR"));
        return base::fail(base::Error(codes::ProjectAmbiguous, "the store has " + std::to_string(projects.size()) + " projects")
                              .advise("Name one with --project."));
    }
    CS_ASSIGN(const base::Name parsed, base::parseName(name));
    if (const domain::Project* project = registry.project(parsed.text()))
        return *project;
    return base::fail(base::Error(codes::ProjectUnknown, "there is no project " + parsed.text()).advise("List them: countersignctl project list"));
}

base::Result<std::string> EngineCore::projectFilter(const std::string& name)
{
    if (name.empty())
        return std::string();
    CS_ASSIGN(const RegistryView registry, RegistryView::load(*m_store));
    CS_ASSIGN(const domain::Project project, projectOf(registry, name));
    return project.name;
}

base::Result<domain::Plan> EngineCore::planFor(const domain::Project& project, const std::string& taskId,
                                               const std::optional<std::string>& title, const std::optional<std::string>& specification)
{
    CS_TRY(checkTaskId(taskId));
    CS_TRY(checkText(specification.value_or("")));
    CS_TRY(checkText(title.value_or("")));
    CS_ASSIGN(auto found, m_store->planOfTask(project.name, taskId));
    if (!found) {
        if (project.tasksListed && m_runtime->actor().kind == domain::ActorKind::Agent)
            return base::fail(base::Error(codes::TaskNotListed, "the task " + taskId + " is not listed in " + project.name).advise("A person creates it: countersignctl plan create"));
        domain::Plan plan;
        plan.id = base::newId<domain::PlanTag>(m_runtime->clock());
        plan.taskId = taskId;
        plan.title = title && !title->empty() ? *title : taskId;
        plan.specification = specification.value_or("");
        plan.projects = {project.name};
        plan.limits = project.limits;
        plan.createdAt = plan.updatedAt = m_store->now();
        plan.createdBy = m_runtime->actor().json();
        CS_TRY(m_store->add(plan));
        return plan;
    }
    if (!domain::atGate(*found)) {
        CS_ASSIGN(const auto halt, m_store->openHaltOf(found->id));
        return notForValidation(*found, halt);
    }
    const bool changed = (specification && *specification != found->specification) || (title && *title != found->title);
    if (changed) {
        found->specification = specification.value_or(found->specification);
        found->title = title.value_or(found->title);
        found->updatedAt = m_store->now();
        CS_TRY(m_store->update(*found, "specification"));
    }
    return *found;
}

base::Result<domain::Plan> EngineCore::createPlan(const std::string& project, const std::string& taskId, const std::string& title,
                                                  const std::string& specification)
{
    CS_ASSIGN(const RegistryView registry, RegistryView::load(*m_store));
    CS_ASSIGN(const domain::Project found, projectOf(registry, project));
    CS_ASSIGN(auto transaction, m_store->begin());
    CS_ASSIGN(const auto existing, m_store->planOfTask(found.name, taskId));
    if (existing)
        return base::fail(codes::TaskExists, "the task " + taskId + " exists already as plan " + existing->id.value);
    CS_ASSIGN(domain::Plan plan, planFor(found, taskId, title, specification));
    CS_TRY(transaction.commit());
    return plan;
}

base::Result<domain::Resolution> EngineCore::resolutionOf(const RegistryView& registry, const domain::Plan& plan)
{
    CS_ASSIGN(const auto plans, m_store->plans({}));
    std::map<std::string, std::string> titles;
    std::map<std::string, const domain::Plan*> byId;
    for (const domain::Plan& each : plans) {
        titles.emplace(each.id.value, each.title);
        byId.emplace(each.id.value, &each);
    }
    std::vector<domain::Plan> ancestors;
    for (std::string parent = plan.parent.value; !parent.empty() && byId.contains(parent) && ancestors.size() < 100;) {
        ancestors.push_back(*byId.at(parent));
        parent = ancestors.back().parent.value;
    }
    return registry.resolve(plan, ancestors, titles);
}

base::Result<std::vector<PlanRow>> EngineCore::plans(const std::string& project)
{
    CS_TRY(recoverQuietly());
    CS_ASSIGN(const std::string name, projectFilter(project));
    CS_ASSIGN(const auto plans, m_store->plans(name));
    std::vector<PlanRow> out;
    for (const domain::Plan& plan : plans) {
        CS_ASSIGN(auto halt, m_store->openHaltOf(plan.id));
        CS_ASSIGN(auto runs, m_store->runsOf(plan.id, 1));
        out.push_back({plan, std::move(halt), runs.empty() ? std::nullopt : std::optional(runs.front())});
    }
    return out;
}

base::Result<PlanDetail> EngineCore::plan(const std::string& idOrTask, const std::string& project)
{
    CS_TRY(recoverQuietly());
    std::optional<domain::Plan> found;
    if (const auto id = base::parseUlid(idOrTask)) {
        CS_ASSIGN(found, m_store->plan({*id}));
    }
    CS_ASSIGN(const RegistryView registry, RegistryView::load(*m_store));
    if (!found) {
        CS_ASSIGN(const domain::Project owner, projectOf(registry, project));
        CS_ASSIGN(found, m_store->planOfTask(owner.name, idOrTask));
    }
    if (!found)
        return base::fail(base::Error(codes::PlanUnknown, "there is no plan or task \"" + base::visible(base::elide(idOrTask, 140), false) + "\"")
                              .advise("List them: countersignctl plan list"));
    PlanDetail out;
    out.row.plan = *found;
    CS_ASSIGN(out.row.openHalt, m_store->openHaltOf(found->id));
    CS_ASSIGN(out.runs, m_store->runsOf(found->id, 50));
    if (!out.runs.empty())
        out.row.lastRun = out.runs.front();
    CS_ASSIGN(out.resolution, resolutionOf(registry, *found));
    CS_ASSIGN(out.calls, m_store->callsOf(found->id, 50));
    CS_ASSIGN(out.workCopies, m_store->workCopies(found->id));
    CS_ASSIGN(const auto worker, workerOf(found->id));
    if (worker)
        out.worker = LiveProcess{worker->id, worker->actor, worker->program, worker->startedAt, worker->heartbeatAt, true};
    CS_ASSIGN(out.request, m_store->newestRequestOf(found->id));
    if (out.request) {
        CS_ASSIGN(auto records, m_store->recordsOfRequest(out.request->id));
        for (domain::DecisionRecord& record : records)
            out.decisions.push_back(readClaims(std::move(record)));
    }
    for (const domain::ResolvedAttachment& attachment : out.resolution.effective) {
        CS_ASSIGN(const auto median, m_store->medianDuration(attachment.attachment.validation));
        if (median)
            out.usualMs[attachment.attachment.validation] = *median;
    }
    return out;
}

base::Result<std::vector<domain::Run>> EngineCore::runningRuns() { return m_store->runningRuns(); }

base::Result<domain::Resolution> EngineCore::effective(const domain::PlanId& id)
{
    CS_ASSIGN(const auto plan, m_store->plan(id));
    if (!plan)
        return base::fail(codes::PlanUnknown, "there is no plan " + id.value);
    CS_ASSIGN(const RegistryView registry, RegistryView::load(*m_store));
    return resolutionOf(registry, *plan);
}

} // namespace countersign
