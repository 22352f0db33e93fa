#include "views/style/countersign_style.h"

#include <QComboBox>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStyleOption>

namespace countersign::style {

void CountersignStyle::drawFieldFrame(QPainter& p, const QStyleOption& option, bool focusable) const
{
    const bool enabled = option.state & State_Enabled;
    const bool readOnly = option.state & State_ReadOnly;
    const bool focus = focusable && (option.state & State_HasFocus);
    if (focus)
        return drawBox(p, option.rect, m_theme.base, m_theme.accent, 2);
    drawBox(p, option.rect, enabled ? m_theme.base : m_theme.window,
            enabled && !readOnly ? m_theme.outline : m_theme.line);
}

void CountersignStyle::drawCombo(QPainter& p, const QStyleOption& option, const QWidget* widget) const
{
    const bool enabled = option.state & State_Enabled;
    const bool hover = enabled && (option.state & State_MouseOver);
    drawBox(p, option.rect,
            !enabled ? QColor(Qt::transparent)
            : hover  ? m_theme.hover
                     : m_theme.base,
            enabled ? m_theme.outline : m_theme.line);
    if (option.state & State_HasFocus)
        drawBox(p, option.rect, Qt::transparent, m_theme.accent, 2);
    const int size = scaled(16);
    const QRect& r = option.rect;
    const QRectF arrow(r.right() + 1 - size - scaled(6), r.y() + (r.height() - size) / 2, size, size);
    paintGlyph(p, arrow, Glyph::ChevronDown, enabled ? m_theme.secondary : m_theme.quiet);
    Q_UNUSED(widget)
}

void CountersignStyle::drawComboLabel(QPainter& p, const QStyleOption& option, const QWidget* widget) const
{
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(&option);
    if (!combo || combo->editable)
        return;
    const bool enabled = option.state & State_Enabled;
    QRect line = option.rect.adjusted(scaled(8), 0, -scaled(26), 0);
    const int size = scaled(16);
    p.save();
    p.setFont(m_fonts.body());
    if (const Glyph glyph = glyphOf(widget); glyph != Glyph::None) {
        paintGlyph(p, QRectF(line.x(), line.y() + (line.height() - size) / 2, size, size), glyph,
                   enabled ? m_theme.secondary : m_theme.quiet);
        line.setLeft(line.x() + size + scaled(8));
    }
    if (const QString prefix = prefixOf(widget); !prefix.isEmpty()) {
        p.setPen(enabled ? m_theme.secondary : m_theme.quiet);
        p.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, prefix);
        line.setLeft(line.x() + p.fontMetrics().horizontalAdvance(prefix) + scaled(8));
    }
    p.setPen(enabled ? m_theme.text : m_theme.quiet);
    p.drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
               p.fontMetrics().elidedText(combo->currentText, Qt::ElideMiddle, line.width()));
    p.restore();
}

void CountersignStyle::drawCheck(QPainter& p, const QStyleOption& option) const
{
    const bool enabled = option.state & State_Enabled;
    const bool on = option.state & State_On;
    const QColor ink = enabled ? m_theme.accent : m_theme.quiet;
    drawBox(p, option.rect, on ? ink : m_theme.base, on ? ink : enabled ? m_theme.outline : m_theme.line);
    if (on)
        paintGlyph(p, option.rect, Glyph::Check, m_theme.onAccent);
    else if (option.state & State_NoChange)
        p.fillRect(option.rect.adjusted(scaled(4), scaled(7), -scaled(4), -scaled(7)), ink);
}

void CountersignStyle::drawRadio(QPainter& p, const QStyleOption& option) const
{
    const bool enabled = option.state & State_Enabled;
    const bool on = option.state & State_On;
    const qreal width = on ? scaled(5) : 1;
    const QColor ink = !enabled ? m_theme.line : on ? m_theme.accent : m_theme.outline;
    p.save();
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(QPen(ink, width));
    p.setBrush(m_theme.base);
    p.drawEllipse(QRectF(option.rect).adjusted(width / 2, width / 2, -width / 2, -width / 2));
    p.restore();
}

} // namespace countersign::style
