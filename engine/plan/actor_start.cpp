#include "engine/plan/actor_start.h"

#include "engine/base/json.h"
#include "engine/domain/outcome.h"
#include "engine/environment/catalogue.h"
#include "engine/runner/codes.h"

#include <csignal>
#include <cstdlib>
#include <cstring>

namespace countersign::plan {

namespace cause = domain::cause;
using How = runner::ProcessEnd::How;

namespace {

std::string roleWord(const domain::ActorDefinition& actor) { return "The " + actor.role + " " + actor.name; }

ActorVerdict notStarted(const domain::ActorDefinition& actor, const runner::ProcessEnd& end)
{
    const std::string& program = actor.command.front();
    const base::Error& failure = *end.startFailure;
    ActorVerdict out{std::string(cause::CoderStartFailed), program, roleWord(actor) + " was not started: " + failure.message()};
    if (failure.is(runner::codes::ProgramMissing))
        out.cause = environment::isContainerProgram(program) ? cause::ContainerRuntimeMissing : cause::CoderMissing;
    else if (failure.is(runner::codes::ProgramNotExecutable))
        out.cause = cause::CoderNotExecutable;
    else if (failure.is(runner::codes::SandboxUnavailable))
        out.cause = cause::SandboxUnavailable;
    if (failure.is(runner::codes::InterpreterMissing))
        out.program = end.interpreter;
    return out;
}

} // namespace

domain::Json actorInput(const domain::ActorDefinition& actor, const ActorInput& input)
{
    const domain::Plan& plan = input.plan;
    domain::Json out{{"v", 1},
                     {"role", actor.role},
                     {"plan", {{"id", plan.id.value}, {"task_id", plan.taskId}, {"title", plan.title}, {"specification", plan.specification}}},
                     {"resources", domain::Json::array()},
                     {"validations", domain::Json::array()},
                     {"attempt", plan.attempt},
                     {"round", plan.round},
                     {"feedback", domain::Json::array()},
                     {"guidance", domain::Json::array()}};
    for (const domain::Resource& resource : input.resources)
        out["resources"].push_back({{"name", resource.name}, {"kind", domain::toText(resource.kind)}, {"path", resource.path}});
    for (const domain::ResolvedAttachment& each : input.validations) {
        const domain::Tool* tool = input.tool(each.attachment.validation);
        if (tool == nullptr || !tool->validation)
            continue;
        out["validations"].push_back({{"name", tool->name},
                                      {"description", tool->description},
                                      {"mode", domain::toText(tool->validation->mode)},
                                      {"args", each.args},
                                      {"resource", each.attachment.resource}});
    }
    return out;
}

std::map<std::string, std::string> passedEnvironment(const domain::ActorDefinition& actor)
{
    std::map<std::string, std::string> out;
    for (const std::string& name : actor.passEnv)
        if (const char* value = std::getenv(name.c_str()); value != nullptr)
            out.emplace(name, value);
    return out;
}

runner::CommandSpec actorCommand(const domain::ActorDefinition& actor, const std::vector<domain::WorkCopy>& copies, const domain::Json& input,
                                 const std::string& searchPath)
{
    runner::CommandSpec out;
    out.argv = actor.command;
    out.input = base::write(input);
    out.searchPath = searchPath;
    out.timeout = std::chrono::seconds(actor.timeoutSeconds);
    out.environment = passedEnvironment(actor);
    for (const auto& [name, value] : actor.env.items())
        if (value.is_string())
            out.environment[name] = value.get<std::string>();
    out.sandbox.network = actor.network;
    for (const std::string& path : actor.readPaths)
        out.sandbox.readPaths.emplace_back(path);
    for (const domain::WorkCopy& copy : copies) {
        out.sandbox.writable.emplace_back(copy.path);
        if (!copy.objects.empty())
            out.sandbox.readOnlyFiles.emplace_back(copy.objects, copy.objects);
    }
    std::error_code error;
    if (!copies.empty() && std::filesystem::is_directory(copies.front().path, error))
        out.workingDirectory = copies.front().path;
    return out;
}

ActorVerdict judge(const domain::ActorDefinition& actor, const runner::ProcessEnd& end, bool changed)
{
    if (end.startFailure)
        return notStarted(actor, end);
    ActorVerdict out;
    if (changed || end.how == How::Cancelled)
        return out;
    out.program = actor.command.front();
    if (end.how == How::TimedOut) {
        out.cause = cause::CoderTimeout;
        out.reason = roleWord(actor) + " did not end within " + std::to_string(actor.timeoutSeconds) + " s and changed nothing.";
    } else if (end.how == How::Signalled) {
        out.cause = cause::CoderFailed;
        out.reason = roleWord(actor) + " was ended by signal " + std::to_string(end.signal) + " (" + ::strsignal(end.signal) + ") and changed nothing.";
    } else if (end.exitCode != 0) {
        out.cause = cause::CoderFailed;
        out.reason = roleWord(actor) + " ended with exit status " + std::to_string(end.exitCode) + " and changed nothing.";
    }
    return out;
}

} // namespace countersign::plan
