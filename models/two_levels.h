// A tree of two levels whose rows change by key, without a reset: a shadowed attachment under the one that wins, a
// resource under its project. Source: design 7.6, 7.7.
#pragma once

#include "models/cells.h"

#include <memory>

namespace countersign::models {

struct TreeRow
{
    CellRow row{};
    std::vector<CellRow> children{};
};

class TwoLevelModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    explicit TwoLevelModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const final;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const final;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] QModelIndex indexOf(const QString& key) const;
    [[nodiscard]] const CellRow* rowOf(const QModelIndex& index) const;

protected:
    void applyTree(std::vector<TreeRow> next);
    [[nodiscard]] virtual QString headerText(int column) const = 0;

private:
    struct Node
    {
        CellRow row{};
        std::vector<CellRow> children{};
    };
    [[nodiscard]] int positionOf(const Node* node) const;
    void applyChildren(int at, std::vector<CellRow> next);

    std::vector<std::unique_ptr<Node>> m_nodes{};
};

} // namespace countersign::models
