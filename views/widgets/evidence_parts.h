#pragma once

#include "views/widgets/ansi_text.h"

#include <QPlainTextDocumentLayout>
#include <QSyntaxHighlighter>
#include <QWidget>

#include <vector>

namespace countersign::widgets {

class EvidenceView;

// Rows of 18 px instead of the font's own height, and room for the border under the last line read.
class EvidenceLayout : public QPlainTextDocumentLayout
{
    Q_OBJECT

public:
    explicit EvidenceLayout(QTextDocument* document);

    void setLineHeight(int height);
    // The block under which the border stands, -1 for none.
    void setBorder(int block, int height);
    [[nodiscard]] int borderBlock() const { return m_border; }
    [[nodiscard]] int lineHeight() const { return m_lineHeight; }
    // Height of the block without the border.
    [[nodiscard]] qreal textHeight(const QTextBlock& block) const;
    [[nodiscard]] QRectF blockBoundingRect(const QTextBlock& block) const override;

private:
    int m_lineHeight = 0;
    int m_border = -1;
    int m_borderHeight = 0;
};

// Colours come from the theme at the time of painting, so they follow it.
class EvidenceHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    EvidenceHighlighter(QTextDocument* document, const QWidget* view);
    void setLines(std::vector<AnsiLine> lines) { m_lines = std::move(lines); }

protected:
    void highlightBlock(const QString& text) override;

private:
    const QWidget* m_view;
    std::vector<AnsiLine> m_lines;
};

class EvidenceGutter : public QWidget
{
    Q_OBJECT

public:
    explicit EvidenceGutter(EvidenceView* view);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    EvidenceView* m_view;
};

} // namespace countersign::widgets
