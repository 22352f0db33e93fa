#include "models/desk/desk.h"

#include "models/enginelink/engine_link.h"
#include "models/text.h"

namespace countersign::models {

namespace {

constexpr int burstMs = 200; ///< at most five times a second
constexpr int closedLimit = 500;
constexpr int importsMs = 60'000;  ///< a look at the directories that were imported from
constexpr int importsRestMs = 2000; ///< windows may be activated in quick succession
constexpr base::TimeMs week = 7LL * 24 * 3600 * 1000;

constexpr std::size_t causesAtOnce = 200;

struct HaltLists
{
    std::vector<domain::Halt> open{};
    HaltResults results{};
    int closedLately = 0;
};

/// What the list says of a result, without its texts.
domain::ValidationResult inBrief(const domain::ValidationResult& result)
{
    domain::ValidationResult out;
    out.validation = result.validation;
    out.mode = result.mode;
    out.verdict = result.verdict;
    out.errorCode = result.errorCode;
    out.exitStatus = result.exitStatus;
    out.signal = result.signal;
    return out;
}

/// A list without causes is better than none, so a run that can't be read only leaves its own out.
HaltResults resultsOf(Engine& engine, const std::vector<domain::Halt>& halts, const std::set<std::string>& known)
{
    HaltResults out;
    for (const domain::Halt& halt : halts) {
        if (out.size() == causesAtOnce)
            break;
        if (halt.run.empty() || known.contains(halt.id.value))
            continue;
        if (const auto report = engine.runReport(halt.run))
            for (const auto& result : report->results)
                out[halt.id.value].push_back(inBrief(result));
    }
    return out;
}

bool sameStates(const std::vector<ImportState>& a, const std::vector<ImportState>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ImportState& x, const ImportState& y) {
        return x.directory == y.directory && x.importedDigest == y.importedDigest && x.digestNow == y.digestNow && x.importedAt == y.importedAt
               && x.differs == y.differs && x.detail == y.detail;
    });
}

bool touchesRegistry(const Changes& changes)
{
    if (changes.more)
        return true;
    return std::any_of(changes.events.begin(), changes.events.end(), [](const domain::Event& event) {
        return event.type.rfind("registry.", 0) == 0 || event.type.rfind("attachment.", 0) == 0 || event.type.rfind("store.", 0) == 0;
    });
}

} // namespace

Desk::Desk(EngineLink& link, KeyRing* ring, QString stateDirectory, QObject* parent)
    : QObject(parent), m_link(link), m_ring(ring),
      m_drafts(stateDirectory.isEmpty() ? QString() : stateDirectory + QStringLiteral("/drafts.json"))
{
    m_burst.setSingleShot(true);
    m_burst.setInterval(burstMs);
    connect(&m_burst, &QTimer::timeout, this, &Desk::refresh);
    m_importsTimer.setInterval(importsMs);
    connect(&m_importsTimer, &QTimer::timeout, this, &Desk::readImports);
    connect(&link, &EngineLink::changed, this, &Desk::onChanged);
    connect(&link, &EngineLink::statusChanged, this, [this](const StoreStatus& status) {
        m_status = status;
        m_failure.reset();
        Q_EMIT statusChanged();
    });
    connect(&link, &EngineLink::storeFailed, this, &Desk::failed);
    connect(&link, &EngineLink::runStarted, this, [this] { m_burst.start(); });
    connect(&link, &EngineLink::resultStored, this, [this] {
        if (!m_burst.isActive())
            m_burst.start();
    });
    connect(&link, &EngineLink::runEnded, this, [this](int ticket, const std::shared_ptr<base::Result<ValidateReport>>& report) {
        const QString task = m_tickets[ticket];
        m_tickets.erase(ticket);
        if (*report)
            Q_EMIT runEnded(task, tr("%1: %2").arg(task, outcomeWord(domain::toText((*report)->outcome))), (*report)->outcome == domain::Outcome::Pass);
        else
            Q_EMIT runEnded(task, tr("%1: %2").arg(task, sentence(report->error())), false);
        refresh();
    });
}

