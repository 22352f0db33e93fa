#include "tests/support/fake_engine.h"

#include "engine/base/codes.h"
#include "engine/codes.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace countersign::tests {

template <typename R, typename Read>
base::Result<R> FakeEngine::locked(Read read)
{
    const std::lock_guard lock(m_store->mutex);
    if (m_store->throwing)
        throw std::runtime_error("thrown on purpose");
    if (m_store->failing)
        return base::fail(base::codes::FileUnreadable, "The store can't be read.");
    return read(*m_store);
}

namespace {

base::Failure missing(const std::string& what) { return base::fail(base::codes::FileNotFound, what + " does not exist."); }

template <typename T>
base::Result<T> find(const std::map<std::string, T>& all, const std::string& key)
{
    const auto found = all.find(key);
    if (found == all.end())
        return missing(key);
    return found->second;
}

} // namespace

base::Result<StoreStatus> FakeEngine::status()
{
    return locked<StoreStatus>([](FakeStore& s) { return s.status; });
}

base::Result<Changes> FakeEngine::poll(const Cursor& since)
{
    return locked<Changes>([&since](FakeStore& s) {
        Changes changes;
        changes.now = since;
        changes.now.event = s.moved;
        changes.moved = since.event != s.moved;
        changes.events = s.newEvents;
        return changes;
    });
}

base::Result<void> FakeEngine::heartbeat() { return {}; }

base::Result<ValidateReport> FakeEngine::validate(const ValidateRequest& request, RunObserver& observer, std::stop_token)
{
    return locked<ValidateReport>([&](FakeStore& s) -> base::Result<ValidateReport> {
        s.validated.push_back(request);
        ++s.moved;
        auto report = find(s.reports, request.taskId);
        if (report) {
            observer.started(report->run, {});
            for (const auto& result : report->results)
                observer.resultStored(result);
        }
        return report;
    });
}

base::Result<ValidateReport> FakeEngine::runReport(const domain::RunId& run)
{
    return locked<ValidateReport>([&run](FakeStore& s) { return find(s.reports, run.value); });
}

base::Result<std::vector<domain::Halt>> FakeEngine::openHalts(const std::string& project)
{
    ++m_store->haltQuestions;
    return locked<std::vector<domain::Halt>>([&project](FakeStore& s) {
        std::vector<domain::Halt> out;
        for (const auto& halt : s.halts)
            if (halt.open() && (project.empty() || halt.project == project))
                out.push_back(halt);
        return out;
    });
}

base::Result<std::vector<domain::Halt>> FakeEngine::closedHalts(const std::string&, int)
{
    return locked<std::vector<domain::Halt>>([](FakeStore& s) {
        std::vector<domain::Halt> out;
        for (const auto& halt : s.halts)
            if (!halt.open())
                out.push_back(halt);
        return out;
    });
}

base::Result<HaltDetail> FakeEngine::halt(const domain::HaltId& id)
{
    return locked<HaltDetail>([&id](FakeStore& s) { return find(s.details, id.value); });
}

base::Result<std::vector<domain::DecisionRequest>> FakeEngine::pendingDecisions(const std::string&)
{
    return locked<std::vector<domain::DecisionRequest>>([](FakeStore& s) {
        std::vector<domain::DecisionRequest> out;
        for (const auto& [id, detail] : s.details)
            if (detail.request)
                out.push_back(*detail.request);
        return out;
    });
}

base::Result<DecideReport> FakeEngine::decide(const DecideRequest& request, authority::RecordSigner&)
{
    return locked<DecideReport>([&request](FakeStore& s) {
        s.decided.push_back(request);
        DecideReport report;
        report.state = domain::RequestState::Decided;
        return report;
    });
}

base::Result<void> FakeEngine::markSubjectSeen(const domain::HaltId& decision)
{
    const std::lock_guard lock(m_store->mutex);
    m_store->seen.insert(decision.value);
    return {};
}

