// What runs for a plan and why; a shadowed attachment is the child of the one that wins. Source: design 7.6, SPEC 4.
#pragma once

#include "engine/requests.h"
#include "models/two_levels.h"

namespace countersign::models {

class EffectiveModel : public TwoLevelModel
{
    Q_OBJECT

public:
    enum Column { State, Validation, Mode, Scope, Resource, Id, Why, ColumnCount };
    using TwoLevelModel::TwoLevelModel;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    /// results: of the run that is shown; running: that run has not ended.
    void setPlan(const domain::Resolution& resolution, const std::map<std::string, domain::Mode>& modes,
                 const std::vector<domain::ValidationResult>& results, bool running);

protected:
    [[nodiscard]] QString headerText(int column) const override;

private:
    [[nodiscard]] static CellRow row(const domain::ResolvedAttachment& item, const std::map<std::string, domain::Mode>& modes, Cell state);
};

} // namespace countersign::models