void Desk::setProject(const QString& project)
{
    if (m_project == project)
        return;
    m_project = project;
    refresh();
}

void Desk::onChanged(const Changes& changes)
{
    const bool registry = touchesRegistry(changes);
    m_registryDirty = m_registryDirty || registry;
    if (registry)
        lookAtImports(); // somebody else may have imported
    if (!m_burst.isActive())
        m_burst.start();
    Q_EMIT resultsChanged();
}

void Desk::refresh()
{
    readHalts();
    readPlans();
    readLive();
    readRegistry();
}

void Desk::settled()
{
    m_updatedAt = nowMs();
    m_failure.reset();
    Q_EMIT refreshed();
    if (!std::exchange(m_chainAsked, true)) { // after the first lists, which a long chain must not keep waiting
        verify(this, [](base::Result<ChainReport>) {});
        readImports();
        m_importsTimer.start();
    }
}

void Desk::failed(const base::Error& error)
{
    m_failure = error;
    Q_EMIT storeFailed();
}

void Desk::readHalts()
{
    const auto mine = ++m_haltsAsked;
    m_link.ask<HaltLists>(
        this,
        [project = utf8(m_project), known = m_halts.withResults()](Engine& engine) -> base::Result<HaltLists> {
            HaltLists lists;
            CS_ASSIGN(lists.open, engine.openHalts(project));
            lists.results = resultsOf(engine, lists.open, known);
            CS_ASSIGN(const std::vector<domain::Halt> closed, engine.closedHalts(project, closedLimit));
            for (const domain::Halt& halt : closed)
                lists.closedLately += halt.closedAt > nowMs() - week ? 1 : 0;
            return lists;
        },
        [this, mine](base::Result<HaltLists> lists) {
            if (mine != m_haltsAsked)
                return;
            if (!lists)
                return failed(lists.error());
            m_closedCount = lists->closedLately;
            m_halts.setHalts(lists->open, std::move(lists->results));
            Q_EMIT haltsChanged();
            settled();
        });
}

void Desk::readPlans()
{
    const auto mine = ++m_plansAsked;
    m_link.ask<std::vector<PlanRow>>(
        this, [project = utf8(m_project)](Engine& engine) { return engine.plans(project); },
        [this, mine](base::Result<std::vector<PlanRow>> plans) {
            if (mine != m_plansAsked)
                return;
            if (!plans)
                return failed(plans.error());
            m_plans.setPlans(*plans);
            Q_EMIT plansChanged();
        });
}

void Desk::readRegistry()
{
    if (!m_registryDirty)
        return;
    const auto mine = ++m_registryAsked;
    m_link.ask<RegistrySnapshot>(
        this,
        [](Engine& engine) -> base::Result<RegistrySnapshot> {
            RegistrySnapshot snapshot;
            CS_ASSIGN(snapshot.projects, engine.projects());
            CS_ASSIGN(snapshot.resources, engine.resources());
            CS_ASSIGN(snapshot.attachments, engine.attachments());
            CS_ASSIGN(snapshot.tools, engine.tools());
            return snapshot;
        },
        [this, mine](base::Result<RegistrySnapshot> snapshot) {
            if (mine != m_registryAsked)
                return;
            if (!snapshot)
                return failed(snapshot.error());
            m_registryDirty = false;
            m_registry = std::move(*snapshot);
            Q_EMIT registryChanged();
        });
}

