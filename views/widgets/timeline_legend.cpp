#include "views/widgets/timeline_legend.h"

#include "views/style/countersign_style.h"

#include <QPainter>

#include <cmath>

namespace countersign::widgets {

using style::scaled;

void paintHatch(QPainter& painter, const QRect& bar, const style::Theme& theme, qreal scale)
{
    painter.save();
    painter.fillRect(bar, theme.selection);
    painter.setClipRect(bar);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 1.3 * scale));
    const qreal step = 6 * std::sqrt(2.0) * scale;
    for (qreal x = bar.left() - bar.height(); x < bar.right() + step; x += step)
        painter.drawLine(QPointF(x, bar.bottom() + 2), QPointF(x + bar.height() + 2, bar.top()));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setClipping(false);
    painter.setPen(theme.accent);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
    painter.restore();
}

void paintTick(QPainter& painter, qreal x, qreal top, qreal height, const QColor& ink, qreal scale)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(x - 0.75 * scale, top, 1.5 * scale, height), ink);
    painter.restore();
}

TimelineLegend::TimelineLegend(QWidget* parent)
    : QWidget(parent), m_running(tr("running")), m_usual(tr("usual duration, p50"))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Hatched: running. Tick: usual duration, p50."));
}

QSize TimelineLegend::sizeHint() const
{
    const QFontMetrics metrics(style::fontsOf(this).small());
    return {metrics.horizontalAdvance(m_running) + metrics.horizontalAdvance(m_usual) + scaled(52, this),
            scaled(16, this)};
}

void TimelineLegend::paintEvent(QPaintEvent*)
{
    const style::Theme& theme = style::themeOf(this);
    const qreal scale = scaled(100, this) / 100.0;
    QPainter painter(this);
    painter.setFont(style::fontsOf(this).small());
    paintHatch(painter, QRect(0, scaled(4, this), scaled(16, this), scaled(9, this)), theme, scale);
    int x = scaled(22, this);
    const auto words = [&](const QString& text) {
        painter.setPen(theme.secondary);
        const int width = painter.fontMetrics().horizontalAdvance(text) + 1;
        painter.drawText(QRect(x, 0, width, height()), Qt::AlignVCenter | Qt::AlignLeft, text);
        x += width;
    };
    words(m_running);
    x += scaled(12, this);
    paintTick(painter, x + scaled(4, this), scaled(1, this), scaled(14, this), theme.text, scale);
    x += scaled(14, this);
    words(m_usual);
}

} // namespace countersign::widgets
