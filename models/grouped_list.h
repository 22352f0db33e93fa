// A flat list with header rows that fold: the master lists of Inbox and Plans are this, and their counts come from the
// same rows. Source: design section 7.1.
#pragma once

#include "engine/base/clock.h"
#include "models/keyed_rows.h"
#include "models/mark.h"

#include <QAbstractListModel>
#include <QSet>

namespace countersign::models {

struct ListEntry
{
    QString id{};
    int group = 0;
    QString title{};
    QString word{};
    QString detail{};
    Mark mark = Mark::Queued;
    base::TimeMs since = 0;
    QString search{}; ///< further text the filter looks at
    bool header = false;
    bool folded = false;
    bool fresh = false; ///< not yet looked at
    int count = 0;      ///< of a header

    [[nodiscard]] QString key() const { return header ? QStringLiteral("group:%1").arg(group) : id; }
    friend bool operator==(const ListEntry&, const ListEntry&) = default;
};

class GroupedListModel : public KeyedRows<ListEntry, QAbstractListModel>
{
    Q_OBJECT

public:
    explicit GroupedListModel(QObject* parent = nullptr) : KeyedRows(parent) {}

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

    void setFilter(const QString& text);
    [[nodiscard]] const QString& filter() const { return m_filter; }
    void setFolded(int group, bool folded);
    void toggle(const QModelIndex& header);
    [[nodiscard]] int total() const { return static_cast<int>(m_entries.size()); } ///< before the filter
    [[nodiscard]] int matching() const { return m_matching; }                     ///< after the filter, folded or not
    [[nodiscard]] int inGroup(int group) const;
    [[nodiscard]] const ListEntry* entry(const QString& id) const;
    [[nodiscard]] const std::vector<ListEntry>& entries() const { return m_entries; }
    /// Asks the views to read the ages again; once a minute. No row changes.
    [[nodiscard]] QString ageText(const ListEntry& entry) const;

Q_SIGNALS:
    void countsChanged();

protected:
    void setEntries(std::vector<ListEntry> entries); ///< in the order of each group
    [[nodiscard]] virtual QString groupTitle(int group) const = 0;
    [[nodiscard]] virtual QList<int> groups() const = 0;
    void fold(int group) { m_folded.insert(group); }
    void rebuild();

private:
    [[nodiscard]] bool matches(const ListEntry& entry) const;
    [[nodiscard]] QString spoken(const ListEntry& entry) const;

    std::vector<ListEntry> m_entries{};
    QSet<int> m_folded{};
    QString m_filter{};
    int m_matching = 0;
};

} // namespace countersign::models
