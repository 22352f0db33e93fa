// What an import would change, as a tree: kinds, their registrations, their fields. What stays as it is stands folded
// under a count. Source: SPEC 4 (the review screen).
//
// A new preview is a new subject, so it resets the model; indexOf() finds the same place again. Rows know their parent
// and their position and are worded when they are looked at, so that ten thousand registrations cost neither a search
// nor a wait.
#pragma once

#include "engine/requests.h"
#include "models/cells.h"
#include "models/registry/import_words.h"

#include <QAbstractItemModel>

namespace countersign::models {

class ImportReviewModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { Name, Change, Before, After, File, ColumnCount };

    /// What a row says in full.
    struct Detail
    {
        QString title{};
        QString before{};
        QString after{};
        bool existedBefore = false;
        bool existsAfter = false;
    };

    using QAbstractItemModel::QAbstractItemModel;
    void setItems(std::vector<ImportItem> items);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    [[nodiscard]] Detail detail(const QModelIndex& index) const;
    [[nodiscard]] QString rowText(const QModelIndex& index) const; ///< for the clipboard
    [[nodiscard]] QModelIndex indexOf(const QString& key) const;
    [[nodiscard]] bool isKind(const QModelIndex& index) const;
    /// Kinds with changes, and changed registrations while there are few enough to read.
    [[nodiscard]] QModelIndexList openFromTheStart() const;
    [[nodiscard]] QModelIndex firstChange() const;

private:
    struct Node
    {
        int parent = -1;
        int place = 0;  ///< among its siblings
        int item = -1;  ///< index into m_items; -1: a kind or a count
        int field = -1; ///< index into the item's fields
        std::vector<int> children{};
        mutable std::optional<CellRow> row{}; ///< once looked at
    };
    struct Kind
    {
        std::string name{};
        ImportCounts counts{};
    };
    int add(int parent, int item = -1, int field = -1);
    void addKind(const std::string& kind, std::vector<int> items);
    void addItem(int parent, int item);
    [[nodiscard]] const CellRow& rowOf(const Node& node) const;
    [[nodiscard]] CellRow makeRow(const Node& node) const;
    [[nodiscard]] CellRow itemRow(const ImportItem& item) const;
    [[nodiscard]] const Kind& kindOf(const Node& node) const;
    [[nodiscard]] QString keyOf(const Node& node) const;
    [[nodiscard]] const Node* node(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexAt(int node) const;

    std::vector<ImportItem> m_items{};
    std::vector<Node> m_nodes{};
    std::vector<int> m_top{};
    std::vector<Kind> m_kinds{}; ///< in the order of m_top
};

} // namespace countersign::models
