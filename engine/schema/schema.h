// JSON Schema: compiled once, checked without recursion. Source: SPEC section 9, first bullets.
//
// For now a narrow part is enforced: type, properties, required, enum, const, items, additionalProperties. Annotations
// (title, description, default, examples, $schema, $comment) have no effect; any other keyword is refused by name.
// Numbers are judged by their text: 1.0 is an integer, 9007199254740993 is a number; equality is numeric.
// Thread: a compiled Schema is a value that never changes; all functions are pure.
#pragma once

#include "engine/base/json.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::schema {

using base::Json;

struct Violation
{
    std::string pointer{};  ///< JSON Pointer into the instance
    std::string path{};     ///< for people: list[1].host, ["a.b"]; "the root" for the whole value
    std::string keyword{};  ///< type, required, enum, const, additionalProperties, false; in arguments also finite, negativeZero
    std::string expected{};
    std::string actual{};   ///< kind only, never the value
    std::string message{};  ///< one sentence
};

class Schema
{
public:
    /// Errors: codes Schema*, at(pointer into the schema). The first of problems().
    [[nodiscard]] static base::Result<Schema> compile(const Json& schema);
    /// Every reason why compile() refuses; empty: it doesn't.
    [[nodiscard]] static std::vector<base::Error> problems(const Json& schema);

    /// All violations: at each object missing members first, then members in the order of their names.
    [[nodiscard]] std::vector<Violation> check(const Json& instance) const;
    /// Fills absent members that have a default, in nested objects and items too. Never fails, never replaces.
    [[nodiscard]] Json withDefaults(Json args) const;

private:
    friend class Compiler;
    static constexpr int none = -1;

    struct Node
    {
        bool nothing = false;   ///< the schema false
        unsigned types = 0;     ///< bits of Type; 0: any
        std::map<std::string, int> properties{};
        std::vector<std::string> required{};
        std::vector<std::string> oneOf{}; ///< canonical texts of enum
        bool hasEnum = false;
        std::string constant{}; ///< canonical text of const, empty: no const
        int items = none;
        int additional = none;
        Json fallback = Json(nullptr);
        bool hasDefault = false;
    };

    void fill(int node, Json& value) const;

    std::vector<Node> m_nodes{};
    friend class Checker;
};

struct CheckedArguments
{
    Json args = Json::object();
    std::vector<Violation> violations{}; ///< the first 50
    std::size_t total = 0;               ///< all
};

/// Arguments as a model wrote them: strict parse, empty text is {}, an object at the root, no negative zero, no number
/// beyond a double's range, then the schema. Errors: codes Json* for text that is no JSON value, with line and column.
[[nodiscard]] base::Result<CheckedArguments> judgeArguments(const Schema& schema, std::string_view text);
/// The same for a value that was parsed already.
[[nodiscard]] CheckedArguments judgeParsed(const Schema& schema, Json args);
/// As judgeArguments; violations become one InvalidArgs error whose message lists them. Defaults are not applied.
[[nodiscard]] base::Result<Json> checkArguments(const Schema& schema, std::string_view text);
[[nodiscard]] base::Result<Json> checkParsed(const Schema& schema, Json args);

/// One violation a line, at most 50; says how many more there are.
[[nodiscard]] std::string violationsText(const std::vector<Violation>& violations, std::size_t total);

} // namespace countersign::schema
