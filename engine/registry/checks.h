// Rules that hold between registrations. Source: SPEC sections 3, 4. Internal to engine/registry.
#pragma once

#include "engine/registry/document.h"
#include "engine/registry/effective.h"
#include "engine/registry/skills.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace countersign::registry {

/// Everything that would be registered after the import: what stands now, without what the import takes away, with
/// the proposals over it. Points into current and drafts.
struct Overlay
{
    std::map<std::string, const domain::Tool*> tools{};
    std::map<std::string, const domain::Project*> projects{};
    std::map<std::string, const domain::Resource*> resources{};
    std::map<std::string, const domain::ActorDefinition*> actors{};
    std::map<std::string, const domain::McpServer*> servers{};
    std::map<std::string, const domain::Skill*> skills{};
    std::map<std::string, const domain::Graph*> graphs{};

    [[nodiscard]] ToolLookup lookup() const;
    [[nodiscard]] SkillLookups lookups() const;
};

[[nodiscard]] Overlay overlayOf(const Current& current, const std::vector<Draft>& drafts);

/// Names twice, type conflicts, wrap chains, mappings, narrowing.
void checkTools(const Current& current, const std::vector<Draft>& drafts, const Overlay& overlay, Problems& problems);
/// What fills the slots of tools.
void checkSlots(const std::vector<Draft>& drafts, const Overlay& overlay, Problems& problems);
/// What projects and attachments name; arguments of attachments; what stands and loses what it uses.
void checkLinks(const Current& current, const std::vector<Draft>& drafts, const Overlay& overlay, Problems& problems);
/// What skills name, circles, overrides, read-only promises; those that stand too.
void checkSkills(const Current& current, const std::vector<Draft>& drafts, const Overlay& overlay, Problems& problems);
/// Entries, exits, edges, references, arguments of graphs; of those that stand what their nodes name.
void checkGraphs(const Current& current, const std::vector<Draft>& drafts, const Overlay& overlay, Problems& problems);
/// Files inside a resource that take part and aren't pinned.
[[nodiscard]] std::vector<base::Error> pinWarnings(const std::vector<Draft>& drafts, const Overlay& overlay, const Checks& checks);

/// Something wrong in one registration, which a file proposes or which stands already.
struct Found
{
    std::string pointer{}; ///< inside the registration, "/tools/0"
    const base::CodeInfo* code = nullptr;
    std::string message{};
    std::string advice{};
    std::vector<Key> about{}; ///< the registrations that it comes from, where those are others
};
/// At its place in the file.
[[nodiscard]] base::Error errorIn(const Draft& draft, const Found& found);
/// Of what stands already: at the file that brings it about, if one does. who: "Skill local/x".
[[nodiscard]] base::Error errorOf(const std::string& who, const Found& found, const std::vector<Draft>& drafts);

/// The place of a proposal's kind and name: for conflicts.
[[nodiscard]] std::string kindOf(const Draft& draft);
[[nodiscard]] std::string nameOf(const Draft& draft);

} // namespace countersign::registry
