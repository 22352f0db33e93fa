#include "models/mark.h"

#include "models/text.h"

#include <QCoreApplication>

namespace countersign::models {

Mark markOf(domain::Severity severity)
{
    switch (severity) {
    case domain::Severity::Pass: return Mark::Pass;
    case domain::Severity::Warn: return Mark::Warn;
    case domain::Severity::Blocker: return Mark::Fail;
    case domain::Severity::Error: return Mark::Error;
    }
    return Mark::Error;
}

Mark markOfHalt(std::string_view haltType)
{
    const auto outcome = domain::parseOutcome(haltType);
    if (!outcome)
        return Mark::Unknown;
    switch (*outcome) {
    case domain::Outcome::Pass: return Mark::Pass;
    case domain::Outcome::Escalate: return Mark::Escalate;
    case domain::Outcome::Blocker: return Mark::Blocker;
    case domain::Outcome::ValidatorError: return Mark::ValidatorError;
    case domain::Outcome::InternalError: return Mark::InternalError;
    case domain::Outcome::EnvironmentError: return Mark::EnvironmentError;
    }
    return Mark::Unknown;
}

QString word(Mark mark)
{
    switch (mark) {
    case Mark::Pass: return tr("pass");
    case Mark::Warn: return tr("warn");
    case Mark::Fail: return tr("fail");
    case Mark::Error: return tr("error");
    case Mark::Escalate: return tr("escalate");
    case Mark::Blocker: return tr("blocker");
    case Mark::ValidatorError: return tr("validator error");
    case Mark::InternalError: return tr("internal error");
    case Mark::EnvironmentError: return tr("environment error");
    case Mark::Unknown: return tr("unknown outcome");
    case Mark::Running: return tr("running");
    case Mark::Queued: return tr("queued");
    case Mark::Shadowed: return tr("shadowed");
    case Mark::NotReached: return tr("not reached");
    case Mark::Flaky: return tr("flaky");
    }
    return {};
}

QString outcomeWord(std::string_view haltType)
{
    const auto outcome = domain::parseOutcome(haltType);
    if (!outcome)
        return tr("unknown outcome %1").arg(shown(haltType));
    switch (*outcome) {
    case domain::Outcome::Pass: return tr("Pass");
    case domain::Outcome::Escalate: return tr("Escalate");
    case domain::Outcome::Blocker: return tr("Blocker");
    case domain::Outcome::ValidatorError: return tr("Validator error");
    case domain::Outcome::InternalError: return tr("Internal error");
    case domain::Outcome::EnvironmentError: return tr("Environment error");
    }
    return {};
}

QString scopeWord(std::string_view scope)
{
    return scope == "plan" ? tr("plan") : scope == "project" ? tr("project") : tr("direct");
}

int scopeStep(std::string_view scope) { return scope == "plan" ? 3 : scope == "project" ? 2 : 1; }

QString modeWord(domain::Mode mode) { return mode == domain::Mode::Required ? tr("required") : tr("informational"); }

QString phaseWord(domain::Phase phase)
{
    switch (phase) {
    case domain::Phase::Strategize: return tr("Strategize");
    case domain::Phase::Execute: return tr("Execute");
    case domain::Phase::Apply: return tr("Apply");
    }
    return {};
}

} // namespace countersign::models
