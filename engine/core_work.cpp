#include "engine/authority/record.h"
#include "engine/authority/signable.h"
#include "engine/authority/token.h"
#include "engine/base/codes.h"
#include "engine/base/digest.h"
#include "engine/base/files.h"
#include "engine/base/name.h"
#include "engine/base/text.h"
#include "engine/codes.h"
#include "engine/core.h"
#include "engine/detached.h"
#include "engine/domain/lifecycle.h"
#include "engine/environment/hint.h"
#include "engine/liveness.h"
#include "engine/plan_flow.h"
#include "engine/run_outcome.h"
#include "engine/work_trees.h"

#include <algorithm>
#include <thread>

// Dispatch and work on plans: the façade's part of SPEC sections 5, 7 and 8 (tokens).
namespace countersign {

namespace {

constexpr base::TimeMs leaseStaleAfter = 10'000;
constexpr std::chrono::seconds cancelPatience{10};

base::Failure refuse(const base::CodeInfo& code, std::string message, std::string advice) { return base::fail(base::Error(code, std::move(message)).advise(std::move(advice))); }

constexpr const char* validateAgain = "Validate again and dispatch with the new token.";

} // namespace

base::Error finalPlan(const domain::Plan& plan, std::string advice)
{
    return base::Error(codes::PlanFinal, "the plan of " + plan.taskId + " is " + domain::phaseAndState(plan)).advise(std::move(advice));
}

// ---- The state machine, applied -----------------------------------------------------------------------------------

base::Result<void> EngineCore::move(domain::Plan& plan, domain::Trigger trigger, const std::string& cause, const std::string& reason)
{
    auto next = domain::after(plan, trigger);
    if (!next)
        return base::fail(codes::PlanTransition, "a plan that is " + domain::phaseAndState(plan) + " can't " + std::string(domain::toText(trigger)));
    next->updatedAt = m_store->now();
    next->cause = cause;
    next->reason = reason;
    CS_TRY(m_store->update(*next, std::string(domain::toText(trigger))));
    plan = std::move(*next);
    return {};
}

// Without a strategist the specification is the strategy, so that strategize is passed through at once.
base::Result<void> EngineCore::enterExecute(domain::Plan& plan)
{
    for (const domain::Trigger trigger : {domain::Trigger::Start, domain::Trigger::Finish, domain::Trigger::Proceed})
        CS_TRY(move(plan, trigger));
    return {};
}

base::Result<void> EngineCore::endPlan(domain::Plan& plan, const std::string& reason)
{
    CS_ASSIGN(const auto open, m_store->openHaltOf(plan.id));
    const bool abandoned = open && open->info().outcome == domain::Outcome::Blocker;
    CS_TRY(endOpenHalt(*m_store, plan.id, "cancelled", domain::RequestState::Cancelled, "the plan was cancelled"));
    CS_TRY(m_store->voidTokens(plan.id));
    return move(plan, domain::Trigger::Cancel, abandoned ? "abandoned" : "cancelled", reason);
}

domain::Halt EngineCore::haltOf(const domain::Plan& plan, domain::Outcome outcome, const std::string& cause, const std::string& reason, const std::string& hint)
{
    domain::Halt out;
    out.id = base::newId<domain::HaltTag>(m_runtime->clock());
    out.plan = plan.id;
    out.taskId = plan.taskId;
    out.haltType = out.finalDecision = domain::toText(outcome);
    out.rawHaltType = cause;
    out.hint = hint;
    out.reason = reason;
    out.phase = plan.phase;
    out.attempt = plan.attempt;
    out.round = plan.round;
    out.actor = m_runtime->actor().json();
    out.openedAt = m_store->now();
    return out;
}

base::Result<void> EngineCore::closeDied(domain::Run run)
{
    run.state = domain::RunState::Died;
    run.endedAt = m_store->now();
    domain::RunSummary summary;
    summary.outcome = domain::Outcome::InternalError;
    summary.cause = domain::cause::EngineDied;
    summary.reason = "The program that ran the validations ended before them.";
    summary.workTree = run.workTree;
    run.summary = std::move(summary);
    m_closed.push_back(run);
    return m_store->end(run, domain::Json::array(), domain::Json::object());
}

std::vector<domain::RunId> EngineCore::takeClosed(const domain::PlanId& plan)
{
    std::vector<domain::RunId> out;
    for (const domain::Run& run : m_closed)
        if (run.plan == plan)
            out.push_back(run.id);
    std::erase_if(m_closed, [&](const domain::Run& run) { return run.plan == plan; });
    return out;
}

base::Result<domain::ActorDefinition> EngineCore::coderOf(const domain::Project& project)
{
    CS_ASSIGN(const auto actors, m_store->actors());
    for (const domain::ActorDefinition& actor : actors)
        if (actor.name == project.coder && !actor.command.empty())
            return actor;
    return refuse(codes::CoderNotConfigured, project.coder.empty() ? "the project " + project.name + " names no coder"
                                                                   : "the coder " + project.coder + " of " + project.name + " is not registered",
                  "Add an actor document and the project key actors: {coder: NAME}, then import again: countersignctl import DIR");
}

// ---- Who works ----------------------------------------------------------------------------------------------------

base::Result<std::optional<store::ProcessRow>> EngineCore::workerOf(const domain::PlanId& plan)
{
    CS_ASSIGN(const auto lease, m_store->lease(plan));
    if (!lease || lease->releasedAt != 0 || m_store->now() - lease->heartbeatAt > leaseStaleAfter)
        return std::optional<store::ProcessRow>();
    CS_ASSIGN(auto owner, m_store->process(lease->owner));
    return owner && isAlive(*owner, m_store->now()) ? std::move(owner) : std::nullopt;
}

base::Failure EngineCore::busy(const domain::Plan& plan)
{
    const auto worker = workerOf(plan.id);
    std::string who = "the plan of " + plan.taskId + " is " + domain::phaseAndState(plan);
    if (worker && *worker)
        who = (*worker)->program + " of " + (*worker)->actor.name + " (pid " + std::to_string((*worker)->actor.pid) + " on " + (*worker)->actor.host +
              ") works on the plan of " + plan.taskId;
    return refuse(codes::PlanBusy, std::move(who), "Wait until it ends, or cancel it: countersignctl plan cancel " + plan.taskId);
}

// Any program finds what a dead one left: its processes are gone with it, its claims stand, its plans say what happened.
base::Result<void> EngineCore::recover()
{
    CS_ASSIGN(const auto leases, m_store->heldLeases());
    for (const domain::Lease& lease : leases) {
        CS_ASSIGN(const auto worker, workerOf(lease.plan));
        if (!worker)
            CS_TRY(takeOver(lease));
    }
    CS_ASSIGN(const auto runs, m_store->runningRuns());
    for (const domain::Run& run : runs) {
        CS_ASSIGN(const auto owner, m_store->process(run.owner));
        const bool goesOn = run.owner == m_store->identity().process ? m_runtime->runGoesOn(run.id) : owner && isAlive(*owner, m_store->now());
        if (goesOn)
            continue;
        CS_ASSIGN(auto transaction, m_store->begin());
        CS_ASSIGN(const auto now, m_store->run(run.id));
        if (now && now->state == domain::RunState::Running)
            CS_TRY(closeDied(*now));
        CS_TRY(transaction.commit());
    }
    CS_ASSIGN(const auto processes, m_store->processes());
    for (const store::ProcessRow& process : processes)
        if (process.actor.host == hostName() && process.id != m_store->identity().process && !isAlive(process, m_store->now()))
            CS_TRY(m_store->endProcess(process.id));
    return {};
}

base::Result<void> EngineCore::recoverQuietly()
{
    if (const auto done = recover(); !done)
        m_runtime->log().write(done.error());
    return {};
}

void EngineCore::startLeftPlans()
{
    const auto left = m_store->plansLeftQueued(m_store->now() - leaseStaleAfter);
    for (const domain::Plan& plan : left ? *left : std::vector<domain::Plan>())
        if (m_startedHere.insert(plan.id).second)
            (void)startPlan(plan.id); // it logs why it can't; the plan stays queued, for everyone to see
}

base::Result<void> EngineCore::takeOver(const domain::Lease& dead)
{
    CS_ASSIGN(auto transaction, m_store->begin());
    CS_ASSIGN(const auto lease, m_store->lease(dead.plan));
    if (!lease || lease->generation != dead.generation || lease->releasedAt != 0 || lease->heartbeatAt != dead.heartbeatAt)
        return {};
    CS_ASSIGN(const domain::Lease mine, m_store->takeLease(dead.plan));
    CS_ASSIGN(const auto running, m_store->runningRun(dead.plan));
    if (running)
        CS_TRY(closeDied(*running));
    CS_ASSIGN(const auto calls, m_store->callsOf(dead.plan, 50));
    for (domain::ActorCall call : calls) {
        if (call.endedAt != 0)
            continue;
        call.endedAt = m_store->now();
        call.end = "died";
        CS_TRY(m_store->end(call));
    }
    CS_ASSIGN(auto plan, m_store->plan(dead.plan));
    CS_ASSIGN(const auto waiting, m_store->waitingCommands(dead.plan));
    const auto cancel = std::find_if(waiting.begin(), waiting.end(), [](const auto& c) { return c.kind == domain::CommandKind::Cancel; });
    if (plan && plan->state == domain::PlanState::Processing && cancel != waiting.end()) {
        CS_TRY(m_store->takeCommands(dead.plan));
        CS_TRY(endPlan(*plan, cancel->reason));
    } else if (plan && plan->state == domain::PlanState::Processing) {
        CS_TRY(replaceHalt(*m_store, haltOf(*plan, domain::Outcome::InternalError, std::string(domain::cause::EngineDied),
                                            "The program that worked on the plan ended before its work did.",
                                            "Re-run unchanged: countersignctl plan retry " + plan->taskId)));
        CS_TRY(move(*plan, domain::Trigger::Halt));
    }
    CS_TRY(m_store->release(mine));
    return transaction.commit();
}

// ---- Dispatch -----------------------------------------------------------------------------------------------------

base::Result<void> EngineCore::checkDecisions(const store::TokenRow& token, const domain::Project& project)
{
    if (token.restsOn.empty())
        return {};
    CS_ASSIGN(const auto plan, m_store->plan(token.plan));
    CS_ASSIGN(const auto requesters, requestersOf(plan.value_or(domain::Plan{}), token.run));
    for (const std::string& jti : token.restsOn) {
        CS_ASSIGN(const auto record, m_store->record(jti));
        const std::string named = "the decision record " + jti + " that the token rests on ";
        if (!record)
            return refuse(codes::TokenDecisionEnded, named + "is not in the store", validateAgain);
        if (!record->withdrawnBy.empty())
            return refuse(codes::TokenDecisionEnded, named + "was withdrawn", validateAgain);
        CS_ASSIGN(const auto signers, m_store->signers());
        const auto verified = authority::verifyRecord(record->jws, signers);
        if (!verified)
            return refuse(codes::TokenDecisionEnded, named + "no longer holds: " + verified.error().text(), validateAgain);
        const auto signer = std::find_if(signers.begin(), signers.end(), [&](const domain::Signer& s) { return s.keyId == verified->keyId; });
        if (const auto may = authority::checkSigner(signer == signers.end() ? nullptr : &*signer, project.name, project.decision, requesters, m_store->now()); !may)
            return refuse(codes::TokenDecisionEnded, named + "no longer holds: " + may.error().text(), validateAgain);
        const domain::DecisionClaims& claims = verified->claims;
        if (claims.expiresAt && *claims.expiresAt * 1000 <= m_store->now())
            return refuse(codes::TokenDecisionEnded, named + "is expired", validateAgain);
        if ((claims.uses == "once" || project.decision.uses == domain::Uses::Once) && !record->usedBy.empty() && record->usedBy != token.jti.value)
            return refuse(codes::TokenDecisionEnded, named + "was good for one use and was used", validateAgain);
    }
    return {};
}

base::Result<DispatchReport> EngineCore::dispatch(const DispatchRequest& request, std::stop_token stop)
{
    auto report = dispatchChecked(request, std::move(stop));
    if (!report)
        m_runtime->log().write(report.error());
    return report;
}

base::Result<DispatchReport> EngineCore::dispatchChecked(const DispatchRequest& request, std::stop_token stop)
{
    CS_TRY(heartbeat());
    CS_ASSIGN(const RegistryView registry, RegistryView::load(*m_store));
    CS_ASSIGN(const domain::Project project, projectOf(registry, request.project));
    CS_ASSIGN(auto plan, m_store->planOfTask(project.name, request.taskId));
    if (!plan)
        return refuse(codes::PlanUnknown, "there is no task " + base::visible(base::elide(request.taskId, 140), false) + " in " + project.name, "Validate it first.");
    CS_ASSIGN(const auto secret, authority::loadOrCreateSecret(m_store->location().tokenSecret()));
    CS_ASSIGN(const authority::VerifiedToken token, authority::verifyToken(request.token, secret, m_store->now()));
    const authority::TokenClaims& claims = token.claims;
    if (claims.taskId != request.taskId || claims.plan != plan->id.value)
        return refuse(codes::TokenOtherTask, "the token was issued for the task " + claims.taskId, "Dispatch each task with the token of its own validation.");
    CS_ASSIGN(const domain::ActorDefinition coder, coderOf(project));
    CS_TRY(requireIntactChain());
    // The tree is read before the lock is taken: it may be large, and the claim compares it with what was validated.
    CS_ASSIGN(runner::ProcessHost* const host, processHost());
    CS_ASSIGN(const Trees trees, readTrees(resourcesOf(registry, *plan), *host, m_runtime->contentCache(), std::move(stop)));

    CS_ASSIGN(auto transaction, m_store->begin());
    CS_ASSIGN(const auto row, m_store->token({claims.jti}));
    if (!row || row->plan != plan->id || row->run.value != claims.run)
        return refuse(codes::TokenUnknown, "the store has no token " + claims.jti + " of this task", validateAgain);
    if (row->claimedAt != 0)
        return refuse(codes::TokenUsed, "the token was used at " + base::isoTime(row->claimedAt) + " by " + row->claimedBy.name, "A token is good for one dispatch.");
    if (row->voidedAt != 0)
        return refuse(codes::TokenVoid, "a later validation of " + request.taskId + " made the token void at " + base::isoTime(row->voidedAt),
                      "Dispatch with the token of the newest validation.");
    CS_ASSIGN(plan, m_store->plan(plan->id));
    const std::string specDigest = base::sha256Hex(plan->specification);
    if (specDigest != claims.specDigest || (request.specification && base::sha256Hex(*request.specification) != claims.specDigest))
        return refuse(codes::TokenOtherSpecification, "the specification is not the one that was validated", validateAgain);
    if (plan::workTreeDigest(trees) != claims.workTree)
        return refuse(codes::TokenOtherWorkTree, "the work of " + request.taskId + " changed since it was validated", validateAgain);
    CS_TRY(checkDecisions(*row, project));
    if (domain::isFinal(*plan))
        return base::fail(finalPlan(*plan));
    if (plan->phase != domain::Phase::Strategize || plan->state != domain::PlanState::Queued)
        return refuse(codes::PlanDispatched, "the plan of " + request.taskId + " is " + domain::phaseAndState(*plan) + " already", "Ask for it with get_plan.");
    CS_ASSIGN(const bool claimed, m_store->claimToken(*row));
    if (!claimed)
        return refuse(codes::TokenUsed, "the token was used a moment ago", "A token is good for one dispatch.");
    CS_TRY(enterExecute(*plan));
    CS_TRY(transaction.commit());
    DispatchReport out{*plan, token.notices};
    if (!project.strategist.empty())
        out.notices.push_back("the strategist " + project.strategist + " is not asked by this version: the specification is the strategy");
    return out;
}

// ---- Work ---------------------------------------------------------------------------------------------------------

base::Result<PlanReport> EngineCore::runPlan(const domain::PlanId& plan, RunObserver& observer, std::stop_token stop)
{
    CS_TRY(heartbeat());
    if (m_runtime->actor().kind == domain::ActorKind::Agent)
        return refuse(codes::NotForAgents, "an agent can't work on a plan by itself", "Dispatch the task with the token of its validation.");
    auto report = PlanFlow(*this, plan, observer, std::move(stop)).run();
    if (!report)
        m_runtime->log().write(report.error());
    return report;
}

base::Result<void> EngineCore::startPlan(const domain::PlanId& plan)
{
    const auto start = [&]() -> base::Result<void> {
        CS_ASSIGN(const std::filesystem::path program, m_runtime->ctl());
        const std::filesystem::path directory = m_runtime->stateDirectory() / "log";
        CS_TRY(base::makeDirectory(directory, 0700));
        return startDetached({program.string(), "--store", m_store->location().database.string(), "plan", "run", plan.value, "--as-engine"},
                             directory / "plan-run.err");
    };
    auto started = start();
    if (!started)
        m_runtime->log().write(started.error());
    return started;
}

base::Result<domain::Plan> EngineCore::cancelPlan(const domain::PlanId& id, const std::string& reason, std::stop_token stop)
{
    CS_TRY(heartbeat());
    CS_TRY(recover());
    if (reason.size() > 4000)
        return base::fail(codes::SpecificationInvalid, "a reason has at most 4,000 bytes");
    {
        CS_ASSIGN(auto transaction, m_store->begin());
        CS_ASSIGN(auto plan, m_store->plan(id));
        if (!plan)
            return base::fail(codes::PlanUnknown, "there is no plan " + id.value);
        if (plan->state == domain::PlanState::Cancelled)
            return *plan;
        if (domain::isFinal(*plan))
            return base::fail(finalPlan(*plan, "What is final can't be cancelled."));
        CS_ASSIGN(const auto worker, workerOf(id));
        if (!worker) {
            CS_TRY(endPlan(*plan, reason));
            CS_TRY(transaction.commit());
            return *plan;
        }
        CS_TRY(m_store->add(domain::PlanCommand{base::newId<domain::CommandTag>(m_runtime->clock()), id, domain::CommandKind::Cancel, reason,
                                                m_runtime->actor().json(), m_store->now(), 0}));
        CS_TRY(transaction.commit());
    }
    const auto until = m_runtime->clock().monotonic() + cancelPatience;
    while (m_runtime->clock().monotonic() < until && !stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        CS_ASSIGN(const auto plan, m_store->plan(id));
        if (plan && plan->state == domain::PlanState::Cancelled)
            return *plan;
        CS_ASSIGN(const auto worker, workerOf(id));
        if (!worker)
            CS_TRY(recover());
    }
    CS_ASSIGN(const auto plan, m_store->plan(id));
    return busy(plan.value_or(domain::Plan{}));
}

base::Result<domain::Plan> EngineCore::retryPlan(const domain::PlanId& id)
{
    CS_TRY(heartbeat());
    CS_TRY(recover());
    if (m_runtime->actor().kind == domain::ActorKind::Agent)
        return refuse(codes::NotForAgents, "an agent can't re-run a halted plan", "An operator re-runs it after mending what the halt names.");
    CS_ASSIGN(auto transaction, m_store->begin());
    CS_ASSIGN(auto plan, m_store->plan(id));
    CS_ASSIGN(const auto open, m_store->openHaltOf(id));
    if (!plan)
        return base::fail(codes::PlanUnknown, "there is no plan " + id.value);
    if (plan->state != domain::PlanState::Errored || !open)
        return refuse(codes::PlanNotHalted, "the plan of " + plan->taskId + " is " + domain::phaseAndState(*plan), "Only a halted plan is re-run.");
    if (!domain::mayRerun(*plan, *open))
        return refuse(codes::PlanNotHalted, "the plan of " + plan->taskId + " waits for " + (open->signable() ? "a decision" : "other work"),
                      "Re-run unchanged is for operational halts.");
    CS_TRY(m_store->closeHalt(open->id, "re-run"));
    CS_TRY(move(*plan, domain::Trigger::Rerun));
    CS_TRY(transaction.commit());
    return *plan;
}

// What a halt is about that was looked for and not found: an actor's program, or that of a validation of its run.
base::Result<EngineCore::Missed> EngineCore::missedBy(const domain::Halt& halt)
{
    if (halt.environment)
        return Missed{halt.environment->program, halt.environment->searchedPath};
    CS_ASSIGN(const auto results, m_store->resultsOf(halt.run));
    CS_ASSIGN(const RegistryView registry, RegistryView::load(*m_store));
    for (const domain::ValidationResult& result : results) {
        if (result.searchedPath.empty())
            continue;
        const auto tool = registry::effectiveTool(result.validation, registry.lookup());
        const std::string program = tool ? plan::programOf(tool->root) : std::string();
        if (!program.empty())
            return Missed{program, result.searchedPath};
    }
    return refuse(codes::PlanNotHalted, "the halt " + halt.id.value + " is about no program that was looked for", "Re-check is for programs that are missing.");
}

base::Result<Recheck> EngineCore::recheck(const domain::HaltId& id)
{
    CS_ASSIGN(const auto halt, m_store->halt(id));
    if (!halt)
        return base::fail(codes::HaltUnknown, "there is no halt " + id.value);
    CS_ASSIGN(const Missed lack, missedBy(*halt));
    const auto began = m_runtime->clock().monotonic();
    const environment::Found found = environment::look(lack.program, lack.searchedPath);
    Recheck out{!found.at.empty(), lack.program, found.at, found.detail, found.searched, 0};
    out.tookMs = std::chrono::duration_cast<std::chrono::milliseconds>(m_runtime->clock().monotonic() - began).count();
    return out;
}

} // namespace countersign
