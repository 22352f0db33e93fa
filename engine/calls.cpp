#include "engine/calls.h"

#include "engine/codes.h"
#include "engine/plan/hooks.h"
#include "engine/registry/slots.h"
#include "engine/runner/sandbox_check.h"

namespace countersign {

Calls::Calls(EngineCore& engine, RegistryView registry, runner::ProcessHost& host, runner::Redactor redactor)
    : m_engine(engine), m_registry(std::move(registry)), m_host(host), m_redactor(std::move(redactor))
{
    m_settings.context = {{"v", 1}};
    m_settings.searchPath = engine.runtime().searchPath();
}

base::Result<std::unique_ptr<Calls>> Calls::create(EngineCore& engine)
{
    CS_ASSIGN(RegistryView registry, RegistryView::load(engine.store()));
    CS_ASSIGN(runner::ProcessHost* const host, engine.processHost());
    CS_TRY(runner::checkSandbox(*host));
    // No project says what is secret here, so what any of them says holds.
    std::vector<std::string> patterns;
    for (const auto& [name, project] : registry.projects())
        patterns.insert(patterns.end(), project.redact.begin(), project.redact.end());
    CS_ASSIGN(runner::Redactor redactor, engine.redactor(std::move(patterns)));
    return std::unique_ptr<Calls>(new Calls(engine, std::move(registry), *host, std::move(redactor)));
}

base::Result<void> Calls::look(const std::string& name, std::stop_token stop)
{
    const domain::Resource* resource = m_registry.resource(name);
    if (resource == nullptr)
        return base::fail(base::Error(codes::ResourceUnknown, "there is no resource " + name).advise("List them: countersignctl resource list"));
    if (m_trees.contains(name))
        return {};
    CS_ASSIGN(Trees trees, readTrees({*resource}, m_host, m_engine.runtime().contentCache(), std::move(stop)));
    m_trees.merge(trees);
    return {};
}

base::Result<void> Calls::allowed(const std::string& name) const
{
    if (m_registry.tool(name) == nullptr)
        return base::fail(base::Error(codes::ToolUnknown, "there is no tool " + name).advise("List them: countersignctl tool list"));
    CS_ASSIGN(const auto chain, registry::wrapChain(name, m_registry.lookup()));
    for (const domain::Tool* tool : chain)
        if (domain::changesSomething(*tool))
            return base::fail(base::Error(codes::ToolWrites, tool->name + " may change something, and nothing but a plan's work copy may be changed")
                                  .advise("Let the coder of a plan use it."));
    return {};
}

// Outside a plan every registered resource may fill a slot: whoever calls is the operator. What can't be read shows at the call.
void Calls::lookAtSlots(const std::string& tool, const domain::Json& args, const std::stop_token& stop)
{
    const auto effective = registry::effectiveTool(tool, m_registry.lookup());
    const auto rootArgs = registry::argumentsFor(tool, args, m_registry.lookup());
    if (!effective || !rootArgs)
        return;
    for (const domain::ResourceSlot& slot : domain::slotsOf(effective->resourceSlots))
        if (const std::string name = registry::nameFor(slot, {}, registry::slotArguments(*effective, args, *rootArgs)); !name.empty())
            (void)look(name, stop);
}

plan::PlannedValidation Calls::prepare(const std::string& tool, const std::string& resource, const domain::Json& args, const std::stop_token& stop)
{
    lookAtSlots(tool, args, stop);
    plan::PlannedValidation out = Preparation(m_registry, m_trees, m_copies).call(tool, resource, args);
    if (const auto good = allowed(tool); !good)
        out.broken = good.error();
    return out;
}

ToolCallReport Calls::run(const plan::PlannedValidation& planned, std::stop_token stop) const
{
    plan::Hooks hooks({planned}, m_settings, m_host);
    const plan::Invocation invoke(m_settings, hooks, m_host, m_redactor, nullptr, m_engine.runtime().clock());
    ToolCallReport out;
    out.tool = planned.attachment.attachment.validation;
    out.validation = !planned.chain.empty() && planned.chain.front().validation.has_value();
    try {
        plan::Invoked invoked = invoke(planned, std::move(stop));
        out.result = std::move(invoked.result);
        out.returned = std::move(invoked.returned);
        out.standardOutput = std::move(invoked.out);
        out.standardError = std::move(invoked.err);
    } catch (const std::exception& exception) {
        out.result = invoke.broken(planned, exception.what());
    }
    out.result.args = m_redactor.json(out.result.args);
    return out;
}

} // namespace countersign