base::Result<domain::Json> FakeEngine::readLines(const std::string& digest)
{
    return locked<domain::Json>([&digest](FakeStore& s) {
        const auto found = s.readLines.find(digest);
        return found == s.readLines.end() ? domain::Json::array() : found->second;
    });
}

base::Result<void> FakeEngine::saveReadLines(const std::string& digest, const domain::Json& ranges)
{
    const std::lock_guard lock(m_store->mutex);
    m_store->readLines[digest] = ranges;
    return {};
}

base::Result<std::vector<domain::Signer>> FakeEngine::signers()
{
    return locked<std::vector<domain::Signer>>([](FakeStore& s) { return s.signers; });
}

base::Result<domain::Signer> FakeEngine::addSigner(const SignerRequest&) { return missing("signer"); }
base::Result<domain::Signer> FakeEngine::revokeSigner(const std::string& name) { return missing(name); }

base::Result<std::vector<PlanRow>> FakeEngine::plans(const std::string&)
{
    return locked<std::vector<PlanRow>>([](FakeStore& s) { return s.plans; });
}

base::Result<PlanDetail> FakeEngine::plan(const std::string& id, const std::string&)
{
    return locked<PlanDetail>([&id](FakeStore& s) { return find(s.planDetails, id); });
}

base::Result<DispatchReport> FakeEngine::dispatch(const DispatchRequest& request, std::stop_token) { return missing(request.taskId); }
base::Result<PlanReport> FakeEngine::runPlan(const domain::PlanId& id, RunObserver&, std::stop_token) { return missing(id.value); }

base::Result<void> FakeEngine::startPlan(const domain::PlanId& id)
{
    const std::lock_guard lock(m_store->mutex);
    m_store->started.push_back(id.value);
    return {};
}

base::Result<domain::Plan> FakeEngine::cancelPlan(const domain::PlanId& id, const std::string&, std::stop_token)
{
    const std::lock_guard lock(m_store->mutex);
    m_store->cancelled.push_back(id.value);
    const auto it = m_store->planDetails.find(id.value);
    return it == m_store->planDetails.end() ? base::Result<domain::Plan>(missing(id.value)) : it->second.row.plan;
}

base::Result<domain::Plan> FakeEngine::retryPlan(const domain::PlanId& id)
{
    const std::lock_guard lock(m_store->mutex);
    m_store->retried.push_back(id.value);
    const auto it = m_store->planDetails.find(id.value);
    return it == m_store->planDetails.end() ? base::Result<domain::Plan>(missing(id.value)) : it->second.row.plan;
}

base::Result<Recheck> FakeEngine::recheck(const domain::HaltId& id)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(m_store->recheckMs));
    const std::lock_guard lock(m_store->mutex);
    m_store->rechecked.push_back(id.value);
    const auto it = m_store->rechecks.find(id.value);
    return it == m_store->rechecks.end() ? base::Result<Recheck>(missing(id.value)) : it->second;
}

base::Result<domain::Plan> FakeEngine::createPlan(const std::string&, const std::string& task, const std::string&, const std::string&)
{
    return missing(task);
}

base::Result<std::vector<domain::Run>> FakeEngine::runningRuns()
{
    return locked<std::vector<domain::Run>>([](FakeStore& s) { return s.running; });
}

base::Result<std::vector<domain::Project>> FakeEngine::projects()
{
    return locked<std::vector<domain::Project>>([](FakeStore& s) { return s.projects; });
}

base::Result<std::vector<domain::Resource>> FakeEngine::resources()
{
    return locked<std::vector<domain::Resource>>([](FakeStore& s) { return s.resources; });
}

base::Result<std::vector<RegisteredTool>> FakeEngine::tools()
{
    return locked<std::vector<RegisteredTool>>([](FakeStore& s) { return s.tools; });
}

base::Result<std::vector<domain::McpServer>> FakeEngine::servers()
{
    return locked<std::vector<domain::McpServer>>([](FakeStore& s) { return s.servers; });
}

base::Result<std::vector<RegisteredSkill>> FakeEngine::skills()
{
    return locked<std::vector<RegisteredSkill>>([](FakeStore& s) { return s.skills; });
}

