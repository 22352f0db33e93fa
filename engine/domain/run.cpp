#include "engine/domain/run.h"

namespace countersign::domain {

std::string_view toText(RunState state)
{
    switch (state) {
    case RunState::Running: return "running";
    case RunState::Complete: return "complete";
    case RunState::Void: return "void";
    case RunState::Cancelled: return "cancelled";
    case RunState::Died: return "died";
    }
    return "died";
}

Json toJson(const PolicyDecision& d)
{
    return {{"name", d.policy.is_string() ? d.policy : Json("quorum")},
            {"policy", d.policy},
            {"pass", d.pass},
            {"warn", d.warn},
            {"blocker", d.blocker},
            {"error", d.error},
            {"total", d.total},
            {"covered", d.covered},
            {"satisfied", d.satisfied},
            {"rule", d.rule}};
}

PolicyDecision policyDecisionFromJson(const Json& json)
{
    static const Json plain = "required_only";
    const auto number = [&json](const char* key) { return static_cast<int>(integerOr(json, key, 0)); };
    return {memberOr(json, "policy", plain), number("pass"),    number("warn"), number("blocker"),
            number("error"),                 number("total"),   number("covered"), boolOr(json, "satisfied", false),
            textOr(json, "rule")};
}

Json toJson(const RunSummary& s)
{
    return {{"all_required_passed", s.allRequiredPassed},
            {"policy", toJson(s.decision)},
            {"outcome", toText(s.outcome)},
            {"cause", s.cause},
            {"reason", s.reason},
            {"work_tree", s.workTree}};
}

RunSummary runSummaryFromJson(const Json& json)
{
    static const Json none = Json::object();
    return {boolOr(json, "all_required_passed", false),
            policyDecisionFromJson(memberOr(json, "policy", none)),
            parseOutcome(textOr(json, "outcome")).value_or(Outcome::InternalError),
            textOr(json, "cause"),
            textOr(json, "reason"),
            textOr(json, "work_tree")};
}

Json toJson(const ValidationResult& r)
{
    const auto output = [](const StoredOutput& o) {
        return Json{{"digest", o.digest}, {"stored_bytes", o.storedBytes}, {"total_bytes", o.totalBytes}, {"cut", o.cut}};
    };
    Json out{{"validation", r.validation},
             {"mode", toText(r.mode)},
             {"attachment", r.attachment.value},
             {"resource", r.resource},
             {"scope", r.scope},
             {"scope_target", r.scopeTarget},
             {"args", r.args},
             {"verdict", toText(r.verdict)},
             {"severity", toText(r.severity())},
             {"passed", r.passed},
             {"message", r.message ? Json(*r.message) : Json(nullptr)},
             {"data", r.data ? *r.data : Json(nullptr)},
             {"started_at", base::isoTime(r.startedAt)},
             {"duration_ms", r.durationMs},
             {"definition_digest", r.definitionDigest},
             {"evidence_digest", r.evidenceDigest},
             {"stdout", output(r.standardOutput)},
             {"stderr", output(r.standardError)},
             {"notices", r.notices}};
    if (r.exitStatus)
        out["exit_status"] = *r.exitStatus;
    if (r.signal)
        out["signal"] = *r.signal;
    if (!r.errorCode.empty()) {
        out["error"] = {{"name", r.errorName}, {"code", r.errorCode}, {"message", r.errorMessage}};
        if (!r.hint.empty())
            out["hint"] = r.hint;
        if (!r.searchedPath.empty())
            out["searched_path"] = r.searchedPath;
    }
    return out;
}

} // namespace countersign::domain
