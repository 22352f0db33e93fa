#include "models/attachments/attachment_models.h"

#include "models/text.h"

namespace countersign::models {

namespace {

Sign signOf(domain::ResourceKind kind)
{
    switch (kind) {
    case domain::ResourceKind::Git: return Sign::Repository;
    case domain::ResourceKind::Directory: return Sign::Folder;
    case domain::ResourceKind::File: return Sign::File;
    }
    return Sign::File;
}

std::int64_t attachedTo(const RegistrySnapshot& snapshot, const std::string& resource)
{
    return std::count_if(snapshot.attachments.begin(), snapshot.attachments.end(),
                         [&resource](const domain::Attachment& a) { return a.resource == resource; });
}

CellRow resourceRow(const RegistrySnapshot& snapshot, const domain::Resource& resource, const QString& parent)
{
    Cell name = textCell(shown(resource.name));
    name.sign = signOf(resource.kind);
    name.tip = shown(resource.path);
    const std::int64_t count = attachedTo(snapshot, resource.name);
    Cell number = quietCell(count == 0 ? QString() : models::number(count));
    number.right = true;
    CellRow row;
    row.id = parent + QLatin1Char('\n') + plain(resource.name);
    row.cells = {std::move(name), std::move(number)};
    row.spoken = ResourceTreeModel::tr("%1, %2 attachments").arg(shown(resource.name)).arg(count);
    return row;
}

CellRow projectRow(const QString& id, const QString& title, Sign sign)
{
    Cell name = textCell(title);
    name.sign = sign;
    CellRow row;
    row.id = id;
    row.cells = {std::move(name), Cell{}};
    return row;
}

} // namespace

std::map<std::string, domain::Mode> RegistrySnapshot::modes() const
{
    std::map<std::string, domain::Mode> out;
    for (const RegisteredTool& entry : tools)
        if (entry.tool.validation)
            out[entry.tool.name] = entry.tool.validation->mode;
    return out;
}

const RegisteredTool* RegistrySnapshot::tool(const std::string& name) const
{
    const auto found = std::find_if(tools.begin(), tools.end(), [&name](const RegisteredTool& t) { return t.tool.name == name; });
    return found == tools.end() ? nullptr : &*found;
}

void ResourceTreeModel::setSnapshot(const RegistrySnapshot& snapshot, const QString& filter)
{
    const auto matches = [&filter](const std::string& name) { return filter.isEmpty() || shown(name).contains(filter, Qt::CaseInsensitive); };
    std::vector<TreeRow> tree;
    QSet<QString> linked;
    for (const domain::Project& project : snapshot.projects) {
        TreeRow node{projectRow(QStringLiteral("project:") + plain(project.name), shown(project.name), Sign::Project), {}};
        for (const domain::Resource& resource : snapshot.resources) {
            if (std::find(project.resources.begin(), project.resources.end(), resource.name) == project.resources.end())
                continue;
            linked.insert(plain(resource.name));
            if (matches(resource.name))
                node.children.push_back(resourceRow(snapshot, resource, node.row.id));
        }
        if (!node.children.empty() || filter.isEmpty())
            tree.push_back(std::move(node));
    }
    TreeRow rest{projectRow(QStringLiteral("none:"), tr("Not linked to a project"), Sign::Folder), {}};
    for (const domain::Resource& resource : snapshot.resources)
        if (!linked.contains(plain(resource.name)) && matches(resource.name))
            rest.children.push_back(resourceRow(snapshot, resource, rest.row.id));
    if (!rest.children.empty())
        tree.push_back(std::move(rest));
    applyTree(std::move(tree));
}

QString ResourceTreeModel::resourceOf(const QModelIndex& index) { return index.data(KeyRole).toString().section(QLatin1Char('\n'), 1); }

QString ResourceTreeModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case Name: return tr("Resource");
    case Count: return tr("Attachments");
    case ColumnCount: break;
    }
    return {};
}

