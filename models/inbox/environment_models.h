// Tables of an environment error: what was tried, where it was looked for, who waits for the same. Source: design 7.3.
#pragma once

#include "engine/requests.h"
#include "models/cells.h"

namespace countersign::models {

/// One look again, as the page remembers it.
struct LookedAgain
{
    base::TimeMs at = 0;
    Recheck result{};
};

/// The start that failed, then each look again of this window.
class TriedModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { Number, Result, Step, Detail, Duration, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    void setSteps(const HaltDetail& detail, const std::vector<LookedAgain>& looks);

protected:
    [[nodiscard]] QString headerText(int column) const override;
    [[nodiscard]] bool rightAligned(int column) const override { return column == Duration; }
};

/// The search path in order, with what a look again found in each directory.
class SearchedModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { Number, Directory, FoundThere, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    void setPath(const std::string& path, const std::optional<LookedAgain>& look);

protected:
    [[nodiscard]] QString headerText(int column) const override;
};

/// Other open halts with the same cause; the key is the halt's id.
class WaitingModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { State, Title, Since, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    void setHalts(const std::vector<domain::Halt>& halts);

protected:
    [[nodiscard]] QString headerText(int column) const override;
    [[nodiscard]] bool rightAligned(int column) const override { return column == Since; }
};

/// "not started", "exit 3", "signal 9", "time limit after 30 min".
[[nodiscard]] QString callEnded(const domain::ActorCall& call);

} // namespace countersign::models
