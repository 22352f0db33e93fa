// The documents that a compilation may refer to, and every schema in them by its address. Source: SPEC section 9: $ref only
// within the registered set. Thread: one per compilation; documents must outlive it. Internal to engine/schema.
#pragma once

#include "engine/schema/dialect.h"

#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace countersign::schema {

/// A schema with an address of its own, in which fragments are looked up.
struct Resource
{
    std::string uri{};
    const Json* root = nullptr;
    Dialect dialect{};
    std::map<std::string, const Json*> anchors{}; ///< the dynamic ones too
    std::map<std::string, const Json*> dynamicAnchors{};
};

/// Where a schema stands.
struct Location
{
    int resource = -1;
    const Json* outer = nullptr; ///< the schema that holds it; null: the document's root
    std::string below{};         ///< pointer from there
};

class Library
{
public:
    Library(const SchemaSet* others, Draft fallback) : m_others(others), m_fallback(fallback) {}

    /// uri: where it comes from; its $id may say otherwise. Errors: DialectNotSupported, SchemaInvalid.
    [[nodiscard]] base::Result<void> add(const Json& document, const std::string& uri);
    /// Errors: ReferenceUnknown and those of add().
    [[nodiscard]] base::Result<const Json*> find(const std::string& reference, int fromResource);

    /// Of any place that add() or find() has seen.
    [[nodiscard]] int resourceOf(const Json& schema) const { return m_locations.at(&schema).resource; }
    /// JSON Pointer into its document.
    [[nodiscard]] std::string pointerOf(const Json& schema) const;
    [[nodiscard]] const Resource& resource(int index) const { return m_resources[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const std::deque<Resource>& resources() const { return m_resources; }

private:
    struct Found
    {
        const Json* schema = nullptr;
        Location location{};
    };
    base::Result<Dialect> dialectOf(const Json& document, Dialect inherited);
    base::Result<void> index(const Json& schema, Location location);
    base::Result<int> enter(const Json& schema, int parent, const std::string& id, const Location& location);
    void nameAnchors(const Json& schema, Resource& resource);
    [[nodiscard]] std::string pointerOf(const Location& location) const;
    static void children(const Json& schema, const Dialect& dialect, std::vector<std::pair<const Json*, std::string>>& out);
    base::Result<const Json*> fetch(const std::string& document);
    base::Result<const Json*> follow(const Json& root, std::string_view pointer);

    const SchemaSet* m_others;
    Draft m_fallback;
    std::deque<Resource> m_resources{}; ///< stays where it is when more are added: it is read meanwhile
    std::map<std::string, int> m_byUri{};
    std::set<std::string> m_asked{}; ///< dialects that are being looked up
    std::unordered_map<const Json*, Location> m_locations{};
};

} // namespace countersign::schema
