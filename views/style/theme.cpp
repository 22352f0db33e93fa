#include "views/style/theme.h"

#include <algorithm>
#include <cmath>

namespace countersign::style {

namespace {

QColor rgb(unsigned value) { return QColor::fromRgb(QRgb(0xFF000000U | value)); }

Theme makeLight()
{
    Theme t;
    t.base = rgb(0xFFFFFF), t.window = rgb(0xF3F4F6), t.well = rgb(0xF7F8FA);
    t.selection = rgb(0xDDE9F7), t.linked = rgb(0xE6E8EC), t.hover = rgb(0xECEFF3);
    t.text = rgb(0x1B1F24), t.secondary = rgb(0x4C5661), t.quiet = rgb(0x5D6772);
    t.accent = rgb(0x1B5FAA), t.onAccent = rgb(0xFFFFFF);
    t.green = rgb(0x17692F), t.amber = rgb(0x855000), t.red = rgb(0xAD2318), t.violet = rgb(0x673C9E);
    t.outline = rgb(0x848D98), t.line = rgb(0xDADEE3);
    t.added = rgb(0xE4F3E8), t.removed = rgb(0xFBE7E4), t.searchHit = rgb(0xFFE9A8);
    t.thumb = rgb(0xC9CFD6), t.hatch = rgb(0xA9C4E4);
    return t;
}

Theme makeDark()
{
    Theme t;
    t.isDark = true;
    t.base = rgb(0x191C20), t.window = rgb(0x22262B), t.well = rgb(0x15181B);
    t.selection = rgb(0x243B55), t.linked = rgb(0x2E3339), t.hover = rgb(0x2A2F35);
    t.text = rgb(0xE3E7EB), t.secondary = rgb(0xB0B8C1), t.quiet = rgb(0x9CA5B0);
    t.accent = rgb(0x82B6F2), t.onAccent = rgb(0x10151B);
    t.green = rgb(0x74C98B), t.amber = rgb(0xE3AE57), t.red = rgb(0xF5958B), t.violet = rgb(0xC9AAF3);
    t.outline = rgb(0x767F8B), t.line = rgb(0x363C43);
    t.added = rgb(0x1D3325), t.removed = rgb(0x3D2422), t.searchHit = rgb(0x5B4A14);
    t.thumb = rgb(0x4A515A), t.hatch = rgb(0x3C5F86);
    return t;
}

double linear(double channel)
{
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& c)
{
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

} // namespace

const Theme& Theme::light()
{
    static const Theme theme = makeLight();
    return theme;
}

const Theme& Theme::dark()
{
    static const Theme theme = makeDark();
    return theme;
}

const Theme& Theme::choose(ThemeChoice choice, const QPalette& system)
{
    switch (choice) {
    case ThemeChoice::Light:
        return light();
    case ThemeChoice::Dark:
        return dark();
    case ThemeChoice::System:
        break;
    }
    return system.color(QPalette::Window).lightness() < 128 ? dark() : light();
}

QColor Theme::hue(Hue hue) const
{
    switch (hue) {
    case Hue::Green:
        return green;
    case Hue::Amber:
        return amber;
    case Hue::Red:
        return red;
    case Hue::Violet:
        return violet;
    case Hue::Blue:
        return accent;
    case Hue::Grey:
        break;
    }
    return quiet;
}

QPalette Theme::palette() const
{
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, base);
    p.setColor(QPalette::AlternateBase, base);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::PlaceholderText, quiet);
    p.setColor(QPalette::Button, base);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, red);
    p.setColor(QPalette::ToolTipBase, base);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::Highlight, selection);
    p.setColor(QPalette::HighlightedText, text);
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::LinkVisited, accent);
    p.setColor(QPalette::Light, base);
    p.setColor(QPalette::Midlight, line);
    p.setColor(QPalette::Mid, line);
    p.setColor(QPalette::Dark, outline);
    p.setColor(QPalette::Shadow, outline);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, quiet);
    p.setColor(QPalette::Disabled, QPalette::Base, window);
    p.setColor(QPalette::Disabled, QPalette::Button, window);
    return p;
}

double contrast(const QColor& one, const QColor& other)
{
    const auto [dim, bright] = std::minmax({luminance(one), luminance(other)});
    return (bright + 0.05) / (dim + 0.05);
}

} // namespace countersign::style
