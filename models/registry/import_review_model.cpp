#include "models/registry/import_review_model.h"

#include "models/registry/import_words.h"
#include "models/text.h"

namespace countersign::models {

namespace {

constexpr std::size_t openAtOnce = 200; ///< changed registrations whose fields stand open from the start
using How = ImportItem::Change;

// Validations first: they decide. A kind that this version doesn't know comes last, as it is called.
const std::vector<std::string>& kindOrder()
{
    static const std::vector<std::string> order{"validation", "tool", "pinned file", "attachment", "project", "resource", "actor", "skill", "graph"};
    return order;
}

std::size_t kindRank(const std::string& kind)
{
    return static_cast<std::size_t>(std::find(kindOrder().begin(), kindOrder().end(), kind) - kindOrder().begin());
}

// What goes comes first.
int changeRank(How change)
{
    switch (change) {
    case How::Removed: return 0;
    case How::Changed: return 1;
    case How::Added: return 2;
    case How::Same: return 3;
    }
    return 3;
}

Cell changeCell(How change)
{
    Cell cell = textCell(changeWord(change));
    switch (change) {
    case How::Added:
        cell.sign = Sign::Add;
        cell.tint = Tint::Green;
        break;
    case How::Removed:
        cell.sign = Sign::Minus;
        cell.tint = Tint::Red;
        break;
    case How::Changed: cell.sign = Sign::Differs; break;
    case How::Same: cell.quiet = true; break;
    }
    return cell;
}

QString fieldCount(std::size_t n) { return counted(static_cast<std::int64_t>(n), ImportReviewModel::tr("1 field"), ImportReviewModel::tr("%1 fields")); }

QString itemKey(const ImportItem& item) { return plain(item.kind) + QLatin1Char('\n') + plain(item.name); }

Cell valueCell(const domain::Json& value)
{
    if (value.is_null())
        return quietCell(ImportReviewModel::tr("absent"));
    return fixedCell(valueLine(value));
}

} // namespace

int ImportReviewModel::add(int parent, int item, int field)
{
    const int id = static_cast<int>(m_nodes.size());
    std::vector<int>& siblings = parent < 0 ? m_top : m_nodes[static_cast<std::size_t>(parent)].children;
    const int place = static_cast<int>(siblings.size());
    siblings.push_back(id);
    m_nodes.push_back({parent, place, item, field, {}, {}});
    return id;
}

void ImportReviewModel::setItems(std::vector<ImportItem> items)
{
    beginResetModel();
    m_items = std::move(items);
    m_nodes.clear();
    m_top.clear();
    m_kinds.clear();
    std::map<std::pair<std::size_t, std::string>, std::vector<int>> kinds;
    for (std::size_t i = 0; i < m_items.size(); ++i)
        kinds[{kindRank(m_items[i].kind), m_items[i].kind}].push_back(static_cast<int>(i));
    for (auto& [kind, of] : kinds)
        addKind(kind.second, std::move(of));
    endResetModel();
}

void ImportReviewModel::addKind(const std::string& kind, std::vector<int> items)
{
    const auto item = [this](int i) -> const ImportItem& { return m_items[static_cast<std::size_t>(i)]; };
    std::stable_sort(items.begin(), items.end(), [&item](int a, int b) { return changeRank(item(a).change) < changeRank(item(b).change); });
    std::vector<const ImportItem*> of;
    for (const int i : items)
        of.push_back(&item(i));
    m_kinds.push_back({kind, countsOf(of)});
    const int top = add(-1);
    int rest = -1;
    for (const int i : items) {
        if (item(i).change == How::Same && rest < 0)
            rest = add(top);
        addItem(item(i).change == How::Same ? rest : top, i);
    }
}

void ImportReviewModel::addItem(int parent, int i)
{
    const int at = add(parent, i);
    const std::size_t fields = m_items[static_cast<std::size_t>(i)].fields.size();
    for (std::size_t f = 0; f < fields; ++f)
        add(at, i, static_cast<int>(f));
}

const ImportReviewModel::Kind& ImportReviewModel::kindOf(const Node& of) const
{
    const Node& top = of.parent < 0 ? of : m_nodes[static_cast<std::size_t>(of.parent)];
    return m_kinds[static_cast<std::size_t>(top.place)];
}

QString ImportReviewModel::keyOf(const Node& of) const
{
    if (of.item < 0)
        return plain(kindOf(of).name) + (of.parent < 0 ? QString() : QStringLiteral("\n\n"));
    const ImportItem& item = m_items[static_cast<std::size_t>(of.item)];
    return of.field < 0 ? itemKey(item) : itemKey(item) + QLatin1Char('\n') + plain(item.fields[static_cast<std::size_t>(of.field)].pointer);
}

const CellRow& ImportReviewModel::rowOf(const Node& of) const
{
    if (!of.row) {
        of.row = makeRow(of);
        of.row->id = keyOf(of);
    }
    return *of.row;
}

CellRow ImportReviewModel::makeRow(const Node& of) const
{
    CellRow row;
    if (of.item < 0) {
        const Kind& kind = kindOf(of);
        if (of.parent >= 0) {
            row.cells = {quietCell(tr("%1 unchanged").arg(number(kind.counts.same))), Cell{}, Cell{}, Cell{}, Cell{}};
            return row;
        }
        row.cells = {textCell(kindWords(kind.name)), Cell{}, quietCell(countsText(kind.counts)), Cell{}, Cell{}};
        row.spoken = tr("%1: %2").arg(kindWords(kind.name), countsText(kind.counts));
        return row;
    }
    const ImportItem& item = m_items[static_cast<std::size_t>(of.item)];
    if (of.field < 0)
        return itemRow(item);
    const FieldChange& field = item.fields[static_cast<std::size_t>(of.field)];
    row.cells = {fixedCell(shown(field.pointer)), Cell{}, valueCell(field.before), valueCell(field.after), Cell{}};
    row.spoken = tr("%1, registered %2, after the import %3").arg(row.cells[Name].text, row.cells[Before].text, row.cells[After].text);
    return row;
}

CellRow ImportReviewModel::itemRow(const ImportItem& item) const
{
    const QString fields = fieldCount(item.fields.size());
    CellRow row;
    Cell before;
    Cell after;
    switch (item.change) {
    case How::Added:
        before = quietCell(tr("absent"));
        after = quietCell(fields);
        break;
    case How::Changed: after = quietCell(counted(static_cast<std::int64_t>(item.fields.size()), tr("1 field differs"), tr("%1 fields differ"))); break;
    case How::Removed:
        before = quietCell(fields);
        after = quietCell(tr("absent"));
        break;
    case How::Same: break;
    }
    row.cells = {textCell(shown(item.name)), changeCell(item.change), std::move(before), std::move(after), quietCell(shown(item.file))};
    row.cells[Name].tip = shown(item.name);
    row.spoken = tr("%1 %2, %3, %4").arg(kindWord(item.kind), shown(item.name), changeWord(item.change), fields);
    return row;
}

const ImportReviewModel::Node* ImportReviewModel::node(const QModelIndex& index) const
{
    return index.isValid() ? &m_nodes[static_cast<std::size_t>(index.internalId())] : nullptr;
}

QModelIndex ImportReviewModel::indexAt(int at) const { return createIndex(m_nodes[static_cast<std::size_t>(at)].place, 0, static_cast<quintptr>(at)); }

QModelIndex ImportReviewModel::index(int row, int column, const QModelIndex& parentIndex) const
{
    const std::vector<int>& rows = parentIndex.isValid() ? node(parentIndex)->children : m_top;
    if (row < 0 || row >= static_cast<int>(rows.size()) || column < 0 || column >= ColumnCount)
        return {};
    return createIndex(row, column, static_cast<quintptr>(rows[static_cast<std::size_t>(row)]));
}

QModelIndex ImportReviewModel::parent(const QModelIndex& child) const
{
    const Node* of = node(child);
    return of == nullptr || of->parent < 0 ? QModelIndex() : indexAt(of->parent);
}

int ImportReviewModel::rowCount(const QModelIndex& parentIndex) const
{
    if (parentIndex.column() > 0)
        return 0;
    return static_cast<int>(parentIndex.isValid() ? node(parentIndex)->children.size() : m_top.size());
}

QVariant ImportReviewModel::data(const QModelIndex& index, int role) const
{
    const Node* of = node(index);
    if (of == nullptr)
        return {};
    return role == KeyRole ? QVariant(keyOf(*of)) : cellData(rowOf(*of), index.column(), role);
}

QVariant ImportReviewModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Name: return tr("Registration, field");
    case Change: return tr("Change");
    case Before: return tr("Registered now");
    case After: return tr("After the import");
    case File: return tr("File");
    case ColumnCount: break;
    }
    return {};
}