base::Result<std::vector<domain::Graph>> FakeEngine::graphs()
{
    return locked<std::vector<domain::Graph>>([](FakeStore& s) { return s.graphs; });
}

base::Result<std::vector<domain::Attachment>> FakeEngine::attachments()
{
    return locked<std::vector<domain::Attachment>>([](FakeStore& s) { return s.attachments; });
}

base::Result<domain::Resolution> FakeEngine::effective(const domain::PlanId& plan)
{
    return locked<domain::Resolution>([&plan](FakeStore& s) { return find(s.resolutions, plan.value); });
}

base::Result<domain::Attachment> FakeEngine::attach(const AttachRequest& request)
{
    return locked<domain::Attachment>([&request](FakeStore& s) {
        domain::Attachment a;
        a.id = {"01K0000000000000000000NEW" + std::to_string(s.attachments.size() % 10)};
        a.resource = request.resource;
        a.validation = request.validation;
        a.scope = request.scope;
        a.args = request.args;
        s.attachments.push_back(a);
        domain::Event event;
        event.type = std::string(domain::event::AttachmentAdded);
        s.newEvents = {event};
        ++s.moved;
        return a;
    });
}

base::Result<domain::Attachment> FakeEngine::detach(const domain::AttachmentId& id)
{
    return locked<domain::Attachment>([&id](FakeStore& s) -> base::Result<domain::Attachment> {
        for (std::size_t i = 0; i < s.attachments.size(); ++i) {
            if (s.attachments[i].id != id)
                continue;
            domain::Attachment gone = s.attachments[i];
            s.attachments.erase(s.attachments.begin() + static_cast<std::ptrdiff_t>(i));
            domain::Event event;
            event.type = std::string(domain::event::AttachmentRemoved);
            s.newEvents = {event};
            ++s.moved;
            return gone;
        }
        return missing(id.value);
    });
}

base::Result<Removal> FakeEngine::remove(Removable kind, const std::string& name)
{
    return locked<Removal>([kind, &name](FakeStore& s) -> base::Result<Removal> {
        const auto erased = [&name](auto& list, auto nameOf) { return std::erase_if(list, [&](const auto& each) { return nameOf(each) == name; }) > 0; };
        const auto own = [](const auto& each) { return each.name; };
        Removal out{name, {}, {}};
        const bool found = kind == Removable::Resource ? erased(s.resources, own)
                           : kind == Removable::Server ? erased(s.servers, own)
                           : kind == Removable::Graph  ? erased(s.graphs, own)
                           : kind == Removable::Skill  ? erased(s.skills, [](const auto& each) { return each.skill.name; })
                                                       : erased(s.tools, [](const auto& each) { return each.tool.name; });
        if (!found)
            return missing(name);
        for (const domain::Attachment& each : s.attachments)
            if (kind == Removable::Validation && each.validation == name)
                out.attachments.push_back(each);
        std::erase_if(s.attachments, [&](const domain::Attachment& each) { return kind == Removable::Validation && each.validation == name; });
        domain::Event event;
        event.type = std::string(kind == Removable::Resource ? domain::event::ResourceRemoved : domain::event::ToolRemoved);
        s.newEvents = {event};
        ++s.moved;
        return out;
    });
}

base::Result<ImportPreview> FakeEngine::previewImport(const std::filesystem::path& directory)
{
    return locked<ImportPreview>([&directory](FakeStore& s) { return find(s.proposals, directory.string()); });
}

base::Result<ImportPreview> FakeEngine::import(const std::filesystem::path& directory, const std::string& expectedDigest)
{
    return locked<ImportPreview>([&](FakeStore& s) -> base::Result<ImportPreview> {
        auto proposal = find(s.proposals, directory.string());
        if (!proposal)
            return proposal;
        if (!proposal->problems.empty())
            return base::fail(codes::ImportInvalid, "The files have problems.");
        if (proposal->digest != expectedDigest)
            return base::fail(codes::ImportChanged, "lint.yml changed");
        s.imported.push_back(expectedDigest);
        for (ImportState& state : s.imports)
            if (state.directory == directory) {
                state.importedDigest = state.digestNow;
                state.differs = false;
            }
        ++s.moved;
        return proposal;
    });
}

