// Which tools a skill holds, and what an agent may do with each. Source: SPEC section 3. Thread: pure functions.
#pragma once

#include "engine/domain/skill.h"
#include "engine/registry/effective.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::registry {

/// What a skill may name. Pointers must stay valid for the call.
struct SkillLookups
{
    ToolLookup tool{};
    std::function<const domain::Skill*(const std::string& name)> skill{};
    /// The registered tools that live on a server; nothing: no such server.
    std::function<std::optional<std::vector<std::string>>(const std::string& name)> toolsOn{};
};

/// A tool of a registered server as it is started: with the server's argv and, beside its own, its read_paths.
void fillServer(domain::Tool& tool, const domain::McpServer& server);
/// The name of the server that a tool lives on, where it is a registered one; else empty.
[[nodiscard]] std::string serverOf(const domain::Tool& tool);

struct SkillMember
{
    std::string tool{};
    domain::Capability effective{}; ///< the tool's own, tightened by every override on every way
    /// The shortest way to it: the included skills one after the other; empty: the skill itself names it.
    std::vector<std::string> via{};
    std::string server{}; ///< that brought it; empty: it is named

    /// "own", "server local/s", "local/base", "local/base, local/more, server local/s"
    [[nodiscard]] std::string origin() const;
};

/// Every tool once, sorted by full name. Errors: ToolUnknown, SkillUnknown, McpServerUnknown; SkillCycle with the path.
[[nodiscard]] base::Result<std::vector<SkillMember>> flatten(const domain::Skill& skill, const SkillLookups& lookups);

/// As flatten, of what is known so far: names that lead nowhere are left out, circles are cut.
[[nodiscard]] std::vector<SkillMember> flattenKnown(const domain::Skill& skill, const SkillLookups& lookups);

/// The stricter of both in each flag; read_only takes writes and write_scope away. idempotent is a statement and stays.
[[nodiscard]] domain::Capability tightened(domain::Capability capability, const domain::Capability& by);
/// An override laid over what stands: the flags that it doesn't name stay.
[[nodiscard]] domain::Capability overridden(const domain::Capability& standing, const domain::Json& flags);
/// Why an override of one flag would loosen what stands, in words; nothing: it doesn't. value has the flag's type.
[[nodiscard]] std::optional<std::string> loosens(const domain::Capability& standing, std::string_view flag, const domain::Json& value);

/// Of the tool's wrap chain: the name of the first that changes something, or empty.
[[nodiscard]] std::string changingPart(const std::string& tool, const ToolLookup& lookup);

} // namespace countersign::registry
