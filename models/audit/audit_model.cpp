#include "models/audit/audit_model.h"

#include "models/text.h"

namespace countersign::models {

namespace {

Cell whatCell(const domain::Event& event)
{
    Cell cell = textCell(eventWords(event));
    cell.tip = shown(event.type);
    if (event.type == domain::event::HaltOpened)
        cell.mark = markOfHalt(domain::textOr(event.payload, "halt_type"));
    else if (event.type == domain::event::DecisionSigned || event.type == domain::event::DecisionWithdrawn)
        cell.sign = Sign::Signed;
    else if (event.type == domain::event::RunStarted || event.type == domain::event::RunEnded)
        cell.sign = Sign::Live;
    else if (event.type == domain::event::TokenIssued || event.type == domain::event::TokenVoided)
        cell.sign = Sign::Used;
    else if (event.type == domain::event::SignerAdded || event.type == domain::event::SignerRevoked)
        cell.sign = Sign::Key;
    else if (event.type == domain::event::AttachmentAdded || event.type == domain::event::AttachmentRemoved)
        cell.sign = Sign::Attachments;
    else if (event.type == domain::event::PlanCreated || event.type == domain::event::PlanChanged)
        cell.sign = Sign::Plans;
    else
        cell.sign = Sign::Chain;
    return cell;
}

QString shortValue(const QString& text)
{
    constexpr qsizetype limit = 96;
    return text.size() <= limit ? text : text.left(limit / 2) + QChar(0x2026) + text.right(limit / 2 - 1);
}

} // namespace

std::string recordOf(const domain::Event& event)
{
    if (event.type != domain::event::DecisionSigned && event.type != domain::event::DecisionWithdrawn)
        return {};
    return domain::textOr(event.payload, "jti", domain::textOr(event.payload, "record"));
}

QString eventWords(const domain::Event& event) { return shown(domain::eventSentence(event)).replace(QLatin1Char('_'), QLatin1Char(' ')); }

bool AuditModel::canFetchMore(const QModelIndex& parent) const { return !parent.isValid() && m_more && m_pending == 0; }

void AuditModel::fetchMore(const QModelIndex& parent)
{
    if (!canFetchMore(parent) || m_known.empty())
        return;
    AuditQuery query = m_query;
    query.before = m_known.back().seq;
    m_pendingIsPage = true;
    m_replace = false;
    ask(std::move(query));
}

void AuditModel::setQuery(AuditQuery query)
{
    m_query = std::move(query);
    m_pendingIsPage = false;
    m_replace = true;
    ask(m_query);
}

void AuditModel::refresh()
{
    if (m_pending != 0)
        return;
    m_pendingIsPage = false;
    m_replace = false;
    ask(m_query);
}

void AuditModel::ask(AuditQuery query)
{
    m_pending = ++m_requests;
    m_fetch(query, m_pending);
    Q_EMIT loadingChanged();
}

void AuditModel::pageFailed(std::uint64_t request)
{
    if (request != m_pending)
        return;
    m_pending = 0;
    Q_EMIT loadingChanged();
}

void AuditModel::pageArrived(std::uint64_t request, const std::vector<domain::Event>& events)
{
    if (request != m_pending)
        return;
    m_pending = 0;
    const bool full = static_cast<int>(events.size()) >= m_query.limit;
    if (m_pendingIsPage) {
        m_more = full;
        std::vector<CellRow> rows;
        for (const domain::Event& event : events) {
            m_known.push_back(event);
            rows.push_back(cells(event));
        }
        appendRows(std::move(rows));
    } else {
        std::vector<domain::Event> next = events;
        const bool joins = !m_replace && !m_known.empty() && !events.empty() && events.back().seq <= m_known.front().seq;
        if (joins)
            for (const domain::Event& event : m_known)
                if (event.seq < events.back().seq)
                    next.push_back(event);
        if (!joins)
            m_more = full;
        m_known = std::move(next);
        applyRows(allCells());
    }
    Q_EMIT loadingChanged();
}

void AuditModel::setBrokenAt(std::int64_t seq)
{
    if (m_brokenAt == seq)
        return;
    m_brokenAt = seq;
    applyRows(allCells());
}

std::vector<CellRow> AuditModel::allCells() const
{
    std::vector<CellRow> rows;
    for (const domain::Event& event : m_known)
        rows.push_back(cells(event));
    return rows;
}

const domain::Event* AuditModel::event(int row) const
{
    return row >= 0 && row < static_cast<int>(m_known.size()) ? &m_known[static_cast<std::size_t>(row)] : nullptr;
}

CellRow AuditModel::cells(const domain::Event& event) const
{
    Cell what = whatCell(event);
    const bool uncovered = m_brokenAt >= 0 && event.seq >= m_brokenAt;
    if (uncovered) {
        what.text += tr(", not covered");
        what.quiet = true;
    }
    Cell time = fixedCell(clockSeconds(event.time), fullTime(event.time));
    time.quiet = true;
    Cell hash = fixedCell(plain(event.hash).left(8) + QChar(0x2026), plain(event.hash));
    hash.quiet = true;
    CellRow row;
    row.id = QString::number(event.seq);
    row.cells = {numberCell(number(event.seq)), std::move(time), std::move(what), std::move(hash)};
    row.spoken = tr("Event %1, %2, %3, hash %4").arg(number(event.seq), clockSeconds(event.time), row.cells[What].text, plain(event.hash).left(8));
    return row;
}

QString AuditModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case Seq: return tr("Seq");
    case Time: return tr("Time");
    case What: return tr("Event");
    case Hash: return tr("Hash");
    case ColumnCount: break;
    }
    return {};
}

void ClaimsModel::setClaims(const domain::DecisionClaims& claims)
{
    const domain::Json json = domain::toJson(claims);
    m_full.clear();
    std::vector<CellRow> rows;
    for (const auto& [name, value] : json.items()) {
        const QString full = value.is_string() ? shown(value.get<std::string>()) : shown(base::write(value));
        m_full << full;
        CellRow row;
        row.id = shown(name);
        row.cells = {quietCell(shown(name)), fixedCell(shortValue(full), full)};
        rows.push_back(std::move(row));
    }
    applyRows(std::move(rows));
}

QString ClaimsModel::fullValue(int row) const { return m_full.value(row); }

QString ClaimsModel::headerText(int column) const { return column == Name ? tr("Claim") : tr("Value"); }

} // namespace countersign::models
