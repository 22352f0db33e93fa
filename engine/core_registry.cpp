#include "engine/base/name.h"
#include "engine/base/text.h"
#include "engine/codes.h"
#include "engine/core.h"
#include "engine/runner/transform.h"
#include "engine/schema/schema.h"

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

registry::Current currentOf(const RegistryView& view, const std::vector<domain::ActorDefinition>& actors,
                            const std::vector<std::pair<std::string, std::string>>& here)
{
    registry::Current out;
    for (const auto& [name, project] : view.projects())
        out.projects.push_back(project);
    for (const auto& [name, resource] : view.resources())
        out.resources.push_back(resource);
    for (const auto& [name, row] : view.tools())
        out.tools.push_back(row.tool);
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

// One import from one directory: read, checked, compared, written.
struct Import
{
    registry::ImportSet set{};
    registry::ParsedRegistry parsed{};
    ImportPreview preview{};
};

// Digests of what the pinned globs of a tool name in each resource. A resource that can't be read now has no baseline.
base::Result<std::vector<store::PinnedFile>> baseline(EngineCore& engine, const domain::Tool& tool, const std::vector<domain::Resource>& resources)
{
    std::vector<store::PinnedFile> out;
    if (tool.pinned.empty())
        return out;
    CS_ASSIGN(runner::ProcessHost* const host, engine.processHost());
    for (const domain::Resource& resource : resources) {
        const auto tree = plan::readTree(resource, *host, engine.runtime().contentCache(), {});
        if (!tree)
            continue;
        for (const plan::TreeEntry& entry : tree->entries)
            if (std::any_of(tool.pinned.begin(), tool.pinned.end(), [&](const auto& glob) { return registry::matchesGlob(glob, entry.path); }))
                out.push_back({tool.name, resource.name, entry.path, entry.digest});
    }
    return out;
}

// Pinned files that differ from what was imported: importing again accepts them, so they are shown with the rest.
void addPinnedChanges(EngineCore& engine, const RegistryView& view, const registry::ParsedRegistry& parsed, std::vector<ImportItem>& items)
{
    std::vector<domain::Resource> resources;
    for (const auto& [name, resource] : view.resources())
        resources.push_back(resource);
    for (const domain::Tool& tool : parsed.tools) {
        const auto now = view.tool(tool.name) == nullptr ? base::Result<std::vector<store::PinnedFile>>() : baseline(engine, tool, resources);
        if (!now || view.tool(tool.name) == nullptr)
            continue;
        for (const domain::Resource& resource : resources) {
            std::map<std::string, std::pair<std::string, std::string>> files;
            for (const auto& [path, digest] : view.pinned(tool.name, resource.name))
                files[path].first = digest;
            for (const store::PinnedFile& file : *now)
                if (file.resource == resource.name)
                    files[file.path].second = file.digest;
            for (const auto& [path, digests] : files)
                if (digests.first != digests.second)
                    items.push_back({ImportItem::Change::Changed, "pinned file", tool.name + ", " + resource.name + ": " + path, {},
                                     {{"/sha256", digests.first, digests.second}}});
        }
    }
}

base::Result<Import> readImport(EngineCore& engine, const std::filesystem::path& directory)
{
    store::Store& store = engine.store();
    Import out;
    CS_ASSIGN(out.set, registry::readDirectory(directory));
    out.preview.directory = out.set.workspace;
    out.preview.digest = out.set.digest;
    CS_ASSIGN(const RegistryView view, RegistryView::load(store));
    CS_ASSIGN(const auto actors, store.actors());
    CS_ASSIGN(const auto here, store.importedFrom(sourceOf(out.set.workspace)));
    const registry::Current current = currentOf(view, actors, here);
    registry::Checks checks;
    checks.isFile = [](const std::filesystem::path& path) {
        std::error_code error;
        return std::filesystem::is_regular_file(path, error);
    };
    if (auto host = engine.processHost())
        checks.transform = [host = *host](const std::string& text) { return runner::checkTransform(*host, text); };
    auto parsed = registry::parse(out.set, current, checks);
    if (!parsed) {
        out.preview.problems = std::move(parsed.error());
        return out;
    }
    out.parsed = std::move(*parsed);
    out.preview.warnings = out.parsed.warnings;
    out.preview.items = registry::preview(current, out.parsed);
    addPinnedChanges(engine, view, out.parsed, out.preview.items);
    return out;
}

} // namespace

