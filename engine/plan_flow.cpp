#include "engine/plan_flow.h"

#include "engine/authority/token.h"
#include "engine/base/codes.h"
#include "engine/base/files.h"
#include "engine/codes.h"
#include "engine/domain/lifecycle.h"
#include "engine/environment/hint.h"
#include "engine/liveness.h"
#include "engine/plan/codes.h"
#include "engine/plan/work_copy.h"
#include "engine/runner/codes.h"
#include "engine/runner/sandbox_check.h"

#include <algorithm>
#include <condition_variable>
#include <typeinfo>

namespace countersign {

namespace cause = domain::cause;

namespace {

constexpr std::chrono::milliseconds patience{250};
constexpr base::TimeMs heartbeatEvery = 2'000;

std::string endWord(runner::ProcessEnd::How how)
{
    switch (how) {
    case runner::ProcessEnd::How::Exited: return "exited";
    case runner::ProcessEnd::How::Signalled: return "signalled";
    case runner::ProcessEnd::How::NotStarted: return "not_started";
    case runner::ProcessEnd::How::TimedOut: return "timed_out";
    case runner::ProcessEnd::How::Cancelled: return "cancelled";
    }
    return "not_started";
}

// A literal as a pattern of RE2: every byte that could mean something is quoted.
std::string quoted(const std::string& literal)
{
    std::string out;
    for (const char c : literal) {
        if (!std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 0x80)
            out += '\\';
        out += c;
    }
    return out;
}

} // namespace

base::Result<PlanReport> PlanFlow::run()
{
    CS_TRY(load());
    CS_TRY(requireStartable());
    if (m_plan.state == domain::PlanState::Complete)
        return report();
    if (m_plan.phase == domain::Phase::Strategize) {
        CS_ASSIGN(const bool open, passGate());
        if (!open)
            return report();
    }
    CS_TRY(start());
    const std::stop_callback forward(m_stop, [this] { m_keeper->work().request_stop(); });
    base::Result<void> done;
    try {
        done = work();
    } catch (const std::exception& exception) {
        done = base::fail(base::codes::Unknown, std::string(typeid(exception).name()) + ": " + exception.what());
    }
    if (!done)
        CS_TRY(failed(done.error()));
    return report();
}

base::Result<void> PlanFlow::load()
{
    CS_TRY(m_engine.recover());
    CS_ASSIGN(const auto plan, m_store.plan(m_id));
    if (!plan)
        return base::fail(codes::PlanUnknown, "there is no plan " + m_id.value);
    m_plan = *plan;
    CS_ASSIGN(m_registry, RegistryView::load(m_store));
    CS_ASSIGN(m_project, m_engine.projectOf(m_registry, m_plan.projects.at(0)));
    return {};
}

base::Result<void> PlanFlow::requireStartable()
{
    const std::string where = domain::phaseAndState(m_plan);
    if (domain::isFinal(m_plan))
        return base::fail(finalPlan(m_plan));
    if (m_plan.state == domain::PlanState::Errored) {
        CS_ASSIGN(const auto open, m_store.openHaltOf(m_plan.id));
        return base::fail(base::Error(codes::PlanHalted, "the plan of " + m_plan.taskId + " is " + where + (open ? ": " + open->reason : ""))
                              .advise(open && !open->hint.empty() ? open->hint : "Look at its halt: countersignctl halts list"));
    }
    if (m_plan.state == domain::PlanState::Processing)
        return m_engine.busy(m_plan);
    if (m_plan.phase == domain::Phase::Strategize && m_engine.runtime().actor().kind != domain::ActorKind::Person)
        return base::fail(base::Error(codes::PlanNotDispatched, "the plan of " + m_plan.taskId + " was not dispatched")
                              .advise("An agent dispatches it with a token; a person starts it with: countersignctl plan run " + m_plan.taskId));
    if (m_plan.state == domain::PlanState::Complete)
        return {};
    CS_ASSIGN(m_coder, m_engine.coderOf(m_project));
    return {};
}

base::Result<bool> PlanFlow::passGate()
{
    PlanWork gate;
    gate.plan = m_plan;
    gate.phase = domain::EvaluationPhase::PreExecute;
    gate.kind = RunOutcome::Kind::Gate;
    gate.settle = [this](ValidateReport& report) -> base::Result<void> {
        if (report.outcome != domain::Outcome::Pass)
            return {};
        CS_ASSIGN(const auto secret, authority::loadOrCreateSecret(m_store.location().tokenSecret()));
        CS_ASSIGN(const auto token, authority::verifyToken(report.token, secret, m_store.now()));
        CS_ASSIGN(const auto row, m_store.token({token.claims.jti}));
        CS_ASSIGN(const bool claimed, m_store.claimToken(*row));
        report.token.clear(); // it is used; nobody else can do anything with it
        if (!claimed)
            return base::fail(codes::TokenUsed, "a token made a moment ago was claimed already");
        return m_engine.enterExecute(m_plan);
    };
    ValidateRequest request;
    request.project = m_project.name;
    request.taskId = m_plan.taskId;
    CS_ASSIGN(m_validation, ValidationFlow(m_engine, request, m_observer, m_stop, &gate).run());
    return m_validation->outcome == domain::Outcome::Pass;
}

base::Result<void> PlanFlow::start()
{
    CS_ASSIGN(auto transaction, m_store.begin());
    CS_ASSIGN(const auto now, m_store.plan(m_plan.id));
    if (!now || now->phase != m_plan.phase || now->state != domain::PlanState::Queued)
        return m_engine.busy(now.value_or(m_plan));
    m_plan = *now;
    CS_ASSIGN(const domain::Lease lease, m_store.takeLease(m_plan.id));
    CS_TRY(m_engine.move(m_plan, domain::Trigger::Start));
    CS_TRY(transaction.commit());
    m_keeper = std::make_unique<LeaseKeeper>(m_store, lease);
    return {};
}

base::Result<void> PlanFlow::work()
{
    std::vector<std::string> patterns = m_project.redact;
    for (const auto& [name, value] : plan::passedEnvironment(m_coder))
        if (value.size() >= 8)
            patterns.push_back(quoted(value));
    CS_ASSIGN(m_redactor, m_engine.redactor(std::move(patterns)));
    CS_ASSIGN(auto stopped, makeCopies());
    if (!stopped) {
        CS_ASSIGN(const bool worked, coderHasWorked());
        if (!worked) {
            CS_ASSIGN(stopped, code());
        }
    }
    if (m_keeper->work().stop_requested())
        return base::fail(base::codes::Cancelled, "the work on " + m_plan.taskId + " was stopped");
    return stopped ? halt(*stopped) : validate();
}

// The copies are made once; the coder's work in them is kept until the plan ends.
base::Result<std::optional<PlanFlow::Stop>> PlanFlow::makeCopies()
{
    const auto lacks = [this](std::string_view what, const base::Error& error) {
        plan::ActorVerdict verdict{std::string(what), m_coder.command.front(), "The coder " + m_coder.name + " was not started: " + error.text()};
        Stop stop = lacking(verdict, {});
        stop.hint = error.advice().empty() ? stop.hint : error.advice();
        return std::optional(stop);
    };
    auto host = m_engine.processHost();
    if (!host)
        return lacks(cause::SandboxUnavailable, host.error());
    m_host = *host;
    if (auto sandbox = runner::checkSandbox(*m_host); !sandbox)
        return lacks(cause::SandboxUnavailable, sandbox.error());
    CS_ASSIGN(m_copies, m_store.workCopies(m_plan.id));
    for (const domain::WorkCopy& copy : m_copies) {
        std::error_code error;
        if (std::filesystem::exists(copy.path, error))
            continue;
        CS_ASSIGN(auto transaction, m_store.begin(m_keeper->lease()));
        CS_TRY(m_store.forget(copy));
        CS_TRY(transaction.commit());
        return lacks(cause::CoderStartFailed, base::Error(plan::codes::WorkCopyFailed, "its working directory " + copy.path + " is gone")
                                                  .advise("Find out what removed it; re-run unchanged makes a new copy of the resource."));
    }
    const bool fresh = m_copies.empty();
    for (const domain::Resource& resource : resourcesOf(m_registry, m_plan)) {
        if (std::any_of(m_copies.begin(), m_copies.end(), [&](const auto& copy) { return copy.resource == resource.name; }))
            continue;
        auto made = plan::makeWorkCopy(resource, m_plan.id, m_store.location().work, *m_host, m_keeper->work().get_token());
        if (!made && made.error().is(base::codes::Cancelled))
            return base::fail(made.error());
        if (!made)
            return lacks(cause::CoderStartFailed, made.error());
        CS_ASSIGN(const plan::Tree tree, plan::readTree(workedOn(resource, {*made}), *m_host, m_engine.runtime().contentCache(), m_keeper->work().get_token()));
        made->baseTree = tree.digest;
        made->madeAt = m_store.now();
        CS_ASSIGN(auto transaction, m_store.begin(m_keeper->lease()));
        CS_TRY(m_store.save(*made));
        CS_TRY(transaction.commit());
        m_copies.push_back(std::move(*made));
    }
    if (!fresh)
        return std::optional<Stop>();
    CS_ASSIGN(const Trees now, trees());
    return compareWithValidated(now);
}

// What the coder starts from must be what was validated, not what stands there since.
base::Result<std::optional<PlanFlow::Stop>> PlanFlow::compareWithValidated(const Trees& now)
{
    CS_ASSIGN(const auto token, m_store.claimedToken(m_plan.id));
    CS_ASSIGN(const auto run, m_store.run(token ? token->run : domain::RunId{}));
    if (!run || run->workTree == plan::workTreeDigest(now))
        return std::optional<Stop>();
    CS_ASSIGN(auto transaction, m_store.begin(m_keeper->lease()));
    for (const domain::WorkCopy& copy : m_copies)
        CS_TRY(m_store.forget(copy));
    CS_TRY(transaction.commit());
    Stop stop{domain::Outcome::ValidatorError, std::string(cause::WorkTreeChanged),
              "The work is no longer what was validated: it changed between the token and the start of the coder.",
              "Put the work back as it was validated and re-run unchanged, or cancel the plan and begin with a new task.", {}};
    return std::optional(std::move(stop));
}

base::Result<Trees> PlanFlow::trees() const
{
    return readTrees(resourcesOf(m_registry, m_plan, m_copies), *m_host, m_engine.runtime().contentCache(), m_keeper->work().get_token());
}

base::Result<bool> PlanFlow::coderHasWorked()
{
    CS_ASSIGN(const auto calls, m_store.callsOf(m_plan.id, 50));
    return std::any_of(calls.begin(), calls.end(), [this](const domain::ActorCall& call) {
        return call.role == m_coder.role && call.attempt == m_plan.attempt && call.round == m_plan.round && call.worked();
    });
}

base::Result<std::optional<PlanFlow::Stop>> PlanFlow::code()
{
    CS_ASSIGN(const Trees before, trees());
    domain::ActorCall call;
    call.id = base::newId<domain::CallTag>(m_engine.runtime().clock());
    call.plan = m_plan.id;
    call.attempt = m_plan.attempt;
    call.round = m_plan.round;
    call.role = m_coder.role;
    call.actor = m_coder.name;
    call.command = m_coder.command;
    call.startedAt = m_store.now();
    call.workTreeBefore = plan::workTreeDigest(before);
    {
        CS_ASSIGN(auto transaction, m_store.begin(m_keeper->lease()));
        CS_TRY(m_store.add(call));
        CS_TRY(transaction.commit());
    }
    CS_ASSIGN(const domain::Resolution resolution, m_engine.resolutionOf(m_registry, m_plan));
    const std::vector<domain::Resource> resources = resourcesOf(m_registry, m_plan, m_copies);
    const auto tool = [this](const std::string& name) { return m_registry.tool(name); };
    const domain::Json input = plan::actorInput(m_coder, {m_plan, resources, resolution.effective, tool});
    const runner::ProcessEnd end = watch(plan::actorCommand(m_coder, m_copies, input, m_engine.runtime().searchPath()));
    if (auto lost = m_keeper->lost())
        return base::fail(*lost);
    // What a cancelled coder left is read too: a new start must know whether it changed anything.
    const base::Result<Trees> after = readTrees(resources, *m_host, m_engine.runtime().contentCache(), {});
    const bool changed = !after || plan::workTreeDigest(*after) != call.workTreeBefore;
    const plan::ActorVerdict verdict = plan::judge(m_coder, end, changed);
    call.cause = verdict.cause;
    CS_ASSIGN(call, endCall(std::move(call), end, after));
    if (!after)
        return base::fail(after.error());
    return verdict.cause.empty() ? std::optional<Stop>() : std::optional(lacking(verdict, call));
}

runner::ProcessEnd PlanFlow::watch(runner::CommandSpec command)
{
    struct Shared
    {
        std::mutex mutex{};
        std::condition_variable arrived{};
        std::optional<runner::ProcessEnd> end{};
    };
    const auto shared = std::make_shared<Shared>();
    const runner::JobId job = m_host->start(std::move(command), [shared](runner::ProcessEnd end) {
        const std::scoped_lock lock(shared->mutex);
        shared->end = std::move(end);
        shared->arrived.notify_one();
    });
    const std::stop_callback cancel(m_keeper->work().get_token(), [this, job] { m_host->cancel(job); });
    base::TimeMs lastBeat = m_store.now();
    std::unique_lock lock(shared->mutex);
    while (!shared->arrived.wait_for(lock, patience, [&] { return shared->end.has_value(); })) {
        if (m_store.now() - lastBeat < heartbeatEvery)
            continue;
        lastBeat = m_store.now();
        lock.unlock();
        (void)m_store.heartbeat();
        lock.lock();
    }
    return std::move(*shared->end);
}

base::Result<domain::ActorCall> PlanFlow::endCall(domain::ActorCall call, const runner::ProcessEnd& end, const base::Result<Trees>& after)
{
    call.endedAt = m_store.now();
    call.end = endWord(end.how);
    if (end.how == runner::ProcessEnd::How::Exited)
        call.exitStatus = end.exitCode;
    if (end.how == runner::ProcessEnd::How::Signalled)
        call.signal = end.signal;
    CS_ASSIGN(call.standardOutput, plan::keepOutput(end.out, *m_redactor, m_store.outputs()));
    CS_ASSIGN(call.standardError, plan::keepOutput(end.err, *m_redactor, m_store.outputs()));
    if (after)
        call.workTreeAfter = plan::workTreeDigest(*after);
    CS_ASSIGN(auto transaction, m_store.begin(m_keeper->lease()));
    CS_TRY(m_store.end(call));
    CS_TRY(transaction.commit());
    return call;
}

PlanFlow::Stop PlanFlow::lacking(const plan::ActorVerdict& verdict, const domain::ActorCall& call) const
{
    const std::string path = m_engine.runtime().searchPath();
    // An installed program that fails is not helped by installing it.
    const bool installs = verdict.cause != cause::CoderFailed && verdict.cause != cause::CoderTimeout && verdict.cause != cause::SandboxUnavailable;
    environment::Hint hint{"Look at what it printed, mend what it needs on this machine, then re-run unchanged.", {}, "generic"};
    if (installs)
        hint = environment::hintFor(verdict.program, verdict.program == m_coder.command.front() ? m_coder.installHint : std::string(),
                                    environment::managersHere(path), path);
    domain::Environment lack{m_coder.name, verdict.program, m_coder.command, path, hostName(), hint.origin, hint.command,
                             m_copies.empty() ? std::string() : m_copies.front().path, call.id};
    return {domain::Outcome::EnvironmentError, verdict.cause, m_redactor ? m_redactor->text(verdict.reason) : verdict.reason, hint.text, lack};
}

base::Result<void> PlanFlow::validate()
{
    PlanWork post;
    post.plan = m_plan;
    post.copies = m_copies;
    post.keeper = m_keeper.get();
    post.settle = [this](ValidateReport& report) { return settle(report); };
    ValidateRequest request;
    request.project = m_project.name;
    request.taskId = m_plan.taskId;
    CS_ASSIGN(m_validation, ValidationFlow(m_engine, request, m_observer, m_keeper->work().get_token(), &post).run());
    return {};
}

// Inside the transaction that stores the run's outcome: the run and the plan never tell different stories.
base::Result<void> PlanFlow::settle(const ValidateReport& report)
{
    CS_TRY(m_engine.move(m_plan, report.outcome == domain::Outcome::Pass ? domain::Trigger::Finish : domain::Trigger::Halt));
    return m_store.release(m_keeper->lease());
}

base::Result<void> PlanFlow::halt(const Stop& stop)
{
    domain::Halt halt = m_engine.haltOf(m_plan, stop.outcome, stop.cause, stop.reason, stop.hint);
    halt.environment = stop.environment;
    CS_ASSIGN(auto transaction, m_store.begin(m_keeper->lease()));
    CS_TRY(replaceHalt(m_store, halt));
    CS_TRY(m_engine.move(m_plan, domain::Trigger::Halt));
    CS_TRY(m_store.release(m_keeper->lease()));
    return transaction.commit();
}

base::Result<void> PlanFlow::cancelled()
{
    const domain::PlanCommand command = *m_keeper->cancelAsked();
    CS_ASSIGN(auto transaction, m_store.begin(m_keeper->lease()));
    CS_TRY(m_store.takeCommands(m_plan.id));
    CS_TRY(m_engine.endPlan(m_plan, command.reason));
    CS_TRY(m_store.release(m_keeper->lease()));
    return transaction.commit();
}

// Whatever happened, the plan says where it stands: only a lost lease leaves that to whoever has it now.
base::Result<void> PlanFlow::failed(const base::Error& error)
{
    if (auto lost = m_keeper->lost())
        return base::fail(*lost);
    m_engine.runtime().log().write(error);
    CS_ASSIGN(const auto now, m_store.plan(m_plan.id));
    if (!now || now->state != domain::PlanState::Processing)
        return {}; // the flow of the validations has stored what became of it
    if (m_keeper->cancelAsked())
        return cancelled();
    if (error.is(base::codes::Cancelled))
        return halt({domain::Outcome::InternalError, std::string(cause::EngineDied), "The program that worked on the plan was asked to end.",
                     "Re-run unchanged: countersignctl plan retry " + m_plan.taskId, {}});
    const bool store = error.name() == "StoreError";
    return halt({domain::Outcome::InternalError, std::string(store ? cause::StoreError : cause::InternalError),
                 m_redactor ? m_redactor->text(error.text()) : error.text(), error.advice(), {}});
}

base::Result<PlanReport> PlanFlow::report()
{
    PlanReport out;
    CS_ASSIGN(const auto plan, m_store.plan(m_id));
    out.plan = plan.value_or(m_plan);
    CS_ASSIGN(out.halt, m_store.openHaltOf(m_id));
    CS_ASSIGN(const auto calls, m_store.callsOf(m_id, 1));
    if (!calls.empty())
        out.lastCall = calls.front();
    out.validation = m_validation;
    out.notices = m_notices;
    if (out.halt)
        out.outcome = out.halt->info().outcome;
    return out;
}

} // namespace countersign
