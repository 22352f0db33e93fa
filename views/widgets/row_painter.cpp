#include "views/widgets/row_painter.h"

#include "views/style/countersign_style.h"
#include "views/widgets/roles.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <cmath>

namespace countersign::widgets {

const QHeaderView* headerOf(const QWidget* view)
{
    if (const auto* table = qobject_cast<const QTableView*>(view))
        return table->horizontalHeader();
    const auto* tree = qobject_cast<const QTreeView*>(view);
    return tree ? tree->header() : nullptr;
}

RowPainter::RowPainter(QPainter& p, const QStyleOptionViewItem& option, const QModelIndex& index)
    : painter(p), theme(style::themeOf(option.widget)), fonts(style::fontsOf(option.widget)), rect(option.rect),
      m_option(option), m_index(index)
{}

int RowPainter::px(qreal length) const { return int(std::lround(length * fonts.scale())); }

void RowPainter::background()
{
    if (isSelected())
        painter.fillRect(rect, theme.selection);
    else if (m_index.data(LinkedRole).toBool())
        painter.fillRect(rect, theme.linked);
    else if (m_option.state & QStyle::State_MouseOver)
        painter.fillRect(rect, theme.hover);
}

void RowPainter::selectionBar()
{
    if (isSelected())
        painter.fillRect(QRect(rect.x(), rect.y(), px(3), rect.height()), theme.accent);
}

void RowPainter::focusFrame()
{
    const auto* view = qobject_cast<const QAbstractItemView*>(m_option.widget);
    if (!view || !view->hasFocus())
        return;
    const QModelIndex current = view->currentIndex();
    if (!current.isValid() || current.row() != m_index.row() || current.parent() != m_index.parent())
        return;
    using Option = QStyleOptionViewItem;
    auto place = m_option.viewItemPosition;
    if (const QHeaderView* header = headerOf(view)) {
        const int visual = header->visualIndex(m_index.column());
        const int last = header->count() - 1;
        place = last == 0        ? Option::OnlyOne
                : visual == 0    ? Option::Beginning
                : visual == last ? Option::End
                                 : Option::Middle;
    }
    const QRect& r = rect;
    painter.fillRect(QRect(r.x(), r.y(), r.width(), 1), theme.accent);
    painter.fillRect(QRect(r.x(), r.bottom(), r.width(), 1), theme.accent);
    // What stands before an indented cell is inside of the frame too, which the tree draws around its whole row.
    const auto* tree = qobject_cast<const QTreeView*>(view);
    const bool indented = tree && r.x() > tree->columnViewportPosition(m_index.column());
    if (place != Option::Middle && place != Option::End && !indented)
        painter.fillRect(QRect(r.x(), r.y(), 1, r.height()), theme.accent);
    if (place != Option::Middle && place != Option::Beginning)
        painter.fillRect(QRect(r.right(), r.y(), 1, r.height()), theme.accent);
}

void RowPainter::bottomLine() { painter.fillRect(QRect(rect.x(), rect.bottom(), rect.width(), 1), theme.line); }

int RowPainter::text(const QRect& area, const QString& words, const QFont& font, const QColor& ink,
                     Qt::TextElideMode elide, Qt::Alignment align)
{
    if (words.isEmpty() || area.width() <= 0)
        return 0;
    painter.setFont(font);
    painter.setPen(ink);
    const QFontMetrics metrics = painter.fontMetrics();
    const QString shown = metrics.elidedText(words, elide, area.width());
    painter.drawText(area, int(align | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
    return std::min(metrics.horizontalAdvance(shown), area.width());
}

} // namespace countersign::widgets
