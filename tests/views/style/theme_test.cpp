#include "views/style/theme.h"

#include <QTest>

using namespace countersign::style;

class ThemeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void contrastIsThatOfWcag()
    {
        QCOMPARE(qRound(contrast(Qt::black, Qt::white) * 10), 210);
        QCOMPARE(qRound(contrast(Qt::white, Qt::white) * 10), 10);
        QCOMPARE(qRound(contrast(QColor(0x77, 0x77, 0x77), Qt::white) * 100), 448);
    }

    void textIsReadable_data()
    {
        QTest::addColumn<QColor>("ink");
        QTest::addColumn<QColor>("surface");
        for (const Theme* t : {&Theme::light(), &Theme::dark()}) {
            const std::pair<const char*, QColor> inks[] = {
                {"text", t->text},   {"secondary", t->secondary}, {"quiet", t->quiet}, {"accent", t->accent},
                {"green", t->green}, {"amber", t->amber},         {"red", t->red},     {"violet", t->violet}};
            const std::pair<const char*, QColor> surfaces[] = {{"base", t->base},     {"window", t->window},
                                                               {"well", t->well},     {"selection", t->selection},
                                                               {"linked", t->linked}, {"hover", t->hover}};
            const char* name = t->isDark ? "dark" : "light";
            for (const auto& [ink, colour] : inks) {
                for (const auto& [surface, under] : surfaces)
                    QTest::addRow("%s: %s on %s", name, ink, surface) << colour << under;
            }
            for (const auto& [surface, under] :
                 {std::pair{"added", t->added}, {"removed", t->removed}, {"searchHit", t->searchHit}})
                QTest::addRow("%s: text on %s", name, surface) << t->text << under;
            QTest::addRow("%s: green on added", name) << t->green << t->added;
            QTest::addRow("%s: red on removed", name) << t->red << t->removed;
            QTest::addRow("%s: text on accent", name) << t->onAccent << t->accent;
        }
    }

    void textIsReadable()
    {
        QFETCH(QColor, ink);
        QFETCH(QColor, surface);
        const double ratio = contrast(ink, surface);
        QVERIFY2(ratio >= 4.5, qPrintable(QString::number(ratio)));
    }

    void outlinesAreSeen()
    {
        for (const Theme* t : {&Theme::light(), &Theme::dark()}) {
            QVERIFY(contrast(t->outline, t->base) >= 3);
            QVERIFY(contrast(t->outline, t->window) >= 3);
        }
    }

    void systemLightnessChoosesUnlessOverridden()
    {
        const QPalette day(QColor(240, 240, 240));
        const QPalette night(QColor(30, 30, 30));
        QVERIFY(!Theme::choose(ThemeChoice::System, day).isDark);
        QVERIFY(Theme::choose(ThemeChoice::System, night).isDark);
        QVERIFY(Theme::choose(ThemeChoice::Dark, day).isDark);
        QVERIFY(!Theme::choose(ThemeChoice::Light, night).isDark);
    }

    void paletteSpeaksTheTheme()
    {
        const QPalette p = Theme::dark().palette();
        QCOMPARE(p.color(QPalette::Base), Theme::dark().base);
        QCOMPARE(p.color(QPalette::Disabled, QPalette::Text), Theme::dark().quiet);
        QCOMPARE(p.color(QPalette::Highlight), Theme::dark().selection);
    }
};

QTEST_APPLESS_MAIN(ThemeTest)
#include "theme_test.moc"
