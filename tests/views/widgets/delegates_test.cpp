#include "views/style/countersign_style.h"
#include "views/style/status_icon.h"
#include "views/widgets/cell_delegates.h"
#include "views/widgets/list_delegates.h"
#include "views/widgets/roles.h"

#include <QListView>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QTreeView>

using namespace countersign;
using namespace countersign::widgets;
using style::StatusKind;

class DelegatesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        style::CountersignStyle::install(*qApp, style::SystemLook::take(), style::ThemeChoice::Light);
    }

    void rowsHaveTheirHeights()
    {
        QListView list;
        QStandardItemModel model;
        fill(model);
        list.setModel(&model);
        list.setItemDelegate(new HaltDelegate(&list));
        QCOMPARE(list.sizeHintForRow(0), 28);
        QCOMPARE(list.sizeHintForRow(1), 56);
        list.setItemDelegate(new NavigationDelegate(&list));
        QCOMPARE(list.sizeHintForRow(0), 32);
        list.setItemDelegate(new CellDelegate(&list, RowHeight::Normal));
        QCOMPARE(list.sizeHintForRow(0), 28);
        list.setItemDelegate(new CellDelegate(&list, RowHeight::Dense));
        QCOMPARE(list.sizeHintForRow(0), 24);
        list.setItemDelegate(new CellDelegate(&list, RowHeight::TwoLine));
        QCOMPARE(list.sizeHintForRow(0), 44);
    }

    void selectedRowHasTintAndBar()
    {
        QListView list;
        QStandardItemModel model;
        fill(model);
        list.setModel(&model);
        list.setItemDelegate(new HaltDelegate(&list));
        list.setFrameShape(QFrame::NoFrame);
        list.resize(320, 200);
        list.setCurrentIndex(model.index(1, 0));
        const QImage image = list.grab().toImage();
        const QRect row = list.visualRect(model.index(1, 0));
        QCOMPARE(image.pixelColor(1, row.center().y()), style::Theme::light().accent);
        QCOMPARE(image.pixelColor(5, row.center().y()), style::Theme::light().selection);
        QCOMPARE(image.pixelColor(5, list.visualRect(model.index(2, 0)).center().y()), style::Theme::light().base);
        QCOMPARE(image.pixelColor(5, list.visualRect(model.index(0, 0)).center().y()), style::Theme::light().window);
    }

    void newRowsAreBold()
    {
        QListView list;
        QStandardItemModel model;
        fill(model);
        list.setModel(&model);
        list.setItemDelegate(new HaltDelegate(&list));
        list.resize(320, 200);
        const auto ink = [&] {
            const QRect row = list.visualRect(model.index(1, 0));
            const QImage image = list.grab(row).toImage();
            qint64 sum = 0;
            for (int y = 8; y < 28; ++y) {
                for (int x = 40; x < 240; ++x)
                    sum += 255 - image.pixelColor(x, y).value();
            }
            return sum;
        };
        const qint64 bold = ink();
        model.item(1)->setData(false, NewRole);
        QVERIFY(bold > ink());
    }

    void aClickOnAGroupAsksToFold()
    {
        QListView list;
        QStandardItemModel model;
        fill(model);
        auto* delegate = new HaltDelegate(&list);
        list.setModel(&model);
        list.setItemDelegate(delegate);
        list.resize(320, 200);
        list.show();
        QSignalSpy fold(delegate, &HaltDelegate::foldRequested);
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(model.index(1, 0)).center());
        QCOMPARE(fold.count(), 0);
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(model.index(0, 0)).center());
        QCOMPARE(fold.count(), 1);
    }

    void focusFramesTheWholeRow()
    {
        QWidget window;
        auto* tree = new QTreeView(&window);
        QStandardItemModel model(3, 2);
        tree->setModel(&model);
        tree->setItemDelegate(new CellDelegate(tree));
        tree->setRootIsDecorated(false);
        tree->setGeometry(0, 0, 400, 200);
        window.resize(400, 240);
        tree->setCurrentIndex(model.index(1, 0));
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        tree->setFocus();
        const QRect first = tree->visualRect(model.index(1, 0));
        const QRect second = tree->visualRect(model.index(1, 1));
        const QImage image = tree->viewport()->grab().toImage();
        const QColor accent = style::Theme::light().accent;
        QCOMPARE(image.pixelColor(first.center().x(), first.top()), accent);
        QCOMPARE(image.pixelColor(second.center().x(), second.bottom()), accent);
        QCOMPARE(image.pixelColor(first.left(), first.center().y()), accent);
        QVERIFY(image.pixelColor(first.right(), first.center().y()) != accent);
        tree->clearFocus();
        QVERIFY(tree->viewport()->grab().toImage().pixelColor(first.center().x(), first.top()) != accent);
    }

    void theColumnOfTheBranchesIsNoOuterEdge()
    {
        QTreeView tree;
        QStandardItemModel model(2, 3);
        tree.setModel(&model);
        tree.setItemDelegate(new CellDelegate(&tree));
        tree.setRootIsDecorated(false);
        tree.setTreePosition(1);
        tree.resize(400, 200);
        tree.show();
        QVERIFY(QTest::qWaitForWindowExposed(&tree));
        const auto inkLeft = [&tree, &model] { // of the first dark pixel of the middle cell
            const QRect cell = tree.visualRect(model.index(0, 1));
            const QImage image = tree.viewport()->grab(cell).toImage();
            for (int x = 0; x < image.width(); ++x)
                for (int y = 2; y < image.height() - 2; ++y)
                    if (image.pixelColor(x, y).value() < 128)
                        return x;
            return -1;
        };
        model.setData(model.index(0, 1), QStringLiteral("HHHH"));
        const int left = inkLeft();
        QVERIFY2(left >= 6 && left < 12, qPrintable(QString::number(left)));
    }

    void verdictHasWordOfItsKind()
    {
        QListView list;
        QStandardItemModel model(2, 1);
        model.setData(model.index(0, 0), int(StatusKind::EnvironmentError), KindRole);
        model.setData(model.index(1, 0), int(StatusKind::Pass), KindRole);
        list.setModel(&model);
        list.setItemDelegate(new VerdictDelegate(&list));
        QVERIFY(list.itemDelegate()->sizeHint(option(list), model.index(0, 0)).width() >
                list.itemDelegate()->sizeHint(option(list), model.index(1, 0)).width() + 40);
    }

private:
    static QStyleOptionViewItem option(QListView& list)
    {
        QStyleOptionViewItem made;
        made.initFrom(&list);
        made.widget = &list;
        return made;
    }

    static void fill(QStandardItemModel& model)
    {
        auto* group = new QStandardItem(QStringLiteral("Needs your decision"));
        group->setData(true, GroupRole);
        group->setData(2, CountRole);
        model.appendRow(group);
        for (const char* title : {"Raise alarm threshold", "Debounce the sensor"}) {
            auto* row = new QStandardItem(QString::fromLatin1(title));
            row->setData(int(StatusKind::Escalate), KindRole);
            row->setData(QStringLiteral("Escalate"), WordRole);
            row->setData(QStringLiteral("12 min"), AgeRole);
            row->setData(true, NewRole);
            model.appendRow(row);
        }
    }
};

QTEST_MAIN(DelegatesTest)
#include "delegates_test.moc"