base::Result<std::vector<domain::Project>> EngineCore::projects() { return m_store->projects(); }
base::Result<std::vector<domain::Resource>> EngineCore::resources() { return m_store->resources(); }
base::Result<std::vector<domain::Attachment>> EngineCore::attachments() { return m_store->attachments(); }

base::Result<std::vector<RegisteredTool>> EngineCore::tools()
{
    CS_ASSIGN(const RegistryView registry, RegistryView::load(*m_store));
    std::vector<RegisteredTool> out;
    for (const auto& [name, row] : registry.tools()) {
        RegisteredTool tool{row.tool, {}, domain::Json::object(), row.registeredAt};
        if (const auto effective = registry::effectiveTool(name, registry.lookup()); effective && !effective->inputSchema.is_null())
            tool.inputSchema = effective->inputSchema;
        if (const auto definition = registry::definition(name, registry.lookup(), {}))
            tool.definitionDigest = registry::definitionDigest(*definition);
        out.push_back(std::move(tool));
    }
    return out;
}

base::Result<domain::Attachment> EngineCore::attach(const AttachRequest& request)
{
    CS_TRY(heartbeat());
    CS_ASSIGN(const base::Name validation, base::parseName(request.validation));
    CS_ASSIGN(const base::Name resourceName, base::parseName(request.resource));
    CS_ASSIGN(auto transaction, m_store->begin());
    CS_ASSIGN(const RegistryView registry, RegistryView::load(*m_store));
    const domain::Tool* tool = registry.tool(validation.text());
    if (tool == nullptr)
        return base::fail(base::Error(codes::ValidationUnknown, "there is no validation " + validation.text()).advise("List them: countersignctl validation list"));
    if (!tool->validation)
        return base::fail(codes::NotAValidation, validation.text() + " is a tool, not a validation");
    if (registry.resource(resourceName.text()) == nullptr)
        return base::fail(codes::ResourceUnknown, "there is no resource " + resourceName.text());
    domain::Attachment out;
    out.id = base::newId<domain::AttachmentTag>(m_runtime->clock());
    out.validation = validation.text();
    out.resource = resourceName.text();
    out.scope = request.scope;
    if (const auto* scope = std::get_if<domain::ProjectScope>(&request.scope)) {
        CS_ASSIGN(const domain::Project project, projectOf(registry, scope->project));
        out.scope = domain::ProjectScope{project.name};
    }
    if (const auto* scope = std::get_if<domain::PlanScope>(&request.scope)) {
        CS_ASSIGN(const auto plan, m_store->plan(scope->plan));
        if (!plan)
            return base::fail(codes::PlanUnknown, "there is no plan " + scope->plan.value);
    }
    CS_ASSIGN(const auto effective, registry::effectiveTool(out.validation, registry.lookup()));
    const domain::Json schemaJson = effective.inputSchema.is_null() ? domain::Json{{"type", "object"}, {"additionalProperties", false}} : effective.inputSchema;
    CS_ASSIGN(const auto schema, schema::Schema::compile(schemaJson));
    CS_ASSIGN(out.args, schema::checkParsed(schema, request.args));
    for (const domain::Attachment& other : registry.attachments())
        if (other.validation == out.validation && other.resource == out.resource && other.scope == out.scope &&
            base::canonical(schema.withDefaults(other.args)) == base::canonical(schema.withDefaults(out.args)))
            return base::fail(codes::AttachmentExists, "attachment " + other.id.value + " says the same");
    out.createdAt = m_store->now();
    out.createdBy = m_runtime->actor().name;
    CS_TRY(m_store->add(out, {}));
    CS_TRY(transaction.commit());
    return out;
}

