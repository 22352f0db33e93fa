#include "views/style/countersign_style.h"

#include <QApplication>
#include <QComboBox>
#include <QFontInfo>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace countersign::style;

namespace {

SystemLook lookOf(int percent)
{
    SystemLook look = SystemLook::take();
    look.text.setPixelSize(13 * percent / 100);
    return look;
}

bool hasColour(const QImage& image, const QRect& area, const QColor& colour)
{
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x) {
            if (image.pixelColor(x, y).rgb() == colour.rgb())
                return true;
        }
    }
    return false;
}

} // namespace

class StyleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lengthsFollowTheFont_data()
    {
        QTest::addColumn<int>("percent");
        for (const int percent : {100, 150, 200, 300})
            QTest::addRow("%d %%", percent) << percent;
    }

    void lengthsFollowTheFont()
    {
        QFETCH(int, percent);
        CountersignStyle::install(*qApp, lookOf(percent), ThemeChoice::Light);
        QPushButton button(QStringLiteral("Re-check"));
        QLineEdit field;
        QComboBox combo;
        QPushButton small(QStringLiteral("Verify again"));
        setCompact(&small, true);
        const auto grown = [&](int px) { return int(std::lround(px * (13 * percent / 100) / 13.0)); };
        QCOMPARE(button.sizeHint().height(), grown(28));
        QCOMPARE(field.sizeHint().height(), grown(28));
        QCOMPARE(combo.sizeHint().height(), grown(28));
        QCOMPARE(small.sizeHint().height(), grown(24));
        QCOMPARE(QApplication::style()->pixelMetric(QStyle::PM_ScrollBarExtent), grown(12));
        QStandardItemModel model(1, 1);
        QTreeView view;
        view.setModel(&model);
        QCOMPARE(view.header()->sizeHint().height(), grown(26));
        QVERIFY(view.sizeHintForRow(0) >= grown(28));
    }

    void sizeNearTheBodySizeIsFullScale()
    {
        QFont font = SystemLook::take().text;
        font.setPixelSize(13);
        QCOMPARE(Fonts(font, font).scale(), 1.0);
        font.setPixelSize(12);
        QCOMPARE(Fonts(font, font).scale(), 1.0);
        font.setPixelSize(80);
        QCOMPARE(Fonts(font, font).scale(), 3.0);
    }

    void fixedTypeHasNoLigatures()
    {
        CountersignStyle::install(*qApp, lookOf(100), ThemeChoice::Light);
        const QFont fixed = fontsOf(nullptr).fixed();
        QVERIFY(fixed.styleStrategy() & QFont::PreferNoShaping);
        QCOMPARE(fixed.pixelSize(), 12);
        QVERIFY(QFontInfo(fixed).fixedPitch());
    }

    void themeReachesWidgetsThroughTheirStyle()
    {
        CountersignStyle::install(*qApp, lookOf(100), ThemeChoice::Light);
        QPushButton button;
        QVERIFY(!themeOf(&button).isDark);
        CountersignStyle::install(*qApp, lookOf(100), ThemeChoice::Dark);
        QVERIFY(themeOf(&button).isDark);
        QTRY_COMPARE(button.palette().color(QPalette::Base), Theme::dark().base);
    }

    void primaryButtonIsTheAccent()
    {
        CountersignStyle::install(*qApp, lookOf(100), ThemeChoice::Light);
        QPushButton button(QStringLiteral("Sign"));
        button.resize(button.sizeHint());
        QVERIFY(button.grab().toImage().pixelColor(6, 6) != Theme::light().accent);
        setPrimary(&button, true);
        QCOMPARE(button.grab().toImage().pixelColor(6, 6), Theme::light().accent);
        button.setEnabled(false);
        QVERIFY(button.grab().toImage().pixelColor(6, 6) != Theme::light().accent);
    }

    void keyHintMakesRoomForItself()
    {
        CountersignStyle::install(*qApp, lookOf(100), ThemeChoice::Light);
        QToolButton button;
        button.setText(QStringLiteral("Refresh"));
        button.setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        const int before = button.sizeHint().width();
        setKeyHint(&button, QStringLiteral("F5"));
        QVERIFY(button.sizeHint().width() >= before + keyHintWidth(QStringLiteral("F5"), fontsOf(&button)));
    }

    void focusIsATwoPixelFrame()
    {
        CountersignStyle::install(*qApp, lookOf(100), ThemeChoice::Light);
        QWidget window;
        auto* field = new QLineEdit(&window);
        auto* text = new QPlainTextEdit(&window);
        auto* button = new QPushButton(QStringLiteral("Copy"), &window);
        field->setGeometry(10, 10, 200, 28);
        text->setGeometry(10, 50, 200, 60);
        button->setGeometry(10, 120, 88, 28);
        window.resize(220, 160);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (QWidget* widget : std::initializer_list<QWidget*>{field, text, button}) {
            widget->setFocus();
            const QImage image = widget->grab().toImage();
            QCOMPARE(image.pixelColor(image.width() / 2, 0), Theme::light().accent);
            QCOMPARE(image.pixelColor(image.width() / 2, 1), Theme::light().accent);
            window.setFocus();
            widget->clearFocus();
            QVERIFY(widget->grab().toImage().pixelColor(image.width() / 2, 0) != Theme::light().accent);
        }
    }

    void scrollBarHasThumbAndNoArrows()
    {
        CountersignStyle::install(*qApp, lookOf(100), ThemeChoice::Light);
        QScrollBar bar(Qt::Vertical);
        bar.setRange(0, 100);
        bar.setPageStep(100);
        bar.resize(12, 200);
        const QImage image = bar.grab().toImage();
        QCOMPARE(image.pixelColor(6, 40), Theme::light().thumb);
        QVERIFY(image.pixelColor(6, 180) != Theme::light().thumb);
        QVERIFY(!hasColour(image, QRect(0, 0, 2, 200), Theme::light().thumb));
    }
};

QTEST_MAIN(StyleTest)
#include "style_test.moc"
