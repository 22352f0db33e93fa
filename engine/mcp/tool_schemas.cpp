#include "engine/mcp/tool_schemas.h"

namespace countersign::mcp::schemas {

namespace {

Json described(Json schema, const char* description)
{
    schema["description"] = description;
    return schema;
}

Json text(const char* description) { return described({{"type", "string"}}, description); }
Json number(const char* description) { return described({{"type", "integer"}}, description); }
Json flag(const char* description) { return described({{"type", "boolean"}}, description); }
Json object(const char* description) { return described({{"type", "object"}}, description); }
Json list(Json items, const char* description) { return described({{"type", "array"}, {"items", std::move(items)}}, description); }

Json input(Json properties, Json required)
{
    Json out{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty())
        out["required"] = std::move(required);
    return out;
}

// Errors have the same root, so that a client that checks them against this schema can read their code.
Json output(Json properties)
{
    properties["ok"] = flag("true: the tool did its work, whatever the outcome; false: see error.");
    properties["error"] = {{"type", "object"},
                           {"description", "Only when ok is false: why the tool did not do its work."},
                           {"properties", {{"name", text("Family of the code.")}, {"code", text("Stable code.")}, {"message", text("What went wrong.")},
                                           {"advice", text("What to do about it.")}}},
                           {"required", Json::array({"name", "code", "message"})}};
    return {{"type", "object"}, {"properties", std::move(properties)}, {"required", Json::array({"ok"})}};
}

Json taskId() { return text("Id of the task: letters, digits, dot, underscore and hyphen, 1 to 128 characters."); }
Json hint() { return text("What to do, in words."); }
Json nextAction()
{
    return described({{"type", "string"},
                      {"enum", Json::array({"dispatch_task", "wait_for_decision", "fix_and_revalidate", "revise_spec", "retry", "install_and_rerun"})}},
                     "What comes next. An unknown value: stop and leave it to an operator.");
}

Json planProperties()
{
    return {{"plan", text("Id of the plan.")},
            {"task_id", taskId()},
            {"title", text("Title of the plan.")},
            {"phase", text("strategize, execute or apply.")},
            {"state", text("queued, processing, complete, errored, cancelled, applied or constrained.")},
            {"attempt", number("Passage through execute, from 1.")},
            {"round", number("Round inside the attempt, from 1.")},
            {"cause", text("Of a plan that ended: why.")},
            {"reason", text("Of a plan that ended: the words of who ended it.")}};
}

} // namespace

Json validateInput()
{
    return input({{"task_id", taskId()}, {"task_spec", text("The specification that the work is held against. It may change until the task is dispatched.")}},
                 Json::array({"task_id"}));
}

Json validateOutput()
{
    return output({{"status", text("pass, escalate, blocker or validator_error. Any other value: an operational halt without a verdict.")},
                   {"run", text("Id of the validation run.")},
                   {"plan", text("Id of the plan of this task.")},
                   {"task_id", taskId()},
                   {"token", text("Only with pass: give it to dispatch_task. It can be used once and expires.")},
                   {"halt_id", text("Unless pass: the halt that was opened.")},
                   {"decision_id", text("Only with escalate: what a person has to decide.")},
                   {"hint", hint()},
                   {"next_action", nextAction()},
                   {"cause", text("Precise cause, of a halt.")},
                   {"reason", text("One sentence: what decided.")},
                   {"policy", object("The tally of verdicts and what the project's policy says.")},
                   {"results", list(object("One validation: validation, mode, resource, verdict, passed, message, data, error, duration_ms, evidence_digest."),
                                    "Every validation of the run, in a stable order.")},
                   {"work_tree", text("Digest of the work that was validated.")},
                   {"spec_digest", text("Digest of the specification.")},
                   {"joined", flag("The run was started by another caller.")},
                   {"notices", list(text("A notice."), "What else is worth knowing.")}});
}

Json dispatchInput()
{
    return input({{"task_id", taskId()},
                  {"token", text("The token of the last validate_task with status pass.")},
                  {"task_spec", text("Where given it must be the validated specification.")}},
                 Json::array({"task_id", "token"}));
}

Json dispatchOutput()
{
    Json properties = planProperties();
    properties["started"] = flag("A process works on the plan now; it goes on without this connection.");
    properties["notices"] = list(text("A notice."), "What else is worth knowing.");
    properties["hint"] = hint();
    return output(std::move(properties));
}

Json getPlanInput() { return input({{"task_id", taskId()}}, Json::array({"task_id"})); }

Json getPlanOutput()
{
    Json properties = planProperties();
    properties["last_run"] = object("The last validation run: run, state, outcome.");
    properties["worker"] = object("Who works on the plan now.");
    properties["request"] = object("The newest decision request: decision_id, state, reason.");
    properties["decision"] = object("What a person decided: decision, reason, signer, at.");
    properties["halt"] = object("The open halt, with its results.");
    properties["hint"] = hint();
    properties["next_action"] = nextAction();
    return output(std::move(properties));
}

Json listHaltsInput() { return input(Json::object(), Json::array()); }

Json listHaltsOutput()
{
    return output({{"halts", list(object("halt_id, halt_type, raw_halt_type, task_id, plan, opened_at, who_acts, hint, next_action."), "The open halts of the project.")}});
}

Json cancelInput() { return input({{"task_id", taskId()}, {"reason", text("Why, in your own words.")}}, Json::array({"task_id"})); }

Json cancelOutput() { return output(planProperties()); }

} // namespace countersign::mcp::schemas
