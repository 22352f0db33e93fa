#include "views/style/countersign_style.h"

#include <QAbstractButton>
#include <QPainter>
#include <QStyleOption>

#include <cmath>

namespace countersign::style {

// One line of a button: glyph, words, key hint, chevron.
struct CountersignStyle::ButtonText
{
    Glyph glyph = Glyph::None;
    QIcon icon;
    QString text;
    QString key;
    bool menu = false;
    QFont font;
    QColor ink, glyphInk, keyEdge, keyFill;
};

void CountersignStyle::drawBox(QPainter& p, const QRect& rect, const QColor& fill, const QColor& edge,
                               int edgeWidth) const
{
    const qreal half = edgeWidth / 2.0;
    p.save();
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(edgeWidth > 0 ? QPen(edge, edgeWidth) : QPen(Qt::NoPen));
    p.setBrush(fill);
    p.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), scaled(3), scaled(3));
    p.restore();
}

void CountersignStyle::drawPushButton(QPainter& p, const QStyleOption& option, const QWidget* widget, bool bevel,
                                      bool label) const
{
    const bool enabled = option.state & State_Enabled;
    const bool primary = isPrimary(widget) && enabled;
    const bool down = option.state & (State_Sunken | State_On);
    const bool hover = option.state & State_MouseOver;
    if (bevel) {
        QColor fill = primary ? m_theme.accent : m_theme.base;
        if (!enabled)
            fill = Qt::transparent;
        else if (!primary && (down || hover))
            fill = down ? m_theme.linked : m_theme.hover;
        else if (primary && (down || hover))
            fill = m_theme.isDark ? m_theme.accent.lighter(down ? 115 : 107) : m_theme.accent.darker(down ? 120 : 110);
        drawBox(p, option.rect, fill, !enabled ? m_theme.line : primary ? fill : m_theme.outline);
        if (option.state & State_HasFocus) {
            if (primary)
                drawBox(p, option.rect.adjusted(2, 2, -2, -2), Qt::transparent, m_theme.onAccent);
            else
                drawBox(p, option.rect, Qt::transparent, m_theme.accent, 2);
        }
    }
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option);
    if (!label || !button)
        return;
    ButtonText text;
    text.glyph = glyphOf(widget);
    text.icon = button->icon;
    text.text = button->text;
    text.key = keyHintOf(widget);
    text.menu = button->features & QStyleOptionButton::HasMenu;
    text.font = isCompact(widget) ? m_fonts.small() : m_fonts.body(primary ? QFont::DemiBold : QFont::Normal);
    text.ink = !enabled ? m_theme.quiet : primary ? m_theme.onAccent : m_theme.text;
    text.glyphInk = !enabled ? m_theme.quiet : primary ? m_theme.onAccent : m_theme.secondary;
    text.keyEdge = primary ? m_theme.onAccent : m_theme.line;
    text.keyFill = primary ? QColor(Qt::transparent) : m_theme.window;
    const int width = std::min(buttonTextWidth(text), option.rect.width());
    const QRect line(option.rect.x() + (option.rect.width() - width) / 2, option.rect.y(), width, option.rect.height());
    drawButtonText(p, line, text, widget);
}

void CountersignStyle::drawToolButton(QPainter& p, const QStyleOption& option, const QWidget* widget) const
{
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(&option);
    if (!button)
        return;
    const bool enabled = option.state & State_Enabled;
    const bool down = option.state & (State_Sunken | State_On);
    if (enabled && (down || (option.state & State_MouseOver)))
        drawBox(p, option.rect, down ? m_theme.linked : m_theme.hover, Qt::transparent, 0);
    if (option.state & State_HasFocus)
        drawBox(p, option.rect, Qt::transparent, m_theme.accent, 2);
    ButtonText text;
    text.glyph = glyphOf(widget);
    text.icon = button->icon;
    text.text = button->toolButtonStyle == Qt::ToolButtonIconOnly ? QString() : button->text;
    text.key = keyHintOf(widget);
    text.menu = button->features & QStyleOptionToolButton::HasMenu;
    text.font = widget ? widget->font() : m_fonts.body();
    text.ink = enabled ? m_theme.secondary : m_theme.quiet;
    text.glyphInk = text.ink;
    text.keyEdge = m_theme.line;
    text.keyFill = m_theme.window;
    const int pad = scaled(isCompact(widget) ? 4 : 6);
    const int width = std::min(buttonTextWidth(text), option.rect.width());
    const int x = text.text.isEmpty() ? (option.rect.width() - width) / 2 : pad;
    drawButtonText(p, QRect(option.rect.x() + x, option.rect.y(), width, option.rect.height()), text, widget);
}

int CountersignStyle::buttonTextWidth(const ButtonText& t) const
{
    int width = 0;
    const auto part = [&](int w) { width += (width > 0 ? scaled(6) : 0) + w; };
    if (t.glyph != Glyph::None || !t.icon.isNull())
        part(scaled(16));
    if (!t.text.isEmpty())
        part(QFontMetrics(t.font).size(Qt::TextShowMnemonic, t.text).width() + 1);
    if (!t.key.isEmpty())
        part(scaled(2) + keyHintWidth(t.key, m_fonts));
    if (t.menu)
        part(scaled(16));
    return width;
}

