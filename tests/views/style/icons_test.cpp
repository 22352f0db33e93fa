#include "views/style/glyph.h"
#include "views/style/status_icon.h"
#include "views/style/svg_path.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <cstdlib>

using namespace countersign::style;

namespace {

// 16 px, one grey on white: what is left when hue is taken away.
QImage inGrey(StatusKind kind)
{
    QImage image(16, 16, QImage::Format_Grayscale8);
    image.fill(255);
    QPainter painter(&image);
    StatusIcon::paint(painter, QRectF(0, 0, 16, 16), kind, QColor(80, 80, 80), QColor(200, 200, 200));
    painter.end();
    return image;
}

int pixelsApart(const QImage& one, const QImage& other)
{
    int apart = 0;
    for (int y = 0; y < one.height(); ++y) {
        for (int x = 0; x < one.width(); ++x)
            apart += std::abs(one.pixelColor(x, y).value() - other.pixelColor(x, y).value()) > 64 ? 1 : 0;
    }
    return apart;
}

// UI.md section 3 gives these pairs one shape; they stand in different columns with different words.
bool shareShape(StatusKind a, StatusKind b)
{
    const auto is = [&](StatusKind x, StatusKind y) { return (a == x && b == y) || (a == y && b == x); };
    return is(StatusKind::Error, StatusKind::ValidatorError) || is(StatusKind::InternalError, StatusKind::Unknown);
}

} // namespace

class IconsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shapesDifferInGrey()
    {
        for (std::size_t i = 0; i < allStatusKinds.size(); ++i) {
            for (std::size_t j = i + 1; j < allStatusKinds.size(); ++j) {
                const int apart = pixelsApart(inGrey(allStatusKinds[i]), inGrey(allStatusKinds[j]));
                const QString names =
                    StatusIcon::word(allStatusKinds[i]) + QStringLiteral(" / ") + StatusIcon::word(allStatusKinds[j]);
                if (shareShape(allStatusKinds[i], allStatusKinds[j]))
                    QVERIFY2(apart == 0, qPrintable(names));
                else
                    QVERIFY2(apart >= 5, qPrintable(QStringLiteral("%1: %2").arg(names).arg(apart)));
            }
        }
    }

    void shapesStayInTheirBox()
    {
        for (const StatusKind kind : allStatusKinds) {
            const QRectF box = StatusIcon::path(kind).boundingRect();
            QVERIFY2(QRectF(-.1, -.1, 16.2, 16.2).contains(box), qPrintable(StatusIcon::word(kind)));
            QVERIFY2(box.width() > 7 && box.height() > 5, qPrintable(StatusIcon::word(kind)));
        }
    }

    void marksAreCutOut()
    {
        QVERIFY(!StatusIcon::path(StatusKind::Pass).contains(QPointF(7, 10.4)));
        QVERIFY(!StatusIcon::path(StatusKind::Fail).contains(QPointF(8, 8)));
        QVERIFY(!StatusIcon::path(StatusKind::Blocker).contains(QPointF(8, 8)));
        QVERIFY(!StatusIcon::path(StatusKind::Warn).contains(QPointF(8, 7)));
        QVERIFY(StatusIcon::path(StatusKind::Error).contains(QPointF(8, 8)));
        QVERIFY(!StatusIcon::path(StatusKind::Queued).contains(QPointF(8, 8)));
    }

    void everyKindHasWordAndHue()
    {
        QStringList words;
        for (const StatusKind kind : allStatusKinds)
            words << StatusIcon::word(kind);
        QCOMPARE(words.removeDuplicates(), 0);
        QCOMPARE(StatusIcon::hue(StatusKind::EnvironmentError), Hue::Violet);
        QCOMPARE(StatusIcon::hue(StatusKind::Escalate), Hue::Amber);
        QCOMPARE(StatusIcon::hue(StatusKind::Blocker), Hue::Red);
        QCOMPARE(StatusIcon::hue(StatusKind::Shadowed), Hue::Grey);
    }

    void everyGlyphDrawsSomething()
    {
        for (int glyph = 1; glyph < glyphCount; ++glyph) {
            QImage image(16, 16, QImage::Format_Grayscale8);
            image.fill(255);
            QImage blank = image;
            QPainter painter(&image);
            paintGlyph(painter, QRectF(0, 0, 16, 16), static_cast<Glyph>(glyph), Qt::black);
            painter.end();
            QVERIFY2(pixelsApart(image, blank) > 8, qPrintable(QString::number(glyph)));
        }
    }

    void scopeFillsStepByStep()
    {
        int before = 0;
        for (int step = 1; step <= 3; ++step) {
            QImage image(16, 16, QImage::Format_Grayscale8);
            image.fill(255);
            QPainter painter(&image);
            paintScope(painter, QRectF(0, 0, 16, 16), step, Qt::black);
            painter.end();
            int full = 0;
            for (int y = 0; y < 16; ++y) {
                for (int x = 0; x < 16; ++x)
                    full += image.pixelColor(x, y).value() < 20 ? 1 : 0;
            }
            QVERIFY(full > before + 10);
            before = full;
        }
    }

    void pathDataIsRead_data()
    {
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<QRectF>("box");
        QTest::newRow("relative without spaces") << QByteArray("M1-2l3.5.5-1 2") << QRectF(1, -2, 3.5, 2.5);
        QTest::newRow("lines") << QByteArray("M2 2h4v-1.5H1V3z") << QRectF(1, .5, 5, 2.5);
        QTest::newRow("full circle") << QByteArray("M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z") << QRectF(2, 2, 12, 12);
        QTest::newRow("small arc over the top") << QByteArray("M2 8A6 6 0 0 1 14 8") << QRectF(2, 2, 12, 6);
        QTest::newRow("implicit line after move") << QByteArray("M8 .7 15.3 8 8 15.3z") << QRectF(8, .7, 7.3, 14.6);
    }

    void pathDataIsRead()
    {
        QFETCH(QByteArray, data);
        QFETCH(QRectF, box);
        const QRectF found = svgPath(std::string_view(data.constData(), std::size_t(data.size()))).boundingRect();
        QVERIFY(qAbs(found.left() - box.left()) < 0.05 && qAbs(found.top() - box.top()) < 0.05);
        QVERIFY(qAbs(found.width() - box.width()) < 0.05 && qAbs(found.height() - box.height()) < 0.05);
    }
};

QTEST_MAIN(IconsTest)
#include "icons_test.moc"
