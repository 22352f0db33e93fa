#include "engine/runner/transform.h"

#include "engine/base/codes.h"
#include "engine/base/text.h"
#include "engine/runner/codes.h"
#include "engine/runner/ready_transforms.h"
#include "engine/runner/transform/exit_status.h"
#include "engine/runner/transform_command.h"

#include <cmath>
#include <cstdlib>

namespace countersign::runner {
namespace {

using base::Json;
using transform_helper::Exit;

constexpr MemberCodes memberCodes{&codes::TransformNotObject, &codes::TransformPassedMissing, &codes::TransformWrongType};

ProcessEnd runHelper(ProcessHost& host, Json request, const TransformLimits& limits, std::stop_token stop, ReadyTransforms* ready)
{
    request["time_ms"] = limits.time.count();
    request["memory_bytes"] = limits.memoryBytes;
    if (ready != nullptr)
        return ready->ask(base::write(request), limits, std::move(stop));
    CommandSpec command = transformCommand(host.options());
    command.input = base::write(request);
    command.timeout = limits.time + transformStartTime;
    return runAndWait(host, std::move(command), std::move(stop));
}

/// Takes out the numbers that are infinite in JavaScript and lists where they were.
void takeInfinities(Json& value, Json& path, Json& list)
{
    if (base::isInexactNumber(value)) {
        const std::string text = base::numberText(value);
        if (!std::isinf(std::strtod(text.c_str(), nullptr)))
            return;
        list.push_back({{"path", path}, {"negative", text.starts_with('-')}});
        value = nullptr;
    } else if (value.is_structured()) {
        for (auto& [name, item] : value.items()) {
            path.push_back(name);
            takeInfinities(item, path, list);
            path.erase(path.size() - 1);
        }
    }
}

Json requestFor(const std::string& function, Json input)
{
    Json path = Json::array();
    Json infinities = Json::array();
    takeInfinities(input, path, infinities);
    return Json{{"function", function}, {"input", base::write(input)}, {"infinities", base::write(infinities)}};
}

base::Error failed(const std::string& why) { return {codes::TransformFailed, "The transform gave no answer: " + why}; }

base::Error abnormalEnd(const ProcessEnd& end, const TransformLimits& limits)
{
    const std::string time = std::to_string(limits.time.count()) + " ms";
    if (end.how == ProcessEnd::How::NotStarted && end.startFailure)
        return *end.startFailure;
    if (end.how == ProcessEnd::How::Cancelled)
        return {base::codes::Cancelled, "The transform was cancelled."};
    if (end.how == ProcessEnd::How::TimedOut || (end.how == ProcessEnd::How::Exited && end.exitCode == Exit::Timeout))
        return {codes::TransformTimeout, "The transform did not end in " + time + "."};
    if (end.how == ProcessEnd::How::Exited && end.exitCode == Exit::Memory)
        return {codes::TransformMemory, "The transform needed more than " + std::to_string(limits.memoryBytes / 1024 / 1024) + " MiB."};
    if (end.out.cut)
        return {codes::TransformTooLarge, "The transform returned " + std::to_string(end.out.total) + " bytes."};
    const std::string said = base::visible(base::toValidUtf8(base::trim(end.err.head)), true);
    return failed(std::string(toString(end.how)) + ", exit status " + std::to_string(end.exitCode) + " " + said);
}

base::Error refusal(const Json& answer)
{
    const std::string status = answer.value("status", "");
    const std::string message = answer.value("message", "");
    const int line = answer.value("line", 0);
    if (status == "not_object")
        return {codes::TransformNotObject, std::string(codes::TransformNotObject.sentence)};
    if (status != "threw" && status != "syntax")
        return failed(message);
    if (status == "threw" && message.ends_with("out of memory"))
        return {codes::TransformMemory, message};
    base::Error error(status == "threw" ? codes::TransformThrew : codes::TransformSyntax, message);
    return line > 0 ? std::move(error).at({"transform", line, 0, {}}) : error;
}

/// The answer of the helper when its status is "ok".
base::Result<Json> ask(ProcessHost& host, Json request, const TransformLimits& limits, std::stop_token stop, ReadyTransforms* ready)
{
    const ProcessEnd end = runHelper(host, std::move(request), limits, std::move(stop), ready);
    if (end.how != ProcessEnd::How::Exited || end.exitCode != 0 || end.out.cut)
        return base::fail(abnormalEnd(end, limits));
    CS_ASSIGN(Json answer, base::parseJson(end.out.head));
    if (!answer.is_object() || answer.value("status", "") != "ok")
        return base::fail(refusal(answer));
    return answer;
}

DirectResult toResult(const base::Error& error)
{
    const std::string line = error.place() && error.place()->line > 0 ? "Line " + std::to_string(error.place()->line) + ": " : "";
    return errorResult(error.info(), line + error.message());
}

} // namespace

CommandSpec transformCommand(const HostOptions& options)
{
    constexpr std::string_view helperInside = "/.countersign/countersign-transform";
    CommandSpec command;
    command.argv.emplace_back(helperInside);
    command.outputCap = 32U * 1024 * 1024;
    command.sandbox.tmpBytes = 1024 * 1024;
    command.sandbox.readOnlyFiles.emplace_back(options.transformHelper, helperInside);
    return command;
}

DirectResult transform(ProcessHost& host, const std::string& function, const Json& input, const TransformLimits& limits,
                       std::stop_token stop, ReadyTransforms* ready)
{
    const base::Result<Json> answer = ask(host, requestFor(function, input), limits, std::move(stop), ready);
    if (!answer)
        return toResult(answer.error());
    base::Result<Json> value = base::parseJson(answer->value("text", ""));
    if (!value)
        return errorResult(codes::TransformTooLarge, "What the transform returned can't be used: " + value.error().message());
    return resultFromObject(std::move(*value), memberCodes);
}

DirectResult transformEnd(ProcessHost& host, const std::string& function, const ProcessEnd& end, const TransformLimits& limits,
                          std::stop_token stop, ReadyTransforms* ready)
{
    std::optional<DirectResult> none = endWithoutVerdict(end);
    DirectResult result = none ? std::move(*none) : transform(host, function, transformInput(end), limits, std::move(stop), ready);
    for (const std::string& process : end.leftBehind)
        result.notices.push_back("A process was left running and was ended: " + process);
    return result;
}

base::Result<void> checkTransform(ProcessHost& host, const std::string& function)
{
    CS_TRY(ask(host, {{"function", function}, {"check", true}}, {}, {}, nullptr));
    return {};
}

} // namespace countersign::runner
