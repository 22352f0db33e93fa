// Verdicts to outcomes, results to a gate: kind gate. The states are pure; what two front ends read of them comes from
// the engine.
#include "tests/cases/table.h"
#include "tests/engine/facade/support.h"

#include "engine/policy/gate.h"
#include "engine/report_json.h"

using namespace cases;
using namespace countersign;
using domain::Mode;
using domain::Verdict;
using policy::Gate;

namespace {

Mode modeOf(const Json& row) { return row.at("mode") == "required" ? Mode::Required : Mode::Informational; }

Verdict verdictOf(const std::string& text)
{
    return text == "pass" ? Verdict::Pass : text == "fail" ? Verdict::Fail : Verdict::Error;
}

domain::ResolvedAttachment effective(const std::string& id)
{
    domain::ResolvedAttachment out;
    out.attachment.id.value = id;
    out.attachment.validation = "local/check-" + id;
    out.attachment.resource = "local/repo";
    return out;
}

domain::ValidationResult resultOf(const Json& row)
{
    domain::ValidationResult out;
    out.attachment.value = row.at("attachment").get<std::string>();
    out.validation = "local/check-" + out.attachment.value;
    out.resource = "local/repo";
    out.mode = modeOf(row);
    out.verdict = verdictOf(row.at("verdict").get<std::string>());
    out.passed = out.verdict == Verdict::Pass;
    return out;
}

policy::GateQuestion questionOf(const Json& row)
{
    policy::GateQuestion out;
    out.attempt = row.value("attempt", 1);
    out.workTree = "now";
    for (const Json& attachment : row.at("attachments"))
        out.effective.push_back(effective(attachment.at("id").get<std::string>()));
    const Json covered = row.value("covered", Json::array());
    for (const Json& id : covered)
        out.covered.insert({id.get<std::string>()});
    if (row.at("results").is_null())
        return out;
    out.last.emplace();
    out.last->run.state = domain::RunState::Complete;
    out.last->run.attempt = row.value("run_attempt", out.attempt);
    out.last->run.workTree = row.value("run_tree", "now");
    for (const Json& result : row.at("results"))
        out.last->results.push_back(resultOf(result));
    if (row.contains("summary")) {
        out.last->run.summary.emplace();
        out.last->run.summary->allRequiredPassed = row.at("summary").at("all_required_passed").get<bool>();
        out.last->run.summary->outcome = domain::parseOutcome(row.at("summary").at("outcome").get<std::string>()).value();
    }
    return out;
}

policy::VoteInput voteOf(const QString& word)
{
    if (word == QLatin1String("pass"))
        return {Mode::Informational, Verdict::Pass, false};
    if (word == QLatin1String("warn"))
        return {Mode::Informational, Verdict::Fail, false};
    if (word == QLatin1String("blocker"))
        return {Mode::Required, Verdict::Fail, true};
    return {word == QLatin1String("error") ? Mode::Required : Mode::Informational, Verdict::Error, true};
}

std::vector<policy::VoteInput> votesOf(const std::string& words)
{
    std::vector<policy::VoteInput> out;
    for (const QString& word : QString::fromStdString(words).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QStringList parts = word.split(QLatin1Char('*'));
        out.insert(out.end(), static_cast<std::size_t>(parts.size() == 2 ? parts[0].toInt() : 1), voteOf(parts.last()));
    }
    return out;
}

QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

} // namespace

class GateCasesTest : public QObject
{
    Q_OBJECT

    Kind m_gate{"gate"};

