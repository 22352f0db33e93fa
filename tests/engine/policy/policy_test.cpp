#include "engine/policy/policy.h"

#include <QtTest>

#include <array>

using namespace countersign;
using domain::Mode;
using domain::Outcome;
using domain::PolicyName;
using domain::Verdict;
using policy::PolicyInput;
using policy::VoteInput;

namespace {

/// The rules of the specification, said again as slowly as they can be: words and counting, no shared code.
std::string slowOutcome(const PolicyInput& input)
{
    std::vector<std::string> words;
    for (const VoteInput& vote : input.votes) {
        if (vote.verdict == Verdict::Error)
            words.push_back(vote.mode == Mode::Required ? "required error" : "informational error");
        else if (vote.verdict == Verdict::Pass)
            words.push_back("pass");
        else if (vote.mode == Mode::Required)
            words.push_back("blocker");
        else
            words.push_back(vote.covered ? "pass" : "warn");
    }
    const auto number = [&](const std::string& word) { return std::count(words.begin(), words.end(), word); };
    if (words.empty())
        return "validator_error/no_validations";
    if (number("blocker") > 0)
        return "blocker/blocked";
    const bool consensus = input.policy.name != PolicyName::RequiredOnly;
    if (number("required error") > 0 || (consensus && number("informational error") > 0))
        return "validator_error/validator_error";
    const auto pass = number("pass");
    const auto total = static_cast<std::ptrdiff_t>(words.size());
    bool satisfied = false;
    switch (input.policy.name) {
    case PolicyName::RequiredOnly: satisfied = true; break;
    case PolicyName::Unanimous: satisfied = pass == total; break;
    case PolicyName::Majority: satisfied = pass + pass > total; break;
    case PolicyName::Quorum: satisfied = pass * input.policy.quorum.denominator >= input.policy.quorum.numerator * total; break;
    case PolicyName::Any: satisfied = pass > 0; break;
    }
    return satisfied ? "pass/" : "escalate/escalated";
}

std::vector<domain::Policy> policies()
{
    return {{PolicyName::RequiredOnly, {}}, {PolicyName::Unanimous, {}},          {PolicyName::Majority, {}},
            {PolicyName::Quorum, {2, 3}},   {PolicyName::Quorum, {67, 100}},      {PolicyName::Quorum, {1, 1}},
            {PolicyName::Quorum, {1, 5}},   {PolicyName::Any, {}}};
}

VoteInput voteOf(int number)
{
    return {number % 2 == 0 ? Mode::Required : Mode::Informational, static_cast<Verdict>(number / 2 % 3), number / 6 == 1};
}

std::string fastOutcome(const policy::PolicyOutcome& outcome)
{
    return std::string(domain::toText(outcome.outcome)) + "/" + outcome.cause;
}

PolicyInput words(const domain::Policy& policy, const QString& text)
{
    PolicyInput input{policy, {}};
    for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (word == QLatin1String("pass"))
            input.votes.push_back({Mode::Informational, Verdict::Pass, false});
        else if (word == QLatin1String("warn") || word == QLatin1String("covered"))
            input.votes.push_back({Mode::Informational, Verdict::Fail, word == QLatin1String("covered")});
        else if (word == QLatin1String("blocker") || word == QLatin1String("covered-blocker"))
            input.votes.push_back({Mode::Required, Verdict::Fail, word != QLatin1String("blocker")});
        else if (word == QLatin1String("error") || word == QLatin1String("covered-error"))
            input.votes.push_back({Mode::Required, Verdict::Error, word != QLatin1String("error")});
        else if (word == QLatin1String("informational-error"))
            input.votes.push_back({Mode::Informational, Verdict::Error, false});
    }
    return input;
}

} // namespace

class PolicyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCombinationAgreesWithTheReference()
    {
        int compared = 0;
        for (const domain::Policy& policy : policies())
            for (int count = 0; count <= 5; ++count) {
                int combinations = 1;
                for (int i = 0; i < count; ++i)
                    combinations *= 12;
                for (int index = 0; index < combinations; ++index) {
                    PolicyInput input{policy, {}};
                    for (int i = 0, rest = index; i < count; ++i, rest /= 12)
                        input.votes.push_back(voteOf(rest % 12));
                    const auto outcome = policy::decide(input);
                    if (fastOutcome(outcome) != slowOutcome(input))
                        QFAIL(qPrintable(QString::fromStdString(fastOutcome(outcome) + " but reference says " + slowOutcome(input)
                                                                + " for combination " + std::to_string(index))));
                    checkInvariants(input, outcome);
                    ++compared;
                }
            }
        QCOMPARE(compared, 8 * (1 + 12 + 144 + 1728 + 20736 + 248832));
    }

    void facts_data()
    {
        QTest::addColumn<QString>("policyText");
        QTest::addColumn<QString>("votes");
        QTest::addColumn<QString>("expected");
        QTest::newRow("all pass") << "unanimous" << "pass pass pass" << "pass/";
        QTest::newRow("one warn breaks unanimity") << "unanimous" << "pass warn pass" << "escalate/escalated";
        QTest::newRow("majority of three") << "majority" << "pass pass warn" << "pass/";
        QTest::newRow("half is no majority") << "majority" << "pass warn" << "escalate/escalated";
        QTest::newRow("0.67 of 3 needs 3") << "0.67" << "pass pass warn" << "escalate/escalated";
        QTest::newRow("2/3 of 3 needs 2") << "2/3" << "pass pass warn" << "pass/";
        QTest::newRow("any") << "any" << "warn pass" << "pass/";
        QTest::newRow("any without pass") << "any" << "warn warn" << "escalate/escalated";
        QTest::newRow("blocker under any") << "any" << "blocker pass" << "blocker/blocked";
        QTest::newRow("blocker under majority") << "majority" << "blocker pass pass" << "blocker/blocked";
        QTest::newRow("error under any") << "any" << "error pass pass" << "validator_error/validator_error";
        QTest::newRow("informational error under any") << "any" << "informational-error pass" << "validator_error/validator_error";
        QTest::newRow("blocker before error") << "any" << "error blocker" << "blocker/blocked";
        QTest::newRow("nothing under any") << "any" << "" << "validator_error/no_validations";
        QTest::newRow("nothing by default") << "required_only" << "" << "validator_error/no_validations";
        QTest::newRow("informational fail by default") << "required_only" << "pass warn warn" << "pass/";
        QTest::newRow("informational error by default") << "required_only" << "pass informational-error" << "pass/";
        QTest::newRow("only informational fails by default") << "required_only" << "warn" << "pass/";
        QTest::newRow("required error by default") << "required_only" << "pass error" << "validator_error/validator_error";
        QTest::newRow("covered warn passes") << "unanimous" << "pass covered pass" << "pass/";
        QTest::newRow("one of two warns covered") << "unanimous" << "covered warn" << "escalate/escalated";
        QTest::newRow("a blocker is never covered") << "any" << "pass covered-blocker" << "blocker/blocked";
        QTest::newRow("an error is never covered") << "any" << "pass covered-error" << "validator_error/validator_error";
    }
    void facts()
    {
        QFETCH(QString, policyText);
        QFETCH(QString, votes);
        QFETCH(QString, expected);
        domain::Policy policy;
        if (const auto fraction = domain::parseFraction(policyText.toStdString()))
            policy = {PolicyName::Quorum, *fraction};
        else
            policy = domain::policyFromJson(policyText.toStdString()).value();
        QCOMPARE(QString::fromStdString(fastOutcome(policy::decide(::words(policy, votes)))), expected);
    }

    void oneWarnOf51()
    {
        PolicyInput input{{PolicyName::Unanimous, {}}, std::vector<VoteInput>(50, {Mode::Informational, Verdict::Pass, false})};
        input.votes.push_back({Mode::Informational, Verdict::Fail, false});
        const auto outcome = policy::decide(input);
        QCOMPARE(outcome.outcome, Outcome::Escalate);
        QCOMPARE(outcome.decision.warn, 1);
        QCOMPARE(QString::fromStdString(outcome.decision.rule), QStringLiteral("Unanimous needs 51 of 51 pass."));
        QCOMPARE(QString::fromStdString(outcome.reason), QStringLiteral("Of 51 validations 50 pass and 1 warns."));
    }

    void passesNeeded_data()
    {
        QTest::addColumn<int>("total");
        QTest::addColumn<int>("needed");
        for (const auto& [total, needed] : std::array<std::pair<int, int>, 7>{{{1, 1}, {2, 2}, {3, 3}, {4, 3}, {6, 5}, {9, 7}, {100, 67}}})
            QTest::addRow("0.67 of %d", total) << total << needed;
    }
    void passesNeeded()
    {
        QFETCH(int, total);
        QFETCH(int, needed);
        QCOMPARE(policy::passesNeeded({PolicyName::Quorum, domain::parseFraction("0.67").value()}, total), std::int64_t{needed});
    }

    void hugeDenominatorsStayExact()
    {
        const domain::Policy policy{PolicyName::Quorum, {999'999'999, 1'000'000'000}};
        QCOMPARE(policy::passesNeeded(policy, 1'000'000'000), std::int64_t{999'999'999});
        QCOMPARE(policy::passesNeeded(policy, 999'999'999), std::int64_t{999'999'999});
    }

    void thresholdsOutOfRangeNeverPass()
    {
        for (const domain::Fraction& fraction : {domain::Fraction{0, 3}, {-1, 3}, {4, 3}, {2, 0}, {1, 2'000'000'000}}) {
            const PolicyInput input{{PolicyName::Quorum, fraction}, {{Mode::Informational, Verdict::Pass, false}}};
            QCOMPARE(policy::decide(input).outcome, Outcome::Escalate);
        }
    }

    void words_data()
    {
        QTest::addColumn<QString>("policyText");
        QTest::addColumn<QString>("rule");
        QTest::newRow("unanimous") << "unanimous" << "Unanimous needs 5 of 5 pass.";
        QTest::newRow("majority") << "majority" << "Majority needs 3 of 5 pass.";
        QTest::newRow("quorum") << "quorum" << "Quorum 2/3 needs 4 of 5 pass.";
        QTest::newRow("any") << "any" << "Any needs 1 of 5 pass.";
        QTest::newRow("default") << "required_only" << "Required only: every required validation must pass, informational ones are logged.";
    }
    void words()
    {
        QFETCH(QString, policyText);
        QFETCH(QString, rule);
        QCOMPARE(QString::fromStdString(policy::ruleText(domain::policyFromJson(policyText.toStdString()).value(), 5)), rule);
    }

    void reasonNamesEveryCount()
    {
        const auto outcome = policy::decide(::words({PolicyName::Any, {}}, QStringLiteral("pass warn covered blocker error")));
        QCOMPARE(QString::fromStdString(outcome.reason),
                 QStringLiteral("Of 5 validations 1 passes, 2 warn (1 covered by a decision), 1 blocks and 1 gave no verdict."));
        QCOMPARE(QString::fromStdString(policy::decide({}).reason), QStringLiteral("No validation applies, so there is no verdict."));
    }

private:
    void checkInvariants(const PolicyInput& input, const policy::PolicyOutcome& outcome)
    {
        const auto& d = outcome.decision;
        const bool countsFit = d.pass + d.warn + d.blocker + d.error == d.total && d.total == static_cast<int>(input.votes.size())
            && d.covered <= d.warn;
        const bool closed = d.satisfied == (outcome.outcome == Outcome::Pass) && outcome.cause.empty() == d.satisfied
            && (!d.satisfied || (outcome.allRequiredPassed && d.blocker == 0 && d.total > 0));
        const bool noEscalation = input.policy.name != PolicyName::RequiredOnly || outcome.outcome != Outcome::Escalate;
        if (!countsFit || !closed || !noEscalation || outcome.reason.empty() || d.rule.empty())
            QFAIL("invariant broken");
    }
};

QTEST_APPLESS_MAIN(PolicyTest)
#include "policy_test.moc"
