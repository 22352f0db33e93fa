#include "views/style/fonts.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace countersign::style {

namespace {

constexpr int bodySize = 13;

// A desktop that names only a generic family leaves the choice to us.
bool isGeneric(const QString& family)
{
    static const QStringList generic{QStringLiteral("Sans"),
                                     QStringLiteral("Sans Serif"),
                                     QStringLiteral("sans-serif"),
                                     QStringLiteral("DejaVu Sans"),
                                     QStringLiteral("Monospace"),
                                     QStringLiteral("monospace"),
                                     QStringLiteral("DejaVu Sans Mono"),
                                     QStringLiteral("Courier"),
                                     QStringLiteral("Courier New")};
    return family.isEmpty() || generic.contains(family);
}

QFont preferring(const QFont& system, const QString& family)
{
    QFont font = system;
    if (isGeneric(system.family()) && QFontDatabase::hasFamily(family))
        font.setFamilies({family});
    return font;
}

} // namespace

Fonts::Fonts(const QFont& system, const QFont& systemFixed)
    : m_text(preferring(system, QStringLiteral("Inter"))),
      m_fixed(preferring(systemFixed, QStringLiteral("JetBrains Mono")))
{
    const qreal px = system.pixelSize() > 0 ? system.pixelSize() : QFontInfo(system).pixelSize();
    const qreal raw = px / bodySize;
    m_scale = std::abs(raw - 1.0) < 0.05 ? 1.0 : std::clamp(raw, 1.0, 3.0);
    m_fixed.setStyleHint(QFont::Monospace, QFont::PreferAntialias);
    m_fixed.setFixedPitch(true);
}

QFont Fonts::make(const QFont& from, int px, int weight) const
{
    QFont font = from;
    font.setPixelSize(int(std::lround(px * m_scale)));
    font.setWeight(static_cast<QFont::Weight>(weight));
    return font;
}

QFont Fonts::sentence() const { return make(m_text, 18, QFont::DemiBold); }
QFont Fonts::body(int weight) const { return make(m_text, bodySize, weight); }
QFont Fonts::small(int weight) const { return make(m_text, 12, weight); }
QFont Fonts::axis(int weight) const { return make(m_text, 11, weight); }

QFont Fonts::fixed(int weight) const
{
    QFont font = make(m_fixed, 12, weight);
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::PreferNoShaping));
    return font;
}

} // namespace countersign::style
