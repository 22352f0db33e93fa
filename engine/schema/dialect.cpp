#include "engine/schema/dialect.h"

#include "engine/schema/kinds.h"

#include <algorithm>
#include <array>
#include <utility>

namespace countersign::schema {

namespace {

constexpr std::array keywords{
    Keyword{"$anchor", Holds::Nothing, CoreWords, false, true},
    Keyword{"$comment", Holds::Nothing, CoreWords, true, true},
    Keyword{"$defs", Holds::Map, CoreWords, false, true},
    Keyword{"$dynamicAnchor", Holds::Nothing, CoreWords, false, true},
    Keyword{"$dynamicRef", Holds::Nothing, CoreWords, false, true},
    Keyword{"$id", Holds::Nothing, CoreWords, true, true},
    Keyword{"$ref", Holds::Nothing, CoreWords, true, true},
    Keyword{"$schema", Holds::Nothing, CoreWords, true, true},
    Keyword{"$vocabulary", Holds::Nothing, CoreWords, false, true},
    Keyword{"additionalItems", Holds::Schema, ApplicatorWords, true, false},
    Keyword{"additionalProperties", Holds::Schema, ApplicatorWords, true, true},
    Keyword{"allOf", Holds::List, ApplicatorWords, true, true},
    Keyword{"anyOf", Holds::List, ApplicatorWords, true, true},
    Keyword{"const", Holds::Nothing, ValidationWords, true, true},
    Keyword{"contains", Holds::Schema, ApplicatorWords, true, true},
    Keyword{"contentEncoding", Holds::Nothing, ContentWords, true, true},
    Keyword{"contentMediaType", Holds::Nothing, ContentWords, true, true},
    Keyword{"contentSchema", Holds::Schema, ContentWords, false, true},
    Keyword{"default", Holds::Nothing, MetaDataWords, true, true},
    Keyword{"definitions", Holds::Map, CoreWords, true, true},
    Keyword{"dependencies", Holds::Dependencies, ApplicatorWords, true, false},
    Keyword{"dependentRequired", Holds::Nothing, ValidationWords, false, true},
    Keyword{"dependentSchemas", Holds::Map, ApplicatorWords, false, true},
    Keyword{"deprecated", Holds::Nothing, MetaDataWords, false, true},
    Keyword{"description", Holds::Nothing, MetaDataWords, true, true},
    Keyword{"else", Holds::Schema, ApplicatorWords, true, true},
    Keyword{"enum", Holds::Nothing, ValidationWords, true, true},
    Keyword{"examples", Holds::Nothing, MetaDataWords, true, true},
    Keyword{"exclusiveMaximum", Holds::Nothing, ValidationWords, true, true},
    Keyword{"exclusiveMinimum", Holds::Nothing, ValidationWords, true, true},
    Keyword{"format", Holds::Nothing, FormatWords, true, true},
    Keyword{"if", Holds::Schema, ApplicatorWords, true, true},
    Keyword{"items", Holds::SchemaOrList, ApplicatorWords, true, true},
    Keyword{"maxContains", Holds::Nothing, ValidationWords, false, true},
    Keyword{"maxItems", Holds::Nothing, ValidationWords, true, true},
    Keyword{"maxLength", Holds::Nothing, ValidationWords, true, true},
    Keyword{"maxProperties", Holds::Nothing, ValidationWords, true, true},
    Keyword{"maximum", Holds::Nothing, ValidationWords, true, true},
    Keyword{"minContains", Holds::Nothing, ValidationWords, false, true},
    Keyword{"minItems", Holds::Nothing, ValidationWords, true, true},
    Keyword{"minLength", Holds::Nothing, ValidationWords, true, true},
    Keyword{"minProperties", Holds::Nothing, ValidationWords, true, true},
    Keyword{"minimum", Holds::Nothing, ValidationWords, true, true},
    Keyword{"multipleOf", Holds::Nothing, ValidationWords, true, true},
    Keyword{"not", Holds::Schema, ApplicatorWords, true, true},
    Keyword{"oneOf", Holds::List, ApplicatorWords, true, true},
    Keyword{"pattern", Holds::Nothing, ValidationWords, true, true},
    Keyword{"patternProperties", Holds::Map, ApplicatorWords, true, true},
    Keyword{"prefixItems", Holds::List, ApplicatorWords, false, true},
    Keyword{"properties", Holds::Map, ApplicatorWords, true, true},
    Keyword{"propertyNames", Holds::Schema, ApplicatorWords, true, true},
    Keyword{"readOnly", Holds::Nothing, MetaDataWords, true, true},
    Keyword{"required", Holds::Nothing, ValidationWords, true, true},
    Keyword{"then", Holds::Schema, ApplicatorWords, true, true},
    Keyword{"title", Holds::Nothing, MetaDataWords, true, true},
    Keyword{"type", Holds::Nothing, ValidationWords, true, true},
    Keyword{"unevaluatedItems", Holds::Schema, UnevaluatedWords, false, true},
    Keyword{"unevaluatedProperties", Holds::Schema, UnevaluatedWords, false, true},
    Keyword{"uniqueItems", Holds::Nothing, ValidationWords, true, true},
    Keyword{"writeOnly", Holds::Nothing, MetaDataWords, true, true},
};

constexpr bool byName(const Keyword& left, const Keyword& right) { return left.name < right.name; }
static_assert(std::is_sorted(keywords.begin(), keywords.end(), byName));

constexpr std::string_view vocabularyPrefix = "https://json-schema.org/draft/2020-12/vocab/";
constexpr std::array<std::pair<std::string_view, Vocabulary>, 8> vocabularies{{{"core", CoreWords},
                                                                               {"applicator", ApplicatorWords},
                                                                               {"unevaluated", UnevaluatedWords},
                                                                               {"validation", ValidationWords},
                                                                               {"meta-data", MetaDataWords},
                                                                               {"format-annotation", FormatWords},
                                                                               {"format-assertion", FormatWords},
                                                                               {"content", ContentWords}}};

} // namespace

const Keyword* keywordNamed(std::string_view name, const Dialect& dialect)
{
    const auto found = std::lower_bound(keywords.begin(), keywords.end(), Keyword{name}, byName);
    if (found == keywords.end() || found->name != name)
        return nullptr;
    const bool known = dialect.draft == Draft::Draft7 ? found->inDraft7 : found->inDraft2020 && (dialect.vocabularies & found->vocabulary) != 0;
    return known ? &*found : nullptr;
}

std::vector<std::pair<const Json*, std::string>> heldBy(const Keyword& keyword, const Json& value, const std::string& pointer)
{
    if (keyword.holds == Holds::Nothing)
        return {};
    if (keyword.holds == Holds::Schema || (keyword.holds == Holds::SchemaOrList && !value.is_array()))
        return {{&value, pointer}};
    std::vector<std::pair<const Json*, std::string>> out;
    if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            out.emplace_back(&value[i], pointerTo(pointer, std::to_string(i)));
    } else if (value.is_object()) {
        for (const auto& [name, each] : value.items())
            if (keyword.holds != Holds::Dependencies || !each.is_array())
                out.emplace_back(&each, pointerTo(pointer, name));
    }
    return out;
}

std::optional<Draft> draftNamed(std::string_view uri)
{
    if (uri.ends_with('#'))
        uri.remove_suffix(1);
    if (uri == "https://json-schema.org/draft/2020-12/schema")
        return Draft::Draft2020;
    if (uri == "http://json-schema.org/draft-07/schema" || uri == "https://json-schema.org/draft-07/schema")
        return Draft::Draft7;
    return std::nullopt;
}

std::optional<Vocabulary> vocabularyNamed(std::string_view uri)
{
    if (uri.starts_with(vocabularyPrefix))
        for (const auto& [name, vocabulary] : vocabularies)
            if (uri.substr(vocabularyPrefix.size()) == name)
                return vocabulary;
    return std::nullopt;
}

} // namespace countersign::schema
