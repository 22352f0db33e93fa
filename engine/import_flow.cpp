#include "engine/import_flow.h"

#include "engine/codes.h"
#include "engine/mcpclient/client.h"
#include "engine/registry/codes.h"
#include "engine/runner/transform.h"

#include <algorithm>
#include <set>

namespace countersign {

namespace {

std::string sourceOf(const std::filesystem::path& directory) { return std::filesystem::absolute(directory).lexically_normal().string(); }

std::string allLines(const std::vector<base::Error>& problems)
{
    std::string out = std::to_string(problems.size()) + (problems.size() == 1 ? " problem" : " problems");
    for (const base::Error& problem : problems)
        out += "\n  " + problem.text();
    return out;
}

base::Failure changed(const std::string& what)
{
    return base::fail(base::Error(codes::ImportChanged, what).advise("Review it again; nothing was imported."));
}

registry::Current currentOf(const RegistryView& view, const std::vector<domain::ActorDefinition>& actors,
                            const std::vector<std::pair<std::string, std::string>>& here)
{
    registry::Current out;
    for (const auto& [name, project] : view.projects())
        out.projects.push_back(project);
    for (const auto& [name, resource] : view.resources())
        out.resources.push_back(resource);
    out.tools = view.registeredTools();
    for (const auto& [name, server] : view.servers())
        out.servers.push_back(server);
    for (const auto& [name, row] : view.skills())
        out.skills.push_back(row.skill);
    for (const auto& [name, graph] : view.graphs())
        out.graphs.push_back(graph);
    out.actors = actors;
    std::map<std::string, std::string> attachmentNames;
    for (const domain::Attachment& attachment : view.attachments())
        if (!std::holds_alternative<domain::PlanScope>(attachment.scope)) {
            out.attachments.push_back(attachment);
            attachmentNames.emplace(attachment.id.value, registry::attachmentName(attachment));
        }
    for (const auto& [kind, name] : here)
        if (kind == "attachment")
            out.importedHere.insert({kind, attachmentNames.contains(name) ? attachmentNames.at(name) : name});
        else
            out.importedHere.insert({kind == "validation" ? "tool" : kind, name});
    return out;
}

/// The resources as they stand after the import.
std::map<std::string, domain::Resource> resourcesAfter(const RegistryView& view, const registry::ParsedRegistry& parsed)
{
    std::map<std::string, domain::Resource> out = view.resources();
    for (const domain::Resource& resource : parsed.resources)
        out[resource.name] = resource;
    return out;
}

/// Pinned files that differ from what was imported: importing again accepts them, so they are shown with the rest.
void addPinnedChanges(const RegistryView& view, const registry::ParsedRegistry& parsed, const std::vector<store::PinnedFile>& now,
                      std::vector<ImportItem>& items)
{
    for (const domain::Tool& tool : parsed.tools) {
        if (view.tool(tool.name) == nullptr)
            continue;
        std::map<std::pair<std::string, std::string>, std::pair<std::string, std::string>> files;
        for (const auto& [name, resource] : view.resources())
            for (const auto& [path, digest] : view.pinned(tool.name, name))
                files[{name, path}].first = digest;
        for (const store::PinnedFile& file : now)
            if (file.tool == tool.name)
                files[{file.resource, file.path}].second = file.digest;
        for (const auto& [where, digests] : files)
            if (digests.first != digests.second)
                items.push_back({ImportItem::Change::Changed, "pinned file", tool.name + ", " + where.first + ": " + where.second, {},
                                 {{"/sha256", digests.first, digests.second}}});
    }
}

/// A validation that goes takes its attachments along, also those that no file ever held.
void addAttachmentsLost(const RegistryView& view, const registry::Current& current, ImportPreview& preview)
{
    std::vector<ImportItem> lost;
    for (const ImportItem& item : preview.items) {
        if (item.change != ImportItem::Change::Removed || item.kind != "validation")
            continue;
        int count = 0;
        for (const domain::Attachment& attachment : view.attachments()) {
            if (attachment.validation != item.name)
                continue;
            ++count;
            const auto* plan = std::get_if<domain::PlanScope>(&attachment.scope);
            const std::string name = registry::attachmentName(attachment);
            if (plan == nullptr && current.importedHere.contains({"attachment", name}))
                continue;
            const domain::Json gone{{"validation", attachment.validation}, {"resource", attachment.resource}, {"args", attachment.args}};
            lost.push_back({ImportItem::Change::Removed, "attachment", name + (plan == nullptr ? "" : " for plan " + plan->plan.value), {},
                            registry::differences(gone, domain::Json::object())});
        }
        if (count > 0)
            preview.warnings.push_back(base::Error(registry::codes::AttachmentsRemoved, "Removing " + item.name + " removes its " +
                                                       (count == 1 ? "attachment" : std::to_string(count) + " attachments") + " with it."));
    }
    preview.items.insert(preview.items.end(), lost.begin(), lost.end());
}

/// For the digest alone: no server is asked, what it listed at the import still stands.
registry::Checks asRegistered(const RegistryView& view)
{
    registry::Checks out;
    out.mcpSchema = [&view](const domain::Tool& tool) -> base::Result<base::Json> {
        const auto* row = view.tool(tool.name);
        return row != nullptr ? row->inputSchema : base::Json{{"type", "object"}, {"properties", base::Json::object()}, {"additionalProperties", false}};
    };
    return out;
}

std::set<registry::Key> toSave(const std::vector<ImportItem>& items)
{
    std::set<registry::Key> out;
    for (const ImportItem& item : items)
        if (item.change == ImportItem::Change::Added || item.change == ImportItem::Change::Changed)
            out.insert({item.kind == "validation" ? "tool" : item.kind, item.name});
    return out;
}

} // namespace

ImportFlow::ImportFlow(EngineCore& engine, registry::ImportSet set) : m_engine(engine), m_set(std::move(set)), m_source(sourceOf(m_set.workspace)) {}

base::Result<ImportFlow> ImportFlow::read(EngineCore& engine, const std::filesystem::path& directory)
{
    CS_ASSIGN(registry::ImportSet set, registry::readDirectory(directory));
    return ImportFlow(engine, std::move(set));
}

base::Result<ImportReview> ImportFlow::review()
{
    CS_ASSIGN(Examined seen, examine(Reading::Allowed, Looking::Whole));
    return std::move(seen.review);
}

base::Result<ImportReview> ImportFlow::digestOnly()
{
    CS_ASSIGN(Examined seen, examine(Reading::Allowed, Looking::DigestOnly));
    return std::move(seen.review);
}

registry::Checks ImportFlow::checks(Reading reading)
{
    registry::Checks out;
    out.isFile = [](const std::filesystem::path& path) {
        std::error_code error;
        return std::filesystem::is_regular_file(path, error);
    };
    auto host = m_engine.processHost();
    if (!host)
        return out;
    // Under the write lock nothing is started: every text was looked at when it was read.
    out.transform = [this, reading, host = *host](const std::string& text) -> base::Result<void> {
        if (const auto known = m_transforms.find(text); known != m_transforms.end() || reading == Reading::Done)
            return known != m_transforms.end() ? known->second : base::Result<void>();
        return m_transforms.emplace(text, runner::checkTransform(*host, text)).first->second;
    };
    out.mcpSchema = [this, reading](const domain::Tool& tool) { return askedSchema(tool, reading); };
    return out;
}

base::Result<base::Json> ImportFlow::askedSchema(const domain::Tool& tool, Reading reading)
{
    const std::string key = base::canonical(domain::toJson(tool));
    if (const auto known = m_schemas.find(key); known != m_schemas.end())
        return known->second;
    if (reading == Reading::Done)
        return changed("the tool " + tool.name + " was not asked for when its MCP server was");
    CS_ASSIGN(runner::ProcessHost* const host, m_engine.processHost());
    return m_schemas.emplace(key, mcpclient::schemaAsker(*host, m_engine.runtime().searchPath())(tool)).first->second;
}

base::Result<const ImportFlow::Files*> ImportFlow::filesOf(const domain::Resource& resource, Reading reading)
{
    const std::string key = base::canonical(domain::toJson(resource));
    auto known = m_trees.find(key);
    if (known == m_trees.end() && reading == Reading::Done)
        return changed("the resource " + resource.name + " was registered meanwhile, which may hold pinned files");
    if (known == m_trees.end()) {
        CS_ASSIGN(runner::ProcessHost* const host, m_engine.processHost());
        known = m_trees.emplace(key, std::nullopt).first;
        // A resource that can't be read now has no baseline.
        if (const auto tree = plan::readTree(resource, *host, m_engine.runtime().contentCache(), {})) {
            known->second.emplace();
            for (const plan::TreeEntry& entry : tree->entries)
                known->second->emplace(entry.path, entry.digest);
        }
    }
    return known->second ? &*known->second : nullptr;
}

base::Result<std::vector<store::PinnedFile>> ImportFlow::pinnedFiles(const RegistryView& view, const registry::ParsedRegistry& parsed, Reading reading)
{
    std::vector<store::PinnedFile> out;
    const auto resources = resourcesAfter(view, parsed);
    for (const domain::Tool& tool : parsed.tools) {
        if (tool.pinned.empty())
            continue;
        for (const auto& [name, resource] : resources) {
            CS_ASSIGN(const Files* const files, filesOf(resource, reading));
            if (files == nullptr)
                continue;
            for (const auto& [path, digest] : *files)
                if (std::any_of(tool.pinned.begin(), tool.pinned.end(), [&](const auto& glob) { return base::matchesGlob(glob, path); }))
                    out.push_back({tool.name, name, path, digest});
        }
    }
    return out;
}

base::Result<ImportFlow::Examined> ImportFlow::examine(Reading reading, Looking looking)
{
    store::Store& store = m_engine.store();
    Examined out;
    ImportPreview& preview = out.review.preview;
    preview.directory = m_set.workspace;
    preview.digest = preview.filesDigest = m_set.digest;
    CS_ASSIGN(const RegistryView view, RegistryView::load(store));
    CS_ASSIGN(const auto actors, store.actors());
    CS_ASSIGN(const auto here, store.importedFrom(m_source));
    const registry::Current current = currentOf(view, actors, here);
    auto parsed = registry::parse(m_set, current, looking == Looking::Whole ? checks(reading) : asRegistered(view));
    out.review.files = countersign::filesOf(m_set);
    if (!parsed) {
        preview.problems = std::move(parsed.error());
        return out;
    }
    out.parsed = std::move(*parsed);
    CS_ASSIGN(out.pinned, pinnedFiles(view, out.parsed, reading));
    out.review.pinned = partsOf(out.pinned);
    preview.digest = importDigest(m_set.digest, out.pinned);
    preview.warnings = out.parsed.warnings;
    preview.items = registry::preview(current, out.parsed);
    addPinnedChanges(view, out.parsed, out.pinned, preview.items);
    addAttachmentsLost(view, current, preview);
    return out;
}

base::Result<ImportPreview> ImportFlow::write(const std::string& expected, const ImportReview* known)
{
    CS_ASSIGN(const Examined before, examine(Reading::Allowed, Looking::Whole));
    const ImportPreview& first = before.review.preview;
    const bool wasGood = known != nullptr && known->preview.problems.empty();
    const auto differing = known != nullptr ? changedParts(*known, before.review) : std::vector<std::string>();
    if (!differing.empty())
        return changed("since it was reviewed: " + firstOf(differing));
    if (!first.problems.empty() && wasGood)
        return changed("the registry changed since it was reviewed, and the files don't go with it any more: " + allLines(first.problems));
    if (!first.problems.empty())
        return base::fail(base::Error(codes::ImportInvalid, allLines(first.problems)).advise("Correct the files; nothing was imported."));
    if (!expected.empty() && expected != first.digest)
        return changed("the files have the digest " + first.digest + ", " + expected + " was reviewed");
    CS_ASSIGN(auto transaction, m_engine.store().begin());
    CS_ASSIGN(Examined now, examine(Reading::Done, Looking::Whole));
    if (!now.review.preview.problems.empty())
        return changed("the registry changed meanwhile, and the files don't go with it any more: " + allLines(now.review.preview.problems));
    if (now.review.preview.digest != first.digest)
        return changed("the registry changed meanwhile: " + firstOf(changedParts(before.review, now.review)));
    const auto effects = wasGood ? changedEffects(known->preview.items, now.review.preview.items) : std::vector<std::string>();
    if (!effects.empty())
        return changed("the registry changed since it was reviewed: " + firstOf(effects));
    CS_TRY(requireNothingRuns(now));
    CS_TRY(store(now));
    CS_TRY(transaction.commit());
    return std::move(now.review.preview);
}

base::Result<void> ImportFlow::requireNothingRuns(const Examined& now)
{
    CS_ASSIGN(const RegistryView before, RegistryView::load(m_engine.store()));
    for (const ImportItem& item : now.review.preview.items)
        if (item.change == ImportItem::Change::Removed && item.kind == "validation")
            CS_TRY(m_engine.requireNoRunOf(before, item.name));
    return {};
}

base::Result<void> ImportFlow::store(Examined& now)
{
    store::Store& store = m_engine.store();
    ImportPreview& preview = now.review.preview;
    const std::set<registry::Key> changes = toSave(preview.items);
    for (const domain::Resource& resource : now.parsed.resources)
        if (changes.contains({"resource", resource.name}))
            CS_TRY(store.save(resource, m_source));
    for (const domain::ActorDefinition& actor : now.parsed.actors)
        if (changes.contains({"actor", actor.name}))
            CS_TRY(store.save(actor, m_source));
    for (const domain::McpServer& server : now.parsed.servers)
        if (changes.contains({"server", server.name}))
            CS_TRY(store.save(server, m_source));
    for (const domain::Tool& tool : now.parsed.tools) {
        if (changes.contains({"tool", tool.name}))
            CS_TRY(store.save(tool, m_source));
        std::vector<store::PinnedFile> pinned;
        std::copy_if(now.pinned.begin(), now.pinned.end(), std::back_inserter(pinned), [&](const auto& file) { return file.tool == tool.name; });
        CS_TRY(store.savePinned(tool.name, pinned));
    }
    for (const domain::Skill& skill : now.parsed.skills)
        if (changes.contains({"skill", skill.name}))
            CS_TRY(store.save(skill, m_source));
    for (const domain::Graph& graph : now.parsed.graphs)
        if (changes.contains({"graph", graph.name}))
            CS_TRY(store.save(graph, m_source));
    for (const domain::Project& project : now.parsed.projects)
        if (changes.contains({"project", project.name}))
            CS_TRY(store.save(project, m_source));
    for (domain::Attachment attachment : now.parsed.attachments) {
        if (!changes.contains({"attachment", registry::attachmentName(attachment)}))
            continue;
        attachment.id = base::newId<domain::AttachmentTag>(m_engine.runtime().clock());
        attachment.createdAt = store.now();
        attachment.createdBy = m_engine.runtime().actor().name;
        CS_TRY(store.add(attachment, m_source));
    }
    for (const ImportItem& item : preview.items)
        if (item.change == ImportItem::Change::Removed)
            CS_TRY(remove(item, preview.warnings));
    return store.saveImport(m_source, preview.digest, static_cast<int>(changes.size()));
}

base::Result<void> ImportFlow::remove(const ImportItem& item, std::vector<base::Error>& warnings)
{
    store::Store& store = m_engine.store();
    if (item.kind == "tool" || item.kind == "validation")
        return store.removeTool(item.name).map([](const auto&) {});
    if (item.kind == "server")
        return store.removeServer(item.name);
    if (item.kind == "skill")
        return store.removeSkill(item.name);
    if (item.kind == "graph")
        return store.removeGraph(item.name);
    if (item.kind != "attachment") {
        warnings.push_back(base::Error(codes::ImportInvalid, item.kind + " " + item.name + " is no longer in the files and stays registered"));
        return {};
    }
    CS_ASSIGN(const auto attachments, store.attachments());
    for (const domain::Attachment& attachment : attachments)
        if (!std::holds_alternative<domain::PlanScope>(attachment.scope) && registry::attachmentName(attachment) == item.name)
            CS_TRY(store.removeAttachment(attachment.id).map([](const auto&) {}));
    return {};
}

} // namespace countersign
