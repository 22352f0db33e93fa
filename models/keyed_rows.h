// Rows that change by key: a refresh removes, moves, inserts and touches rows, and never resets, so that selection and
// scroll stay. Row needs `key()` (hashable by QString) and operator==.
#pragma once

#include <QAbstractTableModel>
#include <QSet>

#include <vector>

namespace countersign::models {

template <typename Row, typename Base = QAbstractTableModel>
class KeyedRows : public Base
{
public:
    using Base::Base;

    int rowCount(const QModelIndex& parent = {}) const final { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    [[nodiscard]] const Row* rowAt(int row) const
    {
        return row >= 0 && row < static_cast<int>(m_rows.size()) ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
    }
    [[nodiscard]] int rowOf(const QString& key) const
    {
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (m_rows[i].key() == key)
                return static_cast<int>(i);
        return -1;
    }

protected:
    /// Makes the rows equal to next with the fewest signals. Keys in next must be distinct.
    void applyRows(std::vector<Row> next)
    {
        removeMissing(next);
        QSet<QString> present;
        for (const Row& row : m_rows)
            present.insert(row.key());
        for (std::size_t i = 0; i < next.size();) {
            if (i < m_rows.size() && m_rows[i].key() == next[i].key()) {
                touch(i, std::move(next[i]));
                ++i;
            } else if (present.contains(next[i].key())) {
                moveHere(i, next[i].key());
            } else {
                i += insertFrom(i, next, present);
            }
        }
    }

    /// Appends a page; no row that is there already may be in it.
    void appendRows(std::vector<Row> page)
    {
        if (page.empty())
            return;
        const int first = static_cast<int>(m_rows.size());
        this->beginInsertRows({}, first, first + static_cast<int>(page.size()) - 1);
        for (Row& row : page)
            m_rows.push_back(std::move(row));
        this->endInsertRows();
    }

    std::vector<Row> m_rows{};

private:
    void removeMissing(const std::vector<Row>& next)
    {
        QSet<QString> wanted;
        for (const Row& row : next)
            wanted.insert(row.key());
        for (int last = static_cast<int>(m_rows.size()) - 1; last >= 0; --last) {
            if (wanted.contains(m_rows[static_cast<std::size_t>(last)].key()))
                continue;
            int first = last;
            while (first > 0 && !wanted.contains(m_rows[static_cast<std::size_t>(first) - 1].key()))
                --first;
            this->beginRemoveRows({}, first, last);
            m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
            this->endRemoveRows();
            last = first;
        }
    }

    void touch(std::size_t i, Row row)
    {
        if (m_rows[i] == row)
            return;
        m_rows[i] = std::move(row);
        const int at = static_cast<int>(i);
        Q_EMIT this->dataChanged(this->index(at, 0, {}), this->index(at, static_cast<const QAbstractItemModel*>(this)->columnCount({}) - 1, {}));
    }

    void moveHere(std::size_t i, const QString& key)
    {
        const int from = rowOf(key);
        const int to = static_cast<int>(i);
        this->beginMoveRows({}, from, from, {}, to);
        Row row = std::move(m_rows[static_cast<std::size_t>(from)]);
        m_rows.erase(m_rows.begin() + from);
        m_rows.insert(m_rows.begin() + to, std::move(row));
        this->endMoveRows();
    }

    std::size_t insertFrom(std::size_t i, std::vector<Row>& next, QSet<QString>& present)
    {
        std::size_t end = i;
        while (end < next.size() && !present.contains(next[end].key()))
            present.insert(next[end++].key());
        this->beginInsertRows({}, static_cast<int>(i), static_cast<int>(end) - 1);
        m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(i), std::make_move_iterator(next.begin() + static_cast<std::ptrdiff_t>(i)),
                      std::make_move_iterator(next.begin() + static_cast<std::ptrdiff_t>(end)));
        this->endInsertRows();
        return end - i;
    }
};

} // namespace countersign::models
