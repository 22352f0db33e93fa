#include "models/inbox/evidence_text.h"

#include "engine/base/digest.h"
#include "engine/base/text.h"
#include "models/text.h"

#include <QCoreApplication>

#include <map>
#include <set>

namespace countersign::models {

namespace {

void addOutput(QString& text, const QString& caption, const domain::StoredOutput& output, const std::string& bytes)
{
    if (output.digest.empty())
        return;
    text += caption;
    if (output.cut)
        text += tr(", cut: %1 of %2 kept, head and tail").arg(models::bytes(output.storedBytes), models::bytes(output.totalBytes));
    text += QLatin1Char('\n') + plain(base::toValidUtf8(bytes));
    if (!text.endsWith(QLatin1Char('\n')))
        text += QLatin1Char('\n');
}

std::string verdictKey(const domain::Json& verdict)
{
    return domain::textOr(verdict, "validation") + '\n' + domain::textOr(verdict, "resource") + '\n' + domain::textOr(verdict, "attachment");
}

std::map<std::string, domain::Json> verdictsOf(const domain::Json& subject)
{
    std::map<std::string, domain::Json> out;
    static const domain::Json none = domain::Json::array();
    for (const domain::Json& verdict : domain::memberOr(subject, "verdicts", none))
        out[verdictKey(verdict)] = verdict;
    return out;
}

QString valueText(const domain::Json& value)
{
    return value.is_string() ? shown(value.get<std::string>()) : shown(base::write(value));
}

void addDifference(std::vector<SubjectChange>& out, const QString& heading, const domain::Json& before, const domain::Json& after)
{
    if (before == after)
        return;
    out.push_back({SubjectChange::Kind::Heading, heading, {}, {}});
    if (!before.is_null())
        out.push_back({SubjectChange::Kind::Removed, valueText(before), {}, {}});
    if (!after.is_null())
        out.push_back({SubjectChange::Kind::Added, valueText(after), {}, {}});
}

QString verdictWord(const domain::Json& verdict)
{
    const std::string word = domain::textOr(verdict, "verdict");
    return word == "fail" && domain::textOr(verdict, "mode") == "informational" ? QStringLiteral("warn") : shown(word);
}

const domain::Json& member(const domain::Json& object, const char* key)
{
    static const domain::Json none = nullptr;
    return domain::memberOr(object, key, none);
}

} // namespace

std::vector<std::string> outputsToRead(const domain::ValidationResult& result)
{
    if (result.severity() == domain::Severity::Pass)
        return {};
    return {result.standardOutput.digest, result.standardError.digest};
}

EvidenceText evidenceText(const domain::ValidationResult& result, const std::string& standardOutput, const std::string& standardError)
{
    EvidenceText out;
    if (result.message && !result.message->empty())
        out.text += plain(base::toValidUtf8(*result.message)) + QLatin1Char('\n');
    if (!result.errorMessage.empty())
        out.text += plain(base::toValidUtf8(result.errorMessage)) + QLatin1Char('\n');
    if (result.data && !result.data->is_null())
        out.text += plain(base::pretty(*result.data)) + QLatin1Char('\n');
    if (result.severity() != domain::Severity::Pass) {
        addOutput(out.text, tr("standard output"), result.standardOutput, standardOutput);
        addOutput(out.text, tr("standard error"), result.standardError, standardError);
    }
    while (out.text.endsWith(QLatin1Char('\n')))
        out.text.chop(1);
    if (!out.text.isEmpty()) {
        out.digest = base::sha256Hex(utf8(out.text));
        out.lines = static_cast<int>(out.text.count(QLatin1Char('\n'))) + 1;
    }
    return out;
}

std::vector<SubjectChange> subjectChanges(const domain::Json& seen, const domain::Json& now)
{
    std::vector<SubjectChange> out;
    addDifference(out, tr("Specification"), member(seen, "spec_digest"), member(now, "spec_digest"));
    addDifference(out, tr("Policy"), member(seen, "policy"), member(now, "policy"));
    addDifference(out, tr("Work tree"), member(seen, "work_tree"), member(now, "work_tree"));
    const auto before = verdictsOf(seen);
    const auto after = verdictsOf(now);
    std::set<std::string> keys;
    for (const auto& [key, verdict] : before)
        keys.insert(key);
    for (const auto& [key, verdict] : after)
        keys.insert(key);
    for (const std::string& key : keys) {
        const auto was = before.find(key);
        const auto is = after.find(key);
        const domain::Json old = was == before.end() ? domain::Json(nullptr) : was->second;
        const domain::Json fresh = is == after.end() ? domain::Json(nullptr) : is->second;
        const QString name = shown(domain::textOr(fresh.is_null() ? old : fresh, "validation"));
        addDifference(out, tr("Message of %1").arg(name), member(old, "message"), member(fresh, "message"));
        addDifference(out, tr("Data of %1").arg(name), member(old, "data"), member(fresh, "data"));
        addDifference(out, tr("Arguments of %1").arg(name), member(old, "args"), member(fresh, "args"));
        addDifference(out, tr("Definition of %1").arg(name), member(old, "definition_digest"), member(fresh, "definition_digest"));
        if (verdictWord(old) != verdictWord(fresh))
            out.push_back({SubjectChange::Kind::Verdict, name, old.is_null() ? tr("none") : verdictWord(old),
                           fresh.is_null() ? tr("none") : verdictWord(fresh)});
        else if (member(old, "evidence_digest") != member(fresh, "evidence_digest") && member(old, "message") == member(fresh, "message")
                 && member(old, "data") == member(fresh, "data"))
            out.push_back({SubjectChange::Kind::Heading, tr("Evidence of %1 differs").arg(name), {}, {}});
    }
    return out;
}

} // namespace countersign::models
