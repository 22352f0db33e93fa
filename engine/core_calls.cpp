#include "engine/base/name.h"
#include "engine/calls.h"
#include "engine/codes.h"
#include "engine/core.h"
#include "engine/graph_flow.h"

#include <set>

namespace countersign {

namespace {

std::set<std::string> resourcesOf(const domain::Graph& graph, const std::string& given)
{
    std::set<std::string> out;
    for (const auto& [id, node] : graph.nodes)
        if (const std::string& name = node.resource.empty() ? given : node.resource; !name.empty())
            out.insert(name);
    return out;
}

} // namespace

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

base::Result<GraphReport> EngineCore::runGraph(const GraphRequest& request, GraphObserver& observer, std::stop_token stop)
{
    CS_TRY(heartbeat());
    CS_ASSIGN(const base::Name name, base::parseName(request.graph));
    CS_ASSIGN(const auto calls, Calls::create(*this));
    const auto found = calls->registry().graphs().find(name.text());
    if (found == calls->registry().graphs().end())
        return base::fail(base::Error(codes::GraphUnknown, "there is no graph " + name.text()).advise("List them: countersignctl graph list"));
    const domain::Graph& graph = found->second;
    std::string resource;
    if (!request.resource.empty()) {
        CS_ASSIGN(const base::Name named, base::parseName(request.resource));
        resource = named.text();
    }
    for (const std::string& each : resourcesOf(graph, resource))
        CS_TRY(calls->look(each, stop));
    return GraphFlow(graph, *calls, resource, parallelism(request.parallel, m_runtime->configuration()), m_runtime->clock(), observer).run(std::move(stop));
}

} // namespace countersign
