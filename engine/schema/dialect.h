// What a draft of JSON Schema knows: its keywords, and where they hold further schemas. Source: SPEC section 9; JSON Schema
// draft-07 and draft 2020-12. Thread: constant tables, pure functions. Internal to engine/schema.
#pragma once

#include "engine/schema/schema.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace countersign::schema {

enum Vocabulary : unsigned {
    CoreWords = 1,
    ApplicatorWords = 2,
    UnevaluatedWords = 4,
    ValidationWords = 8,
    MetaDataWords = 16,
    FormatWords = 32,
    ContentWords = 64,
    AllWords = 127,
};

struct Dialect
{
    Draft draft = Draft::Draft2020;
    unsigned vocabularies = AllWords;
};

/// Where the value of a keyword holds schemas.
enum class Holds : std::uint8_t { Nothing, Schema, List, Map, SchemaOrList, Dependencies };

struct Keyword
{
    std::string_view name{};
    Holds holds = Holds::Nothing;
    Vocabulary vocabulary = CoreWords;
    bool inDraft7 = true;
    bool inDraft2020 = true;
};

/// Null: no keyword of the dialect, so an annotation.
[[nodiscard]] const Keyword* keywordNamed(std::string_view name, const Dialect& dialect);
/// The schemas that the value of a keyword holds, each with its pointer. pointer: of the value.
[[nodiscard]] std::vector<std::pair<const Json*, std::string>> heldBy(const Keyword& keyword, const Json& value, const std::string& pointer);
[[nodiscard]] std::optional<Draft> draftNamed(std::string_view schemaUri);
/// Nothing for one that this program does not know.
[[nodiscard]] std::optional<Vocabulary> vocabularyNamed(std::string_view uri);
/// A metaschema of either draft, or null. uri: without a fragment.
[[nodiscard]] const Json* metaschema(std::string_view uri);

} // namespace countersign::schema
