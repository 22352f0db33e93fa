#include "engine/preparation.h"

#include "engine/base/digest.h"
#include "engine/base/glob.h"
#include "engine/plan/codes.h"
#include "engine/registry/codes.h"
#include "engine/registry/slots.h"

#include <algorithm>

namespace countersign {

std::optional<base::Error> Preparation::pinnedDifference(const domain::Tool& tool, const std::string& resource,
                                                            std::map<std::string, std::string>& digests) const
{
    if (tool.pinned.empty())
        return std::nullopt;
    std::map<std::string, std::string> now;
    if (const auto tree = m_trees.find(resource); tree != m_trees.end())
        for (const plan::TreeEntry& entry : tree->second.entries)
            for (const std::string& glob : tool.pinned)
                if (base::matchesGlob(glob, entry.path))
                    now.emplace(entry.path, entry.mode == "120000" ? "link" : entry.digest);
    const std::map<std::string, std::string> imported = m_registry.pinned(tool.name, resource);
    digests.insert(imported.begin(), imported.end());
    std::string differing;
    // A glob that names nothing pins nothing: the file may be ignored, missing or behind a link, and be edited freely.
    for (const std::string& glob : tool.pinned)
        if (std::none_of(imported.begin(), imported.end(), [&](const auto& file) { return base::matchesGlob(glob, file.first); }))
            differing += (differing.empty() ? "" : ", ") + glob + " (nothing was pinned by it)";
    if (now == imported && differing.empty())
        return std::nullopt;
    for (const auto& [path, digest] : now)
        if (const auto it = imported.find(path); it == imported.end() || it->second != digest)
            differing += (differing.empty() ? "" : ", ") + path + (it == imported.end() ? " (new)" : " (changed)");
    for (const auto& [path, digest] : imported)
        if (!now.contains(path))
            differing += (differing.empty() ? "" : ", ") + path + " (missing)";
    return base::Error(plan::codes::DefinitionChanged, "pinned files of " + tool.name + " in " + resource + " differ from what was imported: " + differing);
}

plan::PlannedValidation Preparation::of(const domain::ResolvedAttachment& attachment) const
{
    plan::PlannedValidation out = call(attachment.attachment.validation, attachment.attachment.resource, attachment.args);
    out.attachment = attachment;
    if (out.chain.empty() || out.chain.front().validation)
        return out;
    out.chain.clear();
    out.broken = base::Error(plan::codes::ValidationNotRegistered, attachment.attachment.validation + " is not registered as a validation");
    return out;
}

plan::PlannedValidation Preparation::call(const std::string& tool, const std::string& resource, const domain::Json& args) const
{
    plan::PlannedValidation out;
    out.attachment.attachment.validation = tool;
    out.attachment.attachment.resource = resource;
    out.attachment.args = args;
    if (!resource.empty())
        findResource(out, resource);
    const auto chain = registry::wrapChain(tool, m_registry.lookup());
    if (!chain) {
        out.broken = base::Error(plan::codes::ValidationNotRegistered, tool + " can't be run: " + chain.error().text());
        return out;
    }
    std::map<std::string, std::string> pinned;
    for (const domain::Tool* each : *chain) {
        out.chain.push_back(*each);
        if (out.installHint.empty())
            out.installHint = each->installHint;
        if (resource.empty() && !each->pinned.empty() && !out.broken)
            out.broken = base::Error(plan::codes::WorkTreeUnreadable, each->name + " has pinned files, so it can be called on a resource only");
        if (auto difference = pinnedDifference(*each, resource, pinned); difference && !out.broken)
            out.broken = std::move(difference);
    }
    if (const auto& validation = out.chain.front().validation) {
        out.mode = validation->mode;
        out.volatilePointers = validation->volatilePointers;
    }
    if (const auto definition = registry::definition(tool, m_registry.lookup(), pinned))
        out.definitionDigest = registry::definitionDigest(*definition);
    auto arguments = registry::argumentsFor(tool, args, m_registry.lookup());
    if (arguments)
        out.rootArguments = std::move(*arguments);
    else if (!out.broken)
        out.broken = arguments.error();
    if (const auto effective = registry::effectiveTool(tool, m_registry.lookup())) {
        out.timeout = effective->timeout;
        if (auto filled = fillSlots(out, *effective); !filled && !out.broken)
            out.broken = std::move(filled.error());
    }
    return out;
}

void Preparation::findResource(plan::PlannedValidation& out, const std::string& name) const
{
    if (const auto found = located(name)) {
        out.resource = found->resource;
        out.borrowedObjects = found->borrowedObjects;
    }
    if (const auto tree = m_trees.find(name); tree != m_trees.end())
        out.treeDigest = tree->second.digest;
    else
        out.broken = base::Error(plan::codes::WorkTreeUnreadable, name + " is no resource of this plan's projects, so it was not read");
}

std::optional<plan::BoundSlot> Preparation::located(const std::string& name) const
{
    const domain::Resource* resource = m_registry.resource(name);
    if (resource == nullptr)
        return std::nullopt;
    plan::BoundSlot out{{}, workedOn(*resource, m_copies), {}};
    for (const domain::WorkCopy& copy : m_copies)
        if (copy.resource == name)
            out.borrowedObjects = copy.objects;
    return out;
}

base::Result<void> Preparation::fillSlots(plan::PlannedValidation& out, const registry::EffectiveTool& tool) const
{
    const std::string& contextual = out.attachment.attachment.resource;
    CS_TRY(registry::contextFits(tool.resourceSlots, m_registry.resource(contextual), tool.tool.name));
    const domain::Json& args = registry::slotArguments(tool, out.attachment.args, out.rootArguments);
    domain::Json trees{{contextual, out.treeDigest}};
    for (const domain::ResourceSlot& slot : domain::slotsOf(tool.resourceSlots)) {
        const std::string name = registry::nameFor(slot, contextual, args);
        auto found = name.empty() ? std::nullopt : located(name);
        const bool fitting = found && registry::fits(slot, found->resource);
        if (!fitting && !slot.required && (name.empty() || slot.binding == domain::SlotBinding::Contextual))
            continue;
        if (!fitting)
            return base::fail(registry::codes::SlotMismatch, "the slot " + slot.name + " of " + tool.tool.name + " can't be filled with " +
                                                                 (name.empty() ? "nothing" : name + (found ? ", a " + std::string(domain::toText(found->resource.kind)) : ", which is not registered")));
        const auto tree = m_trees.find(name);
        if (tree == m_trees.end())
            return base::fail(plan::codes::WorkTreeUnreadable, name + ", for the slot " + slot.name + ", is no resource of this plan's projects");
        trees[name] = tree->second.digest;
        found->slot = slot.name;
        out.slots.push_back(std::move(*found));
    }
    if (trees.size() > 1)
        out.treeDigest = base::sha256Hex(base::canonical(trees));
    return {};
}

} // namespace countersign
