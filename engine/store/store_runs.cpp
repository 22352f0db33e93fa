#include "engine/base/json.h"
#include "engine/store/codes.h"
#include "engine/store/result_rows.h"
#include "engine/store/rows.h"
#include "engine/store/store.h"

#include <algorithm>

namespace countersign::store {

namespace {

constexpr std::string_view runColumns = "SELECT id, plan, task_id, phase, attempt, round, spec_digest, work_tree, started_at, ended_at, state,"
                                        " planned, summary_json, actor_json, owner, narrowed FROM run ";

domain::RunState runState(const std::string& text)
{
    for (const auto state : {domain::RunState::Running, domain::RunState::Complete, domain::RunState::Void, domain::RunState::Cancelled})
        if (domain::toText(state) == text)
            return state;
    return domain::RunState::Died;
}

domain::Run run(const Query& q)
{
    domain::Run out;
    out.id.value = q.text(0);
    out.plan.value = q.text(1);
    out.taskId = q.text(2);
    out.phase = domain::parsePhase(q.text(3)).value_or(domain::Phase::Execute);
    out.attempt = static_cast<int>(q.integer(4));
    out.round = static_cast<int>(q.integer(5));
    out.specDigest = q.text(6);
    out.workTree = q.text(7);
    out.startedAt = q.integer(8);
    out.endedAt = q.integer(9);
    out.state = runState(q.text(10));
    out.planned = static_cast<int>(q.integer(11));
    if (!q.isNull(12))
        out.summary = domain::runSummaryFromJson(q.json(12));
    out.actor = q.json(13);
    out.owner.value = q.text(14);
    out.narrowed = q.text(15);
    return out;
}

} // namespace

domain::ValidationResult resultFromRow(const Query& q)
{
    domain::ValidationResult out;
    int c = 0;
    out.row = q.integer(c++);
    out.run.value = q.text(c++);
    out.plan.value = q.text(c++);
    out.phase = domain::parsePhase(q.text(c++)).value_or(domain::Phase::Execute);
    out.attempt = static_cast<int>(q.integer(c++));
    out.round = static_cast<int>(q.integer(c++));
    out.attachment.value = q.text(c++);
    out.resource = q.text(c++);
    out.scope = q.text(c++);
    out.scopeTarget = q.text(c++);
    out.validation = q.text(c++);
    out.definitionDigest = q.text(c++);
    out.mode = q.text(c++) == "informational" ? domain::Mode::Informational : domain::Mode::Required;
    out.args = q.json(c++);
    const std::string verdict = q.text(c++);
    out.verdict = verdict == "pass" ? domain::Verdict::Pass : verdict == "fail" ? domain::Verdict::Fail : domain::Verdict::Error;
    out.passed = q.integer(c++) != 0;
    out.message = q.optionalText(c++);
    if (!q.isNull(c))
        out.data = q.json(c);
    ++c;
    out.errorName = q.text(c++);
    out.errorCode = q.text(c++);
    out.errorMessage = q.text(c++);
    out.hint = q.text(c++);
    out.searchedPath = q.text(c++);
    if (!q.isNull(c))
        out.exitStatus = static_cast<int>(q.integer(c));
    ++c;
    if (!q.isNull(c))
        out.signal = static_cast<int>(q.integer(c));
    ++c;
    out.startedAt = q.integer(c++);
    out.durationMs = q.integer(c++);
    for (domain::StoredOutput* output : {&out.standardOutput, &out.standardError}) {
        output->digest = q.text(c++);
        output->storedBytes = q.integer(c++);
        output->totalBytes = q.integer(c++);
        output->cut = output->totalBytes > output->storedBytes;
    }
    out.evidenceDigest = q.text(c++);
    out.treeDigest = q.text(c++);
    for (const domain::Json& notice : q.json(c++))
        out.notices.push_back(notice.get<std::string>());
    return out;
}

base::Result<void> Store::add(const domain::Run& r)
{
    Query query(*m_database, "INSERT INTO run(id, plan, task_id, phase, attempt, round, spec_digest, work_tree, started_at, state, planned,"
                             " actor_json, owner, narrowed) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    query.bind(r.id.value).bind(r.plan.value).bind(r.taskId).bind(domain::toText(r.phase)).bind(r.attempt).bind(r.round);
    query.bind(r.specDigest).bind(r.workTree).bind(r.startedAt).bind(domain::toText(r.state)).bind(r.planned).bind(r.actor).bind(r.owner.value).bind(r.narrowed);
    CS_TRY(query.run());
    CS_TRY(append(domain::event::RunStarted, r.plan.value,
                  {{"run", r.id.value},
                   {"task_id", r.taskId},
                   {"planned", r.planned},
                   {"spec_digest", r.specDigest},
                   {"work_tree", r.workTree},
                   {"phase", domain::toText(r.phase)},
                   {"narrowed", r.narrowed}}));
    return {};
}

base::Result<void> Store::end(const domain::Run& r, domain::Json resultDigests, domain::Json report)
{
    Query query(*m_database, "UPDATE run SET ended_at = ?, state = ?, summary_json = ?, report_json = ? WHERE id = ? AND state = 'running'");
    query.bind(r.endedAt).bind(domain::toText(r.state));
    r.summary ? query.bind(domain::toJson(*r.summary)) : query.bind(nullptr);
    CS_TRY(query.bind(report).bind(r.id.value).run());
    if (query.changedRows() != 1)
        return base::fail(codes::StoreConstraint, "the run " + r.id.value + " was ended by another process");
    domain::Json payload{{"run", r.id.value}, {"task_id", r.taskId}, {"state", domain::toText(r.state)}, {"results", std::move(resultDigests)}};
    if (r.summary) {
        payload["outcome"] = domain::toText(r.summary->outcome);
        payload["cause"] = r.summary->cause;
        payload["policy"] = domain::toJson(r.summary->decision);
    }
    CS_TRY(append(domain::event::RunEnded, r.plan.value, std::move(payload)));
    return {};
}

base::Result<std::optional<domain::Run>> Store::run(const domain::RunId& id)
{
    Query query(*m_database, std::string(runColumns) + "WHERE id = ?");
    query.bind(id.value);
    return one<domain::Run>(query, store::run);
}

base::Result<std::optional<domain::Run>> Store::runningRun(const domain::PlanId& plan)
{
    Query query(*m_database, std::string(runColumns) + "WHERE plan = ? AND state = 'running'");
    query.bind(plan.value);
    return one<domain::Run>(query, store::run);
}

base::Result<std::vector<domain::Run>> Store::runningRuns()
{
    Query query(*m_database, std::string(runColumns) + "WHERE state = 'running' ORDER BY id DESC");
    return all<domain::Run>(query, store::run);
}

base::Result<std::vector<domain::Run>> Store::runsOf(const domain::PlanId& plan, int limit)
{
    Query query(*m_database, std::string(runColumns) + "WHERE plan = ? ORDER BY id DESC LIMIT ?");
    query.bind(plan.value).bind(limit);
    return all<domain::Run>(query, store::run);
}

base::Result<domain::Json> Store::reportOf(const domain::RunId& id)
{
    Query query(*m_database, "SELECT report_json FROM run WHERE id = ?");
    query.bind(id.value);
    CS_ASSIGN(const bool row, query.next());
    if (!row)
        return base::fail(codes::NotStored, "there is no run " + id.value);
    return query.json(0);
}

base::Result<std::int64_t> Store::add(const domain::ValidationResult& r)
{
    Query query(*m_database, "INSERT INTO result(run, plan, phase, attempt, round, attachment, resource, scope, scope_target, validation,"
                             " definition_digest, mode, args_json, verdict, severity, passed, message, data_json, error_name, error_code,"
                             " error_message, hint, searched_path, exit_status, signal, started_at, duration_ms, stdout_digest, stdout_stored,"
                             " stdout_total, stderr_digest, stderr_stored, stderr_total, evidence_digest, tree_digest, notices_json)"
                             " VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    query.bind(r.run.value).bind(r.plan.value).bind(domain::toText(r.phase)).bind(r.attempt).bind(r.round).bind(r.attachment.value);
    query.bind(r.resource).bind(r.scope).bind(r.scopeTarget).bind(r.validation).bind(r.definitionDigest).bind(domain::toText(r.mode));
    query.bind(r.args).bind(domain::toText(r.verdict)).bind(domain::toText(r.severity())).bind(r.passed).bind(r.message).bind(r.data);
    query.bind(r.errorName).bind(r.errorCode).bind(r.errorMessage).bind(r.hint).bind(r.searchedPath).bind(r.exitStatus).bind(r.signal);
    query.bind(r.startedAt).bind(r.durationMs);
    for (const domain::StoredOutput* output : {&r.standardOutput, &r.standardError})
        query.bind(output->digest).bind(output->storedBytes).bind(output->totalBytes);
    CS_TRY(query.bind(r.evidenceDigest).bind(r.treeDigest).bind(domain::Json(r.notices)).run());
    return query.insertedRow();
}

base::Result<std::vector<domain::ValidationResult>> Store::resultsOf(const domain::RunId& id)
{
    Query query(*m_database, std::string(resultColumns) + "FROM result WHERE run = ?"
                                 " ORDER BY resource, mode = 'informational', validation, attachment");
    query.bind(id.value);
    return all<domain::ValidationResult>(query, resultFromRow);
}

base::Result<std::vector<domain::ValidationResult>> Store::resultsAfter(std::int64_t row, int limit)
{
    Query query(*m_database, std::string(resultColumns) + "FROM result WHERE row > ? ORDER BY row LIMIT ?");
    query.bind(row).bind(limit);
    return all<domain::ValidationResult>(query, resultFromRow);
}

base::Result<std::vector<std::string>> Store::verdictsOnInput(const domain::ValidationResult& like, int n)
{
    Query query(*m_database, "SELECT verdict FROM result WHERE definition_digest = ? AND tree_digest = ? AND validation = ? AND args_json = ?"
                             " AND resource = ? ORDER BY row DESC LIMIT ?");
    query.bind(like.definitionDigest).bind(like.treeDigest).bind(like.validation).bind(like.args).bind(like.resource).bind(n);
    return all<std::string>(query, [](const Query& q) { return q.text(0); });
}

base::Result<std::optional<std::int64_t>> Store::medianDuration(const std::string& validation)
{
    Query query(*m_database, "SELECT duration_ms FROM result WHERE validation = ? AND verdict <> 'error' ORDER BY row DESC LIMIT 40");
    query.bind(validation);
    CS_ASSIGN(auto durations, all<std::int64_t>(query, [](const Query& q) { return q.integer(0); }));
    if (durations.empty())
        return std::optional<std::int64_t>();
    const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
    std::nth_element(durations.begin(), middle, durations.end());
    return std::optional(*middle);
}

} // namespace countersign::store
