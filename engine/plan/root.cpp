#include "engine/plan/root.h"

#include "engine/base/codes.h"
#include "engine/base/text.h"
#include "engine/builtin/builtin.h"
#include "engine/mcpclient/client.h"
#include "engine/mcpclient/codes.h"
#include "engine/plan/codes.h"
#include "engine/runner/codes.h"

#include <algorithm>

namespace countersign::plan {

using runner::CommandSpec;
using runner::ProcessEnd;

namespace {

void fillSource(CommandSpec& out, const domain::ToolSource& source)
{
    if (const auto* command = std::get_if<domain::CommandSource>(&source)) {
        out.argv = command->argv;
    } else if (const auto* code = std::get_if<domain::CodeSource>(&source)) {
        out.argv = code->interpreter;
        out.argv.emplace_back("/.countersign/code");
        out.sandbox.readOnlyTexts.emplace_back(code->code, "/.countersign/code");
    } else if (const auto* ours = std::get_if<domain::BuiltinSource>(&source)) {
        if (const builtin::Builtin* found = builtin::find(ours->builtin))
            out.argv = found->command;
    } else if (const auto* mcp = std::get_if<domain::McpSource>(&source)) {
        out.argv = mcp->server;
    }
}

} // namespace

std::string programOf(const domain::Tool& root)
{
    CommandSpec command;
    fillSource(command, root.source);
    return command.argv.empty() ? std::string() : command.argv.front();
}

namespace {

/// As if a program had printed the verdict.
void print(RootEnd& out, const domain::Json& verdict)
{
    out.program = false;
    out.end.how = ProcessEnd::How::Exited;
    out.end.exitCode = domain::boolOr(verdict, "passed", false) ? 0 : 1;
    out.end.out = {};
    out.end.out.head = base::write(verdict);
    out.end.out.total = out.end.out.head.size();
}

void fail(RootEnd& out, const base::Error& error) { out.failure = runner::errorResult(error.info(), error.text()); }

RootEnd runCheck(const builtin::Builtin& ours, const PlannedValidation& planned, const base::Clock& clock, const std::stop_token& stop)
{
    RootEnd out;
    out.program = false;
    const auto began = clock.monotonic();
    const auto late = [&] { return clock.monotonic() - began > planned.timeout; };
    const auto verdict = builtin::run(ours, {planned.resource, planned.rootArguments, [&] { return stop.stop_requested() || late(); }});
    out.end.duration = std::chrono::duration_cast<std::chrono::milliseconds>(clock.monotonic() - began);
    if (stop.stop_requested())
        fail(out, base::Error(base::codes::Cancelled, "the check was cancelled"));
    else if (late())
        fail(out, base::Error(runner::codes::TimedOut, "the check was ended at its deadline after " + std::to_string(out.end.duration.count()) + " ms"));
    else if (!verdict)
        fail(out, verdict.error());
    else
        print(out, *verdict);
    return out;
}

RootEnd runBuiltin(const PlannedValidation& planned, const std::string& name, CommandSpec command, runner::ProcessHost& host, const base::Clock& clock,
                   const std::stop_token& stop)
{
    RootEnd out;
    const builtin::Builtin* ours = builtin::find(name);
    if (ours == nullptr) {
        fail(out, base::Error(codes::SourceNotSupported, name + " does not come with this version"));
        return out;
    }
    if (ours->check != nullptr)
        return runCheck(*ours, planned, clock, stop);
    out.end = runner::runAndWait(host, std::move(command), stop);
    out.failure = runner::endWithoutVerdict(out.end);
    if (out.failure)
        return out;
    const auto verdict = ours->reading({out.end.exitCode, out.end.out.head, out.end.err.head});
    if (verdict)
        print(out, *verdict);
    else
        fail(out, verdict.error());
    return out;
}

// A transform judges an answer with isError itself, as it does an exit status; without one nothing says what it means.
RootEnd runMcp(const PlannedValidation& planned, const domain::McpSource& source, CommandSpec command, runner::ProcessHost& host, std::stop_token stop)
{
    RootEnd out;
    mcpclient::Called called = mcpclient::callTool(host, std::move(command), source.tool, planned.rootArguments, std::move(stop));
    out.end = std::move(called.end);
    out.notices = std::move(called.notices);
    out.program = called.failure.has_value();
    const bool direct = planned.chain.size() == 1;
    if (called.failure)
        out.failure = runner::errorResult(called.failure->info(), called.failure->message());
    else if (direct && called.isError)
        out.failure = runner::errorResult(mcpclient::codes::ToolFailed, "The tool says that it failed: " + base::visible(base::elide(base::toValidUtf8(out.end.out.head), 500), true));
    else if (direct && !called.noVerdict.empty())
        out.failure = runner::errorResult(mcpclient::codes::NoVerdict, called.noVerdict);
    return out;
}

} // namespace

CommandSpec commandOf(const PlannedValidation& planned, const ExecutionSettings& settings, const domain::Json& activation)
{
    CommandSpec out;
    const domain::Tool& root = planned.chain.back();
    fillSource(out, root.source);
    const auto execute = root.lifecycle.find("execute");
    if (execute != root.lifecycle.end() && std::holds_alternative<domain::CommandSource>(root.source))
        out.argv = execute->second;
    domain::Json context = settings.context;
    context["resource"] = {{"name", planned.resource.name}, {"kind", domain::toText(planned.resource.kind)}, {"path", planned.resource.path}};
    for (const BoundSlot& bound : planned.slots)
        context["slots"][bound.slot] = {{"name", bound.resource.name}, {"kind", domain::toText(bound.resource.kind)}, {"path", bound.resource.path}};
    if (!activation.is_null())
        context["activation"] = activation;
    out.context = base::write(context);
    out.input = base::write(planned.rootArguments);
    out.searchPath = settings.searchPath;
    out.timeout = planned.timeout;
    out.turn = {settings.run.plan.value, static_cast<std::size_t>(std::max(settings.parallel, 1))};
    out.sandbox.resource = planned.resource.path;
    const auto show = [&out](const std::string& objects) {
        if (!objects.empty())
            out.sandbox.readOnlyFiles.emplace_back(objects, objects);
    };
    show(planned.borrowedObjects);
    for (const BoundSlot& bound : planned.slots) {
        show(bound.borrowedObjects);
        if (bound.resource.path != planned.resource.path)
            out.sandbox.otherResources.emplace_back(bound.resource.path);
    }
    for (const domain::Tool& tool : planned.chain)
        for (const std::string& path : tool.readPaths)
            out.sandbox.readPaths.emplace_back(path);
    return out;
}

RootEnd runRoot(const PlannedValidation& planned, CommandSpec command, runner::ProcessHost& host, const base::Clock& clock, std::stop_token stop)
{
    const domain::ToolSource& source = planned.chain.back().source;
    if (const auto* ours = std::get_if<domain::BuiltinSource>(&source))
        return runBuiltin(planned, ours->builtin, std::move(command), host, clock, stop);
    if (const auto* mcp = std::get_if<domain::McpSource>(&source))
        return runMcp(planned, *mcp, std::move(command), host, std::move(stop));
    RootEnd out;
    out.end = runner::runAndWait(host, std::move(command), stop);
    return out;
}

} // namespace countersign::plan
