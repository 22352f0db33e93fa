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
    std::uint8_t kinds = 0; ///< bits of the kinds of value that it is about
    Index at = 0;           ///< in the table of its op; for counts and lengths the number itself
};
/// Bits of the kinds of value that an op is about; all others pass.
[[nodiscard]] std::uint8_t kindsOf(Op op);

struct Subschema
{
    unsigned types = 0;    ///< bits; 0: any
    Index first = 0;       ///< its steps: assertions, then what needs further schemas from firstOther on
    Index firstOther = 0;
    Index last = 0;
    Index resource = 0;    ///< with its own address, for dynamic references
    Index fallback = none; ///< its default
    unsigned otherKinds = 0; ///< kinds of value that the steps from firstOther on are about
    std::uint8_t height = tall; ///< 0: only assertions; else one more than the highest that it asks
    bool hasMembers = false;

    static constexpr std::uint8_t tall = 0xff; ///< refers to itself, or higher than can be told
};

struct Choices
{
    std::vector<std::string> strings{};      ///< sorted
    std::vector<double> numbers{};            ///< that a double holds exactly
    std::unordered_set<std::string> others{}; ///< canonical texts of the rest
    std::vector<std::string> shown{};        ///< canonical, in the schema's order
};

/// Both ends of a name and its length: for up to 16 bytes that is the name.
struct NameKey
{
    std::uint64_t head = 0;
    std::uint64_t tail = 0;
    std::size_t size = 0;
    friend bool operator==(const NameKey&, const NameKey&) = default;

    [[nodiscard]] static NameKey of(const std::string& name)
    {
        NameKey out;
        out.size = name.size();
        const char* const text = name.data();
        if (out.size >= 8) {
            std::memcpy(&out.head, text, 8);
            std::memcpy(&out.tail, text + out.size - 8, 8);
        } else if (out.size >= 4) {
            std::uint32_t first = 0;
            std::uint32_t last = 0;
            std::memcpy(&first, text, 4);
            std::memcpy(&last, text + out.size - 4, 4);
            out.head = first;
            out.tail = last;
        } else if (out.size > 0) {
            out.head = static_cast<unsigned char>(text[0]);
            out.tail = static_cast<std::uint64_t>(static_cast<unsigned char>(text[out.size / 2])) << 8 | static_cast<unsigned char>(text[out.size - 1]);
        }
        return out;
    }
    /// The upper bits are the best.
    [[nodiscard]] std::uint64_t hash() const { return ((head ^ (tail * 0x9e3779b97f4a7c15ULL)) + size) * 0xff51afd7ed558ccdULL; }
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
    /// What find() gives: a copy of an entry's parts where they are looked for.
    struct Slot
    {
        NameKey key{};
        Index schema = none;
        bool isRequired = false;
        bool isTaken = false;
        const std::string* name = nullptr;
    };
    std::vector<Entry> entries{};
    std::vector<std::pair<Index, Index>> patterns{}; ///< pattern, schema
    Index additional = none;
    Index required = 0; ///< how many entries are

    void add(const std::string& name, Index schema, bool isRequired);
    void seal(); ///< the entries stay as they are from now on
    [[nodiscard]] const Slot* find(const std::string& name) const
    {
        constexpr std::size_t wholeInKey = 16;
        const NameKey key = NameKey::of(name);
        for (std::size_t at = slotOf(key);; at = (at + 1) & m_mask) {
            const Slot& slot = m_slots[at];
            if (!slot.isTaken)
                return nullptr;
            if (slot.key == key && (key.size <= wholeInKey || *slot.name == name))
                return &slot;
        }
    }

private:
    [[nodiscard]] std::size_t slotOf(const NameKey& key) const { return static_cast<std::size_t>(key.hash() >> m_shift) & m_mask; }

    std::vector<Slot> m_slots{Slot{}};
    std::size_t m_mask = 0;
    int m_shift = 63;
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

/// unevaluatedProperties or unevaluatedItems.
struct Unevaluated
{
    Index schema = none;
    Index table = none; ///< of members or elements: what is evaluated whatever the value; none: that depends on it
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
    std::vector<Unevaluated> unevaluated{};
    std::vector<Dynamic> dynamics{};
    std::vector<std::map<std::string, Index>> dynamicAnchors{}; ///< by resource: name → schema
    std::vector<Json> fallbacks{};
    bool tracks = false;         ///< asks what was not evaluated
    bool tracksToAccept = false; ///< and that can't be told from the schema alone

    [[nodiscard]] const Subschema& subschema(Index index) const { return subschemas[index]; }
};

/// Goes through the whole program for the quick evaluator: short cuts past what only refers, and heights.
void shorten(Program& program);
/// Finds the tables of what is evaluated whatever the value. Part of the compilation.
void foreseeEvaluated(Program& program);
/// Whether a value passes an assertion.
[[nodiscard]] bool holds(const Program& program, const Step& step, const Json& value);
/// Every violation, in the schema's order.
[[nodiscard]] std::vector<Violation> explain(const Program& program, const Json& value);
/// Whether there is none, found more quickly.
[[nodiscard]] bool accepts(const Program& program, const Json& value);

/// Fills absent members that have a default.
void fillDefaults(const Program& program, Json& value);

/// Schemas no higher than this are evaluated by as many functions, each calling the next lower one.
inline constexpr std::uint8_t quickHeight = 8;
/// So many steps of one evaluation at most: some schemas need a time that doubles with each level.
inline constexpr std::uint64_t stepLimit = 200'000'000;

} // namespace countersign::schema
