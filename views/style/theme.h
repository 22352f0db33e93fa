#pragma once

#include <QColor>
#include <QPalette>

namespace countersign::style {

// Who acts, said in colour (UI.md section 3).
enum class Hue { Green, Amber, Red, Violet, Blue, Grey };

// View > Theme. System follows the lightness of the window colour the system gives.
enum class ThemeChoice { System, Light, Dark };

// Every colour of the window by its role, so that no widget names a literal one (UI.md section 2).
struct Theme
{
    bool isDark = false;
    QColor base, window, well, selection, linked, hover;
    QColor text, secondary, quiet, accent, onAccent;
    QColor green, amber, red, violet;
    QColor outline, line, added, removed, searchHit;
    QColor thumb, hatch;

    static const Theme& light();
    static const Theme& dark();
    static const Theme& choose(ThemeChoice choice, const QPalette& system);

    [[nodiscard]] QColor hue(Hue hue) const;
    [[nodiscard]] QPalette palette() const;
};

// WCAG 2 contrast of two opaque colours, 1 to 21.
double contrast(const QColor& one, const QColor& other);

} // namespace countersign::style
