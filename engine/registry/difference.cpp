#include "engine/registry/difference.h"

#include "engine/registry/yaml.h"

#include <map>
#include <optional>

namespace countersign::registry {

using domain::Json;

namespace {

void compare(const Json& before, const Json& after, const std::string& pointer, std::vector<FieldChange>& out)
{
    if (before == after && base::canonical(before) == base::canonical(after))
        return;
    if (!before.is_object() || !after.is_object()) {
        out.push_back({pointer, before, after});
        return;
    }
    Json names = before;
    names.update(after);
    for (const auto& [name, ignored] : names.items()) {
        const auto member = [key = name](const Json& object) { return object.contains(key) ? object.at(key) : Json(nullptr); };
        compare(member(before), member(after), childPointer(pointer, name), out);
    }
}

Json attachmentJson(const domain::Attachment& attachment)
{
    Json out{{"validation", attachment.validation}, {"resource", attachment.resource}, {"args", attachment.args}};
    if (const auto* project = std::get_if<domain::ProjectScope>(&attachment.scope))
        out["project"] = project->project;
    return out;
}

struct Entry
{
    std::string kind{}; ///< for people: tool or validation
    Json json{};
};
using Entries = std::map<Key, Entry>;

template <typename Source>
Entries entriesOf(const Source& source)
{
    Entries out;
    for (const auto& each : source.projects)
        out[{"project", each.name}] = {"project", domain::toJson(each)};
    for (const auto& each : source.resources)
        out[{"resource", each.name}] = {"resource", domain::toJson(each)};
    for (const auto& each : source.actors)
        out[{"actor", each.name}] = {"actor", domain::toJson(each)};
    for (const auto& each : source.servers)
        out[{"server", each.name}] = {"server", domain::toJson(each)};
    for (const auto& each : source.skills)
        out[{"skill", each.name}] = {"skill", domain::toJson(each)};
    for (const auto& each : source.graphs)
        out[{"graph", each.name}] = {"graph", domain::toJson(each)};
    for (const auto& each : source.tools)
        out[{"tool", each.name}] = {std::string(domain::toText(each.type())), domain::toJson(each)};
    for (const auto& each : source.attachments)
        if (!std::holds_alternative<domain::PlanScope>(each.scope))
            out[{"attachment", attachmentName(each)}] = {"attachment", attachmentJson(each)};
    return out;
}

Key keyOf(const Origin& origin) { return {origin.kind == "validation" ? "tool" : origin.kind, origin.name}; }

ImportItem proposed(const Origin& origin, const Entry& after, const Entries& current)
{
    ImportItem item{ImportItem::Change::Added, after.kind, origin.name, origin.place.file, {}};
    const auto before = current.find(keyOf(origin));
    item.fields = differences(before == current.end() ? Json::object() : before->second.json, after.json);
    if (before != current.end())
        item.change = item.fields.empty() ? ImportItem::Change::Same : ImportItem::Change::Changed;
    return item;
}

} // namespace

std::vector<FieldChange> differences(const Json& before, const Json& after)
{
    std::vector<FieldChange> out;
    compare(before, after, "", out);
    return out;
}

std::vector<ImportItem> preview(const Current& current, const ParsedRegistry& parsed)
{
    const Entries before = entriesOf(current);
    const Entries after = entriesOf(parsed);
    std::vector<ImportItem> out;
    for (const Origin& origin : parsed.origins)
        if (const auto entry = after.find(keyOf(origin)); entry != after.end())
            out.push_back(proposed(origin, entry->second, before));
    for (const Key& key : current.importedHere) {
        const auto gone = before.find(key);
        if (gone != before.end() && after.count(key) == 0)
            out.push_back({ImportItem::Change::Removed, gone->second.kind, key.second, "", differences(gone->second.json, Json::object())});
    }
    return out;
}

} // namespace countersign::registry
