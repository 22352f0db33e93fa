#include "views/widgets/evidence_parts.h"

#include "views/style/countersign_style.h"
#include "views/widgets/evidence_view.h"

#include <QTextBlock>

#include <algorithm>

namespace countersign::widgets {

EvidenceLayout::EvidenceLayout(QTextDocument* document) : QPlainTextDocumentLayout(document) {}

void EvidenceLayout::setLineHeight(int height) { m_lineHeight = height; }

void EvidenceLayout::setBorder(int block, int height)
{
    if (block == m_border && height == m_borderHeight)
        return;
    m_border = block;
    m_borderHeight = height;
    Q_EMIT documentSizeChanged(documentSize());
}

qreal EvidenceLayout::textHeight(const QTextBlock& block) const
{
    const QRectF natural = QPlainTextDocumentLayout::blockBoundingRect(block);
    const int lines = block.isValid() ? std::max(block.layout()->lineCount(), 1) : 1;
    return natural.height() + std::max(0.0, m_lineHeight - natural.height() / lines);
}

QRectF EvidenceLayout::blockBoundingRect(const QTextBlock& block) const
{
    QRectF rect = QPlainTextDocumentLayout::blockBoundingRect(block);
    if (rect.isValid() && block.isValid())
        rect.setHeight(textHeight(block) + (block.blockNumber() == m_border ? m_borderHeight : 0));
    return rect;
}

EvidenceHighlighter::EvidenceHighlighter(QTextDocument* document, const QWidget* view)
    : QSyntaxHighlighter(document), m_view(view)
{}

void EvidenceHighlighter::highlightBlock(const QString&)
{
    const auto line = std::size_t(currentBlock().blockNumber());
    if (line >= m_lines.size())
        return;
    const style::Theme& theme = style::themeOf(m_view);
    for (const AnsiSpan& span : m_lines[line].spans) {
        QTextCharFormat format;
        format.setForeground(ansiColour(span.colour, theme));
        if (span.bold)
            format.setFontWeight(QFont::DemiBold);
        setFormat(span.start, span.length, format);
    }
}

EvidenceGutter::EvidenceGutter(EvidenceView* view) : QWidget(view), m_view(view) {}

void EvidenceGutter::paintEvent(QPaintEvent* event) { m_view->paintGutter(event); }

} // namespace countersign::widgets
