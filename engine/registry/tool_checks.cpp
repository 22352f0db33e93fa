#include "engine/registry/checks.h"

#include <algorithm>

namespace countersign::registry {

using domain::Tool;

namespace {

template <typename T>
void lay(std::map<std::string, const T*>& to, const std::vector<T>& current, const std::set<Key>& gone, const std::string& kind)
{
    for (const T& each : current)
        if (gone.count({kind, each.name}) == 0)
            to[each.name] = &each;
}

const Tool* toolOf(const Draft& draft) { return std::get_if<Tool>(&draft.value); }

void note(Problems& problems, const Draft& draft, const std::string& pointer, const base::CodeInfo& code, std::string message,
          std::string advice = {})
{
    base::Error error(code, std::move(message));
    error.at(draft.document.placeOf(pointer));
    if (!advice.empty())
        error.advise(std::move(advice));
    problems.push_back(std::move(error));
}

/// Pointer of a key that may stand at the top or in the validation block.
std::string eitherPointer(const Draft& draft, const std::string& key)
{
    const std::string inside = childPointer(draft.at("validation"), key);
    return draft.document.keys.count(inside) > 0 ? inside : draft.at(key);
}

void checkNames(const Current& current, const std::vector<Draft>& drafts, Problems& problems)
{
    std::map<Key, const Draft*> first;
    for (const Draft& draft : drafts) {
        if (std::holds_alternative<domain::Attachment>(draft.value))
            continue;
        const auto [known, added] = first.emplace(Key{kindOf(draft), nameOf(draft)}, &draft);
        if (added)
            continue;
        const Tool* tool = toolOf(draft);
        const bool otherType = tool != nullptr && toolOf(*known->second)->type() != tool->type();
        note(problems, draft, draft.at("name"), otherType ? codes::TypeConflict : codes::NameTwice,
             nameOf(draft) + " is in " + known->second->document.file + " too.", "Give each registration a name of its own.");
    }
    for (const Draft& draft : drafts)
        for (const Tool& registered : current.tools)
            if (const Tool* tool = toolOf(draft); tool != nullptr && tool->name == registered.name && tool->type() != registered.type())
                note(problems, draft, draft.at("name"), codes::TypeConflict,
                     tool->name + " is registered as a " + std::string(domain::toText(registered.type())) + ".", "Use another name.");
}

/// What is wrong with the chain of wraps that begins at a tool.
std::optional<base::Error> chainProblem(const Tool& tool, const ToolLookup& lookup)
{
    const auto chain = wrapChain(tool.name, lookup);
    if (!chain)
        return chain.error();
    for (std::size_t i = 1; tool.validation && i < chain->size(); ++i)
        if (changesSomething(*(*chain)[i])) {
            const std::string by = i == 1 ? "" : " through " + (*chain)[1]->name;
            return base::Error(codes::WrapTargetWrites, tool.name + " wraps " + (*chain)[i]->name + by + ", which changes something.")
                .advise("Wrap a tool that only reads, or remove the wrapper first.");
        }
    return std::nullopt;
}

void checkNarrowing(const Draft& draft, const Tool& tool, const ToolLookup& lookup, Problems& problems)
{
    const auto target = wrapChain(tool.wrapped()->wraps, lookup);
    if (!target || !tool.timeout)
        return;
    for (const Tool* each : *target)
        if (each->timeout && *each->timeout < *tool.timeout)
            return note(problems, draft, draft.at("timeout"), codes::WrapWidens,
                        "The timeout of " + std::to_string(tool.timeout->count()) + " s is longer than that of " + each->name + ", "
                            + std::to_string(each->timeout->count()) + " s.");
}

std::optional<std::set<std::string>> closedNames(const domain::Json& schema, bool closedOnly)
{
    static const domain::Json none = domain::Json::object();
    if (!schema.is_object() || (closedOnly && domain::boolOr(schema, "additionalProperties", true)))
        return std::nullopt;
    std::set<std::string> out;
    const domain::Json& properties = domain::memberOr(schema, "properties", none);
    if (properties.is_object())
        for (const auto& [name, property] : properties.items())
            out.insert(name);
    return out;
}

void checkMapping(const Draft& draft, const Tool& tool, const ToolLookup& lookup, Problems& problems)
{
    const auto own = effectiveTool(tool.name, lookup);
    const auto target = effectiveTool(tool.wrapped()->wraps, lookup);
    if (!own || !target || !tool.validation)
        return;
    const auto sources = closedNames(own->inputSchema, false);
    const auto parameters = closedNames(target->inputSchema, true);
    for (const auto& [parameter, source] : tool.validation->argumentMapping) {
        const std::string pointer = childPointer(eitherPointer(draft, "argument_mapping"), parameter);
        if (parameters && parameters->count(parameter) == 0)
            note(problems, draft, pointer, codes::MappingInvalid, target->tool.name + " has no parameter " + parameter + ".");
        if (source.from && sources && sources->count(*source.from) == 0)
            note(problems, draft, pointer, codes::MappingInvalid, "The input schema has no member " + *source.from + ".");
    }
}

/// Wrappers that stand already must stay right when what they wrap changes.
void checkStanding(const Current& current, const std::vector<Draft>& drafts, const Overlay& overlay, Problems& problems)
{
    const ToolLookup lookup = overlay.lookup();
    for (const Tool& standing : current.tools) {
        const auto now = overlay.tools.find(standing.name);
        if (standing.wrapped() == nullptr || now == overlay.tools.end() || now->second != &standing)
            continue;
        const auto problem = chainProblem(standing, lookup);
        if (!problem)
            continue;
        const Draft* blamed = nullptr;
        std::set<std::string> seen;
        for (const Tool* at = &standing; at != nullptr && seen.insert(at->name).second && blamed == nullptr;) {
            for (const Draft& draft : drafts)
                if (toolOf(draft) == at)
                    blamed = &draft;
            at = at->wrapped() == nullptr ? nullptr : lookup(at->wrapped()->wraps);
        }
        if (blamed != nullptr && chainProblem(*toolOf(*blamed), lookup))
            continue; // said already, at the place itself
        base::Error error(*problem);
        problems.push_back(blamed == nullptr ? std::move(error) : std::move(error.at(blamed->document.placeOf(blamed->pointer))));
    }
}

} // namespace

ToolLookup Overlay::lookup() const
{
    return [this](const std::string& name) -> const Tool* {
        const auto found = tools.find(name);
        return found == tools.end() ? nullptr : found->second;
    };
}

SkillLookups Overlay::lookups() const
{
    return {lookup(),
            [this](const std::string& name) -> const domain::Skill* {
                const auto found = skills.find(name);
                return found == skills.end() ? nullptr : found->second;
            },
            [this](const std::string& name) -> std::optional<std::vector<std::string>> {
                if (servers.count(name) == 0)
                    return std::nullopt;
                std::vector<std::string> out;
                for (const auto& [tool, registered] : tools)
                    if (serverOf(*registered) == name)
                        out.push_back(tool);
                return out;
            }};
}

base::Error errorIn(const Draft& draft, const Found& found)
{
    base::Error out(*found.code, found.message);
    out.at(draft.document.placeOf(draft.pointer + found.pointer));
    if (!found.advice.empty())
        out.advise(found.advice);
    return out;
}

base::Error errorOf(const std::string& who, const Found& found, const std::vector<Draft>& drafts)
{
    base::Error out(*found.code, who + ": " + found.message);
    const auto draftOf = [&](const Key& key) {
        return std::find_if(drafts.begin(), drafts.end(), [&](const Draft& draft) { return Key{kindOf(draft), nameOf(draft)} == key; });
    };
    for (const Key& key : found.about)
        if (const auto draft = draftOf(key); draft != drafts.end() && !out.place())
            out.at(draft->document.placeOf(draft->pointer));
    return out.advise(found.advice.empty() ? "Change or remove it first." : found.advice);
}

std::string kindOf(const Draft& draft)
{
    static constexpr std::string_view names[] = {"project", "resource", "actor", "tool", "attachment", "server", "skill", "graph"};
    return std::string(names[draft.value.index()]);
}

std::string nameOf(const Draft& draft)
{
    if (const auto* attachment = std::get_if<domain::Attachment>(&draft.value))
        return attachmentName(*attachment);
    return std::visit(
        [](const auto& value) -> std::string {
            if constexpr (requires { value.name; })
                return value.name;
            else
                return {};
        },
        draft.value);
}

Overlay overlayOf(const Current& current, const std::vector<Draft>& drafts)
{
    Overlay out;
    lay(out.tools, current.tools, current.importedHere, "tool");
    lay(out.projects, current.projects, current.importedHere, "project");
    lay(out.resources, current.resources, current.importedHere, "resource");
    lay(out.actors, current.actors, current.importedHere, "actor");
    lay(out.servers, current.servers, current.importedHere, "server");
    lay(out.skills, current.skills, current.importedHere, "skill");
    lay(out.graphs, current.graphs, current.importedHere, "graph");
    for (auto draft = drafts.rbegin(); draft != drafts.rend(); ++draft) {
        if (const auto* tool = std::get_if<Tool>(&draft->value))
            out.tools[tool->name] = tool;
        else if (const auto* project = std::get_if<domain::Project>(&draft->value))
            out.projects[project->name] = project;
        else if (const auto* resource = std::get_if<domain::Resource>(&draft->value))
            out.resources[resource->name] = resource;
        else if (const auto* actor = std::get_if<domain::ActorDefinition>(&draft->value))
            out.actors[actor->name] = actor;
        else if (const auto* server = std::get_if<domain::McpServer>(&draft->value))
            out.servers[server->name] = server;
        else if (const auto* skill = std::get_if<domain::Skill>(&draft->value))
            out.skills[skill->name] = skill;
        else if (const auto* graph = std::get_if<domain::Graph>(&draft->value))
            out.graphs[graph->name] = graph;
    }
    return out;
}

void checkTools(const Current& current, const std::vector<Draft>& drafts, const Overlay& overlay, Problems& problems)
{
    checkNames(current, drafts, problems);
    const ToolLookup lookup = overlay.lookup();
    for (const Draft& draft : drafts) {
        const Tool* tool = toolOf(draft);
        if (tool == nullptr || tool->wrapped() == nullptr || tool->wrapped()->wraps.empty())
            continue;
        if (auto problem = chainProblem(*tool, lookup))
            problems.push_back(std::move(*problem).at(draft.document.placeOf(eitherPointer(draft, "wraps"))));
        checkNarrowing(draft, *tool, lookup, problems);
        checkMapping(draft, *tool, lookup, problems);
    }
    checkStanding(current, drafts, overlay, problems);
}

} // namespace countersign::registry
