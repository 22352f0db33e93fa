#include "engine/plan/invocation.h"

#include "engine/authority/subject.h"
#include "engine/base/codes.h"
#include "engine/environment/hint.h"
#include "engine/plan/hooks.h"
#include "engine/runner/codes.h"
#include "engine/runner/transform.h"

#include <algorithm>
#include <exception>

namespace countersign::plan {

base::Result<domain::StoredOutput> keepOutput(const runner::Captured& captured, const runner::Redactor& redactor, const store::Outputs& outputs)
{
    domain::StoredOutput out;
    const std::string text = redactor.text(captured.text());
    CS_ASSIGN(out.digest, outputs.put(text));
    out.storedBytes = static_cast<std::int64_t>(text.size());
    out.totalBytes = captured.cut ? static_cast<std::int64_t>(captured.total) : out.storedBytes;
    out.cut = captured.cut;
    return out;
}

namespace {

using runner::DirectResult;

// Each wrapper above the root turns what is below it into its own verdict; the innermost transform sees the process,
// the others see the verdict below them in the same form.
DirectResult verdictOf(const PlannedValidation& planned, const RootEnd& root, runner::ProcessHost& host, std::stop_token stop,
                       runner::ReadyTransforms* ready)
{
    if (root.failure)
        return *root.failure;
    const runner::ProcessEnd& end = root.end;
    const std::size_t wrappers = planned.chain.size() - 1;
    if (wrappers == 0)
        return runner::parseDirectResult(end);
    const auto transformOf = [&](std::size_t i) { return planned.chain[i].validation ? planned.chain[i].validation->transform : std::string(); };
    DirectResult result = runner::transformEnd(host, transformOf(wrappers - 1), end, {}, stop, ready);
    for (std::size_t i = wrappers - 1; i-- > 0 && result.errorCode == nullptr;) {
        domain::Json below{{"passed", result.passed}};
        if (result.message)
            below["message"] = *result.message;
        if (result.data)
            below["data"] = *result.data;
        const domain::Json input{{"exit_code", result.passed ? 0 : 1}, {"signal", nullptr}, {"stdout", base::write(below)}, {"stderr", ""},
                                 {"json", below},  {"duration_ms", end.duration.count()}, {"timed_out", false}};
        std::vector<std::string> notices = std::move(result.notices);
        result = runner::transform(host, transformOf(i), input, {}, stop, ready);
        result.notices.insert(result.notices.begin(), notices.begin(), notices.end());
    }
    return result;
}

bool isMissingProgram(const base::CodeInfo* code)
{
    return code == &runner::codes::ProgramMissing || code == &runner::codes::ProgramNotExecutable || code == &runner::codes::InterpreterMissing;
}

std::string hintFor(const PlannedValidation& planned, const std::string& program, const std::string& searchPath)
{
    const std::string missing = environment::look(program, searchPath).missing;
    return environment::hintFor(missing.empty() ? program : missing, planned.installHint, environment::managersHere(searchPath), searchPath).text;
}

void take(domain::ValidationResult& out, const DirectResult& result, const runner::Redactor& redactor)
{
    out.verdict = result.verdict;
    out.passed = result.passed;
    if (result.message)
        out.message = redactor.text(*result.message);
    if (result.data)
        out.data = redactor.json(*result.data);
    if (result.errorCode != nullptr) {
        out.errorName = result.errorCode->name;
        out.errorCode = result.errorCode->code;
        out.errorMessage = redactor.text(result.errorMessage);
    }
    for (const std::string& notice : result.notices)
        out.notices.push_back(redactor.text(notice));
}

// A tool that is no validation: its exit status is all that it says.
DirectResult endOf(const RootEnd& root)
{
    if (root.failure)
        return *root.failure;
    if (std::optional<DirectResult> none = runner::endWithoutVerdict(root.end))
        return std::move(*none);
    DirectResult out;
    out.passed = root.end.exitCode == 0;
    out.verdict = out.passed ? domain::Verdict::Pass : domain::Verdict::Fail;
    for (const std::string& process : root.end.leftBehind)
        out.notices.push_back("A process was left running and was ended: " + process);
    return out;
}

bool isTool(const PlannedValidation& planned) { return !planned.chain.front().validation; }

std::optional<domain::Json> returnedBy(const PlannedValidation& planned, const domain::ValidationResult& result, const runner::ProcessEnd& end, const runner::Redactor& redactor)
{
    if (!result.errorCode.empty())
        return std::nullopt;
    if (isTool(planned))
        return redactor.json(runner::transformInput(end));
    domain::Json out{{"passed", result.passed}};
    if (result.message)
        out["message"] = *result.message;
    if (result.data)
        out["data"] = *result.data;
    return out;
}

// A verdict without the output that shows why is none: nobody could read what they sign for.
void keepOutputs(domain::ValidationResult& out, const runner::ProcessEnd& end, const runner::Redactor& redactor, const store::Outputs& outputs)
{
    for (const auto& [captured, stored] : {std::pair(&end.out, &out.standardOutput), std::pair(&end.err, &out.standardError)}) {
        auto kept = keepOutput(*captured, redactor, outputs);
        if (kept) {
            *stored = std::move(*kept);
            continue;
        }
        out.message.reset();
        out.data.reset();
        take(out, runner::errorResult(kept.error().info(), "its output can't be stored: " + kept.error().message()), redactor);
    }
}

domain::ValidationResult frame(const PlannedValidation& planned, const domain::Run& run)
{
    domain::ValidationResult out;
    out.run = run.id;
    out.plan = run.plan;
    out.phase = run.phase;
    out.attempt = run.attempt;
    out.round = run.round;
    out.attachment = planned.attachment.attachment.id;
    out.resource = planned.attachment.attachment.resource;
    out.scope = domain::scopeText(planned.attachment.attachment.scope);
    out.scopeTarget = domain::scopeTarget(planned.attachment.attachment.scope);
    out.validation = planned.attachment.attachment.validation;
    out.definitionDigest = planned.definitionDigest;
    out.mode = planned.mode;
    out.args = planned.attachment.args;
    out.treeDigest = planned.treeDigest;
    return out;
}

} // namespace

Invocation::Invocation(const ExecutionSettings& settings, Hooks& hooks, runner::ProcessHost& host, const runner::Redactor& redactor,
                       const store::Outputs* outputs, const base::Clock& clock)
    : m_settings(settings), m_hooks(hooks), m_host(host), m_redactor(redactor), m_outputs(outputs), m_clock(clock)
{
}

domain::ValidationResult Invocation::broken(const PlannedValidation& planned, const std::string& why) const
{
    domain::ValidationResult out = frame(planned, m_settings.run);
    out.errorName = base::codes::Unknown.name;
    out.errorCode = base::codes::Unknown.code;
    out.errorMessage = m_redactor.text(why);
    out.evidenceDigest = authority::evidenceDigest(out, planned.volatilePointers);
    return out;
}

Invoked Invocation::operator()(const PlannedValidation& planned, std::stop_token stop) const
{
    Invoked out;
    if (planned.broken) {
        out.result = frame(planned, m_settings.run);
        out.result.startedAt = m_clock.now();
        take(out.result, runner::errorResult(planned.broken->info(), planned.broken->message()), m_redactor);
    } else {
        out = run(planned, std::move(stop));
    }
    out.result.evidenceDigest = authority::evidenceDigest(out.result, planned.volatilePointers);
    return out;
}

Invoked Invocation::run(const PlannedValidation& planned, std::stop_token stop) const
{
    Invoked invoked;
    domain::ValidationResult& out = invoked.result;
    out = frame(planned, m_settings.run);
    out.startedAt = m_clock.now();
    const auto began = m_clock.monotonic();
    Stay stay(m_hooks, planned);
    Hooks::Ready ready = m_hooks.enter(planned, stop);
    runner::CommandSpec command = commandOf(planned, m_settings, ready.activation);
    command.sandbox.sharedBy = m_settings.sharedSandboxes;
    const std::string program = command.argv.empty() ? std::string() : command.argv.front();
    const RootEnd root = ready.failed ? std::move(*ready.failed) : runRoot(planned, std::move(command), m_host, m_clock, stop);
    const runner::ProcessEnd& end = root.end;
    DirectResult result = isTool(planned) ? endOf(root) : verdictOf(planned, root, m_host, stop, m_settings.transforms);
    if (auto failed = stay.leave(); failed && result.errorCode == nullptr)
        result = std::move(*failed);
    result.notices.insert(result.notices.begin(), root.notices.begin(), root.notices.end());
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.monotonic() - began - end.waited);
    out.durationMs = std::max<std::int64_t>(took.count(), 0);
    out.startedAt += end.waited.count();
    take(out, result, m_redactor);
    if (root.program && end.how == runner::ProcessEnd::How::Exited)
        out.exitStatus = end.exitCode;
    if (root.program && end.how == runner::ProcessEnd::How::Signalled)
        out.signal = end.signal;
    if (isMissingProgram(result.errorCode)) {
        out.hint = m_redactor.text(hintFor(planned, program, m_settings.searchPath));
        out.searchedPath = end.searchedPath.empty() ? m_settings.searchPath : end.searchedPath;
    }
    if (m_outputs != nullptr) {
        keepOutputs(out, end, m_redactor, *m_outputs);
    } else {
        invoked.out = m_redactor.text(end.out.text());
        invoked.err = m_redactor.text(end.err.text());
    }
    invoked.returned = returnedBy(planned, out, end, m_redactor);
    return invoked;
}

} // namespace countersign::plan
