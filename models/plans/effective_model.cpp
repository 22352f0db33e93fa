#include "models/plans/effective_model.h"

#include "models/text.h"

namespace countersign::models {

namespace {

Cell stateCell(const domain::ResolvedAttachment& item, const std::vector<domain::ValidationResult>& results, bool running)
{
    for (const auto& result : results)
        if (result.attachment == item.attachment.id)
            return markCell(markOf(result.severity()));
    return running ? markCell(Mark::Running) : markCell(Mark::Queued, EffectiveModel::tr("not run yet"));
}

} // namespace

CellRow EffectiveModel::row(const domain::ResolvedAttachment& item, const std::map<std::string, domain::Mode>& modes, Cell state)
{
    const domain::Attachment& a = item.attachment;
    const auto mode = modes.find(a.validation);
    CellRow out;
    out.id = plain(a.id.value);
    const bool dim = item.state != domain::ResolvedAttachment::State::Effective;
    Cell name = dim ? quietCell(shown(a.validation)) : textCell(shown(a.validation));
    name.tip = argumentsText(item.args);
    Cell why = quietCell(shown(item.why));
    why.tip = shown(item.why) + QLatin1Char('\n') + shown(item.whatChanges);
    out.cells = {std::move(state), std::move(name), quietCell(mode == modes.end() ? tr("not registered") : modeWord(mode->second)),
                 scopeCell(domain::scopeText(a.scope)), textCell(shown(a.resource)), fixedCell(handle(a.id.value), plain(a.id.value)), std::move(why)};
    return out;
}

void EffectiveModel::setPlan(const domain::Resolution& resolution, const std::map<std::string, domain::Mode>& modes,
                             const std::vector<domain::ValidationResult>& results, bool running)
{
    std::vector<TreeRow> tree;
    for (const auto& item : resolution.effective) {
        TreeRow node{row(item, modes, stateCell(item, results, running)), {}};
        for (const auto& other : resolution.shadowed)
            if (other.shadowedBy == item.attachment.id)
                node.children.push_back(row(other, modes, markCell(Mark::Shadowed)));
        tree.push_back(std::move(node));
    }
    applyTree(std::move(tree));
}

QString EffectiveModel::headerText(int column) const
{
    switch (static_cast<Column>(column)) {
    case State: return tr("State");
    case Validation: return tr("Validation");
    case Mode: return tr("Mode");
    case Scope: return tr("Scope");
    case Resource: return tr("Resource");
    case Id: return tr("Id");
    case Why: return tr("Why it applies");
    case ColumnCount: break;
    }
    return {};
}

} // namespace countersign::models
