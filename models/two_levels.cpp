#include "models/two_levels.h"

namespace countersign::models {

QModelIndex TwoLevelModel::index(int row, int column, const QModelIndex& parentIndex) const
{
    if (!hasIndex(row, column, parentIndex))
        return {};
    return parentIndex.isValid() ? createIndex(row, column, m_nodes[static_cast<std::size_t>(parentIndex.row())].get())
                                 : createIndex(row, column, nullptr);
}

QModelIndex TwoLevelModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || !child.internalPointer())
        return {};
    return createIndex(positionOf(static_cast<const Node*>(child.internalPointer())), 0, nullptr);
}

int TwoLevelModel::positionOf(const Node* node) const
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        if (m_nodes[i].get() == node)
            return static_cast<int>(i);
    return -1;
}

int TwoLevelModel::rowCount(const QModelIndex& parentIndex) const
{
    if (!parentIndex.isValid())
        return static_cast<int>(m_nodes.size());
    if (parentIndex.internalPointer() || parentIndex.column() > 0)
        return 0;
    return static_cast<int>(m_nodes[static_cast<std::size_t>(parentIndex.row())]->children.size());
}

const CellRow* TwoLevelModel::rowOf(const QModelIndex& at) const
{
    if (!at.isValid())
        return nullptr;
    if (const auto* node = static_cast<const Node*>(at.internalPointer()))
        return &node->children[static_cast<std::size_t>(at.row())];
    return &m_nodes[static_cast<std::size_t>(at.row())]->row;
}

QVariant TwoLevelModel::data(const QModelIndex& at, int role) const
{
    const CellRow* row = rowOf(at);
    return row ? cellData(*row, at.column(), role) : QVariant();
}

QVariant TwoLevelModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal && role == Qt::DisplayRole && section < columnCount({}) ? QVariant(headerText(section)) : QVariant();
}

QModelIndex TwoLevelModel::indexOf(const QString& key) const
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const QModelIndex top = createIndex(static_cast<int>(i), 0, nullptr);
        if (m_nodes[i]->row.id == key)
            return top;
        for (std::size_t c = 0; c < m_nodes[i]->children.size(); ++c)
            if (m_nodes[i]->children[c].id == key)
                return createIndex(static_cast<int>(c), 0, m_nodes[i].get());
    }
    return {};
}

void TwoLevelModel::applyTree(std::vector<TreeRow> next)
{
    const auto wanted = [&next](const QString& id) {
        return std::any_of(next.begin(), next.end(), [&id](const TreeRow& row) { return row.row.id == id; });
    };
    for (int i = static_cast<int>(m_nodes.size()) - 1; i >= 0; --i) {
        if (wanted(m_nodes[static_cast<std::size_t>(i)]->row.id))
            continue;
        beginRemoveRows({}, i, i);
        m_nodes.erase(m_nodes.begin() + i);
        endRemoveRows();
    }
    for (std::size_t i = 0; i < next.size(); ++i) {
        const int at = static_cast<int>(i);
        const auto found = std::find_if(m_nodes.begin() + at, m_nodes.end(), [&](const auto& node) { return node->row.id == next[i].row.id; });
        if (found == m_nodes.end()) {
            beginInsertRows({}, at, at);
            m_nodes.insert(m_nodes.begin() + at, std::make_unique<Node>(Node{std::move(next[i].row), std::move(next[i].children)}));
            endInsertRows();
            continue;
        }
        if (const int from = static_cast<int>(found - m_nodes.begin()); from != at) {
            beginMoveRows({}, from, from, {}, at);
            std::rotate(m_nodes.begin() + at, m_nodes.begin() + from, m_nodes.begin() + from + 1);
            endMoveRows();
        }
        Node& node = *m_nodes[i];
        if (node.row != next[i].row) {
            node.row = std::move(next[i].row);
            Q_EMIT dataChanged(index(at, 0), index(at, columnCount({}) - 1));
        }
        applyChildren(at, std::move(next[i].children));
    }
}

void TwoLevelModel::applyChildren(int at, std::vector<CellRow> next)
{
    Node& node = *m_nodes[static_cast<std::size_t>(at)];
    const QModelIndex top = index(at, 0);
    const auto wanted = [&next](const QString& id) {
        return std::any_of(next.begin(), next.end(), [&id](const CellRow& row) { return row.id == id; });
    };
    for (int i = static_cast<int>(node.children.size()) - 1; i >= 0; --i) {
        if (wanted(node.children[static_cast<std::size_t>(i)].id))
            continue;
        beginRemoveRows(top, i, i);
        node.children.erase(node.children.begin() + i);
        endRemoveRows();
    }
    for (int i = 0; i < static_cast<int>(next.size()); ++i) {
        CellRow& wantedRow = next[static_cast<std::size_t>(i)];
        const auto found = std::find_if(node.children.begin() + i, node.children.end(), [&](const CellRow& row) { return row.id == wantedRow.id; });
        if (found == node.children.end()) {
            beginInsertRows(top, i, i);
            node.children.insert(node.children.begin() + i, std::move(wantedRow));
            endInsertRows();
            continue;
        }
        if (const int from = static_cast<int>(found - node.children.begin()); from != i) {
            beginMoveRows(top, from, from, top, i);
            std::rotate(node.children.begin() + i, node.children.begin() + from, node.children.begin() + from + 1);
            endMoveRows();
        }
        if (CellRow& row = node.children[static_cast<std::size_t>(i)]; row != wantedRow) {
            row = std::move(wantedRow);
            Q_EMIT dataChanged(index(i, 0, top), index(i, columnCount({}) - 1, top));
        }
    }
}

} // namespace countersign::models
