#include "models/grouped_list.h"

#include "models/roles.h"
#include "models/text.h"

namespace countersign::models {

QVariant GroupedListModel::data(const QModelIndex& index, int role) const
{
    const ListEntry* entry = rowAt(index.row());
    if (!entry)
        return {};
    if (entry->header) {
        switch (role) {
        case Qt::DisplayRole: return entry->title;
        case Qt::AccessibleTextRole:
            return entry->folded ? tr("%1, %2, folded").arg(entry->title).arg(entry->count) : tr("%1, %2").arg(entry->title).arg(entry->count);
        case GroupRole: return true;
        case FoldedRole: return entry->folded;
        case CountRole: return entry->count;
        case KeyRole: return entry->key();
        default: return {};
        }
    }
    switch (role) {
    case Qt::DisplayRole: return entry->title;
    case Qt::ToolTipRole: return tr("%1\n%2").arg(entry->title, fullTime(entry->since));
    case Qt::AccessibleTextRole: return spoken(*entry);
    case KindRole: return static_cast<int>(entry->mark);
    case WordRole: return entry->word;
    case DetailRole: return entry->detail;
    case AgeRole: return ageText(*entry);
    case NewRole: return entry->fresh;
    case GroupRole: return false;
    case KeyRole: return entry->id;
    default: return {};
    }
}

Qt::ItemFlags GroupedListModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

QString GroupedListModel::ageText(const ListEntry& entry) const { return entry.since == 0 ? QString() : age(entry.since, nowMs()); }

QString GroupedListModel::spoken(const ListEntry& entry) const
{
    QString out = tr("%1. %2. %3. %4.").arg(entry.word, entry.title, entry.detail, spokenAge(entry.since, nowMs()));
    if (entry.fresh)
        out += tr(" New.");
    return out;
}

void GroupedListModel::setFilter(const QString& text)
{
    if (m_filter == text)
        return;
    m_filter = text;
    rebuild();
}

void GroupedListModel::setFolded(int group, bool folded)
{
    if (folded == m_folded.contains(group))
        return;
    if (folded)
        m_folded.insert(group);
    else
        m_folded.remove(group);
    rebuild();
}

void GroupedListModel::toggle(const QModelIndex& header)
{
    if (const ListEntry* entry = rowAt(header.row()); entry && entry->header)
        setFolded(entry->group, !entry->folded);
}

int GroupedListModel::inGroup(int group) const
{
    return static_cast<int>(std::count_if(m_entries.begin(), m_entries.end(), [group](const ListEntry& e) { return e.group == group; }));
}

const ListEntry* GroupedListModel::entry(const QString& id) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&id](const ListEntry& e) { return e.id == id; });
    return found == m_entries.end() ? nullptr : &*found;
}

void GroupedListModel::setEntries(std::vector<ListEntry> entries)
{
    m_entries = std::move(entries);
    rebuild();
}

bool GroupedListModel::matches(const ListEntry& entry) const
{
    return m_filter.isEmpty() || entry.title.contains(m_filter, Qt::CaseInsensitive) || entry.detail.contains(m_filter, Qt::CaseInsensitive)
           || entry.word.contains(m_filter, Qt::CaseInsensitive) || entry.search.contains(m_filter, Qt::CaseInsensitive);
}

void GroupedListModel::rebuild()
{
    std::vector<ListEntry> rows;
    m_matching = 0;
    for (const int group : groups()) {
        std::vector<ListEntry> inside;
        for (const ListEntry& entry : m_entries)
            if (entry.group == group && matches(entry))
                inside.push_back(entry);
        if (inside.empty())
            continue;
        m_matching += static_cast<int>(inside.size());
        ListEntry header;
        header.header = true;
        header.group = group;
        header.title = groupTitle(group);
        header.count = static_cast<int>(inside.size());
        header.folded = m_folded.contains(group);
        rows.push_back(header);
        if (!header.folded)
            rows.insert(rows.end(), std::make_move_iterator(inside.begin()), std::make_move_iterator(inside.end()));
    }
    applyRows(std::move(rows));
    Q_EMIT countsChanged();
}

} // namespace countersign::models
