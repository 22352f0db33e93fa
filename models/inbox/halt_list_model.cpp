#include "models/inbox/halt_list_model.h"

#include "engine/base/text.h"
#include "models/text.h"

namespace countersign::models {

namespace {

constexpr std::size_t causeLetters = 40;

QString shortName(const std::string& validation) { return shown(validation.substr(validation.rfind('/') + 1)); }

QString elided(const QString& words) { return shown(base::elide(base::toValidUtf8(utf8(words)), causeLetters)); }

std::vector<const domain::ValidationResult*> withSeverity(const std::vector<domain::ValidationResult>& results, domain::Severity severity)
{
    std::vector<const domain::ValidationResult*> out;
    for (const auto& result : results)
        if (result.severity() == severity)
            out.push_back(&result);
    return out;
}

QString howNoVerdict(const domain::ValidationResult& result)
{
    const std::string& code = result.errorCode;
    if (code == "PROGRAM_MISSING")
        return HaltListModel::tr("not found");
    if (code == "TIMED_OUT")
        return HaltListModel::tr("timed out");
    if (code == "SIGNALLED" && result.signal)
        return HaltListModel::tr("signal %1").arg(*result.signal);
    if (code == "EXIT_STATUS" && result.exitStatus)
        return HaltListModel::tr("exit %1").arg(*result.exitStatus);
    if (code == "VALIDATION_NOT_REGISTERED")
        return HaltListModel::tr("not registered");
    if (code == "DEFINITION_CHANGED")
        return HaltListModel::tr("changed since import");
    if (code.rfind("RESULT_", 0) == 0)
        return HaltListModel::tr("result malformed");
    return HaltListModel::tr("no verdict");
}

QString environmentCause(const domain::Halt& halt)
{
    using namespace domain::cause;
    const std::string& program = halt.environment->program;
    const QString name = shown(program.substr(program.rfind('/') + 1));
    if (halt.rawHaltType == CoderMissing || halt.rawHaltType == ContainerRuntimeMissing)
        return HaltListModel::tr("%1 not found").arg(name);
    if (halt.rawHaltType == CoderNotExecutable)
        return HaltListModel::tr("%1 not executable").arg(name);
    if (halt.rawHaltType == CoderStartFailed)
        return HaltListModel::tr("%1 not started").arg(name);
    return {};
}

} // namespace

QString haltCause(const domain::Halt& halt, const std::vector<domain::ValidationResult>& results)
{
    const auto tr = [](const char* text) { return HaltListModel::tr(text); };
    const auto outcome = domain::parseOutcome(halt.haltType);
    if (outcome == domain::Outcome::Escalate) {
        const domain::PolicyDecision tally = domain::policyDecisionFromJson(halt.policy);
        const auto warns = withSeverity(results, domain::Severity::Warn);
        const QString who = warns.size() == 1 ? tr("%1 warns").arg(shortName(warns.front()->validation)) : tr("%1 warn").arg(tally.warn);
        return elided(tr("%1, %2 of %3 pass").arg(who).arg(tally.pass).arg(tally.total));
    }
    if (outcome == domain::Outcome::Blocker) {
        const auto fails = withSeverity(results, domain::Severity::Blocker);
        if (!fails.empty())
            return elided(fails.size() == 1 ? tr("%1 fails").arg(shortName(fails.front()->validation)) : tr("%1 validations fail").arg(fails.size()));
    }
    if (outcome == domain::Outcome::ValidatorError) {
        if (halt.rawHaltType == domain::cause::NoValidations)
            return tr("no validation applies");
        const auto errors = withSeverity(results, domain::Severity::Error);
        if (!errors.empty())
            return elided(errors.size() == 1 ? shortName(errors.front()->validation) + QLatin1Char(' ') + howNoVerdict(*errors.front())
                                             : tr("%1 validations gave no verdict").arg(errors.size()));
    }
    if (outcome == domain::Outcome::EnvironmentError && halt.environment && !halt.environment->program.empty())
        if (const QString what = environmentCause(halt); !what.isEmpty())
            return elided(what);
    return elided(shown(halt.reason));
}

HaltListModel::Group HaltListModel::groupOf(const domain::Halt& halt)
{
    const auto outcome = domain::parseOutcome(halt.haltType);
    if (outcome == domain::Outcome::Escalate)
        return Decide;
    return outcome == domain::Outcome::Blocker ? Change : Repair;
}

QString HaltListModel::groupText(Group group)
{
    switch (group) {
    case Decide: return tr("Needs your decision");
    case Change: return tr("Work must change");
    case Repair: return tr("Operator: retry or repair");
    }
    return {};
}

std::set<std::string> HaltListModel::withResults() const
{
    std::set<std::string> out;
    for (const auto& [id, results] : m_results)
        out.insert(id);
    return out;
}

void HaltListModel::setHalts(const std::vector<domain::Halt>& halts, HaltResults results)
{
    m_halts = halts;
    m_results.merge(results);
    std::erase_if(m_results, [this](const auto& known) {
        return std::none_of(m_halts.begin(), m_halts.end(), [&known](const domain::Halt& halt) { return halt.id.value == known.first; });
    });
    std::stable_sort(m_halts.begin(), m_halts.end(), [](const auto& a, const auto& b) {
        return a.openedAt != b.openedAt ? a.openedAt > b.openedAt : a.id.value > b.id.value;
    });
    std::vector<ListEntry> entries;
    for (const domain::Halt& halt : m_halts) {
        ListEntry entry;
        entry.id = plain(halt.id.value);
        entry.group = groupOf(halt);
        entry.title = shown(halt.title.empty() ? halt.taskId : halt.title);
        entry.word = outcomeWord(halt.haltType);
        const auto known = m_results.find(halt.id.value);
        const std::vector<domain::ValidationResult> said = known == m_results.end() ? std::vector<domain::ValidationResult>{} : known->second;
        entry.detail = haltCause(halt, said);
        entry.mark = markOfHalt(halt.haltType);
        entry.since = halt.openedAt;
        entry.search = shown(halt.taskId + ' ' + halt.project + ' ' + halt.reason + ' ' + domain::textOr(halt.actor, "name"));
        for (const domain::ValidationResult& result : said)
            entry.search += QLatin1Char(' ') + shown(result.validation);
        entry.fresh = !m_looked.contains(entry.id);
        entries.push_back(std::move(entry));
    }
    setEntries(std::move(entries));
}

const domain::Halt* HaltListModel::halt(const QString& id) const
{
    const std::string wanted = utf8(id);
    const auto found = std::find_if(m_halts.begin(), m_halts.end(), [&wanted](const auto& h) { return h.id.value == wanted; });
    return found == m_halts.end() ? nullptr : &*found;
}

void HaltListModel::markLooked(const QString& id)
{
    if (m_looked.contains(id))
        return;
    m_looked.insert(id);
    setHalts(std::vector<domain::Halt>(m_halts));
}

} // namespace countersign::models
