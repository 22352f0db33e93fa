#include "views/style/countersign_style.h"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace countersign::style {

void CountersignStyle::drawHeaderSection(QPainter& p, const QStyleOption& option) const
{
    p.fillRect(option.rect, m_theme.base);
    p.fillRect(QRect(option.rect.x(), option.rect.bottom(), option.rect.width(), 1), m_theme.line);
}

QRect CountersignStyle::headerTextRect(const QStyleOptionHeader& header) const
{
    using Header = QStyleOptionHeader;
    const bool first = header.position == Header::Beginning || header.position == Header::OnlyOneSection;
    const bool last = header.position == Header::End || header.position == Header::OnlyOneSection;
    return header.rect.adjusted(scaled(first ? 16 : 6), 0, -scaled(last ? 16 : 6), -1);
}

void CountersignStyle::drawHeaderLabel(QPainter& p, const QStyleOption& option) const
{
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option);
    if (!header)
        return;
    const bool sorted = header->sortIndicator != QStyleOptionHeader::None;
    const QFont font = m_fonts.small(sorted ? QFont::Medium : QFont::Normal);
    const QFontMetrics metrics(font);
    const int arrow = sorted ? scaled(18) : 0;
    const QRect line = headerTextRect(*header);
    const QString words = metrics.elidedText(header->text, Qt::ElideRight, line.width() - arrow);
    const int width = metrics.horizontalAdvance(words);
    const bool right = header->textAlignment & Qt::AlignRight;
    const int x = right ? line.right() + 1 - width - arrow : line.x();
    p.save();
    p.setFont(font);
    p.setPen(sorted ? m_theme.text : m_theme.secondary);
    p.drawText(QRect(x, line.y(), width + 1, line.height()), Qt::AlignVCenter | Qt::AlignLeft, words);
    p.restore();
    if (sorted) {
        const int size = scaled(14);
        const bool down = header->sortIndicator == QStyleOptionHeader::SortUp;
        paintGlyph(p, QRectF(x + width + scaled(4), line.y() + (line.height() - size) / 2, size, size),
                   down ? Glyph::ChevronUp : Glyph::ChevronDown, m_theme.text);
    }
}

QRect CountersignStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    if (element == SE_HeaderLabel) {
        const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        return header ? headerTextRect(*header) : option->rect;
    }
    if (element == SE_LineEditContents)
        return option->rect.adjusted(scaled(6), 1, -scaled(6), -1);
    if (element == SE_PushButtonFocusRect || element == SE_PushButtonContents)
        return option->rect;
    return QProxyStyle::subElementRect(element, option, widget);
}

QRect CountersignStyle::sliderRect(const QStyleOption& option) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(&option);
    if (!bar)
        return {};
    const bool horizontal = bar->orientation == Qt::Horizontal;
    const int groove = horizontal ? bar->rect.width() : bar->rect.height();
    const qint64 range = qint64(bar->maximum) - bar->minimum;
    int length = groove;
    if (range > 0)
        length = int(std::clamp<qint64>(qint64(bar->pageStep) * groove / (range + bar->pageStep),
                                        std::min(scaled(32), groove), groove));
    const int at =
        sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, groove - length, bar->upsideDown);
    return horizontal ? QRect(bar->rect.x() + at, bar->rect.y(), length, bar->rect.height())
                      : QRect(bar->rect.x(), bar->rect.y() + at, bar->rect.width(), length);
}

QRect CountersignStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl sub,
                                       const QWidget* widget) const
{
    const QRect& r = option->rect;
    if (control == CC_ScrollBar) {
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        const bool horizontal = bar && bar->orientation == Qt::Horizontal;
        const QRect slider = sliderRect(*option);
        switch (sub) {
        case SC_ScrollBarSlider:
            return slider;
        case SC_ScrollBarGroove:
            return r;
        case SC_ScrollBarSubPage:
            return horizontal ? QRect(r.x(), r.y(), slider.x() - r.x(), r.height())
                              : QRect(r.x(), r.y(), r.width(), slider.y() - r.y());
        case SC_ScrollBarAddPage:
            return horizontal ? QRect(slider.right() + 1, r.y(), r.right() - slider.right(), r.height())
                              : QRect(r.x(), slider.bottom() + 1, r.width(), r.bottom() - slider.bottom());
        default:
            return {};
        }
    }
    if (control == CC_ComboBox) {
        switch (sub) {
        case SC_ComboBoxFrame:
            return r;
        case SC_ComboBoxEditField:
            return r.adjusted(scaled(2), 1, -scaled(26), -1);
        case SC_ComboBoxArrow:
            return {r.right() + 1 - scaled(26), r.y(), scaled(26), r.height()};
        default:
            break;
        }
    }
    return QProxyStyle::subControlRect(control, option, sub, widget);
}

