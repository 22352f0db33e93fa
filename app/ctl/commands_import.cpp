#include "app/ctl/commands.h"

#include "app/ctl/printing.h"
#include "engine/base/clock.h"
#include "engine/base/codes.h"
#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/registry/reference.h"

#include <algorithm>
#include <cstdio>

#include <fcntl.h>

namespace countersign::ctl {

namespace {

/// What a document leaves open: it would be read as the registration's own words.
bool saysNothing(const Json& value)
{
    return value.is_null() || value == Json(false) || (value.is_string() && value.get_ref<const std::string&>().empty()) || (value.is_structured() && value.empty());
}

std::string itemLine(const ImportItem& item)
{
    static constexpr std::string_view signs[] = {"+", "~", "-", " "};
    std::string out = std::string(signs[static_cast<std::size_t>(item.change)]) + " " + item.kind + " " + oneLine(item.name, 120) + "\n";
    const auto value = [](const Json& json) { return json.is_null() ? std::string("nothing") : oneLine(base::write(json), 60); };
    for (const FieldChange& field : item.fields) {
        const std::string at = "    " + oneLine(field.pointer, 80) + ": ";
        if (item.change == ImportItem::Change::Changed)
            out += at + value(field.before) + " -> " + value(field.after) + "\n";
        else if (item.change == ImportItem::Change::Added && !saysNothing(field.after))
            out += at + value(field.after) + "\n";
    }
    return out;
}

Answer previewAnswer(const ImportPreview& preview)
{
    Answer out;
    Json items = Json::array();
    Json warnings = Json::array();
    Json problems = Json::array();
    for (const ImportItem& item : preview.items) {
        items.push_back(json(item));
        if (item.change != ImportItem::Change::Same)
            out.text += itemLine(item);
    }
    for (const base::Error& warning : preview.warnings) {
        warnings.push_back(json(warning));
        out.text += "Warning: " + base::visible(warning.text(), false) + "\n";
    }
    for (const base::Error& problem : preview.problems)
        problems.push_back(json(problem));
    out.body = {{"directory", preview.directory.string()}, {"digest", preview.digest}, {"items", std::move(items)},
                {"warnings", std::move(warnings)}, {"problems", std::move(problems)}};
    return out;
}

bool confirmed()
{
    const base::Fd terminal(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
    if (!terminal.valid())
        return false;
    static constexpr std::string_view question = "Import this? [y/N] ";
    (void)!::write(terminal.get(), question.data(), question.size());
    char answer = 0;
    return ::read(terminal.get(), &answer, 1) == 1 && (answer == 'y' || answer == 'Y');
}

// Which directories say something else than what was imported from them. Changes nothing.
base::Result<Answer> importStatus(Context& context)
{
    const auto& words = context.arguments().positional;
    CS_ASSIGN(Engine* const engine, context.engine());
    CS_ASSIGN(const auto states, engine->importStates());
    const std::string only = words.empty() ? std::string() : std::filesystem::absolute(words[0]).lexically_normal().string();
    Answer out;
    out.body["imports"] = Json::array();
    std::vector<std::vector<std::string>> rows{{"files", "imported", "directory", "note"}};
    for (const ImportState& state : states) {
        if (!only.empty() && state.directory.string() != only)
            continue;
        out.body["imports"].push_back({{"directory", state.directory.string()}, {"imported_digest", state.importedDigest}, {"digest_now", state.digestNow},
                                       {"imported_at", base::isoTime(state.importedAt)}, {"differs", state.differs}, {"detail", state.detail}});
        rows.push_back({state.digestNow.empty() ? "not readable" : state.differs ? "differ" : "as imported", base::isoTime(state.importedAt),
                        oneLine(state.directory.string(), 200), oneLine(state.detail, 200)});
        if (state.differs)
            rows.push_back({"", "", "review: countersignctl import " + oneLine(state.directory.string(), 200), ""});
    }
    out.text = table(rows);
    return out;
}

} // namespace

base::Result<Answer> importFiles(Context& context)
{
    const Arguments& args = context.arguments();
    if (args.has("--status"))
        return importStatus(context);
    if (args.positional.empty())
        return usage("import needs DIR, or --status", "See countersignctl import --help.");
    CS_ASSIGN(Engine* const engine, context.createdEngine());
    CS_ASSIGN(const ImportPreview preview, engine->previewImport(args.positional[0]));
    Answer out = previewAnswer(preview);
    out.body["imported"] = false;
    if (!preview.problems.empty()) {
        CS_TRY(engine->import(args.positional[0], preview.digest));
        return base::fail(base::codes::Unknown, "an import with problems was accepted");
    }
    const auto expected = args.value("--expect");
    if (!preview.changesSomething()) {
        out.text += "The registry says the same already.\n";
        CS_ASSIGN(const ImportPreview same, engine->import(args.positional[0], expected.value_or(preview.digest)));
        return out;
    }
    if (!args.has("--yes") && !expected) {
        if (!context.globals().json)
            std::fwrite(out.text.data(), 1, out.text.size(), stderr);
        if (!confirmed()) {
            out.text = "Nothing was imported. To import exactly what was shown: countersignctl import " + args.positional[0] + " --expect " + preview.digest + "\n";
            return out;
        }
        out.text.clear();
    }
    CS_ASSIGN(const ImportPreview done, engine->import(args.positional[0], expected.value_or(preview.digest)));
    out.body["imported"] = true;
    const auto removed = std::count_if(done.items.begin(), done.items.end(), [](const ImportItem& item) {
        return item.change == ImportItem::Change::Removed && item.kind == "attachment";
    });
    out.body["attachments_removed"] = removed;
    out.text += "Imported " + done.digest + (removed == 0 ? "" : removed == 1 ? ", 1 attachment removed" : ", " + std::to_string(removed) + " attachments removed") + ".\n";
    return out;
}

base::Result<Answer> helpYaml(Context& context)
{
    const Arguments& args = context.arguments();
    const std::string kind = args.positional.empty() ? "" : args.positional[0] == "validation" ? "tool" : args.positional[0];
    const auto kinds = registry::documentKinds();
    if (!kind.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
        std::string known;
        for (const std::string_view each : kinds)
            known += (known.empty() ? "" : ", ") + std::string(each);
        return base::fail(base::Error(base::codes::Usage, "there is no kind " + base::visible(base::elide(kind, 60), false)).advise("Known: " + known + ", validation."));
    }
    Answer out;
    out.body["places"] = registry::referenceJson(kind);
    out.text = args.has("--markdown") ? registry::referenceMarkdown() : registry::referenceText(kind);
    return out;
}

} // namespace countersign::ctl
