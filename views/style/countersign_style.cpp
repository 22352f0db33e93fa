#include "views/style/countersign_style.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFontDatabase>
#include <QHeaderView>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QStyleOption>
#include <QTextDocument>
#include <QTextEdit>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace countersign::style {

namespace {

constexpr const char* primaryName = "countersignPrimary";
constexpr const char* compactName = "countersignCompact";
constexpr const char* glyphName = "countersignGlyph";
constexpr const char* keyName = "countersignKey";
constexpr const char* prefixName = "countersignPrefix";

const CountersignStyle* styleOf(const QWidget* widget)
{
    return qobject_cast<const CountersignStyle*>(widget ? widget->style() : QApplication::style());
}

void setLook(QWidget* widget, const char* name, const QVariant& value)
{
    if (widget->property(name) == value)
        return;
    widget->setProperty(name, value);
    // Buttons and combos keep their size hint until such an event.
    QEvent change(QEvent::FontChange);
    QCoreApplication::sendEvent(widget, &change);
    widget->updateGeometry();
    widget->update();
}

bool isTextField(const QWidget* widget)
{
    return qobject_cast<const QPlainTextEdit*>(widget) || qobject_cast<const QTextEdit*>(widget);
}

} // namespace

SystemLook SystemLook::take()
{
    return {QApplication::font(), QFontDatabase::systemFont(QFontDatabase::FixedFont), QApplication::palette()};
}

CountersignStyle::CountersignStyle(const Theme& theme, const Fonts& fonts)
    : QProxyStyle(QStringLiteral("Fusion")), m_theme(theme), m_fonts(fonts)
{}

void CountersignStyle::install(QApplication& app, const SystemLook& look, ThemeChoice choice)
{
    const Theme& theme = Theme::choose(choice, look.palette);
    const Fonts fonts(look.text, look.fixed);
    app.setStyle(new CountersignStyle(theme, fonts));
    QApplication::setPalette(theme.palette());
    QApplication::setFont(fonts.body());
    QToolTip::setPalette(theme.palette());
    QToolTip::setFont(fonts.small());
}

int CountersignStyle::scaled(qreal px) const { return int(std::lround(px * m_fonts.scale())); }

void CountersignStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QHeaderView*>(widget))
        widget->setFont(m_fonts.small());
    if (isTextField(widget))
        widget->installEventFilter(this);
    if (auto* field = qobject_cast<QPlainTextEdit*>(widget); field && field->frameShape() == QFrame::StyledPanel)
        field->document()->setDocumentMargin(scaled(6));
    if (qobject_cast<QScrollBar*>(widget) || qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget))
        widget->setAttribute(Qt::WA_Hover);
}

void CountersignStyle::unpolish(QWidget* widget)
{
    widget->removeEventFilter(this);
    QProxyStyle::unpolish(widget);
}

bool CountersignStyle::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        static_cast<QWidget*>(object)->update();
    return QProxyStyle::eventFilter(object, event);
}

void CountersignStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                                   const QWidget* widget) const
{
    switch (element) {
    case CE_PushButton:
        return drawPushButton(*painter, *option, widget, true, true);
    case CE_PushButtonBevel:
        return drawPushButton(*painter, *option, widget, true, false);
    case CE_PushButtonLabel:
        return drawPushButton(*painter, *option, widget, false, true);
    case CE_ComboBoxLabel:
        return drawComboLabel(*painter, *option, widget);
    case CE_Header:
        drawHeaderSection(*painter, *option);
        return drawHeaderLabel(*painter, *option);
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        return drawHeaderSection(*painter, *option);
    case CE_HeaderLabel:
        return drawHeaderLabel(*painter, *option);
    case CE_MenuBarItem:
        return drawMenuBarItem(*painter, *option);
    case CE_MenuBarEmptyArea:
        return painter->fillRect(option->rect, m_theme.window);
    case CE_TabBarTabShape:
        return drawTab(*painter, *option, true);
    case CE_TabBarTabLabel:
        return drawTab(*painter, *option, false);
    case CE_Splitter:
        return painter->fillRect(option->rect, m_theme.line);
    case CE_FocusFrame:
        return drawBox(*painter, option->rect, Qt::transparent, m_theme.accent, 2);
    default:
        return QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void CountersignStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                     const QWidget* widget) const
{
    switch (element) {
    case PE_PanelLineEdit:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth > 0)
            drawFieldFrame(*painter, *option, true);
        return;
    case PE_FrameLineEdit:
        return drawFieldFrame(*painter, *option, true);
    case PE_Frame:
        if (isTextField(widget))
            return drawFieldFrame(*painter, *option, true);
        return drawBox(*painter, option->rect, Qt::transparent, m_theme.line);
    case PE_PanelButtonCommand:
    case PE_PanelButtonBevel:
        return drawPushButton(*painter, *option, widget, true, false);
    case PE_FrameFocusRect:
        if (widget && widget->inherits("QAbstractItemView")) {
            painter->setPen(m_theme.accent);
            painter->setBrush(Qt::NoBrush);
            return painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        }
        return drawBox(*painter, option->rect, Qt::transparent, m_theme.accent, 2);
    case PE_IndicatorCheckBox:
        return drawCheck(*painter, *option);
    case PE_IndicatorRadioButton:
        return drawRadio(*painter, *option);
    case PE_PanelItemViewItem:
    case PE_PanelItemViewRow:
        return drawItemPanel(*painter, *option);
    case PE_IndicatorBranch:
        return drawBranch(*painter, *option);
    case PE_PanelTipLabel:
        return drawBox(*painter, option->rect, m_theme.base, m_theme.outline);
    case PE_FrameTabBarBase:
    case PE_FrameStatusBarItem:
    case PE_FrameTabWidget:
    case PE_PanelToolBar:
        return;
    case PE_PanelStatusBar:
        painter->fillRect(option->rect, m_theme.window);
        return painter->fillRect(QRect(option->rect.topLeft(), QSize(option->rect.width(), 1)), m_theme.line);
    default:
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void CountersignStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                          const QWidget* widget) const
{
    switch (control) {
    case CC_ComboBox:
        return drawCombo(*painter, *option, widget);
    case CC_ScrollBar:
        return drawScrollBar(*painter, *option, widget);
    case CC_ToolButton:
        return drawToolButton(*painter, *option, widget);
    default:
        return QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

int CountersignStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return scaled(12);
    case PM_ScrollBarSliderMin:
        return scaled(32);
    case PM_ScrollView_ScrollBarSpacing:
        return 0;
    case PM_DefaultFrameWidth:
        return isTextField(widget) ? 2 : 1;
    case PM_SplitterWidth:
        return 1;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_TreeViewIndentation:
        return scaled(16);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return scaled(8);
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin:
        return scaled(12);
    case PM_MenuBarPanelWidth:
    case PM_MenuBarHMargin:
    case PM_MenuBarVMargin:
    case PM_MenuBarItemSpacing:
    case PM_TabBarBaseOverlap:
    case PM_TabBarBaseHeight:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabOverlap:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_HeaderMargin:
    case PM_FocusFrameHMargin:
        return scaled(6);
    case PM_HeaderDefaultSectionSizeVertical:
        return scaled(28);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int CountersignStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                QStyleHintReturn* data) const
{
    switch (hint) {
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_Widget_Animate:
    case SH_Widget_Animation_Duration:
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ScrollBar_Transient:
    case SH_ScrollView_FrameOnlyAroundContents:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_ItemView_ActivateItemOnSingleClick:
        return 0;
    case SH_UnderlineShortcut:
        return QGuiApplication::queryKeyboardModifiers().testFlag(Qt::AltModifier) ? 1 : 0;
    case SH_TabBar_Alignment:
        return Qt::AlignLeft;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

int CountersignStyle::controlHeight(const QWidget* widget) const { return scaled(isCompact(widget) ? 24 : 28); }

const Theme& themeOf(const QWidget* widget)
{
    const CountersignStyle* style = styleOf(widget);
    return style ? style->theme() : Theme::light();
}

Fonts fontsOf(const QWidget* widget)
{
    const CountersignStyle* style = styleOf(widget);
    return style ? style->fonts() : Fonts(QApplication::font(), QFontDatabase::systemFont(QFontDatabase::FixedFont));
}

int scaled(qreal px, const QWidget* widget)
{
    const CountersignStyle* style = styleOf(widget);
    return style ? style->scaled(px) : int(std::lround(px));
}

void setPrimary(QPushButton* button, bool primary) { setLook(button, primaryName, primary); }
void setCompact(QWidget* control, bool compact) { setLook(control, compactName, compact); }
void setGlyph(QWidget* control, Glyph glyph) { setLook(control, glyphName, int(glyph)); }
void setKeyHint(QAbstractButton* button, const QString& key) { setLook(button, keyName, key); }
void setPrefix(QComboBox* combo, const QString& prefix) { setLook(combo, prefixName, prefix); }

bool isPrimary(const QWidget* widget) { return widget && widget->property(primaryName).toBool(); }
bool isCompact(const QWidget* widget) { return widget && widget->property(compactName).toBool(); }
QString keyHintOf(const QWidget* widget) { return widget ? widget->property(keyName).toString() : QString(); }
QString prefixOf(const QWidget* widget) { return widget ? widget->property(prefixName).toString() : QString(); }

Glyph glyphOf(const QWidget* widget)
{
    const int value = widget ? widget->property(glyphName).toInt() : 0;
    return static_cast<Glyph>(std::clamp(value, 0, glyphCount - 1));
}

} // namespace countersign::style
