#include "engine/import_difference.h"

#include "engine/base/digest.h"
#include "engine/base/json.h"

#include <array>
#include <set>

namespace countersign {

namespace {

constexpr std::array<std::string_view, 4> effects{"added", "changed", "removed", "left as it is"};

std::string_view effectOf(const ImportItem* item)
{
    return item == nullptr ? effects[3] : effects[static_cast<std::size_t>(item->change)];
}

std::string contentOf(const ImportItem* item)
{
    if (item == nullptr || item->change == ImportItem::Change::Same)
        return {};
    domain::Json fields = domain::Json::array();
    for (const FieldChange& field : item->fields)
        fields.push_back(domain::Json::array({field.pointer, field.before, field.after}));
    return base::canonical(fields);
}

using Items = std::map<std::string, const ImportItem*>;

Items byName(const std::vector<ImportItem>& items)
{
    Items out;
    for (const ImportItem& item : items)
        out.emplace(item.kind + " " + item.name, &item);
    return out;
}

const ImportItem* in(const Items& items, const std::string& name)
{
    const auto found = items.find(name);
    return found == items.end() ? nullptr : found->second;
}

void compare(const std::map<std::string, std::string>& before, const std::map<std::string, std::string>& after, std::vector<std::string>& out)
{
    for (const auto& [name, digest] : before) {
        const auto found = after.find(name);
        if (found == after.end())
            out.push_back(name + " is gone");
        else if (found->second != digest)
            out.push_back(name + " changed");
    }
    for (const auto& [name, digest] : after)
        if (!before.contains(name))
            out.push_back(name + " is new");
}

} // namespace

std::string importDigest(const std::string& filesDigest, const std::vector<store::PinnedFile>& pinned)
{
    if (pinned.empty())
        return filesDigest;
    std::set<domain::Json> rows;
    for (const store::PinnedFile& file : pinned)
        rows.insert(domain::Json::array({file.tool, file.resource, file.path, file.digest}));
    return base::sha256Hex(base::canonical({{"files", filesDigest}, {"pinned", domain::Json(rows)}}));
}

std::map<std::string, std::string> filesOf(const registry::ImportSet& set)
{
    std::map<std::string, std::string> out;
    for (const registry::ImportFile& file : set.files)
        out.emplace(file.name, base::sha256Hex(file.bytes));
    return out;
}

std::map<std::string, std::string> partsOf(const std::vector<store::PinnedFile>& pinned)
{
    std::map<std::string, std::string> out;
    for (const store::PinnedFile& file : pinned)
        out.emplace(file.tool + " in " + file.resource + ": " + file.path, file.digest);
    return out;
}

std::vector<std::string> changedParts(const ImportReview& reviewed, const ImportReview& now)
{
    std::vector<std::string> out;
    compare(reviewed.files, now.files, out);
    if (reviewed.preview.problems.empty() && now.preview.problems.empty())
        compare(reviewed.pinned, now.pinned, out);
    return out;
}

std::vector<std::string> changedEffects(const std::vector<ImportItem>& reviewed, const std::vector<ImportItem>& now)
{
    const Items before = byName(reviewed);
    const Items after = byName(now);
    std::vector<std::string> out;
    std::set<std::string> names;
    for (const auto& [name, item] : before)
        names.insert(name);
    for (const auto& [name, item] : after)
        names.insert(name);
    for (const std::string& name : names) {
        const ImportItem* was = in(before, name);
        const ImportItem* is = in(after, name);
        if (effectOf(was) != effectOf(is))
            out.push_back(name + " was to be " + std::string(effectOf(was)) + ", would now be " + std::string(effectOf(is)));
        else if (contentOf(was) != contentOf(is))
            out.push_back(name + " would now be " + std::string(effectOf(is)) + " in another way");
    }
    return out;
}

std::string firstOf(const std::vector<std::string>& words)
{
    constexpr std::size_t most = 6;
    std::string out;
    for (std::size_t i = 0; i < words.size() && i < most; ++i)
        out += (i == 0 ? "" : "; ") + words[i];
    if (words.size() > most)
        out += "; and " + std::to_string(words.size() - most) + " more";
    return out;
}

} // namespace countersign
