#include "views/widgets/list_delegates.h"

#include "views/style/countersign_style.h"
#include "views/style/status_icon.h"
#include "views/widgets/roles.h"
#include "views/widgets/row_painter.h"

#include <QMouseEvent>
#include <QPainter>

namespace countersign::widgets {

using style::StatusIcon;
using style::StatusKind;

void TwoLineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    if (index.data(GroupRole).toBool()) {
        paintGroup(*painter, option, index);
        return painter->restore();
    }
    RowPainter row(*painter, option, index);
    row.background();
    row.bottomLine();
    row.selectionBar();
    const auto kind = static_cast<StatusKind>(index.data(KindRole).toInt());
    const QRect& r = row.rect;
    const QColor hue = row.theme.hue(StatusIcon::hue(kind));
    StatusIcon::paint(*painter, QRectF(r.x() + row.px(12), r.y() + row.px(10), row.px(16), row.px(16)), kind,
                      row.theme);

    const int left = r.x() + row.px(40);
    const int right = r.right() + 1 - row.px(12);
    const QRect first(left, r.y() + row.px(8), right - left, row.px(20));
    const QString age = index.data(AgeRole).toString();
    const int ageWidth = row.text(first, age, row.fonts.small(), row.theme.secondary, Qt::ElideNone, Qt::AlignRight);
    const bool isNew = index.data(NewRole).toBool();
    row.text(first.adjusted(0, 0, -ageWidth - (ageWidth > 0 ? row.px(12) : 0), 0), index.data().toString(),
             row.fonts.body(isNew ? QFont::DemiBold : QFont::Normal), row.theme.text, Qt::ElideMiddle);

    QRect second(left, r.y() + row.px(33), right - left, row.px(18));
    const int word = row.text(second, index.data(WordRole).toString(), row.fonts.small(QFont::Medium), hue);
    second.setLeft(second.left() + word + (word > 0 ? row.px(3) : 0));
    row.text(second, index.data(DetailRole).toString(), row.fonts.small(), row.theme.secondary);
    row.focusFrame();
    painter->restore();
}

void TwoLineDelegate::paintGroup(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    RowPainter row(painter, option, index);
    const QRect& r = row.rect;
    painter.fillRect(r, row.theme.window);
    row.bottomLine();
    const int icon = row.px(14);
    const QRectF chevron(r.x() + row.px(12), r.y() + (r.height() - icon) / 2, icon, icon);
    const bool folded = index.data(FoldedRole).toBool();
    paintGlyph(painter, chevron, folded ? style::Glyph::ChevronRight : style::Glyph::ChevronDown, row.theme.secondary);
    const QRect line = r.adjusted(row.px(34), 0, -row.px(12), -1);
    const int count = row.text(line, index.data(CountRole).toString(), row.fonts.small(QFont::Medium),
                               row.theme.secondary, Qt::ElideNone, Qt::AlignRight);
    row.text(line.adjusted(0, 0, -count - row.px(8), 0), index.data().toString(), row.fonts.small(QFont::DemiBold),
             row.theme.text);
    row.focusFrame();
}

QSize TwoLineDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return {style::scaled(120, option.widget), style::scaled(index.data(GroupRole).toBool() ? 28 : 56, option.widget)};
}

bool TwoLineDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                  const QModelIndex& index)
{
    if (event->type() == QEvent::MouseButtonRelease && index.data(GroupRole).toBool() &&
        static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
        Q_EMIT foldRequested(index);
        return true;
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

void NavigationDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    RowPainter row(*painter, option, index);
    row.background();
    row.selectionBar();
    const QRect& r = row.rect;
    const bool narrow = r.width() < row.px(80);
    const int icon = row.px(16);
    const int x = narrow ? r.x() + (r.width() - icon) / 2 : r.x() + row.px(16);
    const auto glyph = static_cast<style::Glyph>(index.data(GlyphRole).toInt());
    paintGlyph(*painter, QRectF(x, r.y() + (r.height() - icon) / 2, icon, icon), glyph,
               row.isSelected() ? row.theme.accent : row.theme.secondary);
    if (!narrow) {
        const int weight = row.isSelected() ? QFont::DemiBold : QFont::Normal;
        const QRect line(r.x() + row.px(44), r.y(), r.width() - row.px(56), r.height());
        const int count = row.text(
            line, index.data(CountRole).toString(), row.fonts.small(row.isSelected() ? QFont::DemiBold : QFont::Medium),
            row.isSelected() ? row.theme.text : row.theme.secondary, Qt::ElideNone, Qt::AlignRight);
        row.text(line.adjusted(0, 0, -count - (count > 0 ? row.px(6) : 0), 0), index.data().toString(),
                 row.fonts.body(weight), row.theme.text);
    }
    row.focusFrame();
    painter->restore();
}

QSize NavigationDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {style::scaled(48, option.widget), style::scaled(32, option.widget)};
}

} // namespace countersign::widgets
