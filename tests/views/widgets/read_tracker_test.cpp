#include "views/widgets/read_tracker.h"

#include <QTest>

using namespace countersign::widgets;
using Ranges = std::vector<LineRange>;

class ReadTrackerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLineCountsAfterOneSecond()
    {
        ReadTracker tracker(40);
        tracker.setView(LineRange{0, 9}, 0);
        QVERIFY(!tracker.advance(999));
        QCOMPARE(tracker.readCount(), 0);
        QVERIFY(tracker.advance(1000));
        QCOMPARE(tracker.ranges(), (Ranges{{0, 9}}));
        QVERIFY(!tracker.advance(5000));
    }

    void aJumpToTheEndMarksNothingBetween()
    {
        ReadTracker tracker(1000);
        tracker.setView(LineRange{0, 9}, 0);
        tracker.setView(LineRange{990, 999}, 200);
        tracker.advance(1199);
        QCOMPARE(tracker.readCount(), 0);
        tracker.advance(1200);
        QCOMPARE(tracker.ranges(), (Ranges{{990, 999}}));
        QCOMPARE(tracker.firstUnread(), std::optional(0));
    }

    void linesThatStayInViewKeepTheirTime()
    {
        ReadTracker tracker(40);
        tracker.setView(LineRange{0, 9}, 0);
        tracker.setView(LineRange{5, 14}, 600);
        tracker.advance(1000);
        QCOMPARE(tracker.ranges(), (Ranges{{5, 9}}));
        tracker.advance(1600);
        QCOMPARE(tracker.ranges(), (Ranges{{5, 14}}));
    }

    void lookingAwayStartsAgain()
    {
        ReadTracker tracker(10);
        tracker.setView(LineRange{0, 9}, 0);
        tracker.setView(std::nullopt, 900);
        tracker.setView(LineRange{0, 9}, 950);
        tracker.advance(1900);
        QCOMPARE(tracker.readCount(), 0);
        tracker.advance(1950);
        QCOMPARE(tracker.unreadCount(), 0);
        QVERIFY(!tracker.isWaiting());
    }

    void timeAtTheMomentOfScrollingCounts()
    {
        ReadTracker tracker(20);
        tracker.setView(LineRange{0, 4}, 0);
        tracker.setView(LineRange{10, 14}, 1000);
        QCOMPARE(tracker.ranges(), (Ranges{{0, 4}}));
    }

    void stateIsASetOfRanges()
    {
        ReadTracker tracker(10);
        tracker.restore({{7, 30}, {-4, 1}, {3, 3}});
        QCOMPARE(tracker.ranges(), (Ranges{{0, 1}, {3, 3}, {7, 9}}));
        QCOMPARE(tracker.readCount(), 6);
        ReadTracker again(10);
        again.restore(tracker.ranges());
        QCOMPARE(again.ranges(), tracker.ranges());
        again.reset(4);
        QCOMPARE(again.readCount(), 0);
    }

    void viewsOutsideOfTheTextAreCut()
    {
        ReadTracker tracker(3);
        tracker.setView(LineRange{-5, 50}, 0);
        tracker.advance(1000);
        QCOMPARE(tracker.ranges(), (Ranges{{0, 2}}));
        ReadTracker none(0);
        none.setView(LineRange{0, 0}, 0);
        QVERIFY(!none.advance(2000));
        QVERIFY(!none.firstUnread());
    }
};

QTEST_APPLESS_MAIN(ReadTrackerTest)
#include "read_tracker_test.moc"
