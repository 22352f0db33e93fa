#pragma once

#include <QFont>

class QWidget;

namespace countersign::style {

// The five kinds of type of the window (UI.md section 2), all from one system font and one scale.
class Fonts
{
public:
    // A body size within 5 % of 13 px counts as 100 %; larger system fonts grow everything, up to 300 %.
    explicit Fonts(const QFont& system, const QFont& systemFixed);

    [[nodiscard]] qreal scale() const { return m_scale; }
    [[nodiscard]] QFont sentence() const;
    [[nodiscard]] QFont body(int weight = QFont::Normal) const;
    [[nodiscard]] QFont small(int weight = QFont::Normal) const;
    [[nodiscard]] QFont axis(int weight = QFont::Normal) const;
    [[nodiscard]] QFont fixed(int weight = QFont::Normal) const;

private:
    [[nodiscard]] QFont make(const QFont& from, int px, int weight) const;

    QFont m_text;
    QFont m_fixed;
    qreal m_scale = 1.0;
};

} // namespace countersign::style
