#include "app/ctl/commands.h"

#include "app/ctl/printing.h"
#include "engine/base/text.h"

namespace countersign::ctl {

namespace {

std::string attachmentsText(const std::vector<domain::Attachment>& attachments)
{
    if (attachments.empty())
        return {};
    std::string out = attachments.size() == 1 ? " and its attachment" : " and its " + std::to_string(attachments.size()) + " attachments";
    for (const domain::Attachment& each : attachments)
        out += (&each == &attachments.front() ? ": " : ", ") + each.id.value;
    return out;
}

base::Result<Answer> removed(Context& context, Removable kind, std::string_view word)
{
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const Removal done, engine->remove(kind, context.arguments().positional[0]));
    Answer out;
    out.body = {{"kind", word}, {"name", done.name}, {"attachments_removed", done.attachments.size()}, {"attachments", Json::array()}, {"imported_from", nullptr}};
    for (const domain::Attachment& each : done.attachments)
        out.body["attachments"].push_back(json(each));
    out.text = "Removed " + std::string(word) + " " + done.name + attachmentsText(done.attachments) + ".\n";
    if (done.importedFrom.empty())
        return out;
    out.body["imported_from"] = done.importedFrom.string();
    const std::string directory = oneLine(done.importedFrom.string(), 200);
    const std::string notice = "It was imported from " + directory + ": while its file is there, the next import of that directory registers it again, and import --status does not tell.";
    out.body["notices"] = Json::array({notice});
    out.text += notice + "\nRemove the file too.\n";
    return out;
}

} // namespace

base::Result<Answer> toolRemove(Context& context) { return removed(context, Removable::Tool, "tool"); }
base::Result<Answer> validationRemove(Context& context) { return removed(context, Removable::Validation, "validation"); }
base::Result<Answer> resourceRemove(Context& context) { return removed(context, Removable::Resource, "resource"); }
base::Result<Answer> serverRemove(Context& context) { return removed(context, Removable::Server, "server"); }
base::Result<Answer> skillRemove(Context& context) { return removed(context, Removable::Skill, "skill"); }
base::Result<Answer> graphRemove(Context& context) { return removed(context, Removable::Graph, "graph"); }

} // namespace countersign::ctl
