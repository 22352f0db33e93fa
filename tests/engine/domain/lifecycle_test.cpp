// The state machine against the rows of SPEC section 5, written down a second time.
#include "engine/domain/lifecycle.h"

#include <QtTest>

#include <set>

using namespace countersign::domain;

namespace {

using Key = std::tuple<Phase, PlanState, Trigger>;
using Where = std::pair<Phase, PlanState>;
constexpr auto S = Phase::Strategize;
constexpr auto E = Phase::Execute;
constexpr auto A = Phase::Apply;
constexpr auto Q = PlanState::Queued;
constexpr auto W = PlanState::Processing;
constexpr auto C = PlanState::Complete;
constexpr auto H = PlanState::Errored;
constexpr auto K = PlanState::Constrained;

const std::map<Key, Where>& expected()
{
    static const std::map<Key, Where> table{
        {{S, Q, Trigger::Start}, {S, W}},          {{E, Q, Trigger::Start}, {E, W}},           {{A, Q, Trigger::Start}, {A, W}},
        {{S, W, Trigger::Finish}, {S, C}},         {{E, W, Trigger::Finish}, {E, C}},          {{S, W, Trigger::Halt}, {S, H}},
        {{E, W, Trigger::Halt}, {E, H}},           {{A, W, Trigger::Halt}, {A, H}},            {{S, C, Trigger::Proceed}, {E, Q}},
        {{E, W, Trigger::NextRound}, {E, W}},      {{E, W, Trigger::ReviseStrategy}, {S, Q}},  {{E, C, Trigger::ReviseStrategy}, {S, Q}},
        {{E, H, Trigger::ReviseStrategy}, {S, Q}}, {{A, K, Trigger::ReviseStrategy}, {S, Q}},  {{E, H, Trigger::Decided}, {E, Q}},
        {{S, H, Trigger::Rerun}, {S, Q}},          {{E, H, Trigger::Rerun}, {E, Q}},           {{A, H, Trigger::Rerun}, {A, Q}},
        {{E, H, Trigger::Guide}, {S, Q}},          {{A, K, Trigger::Guide}, {S, Q}},           {{E, C, Trigger::Apply}, {A, Q}},
        {{A, W, Trigger::Committed}, {A, PlanState::Applied}}, {{A, W, Trigger::Refused}, {A, K}},
    };
    return table;
}

constexpr std::array phases{S, E, A};
constexpr std::array states{Q, W, C, H, PlanState::Cancelled, PlanState::Applied, K};
constexpr std::array triggers{Trigger::Start, Trigger::Finish, Trigger::Halt, Trigger::Proceed, Trigger::NextRound, Trigger::ReviseStrategy, Trigger::Decided,
                              Trigger::Rerun, Trigger::Guide, Trigger::Apply, Trigger::Committed, Trigger::Refused, Trigger::Cancel};

} // namespace

class LifecycleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCombinationIsAsWritten();
    void countersMove();
    void finalStaysFinal();
};

void LifecycleTest::everyCombinationIsAsWritten()
{
    int possible = 0;
    for (const Phase phase : phases) {
        for (const PlanState state : states) {
            if (!exists(phase, state))
                continue;
            for (const Trigger trigger : triggers) {
                Plan plan;
                plan.phase = phase;
                plan.state = state;
                const auto next = after(plan, trigger);
                std::optional<Where> wanted;
                if (const auto row = expected().find({phase, state, trigger}); row != expected().end())
                    wanted = row->second;
                if (trigger == Trigger::Cancel && state != PlanState::Cancelled && state != PlanState::Applied)
                    wanted = Where(phase, PlanState::Cancelled);
                const std::string name = std::string(toText(phase)) + "/" + std::string(toText(state)) + " " + std::string(toText(trigger));
                QVERIFY2(next.has_value() == wanted.has_value(), name.c_str());
                if (next) {
                    QVERIFY2(Where(next->phase, next->state) == *wanted, name.c_str());
                    QVERIFY2(exists(next->phase, next->state), name.c_str());
                    ++possible;
                }
            }
        }
    }
    qInfo("%d changes possible", possible);
    QCOMPARE(static_cast<std::size_t>(possible), transitions().size());
}

void LifecycleTest::countersMove()
{
    Plan plan;
    plan.phase = E;
    plan.state = W;
    QCOMPARE(after(plan, Trigger::NextRound)->round, 2);
    plan.round = 4;
    const Plan revised = *after(plan, Trigger::ReviseStrategy);
    QCOMPARE(revised.attempt, 2);
    QCOMPARE(revised.round, 1);
    QCOMPARE(revised.reversions, 1);
    plan.state = H;
    const Plan guided = *after(plan, Trigger::Guide);
    QCOMPARE(guided.attempt, 2);
    QCOMPARE(guided.reversions, 0);
    const Plan again = *after(plan, Trigger::Rerun); // nothing is charged
    QCOMPARE(again.attempt, 1);
    QCOMPARE(again.round, 4);
}

void LifecycleTest::finalStaysFinal()
{
    Plan plan;
    plan.phase = E;
    plan.state = H;
    QVERIFY(!isFinal(plan));
    plan.cause = "guidance_exhausted";
    QVERIFY(isFinal(plan));
    for (const Trigger trigger : triggers)
        QVERIFY(!after(plan, trigger));
}

QTEST_APPLESS_MAIN(LifecycleTest)
#include "lifecycle_test.moc"