void AttachmentModel::setResource(const RegistrySnapshot& snapshot, const QString& resource, const QString& scope,
                                  const std::map<std::string, QString>& titles)
{
    const auto modes = snapshot.modes();
    std::vector<CellRow> rows;
    for (const domain::Attachment& a : snapshot.attachments) {
        const std::string_view own = domain::scopeText(a.scope);
        if (plain(a.resource) != resource || (!scope.isEmpty() && plain(own) != scope))
            continue;
        const auto mode = modes.find(a.validation);
        const std::string target = domain::scopeTarget(a.scope);
        const auto title = titles.find(target);
        Cell validation = textCell(shown(a.validation));
        Cell modeOf = quietCell(mode == modes.end() ? tr("not registered") : modeWord(mode->second));
        if (mode == modes.end())
            modeOf.mark = Mark::Error;
        CellRow row;
        row.id = plain(a.id.value);
        row.cells = {std::move(validation), std::move(modeOf), scopeCell(own),
                     target.empty() ? quietCell(tr("wherever the resource is used")) : textCell(title == titles.end() ? shown(target) : title->second),
                     a.args.empty() ? quietCell(argumentsText(a.args)) : fixedCell(argumentsText(a.args), argumentsText(a.args)),
                     fixedCell(handle(a.id.value), plain(a.id.value)), fixedCell(clockOrDate(a.createdAt, nowMs()), fullTime(a.createdAt))};
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const CellRow& x, const CellRow& y) { return x.cells[Validation].text < y.cells[Validation].text; });
    applyRows(std::move(rows));
}

QString AttachmentModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case Validation: return tr("Validation");
    case Mode: return tr("Mode");
    case Scope: return tr("Scope");
    case AppliesTo: return tr("Applies to");
    case Arguments: return tr("Arguments");
    case Id: return tr("Id");
    case Attached: return tr("Attached");
    case ColumnCount: break;
    }
    return {};
}

void ResolverModel::setResolution(const domain::Resolution& resolution, const std::map<std::string, domain::Mode>& modes)
{
    m_resolution = resolution;
    m_modes = modes;
    fill();
}

void ResolverModel::setResourceBelow(bool below)
{
    if (std::exchange(m_resourceBelow, below) != below)
        fill();
}

void ResolverModel::fill()
{
    std::vector<CellRow> rows;
    std::size_t informational = 0;
    std::size_t missing = 0;
    const auto stateOf = [&](const domain::ResolvedAttachment& item) {
        using Resolved = domain::ResolvedAttachment::State;
        if (item.state != Resolved::Effective)
            return markCell(item.state == Resolved::Shadowed ? Mark::Shadowed : Mark::NotReached);
        const auto mode = m_modes.find(item.attachment.validation);
        if (mode == m_modes.end()) {
            ++missing;
            return markCell(Mark::Error, tr("stops"));
        }
        informational += mode->second == domain::Mode::Informational ? 1 : 0;
        Cell runs = textCell(tr("runs"));
        runs.sign = Sign::Check;
        runs.tint = Tint::Blue;
        return runs;
    };
    for (const auto* items : {&m_resolution.effective, &m_resolution.shadowed, &m_resolution.notReached})
        for (const auto& item : *items) {
            const domain::Attachment& a = item.attachment;
            const bool dim = item.state != domain::ResolvedAttachment::State::Effective;
            const auto cell = [dim](const std::string& text) { return dim ? quietCell(shown(text)) : textCell(shown(text)); };
            Cell words = cell(item.why);
            words.detail = shown(item.whatChanges);
            words.tip = words.text + QLatin1Char('\n') + words.detail;
            Cell validation = cell(a.validation);
            validation.detail = m_resourceBelow ? shown(a.resource) : item.args.empty() ? tr("no arguments") : argumentsText(item.args);
            validation.tip = tr("%1 on %2, arguments: %3").arg(shown(a.validation), shown(a.resource), argumentsText(item.args));
            CellRow row;
            row.id = plain(a.id.value);
            row.cells = {stateOf(item), std::move(validation), cell(a.resource), scopeCell(domain::scopeText(a.scope)), std::move(words)};
            row.spoken = tr("%1 on %2, arguments %3, %4: %5 %6").arg(shown(a.validation), shown(a.resource), argumentsText(item.args), row.cells[Scope].text, shown(item.why), shown(item.whatChanges));
            rows.push_back(std::move(row));
        }
    std::stable_sort(rows.begin(), rows.end(), [](const CellRow& x, const CellRow& y) { return x.cells[Validation].text < y.cells[Validation].text; });
    const std::size_t run = m_resolution.effective.size() - missing;
    m_summary = tr("%1 run: %2 required, %3 informational. %4 shadowed, %5 not reached.")
                    .arg(run).arg(run - informational).arg(informational).arg(m_resolution.shadowed.size()).arg(m_resolution.notReached.size());
    if (missing > 0)
        m_summary += QLatin1Char(' ') + counted(static_cast<std::int64_t>(missing), tr("1 is not registered and stops the run."), tr("%1 are not registered and stop the run."));
    applyRows(std::move(rows));
}

QString ResolverModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case State: return tr("In effect");
    case Validation: return tr("Validation");
    case Resource: return tr("Resource");
    case Scope: return tr("From scope");
    case Words: return tr("In words");
    case ColumnCount: break;
    }
    return {};
}

} // namespace countersign::models
