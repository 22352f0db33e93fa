// Parts of a tool's document. Source: SPEC section 3, Appendix A. Internal to engine/registry.
#pragma once

#include "engine/registry/document.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::registry {

/// Keys that may stand at the top or in a block; given twice they must agree.
class EitherPlace
{
public:
    EitherPlace(Fields& top, std::optional<Fields> block, const std::vector<std::string_view>& keys) : m_top(top), m_block(std::move(block))
    {
        if (!m_block)
            return;
        m_block->only(keys);
        for (const std::string_view key : keys)
            compare(key);
    }
    Fields& of(std::string_view key) { return m_block && m_block->has(key) ? *m_block : m_top; }
    [[nodiscard]] bool has(std::string_view key) const { return m_top.has(key) || (m_block && m_block->has(key)); }
    [[nodiscard]] bool hasBlock() const { return m_block.has_value(); }

private:
    void compare(std::string_view key)
    {
        const Json* above = m_top.find(key);
        const Json* inside = m_block->find(key);
        if (above == nullptr || inside == nullptr || base::canonical(*above) == base::canonical(*inside))
            return;
        Notes& notes = m_top.notes();
        const auto line = [&](const Fields& fields) {
            return fields.path(key) + " on line " + std::to_string(notes.document().keyPlaceOf(fields.pointer(key)).line);
        };
        notes.atKey(m_block->pointer(key), codes::ValueTwice, line(m_top) + " and " + line(*m_block) + " differ.", "Keep one of them.");
    }

    Fields& m_top;
    std::optional<Fields> m_block;
};

/// What runs: exactly one of command, code, builtin, mcp_tool_name, wraps, as `source` says where it is given.
[[nodiscard]] domain::ToolSource readSource(Fields& fields, EitherPlace& place);

/// Takes what the registration leaves out from where the tool comes from: a built-in one, an MCP server.
void completeFromSource(Fields& fields, domain::Tool& tool, const Surroundings& around);
/// The schema, which can be enforced; null when absent or refused.
[[nodiscard]] Json readSchema(Fields& fields, std::string_view key);
/// That the output schema of a validation requires a boolean passed.
void checkOutputSchema(Fields& fields, const Json& schema);
[[nodiscard]] Json readResourceSlots(Fields& fields, bool validation);
[[nodiscard]] std::map<std::string, std::vector<std::string>> readLifecycle(Fields fields);

} // namespace countersign::registry
