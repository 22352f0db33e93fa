#include "engine/registry/checks.h"
#include "engine/registry/slots.h"
#include "engine/schema/schema.h"

#include <algorithm>

namespace countersign::registry {

namespace {

/// Notes problems at pointers of one draft.
class At
{
public:
    At(const Draft& draft, Problems& problems) : m_draft(draft), m_problems(problems) {}
    void operator()(const std::string& pointer, const base::CodeInfo& code, std::string message, std::string advice = {})
    {
        base::Error error(code, std::move(message));
        error.at(m_draft.document.placeOf(pointer));
        if (!advice.empty())
            error.advise(std::move(advice));
        m_problems.push_back(std::move(error));
    }
    [[nodiscard]] std::string key(std::string_view name) const { return m_draft.at(name); }

private:
    const Draft& m_draft;
    Problems& m_problems;
};

void checkActor(const Overlay& overlay, const std::string& name, const std::string& role, At& at)
{
    if (name.empty())
        return;
    const std::string pointer = childPointer(at.key("actors"), role);
    const auto actor = overlay.actors.find(name);
    if (actor == overlay.actors.end())
        at(pointer, codes::ActorUnknown, name + " is not registered.");
    else if (actor->second->role != role)
        at(pointer, codes::ValueInvalid, name + " is a " + actor->second->role + ", not a " + role + ".");
}

void checkProject(const domain::Project& project, const Overlay& overlay, At& at)
{
    for (std::size_t i = 0; i < project.resources.size(); ++i)
        if (overlay.resources.count(project.resources[i]) == 0)
            at(childPointer(at.key("resources"), std::to_string(i)), codes::ResourceUnknown, project.resources[i] + " is not registered.",
               "Add a resource file, or register it first.");
    for (std::size_t i = 0; i < project.skills.size(); ++i)
        if (overlay.skills.count(project.skills[i]) == 0)
            at(childPointer(at.key("skills"), std::to_string(i)), codes::SkillUnknown, project.skills[i] + " is not registered.",
               "Add a skill file, or register it first.");
    checkActor(overlay, project.coder, "coder", at);
    checkActor(overlay, project.strategist, "strategist", at);
}

/// The arguments with defaults; null when they, the schema or the validation are not right.
domain::Json argsWithDefaults(const domain::Attachment& attachment, const Overlay& overlay)
{
    return attachmentArguments(attachment.validation, attachment.args, overlay.lookup()).value_or(domain::Json(nullptr));
}

void checkArgs(const domain::Attachment& attachment, const Overlay& overlay, At& at)
{
    const auto tool = effectiveTool(attachment.validation, overlay.lookup());
    const auto compiled = tool ? schema::Schema::compile(tool->inputSchema) : tl::make_unexpected(tool.error());
    if (!compiled)
        return;
    for (const schema::Violation& violation : schema::judgeParsed(*compiled, compiled->withDefaults(attachment.args)).violations)
        at(at.key("args") + violation.pointer, codes::AttachmentArgs, "args: " + violation.message);
}

void checkProjectOf(const domain::Attachment& attachment, const Overlay& overlay, At& at)
{
    const auto* scope = std::get_if<domain::ProjectScope>(&attachment.scope);
    if (scope == nullptr)
        return;
    const auto project = overlay.projects.find(scope->project);
    if (project == overlay.projects.end())
        return at(at.key("project"), codes::ProjectUnknown, scope->project + " is not registered.");
    const auto& resources = project->second->resources;
    if (std::find(resources.begin(), resources.end(), attachment.resource) == resources.end())
        at(at.key("project"), codes::ValueInvalid, scope->project + " does not name " + attachment.resource + ".",
           "Add the resource to the project, or attach it directly.");
}

void checkAttachment(const domain::Attachment& attachment, const Overlay& overlay, At& at)
{
    const auto tool = overlay.tools.find(attachment.validation);
    if (tool == overlay.tools.end())
        at(at.key("validation"), codes::ValidationUnknown, attachment.validation + " is not registered.");
    else if (!tool->second->validation)
        at(at.key("validation"), codes::NotAValidation, attachment.validation + " is a tool, not a validation.");
    if (overlay.resources.count(attachment.resource) == 0)
        at(at.key("resource"), codes::ResourceUnknown, attachment.resource + " is not registered.");
    const auto resource = overlay.resources.find(attachment.resource);
    const auto effective = effectiveTool(attachment.validation, overlay.lookup());
    if (resource != overlay.resources.end() && effective)
        if (const auto good = contextFits(effective->resourceSlots, resource->second, attachment.validation); !good)
            at(at.key("resource"), codes::SlotMismatch, good.error().message());
    checkProjectOf(attachment, overlay, at);
    checkArgs(attachment, overlay, at);
}

/// The name of an attachment with its arguments after defaults: equal for two that would run as one.
std::optional<std::string> identityOf(const domain::Attachment& attachment, const Overlay& overlay)
{
    domain::Attachment same = attachment;
    same.args = argsWithDefaults(attachment, overlay);
    return same.args.is_null() ? std::nullopt : std::optional(attachmentName(same));
}

/// Identity → where it stands.
using Attached = std::map<std::string, std::string>;

/// Those that stay and that no file spells in the same way.
Attached standingAttachments(const Current& current, const std::vector<Draft>& drafts, const Overlay& overlay)
{
    std::set<std::string> settled;
    for (const Draft& draft : drafts)
        if (std::holds_alternative<domain::Attachment>(draft.value))
            settled.insert(nameOf(draft));
    for (const auto& [kind, name] : current.importedHere)
        if (kind == "attachment")
            settled.insert(name);
    Attached out;
    for (const domain::Attachment& attachment : current.attachments)
        if (!std::holds_alternative<domain::PlanScope>(attachment.scope) && settled.count(attachmentName(attachment)) == 0)
            if (const auto identity = identityOf(attachment, overlay))
                out.emplace(*identity, "attachment " + attachment.id.value);
    return out;
}

/// What the import takes away while a project, a tool or an attachment that stays uses it.
void checkLosses(const Current& current, const Overlay& overlay, Problems& problems)
{
    const auto lost = [&](const std::string& user, const std::string& kind, const std::string& name, bool there) {
        if (!there && !name.empty() && current.importedHere.count({kind, name}) > 0)
            problems.push_back(base::Error(kind == "actor" ? codes::ActorUnknown : kind == "skill" ? codes::SkillUnknown : kind == "server" ? codes::McpServerUnknown : codes::ResourceUnknown,
                                           user + " uses " + name + ", which the files no longer hold.")
                                   .advise("Keep its file, or remove what uses it first."));
    };
    for (const domain::Project& project : current.projects) {
        const auto now = overlay.projects.find(project.name);
        // A project without a file stays registered, and skills don't.
        for (const std::string& skill : project.skills)
            if (now == overlay.projects.end() || now->second == &project)
                lost(project.name, "skill", skill, overlay.skills.count(skill) > 0);
        if (now == overlay.projects.end() || now->second != &project)
            continue;
        for (const std::string& resource : project.resources)
            lost(project.name, "resource", resource, overlay.resources.count(resource) > 0);
        for (const std::string& actor : {project.coder, project.strategist})
            lost(project.name, "actor", actor, overlay.actors.count(actor) > 0);
    }
    for (const domain::Tool& tool : current.tools)
        if (const auto now = overlay.tools.find(tool.name); now != overlay.tools.end() && now->second == &tool)
            lost(tool.name, "server", serverOf(tool), overlay.servers.count(serverOf(tool)) > 0);
    for (const domain::Attachment& attachment : current.attachments)
        if (current.importedHere.count({"attachment", attachmentName(attachment)}) == 0)
            lost("Attachment " + attachment.id.value, "resource", attachment.resource, overlay.resources.count(attachment.resource) > 0);
}

/// argv of what a tool runs.
std::vector<std::string> argvOf(const domain::Tool& tool, const Overlay& overlay)
{
    if (const auto server = overlay.servers.find(serverOf(tool)); server != overlay.servers.end())
        return server->second->command;
    if (const auto* command = std::get_if<domain::CommandSource>(&tool.source))
        return command->argv;
    if (const auto* code = std::get_if<domain::CodeSource>(&tool.source))
        return code->interpreter;
    if (const auto* mcp = std::get_if<domain::McpSource>(&tool.source))
        return mcp->server;
    return {};
}

/// The path of an argument inside a resource; nothing when it is no file there.
std::optional<std::string> fileInside(const std::string& argument, const domain::Resource& resource, const Checks& checks)
{
    if (argument.empty() || resource.kind == domain::ResourceKind::File)
        return std::nullopt;
    const std::filesystem::path root(resource.path);
    const std::filesystem::path file = (root / argument).lexically_normal();
    const std::string relative = file.lexically_relative(root).string();
    if (relative.empty() || relative == "." || relative.starts_with("..") || !checks.isFile(file))
        return std::nullopt;
    return relative;
}

std::string kindKey(const domain::Tool& tool)
{
    if (std::holds_alternative<domain::McpSource>(tool.source))
        return "mcp_server";
    return std::holds_alternative<domain::CodeSource>(tool.source) ? "interpreter" : "command";
}

void warnServerChecks(const Draft& draft, const domain::Tool& tool, std::vector<base::Error>& out)
{
    const auto* mcp = std::get_if<domain::McpSource>(&tool.source);
    if (mcp != nullptr && mcp->serverChecks)
        out.push_back(base::Error(codes::ServerChecks, "The arguments of " + tool.name + " are checked by its MCP server only.")
                          .at(draft.document.placeOf(draft.at("arguments")))
                          .advise("Write an input_schema to have them checked here."));
}

void warn(const Draft& draft, const domain::Tool& tool, const Overlay& overlay, const Checks& checks, std::vector<base::Error>& out)
{
    const auto argv = argvOf(tool, overlay);
    for (std::size_t i = 0; i < argv.size(); ++i)
        for (const auto& [name, resource] : overlay.resources) {
            const auto file = fileInside(argv[i], *resource, checks);
            const bool pinned = file && std::any_of(tool.pinned.begin(), tool.pinned.end(), [&](const auto& glob) { return matchesGlob(glob, *file); });
            if (!file || pinned)
                continue;
            out.push_back(base::Error(codes::NotPinned, tool.name + " runs " + *file + " of " + name + ", which an agent can edit.")
                              .at(draft.document.placeOf(serverOf(tool).empty() ? childPointer(draft.at(kindKey(tool)), std::to_string(i)) : draft.at(kindKey(tool))))
                              .advise("Add it to pinned."));
            break;
        }
}

} // namespace

void checkLinks(const Current& current, const std::vector<Draft>& drafts, const Overlay& overlay, Problems& problems)
{
    Attached attached = standingAttachments(current, drafts, overlay);
    for (const Draft& draft : drafts) {
        At at(draft, problems);
        if (const auto* project = std::get_if<domain::Project>(&draft.value))
            checkProject(*project, overlay, at);
        const auto* attachment = std::get_if<domain::Attachment>(&draft.value);
        if (attachment == nullptr)
            continue;
        checkAttachment(*attachment, overlay, at);
        const auto identity = identityOf(*attachment, overlay);
        if (!identity)
            continue;
        const auto [first, added] = attached.emplace(*identity, draft.document.file);
        if (!added)
            at(draft.pointer, codes::AttachmentTwice, attachmentName(*attachment) + " stands already: " + first->second + ".");
    }
    checkLosses(current, overlay, problems);
}

std::vector<base::Error> pinWarnings(const std::vector<Draft>& drafts, const Overlay& overlay, const Checks& checks)
{
    std::vector<base::Error> out;
    for (const Draft& draft : drafts) {
        const auto* tool = std::get_if<domain::Tool>(&draft.value);
        if (tool == nullptr)
            continue;
        warnServerChecks(draft, *tool, out);
        if (checks.isFile)
            warn(draft, *tool, overlay, checks, out);
    }
    return out;
}

} // namespace countersign::registry