ImportReviewModel::Detail ImportReviewModel::detail(const QModelIndex& index) const
{
    const Node* of = node(index);
    if (of == nullptr || of->item < 0)
        return {};
    const ImportItem& item = m_items[static_cast<std::size_t>(of->item)];
    Detail out;
    out.title = tr("%1 %2, %3").arg(kindWord(item.kind), shown(item.name), changeWord(item.change));
    if (of->field >= 0) {
        const FieldChange& field = item.fields[static_cast<std::size_t>(of->field)];
        return {tr("%1 of %2 %3").arg(shown(field.pointer), kindWord(item.kind), shown(item.name)), valueText(field.before), valueText(field.after),
                !field.before.is_null(), !field.after.is_null()};
    }
    out.existedBefore = item.change != How::Added;
    out.existsAfter = item.change != How::Removed;
    for (const FieldChange& field : item.fields) {
        if (!field.before.is_null())
            out.before += shown(field.pointer) + QStringLiteral(": ") + valueText(field.before) + QLatin1Char('\n');
        if (!field.after.is_null())
            out.after += shown(field.pointer) + QStringLiteral(": ") + valueText(field.after) + QLatin1Char('\n');
    }
    return out;
}

QString ImportReviewModel::rowText(const QModelIndex& index) const
{
    const Node* of = node(index);
    if (of == nullptr)
        return {};
    const QString own = models::rowText(rowOf(*of));
    return of->field < 0 ? own : models::rowText(rowOf(m_nodes[static_cast<std::size_t>(of->parent)])) + QLatin1Char('\n') + own;
}

QModelIndex ImportReviewModel::indexOf(const QString& key) const
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        if (keyOf(m_nodes[i]) == key)
            return indexAt(static_cast<int>(i));
    return {};
}

bool ImportReviewModel::isKind(const QModelIndex& index) const { return node(index) != nullptr && node(index)->parent < 0; }

QModelIndexList ImportReviewModel::openFromTheStart() const
{
    QModelIndexList out;
    const auto changed = static_cast<std::size_t>(countsOf(m_items).changed);
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Node& each = m_nodes[i];
        const How change = each.item < 0 ? How::Same : m_items[static_cast<std::size_t>(each.item)].change;
        const bool kindWithChanges = each.parent < 0 && !each.children.empty() && m_nodes[static_cast<std::size_t>(each.children.front())].item >= 0;
        if (kindWithChanges || (each.field < 0 && change == How::Changed && changed <= openAtOnce))
            out << indexAt(static_cast<int>(i));
    }
    return out;
}

QModelIndex ImportReviewModel::firstChange() const
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        if (m_nodes[i].item >= 0 && m_items[static_cast<std::size_t>(m_nodes[i].item)].change != How::Same)
            return indexAt(static_cast<int>(i));
    return {};
}

} // namespace countersign::models
