#include "engine/base/name.h"
#include "engine/base/text.h"
#include "engine/codes.h"
#include "engine/core.h"
#include "engine/import_flow.h"
#include "engine/registry/slots.h"
#include "engine/schema/schema.h"

#include <algorithm>

namespace countersign {

base::Result<std::vector<domain::Project>> EngineCore::projects() { return m_store->projects(); }
base::Result<std::vector<domain::Resource>> EngineCore::resources() { return m_store->resources(); }
base::Result<std::vector<domain::McpServer>> EngineCore::servers() { return m_store->servers(); }
base::Result<std::vector<domain::Graph>> EngineCore::graphs() { return m_store->graphs(); }
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

base::Result<std::vector<RegisteredSkill>> EngineCore::skills()
{
    CS_ASSIGN(const RegistryView registry, RegistryView::load(*m_store));
    std::vector<RegisteredSkill> out;
    for (const auto& [name, row] : registry.skills()) {
        CS_ASSIGN(auto members, registry::flatten(row.skill, registry.skillLookups()));
        out.push_back({row.skill, std::move(members), row.registeredAt});
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
    CS_TRY(registry::contextFits(effective.resourceSlots, registry.resource(out.resource), out.validation));
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
    CS_ASSIGN(ImportFlow flow, ImportFlow::read(*this, directory));
    CS_ASSIGN(ImportReview review, flow.review());
    constexpr std::size_t most = 8;
    if (m_reviews.size() == most)
        m_reviews.erase(m_reviews.begin());
    m_reviews.push_back(std::move(review));
    return m_reviews.back().preview;
}

base::Result<ImportPreview> EngineCore::import(const std::filesystem::path& directory, const std::string& expectedDigest)
{
    CS_TRY(heartbeat());
    CS_TRY(recoverQuietly());
    CS_ASSIGN(ImportFlow flow, ImportFlow::read(*this, directory));
    const auto known = std::find_if(m_reviews.rbegin(), m_reviews.rend(), [&](const ImportReview& review) {
        return review.preview.digest == expectedDigest && review.preview.directory == flow.directory();
    });
    return flow.write(expectedDigest, known == m_reviews.rend() ? nullptr : &*known);
}

namespace {

std::string inShort(const std::vector<base::Error>& problems)
{
    constexpr std::size_t shown = 5;
    std::string out;
    for (std::size_t i = 0; i < std::min(problems.size(), shown); ++i)
        out += (i == 0 ? "" : "\n") + problems[i].text();
    if (problems.size() > shown)
        out += "\nand " + std::to_string(problems.size() - shown) + " more";
    return out;
}

} // namespace

base::Result<std::vector<ImportState>> EngineCore::importStates()
{
    CS_ASSIGN(const auto imports, m_store->imports());
    std::vector<ImportState> out;
    for (const store::ImportRow& row : imports) {
        ImportState state{row.directory, row.digest, {}, row.importedAt, true, {}};
        auto flow = ImportFlow::read(*this, row.directory);
        const auto now = flow ? flow->digestOnly() : base::Result<ImportReview>(base::fail(flow.error()));
        if (now) {
            state.digestNow = now->preview.digest;
            state.differs = state.digestNow != row.digest;
            state.detail = inShort(now->preview.problems);
        } else {
            state.detail = now.error().text();
        }
        out.push_back(std::move(state));
    }
    return out;
}

} // namespace countersign
