#include "models/inbox/halt_words.h"

#include "engine/base/text.h"
#include "models/mark.h"
#include "models/text.h"

#include <QCoreApplication>

namespace countersign::models {

namespace {

QString tr(const char* text, int n = -1) { return QCoreApplication::translate("countersign::models", text, nullptr, n); }

QString titleOf(const domain::Halt& halt) { return shown(halt.title.empty() ? halt.taskId : halt.title); }

std::vector<const domain::ValidationResult*> withSeverity(const HaltDetail& detail, domain::Severity severity)
{
    std::vector<const domain::ValidationResult*> out;
    for (const auto& result : detail.results)
        if (result.severity() == severity)
            out.push_back(&result);
    return out;
}

QString escalateSentence(const HaltDetail& detail)
{
    const auto warns = withSeverity(detail, domain::Severity::Warn);
    if (warns.size() == 1)
        return tr("Proceed with “%1” despite a warning of %2?").arg(titleOf(detail.halt), shown(warns.front()->validation));
    return tr("Proceed with “%1” despite %2 warnings?").arg(titleOf(detail.halt)).arg(warns.size());
}

QString blockerSentence(const HaltDetail& detail)
{
    const auto fails = withSeverity(detail, domain::Severity::Blocker);
    if (fails.size() == 1) {
        const auto& fail = *fails.front();
        return fail.message && !base::isBlank(*fail.message) ? tr("%1 fails: %2").arg(shown(fail.validation), shown(*fail.message))
                                                             : tr("%1 fails for “%2”").arg(shown(fail.validation), titleOf(detail.halt));
    }
    if (fails.empty())
        return shown(detail.halt.reason);
    return tr("%1 required validations fail for “%2”").arg(fails.size()).arg(titleOf(detail.halt));
}

QString validatorSentence(const HaltDetail& detail)
{
    if (detail.halt.rawHaltType == domain::cause::NoValidations)
        return tr("No validation applies to “%1”, so nothing was judged").arg(titleOf(detail.halt));
    const auto errors = withSeverity(detail, domain::Severity::Error);
    if (errors.size() == 1)
        return tr("%1 gave no verdict: %2").arg(shown(errors.front()->validation), howItEnded(*errors.front()));
    if (errors.size() > 1)
        return tr("%1 validations gave no verdict for “%2”").arg(errors.size()).arg(titleOf(detail.halt));
    return shown(detail.halt.reason);
}

} // namespace

QString haltSentence(const HaltDetail& detail)
{
    const auto outcome = domain::parseOutcome(detail.halt.haltType);
    if (!outcome)
        return tr("“%1” stopped with an outcome that this version does not know").arg(titleOf(detail.halt));
    switch (*outcome) {
    case domain::Outcome::Escalate: return escalateSentence(detail);
    case domain::Outcome::Blocker: return blockerSentence(detail);
    case domain::Outcome::ValidatorError: return validatorSentence(detail);
    case domain::Outcome::InternalError: return tr("The engine could not finish the run for “%1”").arg(titleOf(detail.halt));
    case domain::Outcome::EnvironmentError:
        return tr("The coder program could not be started, so nothing about the work was judged");
    case domain::Outcome::Pass: return tr("“%1” passed").arg(titleOf(detail.halt));
    }
    return {};
}

QString openedBy(const domain::Halt& halt)
{
    const QString who = shown(domain::textOr(halt.actor, "name", "engine"));
    return tr("Opened %1 by %2, attempt %3, round %4").arg(clockAndDate(halt.openedAt, nowMs()), who).arg(halt.attempt).arg(halt.round);
}

QString tallyText(const domain::PolicyDecision& decision)
{
    QStringList parts;
    if (decision.pass > 0)
        parts << tr("%1 pass").arg(decision.pass);
    if (decision.warn > 0)
        parts << tr("%1 warn").arg(decision.warn);
    if (decision.blocker > 0)
        parts << tr("%1 fail").arg(decision.blocker);
    if (decision.error > 0)
        parts << tr("%1 error").arg(decision.error);
    return tr("%1 of %2.").arg(parts.join(QStringLiteral(", "))).arg(decision.total);
}

QString ifYouSign(const HaltDetail& detail)
{
    const auto warns = static_cast<int>(withSeverity(detail, domain::Severity::Warn).size());
    const QString what = detail.rules.binding == domain::Binding::WorkTree ? tr("this exact work tree") : tr("this exact evidence");
    const QString which = warns == 1 ? tr("this one warning") : tr("these %1 warnings").arg(warns);
    const QString uses = detail.rules.uses == domain::Uses::Once ? tr("once") : tr("any number of times");
    const QString until = detail.rules.expiresAfterSeconds
                              ? tr("until %1").arg(clockAndDate(nowMs() + *detail.rules.expiresAfterSeconds * 1000, nowMs()))
                              : tr("without an expiry");
    QString out = tr("Covers %1 and %2, %3, %4.").arg(what, which, uses, until);
    if (detail.requiredSignatures > 1)
        out += QLatin1Char(' ') + tr("%1 of %2 signatures stand.").arg(detail.records.size()).arg(detail.requiredSignatures);
    return out;
}

QString whatEndsIt(const domain::DecisionRules& rules)
{
    return rules.binding == domain::Binding::WorkTree ? tr("A changed work tree, output or specification asks again.")
                                                      : tr("Changed output or a changed specification asks again.");
}

QString subjectText(const HaltDetail& detail)
{
    return tr("%1 verdicts, specification %2, %3 phase")
        .arg(detail.results.size())
        .arg(detail.run ? shortDigest(detail.run->specDigest) : tr("unknown"), phaseWord(detail.halt.phase).toLower());
}

bool isFlaky(const Stability& stability) { return stability.different > 0; }

QString stabilityText(const Stability& stability)
{
    if (isFlaky(stability))
        return tr("flaky: %1 of last %2 on identical input").arg(stability.different).arg(stability.runs);
    if (stability.runs < 10)
        return tr("too few runs");
    return tr("stable: %1 of last %1").arg(stability.runs);
}

QString closedText(const domain::Halt& halt)
{
    return halt.closeReason.empty() ? tr("Closed %1").arg(clockAndDate(halt.closedAt, nowMs()))
                                    : tr("Closed %1, %2").arg(clockAndDate(halt.closedAt, nowMs()), shown(halt.closeReason));
}

QStringList installCommands(const std::string& hint)
{
    QStringList lines;
    for (const QString& line : shown(hint, true).split(QLatin1Char('\n'))) {
        const QString trimmed = line.trimmed();
        if (!trimmed.isEmpty())
            lines << (trimmed.startsWith(QLatin1String("$ ")) ? trimmed.mid(2) : trimmed);
    }
    return lines;
}

QString howItEnded(const domain::ValidationResult& result)
{
    if (!result.errorMessage.empty())
        return shown(result.errorMessage);
    if (result.signal)
        return tr("ended by signal %1").arg(*result.signal);
    if (result.exitStatus)
        return tr("exit %1").arg(*result.exitStatus);
    return tr("no result");
}

} // namespace countersign::models
