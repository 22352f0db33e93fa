#include "engine/schema/library.h"

#include "engine/base/json_pointer.h"
#include "engine/schema/codes.h"
#include "engine/schema/kinds.h"
#include "engine/schema/uri.h"

#include <algorithm>

namespace countersign::schema {

using base::Result;

namespace {

const std::string* textAt(const Json& schema, const char* keyword)
{
    if (!schema.is_object())
        return nullptr;
    const auto found = schema.find(keyword);
    return found == schema.end() ? nullptr : found->get_ptr<const std::string*>();
}

/// The address that a schema gives itself: in draft-07 a $ref overrides what stands beside it, and "#name" is an anchor.
const std::string* idOf(const Json& schema, const Dialect& dialect)
{
    const std::string* id = textAt(schema, "$id");
    if (id == nullptr || (dialect.draft == Draft::Draft7 && (schema.contains("$ref") || id->starts_with('#'))))
        return nullptr;
    return id;
}

} // namespace

Result<Dialect> Library::dialectOf(const Json& document, Dialect inherited)
{
    const std::string* uri = textAt(document, "$schema");
    if (uri == nullptr)
        return inherited;
    if (const auto draft = draftNamed(*uri))
        return Dialect{*draft, AllWords};
    const auto refused = [&](const std::string& why) {
        return base::fail(base::Error(codes::DialectNotSupported, "\"" + *uri + "\" " + why).at({"", 0, 0, "/$schema"}).advise("Known are draft 2020-12 and draft-07."));
    };
    const std::string address = resolved({}, *uri).document;
    const Json* meta = m_others == nullptr ? nullptr : m_others->find(address);
    if (meta == nullptr || !m_asked.insert(address).second)
        return refused("is no dialect that is known.");
    Dialect out = inherited;
    if (const std::string* of = textAt(*meta, "$schema"))
        out.draft = draftNamed(*of).value_or(out.draft);
    out.vocabularies = AllWords;
    if (const auto words = meta->find("$vocabulary"); words != meta->end() && words->is_object()) {
        out.vocabularies = CoreWords;
        for (const auto& [name, isRequired] : words->items()) {
            if (const auto vocabulary = vocabularyNamed(name))
                out.vocabularies |= *vocabulary;
            else if (isRequired == true)
                return refused("needs the vocabulary " + name + ", which is not known.");
        }
    }
    m_asked.erase(address);
    return out;
}

Result<void> Library::add(const Json& document, const std::string& uri)
{
    CS_ASSIGN(const Dialect dialect, dialectOf(document, {m_fallback, AllWords}));
    const std::string* id = idOf(document, dialect);
    const int index = static_cast<int>(m_resources.size());
    m_resources.push_back({id == nullptr ? uri : resolved(uri, *id).document, &document, dialect, {}, {}});
    m_byUri.emplace(uri, index);
    m_byUri.emplace(m_resources.back().uri, index);
    return this->index(document, {index, nullptr, ""});
}

/// What lies below is walked with a stack of its own.
Result<void> Library::index(const Json& top, Location location)
{
    std::vector<Found> waiting{{&top, std::move(location)}};
    while (!waiting.empty()) {
        Found at = std::move(waiting.back());
        waiting.pop_back();
        const Json& schema = *at.schema;
        if (m_locations.contains(&schema))
            continue;
        const Resource& outer = resource(at.location.resource);
        if (const std::string* id = outer.root == &schema ? nullptr : idOf(schema, outer.dialect); id != nullptr)
            CS_TRY(enter(schema, at.location.resource, *id, at.location).map([&](int inner) { at.location.resource = inner; }));
        nameAnchors(schema, m_resources[static_cast<std::size_t>(at.location.resource)]);
        std::vector<std::pair<const Json*, std::string>> below;
        children(schema, resource(at.location.resource).dialect, below);
        for (auto& [child, pointer] : below)
            waiting.push_back({child, {at.location.resource, &schema, std::move(pointer)}});
        m_locations.emplace(&schema, std::move(at.location));
    }
    return {};
}

Result<int> Library::enter(const Json& schema, int parent, const std::string& id, const Location& location)
{
    auto dialect = dialectOf(schema, resource(parent).dialect);
    if (!dialect)
        return base::fail(std::move(dialect.error()).at({"", 0, 0, pointerOf(location) + "/$schema"}));
    const Address address = resolved(resource(parent).uri, id);
    const int index = static_cast<int>(m_resources.size());
    m_resources.push_back({address.document, &schema, *dialect, {}, {}});
    m_byUri.emplace(address.document, index);
    if (!address.fragment.empty())
        m_resources.back().anchors.emplace(address.fragment, &schema);
    return index;
}

void Library::nameAnchors(const Json& schema, Resource& resource)
{
    if (resource.dialect.draft == Draft::Draft7) {
        if (const std::string* id = textAt(schema, "$id"); id != nullptr && id->starts_with('#') && !schema.contains("$ref"))
            resource.anchors.emplace(id->substr(1), &schema);
        return;
    }
    if (const std::string* name = textAt(schema, "$anchor"))
        resource.anchors.emplace(*name, &schema);
    if (const std::string* name = textAt(schema, "$dynamicAnchor")) {
        resource.anchors.emplace(*name, &schema);
        resource.dynamicAnchors.emplace(*name, &schema);
    }
}

void Library::children(const Json& schema, const Dialect& dialect, std::vector<std::pair<const Json*, std::string>>& out)
{
    if (!schema.is_object())
        return;
    for (const auto& [name, value] : schema.items()) {
        if (const Keyword* keyword = keywordNamed(name, dialect))
            for (auto& held : heldBy(*keyword, value, pointerTo({}, name)))
                out.push_back(std::move(held));
    }
}

std::string Library::pointerOf(const Json& schema) const { return pointerOf(m_locations.at(&schema)); }

std::string Library::pointerOf(const Location& location) const
{
    std::vector<const std::string*> parts{&location.below};
    for (const Json* at = location.outer; at != nullptr; at = m_locations.at(at).outer)
        parts.push_back(&m_locations.at(at).below);
    std::string out;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        out += **part;
    return out;
}

Result<const Json*> Library::fetch(const std::string& document)
{
    if (const auto known = m_byUri.find(document); known != m_byUri.end())
        return resource(known->second).root;
    const Json* found = m_others == nullptr ? nullptr : m_others->find(document);
    if (found == nullptr)
        found = metaschema(document);
    if (found == nullptr)
        return base::fail(base::Error(codes::ReferenceUnknown, "\"" + document + "\" is not registered, and nothing is fetched."));
    CS_TRY(add(*found, document));
    return found;
}

Result<const Json*> Library::find(const std::string& reference, int fromResource)
{
    const Address to = resolved(resource(fromResource).uri, reference);
    CS_ASSIGN(const Json* const root, fetch(to.document));
    if (to.fragment.empty())
        return root;
    if (to.fragment.starts_with('/'))
        return follow(*root, to.fragment);
    const Resource& target = resource(m_byUri.at(to.document));
    if (const auto anchor = target.anchors.find(to.fragment); anchor != target.anchors.end())
        return anchor->second;
    return base::fail(codes::ReferenceUnknown, "there is no anchor \"" + to.fragment + "\" in " + (to.document.empty() ? "the schema" : to.document));
}

/// A pointer may lead through what no keyword of the dialect holds; then what it leads to becomes a schema by being named.
Result<const Json*> Library::follow(const Json& root, std::string_view pointer)
{
    const auto tokens = base::pointerTokens(pointer);
    const Json* at = &root;
    Location location{m_locations.at(&root).resource, &root, {}};
    std::string below;
    for (const std::string& token : tokens.value_or(base::PointerTokens())) {
        const Json* next = nullptr;
        if (at->is_object())
            next = at->contains(token) ? &at->at(token) : nullptr;
        else if (const auto index = at->is_array() ? base::arrayIndex(token, at->size()) : std::nullopt)
            next = &(*at)[*index];
        if (next == nullptr)
            return base::fail(codes::ReferenceUnknown, "there is nothing at " + std::string(pointer));
        at = next;
        below = pointerTo(below, token);
        if (const auto known = m_locations.find(at); known != m_locations.end()) {
            location = {known->second.resource, at, {}};
            below.clear();
        }
    }
    location.below = std::move(below);
    if (!tokens)
        return base::fail(codes::ReferenceUnknown, "\"" + std::string(pointer) + "\" is no JSON Pointer");
    CS_TRY(index(*at, std::move(location)));
    return at;
}

} // namespace countersign::schema
