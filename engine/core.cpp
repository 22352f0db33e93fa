#include "engine/core.h"

#include "engine/base/files.h"
#include "engine/codes.h"
#include "engine/environment/hint.h"
#include "engine/liveness.h"
#include "engine/runner/sandbox_check.h"
#include "engine/store/codes.h"
#include "engine/store/migrations.h"
#include "engine/validation_flow.h"

namespace countersign {

base::Result<std::unique_ptr<Engine>> Engine::open(std::shared_ptr<Runtime> runtime, std::filesystem::path file, OpenMode mode)
{
    auto core = std::dynamic_pointer_cast<RuntimeCore>(std::move(runtime));
    if (file.empty())
        file = core->stateDirectory() / "countersign.db";
    std::error_code error;
    const bool migrate = mode == OpenMode::CreateOrMigrate || (mode == OpenMode::ExistingOrMigrate && std::filesystem::exists(file, error));
    auto opened = store::Store::open(store::locationOf(file), core->identity(), migrate);
    if (!opened) {
        core->log().write(opened.error());
        return base::fail(opened.error());
    }
    return std::make_unique<EngineCore>(std::move(core), std::move(*opened));
}

EngineCore::EngineCore(std::shared_ptr<RuntimeCore> runtime, std::unique_ptr<store::Store> store)
    : m_runtime(std::move(runtime)), m_store(std::move(store))
{
}

base::Result<StoreStatus> EngineCore::status()
{
    StoreStatus out;
    out.location = m_store->location().database.string();
    out.name = m_store->location().database.stem().string();
    out.schemaVersion = store::currentVersion();
    CS_ASSIGN(const auto last, m_store->lastEvent());
    if (last) {
        out.events = last->seq + 1;
        out.headHash = last->hash;
    }
    if (m_lastVerification && !m_lastVerification->intact) {
        out.chainBroken = true;
        out.brokenAt = m_lastVerification->problems.empty() ? -1 : m_lastVerification->problems.front().seq;
    }
    CS_ASSIGN(const auto processes, m_store->processes());
    for (const store::ProcessRow& row : processes)
        if (isAlive(row, m_store->now()))
            out.processes.push_back({row.id, row.actor, row.program, row.startedAt, row.heartbeatAt, true});
    return out;
}

base::Result<Changes> EngineCore::poll(const Cursor& since)
{
    Changes out;
    out.now = since;
    CS_ASSIGN(out.events, m_store->eventsAfter(since.event, 500));
    CS_ASSIGN(out.results, m_store->resultsAfter(since.result, 500));
    out.more = out.events.size() == 500 || out.results.size() == 500;
    if (!out.events.empty())
        out.now.event = out.events.back().seq;
    if (!out.results.empty())
        out.now.result = out.results.back().row;
    out.moved = out.now != since;
    return out;
}

base::Result<void> EngineCore::heartbeat()
{
    if (m_registeredAt == 0) {
        CS_TRY(m_store->registerProcess());
        m_registeredAt = m_store->now();
    }
    CS_TRY(m_store->heartbeat());
    CS_TRY(recoverQuietly());
    if (m_runtime->livesLong())
        startLeftPlans();
    return {};
}

base::Result<runner::ProcessHost*> EngineCore::processHost() { return m_runtime->processHost(m_store->location()); }

base::Result<runner::Redactor> EngineCore::redactor(std::vector<std::string> patterns) const
{
    const std::vector<std::string>& configured = m_runtime->configuration().redact;
    patterns.insert(patterns.end(), configured.begin(), configured.end());
    return runner::Redactor::create(patterns);
}

base::Result<ValidateReport> EngineCore::validate(const ValidateRequest& request, RunObserver& observer, std::stop_token stop)
{
    CS_TRY(heartbeat());
    auto report = ValidationFlow(*this, request, observer, std::move(stop)).run();
    if (!report)
        m_runtime->log().write(report.error());
    return report;
}

base::Result<ValidateReport> EngineCore::runReport(const domain::RunId& id)
{
    CS_ASSIGN(const auto run, m_store->run(id));
    if (!run)
        return base::fail(codes::RunUnknown, "there is no run " + id.value);
    CS_ASSIGN(const auto plan, m_store->plan(run->plan));
    ValidateReport out;
    out.run = *run;
    out.plan = plan.value_or(domain::Plan{});
    CS_ASSIGN(out.results, m_store->resultsOf(id));
    CS_ASSIGN(const domain::Json stored, m_store->reportOf(id));
    if (run->summary) {
        out.decision = run->summary->decision;
        out.outcome = run->summary->outcome;
    }
    out.halt.value = domain::textOr(stored, "halt_id");
    out.decisionId.value = domain::textOr(stored, "decision_id");
    out.hint = domain::textOr(stored, "hint");
    out.notices = domain::texts(stored, "notices");
    out.nextAction = domain::info(out.outcome).nextAction;
    return out;
}

base::Result<std::vector<DoctorCheck>> EngineCore::doctor()
{
    std::vector<DoctorCheck> out;
    const auto check = [&out](std::string name, const base::Result<void>& result, std::string good) {
        if (result)
            out.push_back({std::move(name), true, std::move(good), {}});
        else
            out.push_back({std::move(name), false, result.error().text(), result.error().advice()});
    };
    auto host = processHost();
    check("helper programs", host ? base::Result<void>() : base::Result<void>(base::fail(host.error())), "countersign-supervisor and countersign-transform are there");
    if (host) {
        const auto sandbox = runner::checkSandbox(**host);
        check("sandbox", sandbox, "bubblewrap makes a sandbox with namespaces of its own");
        // Slower is no fault, so it is only said.
        if (const std::string why = sandbox ? runner::whyNotShared(**host) : std::string(); sandbox)
            out.push_back({"shared sandbox", true, why.empty() ? "the validations of a run share one, with namespaces of their own" : "each validation gets its own, which is slower: " + why, ""});
    }
    check("store", m_store->dataVersion().map([](std::int64_t) {}), m_store->location().database.string() + ", version " + std::to_string(store::currentVersion()));
    CS_ASSIGN(const ChainReport chain, verifyAudit());
    out.push_back({"audit chain", chain.intact, std::to_string(chain.events) + " events, " + (chain.intact ? "intact" : "broken"),
                   chain.intact ? "" : "Run countersignctl audit verify."});
    check("keys", base::makeDirectory(m_runtime->keyDirectory(), 0700), m_runtime->keyDirectory().string());
    for (const std::string program : {"git", "bwrap"}) {
        const std::string found = environment::look(program, "/usr/local/bin:/usr/bin:/bin").at;
        out.push_back({program, !found.empty(), found.empty() ? program + " is not installed" : found,
                       found.empty() ? "Install it: apt install " + std::string(program == "bwrap" ? "bubblewrap" : program) : ""});
    }
    if (const auto states = importStates(); states && !states->empty()) {
        // Files are a proposal: that they differ is said, and is no fault.
        std::string differing;
        for (const ImportState& state : *states)
            if (state.differs)
                differing += (differing.empty() ? "" : ", ") + state.directory.string();
        out.push_back({"imports", true, differing.empty() ? "the files are as they were imported" : "files differ from what was imported: " + differing,
                       differing.empty() ? "" : "Review them: countersignctl import DIR"});
    }
    out.push_back({"search path", true, m_runtime->searchPath(), ""});
    return out;
}

} // namespace countersign
