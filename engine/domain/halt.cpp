#include "engine/domain/halt.h"

namespace countersign::domain {

Json toJson(const Environment& e)
{
    return {{"actor", e.actor},
            {"program", e.program},
            {"command", e.command},
            {"searched_path", e.searchedPath},
            {"host", e.host},
            {"hint_origin", e.hintOrigin},
            {"install_command", e.installCommand},
            {"working_directory", e.workingDirectory},
            {"call", e.call.value}};
}

std::optional<Environment> environmentFromJson(const Json& json)
{
    if (!json.is_object())
        return std::nullopt;
    return Environment{textOr(json, "actor"),       textOr(json, "program"),         texts(json, "command"),
                       textOr(json, "searched_path"), textOr(json, "host"),          textOr(json, "hint_origin"),
                       textOr(json, "install_command"), textOr(json, "working_directory"), {textOr(json, "call")}};
}

Json toJson(const Halt& h)
{
    Json out{{"halt_id", h.id.value},
             {"halt_type", h.haltType},
             {"final_decision", h.finalDecision},
             {"raw_halt_type", h.rawHaltType},
             {"plan", h.plan.value},
             {"task_id", h.taskId},
             {"title", h.title},
             {"project", h.project},
             {"run", h.run.value},
             {"hint", h.hint},
             {"reason", h.reason},
             {"phase", toText(h.phase)},
             {"attempt", h.attempt},
             {"round", h.round},
             {"policy", h.policy},
             {"evidence_digest", h.evidenceDigest},
             {"actor", h.actor},
             {"opened_at", base::isoTime(h.openedAt)},
             {"open", h.open()},
             {"who_acts", h.info().whoActs},
             {"next_action", h.info().nextAction}};
    if (h.environment)
        out["environment"] = toJson(*h.environment);
    if (!h.open()) {
        out["closed_at"] = base::isoTime(h.closedAt);
        out["close_reason"] = h.closeReason;
    }
    return out;
}

} // namespace countersign::domain
