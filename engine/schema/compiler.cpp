#include "engine/schema/compiler.h"

#include "engine/schema/codes.h"

#include <algorithm>
#include <set>

namespace countersign::schema {

namespace {

Index toIndex(std::size_t number) { return static_cast<Index>(number); }

} // namespace

// The order of evaluation and report is that of Op; here it only matters that each keyword is named once.
const std::vector<Compiler::Handled>& Compiler::handlers()
{
    constexpr Draft seven = Draft::Draft7;
    constexpr Draft new2020 = Draft::Draft2020;
    static const std::vector<Handled> all{
        {"type", &Compiler::type},
        {"enum", &Compiler::enumeration},
        {"const", &Compiler::constant},
        {"multipleOf", &Compiler::multipleOf},
        {"minimum", &Compiler::minimum},
        {"exclusiveMinimum", &Compiler::exclusiveMinimum},
        {"maximum", &Compiler::maximum},
        {"exclusiveMaximum", &Compiler::exclusiveMaximum},
        {"minLength", &Compiler::minLength},
        {"maxLength", &Compiler::maxLength},
        {"pattern", &Compiler::pattern},
        {"minItems", &Compiler::minItems},
        {"maxItems", &Compiler::maxItems},
        {"uniqueItems", &Compiler::uniqueItems},
        {"minProperties", &Compiler::minProperties},
        {"maxProperties", &Compiler::maxProperties},
        {"required", &Compiler::required},
        {"dependentRequired", &Compiler::dependentRequired, new2020, false},
        {"dependencies", &Compiler::dependencies, seven, false},
        {"$ref", &Compiler::reference},
        {"$dynamicRef", &Compiler::dynamicReference, new2020, false},
        {"allOf", &Compiler::allOf},
        {"anyOf", &Compiler::anyOf},
        {"oneOf", &Compiler::oneOf},
        {"not", &Compiler::negation},
        {"if", &Compiler::condition},
        {"dependentSchemas", &Compiler::dependentSchemas, new2020, false},
        {"propertyNames", &Compiler::propertyNames},
        {"properties", &Compiler::members},
        {"patternProperties", &Compiler::members},
        {"additionalProperties", &Compiler::members},
        {"prefixItems", &Compiler::elements, new2020, false},
        {"items", &Compiler::elements},
        {"contains", &Compiler::contains},
        {"unevaluatedItems", &Compiler::unevaluatedItems, new2020, false},
        {"unevaluatedProperties", &Compiler::unevaluatedProperties, new2020, false},
    };
    return all;
}

void Compiler::refuse(const base::CodeInfo& code, const std::string& keyword, std::string message)
{
    const std::string pointer = m_schema == nullptr ? std::string() : m_library.pointerOf(*m_schema);
    problems.push_back(base::Error(code, std::move(message)).at({"", 0, 0, keyword.empty() ? pointer : pointer + "/" + keyword}));
}

void Compiler::compile(const Json& document)
{
    if (auto added = m_library.add(document, {}); !added) {
        problems.push_back(std::move(added.error()));
        return;
    }
    indexOf(document);
    // What a dynamic reference may lead to shows only when every document is known.
    do {
        while (!m_waiting.empty())
            compileNext();
        for (const Dynamic& dynamic : program.dynamics)
            for (const Resource& each : m_library.resources())
                if (const auto anchor = each.dynamicAnchors.find(dynamic.name); anchor != each.dynamicAnchors.end())
                    indexOf(*anchor->second);
    } while (!m_waiting.empty());
    if (!problems.empty())
        return;
    program.dynamicAnchors.resize(m_library.resources().size());
    for (std::size_t i = 0; i < m_library.resources().size(); ++i)
        for (const auto& [name, schema] : m_library.resources()[i].dynamicAnchors)
            if (const auto known = m_known.find(schema); known != m_known.end())
                program.dynamicAnchors[i].emplace(name, known->second);
    foreseeEvaluated(program);
    shorten(program);
}

Index Compiler::indexOf(const Json& schema)
{
    const auto [known, isNew] = m_known.emplace(&schema, toIndex(program.subschemas.size()));
    if (isNew) {
        program.subschemas.emplace_back();
        m_waiting.push_back(&schema);
    }
    return known->second;
}

void Compiler::compileNext()
{
    m_schema = m_waiting.front();
    m_waiting.pop_front();
    m_current = m_known.at(m_schema);
    m_steps.clear();
    m_hasMembers = m_hasElements = false;
    const int resource = m_library.resourceOf(*m_schema);
    program.subschemas[m_current].resource = static_cast<Index>(resource);
    if (m_schema->is_object())
        keywords(*m_schema, m_library.resource(resource).dialect);
    else if (!m_schema->is_boolean())
        refuse(codes::SchemaInvalid, "", "A schema is an object or a boolean.");
    else if (*m_schema == false)
        step(Op::Never, 0);
    std::stable_sort(m_steps.begin(), m_steps.end(), [](const Step& left, const Step& right) { return left.op < right.op; });
    Subschema& compiled = program.subschemas[m_current];
    compiled.hasMembers = m_hasMembers;
    for (const Step& each : m_steps)
        compiled.otherKinds |= isAssertion(each.op) ? 0U : each.kinds;
    compiled.first = toIndex(program.steps.size());
    compiled.last = toIndex(program.steps.size() + m_steps.size());
    compiled.firstOther = compiled.first + toIndex(static_cast<std::size_t>(std::count_if(m_steps.begin(), m_steps.end(), [](const Step& each) { return isAssertion(each.op); })));
    program.steps.insert(program.steps.end(), m_steps.begin(), m_steps.end());
    m_schema = nullptr;
}

void Compiler::keywords(const Json& schema, const Dialect& dialect)
{
    const bool onlyReference = dialect.draft == Draft::Draft7 && schema.contains("$ref");
    for (const Handled& each : handlers()) {
        if (!each.inBoth && each.draft != dialect.draft)
            continue;
        const auto value = schema.find(each.keyword);
        if (value == schema.end() || keywordNamed(each.keyword, dialect) == nullptr || (onlyReference && each.keyword != "$ref"))
            continue;
        (this->*each.handler)(*value);
    }
    if (const auto fallback = schema.find("default"); fallback != schema.end() && !onlyReference) {
        program.subschemas[m_current].fallback = toIndex(program.fallbacks.size());
        program.fallbacks.push_back(*fallback);
    }
}

const Json* Compiler::sibling(std::string_view keyword) const
{
    const Dialect& dialect = m_library.resource(m_library.resourceOf(*m_schema)).dialect;
    const auto found = m_schema->find(keyword);
    return found == m_schema->end() || keywordNamed(keyword, dialect) == nullptr ? nullptr : &*found;
}

void Compiler::type(const Json& value)
{
    const std::vector<Json> names = value.is_array() ? value.get<std::vector<Json>>() : std::vector<Json>{value};
    if (names.empty())
        refuse(codes::SchemaInvalid, "type", "type names at least one type.");
    unsigned types = 0;
    for (const Json& name : names) {
        const auto bit = name.is_string() ? typeNamed(name.get_ref<const std::string&>()) : std::nullopt;
        if (!bit)
            refuse(codes::TypeUnknown, "type", base::write(name) + " is not a type.");
        else if ((types & *bit) != 0)
            refuse(codes::SchemaInvalid, "type", base::write(name) + " stands in type twice.");
        types |= bit.value_or(static_cast<TypeBit>(0));
    }
    program.subschemas[m_current].types = types;
}

void Compiler::enumeration(const Json& value)
{
    if (!value.is_array())
        return refuse(codes::SchemaInvalid, "enum", "enum is a list.");
    choices({value.begin(), value.end()}, Op::Enum);
}

void Compiler::constant(const Json& value) { choices({value}, Op::Const); }

void Compiler::choices(const std::vector<Json>& values, Op op)
{
    Choices out;
    for (const Json& each : values) {
        out.shown.push_back(base::canonical(each));
        double number = 0;
        if (each.is_string())
            out.strings.push_back(each.get<std::string>());
        else if (exactDouble(each, number))
            out.numbers.push_back(number);
        else
            out.others.insert(out.shown.back());
    }
    std::sort(out.strings.begin(), out.strings.end());
    step(op, program.choices.size());
    program.choices.push_back(std::move(out));
}

void Compiler::bound(Op op, const Json& value, const std::string& keyword)
{
    if (!base::isNumber(value))
        return refuse(codes::SchemaInvalid, keyword, keyword + " is a number.");
    step(op, program.bounds.size());
    program.bounds.push_back(Bound::of(value));
    program.boundTexts.push_back(base::numberText(value));
}

void Compiler::multipleOf(const Json& value)
{
    if (!base::isNumber(value) || compare(value, Bound::of(Json(0))) <= 0)
        return refuse(codes::SchemaInvalid, "multipleOf", "multipleOf is a number above 0.");
    bound(Op::MultipleOf, value, "multipleOf");
    if (program.bounds.back().decimal.digits.size() > divisorDigits)
        refuse(codes::NumberNotSupported, "multipleOf", "multipleOf has more than " + std::to_string(divisorDigits) + " digits.");
}

std::optional<Index> Compiler::count(const Json& value, const std::string& keyword)
{
    if (!base::isNumber(value) || !isInteger(value) || compare(value, Bound::of(Json(0))) < 0) {
        refuse(codes::SchemaInvalid, keyword, keyword + " is a whole number, 0 or more.");
        return std::nullopt;
    }
    double number = 0;
    return exactDouble(value, number) && number < static_cast<double>(none) ? static_cast<Index>(number) : none;
}

void Compiler::counted(Op op, const Json& value, const std::string& keyword)
{
    if (const auto number = count(value, keyword))
        step(op, *number);
}

std::optional<Index> Compiler::patternOf(const std::string& text, const std::string& keyword)
{
    auto compiled = Pattern::compile(text);
    if (!compiled) {
        refuse(compiled.error().info(), keyword, compiled.error().message());
        return std::nullopt;
    }
    program.patterns.push_back(std::move(*compiled));
    return toIndex(program.patterns.size() - 1);
}

void Compiler::pattern(const Json& value)
{
    if (!value.is_string())
        return refuse(codes::SchemaInvalid, "pattern", "pattern is a text.");
    if (const auto index = patternOf(value.get_ref<const std::string&>(), "pattern"))
        step(Op::Matches, *index);
}

void Compiler::uniqueItems(const Json& value)
{
    if (!value.is_boolean())
        return refuse(codes::SchemaInvalid, "uniqueItems", "uniqueItems is true or false.");
    if (value == true)
        step(Op::UniqueItems, 0);
}

std::optional<std::vector<std::string>> Compiler::distinctNames(const Json& value, const std::string& keyword)
{
    std::set<std::string> seen;
    const bool good = value.is_array() && std::all_of(value.begin(), value.end(), [&](const Json& name) {
        return name.is_string() && seen.insert(name.get<std::string>()).second;
    });
    if (good)
        return value.get<std::vector<std::string>>();
    refuse(codes::SchemaInvalid, keyword, keyword + " is a list of different names.");
    return std::nullopt;
}

void Compiler::required(const Json& value)
{
    auto list = distinctNames(value, "required");
    if (!list || list->empty())
        return;
    step(Op::Required, program.names.size());
    program.names.push_back(std::move(*list));
}

void Compiler::dependentRequired(const Json& value)
{
    if (!value.is_object())
        return refuse(codes::SchemaInvalid, "dependentRequired", "dependentRequired is an object.");
    std::map<std::string, std::vector<std::string>> table;
    for (const auto& [name, names] : value.items())
        if (auto list = distinctNames(names, "dependentRequired"))
            table.emplace(name, std::move(*list));
    step(Op::DependentRequired, program.dependentNames.size());
    program.dependentNames.push_back(std::move(table));
}

void Compiler::dependencies(const Json& value)
{
    if (!value.is_object())
        return refuse(codes::SchemaInvalid, "dependencies", "dependencies is an object.");
    std::map<std::string, std::vector<std::string>> namesOf;
    std::map<std::string, Index> schemaOf;
    for (const auto& [name, each] : value.items()) {
        if (!each.is_array())
            schemaOf.emplace(name, indexOf(each));
        else if (auto list = distinctNames(each, "dependencies"))
            namesOf.emplace(name, std::move(*list));
    }
    if (!namesOf.empty()) {
        step(Op::DependentRequired, program.dependentNames.size());
        program.dependentNames.push_back(std::move(namesOf));
    }
    if (!schemaOf.empty()) {
        step(Op::DependentSchemas, program.dependentSchemas.size());
        program.dependentSchemas.push_back(std::move(schemaOf));
    }
}

void Compiler::reference(const Json& value)
{
    if (!value.is_string())
        return refuse(codes::SchemaInvalid, "$ref", "$ref is an address.");
    const auto target = m_library.find(value.get_ref<const std::string&>(), m_library.resourceOf(*m_schema));
    if (!target)
        return refuse(target.error().info(), "$ref", target.error().message());
    step(Op::Reference, indexOf(**target));
}

// It is dynamic only where what it leads to in the first place is a dynamic anchor itself.
void Compiler::dynamicReference(const Json& value)
{
    if (!value.is_string())
        return refuse(codes::SchemaInvalid, "$dynamicRef", "$dynamicRef is an address.");
    const std::string& text = value.get_ref<const std::string&>();
    const auto target = m_library.find(text, m_library.resourceOf(*m_schema));
    if (!target)
        return refuse(target.error().info(), "$dynamicRef", target.error().message());
    const Json& schema = **target;
    const auto anchor = schema.is_object() ? schema.find("$dynamicAnchor") : schema.end();
    const bool isDynamic = schema.is_object() && anchor != schema.end() && anchor->is_string() && text.ends_with("#" + anchor->get_ref<const std::string&>());
    if (!isDynamic)
        return step(Op::Reference, indexOf(schema));
    step(Op::DynamicReference, program.dynamics.size());
    program.dynamics.push_back({anchor->get<std::string>(), indexOf(schema)});
}

void Compiler::list(Op op, const Json& value, const std::string& keyword)
{
    if (!value.is_array() || value.empty())
        return refuse(codes::SchemaInvalid, keyword, keyword + " is a list of schemas, one at least.");
    std::vector<Index> schemas;
    for (const Json& each : value)
        schemas.push_back(indexOf(each));
    step(op, program.lists.size());
    program.lists.push_back(std::move(schemas));
}

void Compiler::condition(const Json& value)
{
    Condition out;
    out.when = indexOf(value);
    if (const Json* then = sibling("then"))
        out.then = indexOf(*then);
    if (const Json* otherwise = sibling("else"))
        out.otherwise = indexOf(*otherwise);
    step(Op::If, program.conditions.size());
    program.conditions.push_back(out);
}

void Compiler::dependentSchemas(const Json& value)
{
    if (!value.is_object())
        return refuse(codes::SchemaInvalid, "dependentSchemas", "dependentSchemas is an object.");
    std::map<std::string, Index> table;
    for (const auto& [name, schema] : value.items())
        table.emplace(name, indexOf(schema));
    step(Op::DependentSchemas, program.dependentSchemas.size());
    program.dependentSchemas.push_back(std::move(table));
}

void Compiler::members(const Json&)
{
    if (std::exchange(m_hasMembers, true))
        return;
    MemberTable table;
    for (const char* keyword : {"properties", "patternProperties"}) {
        const Json* value = sibling(keyword);
        if (value != nullptr && !value->is_object())
            return refuse(codes::SchemaInvalid, keyword, std::string(keyword) + " is an object.");
    }
    if (const Json* properties = sibling("properties"))
        for (const auto& [name, schema] : properties->items())
            table.add(name, indexOf(schema), false);
    if (const Json* patterns = sibling("patternProperties"))
        for (const auto& [text, schema] : patterns->items())
            if (const auto index = patternOf(text, "patternProperties"))
                table.patterns.emplace_back(*index, indexOf(schema));
    if (const Json* additional = sibling("additionalProperties"); additional != nullptr)
        table.additional = indexOf(*additional);
    if (const Json* needed = sibling("required"); needed != nullptr && needed->is_array())
        for (const Json& name : *needed)
            if (name.is_string())
                table.add(name.get<std::string>(), none, true);
    step(Op::Members, program.members.size());
    program.members.push_back(std::move(table));
}

void Compiler::elements(const Json&)
{
    if (std::exchange(m_hasElements, true))
        return;
    ElementTable table;
    const bool isSeven = m_library.resource(m_library.resourceOf(*m_schema)).dialect.draft == Draft::Draft7;
    const Json* items = sibling("items");
    const Json* prefix = isSeven ? (items != nullptr && items->is_array() ? items : nullptr) : sibling("prefixItems");
    const Json* rest = isSeven && prefix != nullptr ? sibling("additionalItems") : items;
    if (prefix != nullptr) {
        if (!prefix->is_array() || (prefix->empty() && !isSeven))
            return refuse(codes::SchemaInvalid, isSeven ? "items" : "prefixItems", "a list of schemas, one at least, is needed.");
        for (const Json& each : *prefix)
            table.prefix.push_back(indexOf(each));
    }
    if (rest != nullptr && rest->is_array())
        return refuse(codes::SchemaInvalid, "items", "items is one schema; a list of them is prefixItems.");
    if (rest != nullptr)
        table.rest = indexOf(*rest);
    step(Op::Elements, program.elements.size());
    program.elements.push_back(std::move(table));
}

void Compiler::contains(const Json& value)
{
    Counted out;
    out.schema = indexOf(value);
    if (const Json* least = sibling("minContains"))
        out.least = count(*least, "minContains").value_or(1);
    if (const Json* most = sibling("maxContains"))
        out.most = count(*most, "maxContains").value_or(none);
    step(Op::Contains, program.counted.size());
    program.counted.push_back(out);
}

void Compiler::unevaluatedItems(const Json& value)
{
    unevaluated(Op::UnevaluatedItems, value);
}

void Compiler::unevaluatedProperties(const Json& value)
{
    unevaluated(Op::UnevaluatedProperties, value);
}

void Compiler::unevaluated(Op op, const Json& value)
{
    program.tracks = true;
    step(op, program.unevaluated.size());
    program.unevaluated.push_back({indexOf(value), none});
}

} // namespace countersign::schema
