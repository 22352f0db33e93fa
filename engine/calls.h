// Calls outside every plan: by hand, and the nodes of a graph. Source: SPEC sections 3, 15. Internal to the engine.
#pragma once

#include "engine/core.h"
#include "engine/preparation.h"

#include <memory>
#include <set>
#include <stop_token>
#include <string>

namespace countersign {

/// Why: what is registered and how the trees stand is read once, on the engine's thread; from then on several threads may call.
/// Thread: create(), look() and prepare() on the engine's, the rest any.
class Calls
{
public:
    /// Errors: SANDBOX_UNAVAILABLE, HELPERS_MISSING.
    [[nodiscard]] static base::Result<std::unique_ptr<Calls>> create(EngineCore& engine);

    [[nodiscard]] const RegistryView& registry() const { return m_registry; }
    /// Reads the tree of a resource that calls will be about. Errors: RESOURCE_NOT_FOUND, WORK_TREE_*.
    [[nodiscard]] base::Result<void> look(const std::string& resource, std::stop_token stop);
    /// Whether the tool is there and may be called: it changes nothing. Errors: TOOL_NOT_REGISTERED, TOOL_WRITES.
    [[nodiscard]] base::Result<void> allowed(const std::string& tool) const;
    /// Ready to run, or broken with why. Reads the trees of the resources that fill its slots.
    [[nodiscard]] plan::PlannedValidation prepare(const std::string& tool, const std::string& resource, const domain::Json& args, const std::stop_token& stop);
    [[nodiscard]] ToolCallReport run(const plan::PlannedValidation& planned, std::stop_token stop) const;
    [[nodiscard]] domain::Json redacted(const domain::Json& value) const { return m_redactor.json(value); }

private:
    void lookAtSlots(const std::string& tool, const domain::Json& args, const std::stop_token& stop);
    Calls(EngineCore& engine, RegistryView registry, runner::ProcessHost& host, runner::Redactor redactor);

    EngineCore& m_engine;
    RegistryView m_registry;
    runner::ProcessHost& m_host;
    runner::Redactor m_redactor;
    plan::ExecutionSettings m_settings{};
    Trees m_trees{};
    const std::vector<domain::WorkCopy> m_copies{};
};

} // namespace countersign