    const Json& fetched() const
    {
        QFETCH(int, row);
        return m_gate.row(row);
    }
    void done(const Json& row)
    {
        if (!QTest::currentTestFailed())
            m_gate.ran(row.at("id").get<std::string>());
    }

private Q_SLOTS:
    void states_data() { m_gate.addRows("state"); }
    void states()
    {
        const Json& row = fetched();
        const policy::GateState state = policy::gateState(questionOf(row));
        QCOMPARE(q(policy::toText(state)), q(row.at("state").get<std::string>()));
        const bool open = row.at("open").get<bool>();
        QCOMPARE(policy::isOpen(state, Gate::BeforeApply, false), open);
        QCOMPARE(policy::isOpen(state, Gate::BeforeApply, true), row.value("open_when_confirmed", open));
        if (const auto* closed = std::get_if<policy::NotEvaluated>(&state)) {
            QVERIFY(!policy::isOpen(state, Gate::BeforeExecute, true));
            QCOMPARE(closed->missing.size(), row.at("missing").get<std::size_t>());
            QVERIFY2(closed->why.find(row.value("why", "")) != std::string::npos, closed->why.c_str());
        }
        if (const auto* evaluated = std::get_if<policy::Evaluated>(&state)) {
            const domain::PolicyDecision& decision = evaluated->outcome.decision;
            QCOMPARE(q(domain::toText(evaluated->outcome.outcome)), q(row.at("outcome").get<std::string>()));
            QVERIFY(!domain::info(evaluated->outcome.outcome).signable);
            QCOMPARE(decision.satisfied, open);
            const Json counts = row.value("counts", Json::object());
            for (const auto& [name, count] : counts.items())
                QCOMPARE(domain::toJson(decision).at(name).get<int>(), count.get<int>());
        }
        done(row);
    }

    void policies_data() { m_gate.addRows("votes"); }
    void policies()
    {
        const Json& row = fetched();
        const auto outcome = policy::decide({domain::policyFromJson(row.at("policy")).value(), votesOf(row.at("votes").get<std::string>())});
        QCOMPARE(q(domain::toText(outcome.outcome)), q(row.at("outcome").get<std::string>()));
        QCOMPARE(q(outcome.cause), q(row.at("cause").get<std::string>()));
        QCOMPARE(domain::info(outcome.outcome).signable, row.at("outcome") == "escalate");
        if (row.contains("warns"))
            QCOMPARE(outcome.decision.warn, row.at("warns").get<int>());
        QVERIFY(outcome.decision.rule.find(row.value("rule", "")) != std::string::npos);
        done(row);
    }

    void thresholds_data() { m_gate.addRows("needed"); }
    void thresholds()
    {
        const Json& row = fetched();
        QCOMPARE(policy::passesNeeded(domain::policyFromJson(row.at("policy")).value(), row.at("total").get<std::int64_t>()), row.at("needed").get<std::int64_t>());
        done(row);
    }

    void aLaterRunIsWhatIsShown() // gate-14, through the engine
    {
        const facade_test::Desk desk;
        desk.import("  policy: required_only\n");
        desk.verdict("req", false, "old text");
        const ValidateReport first = desk.report();
        desk.verdict("req", true, "new text");
        const ValidateReport second = desk.report();
        QCOMPARE(q(facade_test::status(first)), QStringLiteral("blocker"));
        const auto row = desk.engine->plan("t", "p").value().row;
        QCOMPARE(row.lastRun->id, second.run.id);
        QVERIFY(!row.openHalt);
        QCOMPARE(q(facade_test::status(desk.engine->runReport(row.lastRun->id).value())), QStringLiteral("pass"));
        QStringList messages;
        const auto rows = desk.engine->history({}).value().rows;
        for (const HistoryRow& each : rows)
            if (each.result.validation == "local/req")
                messages << q(each.result.message.value_or("")) + QLatin1Char(' ') + q(each.outcome);
        QCOMPARE(messages.join(QLatin1Char('\n')), QStringLiteral("new text pass\nold text blocker"));
    }

    void everyReaderReadsTheSame() // gate-15: what console, ctl and the agents' server get of one run
    {
        const facade_test::Desk desk;
        desk.import("  policy: required_only\n");
        desk.verdict("req", false);
        const ValidateReport answered = desk.report();
        QCOMPARE(q(facade_test::status(answered)), QStringLiteral("blocker"));
        const auto other = desk.another();
        QCOMPARE(q(facade_test::status(other->runReport(answered.run.id).value())), QStringLiteral("blocker"));
        QCOMPARE(q(report::json(answered).at("status").get<std::string>()), QStringLiteral("blocker"));
        QCOMPARE(q(report::json(other->halt(answered.halt).value()).at("halt_type").get<std::string>()), QStringLiteral("blocker"));
        QVERIFY(answered.token.empty() && answered.decisionId.empty());
        QVERIFY(other->pendingDecisions("p").value().empty());
    }

    void cleanupTestCase() { QVERIFY(m_gate.complete(17)); }
};

QTEST_GUILESS_MAIN(GateCasesTest)
#include "gate_test.moc"
