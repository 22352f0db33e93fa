#include "app/ctl/commands.h"

#include "app/ctl/printing.h"
#include "app/ctl/task_project.h"
#include "app/ctl/tool_arguments.h"
#include "engine/base/codes.h"
#include "engine/base/name.h"
#include "engine/base/text.h"

#include <algorithm>

namespace countersign::ctl {

namespace {

base::Result<domain::PlanId> planNamed(Engine& engine, const std::string& idOrTask, const std::string& named)
{
    CS_ASSIGN(const std::string project, projectOfTask(engine, named, idOrTask));
    CS_ASSIGN(const PlanDetail detail, engine.plan(idOrTask, project));
    return detail.row.plan.id;
}

} // namespace

base::Result<Answer> projectList(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto projects, engine->projects());
    Answer out;
    out.body["projects"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"project", "policy", "resources"}};
    for (const domain::Project& project : projects) {
        out.body["projects"].push_back(domain::toJson(project));
        rows.push_back({project.name, base::write(domain::toJson(project.policy)), std::to_string(project.resources.size())});
    }
    out.text = table(rows);
    return out;
}

base::Result<Answer> resourceList(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto resources, engine->resources());
    Answer out;
    out.body["resources"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"resource", "kind", "path"}};
    for (const domain::Resource& resource : resources) {
        out.body["resources"].push_back(domain::toJson(resource));
        rows.push_back({resource.name, std::string(domain::toText(resource.kind)), oneLine(resource.path)});
    }
    out.text = table(rows);
    return out;
}

base::Result<Answer> validationList(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto tools, engine->tools());
    Answer out;
    out.body["validations"] = Json::array();
    out.body["tools"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"name", "type", "mode", "wraps", "description"}};
    for (const RegisteredTool& each : tools) {
        Json row = domain::toJson(each.tool);
        row["definition_digest"] = each.definitionDigest;
        row["effective_input_schema"] = each.inputSchema;
        out.body[each.tool.validation ? "validations" : "tools"].push_back(std::move(row));
        rows.push_back({each.tool.name, std::string(domain::toText(each.tool.type())),
                        each.tool.validation ? std::string(domain::toText(each.tool.validation->mode)) : "",
                        each.tool.wrapped() != nullptr ? each.tool.wrapped()->wraps : "", oneLine(each.tool.description)});
    }
    out.text = table(rows);
    return out;
}

base::Result<Answer> validationAttach(Context& context)
{
    const Arguments& args = context.arguments();
    CS_ASSIGN(Engine* const engine, context.engine());
    AttachRequest request;
    request.resource = args.positional[0];
    request.validation = args.positional[1];
    const auto project = args.value("--project");
    const auto plan = args.value("--plan");
    if (project && plan)
        return usage("--project and --plan exclude each other; an attachment has one scope");
    if (project)
        request.scope = domain::ProjectScope{*project};
    if (plan) {
        CS_ASSIGN(const domain::PlanId id, planNamed(*engine, *plan, context.globals().project));
        request.scope = domain::PlanScope{id};
    }
    CS_ASSIGN(const base::Name name, base::parseName(request.validation));
    CS_ASSIGN(const auto tools, engine->tools());
    const auto tool = std::find_if(tools.begin(), tools.end(), [&](const RegisteredTool& t) { return t.tool.name == name.text(); });
    CS_ASSIGN(request.args, argumentsFrom(args.rest, tool == tools.end() ? Json::object() : tool->inputSchema));
    CS_ASSIGN(const domain::Attachment made, engine->attach(request));
    Answer out;
    out.body["attachment"] = json(made);
    out.text = "Attached " + made.validation + " to " + made.resource + " (" + std::string(domain::scopeText(made.scope)) + "), id " + made.id.value + ".\n";
    return out;
}

base::Result<Answer> validationDetach(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const std::string id, base::parseUlid(context.arguments().positional[0]));
    CS_ASSIGN(const domain::Attachment removed, engine->detach({id}));
    Answer out;
    out.body["attachment"] = json(removed);
    out.text = "Detached " + removed.validation + " from " + removed.resource + ".\n";
    return out;
}

base::Result<Answer> validationEffective(Context& context)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    const std::string which = *context.arguments().value("--plan");
    CS_ASSIGN(const std::string project, projectOfTask(*engine, context.globals().project, which));
    CS_ASSIGN(const PlanDetail detail, engine->plan(which, project));
    Answer out;
    std::vector<std::vector<std::string>> rows{{"state", "validation", "resource", "scope", "id", "why"}};
    const auto add = [&](const char* key, const char* state, const std::vector<domain::ResolvedAttachment>& list) {
        out.body[key] = Json::array();
        for (const domain::ResolvedAttachment& each : list) {
            out.body[key].push_back(json(each));
            rows.push_back({state, each.attachment.validation, each.attachment.resource, std::string(domain::scopeText(each.attachment.scope)),
                            each.attachment.id.value, oneLine(each.why, 160)});
        }
    };
    add("effective", "runs", detail.resolution.effective);
    add("shadowed", "shadowed", detail.resolution.shadowed);
    add("not_reached", "not reached", detail.resolution.notReached);
    out.body["plan"] = detail.row.plan.id.value;
    out.text = table(rows);
    return out;
}

} // namespace countersign::ctl
