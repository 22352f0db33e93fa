// From one YAML document to one draft of a registration. Source: Appendix A. Internal to engine/registry.
#pragma once

#include "engine/domain/attachment.h"
#include "engine/domain/graph.h"
#include "engine/domain/project.h"
#include "engine/domain/skill.h"
#include "engine/domain/tool.h"
#include "engine/registry/fields.h"
#include "engine/registry/keys.h"
#include "engine/registry/registry.h"

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace countersign::registry {

/// What a file proposes, also when something in it was refused, so that other files can name it without more noise.
struct Draft
{
    std::variant<domain::Project, domain::Resource, domain::ActorDefinition, domain::Tool, domain::Attachment, domain::McpServer, domain::Skill, domain::Graph> value{};
    YamlDocument document{};
    std::string pointer{}; ///< of the registration inside the document

    [[nodiscard]] std::string at(std::string_view key) const { return childPointer(pointer, key); }
};

/// What a document is read with.
struct Surroundings
{
    const std::filesystem::path& workspace;
    const Checks& checks;
    /// The MCP servers that a tool may name: those that stand, and those that the files propose.
    std::function<const domain::McpServer*(const std::string&)> server{};
};

/// Recognises the kind and reads it. Nothing when there is no telling what it is, or it has no valid name.
[[nodiscard]] std::optional<Draft> readDocument(YamlDocument document, const Surroundings& around, Problems& problems);
/// Whether it proposes an MCP server: these are read first.
[[nodiscard]] bool isServer(const YamlDocument& document);

enum class ToolKey { Unclear, Validation };

[[nodiscard]] domain::Tool readTool(Fields fields, ToolKey key, const Surroundings& around);
[[nodiscard]] domain::Project readProject(Fields fields);
[[nodiscard]] domain::Resource readResource(Fields fields, const std::filesystem::path& workspace);
[[nodiscard]] domain::ActorDefinition readActor(Fields fields);
[[nodiscard]] domain::Attachment readAttachment(Fields fields);
[[nodiscard]] domain::McpServer readServer(Fields fields);
[[nodiscard]] domain::Skill readSkill(Fields fields);
[[nodiscard]] domain::Graph readGraph(Fields fields);

} // namespace countersign::registry
