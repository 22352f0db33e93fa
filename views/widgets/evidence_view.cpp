#include "views/widgets/evidence_view.h"

#include "views/style/countersign_style.h"
#include "views/widgets/evidence_parts.h"

#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>
#include <chrono>

namespace countersign::widgets {

namespace {

qint64 steadyNow()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

} // namespace

EvidenceView::EvidenceView(QWidget* parent)
    : QPlainTextEdit(parent), m_layout(new EvidenceLayout(document())), m_highlighter(nullptr),
      m_gutter(new EvidenceGutter(this)), m_clock(steadyNow)
{
    document()->setDocumentLayout(m_layout);
    m_highlighter = new EvidenceHighlighter(document(), this);
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setFrameShape(QFrame::NoFrame);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    document()->setDocumentMargin(4);
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &EvidenceView::tick);
    connect(this, &QPlainTextEdit::updateRequest, this, [this] {
        m_gutter->update();
        watch();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &EvidenceView::watch);
    restyle();
}

EvidenceView::~EvidenceView() = default;

void EvidenceView::setOutput(QStringView raw)
{
    std::vector<AnsiLine> lines = parseAnsi(raw);
    QStringList texts;
    texts.reserve(qsizetype(lines.size()));
    for (const AnsiLine& line : lines)
        texts << line.text;
    m_tracker.reset(int(lines.size()));
    m_layout->setBorder(-1, 0);
    m_highlighter->setLines(std::move(lines));
    setPlainText(texts.join(QLatin1Char('\n')));
    restyle();
    readMoved();
    watch();
}

void EvidenceView::setSubject(const QString& subject)
{
    m_subject = subject;
    nameItself();
}

void EvidenceView::setGated(bool gated)
{
    m_gated = gated;
    placeBorder();
    nameItself();
    watch();
}

void EvidenceView::setFirstNumber(int number)
{
    m_firstNumber = number;
    m_gutter->update();
}

void EvidenceView::restoreRead(const std::vector<LineRange>& ranges)
{
    m_tracker.restore(ranges);
    readMoved();
}

void EvidenceView::setClock(std::function<qint64()> clock) { m_clock = std::move(clock); }

void EvidenceView::tick()
{
    watch();
    if (m_tracker.advance(m_clock()))
        readMoved();
}

void EvidenceView::watch()
{
    if (!m_gated || m_tracker.unreadCount() == 0)
        return m_timer.stop();
    const int before = m_tracker.readCount();
    m_tracker.setView(linesInView(), m_clock());
    if (m_tracker.readCount() != before)
        readMoved();
    if (m_tracker.isWaiting() && !m_timer.isActive())
        m_timer.start();
    else if (!m_tracker.isWaiting())
        m_timer.stop();
}

std::optional<LineRange> EvidenceView::linesInView() const
{
    if (!isVisible() || !isActiveWindow() || window()->isMinimized())
        return std::nullopt;
    const QRectF seen = viewport()->visibleRegion().boundingRect();
    std::optional<LineRange> range;
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
        if (area.top() > seen.bottom())
            break;
        const qreal bottom = area.top() + m_layout->textHeight(block);
        const bool tall = bottom - area.top() > seen.height();
        if (bottom > seen.bottom() + 1 || (!tall && area.top() < seen.top() - 1))
            continue;
        if (!range)
            range = LineRange{block.blockNumber(), block.blockNumber()};
        range->last = block.blockNumber();
    }
    return range;
}

void EvidenceView::showNextUnread()
{
    const std::optional<int> line = m_tracker.firstUnread();
    if (!line)
        return;
    setTextCursor(QTextCursor(document()->findBlockByNumber(*line)));
    verticalScrollBar()->setValue(std::max(0, textCursor().block().firstLineNumber() - 2));
}

void EvidenceView::readMoved()
{
    placeBorder();
    nameItself();
    m_gutter->update();
    viewport()->update();
    Q_EMIT readChanged(m_tracker.readCount(), m_tracker.lines());
}

void EvidenceView::placeBorder()
{
    const std::optional<int> line = m_tracker.firstUnread();
    m_layout->setBorder(m_gated && line && *line > 0 ? *line - 1 : -1, style::scaled(18, this));
}

void EvidenceView::nameItself()
{
    if (!m_gated)
        return setAccessibleName(m_subject);
    setAccessibleName(tr("%1, read %2 of %3 lines").arg(m_subject).arg(m_tracker.readCount()).arg(m_tracker.lines()));
}

int EvidenceView::gutterWidth() const
{
    const int digits = int(QString::number(std::max(999, m_firstNumber + blockCount())).size());
    return fontMetrics().horizontalAdvance(QLatin1Char('9')) * digits + style::scaled(14, this);
}

void EvidenceView::paintGutter(QPaintEvent* event)
{
    const style::Theme& theme = style::themeOf(this);
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), theme.base);
    painter.setFont(font());
    const int right = m_gutter->width() - style::scaled(8, this);
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
        if (area.top() > event->rect().bottom())
            break;
        painter.setPen(theme.quiet);
        painter.drawText(QRectF(0, area.top(), right, m_layout->lineHeight()), Qt::AlignRight | Qt::AlignTop,
                         QString::number(m_firstNumber + block.blockNumber()));
        if (m_gated && !m_tracker.isRead(block.blockNumber()))
            painter.fillRect(QRectF(0, area.top(), style::scaled(3, this), area.height()), theme.accent);
    }
}

void EvidenceView::paintEvent(QPaintEvent* event)
{
    QPlainTextEdit::paintEvent(event);
    if (m_layout->borderBlock() < 0)
        return;
    const QTextBlock block = document()->findBlockByNumber(m_layout->borderBlock());
    const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
    const qreal height = style::scaled(18, this);
    const QRectF row(document()->documentMargin(), area.bottom() - height,
                     viewport()->width() - style::scaled(16, this), height);
    if (!row.intersects(QRectF(event->rect())))
        return;
    const style::Theme& theme = style::themeOf(this);
    QPainter painter(viewport());
    painter.setFont(style::fontsOf(this).small());
    painter.setPen(theme.accent);
    const QString words = tr("read to here, %n lines left", nullptr, m_tracker.unreadCount());
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, words);
    const int x = int(row.x()) + painter.fontMetrics().horizontalAdvance(words) + style::scaled(8, this);
    painter.fillRect(QRect(x, int(row.center().y()), int(row.right()) - x, 1), theme.accent);
}

void EvidenceView::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    const QRect area = contentsRect();
    m_gutter->setGeometry(area.x(), area.y(), gutterWidth(), area.height());
    watch();
}

void EvidenceView::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange)
        restyle();
    if (event->type() == QEvent::ActivationChange || event->type() == QEvent::WindowStateChange)
        watch();
}

void EvidenceView::showEvent(QShowEvent* event)
{
    QPlainTextEdit::showEvent(event);
    watch();
}

void EvidenceView::hideEvent(QHideEvent* event)
{
    QPlainTextEdit::hideEvent(event);
    m_tracker.setView(std::nullopt, m_clock());
    m_timer.stop();
}

void EvidenceView::restyle()
{
    if (!m_highlighter)
        return;
    const QFont fixed = style::fontsOf(this).fixed();
    if (font() != fixed)
        setFont(fixed);
    m_layout->setLineHeight(style::scaled(18, this));
    setTabStopDistance(8 * QFontMetricsF(fixed).horizontalAdvance(QLatin1Char(' ')));
    setViewportMargins(gutterWidth(), 0, 0, 0);
    m_highlighter->rehighlight();
    placeBorder();
}

} // namespace countersign::widgets
