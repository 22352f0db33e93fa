#include "app/ctl/commands.h"

#include "app/ctl/printing.h"
#include "engine/base/name.h"
#include "engine/codes.h"

#include <algorithm>

namespace countersign::ctl {

namespace {

std::string joined(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& word : words)
        out += (out.empty() ? "" : ", ") + word;
    return out;
}

Json json(const domain::Capability& c)
{
    return {{"read_only", c.readOnly}, {"writes", c.writes}, {"checkpointable", c.checkpointable}, {"checkpoint_scope", c.checkpointScope}, {"write_scope", c.writeScope},
            {"side_effects", c.sideEffects}, {"idempotent", c.idempotent}, {"unsafe", c.unsafe}, {"human_approval_required", c.humanApprovalRequired}};
}

/// "writes, needs approval"; "reads" where nothing is said.
std::string inWords(const domain::Capability& c)
{
    std::vector<std::string> out;
    if (c.writes || !c.writeScope.empty())
        out.push_back(c.writeScope.empty() ? "writes" : "writes " + oneLine(c.writeScope, 60));
    if (!c.sideEffects.empty())
        out.push_back("side effects: " + oneLine(joined(c.sideEffects), 60));
    if (c.unsafe)
        out.emplace_back("unsafe, no agent may call it");
    if (c.humanApprovalRequired)
        out.emplace_back("needs a person's approval");
    return out.empty() ? (c.readOnly ? "only reads" : "says nothing of changes") : joined(out);
}

Json json(const RegisteredSkill& each)
{
    Json out = domain::toJson(each.skill);
    out["members"] = Json::array();
    for (const SkillMember& member : each.members)
        out["members"].push_back({{"tool", member.tool}, {"origin", member.origin()}, {"via", member.via}, {"server", member.server.empty() ? Json(nullptr) : Json(member.server)},
                                  {"capability", json(member.effective)}});
    return out;
}

std::string conditionOf(const domain::GraphEdge& edge)
{
    return edge.when ? edge.when->path + " = " + base::write(edge.when->equals) : "";
}

} // namespace

base::Result<Answer> serverList(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto servers, engine->servers());
    Answer out;
    out.body["servers"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"server", "command"}};
    for (const domain::McpServer& server : servers) {
        out.body["servers"].push_back(domain::toJson(server));
        rows.push_back({server.name, oneLine(base::write(Json(server.command)))});
    }
    out.text = table(rows);
    return out;
}

base::Result<Answer> skillList(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto skills, engine->skills());
    Answer out;
    out.body["skills"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"skill", "members", "read only", "description"}};
    for (const RegisteredSkill& each : skills) {
        out.body["skills"].push_back(json(each));
        rows.push_back({each.skill.name, std::to_string(each.members.size()), each.skill.readOnly ? "yes" : "no", oneLine(each.skill.description)});
    }
    out.text = table(rows);
    return out;
}

base::Result<Answer> skillShow(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const base::Name name, base::parseName(context.arguments().positional[0]));
    CS_ASSIGN(const auto skills, engine->skills());
    const auto found = std::find_if(skills.begin(), skills.end(), [&](const RegisteredSkill& each) { return each.skill.name == name.text(); });
    if (found == skills.end())
        return base::fail(base::Error(codes::SkillUnknown, "there is no skill " + name.text()).advise("List them: countersignctl skill list"));
    Answer out;
    out.body["skill"] = json(*found);
    out.text = name.text() + (found->skill.readOnly ? ", read-only" : "") + (found->skill.description.empty() ? "" : ": " + oneLine(found->skill.description, 200)) + "\n";
    std::vector<std::vector<std::string>> rows{{"tool", "from", "may"}};
    for (const SkillMember& member : found->members)
        rows.push_back({member.tool, oneLine(member.origin(), 200), inWords(member.effective)});
    out.text += table(rows);
    return out;
}

base::Result<Answer> graphList(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto graphs, engine->graphs());
    Answer out;
    out.body["graphs"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"graph", "nodes", "entry", "exits", "description"}};
    for (const domain::Graph& graph : graphs) {
        out.body["graphs"].push_back(domain::toJson(graph));
        rows.push_back({graph.name, std::to_string(graph.nodes.size()), oneLine(joined(graph.entry)), oneLine(joined(graph.exits)), oneLine(graph.description)});
    }
    out.text = table(rows);
    return out;
}

base::Result<Answer> graphShow(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const base::Name name, base::parseName(context.arguments().positional[0]));
    CS_ASSIGN(const auto graphs, engine->graphs());
    const auto found = std::find_if(graphs.begin(), graphs.end(), [&](const domain::Graph& each) { return each.name == name.text(); });
    if (found == graphs.end())
        return base::fail(base::Error(codes::GraphUnknown, "there is no graph " + name.text()).advise("List them: countersignctl graph list"));
    Answer out;
    out.body["graph"] = domain::toJson(*found);
    out.text = name.text() + (found->description.empty() ? "" : ": " + oneLine(found->description, 200)) + "\nEntry: " + joined(found->entry) + ". Exits: " + joined(found->exits) + ".\n\n";
    std::vector<std::vector<std::string>> nodes{{"node", "tool", "resource", "arguments"}};
    for (const auto& [id, node] : found->nodes)
        nodes.push_back({id, node.tool, node.resource, node.args.empty() ? "" : oneLine(base::write(node.args), 120)});
    out.text += table(nodes);
    if (found->edges.empty())
        return out;
    std::vector<std::vector<std::string>> edges{{"from", "to", "when"}};
    for (const domain::GraphEdge& edge : found->edges)
        edges.push_back({edge.from, edge.to, oneLine(conditionOf(edge), 120)});
    out.text += "\n" + table(edges);
    return out;
}

} // namespace countersign::ctl
