#include "views/widgets/icon_box.h"

#include "views/style/countersign_style.h"

#include <QPainter>

namespace countersign::widgets {

IconBox::IconBox(int size, QWidget* parent) : QWidget(parent), m_size(size)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void IconBox::setStatus(style::StatusKind kind)
{
    m_kind = kind;
    setVisible(true);
    update();
}

void IconBox::setGlyph(style::Glyph glyph)
{
    m_kind.reset();
    m_glyph = glyph;
    setVisible(glyph != style::Glyph::None);
    update();
}

void IconBox::clear() { setGlyph(style::Glyph::None); }

QSize IconBox::sizeHint() const
{
    const int size = style::scaled(m_size, this);
    return {size, size};
}

void IconBox::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const style::Theme& theme = style::themeOf(this);
    if (m_kind)
        style::StatusIcon::paint(painter, rect(), *m_kind, theme);
    else
        style::paintGlyph(painter, rect(), m_glyph, theme.secondary);
}

} // namespace countersign::widgets
