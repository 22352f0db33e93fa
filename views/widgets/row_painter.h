#pragma once

#include "views/style/fonts.h"
#include "views/style/theme.h"

#include <QModelIndex>
#include <QStyleOptionViewItem>

class QHeaderView;
class QPainter;

namespace countersign::widgets {

// The columns of a table or tree; null for other views.
const QHeaderView* headerOf(const QWidget* view);

// What every delegate needs while it paints one row: theme, type and lengths of its view.
class RowPainter
{
public:
    RowPainter(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index);

    [[nodiscard]] int px(qreal length) const;
    [[nodiscard]] bool isSelected() const { return m_option.state & QStyle::State_Selected; }

    // Tint of selection, link or hover.
    void background();
    // The 3 px bar at the left edge of a selected list row.
    void selectionBar();
    // 1 px accent around the whole current row while the view has the focus, also across columns.
    void focusFrame();
    void bottomLine();
    // Returns the width the words take.
    int text(const QRect& rect, const QString& words, const QFont& font, const QColor& ink,
             Qt::TextElideMode elide = Qt::ElideRight, Qt::Alignment align = Qt::AlignLeft);

    QPainter& painter;
    const style::Theme& theme;
    style::Fonts fonts;
    QRect rect;

private:
    const QStyleOptionViewItem& m_option;
    const QModelIndex& m_index;
};

} // namespace countersign::widgets
