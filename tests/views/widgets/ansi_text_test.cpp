#include "views/widgets/ansi_text.h"
#include "views/widgets/plain_text.h"

#include <QTest>

using namespace countersign::widgets;
using countersign::style::contrast;
using countersign::style::Theme;

class AnsiTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textAsShown_data()
    {
        QTest::addColumn<QString>("raw");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* name, const QString& raw, const QString& shown) {
            QTest::newRow(name) << raw << shown;
        };
        row("plain", QStringLiteral("a\tb\nc\n"), QStringLiteral("a\tb|c"));
        row("no line feed at the end", QStringLiteral("a\nb"), QStringLiteral("a|b"));
        row("empty lines stay", QStringLiteral("a\n\nb\n\n"), QStringLiteral("a||b|"));
        row("empty", QString(), QString());
        row("CR LF", QStringLiteral("a\r\nb\r\n"), QStringLiteral("a|b"));
        row("lone CR is shown", QStringLiteral("bad\rgood"), QStringLiteral("bad<U+000D>good"));
        row("colours", QStringLiteral("\x1b[1;31mFAILED\x1b[0m x"), QStringLiteral("FAILED x"));
        row("cursor moves", QStringLiteral("a\x1b[2Kb\x1b[10;5Hc\x1b[?25l"), QStringLiteral("abc"));
        row("title", QStringLiteral("a\x1b]0;title\ab"), QStringLiteral("ab"));
        row("link", QStringLiteral("\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\"), QStringLiteral("text"));
        row("title without end hides nothing", QStringLiteral("a\x1b]0;evil\nnext"),
            QStringLiteral("a<U+001B>]0;evil|next"));
        row("sequence without end", QStringLiteral("a\x1b[31\nb"), QStringLiteral("a<U+001B>[31|b"));
        row("escape at the end", QStringLiteral("a\x1b"), QStringLiteral("a<U+001B>"));
        row("charset", QStringLiteral("a\x1b(Bb"), QStringLiteral("ab"));
        row("bidi", QStringLiteral("a\u202Eb\u2066c"), QStringLiteral("a<U+202E>b<U+2066>c"));
        row("zero width", QStringLiteral("ad\u200Bmin\u00AD\uFEFF"), QStringLiteral("ad<U+200B>min<U+00AD><U+FEFF>"));
        row("odd spaces and fillers", QStringLiteral("a\u00A0b\u3164c\u2800"),
            QStringLiteral("a<U+00A0>b<U+3164>c<U+2800>"));
        row("tags", QString::fromUcs4(U"x\U000E0041"), QStringLiteral("x<U+E0041>"));
        row("variation selector", QStringLiteral("x\uFE0F"), QStringLiteral("x<U+FE0F>"));
        row("controls", QStringLiteral("a\bb\x7f") + QChar(0x9B), QStringLiteral("a<U+0008>b<U+007F><U+009B>"));
        row("half a pair", QString(QChar(0xD83D)) + QLatin1Char('x'), QStringLiteral("<U+D83D>x"));
        row("letters of the world stay", QString::fromUcs4(U"żółć 漢字 é \U0001F600"),
            QString::fromUcs4(U"żółć 漢字 é \U0001F600"));
        row("markup stays text", QStringLiteral("<b>x</b>&amp;"), QStringLiteral("<b>x</b>&amp;"));
    }

    void textAsShown()
    {
        QFETCH(QString, raw);
        QFETCH(QString, shown);
        QStringList lines;
        for (const AnsiLine& line : parseAnsi(raw))
            lines << line.text;
        QCOMPARE(lines.join(QLatin1Char('|')), shown);
    }

    void coloursAndBold_data()
    {
        QTest::addColumn<QString>("raw");
        QTest::addColumn<int>("start");
        QTest::addColumn<int>("length");
        QTest::addColumn<int>("colour");
        QTest::addColumn<bool>("bold");
        QTest::newRow("red") << QStringLiteral("a\x1b[31mbc\x1b[0md") << 1 << 2 << 1 << false;
        QTest::newRow("bright bold") << QStringLiteral("\x1b[1;92mok\x1b[m") << 0 << 2 << 10 << true;
        QTest::newRow("palette") << QStringLiteral("\x1b[38;5;3mab\x1b[39m") << 0 << 2 << 3 << false;
        QTest::newRow("true colour is only bold")
            << QStringLiteral("\x1b[1;38;2;31;32;33mab\x1b[0m") << 0 << 2 << -1 << true;
        QTest::newRow("background changes nothing")
            << QStringLiteral("\x1b[48;5;1m\x1b[34mab\x1b[0m") << 0 << 2 << 4 << false;
        QTest::newRow("concealment changes nothing") << QStringLiteral("\x1b[8;35mab\x1b[0m") << 0 << 2 << 5 << false;
        QTest::newRow("shown controls keep the colour")
            << QStringLiteral("\x1b[31ma\u202E\x1b[0m") << 0 << 9 << 1 << false;
    }

    void coloursAndBold()
    {
        QFETCH(QString, raw);
        QFETCH(int, start);
        QFETCH(int, length);
        QFETCH(int, colour);
        QFETCH(bool, bold);
        const std::vector<AnsiLine> lines = parseAnsi(raw);
        QCOMPARE(lines.size(), std::size_t(1));
        QCOMPARE(lines[0].spans, (std::vector<AnsiSpan>{{start, length, colour, bold}}));
    }

    void lookGoesOnAcrossLines()
    {
        const std::vector<AnsiLine> lines = parseAnsi(QStringLiteral("\x1b[32ma\nb\x1b[0mc"));
        QCOMPARE(lines[1].spans, (std::vector<AnsiSpan>{{0, 1, 2, false}}));
    }

    void tooltipsStayPlain()
    {
        QCOMPARE(plainToolTip(QStringLiteral("a < b")), QStringLiteral("a < b"));
        const QString hostile = plainToolTip(QStringLiteral("<img src='http://x'>"));
        QVERIFY(!hostile.contains(QStringLiteral("<img")));
    }

    void everyColourIsReadable()
    {
        for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
            for (int colour = -1; colour < 16; ++colour)
                QVERIFY(contrast(ansiColour(colour, *theme), theme->base) >= 4.5);
        }
    }
};

QTEST_APPLESS_MAIN(AnsiTextTest)
#include "ansi_text_test.moc"
