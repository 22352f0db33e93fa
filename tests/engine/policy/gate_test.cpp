#include "engine/policy/gate.h"

#include <QtTest>

using namespace countersign;
using domain::Json;
using domain::Mode;
using domain::Verdict;
using policy::Gate;

namespace {

domain::ResolvedAttachment effective(const std::string& id, Json args = Json::object())
{
    domain::ResolvedAttachment out;
    out.attachment.id.value = id;
    out.attachment.validation = "local/check-" + id;
    out.attachment.resource = "local/repo";
    out.args = std::move(args);
    return out;
}

domain::ValidationResult result(const domain::ResolvedAttachment& of, Mode mode, Verdict verdict)
{
    domain::ValidationResult out;
    out.attachment = of.attachment.id;
    out.validation = of.attachment.validation;
    out.resource = of.attachment.resource;
    out.args = of.args;
    out.mode = mode;
    out.verdict = verdict;
    out.passed = verdict == Verdict::Pass;
    return out;
}

/// One required and one informational attachment, both passed in a complete run of this attempt and tree.
policy::GateQuestion passed()
{
    policy::GateQuestion out;
    out.attempt = 2;
    out.workTree = "tree";
    out.effective = {effective("a1"), effective("a2")};
    out.last = policy::LastRun{};
    out.last->run.attempt = 2;
    out.last->run.workTree = "tree";
    out.last->run.state = domain::RunState::Complete;
    out.last->results = {result(out.effective[0], Mode::Required, Verdict::Pass),
                         result(out.effective[1], Mode::Informational, Verdict::Pass)};
    return out;
}

QString stateOf(const policy::GateQuestion& question)
{
    const std::string_view text = policy::toText(policy::gateState(question));
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

bool opens(const policy::GateQuestion& question, Gate gate = Gate::BeforeApply, bool confirmed = true)
{
    return policy::isOpen(policy::gateState(question), gate, confirmed);
}

} // namespace

class GateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allPassedIsOpen()
    {
        QCOMPARE(stateOf(passed()), QStringLiteral("evaluated"));
        QVERIFY(opens(passed(), Gate::BeforeApply, false));
        QVERIFY(opens(passed(), Gate::BeforeExecute, false));
    }

    void whatClosesIt_data()
    {
        using Change = std::function<void(policy::GateQuestion&)>;
        QTest::addColumn<Change>("change");
        QTest::newRow("no run") << Change([](auto& q) { q.last.reset(); });
        QTest::newRow("no results") << Change([](auto& q) { q.last->results.clear(); });
        QTest::newRow("one result missing") << Change([](auto& q) { q.last->results.pop_back(); });
        QTest::newRow("another attempt") << Change([](auto& q) { q.last->run.attempt = 1; });
        QTest::newRow("another tree") << Change([](auto& q) { q.last->run.workTree = "other"; });
        QTest::newRow("no tree recorded") << Change([](auto& q) { q.workTree.clear(); q.last->run.workTree.clear(); });
        QTest::newRow("still running") << Change([](auto& q) { q.last->run.state = domain::RunState::Running; });
        QTest::newRow("void") << Change([](auto& q) { q.last->run.state = domain::RunState::Void; });
        QTest::newRow("cancelled") << Change([](auto& q) { q.last->run.state = domain::RunState::Cancelled; });
        QTest::newRow("died") << Change([](auto& q) { q.last->run.state = domain::RunState::Died; });
        QTest::newRow("result of another attachment") << Change([](auto& q) { q.last->results[0].attachment.value = "a9"; });
        QTest::newRow("result of another validation") << Change([](auto& q) { q.last->results[0].validation = "local/else"; });
        QTest::newRow("result of another resource") << Change([](auto& q) { q.last->results[0].resource = "local/else"; });
        QTest::newRow("result with other arguments") << Change([](auto& q) { q.last->results[0].args = Json{{"max", 1}}; });
        QTest::newRow("attached since") << Change([](auto& q) { q.effective.push_back(effective("a3")); });
    }
    void whatClosesIt()
    {
        using Change = std::function<void(policy::GateQuestion&)>;
        QFETCH(Change, change);
        policy::GateQuestion question = passed();
        change(question);
        QCOMPARE(stateOf(question), QStringLiteral("not_evaluated"));
        QVERIFY(!opens(question));
        QVERIFY(!opens(question, Gate::BeforeExecute));
        const auto state = policy::gateState(question);
        QVERIFY(!std::get<policy::NotEvaluated>(state).why.empty());
        QVERIFY(!std::get<policy::NotEvaluated>(state).missing.empty());
    }

    void aSummaryThatLiesChangesNothing()
    {
        policy::GateQuestion question = passed();
        question.last->results[0] = result(question.effective[0], Mode::Required, Verdict::Fail);
        question.last->run.summary = domain::RunSummary{};
        question.last->run.summary->outcome = domain::Outcome::Pass;
        QVERIFY(!opens(question));
        QCOMPARE(std::get<policy::Evaluated>(policy::gateState(question)).outcome.outcome, domain::Outcome::Blocker);
    }

    void noneApplicable()
    {
        policy::GateQuestion question = passed();
        question.effective.clear();
        QCOMPARE(stateOf(question), QStringLiteral("none_applicable"));
        QVERIFY(opens(question, Gate::BeforeExecute, false));
        QVERIFY(!opens(question, Gate::BeforeApply, false));
        QVERIFY(opens(question, Gate::BeforeApply, true));
    }

    void confirmationOpensNothingElse()
    {
        policy::GateQuestion question = passed();
        question.last->results[0].verdict = Verdict::Fail;
        QVERIFY(!opens(question, Gate::BeforeApply, true));
    }

    void informationalResultsDontCloseByDefault()
    {
        policy::GateQuestion question = passed();
        question.last->results[1].verdict = Verdict::Fail;
        QVERIFY(opens(question));
        question.last->results[1].verdict = Verdict::Error;
        QVERIFY(opens(question));
        QCOMPARE(std::get<policy::Evaluated>(policy::gateState(question)).outcome.decision.error, 1);
    }

    void coveredWarnsOpenAConsensus()
    {
        policy::GateQuestion question = passed();
        question.policy.name = domain::PolicyName::Unanimous;
        question.last->results[1].verdict = Verdict::Fail;
        QVERIFY(!opens(question));
        question.covered.insert(question.effective[1].attachment.id);
        QVERIFY(opens(question));
    }

    void theWorseOfTwoResultsCounts()
    {
        policy::GateQuestion question = passed();
        question.last->results.push_back(result(question.effective[0], Mode::Required, Verdict::Fail));
        QVERIFY(!opens(question));
        std::reverse(question.last->results.begin(), question.last->results.end());
        QVERIFY(!opens(question));
    }

    void missingOnesAreNamed()
    {
        policy::GateQuestion question = passed();
        question.last->results.erase(question.last->results.begin());
        const auto state = std::get<policy::NotEvaluated>(policy::gateState(question));
        QCOMPARE(state.missing.size(), std::size_t{1});
        QCOMPARE(state.missing[0].value, std::string("a1"));
        QCOMPARE(QString::fromStdString(state.why), QStringLiteral("1 of 2 effective attachments have no result."));
    }
};



QTEST_APPLESS_MAIN(GateTest)
#include "gate_test.moc"
