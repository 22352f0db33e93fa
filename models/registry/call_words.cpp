#include "models/registry/call_words.h"

#include "models/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace countersign::models {

namespace {
/// The first member of a JSON pointer: "/a~1b/0" names a/b.
std::string firstMember(const std::string& pointer)
{
    std::string name = pointer.substr(1, pointer.find('/', 1) - 1);
    for (const auto& [coded, plainText] : {std::pair{"~1", "/"}, std::pair{"~0", "~"}})
        for (std::size_t at = name.find(coded); at != std::string::npos; at = name.find(coded, at + 1))
            name.replace(at, 2, plainText);
    return name;
}
} // namespace

// The message holds one violation a line, each after the pointer into the arguments.
std::vector<ArgumentProblem> argumentProblems(const base::Error& error)
{
    std::vector<ArgumentProblem> out;
    if (error.code() != "INVALID_ARGS")
        return out;
    const std::string& text = error.message();
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string line = text.substr(start, end - start);
        start = end + 1;
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos)
            continue;
        const std::string pointer = line.substr(0, colon);
        if (pointer == "(root)")
            out.push_back({{}, shown(line.substr(colon + 2))});
        else if (pointer.starts_with('/'))
            out.push_back({firstMember(pointer), shown(line.substr(colon + 2))});
    }
    return out;
}

Mark callMark(const ToolCallReport& report) { return markOf(report.result.severity()); }

QString callWord(const ToolCallReport& report)
{
    if (!report.result.errorCode.empty())
        return tr("Error, no verdict");
    if (report.validation)
        return word(callMark(report));
    return report.result.verdict == domain::Verdict::Pass ? tr("Success") : tr("Failure");
}

QString callEnded(const ToolCallReport& report)
{
    const domain::ValidationResult& r = report.result;
    const QString time = duration(r.durationMs);
    if (r.signal)
        return tr("ended by signal %1 after %2").arg(*r.signal).arg(time);
    if (r.exitStatus)
        return tr("exit status %1 after %2").arg(*r.exitStatus).arg(time);
    return tr("after %1, without an exit status").arg(time);
}

} // namespace countersign::models
