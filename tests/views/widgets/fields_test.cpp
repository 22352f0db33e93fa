#include "views/style/countersign_style.h"
#include "views/widgets/bars.h"
#include "views/widgets/fact_grid.h"
#include "views/widgets/fields.h"
#include "views/widgets/text_label.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace countersign;
using namespace countersign::widgets;

class FieldsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        style::CountersignStyle::install(*qApp, style::SystemLook::take(), style::ThemeChoice::Light);
    }

    void copyTakesTheCommandWithoutThePrompt()
    {
        HintBox box(QStringLiteral("Install hint"), QStringLiteral("from the catalogue"));
        box.addCommand(QStringLiteral("Install"), QStringLiteral("sudo apt install weld-coder"));
        auto* line = box.findChild<CommandLine*>();
        QVERIFY(line->isReadOnly());
        QCOMPARE(line->accessibleName(), QStringLiteral("Install command, sudo apt install weld-coder"));
        auto* copy = box.findChild<QPushButton*>();
        QVERIFY(copy);
        QCOMPARE(copy->accessibleName(), QStringLiteral("Copy install command"));
        QTest::mouseClick(copy, Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("sudo apt install weld-coder"));
        QCOMPARE(copy->text(), QStringLiteral("Copied"));
        QTest::qWait(1500);
        QCOMPARE(copy->text(), QStringLiteral("Copied"));
        QTRY_COMPARE_WITH_TIMEOUT(copy->text(), QStringLiteral("Copy"), 1500);
    }

    void escapeClearsThenLeaves()
    {
        FilterEdit filter(QStringLiteral("Filter plans"));
        QSignalSpy left(&filter, &FilterEdit::leaveRequested);
        filter.setText(QStringLiteral("boot"));
        QTest::keyClick(&filter, Qt::Key_Escape);
        QVERIFY(filter.text().isEmpty());
        QCOMPARE(left.count(), 0);
        QTest::keyClick(&filter, Qt::Key_Escape);
        QCOMPARE(left.count(), 1);
    }

    void noLabelReadsMarkup()
    {
        FactGrid facts;
        facts.addFact(QStringLiteral("<b>Label</b>"), QStringLiteral("<img src=x>"));
        StatusLine status;
        status.setStatus(style::StatusKind::Fail, QStringLiteral("<i>fail</i>"));
        SectionHeader header(QStringLiteral("<b>x</b>"), QStringLiteral("<b>y</b>"));
        Strip strip;
        strip.setNotice(QStringLiteral("<b>z</b>"));
        EmptyState empty(QStringLiteral("<b>none</b>"));
        StepFoot foot;
        int seen = 0;
        for (QWidget* widget : std::initializer_list<QWidget*>{&facts, &status, &header, &strip, &empty, &foot}) {
            for (const QLabel* label : widget->findChildren<QLabel*>()) {
                QCOMPARE(label->textFormat(), Qt::PlainText);
                ++seen;
            }
        }
        QVERIFY(seen >= 10);
    }

    void barsHaveTheirHeights()
    {
        QCOMPARE(SectionHeader(QStringLiteral("Evidence")).sizeHint().height(), 32);
        QCOMPARE(StepFoot().sizeHint().height(), 52);
        QCOMPARE(PaneFoot().sizeHint().height(), 28);
        QPushButton button(QStringLiteral("Verify again"));
        SectionHeader header(QStringLiteral("Chain"));
        header.addAction(&button);
        QCOMPARE(button.sizeHint().height(), 24);
        button.setParent(nullptr);
    }

    void sentenceWrapsAt26()
    {
        SentenceLabel sentence(
            QStringLiteral("Proceed with a long sentence that a tired person can answer without reading it twice?"));
        QCOMPARE(sentence.heightForWidth(4000), 26);
        QVERIFY(sentence.heightForWidth(200) >= 3 * 26);
        QCOMPARE(sentence.heightForWidth(200) % 26, 0);
    }

    void newScaleReachesWhatExists()
    {
        TextLabel label(QStringLiteral("small"), TextRole::Small);
        StepFoot foot;
        QCOMPARE(label.font().pixelSize(), 12);
        style::SystemLook look = style::SystemLook::take();
        look.text.setPixelSize(26);
        style::CountersignStyle::install(*qApp, look, style::ThemeChoice::Dark);
        QCOMPARE(label.font().pixelSize(), 24);
        QCOMPARE(foot.sizeHint().height(), 104);
        look.text.setPixelSize(13);
        style::CountersignStyle::install(*qApp, look, style::ThemeChoice::Light);
        QCOMPARE(foot.sizeHint().height(), 52);
    }
};

QTEST_MAIN(FieldsTest)
#include "fields_test.moc"
