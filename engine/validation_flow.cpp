#include "engine/validation_flow.h"

#include "engine/authority/coverage.h"
#include "engine/authority/token.h"
#include "engine/base/codes.h"
#include "engine/base/digest.h"
#include "engine/base/text.h"
#include "engine/codes.h"
#include "engine/domain/lifecycle.h"
#include "engine/lease_keeper.h"
#include "engine/liveness.h"
#include "engine/plan/codes.h"
#include "engine/preparation.h"
#include "engine/runner/codes.h"
#include "engine/runner/sandbox_check.h"
#include "engine/store/codes.h"

#include <algorithm>
#include <thread>
#include <typeinfo>

namespace countersign {

namespace {

constexpr std::chrono::milliseconds patience{200};
constexpr base::TimeMs heartbeatEvery = 2'000;

std::string names(const std::vector<domain::ValidationResult>& results, domain::Severity severity)
{
    std::string out;
    for (const domain::ValidationResult& result : results)
        if (result.severity() == severity)
            out += (out.empty() ? "" : ", ") + result.validation;
    return out;
}

// One sentence for people, naming what decided.
std::string reasonFor(const policy::PolicyOutcome& outcome, const std::vector<domain::ValidationResult>& results)
{
    switch (outcome.outcome) {
    case domain::Outcome::Blocker: return names(results, domain::Severity::Blocker) + " failed. " + outcome.reason;
    case domain::Outcome::Escalate: return names(results, domain::Severity::Warn) + " warned. " + outcome.reason;
    case domain::Outcome::ValidatorError: {
        const std::string who = names(results, domain::Severity::Error);
        return (who.empty() ? std::string() : who + " gave no verdict. ") + outcome.reason;
    }
    default: return outcome.reason;
    }
}

bool stableOrder(const domain::ValidationResult& a, const domain::ValidationResult& b)
{
    return std::tie(a.resource, a.mode, a.validation, a.attachment) < std::tie(b.resource, b.mode, b.validation, b.attachment);
}

// What a run rests on, as far as the registry says it: compared at its end with what stands then.
domain::Json registered(const std::vector<plan::PlannedValidation>& planned)
{
    domain::Json out = domain::Json::array();
    for (const plan::PlannedValidation& each : planned)
        out.push_back({each.attachment.attachment.id.value, each.definitionDigest, each.attachment.args, domain::toText(each.mode),
                       domain::toJson(each.resource), each.rootArguments, each.timeout.count()});
    return out;
}

} // namespace

ValidationFlow::ValidationFlow(EngineCore& engine, const ValidateRequest& request, RunObserver& observer, std::stop_token stop, const PlanWork* work)
    : m_engine(engine), m_store(engine.store()), m_request(request), m_observer(observer), m_stop(std::move(stop)), m_work(work)
{
}

ValidationFlow::~ValidationFlow() { m_engine.runtime().runEnded(m_run.id); }

base::Result<ValidateReport> ValidationFlow::run()
{
    CS_TRY(identify());
    makeReady();
    if (m_stop.stop_requested())
        return base::fail(base::codes::Cancelled, "the validation of " + m_plan.taskId + " was cancelled before it began");
    CS_ASSIGN(const auto running, beginOrFind());
    if (running) {
        CS_ASSIGN(auto joined, join(*running));
        return joined ? std::move(*joined) : ValidationFlow(m_engine, m_request, m_observer, m_stop, m_work).run();
    }
    try {
        auto report = runToTheEnd();
        return report ? std::move(report) : base::fail(failed(std::move(report.error())));
    } catch (const std::exception& exception) {
        return base::fail(failed(base::Error(base::codes::Unknown, std::string(typeid(exception).name()) + ": " + exception.what())));
    }
}

base::Result<ValidateReport> ValidationFlow::runToTheEnd()
{
    m_observer.started(m_run, m_resolution);
    if (!m_obstacle)
        CS_TRY(execute());
    if (m_stop.stop_requested())
        return base::fail(base::codes::Cancelled, "the run " + m_run.id.value + " was cancelled");
    return conclude();
}

// A run that was begun always ends: the task would otherwise wait for a run that nobody works on.
base::Error ValidationFlow::failed(base::Error error)
{
    const auto end = [&]() -> base::Result<void> {
        if (error.is(base::codes::Cancelled) || error.is(codes::PlanMoved))
            return cancelled();
        CS_ASSIGN(auto transaction, begin());
        CS_ASSIGN(const auto stored, m_store.run(m_run.id));
        if (!stored || stored->state != domain::RunState::Running)
            return {};
        const bool store = error.name() == store::codes::StoreFailed.name;
        m_run.state = domain::RunState::Complete;
        m_run.endedAt = m_store.now();
        m_run.summary = stopped(store ? domain::cause::StoreError : domain::cause::InternalError, error.text());
        m_run.summary->outcome = domain::Outcome::InternalError;
        ValidateReport report;
        report.outcome = domain::Outcome::InternalError;
        report.decision = m_run.summary->decision;
        report.hint = error.advice().empty() ? "Look at the engine's log, then validate again." : error.advice();
        m_results.clear();
        CS_TRY(storeOutcome(report, {}));
        return transaction.commit();
    };
    if (auto ended = end(); !ended)
        m_engine.runtime().log().write(ended.error());
    return error;
}

void ValidationFlow::makeReady()
{
    auto host = m_engine.processHost();
    if (host) {
        m_host = *host;
        if (auto sandbox = runner::checkSandbox(*m_host); !sandbox)
            m_obstacle = sandbox.error();
    } else {
        m_obstacle = host.error();
    }
    if (!m_obstacle) {
        if (auto trees = treesNow())
            m_before = std::move(*trees);
        else
            m_obstacle = trees.error();
    }
    m_run.workTree = plan::workTreeDigest(m_before);
    m_planned = plannedNow();
}

std::vector<plan::PlannedValidation> ValidationFlow::plannedNow() const
{
    std::vector<plan::PlannedValidation> out;
    const std::vector<domain::WorkCopy> none;
    const Preparation prepare(m_registry, m_before, m_work != nullptr ? m_work->copies : none);
    for (const domain::ResolvedAttachment& attachment : m_resolution.effective)
        if (wanted(attachment))
            out.push_back(prepare.of(attachment));
    return out;
}

// Of several projects, the only one that has the task, when none was named; empty where that decides nothing.
base::Result<std::string> ValidationFlow::projectNamed() const
{
    if (!m_request.project.empty() || m_registry.projects().size() < 2)
        return m_request.project;
    std::vector<std::string> found;
    for (const auto& [name, project] : m_registry.projects()) {
        CS_ASSIGN(const auto plan, m_store.planOfTask(name, m_request.taskId));
        if (plan)
            found.push_back(name);
    }
    return found.size() == 1 ? found.front() : std::string();
}

base::Result<void> ValidationFlow::identify()
{
    CS_ASSIGN(m_registry, RegistryView::load(m_store));
    CS_ASSIGN(const std::string named, projectNamed());
    CS_ASSIGN(m_project, m_engine.projectOf(m_registry, named));
    CS_ASSIGN(m_redactor, m_engine.redactor(m_project.redact));
    CS_ASSIGN(auto transaction, begin());
    CS_TRY(findPlan());
    m_run.specDigest = base::sha256Hex(m_plan.specification);
    // A request that is refused because of a running one must not have changed the specification under it.
    CS_ASSIGN(const auto running, m_store.runningRun(m_plan.id));
    if (running && running->specDigest != m_run.specDigest) {
        CS_ASSIGN(const bool goesOn, inProgress(*running));
        if (goesOn)
            return refused(*running);
    }
    CS_TRY(transaction.commit());
    CS_ASSIGN(m_resolution, m_engine.resolutionOf(m_registry, m_plan));
    m_run.id = base::newId<domain::RunTag>(m_engine.runtime().clock());
    m_run.plan = m_plan.id;
    m_run.taskId = m_plan.taskId;
    m_run.phase = m_plan.phase;
    m_run.attempt = m_plan.attempt;
    m_run.round = m_plan.round;
    m_run.actor = m_engine.runtime().actor().json();
    m_run.owner = m_store.identity().process;
    if (m_request.phase)
        m_run.narrowed = domain::toText(*m_request.phase);
    return {};
}

base::Result<void> ValidationFlow::findPlan()
{
    if (m_work == nullptr) {
        CS_ASSIGN(m_plan, m_engine.planFor(m_project, m_request.taskId, m_request.title, m_request.specification));
        return {};
    }
    m_plan = m_work->plan;
    return stillTheSamePlan();
}

// A plan may be dispatched, cancelled or moved while nothing is locked.
base::Result<void> ValidationFlow::stillTheSamePlan()
{
    CS_ASSIGN(const auto now, m_store.plan(m_plan.id));
    if (now && now->phase == m_plan.phase && now->state == m_plan.state && now->attempt == m_plan.attempt && now->round == m_plan.round)
        return {};
    return base::fail(base::Error(codes::PlanMoved, "the plan of " + m_plan.taskId + " is " + (now ? domain::phaseAndState(*now) : "gone") + " now")
                          .advise("Look at it again: countersignctl plan show " + m_plan.taskId));
}

base::Result<store::Transaction> ValidationFlow::begin()
{
    return m_work != nullptr && m_work->keeper != nullptr ? m_store.begin(m_work->keeper->lease()) : m_store.begin();
}

RunOutcome::Kind ValidationFlow::kind() const
{
    return m_work != nullptr ? m_work->kind : m_request.phase ? RunOutcome::Kind::Narrowed : RunOutcome::Kind::Gate;
}

base::Result<Trees> ValidationFlow::treesNow() const
{
    const std::vector<domain::WorkCopy> none;
    return readTrees(resourcesOf(m_registry, m_plan, m_work != nullptr ? m_work->copies : none), *m_host, m_engine.runtime().contentCache(), m_stop);
}

bool ValidationFlow::wanted(const domain::ResolvedAttachment& attachment) const
{
    const domain::Tool* tool = m_registry.tool(attachment.attachment.validation);
    if (tool == nullptr || !tool->validation)
        return true;
    const domain::EvaluationPhase phase = tool->validation->phase;
    const std::optional<domain::EvaluationPhase> only = m_work != nullptr ? std::optional(m_work->phase) : m_request.phase;
    if (only)
        return phase == domain::EvaluationPhase::Both || *only == domain::EvaluationPhase::Both || phase == *only;
    return !m_project.gatePreExecuteOnly || phase != domain::EvaluationPhase::PostExecute;
}

base::Result<bool> ValidationFlow::inProgress(const domain::Run& run) const
{
    if (run.owner == m_store.identity().process)
        return m_engine.runtime().runGoesOn(run.id);
    CS_ASSIGN(const auto owner, m_store.process(run.owner));
    return owner && isAlive(*owner, m_store.now());
}

base::Failure ValidationFlow::refused(const domain::Run& running) const
{
    const auto row = m_store.process(running.owner);
    const store::ProcessRow owner = row && *row ? **row : store::ProcessRow{};
    return base::fail(base::Error(codes::RunInProgress, owner.program + " of " + owner.actor.name + " (pid " + std::to_string(owner.actor.pid) +
                                                            " on " + owner.actor.host + ") is validating " + m_plan.taskId)
                          .advise("Wait until it ends, then try again."));
}

base::Result<std::optional<domain::RunId>> ValidationFlow::beginOrFind()
{
    CS_ASSIGN(auto transaction, begin());
    CS_TRY(stillTheSamePlan());
    CS_ASSIGN(auto running, m_store.runningRun(m_plan.id));
    if (running) {
        CS_ASSIGN(const bool goesOn, inProgress(*running));
        if (goesOn) {
            if (m_work == nullptr && running->specDigest == m_run.specDigest && running->workTree == m_run.workTree && running->narrowed == m_run.narrowed &&
                running->planned == static_cast<int>(m_planned.size()))
                return std::optional(running->id);
            return refused(*running);
        }
        CS_TRY(m_engine.closeDied(*running));
    }
    for (const domain::RunId& closed : m_engine.takeClosed(m_plan.id))
        m_notices.push_back("the run " + closed.value + " was left by a program that ended, and was closed");
    CS_TRY(m_store.voidTokens(m_plan.id));
    m_run.startedAt = m_store.now();
    m_run.planned = static_cast<int>(m_planned.size());
    CS_TRY(m_store.add(m_run));
    m_engine.runtime().runBegan(m_run.id);
    CS_TRY(transaction.commit());
    return std::optional<domain::RunId>();
}

base::Result<std::optional<ValidateReport>> ValidationFlow::join(const domain::RunId& id)
{
    while (!m_stop.stop_requested()) {
        CS_ASSIGN(const auto run, m_store.run(id));
        if (!run)
            return base::fail(codes::RunUnknown, "the run " + id.value + " vanished");
        if (run->state == domain::RunState::Cancelled || run->state == domain::RunState::Died)
            return std::optional<ValidateReport>();
        if (run->state != domain::RunState::Running) {
            CS_ASSIGN(ValidateReport report, m_engine.runReport(id));
            report.joined = true;
            CS_TRY(repeatToken(report));
            return std::optional(std::move(report));
        }
        CS_ASSIGN(const bool goesOn, inProgress(*run));
        if (!goesOn)
            return std::optional<ValidateReport>();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return base::fail(base::codes::Cancelled, "no longer waiting for the run " + id.value);
}

// The token of a run is made of what the store holds, so that everyone who waited for the run gets the same one.
base::Result<void> ValidationFlow::repeatToken(ValidateReport& report)
{
    CS_ASSIGN(const domain::Json stored, m_store.reportOf(report.run.id));
    if (!stored.is_object() || !stored.contains("token"))
        return {};
    const domain::Json& token = stored.at("token");
    CS_ASSIGN(const auto secret, authority::loadOrCreateSecret(m_store.location().tokenSecret()));
    CS_ASSIGN(report.token, authority::issueToken({domain::textOr(token, "jti"), domain::integerOr(token, "iat", 0), domain::integerOr(token, "exp", 0),
                                                   report.plan.taskId, report.plan.id.value, report.run.id.value, report.run.specDigest,
                                                   report.run.workTree, domain::toJson(report.decision)},
                                                  secret));
    return {};
}

base::Result<void> ValidationFlow::execute()
{
    plan::ExecutionSettings settings;
    settings.run = m_run;
    settings.context = {{"v", 1},
                        {"project", m_project.name},
                        {"plan", m_plan.id.value},
                        {"task_id", m_plan.taskId},
                        {"title", m_plan.title},
                        {"specification", m_plan.specification},
                        {"phase", domain::toText(m_run.phase)},
                        {"attempt", m_run.attempt},
                        {"round", m_run.round},
                        {"changed", domain::Json::array()}};
    settings.searchPath = m_engine.runtime().searchPath();
    settings.parallel = parallelism(m_request.parallel, m_engine.runtime().configuration());
    plan::Execution execution(m_planned, settings, *m_host, *m_redactor, m_store.outputs(), m_engine.runtime().clock());
    const base::Clock& clock = m_engine.runtime().clock();
    const auto deadline = clock.monotonic() + std::chrono::seconds(m_plan.limits.runTimeoutSeconds);
    base::TimeMs lastBeat = m_store.now();
    bool late = false;
    while (!execution.done()) {
        late = late || clock.monotonic() > deadline;
        if (late || m_stop.stop_requested())
            execution.cancel();
        CS_TRY(keepAlive(lastBeat));
        auto result = execution.next(patience);
        if (!result)
            continue;
        CS_ASSIGN(auto transaction, begin());
        CS_ASSIGN(result->row, m_store.add(*result));
        CS_TRY(transaction.commit());
        m_observer.resultStored(*result);
        m_results.push_back(std::move(*result));
    }
    if (late)
        m_notices.push_back("the run reached its time limit of " + std::to_string(m_plan.limits.runTimeoutSeconds) + " s");
    std::sort(m_results.begin(), m_results.end(), stableOrder);
    if (m_results.size() != m_planned.size())
        return base::fail(base::codes::Unknown, std::to_string(m_results.size()) + " of " + std::to_string(m_planned.size()) + " validations gave a result");
    return {};
}

base::Result<void> ValidationFlow::keepAlive(base::TimeMs& lastBeat)
{
    if (m_store.now() - lastBeat < heartbeatEvery)
        return {};
    lastBeat = m_store.now();
    (void)m_store.heartbeat();
    return m_work != nullptr ? base::Result<void>() : stillTheSamePlan();
}

domain::RunSummary ValidationFlow::stopped(std::string_view cause, std::string reason) const
{
    domain::RunSummary out;
    out.decision.policy = domain::toJson(m_project.policy);
    out.outcome = domain::Outcome::ValidatorError;
    out.cause = cause;
    out.reason = m_redactor->text(reason);
    out.workTree = m_run.workTree;
    return out;
}

domain::RunSummary ValidationFlow::judge(std::vector<std::string>& restsOn)
{
    authority::CoverageContext context;
    context.project = m_project.name;
    context.plan = m_plan.id.value;
    context.taskId = m_plan.taskId;
    context.specDigest = m_run.specDigest;
    context.workTree = m_run.workTree;
    context.now = m_store.now();
    context.rules = m_project.decision;
    const auto requesters = m_engine.requestersOf(m_plan, m_run.id);
    const auto records = m_store.recordsOf(m_plan.id);
    const auto signers = m_store.signers();
    authority::Coverage coverage;
    if (requesters && records && signers) {
        context.requesters = *requesters;
        coverage = authority::coveredWarns(m_results, *records, *signers, context);
    } else {
        m_notices.push_back("decisions could not be read, none is counted");
    }
    for (const authority::IgnoredRecord& ignored : coverage.ignored) {
        m_notices.push_back("decision record " + ignored.jti + " is not counted: " + ignored.why.text());
        m_ignored.push_back({{"jti", ignored.jti}, {"code", ignored.why.code()}, {"run", m_run.id.value}, {"detail", ignored.why.message()}});
    }
    policy::PolicyInput input{m_project.policy, {}};
    for (std::size_t i = 0; i < m_results.size(); ++i)
        input.votes.push_back({m_results[i].mode, m_results[i].verdict, coverage.covers(i)});
    const policy::PolicyOutcome outcome = policy::decide(input);
    restsOn = coverage.restsOn();
    domain::RunSummary out{outcome.allRequiredPassed, outcome.decision, outcome.outcome, outcome.cause, reasonFor(outcome, m_results), m_run.workTree};
    const bool changed = std::any_of(m_results.begin(), m_results.end(),
                                     [](const auto& r) { return r.errorCode == plan::codes::DefinitionChanged.code; });
    if (changed && out.outcome == domain::Outcome::ValidatorError)
        out.cause = domain::cause::DefinitionChanged;
    return out;
}

std::string ValidationFlow::hint() const
{
    const domain::RunSummary& summary = *m_run.summary;
    if (summary.outcome == domain::Outcome::ValidatorError) {
        for (const domain::ValidationResult& result : m_results)
            if (!result.hint.empty())
                return result.hint;
        if (m_obstacle && !m_obstacle->advice().empty())
            return m_obstacle->advice();
        if (summary.cause == domain::cause::DefinitionChanged && m_run.state == domain::RunState::Void)
            return "Validate again.";
        if (summary.cause == domain::cause::DefinitionChanged)
            return "Review the change of the pinned files, then import again: countersignctl import DIR";
        if (summary.cause == domain::cause::NoValidations)
            return "Attach a validation to a resource of the project: countersignctl validation attach RESOURCE VALIDATION";
        return "Open the result and its output, then validate again.";
    }
    if (summary.outcome == domain::Outcome::Escalate)
        return "A person decides, in the console's Inbox or with: countersignctl authorize; then validate again.";
    if (summary.outcome == domain::Outcome::Blocker)
        return "Change the work so that the required validations pass, then validate again. A blocker can't be decided away.";
    return {};
}

// What is registered may have changed while the run went on: then its results don't answer for what applies now.
base::Result<bool> ValidationFlow::sameAsPlanned()
{
    CS_ASSIGN(m_registry, RegistryView::load(m_store));
    const domain::Project* project = m_registry.project(m_project.name);
    if (project == nullptr || domain::toJson(*project) != domain::toJson(m_project))
        return false;
    CS_ASSIGN(m_resolution, m_engine.resolutionOf(m_registry, m_plan));
    return registered(plannedNow()) == registered(m_planned);
}

base::Result<domain::RunSummary> ValidationFlow::summary(const base::Result<Trees>& after, std::vector<std::string>& restsOn)
{
    if (m_obstacle) {
        const bool sandbox = m_obstacle->is(runner::codes::SandboxUnavailable) || m_obstacle->is(codes::HelpersMissing);
        return stopped(sandbox ? domain::cause::SandboxUnavailable : domain::cause::ValidatorError, m_obstacle->text());
    }
    const bool untouched = after && after->size() == m_before.size() && std::all_of(m_before.begin(), m_before.end(), [&](const auto& entry) {
                               return after->contains(entry.first) && plan::untouched(entry.second, after->at(entry.first));
                           });
    CS_ASSIGN(const bool same, sameAsPlanned());
    if (untouched && same) {
        domain::RunSummary out = judge(restsOn);
        CS_TRY(noneApplicable(out));
        return out;
    }
    m_run.state = domain::RunState::Void;
    if (!untouched)
        return stopped(domain::cause::WorkTreeChanged, after ? "The work tree changed while the validations ran." : after.error().text());
    return stopped(domain::cause::DefinitionChanged, "What is registered changed while the validations ran, so they don't answer for what applies now.");
}

// Inside a plan an empty set is a gate state of its own, not a halt (SPEC 6.6): said and recorded.
base::Result<void> ValidationFlow::noneApplicable(domain::RunSummary& summary)
{
    if (m_work == nullptr || !m_planned.empty())
        return {};
    summary.outcome = domain::Outcome::Pass;
    summary.cause = domain::cause::NoneApplicable;
    summary.reason = "No validation applies in this phase.";
    m_notices.push_back("no validation applies in this phase, so nothing was checked");
    return m_store.append(domain::event::GateNoneApplicable, m_plan.id.value,
                          {{"run", m_run.id.value}, {"phase", domain::toText(m_run.phase)}, {"attempt", m_run.attempt}})
        .map([](const domain::Event&) {});
}

base::Result<ValidateReport> ValidationFlow::conclude()
{
    base::Result<Trees> after = m_obstacle ? base::Result<Trees>(Trees()) : treesNow();
    if (!after && after.error().is(base::codes::Cancelled))
        return base::fail(std::move(after.error()));
    // Judged inside the transaction that stores the outcome: no decision can be rejected or withdrawn in between.
    CS_ASSIGN(auto transaction, begin());
    CS_TRY(stillTheSamePlan());
    m_run.state = domain::RunState::Complete;
    std::vector<std::string> restsOn;
    CS_ASSIGN(m_run.summary, summary(after, restsOn));
    ValidateReport report;
    report.plan = m_plan;
    report.results = m_results;
    report.decision = m_run.summary->decision;
    report.outcome = m_run.summary->outcome;
    report.nextAction = domain::info(report.outcome).nextAction;
    report.hint = hint();
    report.notices = m_notices;
    CS_TRY(storeOutcome(report, restsOn));
    CS_TRY(transaction.commit());
    report.run = m_run;
    return report;
}

base::Result<void> ValidationFlow::storeOutcome(ValidateReport& report, const std::vector<std::string>& restsOn)
{
    for (const domain::Json& ignored : m_ignored)
        CS_TRY(m_store.append(domain::event::DecisionIgnored, m_plan.id.value, ignored));
    CS_TRY(RunOutcome(m_engine, m_project, m_plan, m_run, m_results).store(report, restsOn, kind()));
    return m_work != nullptr && m_work->settle ? m_work->settle(report) : base::Result<void>();
}

base::Result<void> ValidationFlow::cancelled()
{
    CS_ASSIGN(auto transaction, begin());
    m_run.state = domain::RunState::Cancelled;
    m_run.endedAt = m_store.now();
    CS_TRY(m_store.end(m_run, domain::Json::array(), domain::Json::object()));
    return transaction.commit();
}

} // namespace countersign
