// The flat tables around an import: problems and warnings of the files, and the directories that were imported from.
// Source: SPEC 4.
#pragma once

#include "engine/requests.h"
#include "models/cells.h"

namespace countersign::models {

class ProblemModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { Place, Words, Pointer, Code, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    void setProblems(std::vector<base::Error> problems);
    [[nodiscard]] QString fullText(int row) const; ///< with place, code and advice; empty for no row
    [[nodiscard]] QString allText() const;

protected:
    [[nodiscard]] QString headerText(int column) const override;

private:
    std::vector<base::Error> m_problems{};
};

class ImportStateModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { State, Directory, Imported, Digest, Note, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    void setStates(const std::vector<ImportState>& states); ///< the row's id is the directory

protected:
    [[nodiscard]] QString headerText(int column) const override;
};

} // namespace countersign::models
