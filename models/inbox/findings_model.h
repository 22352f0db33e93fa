// Findings a validation reported as data.findings [{file, line, message}]. Source: design 7.4.
#pragma once

#include "engine/domain/run.h"
#include "models/cells.h"

namespace countersign::models {

struct Finding
{
    QString resultId{}; ///< row id of the evidence it came from
    QString file{};
    int line = 0;
    QString message{};
};

class FindingsModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { Verdict, Validation, Location, Message, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    void setResults(const std::vector<domain::ValidationResult>& results);
    [[nodiscard]] const Finding* finding(int row) const;
    [[nodiscard]] int required() const { return m_required; }

protected:
    [[nodiscard]] QString headerText(int column) const override;

private:
    std::vector<Finding> m_findings{};
    int m_required = 0;
};

/// The runs that led to a halt, one row each, with the rail before them.
class AttemptsModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { Rail, Time, Step, Result, Tree, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    void setRuns(const std::vector<domain::Run>& newestFirst);

protected:
    [[nodiscard]] QString headerText(int column) const override;
};

} // namespace countersign::models
