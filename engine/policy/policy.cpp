#include "engine/policy/policy.h"

namespace countersign::policy {

using domain::Mode;
using domain::Outcome;
using domain::PolicyName;
using domain::Severity;
using domain::Verdict;

namespace {

constexpr std::int64_t largestDenominator = 1'000'000'000;

bool isThreshold(const domain::Fraction& f)
{
    return f.numerator > 0 && f.denominator > 0 && f.numerator <= f.denominator && f.denominator <= largestDenominator;
}

domain::PolicyDecision tally(const PolicyInput& input)
{
    domain::PolicyDecision out;
    out.policy = domain::toJson(input.policy);
    for (const VoteInput& vote : input.votes) {
        ++out.total;
        switch (domain::severity(vote.mode, vote.verdict)) {
        case Severity::Pass: ++out.pass; break;
        case Severity::Warn:
            ++out.warn;
            out.covered += vote.covered ? 1 : 0;
            break;
        case Severity::Blocker: ++out.blocker; break;
        case Severity::Error: ++out.error; break;
        }
    }
    out.rule = ruleText(input.policy, out.total);
    return out;
}

bool errorCounts(const domain::Policy& policy, const VoteInput& vote)
{
    return vote.verdict == Verdict::Error && (policy.name != PolicyName::RequiredOnly || vote.mode == Mode::Required);
}

bool requiredPassed(const std::vector<VoteInput>& votes)
{
    return std::all_of(votes.begin(), votes.end(),
                       [](const VoteInput& v) { return v.mode != Mode::Required || v.verdict == Verdict::Pass; });
}

Outcome outcomeOf(const PolicyInput& input, const domain::PolicyDecision& counts)
{
    if (input.votes.empty())
        return Outcome::ValidatorError;
    if (counts.blocker > 0)
        return Outcome::Blocker;
    for (const VoteInput& vote : input.votes)
        if (errorCounts(input.policy, vote))
            return Outcome::ValidatorError;
    return counts.pass + counts.covered >= passesNeeded(input.policy, counts.total) ? Outcome::Pass : Outcome::Escalate;
}

std::string_view causeOf(Outcome outcome, bool empty)
{
    switch (outcome) {
    case Outcome::Pass: return {};
    case Outcome::Escalate: return domain::cause::Escalated;
    case Outcome::Blocker: return domain::cause::Blocked;
    case Outcome::ValidatorError: return empty ? domain::cause::NoValidations : domain::cause::ValidatorError;
    case Outcome::InternalError:
    case Outcome::EnvironmentError: break;
    }
    return domain::cause::InternalError;
}

std::string counted(int number, std::string_view one, std::string_view many)
{
    return std::to_string(number) + " " + std::string(number == 1 ? one : many);
}

std::string reasonOf(const domain::PolicyDecision& d)
{
    if (d.total == 0)
        return "No validation applies, so there is no verdict.";
    std::vector<std::string> parts{counted(d.pass, "passes", "pass")};
    if (d.warn > 0)
        parts.push_back(counted(d.warn, "warns", "warn")
                        + (d.covered > 0 ? " (" + std::to_string(d.covered) + " covered by a decision)" : ""));
    if (d.blocker > 0)
        parts.push_back(counted(d.blocker, "blocks", "block"));
    if (d.error > 0)
        parts.push_back(std::to_string(d.error) + " gave no verdict");
    std::string out = "Of " + counted(d.total, "validation", "validations") + " ";
    for (std::size_t i = 0; i < parts.size(); ++i)
        out += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return out + ".";
}

std::string_view label(PolicyName name)
{
    switch (name) {
    case PolicyName::RequiredOnly: return "Required only";
    case PolicyName::Unanimous: return "Unanimous";
    case PolicyName::Majority: return "Majority";
    case PolicyName::Quorum: return "Quorum";
    case PolicyName::Any: return "Any";
    }
    return "Unanimous";
}

} // namespace

std::int64_t passesNeeded(const domain::Policy& policy, std::int64_t total)
{
    switch (policy.name) {
    case PolicyName::RequiredOnly: return 0;
    case PolicyName::Unanimous: return total;
    case PolicyName::Majority: return total / 2 + 1;
    case PolicyName::Quorum:
        if (!isThreshold(policy.quorum))
            return total + 1;
        return (policy.quorum.numerator * total + policy.quorum.denominator - 1) / policy.quorum.denominator;
    case PolicyName::Any: return 1;
    }
    return total + 1;
}

std::string ruleText(const domain::Policy& policy, std::int64_t total)
{
    if (policy.name == PolicyName::RequiredOnly)
        return "Required only: every required validation must pass, informational ones are logged.";
    std::string out(label(policy.name));
    if (policy.name == PolicyName::Quorum)
        out += " " + std::to_string(policy.quorum.numerator) + "/" + std::to_string(policy.quorum.denominator);
    return out + " needs " + std::to_string(passesNeeded(policy, total)) + " of " + std::to_string(total) + " pass.";
}

PolicyOutcome decide(const PolicyInput& input)
{
    PolicyOutcome out;
    out.decision = tally(input);
    out.outcome = outcomeOf(input, out.decision);
    out.decision.satisfied = out.outcome == Outcome::Pass;
    out.cause = causeOf(out.outcome, input.votes.empty());
    out.reason = reasonOf(out.decision);
    out.allRequiredPassed = !input.votes.empty() && requiredPassed(input.votes);
    return out;
}

} // namespace countersign::policy
