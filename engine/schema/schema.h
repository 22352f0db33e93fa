// JSON Schema draft 2020-12 and draft-07: compiled once, checked without recursion. Source: SPEC section 9.
//
// Evaluation follows the dialect: what it does not know is an annotation, format never asserts, $ref only leads to what
// was given. Registration is stricter, see problems(). Numbers are judged by their text: 1.0 is an integer,
// 9007199254740993 is a number; equality is numeric. Regular expressions are RE2's, in linear time.
// Thread: a compiled Schema is a value that never changes and may be used from any thread; all functions are pure.
#pragma once

#include "engine/base/json.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::schema {

using base::Json;

struct Program;

enum class Draft : std::uint8_t { Draft7, Draft2020 };

/// Schemas that others may refer to by their address.
class SchemaSet
{
public:
    /// uri: absolute; a fragment is ignored. Replaces what had the same.
    void add(const std::string& uri, Json schema);
    /// Null: none. uri: without a fragment.
    [[nodiscard]] const Json* find(const std::string& uri) const;

private:
    std::map<std::string, std::shared_ptr<const Json>> m_schemas{};
};

struct CompileOptions
{
    const SchemaSet* others = nullptr; ///< may be referred to, and be the metaschema; used while compiling only
    Draft draft = Draft::Draft2020;    ///< of a schema without $schema
};

struct Violation
{
    std::string pointer{};  ///< JSON Pointer into the instance
    std::string path{};     ///< for people: list[1].host, ["a.b"]; "the root" for the whole value
    std::string keyword{};  ///< type, required, oneOf, …; "false" for the schema false; in arguments also finite, negativeZero
    std::string expected{};
    std::string actual{};   ///< kind only, never the value
    std::string message{};  ///< one sentence
    std::vector<std::string> reasons{}; ///< of a union: why each branch that doesn't fit doesn't
};

class Schema
{
public:
    /// Errors: codes Schema*, at(pointer into the schema): the first of all.
    [[nodiscard]] static base::Result<Schema> compile(const Json& schema, const CompileOptions& options = {});
    /// Every reason why a schema can't be registered: what compile() refuses, and an unknown keyword, an empty enum, a root
    /// that is no object schema. In the order of their pointers.
    [[nodiscard]] static std::vector<base::Error> problems(const Json& schema);

    /// All violations, in the schema's order: at each object missing members first, then members in the order of their names.
    [[nodiscard]] std::vector<Violation> check(const Json& instance) const;
    /// Whether there is none; quicker.
    [[nodiscard]] bool accepts(const Json& instance) const;
    /// Fills absent members that have a default, in nested objects and items too. Never fails, never replaces.
    [[nodiscard]] Json withDefaults(Json args) const;

private:
    std::shared_ptr<const Program> m_program{}; ///< null: lets nothing through
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
