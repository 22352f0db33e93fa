#include "views/frame/panes.h"

#include "views/style/countersign_style.h"
#include "views/widgets/list_delegates.h"
#include "views/widgets/roles.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QListView>
#include <QScrollBar>
#include <QSettings>
#include <QSplitter>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

namespace countersign::views {

namespace {

/// Ink and marks of the first column differ by what it shows; the delegate asks the roles, so one serves all columns.
class MarkDelegate : public widgets::VerdictDelegate
{
public:
    using VerdictDelegate::VerdictDelegate;

protected:
    QFont font(const widgets::RowPainter& row, const QModelIndex& index) const override
    {
        return index.data(widgets::KindRole).isValid() && !index.data(widgets::HueRole).isValid() ? VerdictDelegate::font(row, index) : CellDelegate::font(row, index);
    }
};

} // namespace

QVBoxLayout* makePane(QWidget* pane)
{
    pane->setBackgroundRole(QPalette::Base);
    pane->setAutoFillBackground(true);
    auto* rows = new QVBoxLayout(pane);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    return rows;
}

QWidget* padded(QWidget* inner, int left, int top, int right, int bottom)
{
    auto* box = new QWidget;
    QVBoxLayout* rows = makePane(box);
    rows->setContentsMargins(style::scaled(left, box), style::scaled(top, box), style::scaled(right, box), style::scaled(bottom, box));
    rows->addWidget(inner);
    return box;
}

QTreeView* makeTable(const QString& name, widgets::RowHeight height, bool tree)
{
    auto* view = new QTreeView;
    view->setAccessibleName(name);
    view->setFrameShape(QFrame::NoFrame);
    view->setRootIsDecorated(tree);
    view->setItemsExpandable(tree);
    view->setUniformRowHeights(true);
    view->setAllColumnsShowFocus(true);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setItemDelegate(new MarkDelegate(view, height));
    view->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view->header()->setStretchLastSection(false);
    view->header()->setMinimumSectionSize(style::scaled(24, view));
    return view;
}

void setWidths(QTreeView* table, const QList<int>& widths)
{
    for (int column = 0; column < widths.size(); ++column) {
        if (widths[column] == 0)
            table->header()->setSectionResizeMode(column, QHeaderView::Stretch);
        else
            table->setColumnWidth(column, style::scaled(widths[column], table));
    }
}

void fitWidth(QTreeView* table, int column, int preferred)
{
    const auto fit = [table, column, preferred] {
        const QAbstractItemView* view = table;
        int others = 0;
        for (int other = 0; other < table->header()->count(); ++other) {
            if (other != column && other != preferred)
                others += table->columnWidth(other);
        }
        const int wanted = std::max(view->sizeHintForColumn(column), table->header()->sectionSizeHint(column));
        const int left = table->viewport()->width() - others - view->sizeHintForColumn(preferred);
        table->setColumnWidth(column, std::clamp(left, std::min(wanted, style::scaled(88, table)), wanted));
    };
    QObject::connect(table->model(), &QAbstractItemModel::dataChanged, table, fit);
    QObject::connect(table->model(), &QAbstractItemModel::rowsInserted, table, fit);
    QObject::connect(table->model(), &QAbstractItemModel::modelReset, table, fit);
    QObject::connect(table->header(), &QHeaderView::sectionResized, table, [fit, column](int section) {
        if (section != column)
            fit();
    });
    fit();
}

void fitHeight(QTreeView* table, int minimumRows, int maximumRows)
{
    const auto fit = [table, minimumRows, maximumRows] {
        int count = 0;
        const QAbstractItemModel* model = table->model();
        for (int row = 0; row < model->rowCount(); ++row)
            count += 1 + (table->isExpanded(model->index(row, 0)) ? model->rowCount(model->index(row, 0)) : 0);
        const int rows = std::clamp(count, minimumRows, maximumRows);
        const int row = style::scaled(28, table);
        table->setFixedHeight(table->header()->sizeHint().height() + rows * row + style::scaled(8, table));
    };
    QObject::connect(table->model(), &QAbstractItemModel::rowsInserted, table, fit);
    QObject::connect(table->model(), &QAbstractItemModel::rowsRemoved, table, fit);
    QObject::connect(table, &QTreeView::expanded, table, fit);
    QObject::connect(table, &QTreeView::collapsed, table, fit);
    fit();
}

QListView* makeMasterList(const QString& name)
{
    auto* list = new QListView;
    list->setAccessibleName(name);
    list->setFrameShape(QFrame::NoFrame);
    list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setItemDelegate(new widgets::TwoLineDelegate(list));
    return list;
}

QSplitter* makeSplitter(Qt::Orientation orientation, const QString& name)
{
    auto* splitter = new QSplitter(orientation);
    splitter->setObjectName(name);
    splitter->setChildrenCollapsible(false);
    const QString key = QStringLiteral("splitters/") + name;
    QObject::connect(splitter, &QSplitter::splitterMoved, splitter, [splitter, key] { QSettings().setValue(key, splitter->saveState()); });
    QTimer::singleShot(0, splitter, [splitter, key] {
        if (const QByteArray state = QSettings().value(key).toByteArray(); !state.isEmpty())
            splitter->restoreState(state);
    });
    return splitter;
}

QComboBox* makeCombo(const QString& name, const QString& prefix)
{
    auto* combo = new QComboBox;
    combo->setAccessibleName(name);
    if (!prefix.isEmpty())
        style::setPrefix(combo, prefix);
    return combo;
}

void copyText(const QString& text) { QApplication::clipboard()->setText(text); }

} // namespace countersign::views
