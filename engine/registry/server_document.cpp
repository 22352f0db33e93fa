#include "engine/registry/document.h"

namespace countersign::registry {

domain::McpServer readServer(Fields fields)
{
    fields.only(keysOf("server"));
    domain::McpServer out;
    out.name = fields.ownName();
    if (!fields.has("command"))
        fields.notes().at(fields.pointer(), codes::KeyMissing, fields.path("command") + " is missing.");
    out.command = fields.argv("command");
    out.readPaths = fields.texts("read_paths");
    out.installHint = fields.text("install_hint").value_or("");
    return out;
}

} // namespace countersign::registry
