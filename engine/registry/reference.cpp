#include "engine/registry/reference.h"

#include "engine/registry/keys.h"

#include <algorithm>

namespace countersign::registry {

using base::Json;

namespace {

std::string_view kindOf(std::string_view place) { return place.substr(0, place.find('.')); }

std::string codesText(const KeyInfo& key, std::string_view quote)
{
    std::string out;
    for (const base::CodeInfo* code : key.codes)
        out += (out.empty() ? "" : ", ") + std::string(quote) + std::string(code->code) + std::string(quote);
    return out;
}

std::string cell(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '|' || c == '*')
            out += '\\';
        out += c;
    }
    return out;
}

Json keyJson(const KeyInfo& key)
{
    Json out{{"key", key.key}, {"type", typeText(key)}, {"required", key.required}, {"rule", key.rule}, {"codes", Json::array()}, {"also_above", key.alsoAbove}};
    out["default"] = key.fallback.empty() ? Json(nullptr) : Json(key.fallback);
    for (const base::CodeInfo* code : key.codes)
        out["codes"].push_back(code->code);
    if (key.kind == ValueKind::Integer) {
        out["from"] = key.from;
        out["to"] = key.to;
    }
    for (const std::string_view each : key.choices)
        out["choices"].push_back(each);
    return out;
}

} // namespace

std::vector<std::string_view> documentKinds()
{
    std::vector<std::string_view> out;
    for (const PlaceInfo& place : places())
        if (std::find(out.begin(), out.end(), kindOf(place.place)) == out.end())
            out.push_back(kindOf(place.place));
    return out;
}

Json referenceJson(std::string_view kind)
{
    Json out = Json::array();
    for (const PlaceInfo& place : places()) {
        if (!kind.empty() && kindOf(place.place) != kind)
            continue;
        Json keys = Json::array();
        for (const KeyInfo& key : keyTable())
            if (key.place == place.place)
                keys.push_back(keyJson(key));
        out.push_back({{"place", place.place}, {"text", place.text}, {"keys", std::move(keys)}});
    }
    return out;
}

std::string referenceMarkdown()
{
    std::string out = "# Files in `.countersign/`\n\n"
                      "Generated from the tables of `engine/registry` by `countersignctl help yaml --markdown`; don't edit.\n\n"
                      "One document per file, `*.yml` or `*.yaml`, YAML 1.2 with `true` and `false` only. The document's key gives the kind: " ;
    std::string kinds;
    for (const std::string_view kind : documentKinds())
        if (kind != "countersign")
            kinds += (kinds.empty() ? "`" : ", `") + std::string(kind) + "`" + (kind == "tool" ? ", `validation` (the keys of a tool)" : "");
    out += kinds + ". A document without such a key is a tool. Any other key is refused with `" + std::string(codes::KeyUnknown.code) +
           "`; nothing counts until a person imports it.\n";
    for (const PlaceInfo& place : places()) {
        out += "\n## " + std::string(place.place) + "\n\n" + std::string(place.text) + "\n\n| key | type | default | rule | codes |\n| --- | --- | --- | --- | --- |\n";
        for (const KeyInfo& key : keyTable())
            if (key.place == place.place)
                out += "| `" + std::string(key.key) + "` | " + cell(typeText(key)) + " | " +
                       (key.required ? "required" : key.fallback.empty() ? "–" : "`" + std::string(key.fallback) + "`") + " | " + cell(key.rule) + " | " +
                       codesText(key, "`") + " |\n";
    }
    return out;
}

std::string referenceText(std::string_view kind)
{
    std::string out;
    for (const PlaceInfo& place : places()) {
        if (!kind.empty() && kindOf(place.place) != kind)
            continue;
        out += (out.empty() ? "" : "\n") + std::string(place.place) + ": " + std::string(place.text) + "\n";
        for (const KeyInfo& key : keyTable()) {
            if (key.place != place.place)
                continue;
            const std::string fallback = key.required ? ", required" : key.fallback.empty() ? "" : ", default " + std::string(key.fallback);
            out += "  " + std::string(key.key) + " (" + typeText(key) + fallback + ")\n      " + std::string(key.rule) + "\n      " + codesText(key, "") + "\n";
        }
    }
    return out;
}

} // namespace countersign::registry
