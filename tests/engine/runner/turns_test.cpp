// Source: SPEC sections 6.1 and 16. A host that starts what may start, played through without processes.
#include "engine/runner/turns.h"

#include <QtTest>

#include <deque>
#include <random>

using namespace countersign;
using runner::Turn;

namespace {

/// Starts waiting validations in order of arrival, as the host does, and ends the oldest or a random one.
struct Play
{
    runner::Turns turns{};
    std::deque<Turn> waiting{};
    std::deque<Turn> running{};
    std::vector<std::string> order{};

    void arrive(const std::string& plan, std::size_t atMost, int count = 1)
    {
        for (int i = 0; i < count; ++i) {
            waiting.push_back({plan, atMost});
            turns.arrived(waiting.back());
        }
    }
    void startAll()
    {
        for (bool again = true; again;) {
            again = false;
            for (auto turn = waiting.begin(); turn != waiting.end();) {
                if (!turns.mayStart(*turn)) {
                    ++turn;
                    continue;
                }
                turns.started(*turn);
                order.push_back(turn->plan);
                running.push_back(*turn);
                turn = waiting.erase(turn);
                again = true;
            }
        }
    }
    void end(std::size_t index = 0)
    {
        const auto turn = running.begin() + static_cast<std::ptrdiff_t>(index);
        turns.ended(*turn);
        running.erase(turn);
    }
    [[nodiscard]] std::size_t runningOf(const std::string& plan) const
    {
        return static_cast<std::size_t>(std::count_if(running.begin(), running.end(), [&plan](const Turn& turn) { return turn.plan == plan; }));
    }
};

} // namespace

class TurnsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneBoundForAllPlans()
    {
        Play play;
        play.arrive("a", 4, 10);
        play.arrive("b", 4, 10);
        play.startAll();
        QCOMPARE(play.running.size(), std::size_t(4));
        QCOMPARE(play.runningOf("a"), std::size_t(2));
        QCOMPARE(play.runningOf("b"), std::size_t(2));
    }

    void aLateRunGetsTheNextPlace()
    {
        Play play;
        play.arrive("many", 2, 200);
        play.startAll();
        play.arrive("few", 2, 2);
        play.startAll();
        QCOMPARE(play.runningOf("few"), std::size_t(0));
        play.end();
        play.startAll();
        QCOMPARE(play.runningOf("few"), std::size_t(1));
    }

    void inTurnWhenOneRunsAtATime()
    {
        Play play;
        for (const char* plan : {"a", "b", "c"})
            play.arrive(plan, 1, 3);
        for (int i = 0; i < 9; ++i) {
            play.startAll();
            QCOMPARE(play.running.size(), std::size_t(1));
            play.end();
        }
        QCOMPARE(play.order, (std::vector<std::string>{"a", "b", "c", "a", "b", "c", "a", "b", "c"}));
    }

    void whatIsNoValidationWaitsForNothing()
    {
        Play play;
        play.arrive("a", 1, 2);
        play.startAll();
        play.arrive("", 1, 3);
        play.startAll();
        QCOMPARE(play.runningOf(""), std::size_t(3));
        QCOMPARE(play.runningOf("a"), std::size_t(1));
    }

    void eachPlanKeepsItsOwnBoundToo()
    {
        Play play;
        play.arrive("narrow", 2, 10);
        play.arrive("wide", 8, 10);
        play.startAll();
        QCOMPARE(play.runningOf("narrow"), std::size_t(2));
        QCOMPARE(play.runningOf("wide"), std::size_t(6));
    }

    void whatLeavesHoldsNobodyUp()
    {
        Play play;
        play.arrive("a", 1, 1);
        play.arrive("gone", 64, 1);
        play.turns.left(play.waiting.back());
        play.waiting.pop_back();
        play.arrive("b", 1, 1);
        play.startAll();
        QCOMPARE(play.order, (std::vector<std::string>{"a"}));
        play.end();
        play.startAll();
        QCOMPARE(play.order, (std::vector<std::string>{"a", "b"}));
    }

    /// Whatever comes and goes: never over the bound, never a free place that somebody waits for, nobody far ahead.
    void randomPlay()
    {
        const auto seed = std::random_device()();
        qInfo("seed %u", seed);
        std::mt19937 random(seed);
        for (int round = 0; round < 200; ++round) {
            Play play;
            const std::size_t bound = 1 + random() % 8;
            const std::vector<std::string> plans{"a", "b", "c", "d"};
            for (int step = 0; step < 60; ++step) {
                if (random() % 2 == 0)
                    play.arrive(plans[random() % plans.size()], bound, static_cast<int>(1 + random() % 5));
                else if (!play.running.empty())
                    play.end(random() % play.running.size());
                const std::size_t before = play.order.size();
                play.startAll();
                QVERIFY(play.running.size() <= bound);
                QVERIFY(play.running.size() == bound || play.waiting.empty());
                for (std::size_t i = before; i < play.order.size(); ++i) {
                    for (const Turn& left : play.waiting)
                        QVERIFY(play.runningOf(left.plan) + 1 >= play.runningOf(play.order[i]));
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TurnsTest)
#include "turns_test.moc"
