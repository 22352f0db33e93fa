#include "engine/mcp/tools.h"

#include "engine/base/codes.h"
#include "engine/mcp/tool_calls.h"
#include "engine/mcp/tool_schemas.h"
#include "engine/report_json.h"
#include "engine/schema/codes.h"

#include <typeinfo>

namespace countersign::mcp {

namespace {

std::vector<Tool> table()
{
    return {
        {"validate_task", "Validate a task",
         "Runs every validation that is effective for the task on the work as it is now, and tells the outcome. pass comes with a token for dispatch_task. "
         "escalate waits for a person: wait for the decision, then validate again. blocker is about the work: fix it and validate again; nobody can authorise a blocker. "
         "validator_error means that a validation gave no verdict: an operator repairs it, then validate again. The task is created at the first call. May take minutes.",
         schemas::validateInput(), schemas::validateOutput(), false, false, false, calls::validateTask, {}},
        {"dispatch_task", "Dispatch a validated task",
         "Spends the token of a passed validation and queues the plan of the task; returns at once. The plan goes on without this connection; get_plan tells how it goes.",
         schemas::dispatchInput(), schemas::dispatchOutput(), false, false, false, calls::dispatchTask, {}},
        {"get_plan", "Look at a task's plan", "Tells where the plan of a task stands: state, open decision request and its reason, open halt, hint. Changes nothing.",
         schemas::getPlanInput(), schemas::getPlanOutput(), true, false, true, calls::getPlan, {}},
        {"list_halts", "List what waits", "Lists the open halts of the project: what stopped, who acts, what comes next. Changes nothing.", schemas::listHaltsInput(),
         schemas::listHaltsOutput(), true, false, true, calls::listHalts, {}},
        {"cancel_task", "Cancel a task", "Ends the plan of a task for good, and the work that goes on for it. It can't be undone; other work needs another task_id.",
         schemas::cancelInput(), schemas::cancelOutput(), false, true, true, calls::cancelTask, {}},
    };
}

} // namespace

base::Result<Tools> Tools::create()
{
    Tools out;
    out.m_tools = table();
    for (Tool& tool : out.m_tools) {
        CS_ASSIGN(tool.schema, schema::Schema::compile(tool.inputSchema));
    }
    return out;
}

const Tool* Tools::find(std::string_view name) const
{
    for (const Tool& tool : m_tools)
        if (tool.name == name)
            return &tool;
    return nullptr;
}

Json Tools::list() const
{
    Json out = Json::array();
    for (const Tool& tool : m_tools)
        out.push_back({{"name", tool.name},
                       {"title", tool.title},
                       {"description", tool.description},
                       {"inputSchema", tool.inputSchema},
                       {"outputSchema", tool.outputSchema},
                       {"annotations",
                        {{"title", tool.title},
                         {"readOnlyHint", tool.readOnly},
                         {"destructiveHint", tool.destructive},
                         {"idempotentHint", tool.idempotent},
                         {"openWorldHint", false}}}});
    return out;
}

ToolAnswer refused(const base::Error& error)
{
    ToolAnswer out;
    out.isError = true;
    out.body = {{"ok", false}, {"error", report::json(error)}};
    out.text = error.text();
    return out;
}

std::optional<ToolAnswer> refusedArguments(const Tool& tool, const Json& args)
{
    const schema::CheckedArguments checked = schema::judgeParsed(tool.schema, args);
    if (checked.total == 0)
        return std::nullopt;
    const std::string text = schema::violationsText(checked.violations, checked.total);
    ToolAnswer out = refused(base::Error(schema::codes::InvalidArgs, "the arguments of " + tool.name + " don't fit, so nothing was run:\n" + text)
                                 .advise("Correct the arguments and call " + tool.name + " again."));
    Json violations = Json::array();
    for (const schema::Violation& each : checked.violations)
        violations.push_back({{"pointer", each.pointer}, {"path", each.path}, {"keyword", each.keyword}, {"expected", each.expected}, {"actual", each.actual}, {"message", each.message}});
    out.body["error"]["violations"] = std::move(violations);
    out.body["error"]["total"] = checked.total;
    return out;
}

ToolAnswer run(const Tool& tool, const ToolContext& context)
{
    try {
        auto body = tool.run(context);
        if (!body)
            return refused(body.error());
        ToolAnswer out;
        out.body = std::move(*body);
        out.body["ok"] = true;
        return out;
    } catch (const std::exception& exception) {
        return refused(base::Error(base::codes::Unknown, std::string(typeid(exception).name()) + ": " + exception.what()));
    } catch (...) {
        return refused(base::Error(base::codes::Unknown, "something that is no exception of the standard library was thrown"));
    }
}

std::string_view instructions()
{
    return "Countersign checks work before it goes on. Order: validate_task, then dispatch_task with the token of a pass.\n"
           "Outcomes of validate_task: pass - dispatch with the token. escalate - a person decides; poll get_plan, then validate again. "
           "blocker - a verdict about the work: fix the work, or revise the specification, and validate again; nobody can authorise a blocker. "
           "validator_error - no verdict: an operator repairs it, then validate again.\n"
           "A halt of type environment_error or internal_error, or any value that you don't know, is an operational halt: it says nothing about the work and nobody can "
           "decide it away; follow its hint or leave it to an operator.\n"
           "next_action tells the step; on an unknown value stop. Errors carry error.code; arguments that don't fit are refused with INVALID_ARGS and nothing is run. "
           "Calls with a progressToken report progress at least every 10 s.";
}

} // namespace countersign::mcp
