#include "engine/registry/effective.h"

#include "engine/base/digest.h"
#include "engine/builtin/builtin.h"
#include "engine/registry/codes.h"
#include "engine/schema/codes.h"
#include "engine/schema/schema.h"

#include <algorithm>

namespace countersign::registry {

using domain::Json;
using domain::Tool;

namespace {

using Chain = std::vector<const Tool*>;

std::string pathText(const Chain& chain, const std::string& end)
{
    std::string out;
    for (const Tool* tool : chain)
        out += tool->name + ", ";
    return out + end;
}

/// Of the chain from an index on: the nearest tool that says something itself.
Json inputSchemaAt(const Chain& chain, std::size_t index)
{
    for (std::size_t i = index; i < chain.size(); ++i)
        if (!chain[i]->inputSchema.is_null())
            return chain[i]->inputSchema;
    return nullptr;
}

Json slotsOf(const Chain& chain)
{
    for (const Tool* tool : chain)
        if (!tool->resourceSlots.empty())
            return tool->resourceSlots;
    return Json::object();
}

std::chrono::seconds timeoutOf(const Chain& chain)
{
    std::optional<std::chrono::seconds> shortest;
    for (const Tool* tool : chain)
        if (tool->timeout && (!shortest || *tool->timeout < *shortest))
            shortest = tool->timeout;
    return shortest.value_or(defaultTimeout);
}

base::Result<Json> checked(const Json& inputSchema, Json args)
{
    if (!args.is_object())
        return base::fail(schema::codes::InvalidArgs, "The arguments are one JSON object.");
    if (inputSchema.is_null())
        return args;
    CS_ASSIGN(const schema::Schema compiled, schema::Schema::compile(inputSchema));
    return schema::checkParsed(compiled, compiled.withDefaults(std::move(args)));
}

Json mapped(const std::map<std::string, domain::ArgumentSource>& mapping, const Json& args)
{
    Json out = args;
    for (const auto& [parameter, source] : mapping)
        if (source.from)
            out.erase(*source.from);
    for (const auto& [parameter, source] : mapping) {
        out.erase(parameter);
        if (source.value)
            out[parameter] = *source.value;
        else if (source.from && args.contains(*source.from))
            out[parameter] = args.at(*source.from);
    }
    return out;
}

} // namespace

base::Result<std::vector<const Tool*>> wrapChain(const std::string& name, const ToolLookup& lookup)
{
    Chain chain;
    for (std::string next = name;;) {
        const bool seen = std::any_of(chain.begin(), chain.end(), [&](const Tool* t) { return t->name == next; });
        if (seen)
            return base::fail(codes::WrapCycle, "The wraps go round: " + pathText(chain, next) + ".");
        if (chain.size() > static_cast<std::size_t>(chainLimit))
            return base::fail(codes::WrapTooDeep, "The limit is " + std::to_string(chainLimit) + " wraps: " + pathText(chain, next) + ".");
        const Tool* own = lookup(next);
        const Tool* tool = own != nullptr ? own : builtin::tool(next);
        if (tool == nullptr)
            return chain.empty() ? base::fail(codes::ToolUnknown, next + " is not registered.")
                                 : base::fail(codes::WrapTargetUnknown, next + " is not registered; " + chain.back()->name + " wraps it.");
        chain.push_back(tool);
        const domain::WrappedSource* wrapped = tool->wrapped();
        if (wrapped == nullptr)
            return chain;
        next = wrapped->wraps;
    }
}

base::Result<EffectiveTool> effectiveTool(const std::string& name, const ToolLookup& lookup)
{
    CS_ASSIGN(const Chain chain, wrapChain(name, lookup));
    EffectiveTool out;
    out.tool = *chain.front();
    out.root = *chain.back();
    for (const Tool* tool : chain)
        out.chain.push_back(tool->name);
    out.inputSchema = inputSchemaAt(chain, 0);
    out.resourceSlots = slotsOf(chain);
    out.timeout = timeoutOf(chain);
    return out;
}

base::Result<Json> definition(const std::string& name, const ToolLookup& lookup,
                              const std::map<std::string, std::string>& pinnedDigests)
{
    CS_ASSIGN(const Chain chain, wrapChain(name, lookup));
    Json registrations = Json::array();
    for (const Tool* tool : chain)
        registrations.push_back(domain::toJson(*tool));
    Json pinned = Json::object();
    for (const auto& [path, digest] : pinnedDigests)
        pinned[path] = digest;
    return Json{{"v", 1}, {"chain", std::move(registrations)}, {"pinned", std::move(pinned)}};
}

std::string definitionDigest(const Json& definition) { return base::sha256Hex(base::canonical(definition)); }

base::Result<Json> attachmentArguments(const std::string& validation, Json args, const ToolLookup& lookup)
{
    const Tool* tool = lookup(validation);
    if (tool == nullptr)
        return base::fail(codes::ValidationUnknown, validation + " is not registered.");
    if (!tool->validation)
        return base::fail(codes::NotAValidation, validation + " is a tool, not a validation.");
    CS_ASSIGN(const Chain chain, wrapChain(validation, lookup));
    return checked(inputSchemaAt(chain, 0), std::move(args));
}

base::Result<Json> argumentsFor(const std::string& name, Json args, const ToolLookup& lookup)
{
    CS_ASSIGN(const Chain chain, wrapChain(name, lookup));
    for (std::size_t i = 0; i < chain.size(); ++i) {
        CS_ASSIGN(args, checked(inputSchemaAt(chain, i), std::move(args)));
        const auto& validation = chain[i]->validation;
        if (i + 1 < chain.size() && validation)
            args = mapped(validation->argumentMapping, args);
    }
    return args;
}

const domain::Json& slotArguments(const EffectiveTool& tool, const domain::Json& own, const domain::Json& ofRoot)
{
    return tool.chain.size() > 1 && !tool.tool.resourceSlots.empty() ? own : ofRoot;
}

} // namespace countersign::registry
