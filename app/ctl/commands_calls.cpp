#include "app/ctl/commands.h"

#include "app/ctl/printing.h"
#include "app/ctl/tool_arguments.h"
#include "engine/base/codes.h"
#include "engine/base/name.h"
#include "engine/base/text.h"
#include "engine/report_json.h"

#include <algorithm>
#include <cstdio>

namespace countersign::ctl {

namespace {

constexpr int failed = 1;
constexpr int noVerdict = 3;

int exitStatusOf(const domain::ValidationResult& result)
{
    if (result.verdict == domain::Verdict::Error)
        return noVerdict;
    return result.verdict == domain::Verdict::Pass ? 0 : failed;
}

std::string ending(const ToolCallReport& report)
{
    const domain::ValidationResult& result = report.result;
    if (result.verdict == domain::Verdict::Error)
        return "error: " + oneLine(result.errorMessage + " [" + result.errorCode + "]", 400);
    if (!report.validation)
        return "ended with exit status " + std::to_string(result.exitStatus.value_or(0));
    return std::string(domain::toText(result.verdict)) + (result.message ? ": " + oneLine(*result.message, 400) : "");
}

std::string block(std::string_view title, const std::string& text)
{
    if (text.empty())
        return {};
    const std::string shown = base::visible(text, true);
    return "--- " + std::string(title) + "\n" + shown + (shown.ends_with('\n') ? "" : "\n");
}

std::string textOf(const ToolCallReport& report)
{
    std::string out = report.tool + " " + ending(report) + ", " + duration(report.result.durationMs) + "\n";
    if (report.result.data)
        out += "data: " + base::visible(base::pretty(*report.result.data), true) + "\n";
    if (!report.result.hint.empty())
        out += "Hint: " + oneLine(report.result.hint, 400) + "\n";
    for (const std::string& notice : report.result.notices)
        out += "Notice: " + oneLine(notice, 400) + "\n";
    return out + block("stdout", report.standardOutput) + block("stderr", report.standardError);
}

int exitStatusOf(domain::NodeState state)
{
    if (state == domain::NodeState::Passed)
        return 0;
    return state == domain::NodeState::Failed ? failed : noVerdict;
}

std::string whatHappened(const NodeReport& node)
{
    return node.call.tool.empty() ? oneLine(node.why, 200) : oneLine(ending(node.call), 200);
}

// Tells people on stderr what goes on; what --json prints stays alone on stdout.
class Telling final : public GraphObserver
{
public:
    void ended(const NodeReport& node) override { std::fprintf(stderr, "%s %s\n", node.id.c_str(), std::string(domain::toText(node.state)).c_str()); }
};

} // namespace

base::Result<Answer> graphRun(Context& context)
{
    const Arguments& args = context.arguments();
    CS_ASSIGN(Engine* const engine, context.engine());
    GraphRequest request{args.positional[0], args.value("--resource").value_or(""), 0};
    if (const auto parallel = args.value("--parallel")) {
        CS_ASSIGN(request.parallel, number(*parallel, 1, 256, "--parallel"));
    }
    Telling telling;
    CS_ASSIGN(const GraphReport report, engine->runGraph(request, telling, context.stop()));
    Answer out{json(report), {}, exitStatusOf(report.state)};
    std::vector<std::vector<std::string>> rows{{"node", "state", "tool", "time", "how it ended"}};
    for (const NodeReport& node : report.nodes)
        rows.push_back({node.id, std::string(domain::toText(node.state)), node.call.tool, node.call.tool.empty() ? "" : duration(node.call.result.durationMs), whatHappened(node)});
    out.text = table(rows) + "\n" + report.graph + " " + std::string(domain::toText(report.state)) + ": " + oneLine(report.reason, 400) + "\n";
    return out;
}

base::Result<Answer> toolList(Context& context)
{
    const auto type = context.arguments().value("--type");
    if (type && *type != "tool" && *type != "validation")
        return base::fail(base::Error(base::codes::Usage, "\"" + base::visible(base::elide(*type, 60), false) + "\" is no type; there are tool and validation"));
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto tools, engine->tools());
    Answer out;
    out.body["tools"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"name", "type", "changes something", "description"}};
    for (const RegisteredTool& each : tools) {
        const std::string its(domain::toText(each.tool.type()));
        if (type && *type != its)
            continue;
        Json row = domain::toJson(each.tool);
        row["definition_digest"] = each.definitionDigest;
        row["effective_input_schema"] = each.inputSchema;
        out.body["tools"].push_back(std::move(row));
        rows.push_back({each.tool.name, its, domain::changesSomething(each.tool) ? "yes" : "no", oneLine(each.tool.description)});
    }
    out.text = table(rows);
    return out;
}

base::Result<Answer> toolCall(Context& context)
{
    const Arguments& args = context.arguments();
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const base::Name name, base::parseName(args.positional[0]));
    CS_ASSIGN(const auto tools, engine->tools());
    const auto known = std::find_if(tools.begin(), tools.end(), [&](const RegisteredTool& each) { return each.tool.name == name.text(); });
    ToolCall call;
    call.tool = name.text();
    call.resource = args.value("--resource").value_or("");
    CS_ASSIGN(call.args, argumentsFrom(args.rest, known == tools.end() ? Json() : known->inputSchema));
    CS_ASSIGN(const ToolCallReport report, engine->callTool(call, context.stop()));
    return Answer{json(report), textOf(report), exitStatusOf(report.result)};
}

} // namespace countersign::ctl
