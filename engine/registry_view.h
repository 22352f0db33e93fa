// The registry as one snapshot, with the questions the façade asks of it. Source: SPEC sections 3, 4. Thread: a value.
#pragma once

#include "engine/attachments/resolve.h"
#include "engine/registry/effective.h"
#include "engine/registry/skills.h"
#include "engine/requests.h"
#include "engine/store/store.h"

#include <map>
#include <optional>
#include <string>

namespace countersign {

class RegistryView
{
public:
    [[nodiscard]] static base::Result<RegistryView> load(store::Store& store);

    [[nodiscard]] const domain::Project* project(const std::string& name) const;
    [[nodiscard]] const domain::Resource* resource(const std::string& name) const;
    [[nodiscard]] const domain::Tool* tool(const std::string& name) const;
    [[nodiscard]] registry::ToolLookup lookup() const;
    [[nodiscard]] registry::SkillLookups skillLookups() const;
    /// As they run: a tool that names a registered server has its argv and read_paths, so that digests follow the server.
    [[nodiscard]] const std::map<std::string, store::ToolRow>& tools() const { return m_tools; }
    /// As they are stored: of a registered server the name alone.
    [[nodiscard]] const std::vector<domain::Tool>& registeredTools() const { return m_registeredTools; }
    [[nodiscard]] const std::map<std::string, domain::McpServer>& servers() const { return m_servers; }
    [[nodiscard]] const std::map<std::string, store::SkillRow>& skills() const { return m_skills; }
    [[nodiscard]] const std::map<std::string, domain::Graph>& graphs() const { return m_graphs; }
    [[nodiscard]] const std::map<std::string, domain::Resource>& resources() const { return m_resources; }
    [[nodiscard]] const std::map<std::string, domain::Project>& projects() const { return m_projects; }
    [[nodiscard]] const std::vector<domain::Attachment>& attachments() const { return m_attachments; }
    /// Digests of a tool's pinned files in a resource, as imported: path → digest.
    [[nodiscard]] std::map<std::string, std::string> pinned(const std::string& tool, const std::string& resource) const;
    [[nodiscard]] bool hasBaseline(const std::string& tool, const std::string& resource) const;
    [[nodiscard]] domain::Resolution resolve(const domain::Plan& plan, const std::vector<domain::Plan>& ancestors,
                                             const std::map<std::string, std::string>& planTitles) const;

private:
    std::map<std::string, domain::Project> m_projects{};
    std::map<std::string, domain::Resource> m_resources{};
    std::map<std::string, store::ToolRow> m_tools{};
    std::vector<domain::Tool> m_registeredTools{};
    std::map<std::string, domain::McpServer> m_servers{};
    std::map<std::string, store::SkillRow> m_skills{};
    std::map<std::string, domain::Graph> m_graphs{};
    std::vector<domain::Attachment> m_attachments{};
    std::vector<store::PinnedFile> m_pinned{};
};

} // namespace countersign
