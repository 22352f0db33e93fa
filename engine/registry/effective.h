// A tool as it stands with everything it wraps. Source: SPEC sections 3, 6.8. Thread: pure functions.
#pragma once

#include "engine/base/glob.h"
#include "engine/base/result.h"
#include "engine/domain/tool.h"

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace countersign::registry {

inline constexpr int chainLimit = 10;
inline constexpr std::chrono::seconds defaultTimeout{300};

/// The registered tool of a full name, or null. The pointer must stay valid for the call.
using ToolLookup = std::function<const domain::Tool*(const std::string& name)>;

struct EffectiveTool
{
    domain::Tool tool{};                                ///< as registered under the name
    domain::Tool root{};                                ///< what really runs: the end of the wrap chain, or the tool itself
    std::vector<std::string> chain{};                   ///< names from the tool to the root
    domain::Json inputSchema = domain::Json(nullptr);   ///< after inheritance; null: none
    domain::Json resourceSlots = domain::Json::object();
    std::chrono::seconds timeout = defaultTimeout;
};

/// From the named tool to the root of its wraps. Errors: ToolUnknown, WrapTargetUnknown, WrapCycle, WrapTooDeep.
[[nodiscard]] base::Result<std::vector<const domain::Tool*>> wrapChain(const std::string& name, const ToolLookup& lookup);

/// Errors: as wrapChain.
[[nodiscard]] base::Result<EffectiveTool> effectiveTool(const std::string& name, const ToolLookup& lookup);

/// What the definition digest covers: {v, chain: [registrations with defaults, from the tool to the root],
/// pinned: {path: digest}}. Errors: as wrapChain.
[[nodiscard]] base::Result<domain::Json> definition(const std::string& name, const ToolLookup& lookup,
                                                    const std::map<std::string, std::string>& pinnedDigests);
[[nodiscard]] std::string definitionDigest(const domain::Json& definition);

/// The arguments that the root runs with. At each tool of the chain the defaults of its effective schema are filled in
/// and the result is checked; then its argument_mapping makes the arguments of what it wraps: a mapped parameter takes
/// its source or its value, an argument that no mapping uses keeps its name.
/// Errors: as wrapChain; InvalidArgs; codes Schema* when a schema can't be enforced.
[[nodiscard]] base::Result<domain::Json> argumentsFor(const std::string& name, domain::Json args, const ToolLookup& lookup);
/// The arguments that fill the tool's slots: its own, or for slots that it inherits those that the root gets.
[[nodiscard]] const domain::Json& slotArguments(const EffectiveTool& tool, const domain::Json& own, const domain::Json& ofRoot);

/// Checks the arguments of an attachment and gives them with the defaults of the effective input schema.
/// Errors: ValidationUnknown, NotAValidation, as wrapChain, InvalidArgs, codes Schema*.
[[nodiscard]] base::Result<domain::Json> attachmentArguments(const std::string& validation, domain::Json args, const ToolLookup& lookup);

using base::matchesGlob;

} // namespace countersign::registry
