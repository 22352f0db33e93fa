// A compiled schema: flat tables that the two evaluators walk. Source: SPEC section 9. Thread: never changes once compiled.
// Internal to engine/schema.
#pragma once

#include "engine/schema/pattern.h"
#include "engine/schema/values.h"

#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace countersign::schema {

/// In the order in which they are evaluated and reported. Up to DependentRequired they need no further schema.
enum class Op : std::uint8_t {
    Never,
    Enum,
    Const,
    MultipleOf,
    Minimum,
    ExclusiveMinimum,
    Maximum,
    ExclusiveMaximum,
    MinLength,
    MaxLength,
    Matches,
    MinItems,
    MaxItems,
    UniqueItems,
    MinProperties,
    MaxProperties,
    Required,
    DependentRequired,
    // those that need one
    Reference,
    DynamicReference,
    AllOf,
    AnyOf,
    OneOf,
    Not,
    If,
    DependentSchemas,
    PropertyNames,
    Members,
    Elements,
    Contains,
    UnevaluatedItems,
    UnevaluatedProperties,
};
[[nodiscard]] constexpr bool isAssertion(Op op) { return op < Op::Reference; }

using Index = std::uint32_t;
inline constexpr Index none = ~Index{0};

struct Step
{
    Op op = Op::Never;
    Index at = 0; ///< in the table of its op; for counts and lengths the number itself
};

struct Subschema
{
    unsigned types = 0;    ///< bits; 0: any
    Index first = 0;       ///< its steps: assertions, then what needs further schemas from firstOther on
    Index firstOther = 0;
    Index last = 0;
    Index resource = 0;    ///< with its own address, for dynamic references
    Index fallback = none; ///< its default
    Index alias = 0;       ///< itself, or what it only refers to
    bool hasMembers = false;
};

struct Choices
{
    std::unordered_set<std::string> texts{}; ///< canonical
    std::vector<std::string> shown{};        ///< in the schema's order
    bool onlyStrings = true;
    std::vector<std::string> strings{};      ///< where onlyStrings
};

/// properties, patternProperties and additionalProperties of one object, with the names that are required.
class MemberTable
{
public:
    struct Entry
    {
        std::string name{};
        Index schema = none;
        bool isRequired = false;
    };
    std::vector<Entry> entries{};
    std::vector<std::pair<Index, Index>> patterns{}; ///< pattern, schema
    Index additional = none;
    Index required = 0; ///< how many entries are

    void add(const std::string& name, Index schema, bool isRequired);
    void seal(); ///< no more entries come
    [[nodiscard]] const Entry* find(const std::string& name) const
    {
        for (std::size_t slot = hash(name) & m_mask;; slot = (slot + 1) & m_mask) {
            const std::uint32_t number = m_slots[slot];
            if (number == 0)
                return nullptr;
            if (entries[number - 1].name == name)
                return &entries[number - 1];
        }
    }

private:
    static std::uint64_t hash(const std::string& name)
    {
        std::uint64_t head = 0;
        std::uint64_t tail = 0;
        const std::size_t size = name.size();
        if (size >= 8) {
            std::memcpy(&head, name.data(), 8);
            std::memcpy(&tail, name.data() + size - 8, 8);
        } else {
            std::memcpy(&head, name.data(), size);
        }
        std::uint64_t mixed = (head ^ (tail * 0x9e3779b97f4a7c15ULL) ^ size) * 0xff51afd7ed558ccdULL;
        return mixed ^ (mixed >> 32);
    }

    std::vector<std::uint32_t> m_slots{0};
    std::size_t m_mask = 0;
};

struct ElementTable
{
    std::vector<Index> prefix{};
    Index rest = none;
};

struct Counted
{
    Index schema = none;
    Index least = 1;
    Index most = none;
};

struct Condition
{
    Index when = none;
    Index then = none;
    Index otherwise = none;
};

struct Dynamic
{
    std::string name{};
    Index fallback = none; ///< where the scope has no such anchor
};

struct Program
{
    std::vector<Subschema> subschemas{}; ///< the first is the root
    std::vector<Step> steps{};
    std::vector<Choices> choices{};
    std::vector<Bound> bounds{};
    std::vector<std::string> boundTexts{};
    std::vector<Pattern> patterns{};
    std::vector<std::vector<std::string>> names{};
    std::vector<std::map<std::string, std::vector<std::string>>> dependentNames{};
    std::vector<std::vector<Index>> lists{};
    std::vector<Condition> conditions{};
    std::vector<std::map<std::string, Index>> dependentSchemas{};
    std::vector<MemberTable> members{};
    std::vector<ElementTable> elements{};
    std::vector<Counted> counted{};
    std::vector<Dynamic> dynamics{};
    std::vector<std::map<std::string, Index>> dynamicAnchors{}; ///< by resource: name → schema
    std::vector<Json> fallbacks{};
    bool tracks = false; ///< asks what was not evaluated

    [[nodiscard]] const Subschema& subschema(Index index) const { return subschemas[index]; }
};

/// Whether a value passes an assertion.
[[nodiscard]] bool holds(const Program& program, const Step& step, const Json& value);
/// Every violation, in the schema's order.
[[nodiscard]] std::vector<Violation> explain(const Program& program, const Json& value);
/// Whether there is none, found more quickly.
[[nodiscard]] bool accepts(const Program& program, const Json& value);

/// Fills absent members that have a default.
void fillDefaults(const Program& program, Json& value);

/// So many steps of one evaluation at most: some schemas need a time that doubles with each level.
inline constexpr std::uint64_t stepLimit = 200'000'000;

} // namespace countersign::schema
