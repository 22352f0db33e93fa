#include "engine/registry/checks.h"
#include "engine/registry/registry.h"

#include <algorithm>

namespace countersign::registry {

namespace {

void sortByPlace(const ImportSet& set, Problems& problems)
{
    std::map<std::string, std::size_t> order;
    for (std::size_t i = 0; i < set.files.size(); ++i)
        order.emplace(set.files[i].name, i);
    const auto key = [&](const base::Error& error) {
        const base::Place place = error.place().value_or(base::Place{});
        const auto file = order.find(place.file);
        return std::make_tuple(file == order.end() ? order.size() : file->second, place.line, place.column);
    };
    std::stable_sort(problems.begin(), problems.end(), [&](const base::Error& a, const base::Error& b) { return key(a) < key(b); });
}

/// Servers first: a tool that names one is completed with it. Drafts in the order of the files.
std::vector<Draft> readAll(const ImportSet& set, const Current& current, const Checks& checks, Problems& problems)
{
    std::vector<std::optional<YamlDocument>> documents;
    for (const ImportFile& file : set.files) {
        auto document = parseYaml(file.bytes, file.name);
        if (!document)
            problems.insert(problems.end(), document.error().begin(), document.error().end());
        documents.push_back(document ? std::optional(std::move(*document)) : std::nullopt);
    }
    std::map<std::string, domain::McpServer> servers;
    for (const domain::McpServer& server : current.servers)
        if (current.importedHere.count({"server", server.name}) == 0)
            servers[server.name] = server;
    const Surroundings around{set.workspace, checks, [&servers](const std::string& name) {
                                  const auto found = servers.find(name);
                                  return found == servers.end() ? nullptr : &found->second;
                              }};
    std::vector<std::optional<Draft>> drafts(documents.size());
    for (const bool first : {true, false})
        for (std::size_t i = 0; i < documents.size(); ++i) {
            if (!documents[i] || isServer(*documents[i]) != first)
                continue;
            drafts[i] = readDocument(std::move(*documents[i]), around, problems);
            documents[i].reset();
            if (const auto* server = drafts[i] ? std::get_if<domain::McpServer>(&drafts[i]->value) : nullptr)
                servers[server->name] = *server;
        }
    std::vector<Draft> out;
    for (std::optional<Draft>& draft : drafts)
        if (draft)
            out.push_back(std::move(*draft));
    return out;
}

ParsedRegistry registryOf(const std::vector<Draft>& drafts)
{
    ParsedRegistry out;
    struct Adder
    {
        ParsedRegistry& to;
        void operator()(const domain::Project& p) const { to.projects.push_back(p); }
        void operator()(const domain::Resource& r) const { to.resources.push_back(r); }
        void operator()(const domain::ActorDefinition& a) const { to.actors.push_back(a); }
        void operator()(const domain::Tool& t) const { to.tools.push_back(t); }
        void operator()(const domain::McpServer& s) const { to.servers.push_back(s); }
        void operator()(const domain::Skill& s) const { to.skills.push_back(s); }
        void operator()(const domain::Graph& g) const { to.graphs.push_back(g); }
        void operator()(const domain::Attachment& a) const { to.attachments.push_back(a); }
    };
    for (const Draft& draft : drafts) {
        std::visit(Adder{out}, draft.value);
        const auto* tool = std::get_if<domain::Tool>(&draft.value);
        out.origins.push_back({tool != nullptr ? std::string(domain::toText(tool->type())) : kindOf(draft), nameOf(draft),
                               draft.document.placeOf(draft.pointer)});
    }
    return out;
}

} // namespace

tl::expected<ParsedRegistry, Problems> parse(const ImportSet& set, const Current& current, const Checks& checks)
{
    Problems problems;
    const std::vector<Draft> drafts = readAll(set, current, checks, problems);
    const Overlay overlay = overlayOf(current, drafts);
    checkTools(current, drafts, overlay, problems);
    checkSlots(drafts, overlay, problems);
    checkLinks(current, drafts, overlay, problems);
    checkSkills(current, drafts, overlay, problems);
    checkGraphs(current, drafts, overlay, problems);
    sortByPlace(set, problems);
    if (!problems.empty())
        return tl::make_unexpected(std::move(problems));
    ParsedRegistry out = registryOf(drafts);
    out.warnings = pinWarnings(drafts, overlay, checks);
    sortByPlace(set, out.warnings);
    out.digest = set.digest;
    return out;
}

std::string attachmentName(const domain::Attachment& attachment)
{
    std::string out = attachment.validation + " on " + attachment.resource;
    if (const auto* project = std::get_if<domain::ProjectScope>(&attachment.scope))
        out += " through " + project->project;
    if (!attachment.args.empty())
        out += " with " + base::canonical(attachment.args);
    return out;
}

} // namespace countersign::registry
