// Open halts by who must act. One list of halts makes both the rows and every count. Source: SPEC 11, design 7.1.
#pragma once

#include "engine/domain/halt.h"
#include "models/grouped_list.h"

namespace countersign::models {

class HaltListModel : public GroupedListModel
{
    Q_OBJECT

public:
    enum Group { Decide, Change, Repair };
    using GroupedListModel::GroupedListModel;

    void setHalts(const std::vector<domain::Halt>& halts);
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
    QSet<QString> m_looked{};
};

} // namespace countersign::models
