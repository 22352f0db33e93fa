// Open halts by who must act. One list of halts makes both the rows and every count. Source: SPEC 11, design 7.1.
#pragma once

#include "engine/domain/halt.h"
#include "engine/domain/run.h"
#include "models/grouped_list.h"

#include <map>
#include <set>

namespace countersign::models {

/// What each halt's run said, by halt; what a row does not show may be missing.
using HaltResults = std::map<std::string, std::vector<domain::ValidationResult>>;

/// "unit-tests fails", "format-check warns, 4 of 5 pass": at most 40 letters, short names. Without results the halt's
/// own reason, cut.
[[nodiscard]] QString haltCause(const domain::Halt& halt, const std::vector<domain::ValidationResult>& results);

class HaltListModel : public GroupedListModel
{
    Q_OBJECT

public:
    enum Group { Decide, Change, Repair };
    using GroupedListModel::GroupedListModel;

    /// results: of halts that are new here; what was said before stays known while its halt is open.
    void setHalts(const std::vector<domain::Halt>& halts, HaltResults results = {});
    [[nodiscard]] std::set<std::string> withResults() const;
    [[nodiscard]] const domain::Halt* halt(const QString& id) const;
    void markLooked(const QString& id); ///< no longer new
    [[nodiscard]] QStringList looked() const { return m_looked.values(); }
    void setLooked(const QStringList& ids) { m_looked = QSet<QString>(ids.begin(), ids.end()); }

    [[nodiscard]] static Group groupOf(const domain::Halt& halt);
    [[nodiscard]] static QString groupText(Group group);

protected:
    [[nodiscard]] QString groupTitle(int group) const override { return groupText(static_cast<Group>(group)); }
    [[nodiscard]] QList<int> groups() const override { return {Decide, Change, Repair}; }

private:
    std::vector<domain::Halt> m_halts{};
    HaltResults m_results{};
    QSet<QString> m_looked{};
};

} // namespace countersign::models
