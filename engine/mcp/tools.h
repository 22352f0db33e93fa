// What agents are offered: one table of tools. None of them decides, signs, authorises, registers, attaches or imports.
// Source: SPEC section 12. Thread: a Tools never changes after create(); run() works on the caller's engine and thread.
#pragma once

#include "engine/engine.h"
#include "engine/mcp/messages.h"
#include "engine/schema/schema.h"

#include <string>
#include <string_view>
#include <vector>

namespace countersign::mcp {

/// What a tool works with.
struct ToolContext
{
    Engine& engine;
    const std::string& project; ///< full name, or empty: the store's only project
    const Json& args;           ///< checked
    RunObserver& observer;
    std::stop_token stop{};
};

struct Tool
{
    std::string name{};
    std::string title{};
    std::string description{};
    Json inputSchema = Json::object();
    Json outputSchema = Json::object();
    bool readOnly = false;
    bool destructive = false;
    bool idempotent = false;
    base::Result<Json> (*run)(const ToolContext&) = nullptr;
    schema::Schema schema{};
};

class Tools
{
public:
    /// Errors: Schema*, a defect of this program.
    [[nodiscard]] static base::Result<Tools> create();

    [[nodiscard]] const Tool* find(std::string_view name) const;
    /// The tools as tools/list tells them, always in the same order.
    [[nodiscard]] Json list() const;
    [[nodiscard]] const std::vector<Tool>& all() const { return m_tools; }

private:
    std::vector<Tool> m_tools{};
};

/// Nothing, or the refusal: every violation, one a line, with the code INVALID_ARGS.
[[nodiscard]] std::optional<ToolAnswer> refusedArguments(const Tool& tool, const Json& args);
/// The refusal of an error of ours: {ok: false, error: {name, code, message, advice?, cause}}.
[[nodiscard]] ToolAnswer refused(const base::Error& error);
/// Runs a tool on checked arguments. Never throws; an exception that isn't ours becomes UNKNOWN.
[[nodiscard]] ToolAnswer run(const Tool& tool, const ToolContext& context);

/// What the server tells a model about itself.
[[nodiscard]] std::string_view instructions();

} // namespace countersign::mcp
