#include "models/history/history_model.h"

#include "models/text.h"

namespace countersign::models {

bool HistoryModel::canFetchMore(const QModelIndex& parent) const { return !parent.isValid() && m_next != 0 && m_pending == 0; }

void HistoryModel::fetchMore(const QModelIndex& parent)
{
    if (!canFetchMore(parent))
        return;
    HistoryQuery query = m_query;
    query.before = m_next;
    m_pendingIsPage = true;
    m_replace = false;
    ask(std::move(query));
}

void HistoryModel::setQuery(HistoryQuery query)
{
    m_query = std::move(query);
    m_pendingIsPage = false;
    m_replace = true;
    ask(m_query);
}

void HistoryModel::refresh()
{
    if (m_pending != 0)
        return;
    m_pendingIsPage = false;
    m_replace = false;
    ask(m_query);
}

void HistoryModel::ask(HistoryQuery query)
{
    m_pending = ++m_requests;
    m_fetch(query, m_pending);
    Q_EMIT loadingChanged();
}

void HistoryModel::pageFailed(std::uint64_t request)
{
    if (request != m_pending)
        return;
    m_pending = 0;
    Q_EMIT loadingChanged();
}

void HistoryModel::pageArrived(std::uint64_t request, const HistoryPage& page)
{
    if (request != m_pending)
        return;
    m_pending = 0;
    m_matched = page.matched;
    if (m_pendingIsPage) {
        m_next = page.next;
        std::vector<CellRow> rows;
        for (const HistoryRow& row : page.rows) {
            m_known.push_back(row);
            rows.push_back(cells(row));
        }
        appendRows(std::move(rows));
    } else {
        std::vector<HistoryRow> next = page.rows;
        const bool joins = !m_replace && !m_known.empty() && !page.rows.empty() && page.rows.back().result.row <= m_known.front().result.row;
        if (joins)
            for (const HistoryRow& row : m_known)
                if (row.result.row < page.rows.back().result.row)
                    next.push_back(row);
        if (!joins)
            m_next = page.next;
        m_known = std::move(next);
        std::vector<CellRow> rows;
        for (const HistoryRow& row : m_known)
            rows.push_back(cells(row));
        applyRows(std::move(rows));
    }
    Q_EMIT loadingChanged();
}

const HistoryRow* HistoryModel::row(int at) const
{
    return at >= 0 && at < static_cast<int>(m_known.size()) ? &m_known[static_cast<std::size_t>(at)] : nullptr;
}

CellRow HistoryModel::cells(const HistoryRow& row)
{
    const domain::ValidationResult& r = row.result;
    const QString message = r.message ? shown(*r.message) : shown(r.errorMessage);
    Cell messageCell = r.severity() == domain::Severity::Pass ? quietCell(message) : textCell(message);
    messageCell.tip = message;
    Cell time = fixedCell(clockAndDate(r.startedAt, nowMs()), fullTime(r.startedAt));
    time.quiet = true;
    CellRow out;
    out.id = QString::number(r.row);
    out.cells = {std::move(time), markCell(markOf(r.severity())), textCell(shown(r.validation)),
                 textCell(shown(row.title.empty() ? row.taskId : row.title)), std::move(messageCell), numberCell(duration(r.durationMs))};
    return out;
}

QString HistoryModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case Time: return tr("Time");
    case Result: return tr("Result");
    case Validation: return tr("Validation");
    case Task: return tr("Plan");
    case Message: return tr("Message");
    case Duration: return tr("Duration");
    case ColumnCount: break;
    }
    return {};
}

} // namespace countersign::models
