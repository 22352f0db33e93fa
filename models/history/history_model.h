// Results of all runs, newest first, page by page: a view pays for what it shows. Source: design 7.9.
#pragma once

#include "engine/requests.h"
#include "models/cells.h"

#include <functional>

namespace countersign::models {

class HistoryModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Result, Validation, Task, Message, Duration, ColumnCount };
    /// Asks for one page; the answer calls pageArrived() or pageFailed() with the same number.
    using Fetch = std::function<void(const HistoryQuery& query, std::uint64_t request)>;

    explicit HistoryModel(Fetch fetch, QObject* parent = nullptr) : CellTableModel(parent), m_fetch(std::move(fetch)) {}
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

    void setQuery(HistoryQuery query); ///< another question: the newest page of it
    void refresh();                    ///< the same question: new rows at the top, the others stay
    void pageArrived(std::uint64_t request, const HistoryPage& page);
    void pageFailed(std::uint64_t request);
    [[nodiscard]] bool loading() const { return m_pending != 0; }
    [[nodiscard]] std::int64_t matched() const { return m_matched; }
    [[nodiscard]] const HistoryRow* row(int row) const;

Q_SIGNALS:
    void loadingChanged();

protected:
    [[nodiscard]] QString headerText(int column) const override;
    [[nodiscard]] bool rightAligned(int column) const override { return column == Duration; }

private:
    void ask(HistoryQuery query);
    [[nodiscard]] static CellRow cells(const HistoryRow& row);

    Fetch m_fetch;
    HistoryQuery m_query{};
    std::vector<HistoryRow> m_known{};
    std::uint64_t m_requests = 0;
    std::uint64_t m_pending = 0;
    bool m_pendingIsPage = false;
    bool m_replace = false;
    std::int64_t m_next = 0;
    std::int64_t m_matched = 0;
};

} // namespace countersign::models
