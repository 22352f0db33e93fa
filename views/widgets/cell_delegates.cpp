#include "views/widgets/cell_delegates.h"

#include "views/style/countersign_style.h"
#include "views/style/status_icon.h"
#include "views/widgets/roles.h"
#include "views/widgets/row_painter.h"

#include <QHeaderView>
#include <QPainter>
#include <QTableView>

namespace countersign::widgets {

using style::StatusIcon;
using style::StatusKind;
using Option = QStyleOptionViewItem;

namespace {

QRectF iconBox(const RowPainter& row, const QRect& line, int size)
{
    return QRectF(line.x(), line.y() + (line.height() - row.px(size)) / 2, row.px(size), row.px(size));
}

// Tables do not say where a cell stands; trees do, but count the column of the branches as a beginning too.
bool isOuter(const Option& option, const QModelIndex& index, Option::ViewItemPosition side)
{
    if (const QHeaderView* header = headerOf(option.widget)) {
        const int visual = header->visualIndex(index.column());
        return side == Option::Beginning ? visual == 0 : visual == header->count() - 1;
    }
    return option.viewItemPosition == side || option.viewItemPosition == Option::OnlyOne;
}

int leftEdge(const Option& option, const QModelIndex& index)
{
    return isOuter(option, index, Option::Beginning) ? 16 : 6;
}
int rightEdge(const Option& option, const QModelIndex& index) { return isOuter(option, index, Option::End) ? 16 : 6; }

} // namespace

CellDelegate::CellDelegate(QObject* parent, RowHeight height) : QStyledItemDelegate(parent), m_height(height) {}

void CellDelegate::paint(QPainter* painter, const Option& option, const QModelIndex& index) const
{
    painter->save();
    RowPainter row(*painter, option, index);
    row.background();
    const QRect inside = row.rect.adjusted(row.px(leftEdge(option, index)), 0, -row.px(rightEdge(option, index)), 0);
    QRect line = inside;
    if (m_height == RowHeight::TwoLine) {
        line = QRect(inside.x(), inside.y() + row.px(3), inside.width(), row.px(20));
        row.text(QRect(inside.x(), inside.y() + row.px(23), inside.width(), row.px(16)),
                 index.data(DetailRole).toString(), row.fonts.small(), row.theme.secondary);
        row.bottomLine();
    }
    line.setLeft(line.left() + paintMark(row, line, index));
    const auto align = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt()) & Qt::AlignHorizontal_Mask;
    row.text(line, words(index), font(row, index), ink(row, index), m_elide, align ? align : Qt::AlignLeft);
    row.focusFrame();
    painter->restore();
}

QSize CellDelegate::sizeHint(const Option& option, const QModelIndex& index) const
{
    const QWidget* view = option.widget;
    const int heights[] = {28, 24, 44};
    const style::Fonts fonts = style::fontsOf(view);
    const QFontMetrics metrics(index.data(FixedRole).toBool() ? fonts.fixed() : fonts.body(QFont::Medium));
    int width = metrics.horizontalAdvance(words(index)) +
                style::scaled(leftEdge(option, index) + rightEdge(option, index), view) + 2;
    if (index.column() == 0)
        width += style::scaled(10, view);
    if (index.data(KindRole).isValid() || index.data(ScopeRole).isValid() || index.data(GlyphRole).isValid())
        width += style::scaled(24, view);
    return {width, style::scaled(heights[int(m_height)], view)};
}

int CellDelegate::paintMark(RowPainter& row, const QRect& line, const QModelIndex& index) const
{
    const QVariant glyph = index.data(GlyphRole);
    const QVariant kind = index.data(KindRole);
    if (kind.isValid())
        StatusIcon::paint(row.painter, iconBox(row, line, 14), static_cast<StatusKind>(kind.toInt()), row.theme);
    else if (glyph.isValid())
        paintGlyph(row.painter, iconBox(row, line, 14), static_cast<style::Glyph>(glyph.toInt()), ink(row, index));
    else
        return 0;
    return row.px(20);
}

QString CellDelegate::words(const QModelIndex& index) const { return index.data().toString(); }