base::Result<domain::Attachment> EngineCore::detach(const domain::AttachmentId& id)
{
    CS_TRY(heartbeat());
    CS_ASSIGN(auto transaction, m_store->begin());
    auto removed = m_store->removeAttachment(id);
    if (!removed)
        return base::fail(base::Error(codes::AttachmentUnknown, "there is no attachment " + base::visible(base::elide(id.value, 60), false)).because(removed.error()));
    CS_TRY(transaction.commit());
    return removed;
}

base::Result<ImportPreview> EngineCore::previewImport(const std::filesystem::path& directory)
{
    CS_ASSIGN(const Import read, readImport(*this, directory));
    return read.preview;
}

base::Result<ImportPreview> EngineCore::import(const std::filesystem::path& directory, const std::string& expectedDigest)
{
    CS_TRY(heartbeat());
    CS_ASSIGN(Import read, readImport(*this, directory));
    if (!read.preview.problems.empty())
        return base::fail(base::Error(codes::ImportInvalid, allLines(read.preview.problems)).advise("Correct the files; nothing was imported."));
    if (!expectedDigest.empty() && expectedDigest != read.preview.digest)
        return base::fail(base::Error(codes::ImportChanged, "the files have the digest " + read.preview.digest + ", " + expectedDigest + " was reviewed")
                              .advise("Review them again; nothing was imported."));
    CS_ASSIGN(std::vector<domain::Resource> resources, m_store->resources());
    for (const domain::Resource& resource : read.parsed.resources) {
        std::erase_if(resources, [&](const domain::Resource& other) { return other.name == resource.name; });
        resources.push_back(resource);
    }
    std::map<std::string, std::vector<store::PinnedFile>> baselines;
    for (const domain::Tool& tool : read.parsed.tools) {
        CS_ASSIGN(baselines[tool.name], baseline(*this, tool, resources));
    }
    const std::string source = sourceOf(read.set.workspace);
    CS_ASSIGN(auto transaction, m_store->begin());
    std::set<std::pair<std::string, std::string>> changed;
    for (const ImportItem& item : read.preview.items)
        if (item.change == ImportItem::Change::Added || item.change == ImportItem::Change::Changed)
            changed.insert({item.kind == "validation" ? "tool" : item.kind, item.name});
    for (const domain::Resource& resource : read.parsed.resources)
        if (changed.contains({"resource", resource.name}))
            CS_TRY(m_store->save(resource, source));
    for (const domain::ActorDefinition& actor : read.parsed.actors)
        if (changed.contains({"actor", actor.name}))
            CS_TRY(m_store->save(actor, source));
    for (const domain::Tool& tool : read.parsed.tools) {
        if (changed.contains({"tool", tool.name}))
            CS_TRY(m_store->save(tool, source));
        CS_TRY(m_store->savePinned(tool.name, baselines[tool.name]));
    }
    for (const domain::Project& project : read.parsed.projects)
        if (changed.contains({"project", project.name}))
            CS_TRY(m_store->save(project, source));
    for (domain::Attachment attachment : read.parsed.attachments) {
        if (!changed.contains({"attachment", registry::attachmentName(attachment)}))
            continue;
        attachment.id = base::newId<domain::AttachmentTag>(m_runtime->clock());
        attachment.createdAt = m_store->now();
        attachment.createdBy = m_runtime->actor().name;
        CS_TRY(m_store->add(attachment, source));
    }
    for (const ImportItem& item : read.preview.items) {
        if (item.change != ImportItem::Change::Removed)
            continue;
        if (item.kind == "tool" || item.kind == "validation") {
            CS_TRY(m_store->removeTool(item.name));
        } else if (item.kind == "attachment") {
            CS_ASSIGN(const auto attachments, m_store->attachments());
            for (const domain::Attachment& attachment : attachments)
                if (registry::attachmentName(attachment) == item.name)
                    CS_TRY(m_store->removeAttachment(attachment.id));
        } else {
            read.preview.warnings.push_back(base::Error(codes::ImportInvalid, item.kind + " " + item.name + " is no longer in the files and stays registered"));
        }
    }
    CS_TRY(m_store->saveImport(source, read.preview.digest, static_cast<int>(changed.size())));
    CS_TRY(transaction.commit());
    return read.preview;
}

} // namespace countersign
