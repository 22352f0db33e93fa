#include "models/inbox/evidence_model.h"

#include "models/cells.h"
#include "models/inbox/halt_words.h"
#include "models/roles.h"
#include "models/text.h"

namespace countersign::models {

QString EvidenceModel::rowId(const domain::ValidationResult& result)
{
    return plain(result.attachment.value.empty() ? result.validation + '@' + result.resource : result.attachment.value);
}

void EvidenceModel::setDetail(const HaltDetail& detail)
{
    std::vector<EvidenceRow> next;
    for (std::size_t i = 0; i < detail.results.size(); ++i) {
        const domain::ValidationResult& result = detail.results[i];
        EvidenceRow row;
        row.id = rowId(result);
        row.mark = markOf(result.severity());
        row.validation = shown(result.validation);
        row.mode = modeWord(result.mode);
        row.message = result.message ? shown(*result.message) : shown(result.errorMessage);
        if (i < detail.stability.size()) {
            row.stability = stabilityText(detail.stability[i]);
            row.flaky = isFlaky(detail.stability[i]);
        }
        row.duration = duration(result.durationMs);
        if (const EvidenceRow* known = rowAt(rowOf(row.id))) {
            row.read = known->read;
            row.lines = known->lines;
        }
        next.push_back(std::move(row));
    }
    applyRows(std::move(next));
}

void EvidenceModel::setRead(const QString& id, int read, int lines)
{
    const int at = rowOf(id);
    if (at < 0)
        return;
    EvidenceRow& row = m_rows[static_cast<std::size_t>(at)];
    if (row.read == read && row.lines == lines)
        return;
    row.read = read;
    row.lines = lines;
    Q_EMIT dataChanged(index(at, Read), index(at, Read));
}

int EvidenceModel::complete() const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), [](const EvidenceRow& r) { return r.complete(); }));
}

int EvidenceModel::firstUnread() const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [](const EvidenceRow& r) { return !r.complete(); });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QString EvidenceModel::text(const EvidenceRow& row, Column column) const
{
    switch (column) {
    case Verdict: return word(row.mark);
    case Validation: return row.validation;
    case Mode: return row.mode;
    case Message: return row.message;
    case Stability: return row.stability;
    case Duration: return row.duration;
    case Read:
        if (row.lines < 0)
            return tr("loading");
        if (row.complete())
            return row.lines == 0 ? tr("nothing to read") : tr("to the end");
        return tr("line %1 of %2").arg(row.read).arg(row.lines);
    case ColumnCount: break;
    }
    return {};
}

QVariant EvidenceModel::data(const QModelIndex& index, int role) const
{
    const EvidenceRow* row = rowAt(index.row());
    if (!row || index.column() >= ColumnCount)
        return {};
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(*row, column);
    case Qt::ToolTipRole: return column == Message ? QVariant(row->message) : QVariant();
    case Qt::AccessibleTextRole:
        return tr("%1, %2, %3, %4, %5, read: %6")
            .arg(word(row->mark), row->validation, row->mode, row->message, row->stability, text(*row, Read));
    case Qt::TextAlignmentRole: return column == Duration ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case KindRole:
        if (column == Verdict)
            return static_cast<int>(row->mark);
        return column == Stability && row->flaky ? QVariant(static_cast<int>(Mark::Flaky)) : QVariant();
    case GlyphRole:
        if (column != Read || row->lines < 0)
            return {};
        return static_cast<int>(row->complete() ? Sign::Check : Sign::Eye);
    case QuietRole: return column == Mode || (column == Stability && !row->flaky) || (column == Read && row->complete());
    case HueRole:
        if (column == Stability && row->flaky)
            return static_cast<int>(Tint::Amber);
        return column == Read && !row->complete() ? QVariant(static_cast<int>(Tint::Blue)) : QVariant();
    case FixedRole: return column == Duration;
    case KeyRole: return row->id;
    default: return {};
    }
}

QVariant EvidenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Duration ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Verdict: return tr("Verdict");
    case Validation: return tr("Validation");
    case Mode: return tr("Mode");
    case Message: return tr("Message");
    case Stability: return tr("On identical input");
    case Duration: return tr("Duration");
    case Read: return tr("Read");
    case ColumnCount: break;
    }
    return {};
}

} // namespace countersign::models
