// From a schema document to a program. Source: SPEC section 9. Thread: one per compilation. Internal to engine/schema.
#pragma once

#include "engine/schema/library.h"
#include "engine/schema/program.h"

#include <deque>
#include <unordered_map>

namespace countersign::schema {

class Compiler
{
public:
    explicit Compiler(const CompileOptions& options) : m_library(options.others, options.draft) {}

    /// What can't be compiled is a problem, each with its pointer; then the program is worth nothing.
    void compile(const Json& document);
    std::vector<base::Error> problems{};
    Program program{};

private:
    using Handler = void (Compiler::*)(const Json&);
    struct Handled
    {
        std::string_view keyword{};
        Handler handler = nullptr;
        Draft draft = Draft::Draft2020; ///< where only one has it
        bool inBoth = true;
    };
    static const std::vector<Handled>& handlers();

    void refuse(const base::CodeInfo& code, const std::string& keyword, std::string message);
    Index indexOf(const Json& schema);
    void compileNext();
    void keywords(const Json& schema, const Dialect& dialect);
    [[nodiscard]] const Json* sibling(std::string_view keyword) const;
    void step(Op op, std::size_t at) { m_steps.push_back({op, kindsOf(op), static_cast<Index>(at)}); }

    void type(const Json& value);
    void enumeration(const Json& value);
    void constant(const Json& value);
    void choices(const std::vector<Json>& values, Op op);
    void bound(Op op, const Json& value, const std::string& keyword);
    void multipleOf(const Json& value);
    void minimum(const Json& value) { bound(Op::Minimum, value, "minimum"); }
    void exclusiveMinimum(const Json& value) { bound(Op::ExclusiveMinimum, value, "exclusiveMinimum"); }
    void maximum(const Json& value) { bound(Op::Maximum, value, "maximum"); }
    void exclusiveMaximum(const Json& value) { bound(Op::ExclusiveMaximum, value, "exclusiveMaximum"); }
    [[nodiscard]] std::optional<Index> count(const Json& value, const std::string& keyword);
    void counted(Op op, const Json& value, const std::string& keyword);
    void minLength(const Json& value) { counted(Op::MinLength, value, "minLength"); }
    void maxLength(const Json& value) { counted(Op::MaxLength, value, "maxLength"); }
    void minItems(const Json& value) { counted(Op::MinItems, value, "minItems"); }
    void maxItems(const Json& value) { counted(Op::MaxItems, value, "maxItems"); }
    void minProperties(const Json& value) { counted(Op::MinProperties, value, "minProperties"); }
    void maxProperties(const Json& value) { counted(Op::MaxProperties, value, "maxProperties"); }
    [[nodiscard]] std::optional<Index> patternOf(const std::string& text, const std::string& keyword);
    void pattern(const Json& value);
    void uniqueItems(const Json& value);
    [[nodiscard]] std::optional<std::vector<std::string>> distinctNames(const Json& value, const std::string& keyword);
    void required(const Json& value);
    void dependentRequired(const Json& value);
    void dependencies(const Json& value);
    void reference(const Json& value);
    void dynamicReference(const Json& value);
    void list(Op op, const Json& value, const std::string& keyword);
    void allOf(const Json& value) { list(Op::AllOf, value, "allOf"); }
    void anyOf(const Json& value) { list(Op::AnyOf, value, "anyOf"); }
    void oneOf(const Json& value) { list(Op::OneOf, value, "oneOf"); }
    void negation(const Json& value) { step(Op::Not, indexOf(value)); }
    void condition(const Json& value);
    void dependentSchemas(const Json& value);
    void propertyNames(const Json& value) { step(Op::PropertyNames, indexOf(value)); }
    void members(const Json& value);
    void elements(const Json& value);
    void contains(const Json& value);
    void unevaluated(Op op, const Json& value);
    void unevaluatedItems(const Json& value);
    void unevaluatedProperties(const Json& value);

    Library m_library;
    std::unordered_map<const Json*, Index> m_known{};
    std::deque<const Json*> m_waiting{};
    // of the subschema that is compiled
    const Json* m_schema = nullptr;
    Index m_current = 0;
    std::vector<Step> m_steps{};
    bool m_hasMembers = false;
    bool m_hasElements = false;
};

} // namespace countersign::schema
