#pragma once

#include <QStyledItemDelegate>

namespace countersign::widgets {

class RowPainter;

// Height of the rows of a table: everyday, dense (History, Claims), two lines (resolver).
enum class RowHeight { Normal, Dense, TwoLine };

// A cell of a table or tree: text in the ink and type its roles ask for, an optional icon before it, the
// 12 px column gap and the 16 px edge of UI.md section 2. Elides names in the middle, messages at the end.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit CellDelegate(QObject* parent = nullptr, RowHeight height = RowHeight::Normal);

    void setElide(Qt::TextElideMode elide) { m_elide = elide; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    // Paints what stands before the words; returns the width it takes, gap included.
    virtual int paintMark(RowPainter& row, const QRect& line, const QModelIndex& index) const;
    [[nodiscard]] virtual QString words(const QModelIndex& index) const;
    [[nodiscard]] virtual QFont font(const RowPainter& row, const QModelIndex& index) const;
    [[nodiscard]] virtual QColor ink(const RowPainter& row, const QModelIndex& index) const;

private:
    RowHeight m_height;
    Qt::TextElideMode m_elide = Qt::ElideRight;
};

// Icon and word of KindRole; the word is the display text, or the kind's own.
class VerdictDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    int paintMark(RowPainter& row, const QRect& line, const QModelIndex& index) const override;
    [[nodiscard]] QString words(const QModelIndex& index) const override;
    [[nodiscard]] QFont font(const RowPainter& row, const QModelIndex& index) const override;
    [[nodiscard]] QColor ink(const RowPainter& row, const QModelIndex& index) const override;
};

// Three-step mark of ScopeRole and its word.
class ScopeDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    int paintMark(RowPainter& row, const QRect& line, const QModelIndex& index) const override;
};

// The rail before the fix attempts: ring attempt, diamond strategy revision, octagon limit (RailRole).
class AttemptRailDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    int paintMark(RowPainter& row, const QRect& line, const QModelIndex& index) const override;
    [[nodiscard]] QString words(const QModelIndex& index) const override;
};

} // namespace countersign::widgets
