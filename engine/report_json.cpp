#include "engine/report_json.h"

namespace countersign::report {

Json json(const base::Error& error)
{
    Json out{{"name", error.name()}, {"code", error.code()}, {"message", error.message().empty() ? std::string(error.sentence()) : error.message()}};
    if (!error.advice().empty())
        out["advice"] = error.advice();
    if (const auto& place = error.place())
        out["place"] = {{"file", place->file}, {"line", place->line}, {"column", place->column}, {"pointer", place->pointer}};
    out["cause"] = error.cause() != nullptr ? json(*error.cause()) : Json(nullptr);
    return out;
}

Json json(const std::vector<domain::ValidationResult>& results)
{
    Json out = Json::array();
    for (const domain::ValidationResult& result : results)
        out.push_back(domain::toJson(result));
    return out;
}

Json json(const ValidateReport& report)
{
    Json out{{"status", domain::info(report.outcome).text},
             {"run", report.run.id.value},
             {"plan", report.plan.id.value},
             {"task_id", report.plan.taskId},
             {"next_action", report.nextAction},
             {"policy", domain::toJson(report.decision)},
             {"results", json(report.results)},
             {"work_tree", report.run.workTree},
             {"spec_digest", report.run.specDigest},
             {"joined", report.joined},
             {"notices", report.notices}};
    if (report.run.summary) {
        out["cause"] = report.run.summary->cause;
        out["reason"] = report.run.summary->reason;
    }
    if (!report.halt.empty())
        out["halt_id"] = report.halt.value;
    if (!report.decisionId.empty())
        out["decision_id"] = report.decisionId.value;
    if (!report.token.empty())
        out["token"] = report.token;
    if (!report.hint.empty())
        out["hint"] = report.hint;
    return out;
}

Json json(const ToolCallReport& report)
{
    Json out = domain::toJson(report.result);
    for (const char* ofRuns : {"attachment", "scope", "scope_target", "stdout", "stderr", "severity", "evidence_digest", "validation"})
        out.erase(ofRuns);
    if (!report.validation)
        for (const char* ofValidations : {"mode", "verdict", "passed", "message", "data"})
            out.erase(ofValidations);
    out["tool"] = report.tool;
    out["type"] = report.validation ? "validation" : "tool";
    out["returned"] = report.returned ? *report.returned : Json(nullptr);
    out["stdout"] = report.standardOutput;
    out["stderr"] = report.standardError;
    return out;
}

Json json(const GraphReport& report)
{
    Json nodes = Json::array();
    for (const NodeReport& node : report.nodes) {
        Json row = node.call.tool.empty() ? Json::object() : json(node.call);
        row["id"] = node.id;
        row["state"] = domain::toText(node.state);
        if (!node.why.empty())
            row["why"] = node.why;
        nodes.push_back(std::move(row));
    }
    return {{"graph", report.graph},   {"status", domain::toText(report.state)}, {"reason", report.reason}, {"started_at", base::isoTime(report.startedAt)},
            {"duration_ms", report.durationMs}, {"nodes", std::move(nodes)}};
}

Json listed(const domain::Halt& halt)
{
    return {{"halt_id", halt.id.value},   {"halt_type", halt.haltType},
            {"raw_halt_type", halt.rawHaltType}, {"task_id", halt.taskId},
            {"title", halt.title},        {"plan", halt.plan.value},
            {"opened_at", base::isoTime(halt.openedAt)}, {"who_acts", halt.info().whoActs},
            {"open", halt.open()}};
}

Json json(const HaltDetail& detail)
{
    Json out = domain::toJson(detail.halt);
    out["results"] = json(detail.results);
    if (detail.request)
        out["decision"] = {{"decision_id", detail.request->id.value},
                           {"state", domain::toText(detail.request->state)},
                           {"subject_digest", detail.request->subjectDigest},
                           {"reason", detail.request->endReason}};
    return out;
}

} // namespace countersign::report
