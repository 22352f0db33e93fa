// Rows of ready cells: what most tables of the console show is text with a mark, an ink and a type. A model says only
// what stands in its columns. Source: design section 2.
#pragma once

#include "models/keyed_rows.h"
#include "models/mark.h"
#include "models/roles.h"

#include <optional>

namespace countersign::models {

/// Line icons a row may carry; the order is that of views/style's Glyph, which the views assert.
enum class Sign {
    None, Inbox, Plans, Attachments, Live, History, Audit, Settings, Filter, Search, Refresh, Copy, ChevronDown, ChevronRight,
    ChevronUp, Eye, Lock, Key, Store, Chain, Engine, Agents, Add, Export, Check, Cross, Info, Signed, Used, Project, Folder,
    File, Repository, Guidance, Pause, Rerun, Minus, Differs,
};

struct Cell
{
    QString text{};
    QString tip{};
    QString detail{}; ///< second line
    std::optional<Mark> mark{};
    std::optional<Tint> tint{};
    Sign sign = Sign::None;
    int scope = 0;
    bool quiet = false;
    bool fixed = false;
    bool right = false;
    std::optional<RailStep> rail{};
    friend bool operator==(const Cell&, const Cell&) = default;
};

[[nodiscard]] Cell textCell(QString text);
[[nodiscard]] Cell quietCell(QString text);
[[nodiscard]] Cell fixedCell(QString text, QString tip = {});
[[nodiscard]] Cell numberCell(QString text); ///< fixed, right
[[nodiscard]] Cell markCell(Mark mark, QString text = {});
[[nodiscard]] Cell scopeCell(std::string_view scope);

struct CellRow
{
    QString id{};
    std::vector<Cell> cells{};
    QString spoken{}; ///< the whole row as one sentence; empty: the cells, with commas
    bool linked = false;
    [[nodiscard]] QString key() const { return id; }
    friend bool operator==(const CellRow&, const CellRow&) = default;
};

[[nodiscard]] QVariant cellData(const CellRow& row, int column, int role);
[[nodiscard]] QString rowText(const CellRow& row); ///< for the clipboard, with tabs

class CellTableModel : public KeyedRows<CellRow>
{
    Q_OBJECT

public:
    explicit CellTableModel(QObject* parent = nullptr) : KeyedRows(parent) {}
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Tints the row that belongs to a selection elsewhere; an empty id clears it.
    void setLinked(const QString& id);

protected:
    [[nodiscard]] virtual QString headerText(int column) const = 0;
    [[nodiscard]] virtual bool rightAligned(int) const { return false; }
};

} // namespace countersign::models
