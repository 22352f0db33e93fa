#include "views/style/countersign_style.h"
#include "views/widgets/evidence_view.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace countersign;
using widgets::EvidenceView;
using widgets::LineRange;
using Ranges = std::vector<LineRange>;

namespace {

QString lines(int count)
{
    QStringList all;
    for (int i = 1; i <= count; ++i)
        all << QStringLiteral("line %1").arg(i);
    return all.join(QLatin1Char('\n'));
}

} // namespace

class EvidenceViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        style::CountersignStyle::install(*qApp, style::SystemLook::take(), style::ThemeChoice::Light);
        m_now = 0;
        m_view = std::make_unique<EvidenceView>();
        m_view->setClock([this] { return m_now; });
        m_view->resize(500, 18 * 10 + 10);
        m_view->setSubject(QStringLiteral("Output of local/x"));
    }

    void cleanup() { m_view.reset(); }

    void whatIsInViewIsReadAfterASecond()
    {
        show(40);
        QSignalSpy read(m_view.get(), &EvidenceView::readChanged);
        pass(999);
        QCOMPARE(m_view->tracker().readCount(), 0);
        pass(1);
        const int seen = m_view->tracker().readCount();
        QVERIFY2(seen >= 8 && seen <= 11, qPrintable(QString::number(seen)));
        QCOMPARE(read.count(), 1);
        QCOMPARE(read.at(0), (QVariantList{seen, 40}));
        QCOMPARE(m_view->accessibleName(), QStringLiteral("Output of local/x, read %1 of 40 lines").arg(seen));
    }

    void aJumpToTheEndLeavesTheMiddleUnread()
    {
        show(400);
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
        pass(1000);
        const Ranges ranges = m_view->tracker().ranges();
        QCOMPARE(ranges.size(), std::size_t(1));
        QCOMPARE(ranges[0].last, 399);
        QVERIFY(ranges[0].first > 385);
    }

    void theWholeTextCanBeRead()
    {
        show(37);
        for (int step = 0; step < 60 && m_view->tracker().unreadCount() > 0; ++step) {
            pass(1000);
            m_view->showNextUnread();
        }
        QCOMPARE(m_view->tracker().unreadCount(), 0);
    }

    void linesThatWrapCanBeReadInANarrowView()
    {
        m_view->resize(160, 60);
        m_view->setOutput(QString(QStringLiteral("word ")).repeated(60) + QStringLiteral("\nend\n"));
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        pass(1000);
        QCOMPARE(m_view->tracker().readCount(), 0);
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
        pass(1000);
        QCOMPARE(m_view->tracker().unreadCount(), 0);
    }

    void anInactiveWindowReadsNothing()
    {
        show(40);
        QWidget other;
        other.show();
        other.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&other));
        pass(5000);
        QCOMPARE(m_view->tracker().readCount(), 0);
    }

    void aHiddenViewReadsNothing()
    {
        show(40);
        pass(500);
        m_view->hide();
        pass(5000);
        QCOMPARE(m_view->tracker().readCount(), 0);
    }

    void unreadLinesCarryTheBar()
    {
        show(40);
        m_view->restoreRead({{0, 3}});
        const QImage image = m_view->grab().toImage();
        const QColor accent = style::Theme::light().accent;
        QVERIFY(image.pixelColor(1, 4 + 9) != accent);
        QVERIFY(image.pixelColor(1, 4 + 3 * 18 + 9) != accent);
        // line 5 stands below the border row
        QCOMPARE(image.pixelColor(1, 4 + 5 * 18 + 9), accent);
        QVERIFY(hasRule(image, 4 + 4 * 18, 4 + 5 * 18, accent));
    }

    void withoutGateThereIsNeitherBarNorBorder()
    {
        m_view->setGated(false);
        show(40);
        pass(5000);
        QCOMPARE(m_view->tracker().readCount(), 0);
        QVERIFY(m_view->grab().toImage().pixelColor(1, 13) != style::Theme::light().accent);
        QCOMPARE(m_view->accessibleName(), QStringLiteral("Output of local/x"));
    }

    void newOutputIsUnread()
    {
        show(5);
        pass(1000);
        QCOMPARE(m_view->tracker().unreadCount(), 0);
        m_view->setOutput(lines(6));
        QCOMPARE(m_view->tracker().readCount(), 0);
    }

    void textIsPlainAndReadOnly()
    {
        m_view->setOutput(QStringLiteral("<b>bold</b>\n"));
        QCOMPARE(m_view->toPlainText(), QStringLiteral("<b>bold</b>"));
        QVERIFY(m_view->isReadOnly());
    }

private:
    void show(int count)
    {
        m_view->setOutput(lines(count));
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->tick();
    }

    void pass(qint64 ms)
    {
        m_view->tick();
        m_now += ms;
        m_view->tick();
    }

    static bool hasRule(const QImage& image, int top, int bottom, const QColor& colour)
    {
        for (int y = top; y < bottom; ++y) {
            if (image.pixelColor(image.width() - 60, y) == colour)
                return true;
        }
        return false;
    }

    std::unique_ptr<EvidenceView> m_view;
    qint64 m_now = 0;
};

QTEST_MAIN(EvidenceViewTest)
#include "evidence_view_test.moc"