void CountersignStyle::drawScrollBar(QPainter& p, const QStyleOptionComplex& option, const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(&option);
    p.fillRect(option.rect, widget ? widget->palette().color(QPalette::Base) : m_theme.base);
    if (!bar || bar->maximum <= bar->minimum)
        return;
    const bool hot =
        (option.activeSubControls & SC_ScrollBarSlider) && (option.state & (State_Sunken | State_MouseOver));
    const int inset = scaled(2);
    p.save();
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(Qt::NoPen);
    p.setBrush(hot ? m_theme.outline : m_theme.thumb);
    p.drawRoundedRect(sliderRect(option).adjusted(inset, inset, -inset, -inset), scaled(4), scaled(4));
    p.restore();
}

void CountersignStyle::drawTab(QPainter& p, const QStyleOption& option, bool shape) const
{
    const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(&option);
    if (!tab)
        return;
    const bool on = option.state & State_Selected;
    if (shape) {
        if (on)
            p.fillRect(QRect(option.rect.x(), option.rect.bottom() - scaled(2) + 1, option.rect.width(), scaled(2)),
                       m_theme.accent);
        if (option.state & State_HasFocus)
            drawBox(p, option.rect.adjusted(0, scaled(3), 0, -scaled(3)), Qt::transparent, m_theme.accent, 2);
        return;
    }
    p.save();
    p.setFont(m_fonts.body(on ? QFont::DemiBold : QFont::Normal));
    p.setPen(on ? m_theme.text : m_theme.secondary);
    p.drawText(option.rect, Qt::AlignCenter | Qt::TextHideMnemonic, tab->text);
    p.restore();
}

void CountersignStyle::drawMenuBarItem(QPainter& p, const QStyleOption& option) const
{
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(&option);
    if (!item)
        return;
    p.fillRect(option.rect, m_theme.window);
    if ((option.state & State_Selected) && (option.state & State_Enabled))
        drawBox(p, option.rect, option.state & State_Sunken ? m_theme.linked : m_theme.hover, Qt::transparent, 0);
    p.save();
    p.setPen(option.state & State_Enabled ? m_theme.text : m_theme.quiet);
    const int mnemonic =
        styleHint(SH_UnderlineShortcut, &option, nullptr, nullptr) ? Qt::TextShowMnemonic : Qt::TextHideMnemonic;
    p.drawText(option.rect, Qt::AlignCenter | mnemonic, item->text);
    p.restore();
}

void CountersignStyle::drawItemPanel(QPainter& p, const QStyleOption& option) const
{
    const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(&option);
    if (item && item->backgroundBrush.style() != Qt::NoBrush)
        p.fillRect(option.rect, item->backgroundBrush);
    if (option.state & State_Selected)
        p.fillRect(option.rect, m_theme.selection);
    else if ((option.state & State_MouseOver) && (option.state & State_Enabled))
        p.fillRect(option.rect, m_theme.hover);
}

void CountersignStyle::drawBranch(QPainter& p, const QStyleOption& option) const
{
    if (!(option.state & State_Children))
        return;
    const int size = scaled(16);
    const QRectF box(option.rect.x() + (option.rect.width() - size) / 2,
                     option.rect.y() + (option.rect.height() - size) / 2, size, size);
    paintGlyph(p, box, option.state & State_Open ? Glyph::ChevronDown : Glyph::ChevronRight, m_theme.secondary);
}

} // namespace countersign::style