QFont CellDelegate::font(const RowPainter& row, const QModelIndex& index) const
{
    const int weight = index.data(NewRole).toBool() ? QFont::Medium : QFont::Normal;
    return index.data(FixedRole).toBool() ? row.fonts.fixed(weight) : row.fonts.body(weight);
}

QColor CellDelegate::ink(const RowPainter& row, const QModelIndex& index) const
{
    if (const QVariant hue = index.data(HueRole); hue.isValid())
        return row.theme.hue(static_cast<style::Hue>(hue.toInt()));
    return index.data(QuietRole).toBool() ? row.theme.secondary : row.theme.text;
}

int VerdictDelegate::paintMark(RowPainter& row, const QRect& line, const QModelIndex& index) const
{
    if (!index.data(KindRole).isValid())
        return CellDelegate::paintMark(row, line, index);
    StatusIcon::paint(row.painter, iconBox(row, line, 16), static_cast<StatusKind>(index.data(KindRole).toInt()),
                      row.theme);
    return row.px(22);
}

QString VerdictDelegate::words(const QModelIndex& index) const
{
    const QString text = index.data().toString();
    if (!text.isEmpty() || !index.data(KindRole).isValid())
        return text;
    return StatusIcon::word(static_cast<StatusKind>(index.data(KindRole).toInt()));
}

QFont VerdictDelegate::font(const RowPainter& row, const QModelIndex&) const { return row.fonts.body(QFont::Medium); }

QColor VerdictDelegate::ink(const RowPainter& row, const QModelIndex& index) const
{
    if (!index.data(KindRole).isValid() || index.data(HueRole).isValid())
        return CellDelegate::ink(row, index);
    return row.theme.hue(StatusIcon::hue(static_cast<StatusKind>(index.data(KindRole).toInt())));
}

int ScopeDelegate::paintMark(RowPainter& row, const QRect& line, const QModelIndex& index) const
{
    if (!index.data(ScopeRole).isValid())
        return 0;
    style::paintScope(row.painter, iconBox(row, line, 16), index.data(ScopeRole).toInt(), row.theme.secondary);
    return row.px(24);
}

int AttemptRailDelegate::paintMark(RowPainter& row, const QRect& line, const QModelIndex& index) const
{
    const QVariant step = index.data(RailRole);
    if (!step.isValid())
        return 0;
    const QRect& r = row.rect;
    const QPointF centre(line.x() + row.px(10), r.y() + r.height() / 2.0);
    const bool first = index.row() == 0;
    const bool last = index.row() == index.model()->rowCount(index.parent()) - 1;
    QPainter& p = row.painter;
    p.setRenderHint(QPainter::Antialiasing, false);
    const int top = first ? int(centre.y()) : r.top();
    const int bottom = last ? int(centre.y()) : r.bottom() + 1;
    p.fillRect(QRect(int(centre.x()), top, 1, bottom - top), row.theme.outline);
    p.setRenderHint(QPainter::Antialiasing);
    const qreal radius = row.px(5);
    const QColor under = row.isSelected() ? row.theme.selection : row.theme.base;
    p.setPen(QPen(row.theme.secondary, 1.6 * row.fonts.scale()));
    p.setBrush(under);
    switch (static_cast<RailStep>(step.toInt())) {
    case RailStep::Attempt:
        p.drawEllipse(centre + QPointF(.5, 0), radius, radius);
        break;
    case RailStep::Revision: {
        const qreal half = row.px(6);
        const QPointF c = centre + QPointF(.5, 0);
        p.drawPolygon(
            QPolygonF({c - QPointF(0, half), c + QPointF(half, 0), c + QPointF(0, half), c - QPointF(half, 0)}));
        break;
    }
    case RailStep::Limit: {
        const qreal size = row.px(16);
        const QRectF box(centre.x() + .5 - size / 2, centre.y() - size / 2, size, size);
        p.fillRect(box.adjusted(2, 6, -2, -6), under);
        StatusIcon::paint(p, box, StatusKind::Blocker, row.theme);
        break;
    }
    }
    return row.px(24);
}

QString AttemptRailDelegate::words(const QModelIndex&) const { return {}; }

} // namespace countersign::widgets
