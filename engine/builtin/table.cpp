#include "engine/base/codes.h"
#include "engine/builtin/checks.h"
#include "engine/schema/schema.h"

#include <algorithm>

namespace countersign::builtin {

namespace {

Json object(Json properties, std::vector<std::string> required = {})
{
    Json out{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty())
        out["required"] = std::move(required);
    return out;
}

Json text(const char* description) { return {{"type", "string"}, {"description", description}}; }

domain::Tool tool(const char* name, const char* description, Json inputSchema)
{
    domain::Tool out;
    out.name = name;
    out.description = description;
    out.source = domain::BuiltinSource{name};
    out.inputSchema = std::move(inputSchema);
    out.capability.readOnly = true;
    out.capability.idempotent = true;
    return out;
}

// The repository's own configuration and index are the agent's: nothing in them may start a program of the operator's,
// and marks in the index (assume-unchanged, skip-worktree) may not hide a change. So a new index is read from HEAD.
constexpr const char* gitStatus = R"(
export GIT_DIR=.git GIT_WORK_TREE=. GIT_INDEX_FILE=/tmp/index GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0
git() { command git -c safe.directory='*' -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.sparseCheckout=false -c core.fileMode=true -c core.untrackedCache=false "$@"; }
if git rev-parse --verify -q HEAD >/dev/null; then git read-tree HEAD || exit 128; fi
git status --porcelain=v1 -z --untracked-files=all --ignore-submodules=none --no-renames
)";

std::vector<Builtin> table()
{
    return {
        {tool("builtin/file-exists", "Passes when the resource holds a regular file at the path.",
              object({{"path", text("relative to the resource, with /")}}, {"path"})),
         fileExists, {}, nullptr},
        {tool("builtin/json-schema", "Passes when a JSON file fits a schema, given in a file or in the arguments.",
              object({{"file", text("the JSON file, relative to the resource")},
                      {"schema_file", text("the file with the schema, relative to the resource")},
                      {"schema", {{"type", "object"}, {"description", "the schema itself"}}}},
                     {"file"})),
         jsonSchema, {}, nullptr},
        {tool("builtin/git-clean", "Passes when git sees no change and no new file in the work tree.", object(Json::object())), nullptr, {"/bin/sh", "-c", gitStatus}, gitClean},
        {tool("builtin/forbidden-text", "Passes when no line of the files holds the pattern.",
              object({{"pattern", text("a regular expression of RE2, tried on each line")},
                      {"paths", {{"type", "array"}, {"items", {{"type", "string"}}}, {"description", "globs, relative to the resource; without them every file"}}}},
                     {"pattern"})),
         forbiddenText, {}, nullptr},
    };
}

} // namespace

const std::vector<Builtin>& all()
{
    static const std::vector<Builtin> builtins = table();
    return builtins;
}

const Builtin* find(std::string_view name)
{
    const auto found = std::find_if(all().begin(), all().end(), [&](const Builtin& each) { return each.tool.name == name; });
    return found == all().end() ? nullptr : &*found;
}

const domain::Tool* tool(std::string_view name)
{
    const Builtin* found = find(name);
    return found == nullptr ? nullptr : &found->tool;
}

base::Result<Json> run(const Builtin& builtin, const Call& call)
{
    CS_ASSIGN(const schema::Schema schema, schema::Schema::compile(builtin.tool.inputSchema));
    CS_TRY(schema::checkParsed(schema, call.args));
    return builtin.check(call);
}

} // namespace countersign::builtin
