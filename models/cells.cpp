#include "models/cells.h"

namespace countersign::models {

Cell textCell(QString text)
{
    Cell cell;
    cell.text = std::move(text);
    return cell;
}

Cell quietCell(QString text)
{
    Cell cell = textCell(std::move(text));
    cell.quiet = true;
    return cell;
}

Cell fixedCell(QString text, QString tip)
{
    Cell cell = textCell(std::move(text));
    cell.fixed = true;
    cell.tip = std::move(tip);
    return cell;
}

Cell numberCell(QString text)
{
    Cell cell = fixedCell(std::move(text));
    cell.right = true;
    return cell;
}

Cell markCell(Mark mark, QString text)
{
    Cell cell = textCell(text.isEmpty() ? word(mark) : std::move(text));
    cell.mark = mark;
    return cell;
}

Cell scopeCell(std::string_view scope)
{
    Cell cell = textCell(scopeWord(scope));
    cell.scope = scopeStep(scope);
    return cell;
}

QString rowText(const CellRow& row)
{
    QStringList texts;
    for (const Cell& cell : row.cells)
        texts << cell.text;
    return texts.join(QLatin1Char('\t'));
}

QVariant cellData(const CellRow& row, int column, int role)
{
    if (role == KeyRole)
        return row.id;
    if (role == LinkedRole)
        return row.linked;
    if (role == Qt::AccessibleTextRole)
        return row.spoken.isEmpty() ? rowText(row).replace(QLatin1Char('\t'), QLatin1String(", ")) : row.spoken;
    if (column < 0 || column >= static_cast<int>(row.cells.size()))
        return {};
    const Cell& cell = row.cells[static_cast<std::size_t>(column)];
    switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::ToolTipRole: return cell.tip.isEmpty() ? QVariant() : QVariant(cell.tip);
    case Qt::TextAlignmentRole: return cell.right ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case KindRole: return cell.mark ? QVariant(static_cast<int>(*cell.mark)) : QVariant();
    case DetailRole: return cell.detail.isEmpty() ? QVariant() : QVariant(cell.detail);
    case GlyphRole: return cell.sign == Sign::None ? QVariant() : QVariant(static_cast<int>(cell.sign));
    case ScopeRole: return cell.scope > 0 ? QVariant(cell.scope) : QVariant();
    case QuietRole: return cell.quiet;
    case FixedRole: return cell.fixed;
    case HueRole: return cell.tint ? QVariant(static_cast<int>(*cell.tint)) : QVariant();
    case RailRole: return cell.rail ? QVariant(static_cast<int>(*cell.rail)) : QVariant();
    default: return {};
    }
}

QVariant CellTableModel::data(const QModelIndex& index, int role) const
{
    const CellRow* row = rowAt(index.row());
    return row && index.isValid() ? cellData(*row, index.column(), role) : QVariant();
}

QVariant CellTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount({}))
        return {};
    if (role == Qt::DisplayRole)
        return headerText(section);
    if (role == Qt::TextAlignmentRole)
        return int((rightAligned(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

void CellTableModel::setLinked(const QString& id)
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool linked = !id.isEmpty() && m_rows[i].id == id;
        if (m_rows[i].linked == linked)
            continue;
        m_rows[i].linked = linked;
        const int at = static_cast<int>(i);
        Q_EMIT dataChanged(index(at, 0), index(at, columnCount({}) - 1), {LinkedRole});
    }
}

} // namespace countersign::models