void CountersignStyle::drawButtonText(QPainter& p, const QRect& rect, const ButtonText& t, const QWidget* widget) const
{
    int x = rect.x();
    const int icon = scaled(16);
    const int iconTop = rect.y() + (rect.height() - icon) / 2;
    if (t.glyph != Glyph::None || !t.icon.isNull()) {
        if (t.glyph != Glyph::None)
            paintGlyph(p, QRectF(x, iconTop, icon, icon), t.glyph, t.glyphInk);
        else
            t.icon.paint(&p, x, iconTop, icon, icon);
        x += icon + scaled(6);
    }
    const int keyWidth = t.key.isEmpty() ? 0 : keyHintWidth(t.key, m_fonts);
    if (!t.text.isEmpty()) {
        const int mnemonic =
            styleHint(SH_UnderlineShortcut, nullptr, widget, nullptr) ? Qt::TextShowMnemonic : Qt::TextHideMnemonic;
        const int after = (keyWidth > 0 ? keyWidth + scaled(8) : 0) + (t.menu ? scaled(22) : 0);
        const QRect words(x, rect.y(), rect.right() + 1 - x - after, rect.height());
        const QFontMetrics metrics(t.font);
        p.save();
        p.setFont(t.font);
        p.setPen(t.ink);
        p.drawText(words, Qt::AlignVCenter | Qt::AlignLeft | mnemonic,
                   metrics.elidedText(t.text, Qt::ElideRight, words.width(), Qt::TextShowMnemonic));
        p.restore();
        x = words.right() + 1 + scaled(8);
    }
    if (keyWidth > 0)
        paintKeyHint(p, QRect(x, rect.y(), keyWidth, rect.height()), t.key, m_fonts, t.glyphInk, t.keyEdge, t.keyFill);
    if (t.menu)
        paintGlyph(p, QRectF(rect.right() + 1 - icon, iconTop, icon, icon), Glyph::ChevronDown, t.glyphInk);
}

QSize CountersignStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                         const QWidget* widget) const
{
    const int height = controlHeight(widget);
    switch (type) {
    case CT_PushButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            ButtonText text;
            text.glyph = glyphOf(widget);
            text.icon = button->icon;
            text.text = button->text;
            text.key = keyHintOf(widget);
            text.menu = button->features & QStyleOptionButton::HasMenu;
            text.font =
                isCompact(widget) ? m_fonts.small() : m_fonts.body(isPrimary(widget) ? QFont::DemiBold : QFont::Normal);
            return {buttonTextWidth(text) + 2 * scaled(isCompact(widget) ? 8 : 12) + 2, height};
        }
        break;
    case CT_ToolButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
            ButtonText text;
            text.glyph = glyphOf(widget);
            text.icon = button->icon;
            text.text = button->toolButtonStyle == Qt::ToolButtonIconOnly ? QString() : button->text;
            text.key = keyHintOf(widget);
            text.menu = button->features & QStyleOptionToolButton::HasMenu;
            text.font = widget ? widget->font() : m_fonts.body();
            return {std::max(height, buttonTextWidth(text) + 2 * scaled(isCompact(widget) ? 4 : 6)), height};
        }
        break;
    case CT_ComboBox: {
        const QFontMetrics metrics(m_fonts.body());
        const int prefix = prefixOf(widget).isEmpty() ? 0 : metrics.horizontalAdvance(prefixOf(widget)) + scaled(8);
        const int glyph = glyphOf(widget) == Glyph::None ? 0 : scaled(24);
        return {size.width() + prefix + glyph + scaled(8 + 8 + 22) + 2, height};
    }
    case CT_LineEdit:
        return {size.width() + scaled(16), height};
    case CT_HeaderSection:
        return {QProxyStyle::sizeFromContents(type, option, size, widget).width() + scaled(16), scaled(26)};
    case CT_MenuBarItem:
        return {size.width() + scaled(16), scaled(28)};
    case CT_MenuBar:
        return {size.width(), std::max(size.height(), scaled(28))};
    case CT_TabBarTab:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            return {QFontMetrics(m_fonts.body(QFont::DemiBold)).size(Qt::TextShowMnemonic, tab->text).width() +
                        scaled(16),
                    scaled(31)};
        break;
    case CT_ItemViewItem: {
        const QSize natural = QProxyStyle::sizeFromContents(type, option, size, widget);
        return {natural.width() + scaled(12), std::max(natural.height(), scaled(isCompact(widget) ? 24 : 28))};
    }
    case CT_CheckBox:
    case CT_RadioButton: {
        const QSize natural = QProxyStyle::sizeFromContents(type, option, size, widget);
        return {natural.width() + scaled(4), std::max(natural.height(), scaled(24))};
    }
    default:
        break;
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

int keyHintWidth(const QString& key, const Fonts& fonts)
{
    return int(std::ceil(QFontMetricsF(fonts.axis(QFont::Medium)).horizontalAdvance(key) + 10 * fonts.scale()));
}

void paintKeyHint(QPainter& painter, const QRect& area, const QString& key, const Fonts& fonts, const QColor& text,
                  const QColor& edge, const QColor& fill)
{
    const int height = int(std::lround(16 * fonts.scale()));
    const QRectF box(area.x() + .5, area.y() + (area.height() - height) / 2 + .5, keyHintWidth(key, fonts) - 1,
                     height - 1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(edge);
    painter.setBrush(fill);
    painter.drawRoundedRect(box, 2 * fonts.scale(), 2 * fonts.scale());
    painter.setPen(text);
    painter.setFont(fonts.axis(QFont::Medium));
    painter.drawText(box, Qt::AlignCenter, key);
    painter.restore();
}

} // namespace countersign::style
