#include "engine/runner/direct_result.h"

#include "engine/base/codes.h"
#include "engine/base/text.h"
#include "engine/runner/codes.h"

#include <cstring>
#include <utility>

namespace countersign::runner {
namespace {

using base::Json;
using domain::Verdict;

constexpr MemberCodes directCodes{&codes::ResultNotObject, &codes::ResultPassedMissing, &codes::ResultWrongType};

std::string signalText(int signal)
{
    const char* name = ::sigabbrev_np(signal);
    return "signal " + std::to_string(signal) + (name == nullptr ? "" : " (" + std::string(name) + ")");
}

std::string exitText(int status)
{
    std::string text = "exit status " + std::to_string(status);
    if (status == 126)
        text += ", which shells use for \"found but not executable\"";
    if (status == 127)
        text += ", which shells use for \"command not found\"";
    return text;
}

std::string tailOfErrors(const ProcessEnd& end)
{
    constexpr std::size_t shown = 300;
    const std::string& kept = end.err.cut ? end.err.tail : end.err.head;
    const std::string text = base::toValidUtf8(base::trim(kept.substr(kept.size() - std::min(kept.size(), shown))));
    return text.empty() ? "" : "; stderr ends: " + base::visible(text, true);
}

std::string tooMany(const ProcessEnd& end)
{
    if (end.tooManyProcesses == 0)
        return {};
    return " because it had " + std::to_string(end.tooManyProcesses) + " processes, over its limit";
}

const base::CodeInfo& codeOf(const base::Error& error)
{
    static constexpr std::pair<const base::CodeInfo*, const base::CodeInfo*> table[] = {
        {&base::codes::JsonEmpty, &codes::ResultEmpty},
        {&base::codes::JsonByteOrderMark, &codes::ResultBom},
        {&base::codes::JsonUtf8, &codes::ResultInvalidUtf8},
        {&base::codes::JsonDuplicateKey, &codes::ResultDuplicateMember},
        {&base::codes::JsonTooDeep, &codes::ResultTooDeep},
        {&base::codes::JsonTooLarge, &codes::ResultTooLarge},
        {&base::codes::JsonIncomplete, &codes::ResultIncomplete},
        {&base::codes::JsonTextAfterValue, &codes::ResultTextAround}};
    for (const auto& [from, to] : table) {
        if (error.is(*from))
            return *to;
    }
    return codes::ResultNotJson;
}

std::string_view from(std::string_view text, const base::Place& place)
{
    std::size_t at = 0;
    for (int line = 1; line < place.line; ++line)
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    return text.substr(std::min(text.size(), at + static_cast<std::size_t>(std::max(place.column - 1, 0))));
}

bool beginsWithValue(std::string_view text)
{
    const base::Result<Json> value = base::parseJson(text);
    return value.has_value() || value.error().is(base::codes::JsonTextAfterValue);
}

bool textStandsBeforeAnObject(std::string_view text)
{
    if (base::trim(text).starts_with('{'))
        return false;
    int tries = 50;
    for (std::size_t at = text.find('{'); at != std::string_view::npos && tries-- > 0; at = text.find("\n{", at)) {
        at += text[at] == '\n' ? 1 : 0;
        if (beginsWithValue(text.substr(at)))
            return true;
        ++at;
    }
    return false;
}

DirectResult outputError(const std::string& text, const base::Error& error)
{
    const base::CodeInfo* code = &codeOf(error);
    if (code == &codes::ResultTextAround && error.place() && beginsWithValue(from(text, *error.place())))
        code = &codes::ResultMoreThanOne;
    if (code == &codes::ResultNotJson && textStandsBeforeAnObject(text))
        code = &codes::ResultTextAround;
    std::string message = std::string(code->sentence);
    if (error.place() && error.place()->line > 0)
        message += " Line " + std::to_string(error.place()->line) + ", column " + std::to_string(error.place()->column) + ":";
    return errorResult(*code, message + " " + error.message() + ".");
}

DirectResult judgeOutput(const ProcessEnd& end)
{
    base::Result<Json> value = base::parseJson(end.out.head);
    if (!value)
        return outputError(end.out.head, value.error());
    return resultFromObject(std::move(*value), directCodes);
}

DirectResult judge(const ProcessEnd& end)
{
    if (std::optional<DirectResult> none = endWithoutVerdict(end))
        return std::move(*none);
    DirectResult result = judgeOutput(end);
    const bool contradicts = result.verdict == Verdict::Pass && end.exitCode != 0;
    if (contradicts)
        return errorResult(codes::ExitContradiction, "The result says passed, but the program ended with "
                                                         + exitText(end.exitCode) + tailOfErrors(end) + ".");
    if (end.exitCode > 1)
        return errorResult(codes::ExitStatus, "The program ended with " + exitText(end.exitCode) + tailOfErrors(end) + ".");
    if (result.verdict == Verdict::Error && end.exitCode != 0)
        result.errorMessage += " The program ended with " + exitText(end.exitCode) + tailOfErrors(end) + ".";
    return result;
}

} // namespace

DirectResult errorResult(const base::CodeInfo& code, std::string message)
{
    DirectResult result;
    result.errorCode = &code;
    result.errorMessage = std::move(message);
    return result;
}

std::optional<DirectResult> endWithoutVerdict(const ProcessEnd& end)
{
    const std::string duration = std::to_string(end.duration.count()) + " ms";
    const std::string forced = end.forced ? "; it had to be killed" : "";
    switch (end.how) {
    case ProcessEnd::How::NotStarted: {
        const base::Error why = end.startFailure.value_or(base::Error(codes::StartFailed, "The program was not started."));
        return errorResult(why.info(), why.message());
    }
    case ProcessEnd::How::TimedOut:
        return errorResult(codes::TimedOut, "The program was ended at its deadline after " + duration + forced + ".");
    case ProcessEnd::How::Cancelled:
        return errorResult(base::codes::Cancelled, "The program was cancelled after " + duration + forced + ".");
    case ProcessEnd::How::Signalled:
        return errorResult(codes::Signalled, "The program was ended by " + signalText(end.signal) + tooMany(end) + tailOfErrors(end) + ".");
    case ProcessEnd::How::Exited: break;
    }
    if (end.out.cut)
        return errorResult(codes::OutputLimit, "The program printed " + std::to_string(end.out.total) + " bytes on stdout; "
                                                   + std::to_string(end.out.leftOut()) + " of them were left out.");
    return std::nullopt;
}

DirectResult resultFromObject(Json value, const MemberCodes& memberCodes)
{
    if (!value.is_object())
        return errorResult(*memberCodes.notObject, std::string(memberCodes.notObject->sentence));
    const auto passed = value.find("passed");
    if (passed == value.end())
        return errorResult(*memberCodes.passedMissing, std::string(memberCodes.passedMissing->sentence));
    if (!passed->is_boolean())
        return errorResult(*memberCodes.wrongType, "\"passed\" must be a boolean.");
    const auto message = value.find("message");
    if (message != value.end() && !message->is_string())
        return errorResult(*memberCodes.wrongType, "\"message\" must be text.");
    const auto data = value.find("data");
    if (data != value.end() && !data->is_object())
        return errorResult(*memberCodes.wrongType, "\"data\" must be an object.");
    DirectResult result;
    result.passed = passed->get<bool>();
    result.verdict = result.passed ? Verdict::Pass : Verdict::Fail;
    if (message != value.end())
        result.message = message->get<std::string>();
    if (data != value.end())
        result.data = std::move(*data);
    return result;
}

DirectResult parseDirectResult(const ProcessEnd& end)
{
    DirectResult result = judge(end);
    for (const std::string& process : end.leftBehind)
        result.notices.push_back("A process was left running and was ended: " + process);
    return result;
}

Json transformInput(const ProcessEnd& end)
{
    const base::Result<Json> parsed = base::parseJson(end.out.head);
    return Json{{"exit_code", end.how == ProcessEnd::How::Exited ? Json(end.exitCode) : Json()},
                {"signal", end.how == ProcessEnd::How::Signalled ? Json(end.signal) : Json()},
                {"stdout", base::toValidUtf8(end.out.text())},
                {"stderr", base::toValidUtf8(end.err.text())},
                {"json", parsed ? *parsed : Json()},
                {"duration_ms", end.duration.count()},
                {"timed_out", end.how == ProcessEnd::How::TimedOut}};
}

} // namespace countersign::runner
