// Events of the audit chain, newest first, page by page, and the claims of one record. Source: design 7.10.
#pragma once

#include "engine/requests.h"
#include "models/cells.h"

#include <functional>

namespace countersign::models {

class AuditModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { Seq, Time, What, Hash, ColumnCount };
    using Fetch = std::function<void(const AuditQuery& query, std::uint64_t request)>;

    explicit AuditModel(Fetch fetch, QObject* parent = nullptr) : CellTableModel(parent), m_fetch(std::move(fetch)) {}
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

    void setQuery(AuditQuery query);
    void refresh();
    void pageArrived(std::uint64_t request, const std::vector<domain::Event>& events);
    void pageFailed(std::uint64_t request);
    /// Rows after this sequence are marked "not covered"; -1: the chain holds.
    void setBrokenAt(std::int64_t seq);
    [[nodiscard]] const domain::Event* event(int row) const;
    [[nodiscard]] bool loading() const { return m_pending != 0; }

Q_SIGNALS:
    void loadingChanged();

protected:
    [[nodiscard]] QString headerText(int column) const override;
    [[nodiscard]] bool rightAligned(int column) const override { return column == Seq; }

private:
    void ask(AuditQuery query);
    [[nodiscard]] CellRow cells(const domain::Event& event) const;
    [[nodiscard]] std::vector<CellRow> allCells() const;

    Fetch m_fetch;
    AuditQuery m_query{};
    std::vector<domain::Event> m_known{};
    std::uint64_t m_requests = 0;
    std::uint64_t m_pending = 0;
    bool m_pendingIsPage = false;
    bool m_replace = false;
    bool m_more = false;
    std::int64_t m_brokenAt = -1;
};

/// Jti of the record an event names; empty: none.
[[nodiscard]] std::string recordOf(const domain::Event& event);
[[nodiscard]] QString eventWords(const domain::Event& event);

class ClaimsModel : public CellTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Value, ColumnCount };
    using CellTableModel::CellTableModel;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    void setClaims(const domain::DecisionClaims& claims);
    [[nodiscard]] QString fullValue(int row) const; ///< unshortened, for the clipboard

protected:
    [[nodiscard]] QString headerText(int column) const override;

private:
    QStringList m_full{};
};

} // namespace countersign::models
