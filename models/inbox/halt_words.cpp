#include "models/inbox/halt_words.h"

#include "engine/base/command_line.h"
#include "engine/base/text.h"
#include "models/mark.h"
#include "models/text.h"

#include <QCoreApplication>

namespace countersign::models {

namespace {

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

QString environmentSentence(const HaltDetail& detail)
{
    using namespace domain::cause;
    const std::string& cause = detail.halt.rawHaltType;
    const domain::Environment environment = detail.halt.environment.value_or(domain::Environment{});
    if (cause == SandboxUnavailable)
        return tr("The sandbox for the coder could not be made, so nothing about the work was judged");
    if (cause == CoderTimeout)
        return tr("The coder %1 reached its time limit and changed nothing, so nothing about the work was judged").arg(shown(environment.actor)).simplified();
    if (cause == CoderFailed) {
        const QString how = detail.call && detail.call->signal     ? tr("ended by signal %1").arg(*detail.call->signal)
                            : detail.call && detail.call->exitStatus ? tr("ended with exit %1").arg(*detail.call->exitStatus)
                                                                     : tr("failed");
        return tr("The coder %1 %2 and changed nothing, so nothing about the work was judged").arg(shown(environment.actor), how).simplified();
    }
    if (environment.program.empty())
        return tr("The coder program could not be started, so nothing about the work was judged");
    return (cause == ContainerRuntimeMissing ? tr("The container program “%1” could not be started, so nothing about the work was judged")
                                             : tr("The coder program “%1” could not be started, so nothing about the work was judged"))
        .arg(shown(environment.program));
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
    case domain::Outcome::EnvironmentError: return environmentSentence(detail);
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

QList<HintPart> hintParts(const std::string& hint)
{
    QList<HintPart> parts;
    for (const QString& line : plain(hint).split(QLatin1Char('\n'))) {
        if (line.trimmed().isEmpty())
            continue;
        const std::string command = base::commandIn(utf8(line));
        if (!command.empty())
            parts << HintPart{plain(command), true};
        else if (!parts.isEmpty() && !parts.last().command)
            parts.last().text += QLatin1Char('\n') + shown(utf8(line));
        else
            parts << HintPart{shown(utf8(line)), false};
    }
    return parts;
}

QString hintOrigin(const domain::Halt& halt)
{
    const QString runs = tr("You run it; Countersign never installs anything.");
    if (!halt.environment || halt.environment->hintOrigin.empty())
        return tr("as stored with the halt. %1").arg(runs);
    const domain::Environment& environment = *halt.environment;
    if (environment.hintOrigin == "registered")
        return tr("registered with %1. %2").arg(environment.actor.empty() ? tr("the program") : shown(environment.actor), runs);
    if (environment.hintOrigin == "catalogue")
        return tr("from the catalogue, for this machine’s package managers. %1").arg(runs);
    return tr("No command is known for this program on this machine.");
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
