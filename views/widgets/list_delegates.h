#pragma once

#include <QStyledItemDelegate>

namespace countersign::widgets {

// Two-line rows of the master lists with their group rows (UI.md 7.1): icon, title (bold while new), age;
// below it the outcome word in its hue and the cause.
class TwoLineDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

Q_SIGNALS:
    // A click on a group row; the view answers Space with the same.
    void foldRequested(const QModelIndex& group);

private:
    static void paintGroup(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index);
};

// The Inbox calls its rows halts; they are two-line rows.
using HaltDelegate = TwoLineDelegate;

// Rows of the navigation: icon, name, count; only the icon when the list is narrow.
class NavigationDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace countersign::widgets
