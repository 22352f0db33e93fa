#include "app/ctl/commands.h"

#include "app/ctl/printing.h"
#include "app/ctl/tool_arguments.h"
#include "engine/base/codes.h"
#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/report_json.h"

namespace countersign::ctl {

namespace {

base::Result<std::optional<std::string>> textOrFile(const std::optional<std::string>& value)
{
    if (!value || !value->starts_with('@'))
        return value;
    CS_ASSIGN(std::string text, base::readFile(value->substr(1), 1024U * 1024U));
    return std::optional(std::move(text));
}

std::string verdictText(const domain::ValidationResult& result)
{
    const domain::Severity severity = result.severity();
    return severity == domain::Severity::Blocker ? "fail" : std::string(domain::toText(severity));
}

std::string messageOf(const domain::ValidationResult& result)
{
    if (result.verdict == domain::Verdict::Error)
        return oneLine(result.errorMessage + " [" + result.errorCode + "]");
    return oneLine(result.message.value_or(""));
}

std::string resultTable(const std::vector<domain::ValidationResult>& results)
{
    std::vector<std::vector<std::string>> rows{{"verdict", "validation", "mode", "resource", "time", "message"}};
    for (const domain::ValidationResult& r : results)
        rows.push_back({verdictText(r), r.validation, std::string(domain::toText(r.mode)), r.resource, duration(r.durationMs), messageOf(r)});
    return table(rows);
}

Answer answerOf(const ValidateReport& report)
{
    Answer out;
    const domain::OutcomeInfo& info = domain::info(report.outcome);
    out.exitStatus = info.exitStatus;
    out.body = report::json(report);
    out.text = resultTable(report.results) + "\n" + std::string(info.label) + ": " + (report.run.summary ? oneLine(report.run.summary->reason, 400) : "") + "\n";
    if (!report.hint.empty())
        out.text += "Hint: " + oneLine(report.hint, 400) + "\n";
    for (const std::string& notice : report.notices)
        out.text += "Notice: " + oneLine(notice, 400) + "\n";
    out.text += "Next: " + report.nextAction + (report.halt.empty() ? "" : ", halt " + report.halt.value) + "\n";
    return out;
}

std::string whatCanBeDone(const HaltDetail& detail)
{
    if (detail.halt.signable())
        return "Review it and sign: countersignctl authorize " + detail.halt.id.value;
    if (detail.halt.haltType == "blocker")
        return "A blocker is a verdict about the work. Nobody can authorize it; the work must change.";
    return "An operational halt without a decision: repair what is named, then validate again.";
}

} // namespace

base::Result<Answer> validate(Context& context)
{
    const Arguments& args = context.arguments();
    ValidateRequest request;
    request.project = context.globals().project;
    request.taskId = *args.value("--task");
    request.title = args.value("--title");
    CS_ASSIGN(request.specification, textOrFile(args.value("--spec")));
    if (const auto phase = args.value("--phase")) {
        if (*phase != "pre_execute" && *phase != "post_execute")
            return usage("--phase is pre_execute or post_execute", "See countersignctl validate --help.");
        request.phase = *phase == "pre_execute" ? domain::EvaluationPhase::PreExecute : domain::EvaluationPhase::PostExecute;
    }
    if (const auto parallel = args.value("--parallel")) {
        CS_ASSIGN(request.parallel, number(*parallel, 1, 256, "--parallel"));
    }
    CS_ASSIGN(Engine* const engine, context.engine());
    RunObserver observer;
    CS_ASSIGN(const ValidateReport report, engine->validate(request, observer, context.stop()));
    return answerOf(report);
}

base::Result<Answer> haltsList(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(auto halts, engine->openHalts(context.globals().project));
    if (context.arguments().has("--all")) {
        CS_ASSIGN(const auto closed, engine->closedHalts(context.globals().project, 1000));
        halts.insert(halts.end(), closed.begin(), closed.end());
    }
    Answer out;
    out.body["halts"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"who acts", "outcome", "cause", "task", "opened", "halt"}};
    for (const domain::Halt& halt : halts) {
        out.body["halts"].push_back(report::listed(halt));
        rows.push_back({std::string(halt.info().whoActs), halt.haltType, halt.rawHaltType, halt.taskId, base::isoTime(halt.openedAt), halt.id.value});
    }
    out.text = halts.empty() ? "Nothing is waiting for a person.\n" : table(rows);
    return out;
}

base::Result<Answer> haltsShow(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const std::string id, base::parseUlid(context.arguments().positional[0]));
    CS_ASSIGN(const HaltDetail detail, engine->halt({id}));
    Answer out;
    out.body["halt"] = report::json(detail);
    out.text = detail.halt.info().label.data() + std::string(": ") + oneLine(detail.halt.reason, 400) + "\n\n" + resultTable(detail.results) + "\n";
    if (!detail.halt.hint.empty())
        out.text += "Hint: " + oneLine(detail.halt.hint, 400) + "\n";
    out.text += whatCanBeDone(detail) + "\n";
    return out;
}

} // namespace countersign::ctl
