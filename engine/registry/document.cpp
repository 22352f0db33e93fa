#include "engine/registry/document.h"

#include <algorithm>

namespace countersign::registry {

namespace {

const std::vector<std::string_view> kinds{"project", "resource", "actor", "tool", "validation", "attachment", "server", "skill", "graph"};

struct Recognised
{
    std::string kind{}; ///< one of kinds; "tool" for a flat document
    std::string pointer{};
    bool flat = false;
};

void checkHeader(Notes& notes, const Json& header, const std::string& key)
{
    Fields fields(notes, header, "/" + key);
    fields.only(keysOf("countersign"));
    const Json* version = fields.find("version");
    if (version == nullptr || key != "countersign")
        return;
    if (*version != Json(1))
        notes.at(fields.pointer("version"), codes::VersionNotSupported, "countersign.version must be 1.");
}

std::optional<Recognised> recognise(Notes& notes, const Json& body)
{
    std::vector<std::string> found;
    for (const std::string_view kind : kinds)
        if (body.contains(kind))
            found.emplace_back(kind);
    std::sort(found.begin(), found.end(), [&](const std::string& a, const std::string& b) {
        return notes.document().keyPlaceOf("/" + a).line < notes.document().keyPlaceOf("/" + b).line;
    });
    if (found.size() == 1 && body.size() == 1)
        return Recognised{found.front(), "/" + found.front(), false};
    const bool looksFlat = body.contains("name") || body.contains("command") || body.contains("wraps") || body.contains("source")
        || body.contains("description");
    if (looksFlat || (found.size() == 1 && found.front() == "validation"))
        return Recognised{"tool", "", true};
    if (found.size() > 1)
        notes.atKey("/" + found[1], codes::YamlSeveralDocuments, "The file holds " + found[0] + " and " + found[1] + ".",
                    "Put one registration in each file.");
    else if (found.size() == 1)
        for (const auto& [key, value] : body.items()) {
            if (key != found.front())
                notes.atKey(childPointer("", key), codes::KeyUnknown, key + " is not a known key beside " + found.front() + ".",
                            "Known here: " + found.front() + ", countersign.");
        }
    else
        notes.at("", codes::KindUnknown, "The document names no kind.", "Begin with one of " + joined(kinds) + ", or with name for a tool.");
    return std::nullopt;
}

template <typename T>
std::optional<Draft> named(T value)
{
    if (value.name.empty())
        return std::nullopt;
    Draft out;
    out.value = std::move(value);
    return out;
}

std::optional<Draft> attachmentDraft(domain::Attachment attachment)
{
    if (attachment.validation.empty() || attachment.resource.empty())
        return std::nullopt;
    Draft out;
    out.value = std::move(attachment);
    return out;
}

std::optional<Draft> readKind(const Recognised& what, Fields fields, const Surroundings& around)
{
    if (what.kind == "project")
        return named(readProject(std::move(fields)));
    if (what.kind == "resource")
        return named(readResource(std::move(fields), around.workspace));
    if (what.kind == "actor")
        return named(readActor(std::move(fields)));
    if (what.kind == "attachment")
        return attachmentDraft(readAttachment(std::move(fields)));
    if (what.kind == "server")
        return named(readServer(std::move(fields)));
    if (what.kind == "skill")
        return named(readSkill(std::move(fields)));
    if (what.kind == "graph")
        return named(readGraph(std::move(fields)));
    return named(readTool(std::move(fields), what.kind == "tool" ? ToolKey::Unclear : ToolKey::Validation, around));
}

} // namespace

bool isServer(const YamlDocument& document) { return document.value.is_object() && document.value.contains("server"); }

std::optional<Draft> readDocument(YamlDocument document, const Surroundings& around, Problems& problems)
{
    Notes notes(document, problems);
    if (!document.value.is_object()) {
        notes.at("", codes::ValueType, "The document must be a map, not " + std::string(kindText(document.value)) + ".");
        return std::nullopt;
    }
    Json body = document.value;
    for (const char* key : {"countersign", "cleveragents"})
        if (body.contains(key)) {
            checkHeader(notes, body.at(key), key);
            body.erase(key);
        }
    const auto what = recognise(notes, body);
    if (!what)
        return std::nullopt;
    auto draft = readKind(*what, Fields(notes, what->flat ? body : body.at(what->kind), what->pointer), around);
    if (draft) {
        draft->pointer = what->pointer;
        draft->document = std::move(document);
    }
    return draft;
}

} // namespace countersign::registry
