#include "views/style/countersign_style.h"
#include "views/widgets/lifecycle_stepper.h"
#include "views/widgets/line_chart.h"
#include "views/widgets/run_timeline.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

#include <limits>

using namespace countersign;
using namespace countersign::widgets;
using style::StatusKind;

namespace {

std::vector<TimelineRow> rows()
{
    return {{QStringLiteral("local/unit-tests"), StatusKind::Running, 0, {}, 42000},
            {QStringLiteral("local/secret-scan"), StatusKind::Pass, 0, 1900, 1800},
            {QStringLiteral("local/link-check"), StatusKind::Queued, 0, {}, {}}};
}

} // namespace

class PaintedTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        style::CountersignStyle::install(*qApp, style::SystemLook::take(), style::ThemeChoice::Light);
    }

    void barsSpeakInSentences()
    {
        RunTimeline timeline;
        timeline.setRows(rows());
        timeline.setNow(33400);
        QCOMPARE(timeline.partText(0), QStringLiteral("local/unit-tests, running, 33 seconds, usually 42"));
        QCOMPARE(timeline.partText(1), QStringLiteral("local/secret-scan, pass, 1.9 seconds, usually 2"));
        QCOMPARE(timeline.partText(2), QStringLiteral("local/link-check, queued"));
    }

    void childrenAreAccessible()
    {
        RunTimeline timeline;
        timeline.setRows(rows());
        timeline.setNow(33400);
        timeline.resize(976, timeline.sizeHint().height());
        timeline.show();
        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&timeline);
        QVERIFY(list);
        QCOMPARE(list->role(), QAccessible::List);
        QCOMPARE(list->childCount(), 3);
        QAccessibleInterface* bar = list->child(1);
        QVERIFY(bar && bar->isValid());
        QCOMPARE(bar->text(QAccessible::Name), timeline.partText(1));
        QCOMPARE(list->indexOfChild(bar), 1);
        QCOMPARE(bar->parent()->object(), &timeline);
        QVERIFY(bar->rect().isValid());
        QCOMPARE(list->childAt(bar->rect().center().x(), bar->rect().center().y()), bar);
        timeline.setRows({});
        QVERIFY(!bar->isValid());
        QCOMPARE(list->childCount(), 0);
    }

    void arrowsStepThroughTheParts()
    {
        RunTimeline timeline;
        timeline.setRows(rows());
        timeline.resize(800, 120);
        timeline.show();
        QVERIFY(QTest::qWaitForWindowActive(&timeline));
        timeline.setFocus();
        QSignalSpy moved(&timeline, &PaintedWidget::currentPartChanged);
        QSignalSpy chosen(&timeline, &PaintedWidget::partActivated);
        timeline.setCurrentPart(0);
        QTest::keyClick(&timeline, Qt::Key_Right);
        QTest::keyClick(&timeline, Qt::Key_Down);
        QTest::keyClick(&timeline, Qt::Key_Right);
        QCOMPARE(timeline.currentPart(), 2);
        QTest::keyClick(&timeline, Qt::Key_Left);
        QTest::keyClick(&timeline, Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).toInt(), 1);
        QTest::keyClick(&timeline, Qt::Key_Home);
        QCOMPARE(timeline.currentPart(), 0);
        QVERIFY(moved.count() >= 4);
        QTest::mouseClick(&timeline, Qt::LeftButton, {}, timeline.partRect(2).center());
        QCOMPARE(timeline.currentPart(), 2);
    }

    void refreshKeepsTheCurrentBar()
    {
        RunTimeline timeline;
        timeline.setRows(rows());
        timeline.setCurrentPart(1);
        auto changed = rows();
        changed[0].kind = StatusKind::Pass;
        changed[0].end = 40000;
        timeline.setRows(changed);
        QCOMPARE(timeline.currentPart(), 1);
    }

    void finishedIsFilledRunningIsHatched()
    {
        RunTimeline timeline;
        timeline.setRows({{QStringLiteral("a"), StatusKind::Running, 0, {}, {}},
                          {QStringLiteral("b"), StatusKind::Pass, 0, 30000, {}}});
        timeline.setNow(30000);
        timeline.resize(976, timeline.sizeHint().height());
        const QImage image = timeline.grab().toImage();
        const auto shades = [&](int part) {
            QSet<QRgb> found;
            const int y = timeline.partRect(part).center().y();
            for (int x = 240; x < 400; ++x)
                found.insert(image.pixel(x, y));
            return found;
        };
        QVERIFY(shades(0).contains(style::Theme::light().selection.rgb()));
        QVERIFY(shades(0).size() > 3);
        QCOMPARE(shades(1), QSet<QRgb>{style::Theme::light().green.rgb()});
    }

    void stepperNamesTheStopThatIsCurrent()
    {
        LifecycleStepper stepper;
        stepper.setStops({{QStringLiteral("Strategize"), QStringLiteral("complete 11:34"), StatusKind::Pass, false, {}},
                          {QStringLiteral("Execute"),
                           QStringLiteral("attempt 2 of 3, 4 of 6 validations done"),
                           StatusKind::Running,
                           true,
                           {StatusKind::Fail, StatusKind::Running}},
                          {QStringLiteral("Apply"), {}, StatusKind::Queued, false, {}}});
        QCOMPARE(stepper.accessibleName(),
                 QStringLiteral("Lifecycle, Execute, attempt 2 of 3, 4 of 6 validations done"));
        QCOMPARE(stepper.partText(1),
                 QStringLiteral(
                     "Execute, running, attempt 2 of 3, 4 of 6 validations done, attempt 1 fail, attempt 2 running"));
        for (const int width : {360, 976}) {
            stepper.resize(width, 48);
            for (int part = 1; part < 3; ++part)
                QVERIFY(stepper.partRect(part).left() > stepper.partRect(part - 1).right() - 1);
            QVERIFY(stepper.partRect(2).right() < width);
        }
    }

    void chartPointsSpeak()
    {
        LineChart chart(QStringLiteral("Pass rate"));
        ChartData data;
        data.labels = {QStringLiteral("1 Mar"), QStringLiteral("2 Mar"), QStringLiteral("3 Mar")};
        data.series = {{QStringLiteral("pass rate"), {91.5, 84, std::numeric_limits<double>::quiet_NaN()}, false}};
        data.unit = QStringLiteral("%");
        data.markLowest = true;
        chart.setData(data);
        chart.resize(412, 212);
        QCOMPARE(chart.partText(0), QStringLiteral("1 Mar, pass rate 91.5%"));
        QCOMPARE(chart.partText(2), QStringLiteral("3 Mar, pass rate no value"));
        QCOMPARE(chart.partAt(chart.partRect(1).center()), 1);
        QVERIFY(!chart.grab().isNull());
        LineChart empty(QStringLiteral("Nothing"));
        empty.resize(412, 212);
        QVERIFY(!empty.grab().isNull());
    }
};

QTEST_MAIN(PaintedTest)
#include "painted_test.moc"
