#include "app/ctl/commands.h"

#include "app/ctl/printing.h"
#include "engine/base/codes.h"
#include "engine/base/digest.h"
#include "engine/base/files.h"
#include "engine/base/name.h"

#include <charconv>

namespace countersign::ctl {

namespace {

base::Result<std::int64_t> numberOr(const Arguments& args, const char* option, std::int64_t fallback)
{
    const auto text = args.value(option);
    if (!text)
        return fallback;
    std::int64_t value = 0;
    const auto end = std::from_chars(text->data(), text->data() + text->size(), value);
    if (end.ec != std::errc{} || end.ptr != text->data() + text->size() || value < 0)
        return base::fail(base::Error(base::codes::Usage, std::string(option) + " must be a whole number").advise("See --help."));
    return value;
}

} // namespace

base::Result<Answer> historyList(Context& context)
{
    const Arguments& args = context.arguments();
    HistoryQuery query;
    query.outcome = args.value("--outcome").value_or("");
    query.verdict = args.value("--verdict").value_or("");
    query.task = args.value("--task").value_or("");
    query.text = args.value("--text").value_or("");
    if (const auto validation = args.value("--validation")) {
        CS_ASSIGN(const base::Name name, base::parseName(*validation));
        query.validation = name.text();
    }
    if (!context.globals().project.empty()) {
        CS_ASSIGN(const base::Name name, base::parseName(context.globals().project));
        query.project = name.text();
    }
    CS_ASSIGN(query.before, numberOr(args, "--before", 0));
    CS_ASSIGN(const std::int64_t limit, numberOr(args, "--limit", 50));
    query.limit = static_cast<int>(std::min<std::int64_t>(limit, 100'000));
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const HistoryPage page, engine->history(query));
    Answer out;
    out.body = {{"rows", Json::array()}, {"matched", page.matched}, {"next", page.next == 0 ? Json(nullptr) : Json(page.next)}};
    std::vector<std::vector<std::string>> rows{{"started", "task", "validation", "verdict", "outcome", "time", "message"}};
    for (const HistoryRow& row : page.rows) {
        Json each = domain::toJson(row.result);
        each["row"] = row.result.row;
        each["run"] = row.result.run.value;
        each["plan"] = row.result.plan.value;
        each["task_id"] = row.taskId;
        each["project"] = row.project;
        each["outcome"] = row.outcome;
        out.body["rows"].push_back(std::move(each));
        rows.push_back({base::isoTime(row.result.startedAt), row.taskId, row.result.validation, std::string(domain::toText(row.result.severity())), row.outcome,
                        duration(row.result.durationMs), oneLine(row.result.message.value_or(row.result.errorMessage))});
    }
    out.text = page.rows.empty() ? "No result matches.\n" : table(rows) + std::to_string(page.rows.size()) + " of " + std::to_string(page.matched) + "\n";
    return out;
}

base::Result<Answer> auditList(Context& context)
{
    const Arguments& args = context.arguments();
    AuditQuery query;
    query.type = args.value("--type").value_or("");
    query.text = args.value("--text").value_or("");
    CS_ASSIGN(query.before, numberOr(args, "--before", -1));
    CS_ASSIGN(const std::int64_t limit, numberOr(args, "--limit", 50));
    query.limit = static_cast<int>(std::min<std::int64_t>(limit, 100'000));
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto events, engine->auditEvents(query));
    Answer out;
    out.body["events"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"seq", "time", "event", "actor", "hash"}};
    for (const domain::Event& event : events) {
        out.body["events"].push_back(json(event));
        rows.push_back({std::to_string(event.seq), base::isoTime(event.time), oneLine(domain::eventSentence(event)), oneLine(domain::textOr(event.actor, "name")), event.hash.substr(0, 8)});
    }
    out.text = table(rows);
    return out;
}

base::Result<Answer> auditVerify(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const ChainReport report, engine->verifyAudit());
    Answer out;
    Json problems = Json::array();
    Json invalid = Json::array();
    bool onlyTorn = !report.problems.empty() && report.recordsInvalid.empty();
    for (const ChainProblem& problem : report.problems) {
        problems.push_back({{"kind", problem.kind}, {"seq", problem.seq}, {"detail", problem.detail}});
        out.text += problem.kind + " at event " + std::to_string(problem.seq) + ": " + oneLine(problem.detail, 300) + "\n";
        onlyTorn = onlyTorn && problem.kind == "torn";
    }
    for (const RecordProblem& record : report.recordsInvalid) {
        invalid.push_back({{"jti", record.jti}, {"code", record.code}, {"detail", record.detail}});
        out.text += "record " + oneLine(record.jti) + ": " + oneLine(record.detail, 300) + "\n";
    }
    out.body = {{"status", report.intact ? "intact" : "broken"},
                {"ok", report.intact},
                {"events", report.events},
                {"head", report.headHash},
                {"anchor", report.anchor},
                {"problems", std::move(problems)},
                {"records", {{"valid", report.recordsValid}, {"invalid", std::move(invalid)}}}};
    out.text += std::string(report.intact ? "Intact: " : "Broken: ") + std::to_string(report.events) + " events, " + std::to_string(report.recordsValid) +
                " records valid. " + report.anchor + "\n";
    out.exitStatus = report.intact ? 0 : onlyTorn ? 11 : 10;
    return out;
}

base::Result<Answer> canon(Context& context)
{
    const Arguments& args = context.arguments();
    CS_ASSIGN(const std::string text, base::readFile(args.positional[0]));
    auto parsed = base::parseJson(text);
    if (!parsed) {
        base::Error error = parsed.error();
        base::Place place = error.place().value_or(base::Place{});
        place.file = args.positional[0];
        return base::fail(std::move(error).at(place));
    }
    std::string bytes;
    if (args.has("--extended")) {
        bytes = base::canonical(*parsed);
    } else {
        CS_ASSIGN(bytes, base::canonicalStrict(*parsed));
    }
    Answer out;
    out.body["digest"] = base::sha256Hex(bytes);
    if (!args.has("--digest"))
        out.body["canonical"] = bytes;
    out.text = args.has("--digest") ? base::sha256Hex(bytes) + "\n" : bytes;
    return out;
}

} // namespace countersign::ctl