base::Result<std::vector<ImportState>> FakeEngine::importStates()
{
    return locked<std::vector<ImportState>>([](FakeStore& s) { return s.imports; });
}

base::Result<ToolCallReport> FakeEngine::callTool(const ToolCall& call, std::stop_token stop)
{
    for (int waited = 0; waited < m_store->callMs && !stop.stop_requested(); waited += 10)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return locked<ToolCallReport>([&](FakeStore& s) -> base::Result<ToolCallReport> {
        if (stop.stop_requested())
            return base::fail(base::codes::Cancelled, "The call was cancelled.");
        const auto tool = std::find_if(s.tools.begin(), s.tools.end(), [&](const RegisteredTool& each) { return each.tool.name == call.tool; });
        if (tool == s.tools.end())
            return base::fail(codes::ToolUnknown, "there is no tool " + call.tool);
        s.called.push_back(call);
        if (s.callRefusal)
            return base::fail(*s.callRefusal);
        ToolCallReport out = s.callAnswer;
        out.tool = call.tool;
        out.validation = tool->tool.validation.has_value();
        out.result.validation = call.tool;
        out.result.resource = call.resource;
        out.result.args = call.args;
        return out;
    });
}

base::Result<GraphReport> FakeEngine::runGraph(const GraphRequest& request, GraphObserver&, std::stop_token)
{
    return base::fail(codes::GraphUnknown, "there is no graph " + request.graph);
}

base::Result<HistoryPage> FakeEngine::history(const HistoryQuery& query)
{
    return locked<HistoryPage>([&query](FakeStore& s) {
        HistoryPage page;
        for (const HistoryRow& row : s.history) {
            const bool wanted = (query.verdict.empty() || domain::toText(row.result.verdict) == query.verdict)
                                && (query.outcome.empty() || row.outcome == query.outcome)
                                && (query.validation.empty() || row.result.validation == query.validation)
                                && (query.text.empty() || (row.title + row.taskId + row.result.validation + row.result.message.value_or("")).find(query.text) != std::string::npos)
                                && row.result.startedAt >= query.from;
            if (!wanted)
                continue;
            ++page.matched;
            if (query.before != 0 && row.result.row >= query.before)
                continue;
            if (static_cast<int>(page.rows.size()) == query.limit) {
                page.next = page.rows.back().result.row;
                continue;
            }
            page.rows.push_back(row);
        }
        return page;
    });
}

base::Result<std::string> FakeEngine::output(const std::string& digest)
{
    return locked<std::string>([&digest](FakeStore& s) { return find(s.outputs, digest); });
}

base::Result<std::vector<domain::Event>> FakeEngine::auditEvents(const AuditQuery& query)
{
    return locked<std::vector<domain::Event>>([&query](FakeStore& s) {
        std::vector<domain::Event> out;
        for (auto event = s.events.rbegin(); event != s.events.rend() && static_cast<int>(out.size()) < query.limit; ++event)
            if ((query.before < 0 || event->seq < query.before) && (query.type.empty() || event->type == query.type))
                out.push_back(*event);
        return out;
    });
}

base::Result<ChainReport> FakeEngine::verifyAudit()
{
    return locked<ChainReport>([](FakeStore& s) { return s.chain; });
}

base::Result<RecordDetail> FakeEngine::record(const std::string& jti)
{
    return locked<RecordDetail>([&jti](FakeStore& s) { return find(s.records, jti); });
}

base::Result<std::vector<DoctorCheck>> FakeEngine::doctor()
{
    return std::vector<DoctorCheck>{{"sandbox", true, "bubblewrap 0.8.0, user namespaces work", ""},
                                    {"keys", false, "no key in the key directory", "Make one: countersignctl key new --out FILE"}};
}

} // namespace countersign::tests