void Desk::readLive()
{
    const auto mine = ++m_liveAsked;
    m_link.ask<std::vector<RunView>>(
        this,
        [](Engine& engine) -> base::Result<std::vector<RunView>> {
            CS_ASSIGN(const std::vector<domain::Run> runs, engine.runningRuns());
            std::vector<RunView> views;
            for (const domain::Run& run : runs) {
                RunView view{run, {}, {}};
                if (auto detail = engine.plan(run.plan.value, {}))
                    view.plan = std::move(*detail);
                if (auto report = engine.runReport(run.id))
                    view.results = std::move(report->results);
                views.push_back(std::move(view));
            }
            return views;
        },
        [this, mine](base::Result<std::vector<RunView>> views) {
            if (mine != m_liveAsked || !views)
                return;
            for (const PlanRow& row : m_plans.plans())
                if (row.lastRun)
                    m_live.setLastEnded(row.lastRun->endedAt);
            m_live.setRuns(*views);
        });
}

void Desk::halt(const QString& id, QObject* context, Answer<HaltDetail> answer)
{
    m_link.ask<HaltDetail>(context, [id = domain::HaltId{utf8(id)}](Engine& e) { return e.halt(id); }, std::move(answer));
}

void Desk::plan(const QString& id, QObject* context, Answer<PlanDetail> answer)
{
    m_link.ask<PlanDetail>(context, [id = utf8(id)](Engine& e) { return e.plan(id, {}); }, std::move(answer));
}

void Desk::runReport(const QString& run, QObject* context, Answer<ValidateReport> answer)
{
    m_link.ask<ValidateReport>(context, [run = domain::RunId{utf8(run)}](Engine& e) { return e.runReport(run); }, std::move(answer));
}

void Desk::effective(const QString& plan, QObject* context, Answer<domain::Resolution> answer)
{
    m_link.ask<domain::Resolution>(context, [plan = domain::PlanId{utf8(plan)}](Engine& e) { return e.effective(plan); }, std::move(answer));
}

void Desk::outputs(std::vector<std::string> digests, QObject* context, Answer<Outputs> answer)
{
    m_link.ask<Outputs>(
        context,
        [digests = std::move(digests)](Engine& engine) -> base::Result<Outputs> {
            Outputs out;
            for (const std::string& digest : digests) {
                if (digest.empty())
                    continue;
                CS_ASSIGN(out[digest], engine.output(digest));
            }
            return out;
        },
        std::move(answer));
}

void Desk::readLines(const std::string& digest, QObject* context, Answer<domain::Json> answer)
{
    m_link.ask<domain::Json>(context, [digest](Engine& e) { return e.readLines(digest); }, std::move(answer));
}

void Desk::saveReadLines(const std::string& digest, domain::Json ranges)
{
    m_link.ask<void>(
        this, [digest, ranges = std::move(ranges)](Engine& e) { return e.saveReadLines(digest, ranges); },
        [this](base::Result<void> saved) {
            if (!saved)
                failed(saved.error());
        });
}

void Desk::markSubjectSeen(const QString& halt)
{
    m_link.ask<void>(this, [id = domain::HaltId{utf8(halt)}](Engine& e) { return e.markSubjectSeen(id); }, [](base::Result<void>) {});
}

void Desk::history(const HistoryQuery& query, QObject* context, Answer<HistoryPage> answer)
{
    m_link.ask<HistoryPage>(context, [query](Engine& e) { return e.history(query); }, std::move(answer));
}

void Desk::audit(const AuditQuery& query, QObject* context, Answer<std::vector<domain::Event>> answer)
{
    m_link.ask<std::vector<domain::Event>>(context, [query](Engine& e) { return e.auditEvents(query); }, std::move(answer));
}

void Desk::verify(QObject* context, Answer<ChainReport> answer)
{
    m_link.ask<ChainReport>(
        this, [](Engine& e) { return e.verifyAudit(); },
        [this, guard = QPointer<QObject>(context), answer = std::move(answer)](base::Result<ChainReport> report) {
            m_chain = report ? std::optional(*report) : std::nullopt;
            Q_EMIT statusChanged();
            if (guard)
                answer(std::move(report));
        });
}

void Desk::record(const std::string& jti, QObject* context, Answer<RecordDetail> answer)
{
    m_link.ask<RecordDetail>(context, [jti](Engine& e) { return e.record(jti); }, std::move(answer));
}

