#include "engine/builtin/builtin.h"
#include "engine/registry/tool_parts.h"

#include <algorithm>
#include <array>

namespace countersign::registry {

namespace {

struct SourceKind
{
    std::string_view name;
    std::string_view key; ///< that makes it this source
};
constexpr std::array<SourceKind, 5> sourceKinds{{{"command", "command"}, {"code", "code"}, {"builtin", "builtin"}, {"mcp", "mcp_tool_name"}, {"wrapped", "wraps"}}};

domain::McpSource readMcp(Fields& fields)
{
    domain::McpSource out;
    out.tool = fields.requiredText("mcp_tool_name");
    const Json* server = fields.find("mcp_server");
    if (server == nullptr)
        fields.notes().at(fields.pointer(), codes::KeyMissing, fields.path("mcp_server") + " is missing.");
    else if (server->is_string())
        out.serverName = fields.name("mcp_server").value_or("");
    else
        out.server = fields.argv("mcp_server");
    out.serverChecks = fields.choice("arguments", {"schema", "server"}) == 1U;
    return out;
}

domain::BuiltinSource readBuiltin(Fields& fields)
{
    domain::BuiltinSource out{fields.name("builtin").value_or("")};
    if (out.builtin.empty() || builtin::find(out.builtin) != nullptr)
        return out;
    std::vector<std::string_view> known;
    for (const builtin::Builtin& each : builtin::all())
        known.push_back(each.tool.name);
    const auto near = nearest("builtin/" + out.builtin.substr(out.builtin.find('/') + 1), known);
    fields.notes().at(fields.pointer("builtin"), codes::BuiltinUnknown, out.builtin + " does not come with the engine.",
                      near ? "Did you mean " + std::string(*near) + "?" : "There are " + joined(known) + ".");
    return out;
}

domain::CodeSource readCode(Fields& fields)
{
    domain::CodeSource out{fields.requiredText("code"), fields.argv("interpreter")};
    if (!fields.has("interpreter"))
        fields.notes().at(fields.pointer("code"), codes::KeyMissing, fields.path("interpreter") + " is missing.",
                          "Name the program that runs the code, as interpreter: [python3].");
    return out;
}

std::vector<std::string_view> keysOf(const std::vector<std::string_view>& sources)
{
    std::vector<std::string_view> out;
    for (const SourceKind& kind : sourceKinds)
        if (std::find(sources.begin(), sources.end(), kind.name) != sources.end())
            out.push_back(kind.key);
    return out;
}

std::vector<std::string_view> sourcesGiven(const Fields& fields, const EitherPlace& place)
{
    std::vector<std::string_view> out;
    for (const SourceKind& kind : sourceKinds)
        if (fields.has(kind.key) || (kind.name == "wrapped" && place.has(kind.key)) || (kind.name == "mcp" && fields.has("mcp_server")))
            out.push_back(kind.name);
    return out;
}

void checkSourceKey(Fields& fields, std::string_view given)
{
    const std::vector<std::string_view> names{"command", "code", "builtin", "mcp", "wrapped", "custom"};
    const auto chosen = fields.choice("source", names);
    if (!chosen || names[*chosen] == given || (names[*chosen] == "custom" && (given == "command" || given == "code")))
        return;
    fields.notes().at(fields.pointer("source"), codes::SourceUnclear,
                      "source says " + std::string(names[*chosen]) + ", the other keys say " + std::string(given) + ".");
}

} // namespace

domain::ToolSource readSource(Fields& fields, EitherPlace& place)
{
    const auto given = sourcesGiven(fields, place);
    if (given.size() != 1) {
        const std::string message = given.empty() ? "Nothing says what runs." : joined(keysOf(given)) + " exclude each other.";
        const std::string at = given.empty() ? fields.pointer() : fields.pointer(keysOf(given).front());
        fields.notes().at(at, codes::SourceUnclear, message, "Give one of command, code, builtin, mcp_tool_name, wraps.");
        if (!place.has("wraps"))
            return domain::CommandSource{fields.argv("command")};
        return domain::WrappedSource{place.of("wraps").name("wraps").value_or("")};
    }
    checkSourceKey(fields, given.front());
    if (fields.has("interpreter") && given.front() != "code")
        fields.notes().atKey(fields.pointer("interpreter"), codes::SourceUnclear, "interpreter goes with code only.");
    if (fields.has("arguments") && given.front() != "mcp")
        fields.notes().atKey(fields.pointer("arguments"), codes::SourceUnclear, "arguments goes with mcp_tool_name only.", "Remove it.");
    if (given.front() == "code")
        return readCode(fields);
    if (given.front() == "builtin")
        return readBuiltin(fields);
    if (given.front() == "mcp")
        return readMcp(fields);
    if (given.front() == "wrapped")
        return domain::WrappedSource{place.of("wraps").name("wraps").value_or("")};
    return domain::CommandSource{fields.argv("command")};
}

} // namespace countersign::registry
