#pragma once

#include "views/style/fonts.h"
#include "views/style/glyph.h"
#include "views/style/theme.h"

#include <QProxyStyle>

class QAbstractButton;
class QApplication;
class QComboBox;
class QPushButton;
class QStyleOptionHeader;

namespace countersign::style {

// What the desktop gave before this style replaced it. Taken once in main(), kept for View > Theme.
struct SystemLook
{
    QFont text;
    QFont fixed;
    QPalette palette;

    static SystemLook take();
};

// Fusion made flat (UI.md sections 2 and 4). It owns nothing global: widgets reach theme, fonts and scale
// through the style they are drawn with. To change theme or scale install a new one; every widget then gets
// QEvent::StyleChange.
class CountersignStyle : public QProxyStyle
{
    Q_OBJECT

public:
    CountersignStyle(const Theme& theme, const Fonts& fonts);

    // Sets style, palette and body font of the program. GUI thread.
    static void install(QApplication& app, const SystemLook& look, ThemeChoice choice);

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] const Fonts& fonts() const { return m_fonts; }
    [[nodiscard]] int scaled(qreal px) const;

    void polish(QWidget* widget) override;
    void unpolish(QWidget* widget) override;
    using QProxyStyle::polish;
    using QProxyStyle::unpolish;
    bool eventFilter(QObject* object, QEvent* event) override;

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                         const QWidget* widget) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl sub,
                                       const QWidget* widget) const override;
    [[nodiscard]] QRect subElementRect(SubElement element, const QStyleOption* option,
                                       const QWidget* widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                QStyleHintReturn* data) const override;

private:
    struct ButtonText;
    void drawBox(QPainter& p, const QRect& rect, const QColor& fill, const QColor& edge, int edgeWidth = 1) const;
    void drawFieldFrame(QPainter& p, const QStyleOption& option, bool focusable) const;
    void drawPushButton(QPainter& p, const QStyleOption& option, const QWidget* widget, bool bevel, bool label) const;
    void drawToolButton(QPainter& p, const QStyleOption& option, const QWidget* widget) const;
    void drawButtonText(QPainter& p, const QRect& rect, const ButtonText& text, const QWidget* widget) const;
    [[nodiscard]] int buttonTextWidth(const ButtonText& text) const;
    void drawCombo(QPainter& p, const QStyleOption& option, const QWidget* widget) const;
    void drawComboLabel(QPainter& p, const QStyleOption& option, const QWidget* widget) const;
    void drawCheck(QPainter& p, const QStyleOption& option) const;
    void drawRadio(QPainter& p, const QStyleOption& option) const;
    void drawHeaderSection(QPainter& p, const QStyleOption& option) const;
    void drawHeaderLabel(QPainter& p, const QStyleOption& option) const;
    [[nodiscard]] QRect headerTextRect(const QStyleOptionHeader& header) const;
    void drawScrollBar(QPainter& p, const QStyleOptionComplex& option, const QWidget* widget) const;
    [[nodiscard]] QRect sliderRect(const QStyleOption& option) const;
    void drawTab(QPainter& p, const QStyleOption& option, bool shape) const;
    void drawMenuBarItem(QPainter& p, const QStyleOption& option) const;
    void drawItemPanel(QPainter& p, const QStyleOption& option) const;
    void drawBranch(QPainter& p, const QStyleOption& option) const;
    [[nodiscard]] int controlHeight(const QWidget* widget) const;

    const Theme& m_theme;
    Fonts m_fonts;
};

// Theme, fonts and lengths for a widget or delegate; light, 100 % where another style is set.
const Theme& themeOf(const QWidget* widget);
Fonts fontsOf(const QWidget* widget);
int scaled(qreal px, const QWidget* widget);

// Looks of a control beyond what Qt has a property for. The style reads them when it draws.
void setPrimary(QPushButton* button, bool primary);
void setCompact(QWidget* control, bool compact);
void setGlyph(QWidget* control, Glyph glyph);
void setKeyHint(QAbstractButton* button, const QString& key);
// Quiet word before the chosen text: "Outcome  all".
void setPrefix(QComboBox* combo, const QString& prefix);

bool isPrimary(const QWidget* widget);
bool isCompact(const QWidget* widget);
Glyph glyphOf(const QWidget* widget);
QString keyHintOf(const QWidget* widget);
QString prefixOf(const QWidget* widget);

// A boxed key name as menus and buttons show it; returns the width it takes.
int keyHintWidth(const QString& key, const Fonts& fonts);
void paintKeyHint(QPainter& painter, const QRect& area, const QString& key, const Fonts& fonts, const QColor& text,
                  const QColor& edge, const QColor& fill);

} // namespace countersign::style
