// Plans by where they stand: running, halted, waiting, finished (folded). Source: design 7.6.
#pragma once

#include "engine/requests.h"
#include "models/grouped_list.h"

namespace countersign::models {

class PlanListModel : public GroupedListModel
{
    Q_OBJECT

public:
    enum Group { Running, Halted, Waiting, Finished };
    explicit PlanListModel(QObject* parent = nullptr) : GroupedListModel(parent) { fold(Finished); }
    void setPlans(const std::vector<PlanRow>& plans);
    [[nodiscard]] const PlanRow* plan(const QString& id) const;
    [[nodiscard]] const std::vector<PlanRow>& plans() const { return m_plans; }
    [[nodiscard]] int active() const { return total() - inGroup(Finished); }
    [[nodiscard]] static Group groupOf(const PlanRow& row);

protected:
    [[nodiscard]] QString groupTitle(int group) const override;
    [[nodiscard]] QList<int> groups() const override { return {Running, Halted, Waiting, Finished}; }

private:
    std::vector<PlanRow> m_plans{};
};

[[nodiscard]] QString planStateWord(const domain::Plan& plan);
[[nodiscard]] Mark planMark(const PlanRow& row);
/// The last run of the present phase passed, nothing halts the plan, and nobody has dispatched it yet.
[[nodiscard]] bool passedAndWaits(const PlanRow& row);
[[nodiscard]] QString planWord(const PlanRow& row);       ///< "Running", "Escalate", "Pass", "Queued"
[[nodiscard]] QString planDetailText(const PlanRow& row); ///< "Execute, attempt 2", "passed 22:03, waits for dispatch"

} // namespace countersign::models
