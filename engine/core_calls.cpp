#include "engine/base/name.h"
#include "engine/calls.h"
#include "engine/core.h"

namespace countersign {

base::Result<ToolCallReport> EngineCore::callTool(const ToolCall& call, std::stop_token stop)
{
    CS_TRY(heartbeat());
    CS_ASSIGN(const base::Name tool, base::parseName(call.tool));
    CS_ASSIGN(const auto calls, Calls::create(*this));
    CS_TRY(calls->allowed(tool.text()));
    std::string resource;
    if (!call.resource.empty()) {
        CS_ASSIGN(const base::Name named, base::parseName(call.resource));
        resource = named.text();
        CS_TRY(calls->look(resource, stop));
    }
    CS_TRY(registry::argumentsFor(tool.text(), call.args, calls->registry().lookup()));
    const plan::PlannedValidation planned = calls->prepare(tool.text(), resource, call.args, stop);
    return calls->run(planned, std::move(stop));
}

} // namespace countersign
