// Small makers for what every area is built of, so that all tables and panes are made the same way.
#pragma once

#include "views/widgets/cell_delegates.h"

#include <QList>
#include <QString>

class QBoxLayout;
class QComboBox;
class QHBoxLayout;
class QListView;
class QSplitter;
class QTreeView;
class QVBoxLayout;
class QWidget;

namespace countersign::views {

/// A white pane whose children stand at its edges, one under the other.
QVBoxLayout* makePane(QWidget* pane);
/// A white box around one widget; lengths at 100 %.
QWidget* padded(QWidget* inner, int left, int top, int right, int bottom);
/// A table with the delegates of the house; name is the accessible name.
QTreeView* makeTable(const QString& name, widgets::RowHeight height = widgets::RowHeight::Normal, bool tree = false);
/// Widths at 100 %; the column of width 0 takes what is left.
void setWidths(QTreeView* table, const QList<int>& widths);
/// As wide as its contents, but never so wide that the stretched column `preferred` is cut; then it is the one cut.
void fitWidth(QTreeView* table, int column, int preferred);
/// Grows with its rows up to a limit, so that no table of four rows takes a half of the window.
void fitHeight(QTreeView* table, int minimumRows, int maximumRows);
QListView* makeMasterList(const QString& name);
/// Remembers its sizes between starts under its object name.
QSplitter* makeSplitter(Qt::Orientation orientation, const QString& name);
QComboBox* makeCombo(const QString& name, const QString& prefix = {});
void copyText(const QString& text);

} // namespace countersign::views