void Desk::attach(const AttachRequest& request, QObject* context, Answer<domain::Attachment> answer)
{
    m_link.ask<domain::Attachment>(context, [request](Engine& e) { return e.attach(request); }, std::move(answer));
    m_link.pollNow();
}

void Desk::detach(const QString& id, QObject* context, Answer<domain::Attachment> answer)
{
    m_link.ask<domain::Attachment>(context, [id = domain::AttachmentId{utf8(id)}](Engine& e) { return e.detach(id); }, std::move(answer));
    m_link.pollNow();
}

void Desk::previewImport(const QString& directory, QObject* context, Answer<ImportPreview> answer)
{
    m_link.askAside<ImportPreview>(context, [path = utf8(directory)](Engine& e) { return e.previewImport(path); }, std::move(answer));
}

void Desk::import(const QString& directory, const std::string& digest, QObject* context, Answer<ImportPreview> answer)
{
    m_link.askAside<ImportPreview>(
        this, [path = utf8(directory), digest](Engine& e) { return e.import(path, digest); },
        [this, guard = QPointer<QObject>(context), answer = std::move(answer)](base::Result<ImportPreview> done) {
            m_link.pollNow();
            readImports();
            if (guard)
                answer(std::move(done));
        });
}

void Desk::lookAtImports()
{
    if (m_importsTimer.isActive() && nowMs() - m_importsAt >= importsRestMs)
        readImports();
}

void Desk::readImports()
{
    m_importsAgain = m_importsAsked;
    if (std::exchange(m_importsAsked, true))
        return;
    m_link.askAside<std::vector<ImportState>>(
        this, [](Engine& e) { return e.importStates(); },
        [this](base::Result<std::vector<ImportState>> states) {
            m_importsAsked = false;
            m_importsAt = nowMs();
            if (states && !sameStates(*states, m_imports)) {
                m_imports = std::move(*states);
                Q_EMIT importsChanged();
            }
            if (std::exchange(m_importsAgain, false))
                readImports();
        });
}

void Desk::signers(QObject* context, Answer<std::vector<domain::Signer>> answer)
{
    m_link.ask<std::vector<domain::Signer>>(context, [](Engine& e) { return e.signers(); }, std::move(answer));
}

void Desk::doctor(QObject* context, Answer<std::vector<DoctorCheck>> answer)
{
    m_link.ask<std::vector<DoctorCheck>>(context, [](Engine& e) { return e.doctor(); }, std::move(answer));
}

void Desk::recheck(const QString& halt, QObject* context, Answer<Recheck> answer)
{
    m_link.ask<Recheck>(context, [id = domain::HaltId{utf8(halt)}](Engine& e) { return e.recheck(id); }, std::move(answer));
}

void Desk::rerun(const QString& plan, QObject* context, Answer<domain::Plan> answer)
{
    m_link.ask<domain::Plan>(
        context,
        [id = domain::PlanId{utf8(plan)}](Engine& engine) -> base::Result<domain::Plan> {
            CS_ASSIGN(domain::Plan queued, engine.retryPlan(id));
            CS_TRY(engine.startPlan(id));
            return queued;
        },
        std::move(answer));
    m_link.pollNow();
}

int Desk::callTool(const ToolCall& call, QObject* context, Answer<ToolCallReport> answer)
{
    return m_link.askAlone<ToolCallReport>(context, [call](Engine& e, std::stop_token stop) { return e.callTool(call, std::move(stop)); }, std::move(answer));
}

void Desk::stopCall(int ticket) { m_link.stopRun(ticket); }

void Desk::validate(const QString& project, const QString& task)
{
    ValidateRequest request;
    request.project = utf8(project);
    request.taskId = utf8(task);
    m_tickets[m_link.validate(std::move(request))] = task;
}

int Desk::activeRuns() const { return m_link.activeRuns(); }

void Desk::stopRuns()
{
    for (const auto& [ticket, task] : m_tickets)
        m_link.stopRun(ticket);
}

} // namespace countersign::models
