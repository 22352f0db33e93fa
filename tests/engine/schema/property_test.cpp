// Random schemas and values: the two evaluators agree with a slow, plain one written here; what is made from a schema fits
// it; what is broken in it is reported where it was broken. COUNTERSIGN_SEED repeats a run. Source: SPEC section 9.
#include "engine/schema/schema.h"

#include <QtTest>

#include <cmath>
#include <random>
#include <regex>
#include <set>

using namespace countersign;
using base::Json;
using schema::Schema;

namespace {

/// What a subschema has looked at, for unevaluatedProperties and unevaluatedItems.
struct Seen
{
    std::set<std::string> names{};
    std::set<std::size_t> elements{};
    void add(const Seen& other)
    {
        names.insert(other.names.begin(), other.names.end());
        elements.insert(other.elements.begin(), other.elements.end());
    }
};

/// The specification read word by word, with recursion and without any thought of speed.
class Reference
{
public:
    explicit Reference(const Json& root) : m_root(root) {}

    bool fits(const Json& schema, const Json& value) const
    {
        Seen seen;
        return fits(schema, value, seen);
    }

private:
    static bool isType(const Json& value, const std::string& type)
    {
        if (type == "integer")
            return value.is_number() && std::floor(value.get<double>()) == value.get<double>();
        if (type == "number")
            return value.is_number();
        return (type == "null" && value.is_null()) || (type == "boolean" && value.is_boolean()) || (type == "string" && value.is_string())
               || (type == "array" && value.is_array()) || (type == "object" && value.is_object());
    }

    bool simple(const Json& schema, const Json& value) const
    {
        const auto has = [&](const char* keyword) { return schema.contains(keyword); };
        if (has("type")) {
            const Json types = schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]});
            if (std::none_of(types.begin(), types.end(), [&](const Json& type) { return isType(value, type.get<std::string>()); }))
                return false;
        }
        if (has("enum") && std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
            return false;
        if (has("const") && schema["const"] != value)
            return false;
        if (value.is_number()) {
            const double number = value.get<double>();
            if ((has("minimum") && number < schema["minimum"].get<double>()) || (has("maximum") && number > schema["maximum"].get<double>())
                || (has("exclusiveMinimum") && number <= schema["exclusiveMinimum"].get<double>()) || (has("exclusiveMaximum") && number >= schema["exclusiveMaximum"].get<double>())
                || (has("multipleOf") && std::fmod(number, schema["multipleOf"].get<double>()) != 0))
                return false;
        }
        if (value.is_string()) {
            const std::string text = value.get<std::string>();
            if ((has("minLength") && text.size() < schema["minLength"].get<std::size_t>()) || (has("maxLength") && text.size() > schema["maxLength"].get<std::size_t>())
                || (has("pattern") && !std::regex_search(text, std::regex(schema["pattern"].get<std::string>()))))
                return false;
        }
        if (value.is_array()) {
            if ((has("minItems") && value.size() < schema["minItems"].get<std::size_t>()) || (has("maxItems") && value.size() > schema["maxItems"].get<std::size_t>()))
                return false;
            for (std::size_t i = 0; has("uniqueItems") && schema["uniqueItems"] == true && i < value.size(); ++i)
                for (std::size_t k = 0; k < i; ++k)
                    if (value[i] == value[k])
                        return false;
        }
        if (value.is_object()) {
            if ((has("minProperties") && value.size() < schema["minProperties"].get<std::size_t>()) || (has("maxProperties") && value.size() > schema["maxProperties"].get<std::size_t>()))
                return false;
            if (has("required"))
                for (const Json& name : schema["required"])
                    if (!value.contains(name.get<std::string>()))
                        return false;
            if (has("dependentRequired"))
                for (const auto& [name, others] : schema["dependentRequired"].items())
                    for (const Json& other : others)
                        if (value.contains(name) && !value.contains(other.get<std::string>()))
                            return false;
        }
        return true;
    }

    bool inPlace(const Json& schema, const Json& value, Seen& seen) const
    {
        const auto take = [&](const Json& other) {
            Seen inner;
            const bool good = fits(other, value, inner);
            if (good)
                seen.add(inner);
            return good;
        };
        bool good = true;
        if (schema.contains("$ref"))
            good = take(m_root["$defs"][schema["$ref"].get<std::string>().substr(8)]) && good;
        for (const Json& each : schema.value("allOf", Json::array()))
            good = take(each) && good;
        int some = 0;
        for (const Json& each : schema.value("anyOf", Json::array()))
            some += take(each) ? 1 : 0;
        good = good && (!schema.contains("anyOf") || some > 0);
        int one = 0;
        for (const Json& each : schema.value("oneOf", Json::array()))
            one += take(each) ? 1 : 0;
        good = good && (!schema.contains("oneOf") || one == 1);
        Seen ignored;
        if (schema.contains("not"))
            good = !fits(schema["not"], value, ignored) && good;
        if (schema.contains("if")) {
            const char* branch = take(schema["if"]) ? "then" : "else";
            good = (!schema.contains(branch) || take(schema[branch])) && good;
        }
        const Json dependent = schema.value("dependentSchemas", Json::object());
        if (value.is_object())
            for (const auto& [name, each] : dependent.items())
                good = (!value.contains(name) || take(each)) && good;
        return good;
    }

    bool members(const Json& schema, const Json& value, Seen& seen) const
    {
        bool good = true;
        const Json patterns = schema.value("patternProperties", Json::object());
        for (const auto& [name, member] : value.items()) {
            bool isKnown = false;
            if (schema.contains("propertyNames"))
                good = fits(schema["propertyNames"], name) && good;
            if (schema.contains("properties") && schema["properties"].contains(name)) {
                isKnown = true;
                good = fits(schema["properties"][name], member) && good;
            }
            for (const auto& [pattern, each] : patterns.items())
                if (std::regex_search(name, std::regex(pattern))) {
                    isKnown = true;
                    good = fits(each, member) && good;
                }
            if (!isKnown && schema.contains("additionalProperties")) {
                isKnown = true;
                good = fits(schema["additionalProperties"], member) && good;
            }
            if (isKnown)
                seen.names.insert(name);
        }
        return good;
    }

    bool elements(const Json& schema, const Json& value, Seen& seen) const
    {
        bool good = true;
        std::size_t count = 0;
        const std::size_t prefix = schema.value("prefixItems", Json::array()).size();
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i < prefix || schema.contains("items")) {
                good = fits(i < prefix ? schema["prefixItems"][i] : schema["items"], value[i]) && good;
                seen.elements.insert(i);
            }
            if (schema.contains("contains") && fits(schema["contains"], value[i])) {
                ++count;
                seen.elements.insert(i);
            }
        }
        const bool isCounted = !schema.contains("contains")
                               || (count >= schema.value("minContains", std::size_t{1}) && count <= schema.value("maxContains", std::size_t{1000}));
        return good && isCounted;
    }

    bool fits(const Json& schema, const Json& value, Seen& seen) const
    {
        if (schema.is_boolean())
            return schema.get<bool>();
        bool good = simple(schema, value);
        good = inPlace(schema, value, seen) && good;
        if (value.is_object())
            good = members(schema, value, seen) && good;
        if (value.is_array())
            good = elements(schema, value, seen) && good;
        if (value.is_object() && schema.contains("unevaluatedProperties"))
            for (const auto& [name, member] : value.items())
                if (!seen.names.contains(name)) {
                    good = fits(schema["unevaluatedProperties"], member) && good;
                    seen.names.insert(name);
                }
        if (value.is_array() && schema.contains("unevaluatedItems"))
            for (std::size_t i = 0; i < value.size(); ++i)
                if (!seen.elements.contains(i)) {
                    good = fits(schema["unevaluatedItems"], value[i]) && good;
                    seen.elements.insert(i);
                }
        return good;
    }

    const Json& m_root;
};

class Maker
{
public:
    explicit Maker(quint32 seed) : m_random(seed) {}

    int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(m_random); }
    bool isOne(int in) { return upTo(in - 1) == 0; }
    std::string name() { return std::array{"a", "b", "c", "dd", "e"}[static_cast<std::size_t>(upTo(4))]; }
    std::string pattern() { return std::array{"^a", "b$", "^[a-c]+$", "d", "^(a|dd)$", "^[^a]*$"}[static_cast<std::size_t>(upTo(5))]; }

    Json value(int depth)
    {
        switch (upTo(depth > 0 ? 7 : 4)) {
        case 0: return nullptr;
        case 1: return isOne(2);
        case 2: return upTo(6) - 2;
        case 3: return upTo(8) / 2.0 - 1;
        case 4: return std::array{"", "a", "b", "ab", "dd", "abc"}[static_cast<std::size_t>(upTo(5))];
        case 5: {
            Json out = Json::array();
            for (int i = upTo(3); i > 0; --i)
                out.push_back(value(depth - 1));
            return out;
        }
        default: {
            Json out = Json::object();
            for (int i = upTo(4); i > 0; --i)
                out[name()] = value(depth - 1);
            return out;
        }
        }
    }

    Json names()
    {
        std::set<std::string> out;
        for (int i = upTo(2); i > 0; --i)
            out.insert(name());
        return out;
    }

    Json list(int depth)
    {
        Json out = Json::array();
        for (int i = upTo(2); i >= 0; --i)
            out.push_back(schema(depth));
        return out;
    }

    Json schema(int depth)
    {
        if (depth <= 0 || isOne(8))
            return isOne(3) ? Json(!isOne(3)) : Json{{"type", std::array{"string", "integer", "number", "object", "array", "null", "boolean"}[static_cast<std::size_t>(upTo(6))]}};
        Json out = Json::object();
        for (int i = upTo(3); i >= 0; --i)
            addKeyword(out, depth - 1);
        return out;
    }

    Json document()
    {
        Json out = schema(3);
        if (out.is_boolean())
            out = Json::object();
        // Definitions refer to themselves only below, or nothing would ever end.
        m_refers = false;
        for (const char* each : {"x", "y"})
            out["$defs"][each] = schema(2);
        m_refers = true;
        if (out["$defs"]["x"].is_object())
            out["$defs"]["x"]["properties"]["dd"] = {{"$ref", "#/$defs/x"}};
        return out;
    }

private:
    void addKeyword(Json& out, int depth)
    {
        switch (upTo(30)) {
        case 0: out["type"] = isOne(2) ? Json("object") : Json::array({"string", "number"}); break;
        case 1: out["enum"] = Json::array({value(1), value(0), value(0)}); break;
        case 2: out["const"] = value(1); break;
        case 3: out["minimum"] = upTo(3); break;
        case 4: out["maximum"] = upTo(3); break;
        case 5: out["exclusiveMinimum"] = upTo(2) - 0.5; break;
        case 6: out["multipleOf"] = isOne(2) ? Json(2) : Json(0.5); break;
        case 7: out["minLength"] = upTo(2); break;
        case 8: out["maxLength"] = upTo(2); break;
        case 9: out["pattern"] = pattern(); break;
        case 10: out["minItems"] = upTo(2); break;
        case 11: out["uniqueItems"] = true; break;
        case 12: out["minProperties"] = upTo(2); break;
        case 13: out["required"] = names(); break;
        case 14: out["dependentRequired"] = {{name(), names()}}; break;
        case 15: out["allOf"] = list(depth); break;
        case 16: out["anyOf"] = list(depth); break;
        case 17: out["oneOf"] = list(depth); break;
        case 18: out["not"] = schema(depth); break;
        case 19: out["if"] = schema(depth); break;
        case 20: out["then"] = schema(depth); break;
        case 21: out["else"] = schema(depth); break;
        case 22: out["dependentSchemas"] = {{name(), schema(depth)}}; break;
        case 23: out["propertyNames"] = schema(depth); break;
        case 24: out["properties"] = {{name(), schema(depth)}, {"a", schema(depth)}}; break;
        case 25: out["patternProperties"] = {{pattern(), schema(depth)}}; break;
        case 26: out["additionalProperties"] = schema(depth); break;
        case 27: out[isOne(2) ? "prefixItems" : "allOf"] = list(depth); break;
        case 28: out[isOne(2) ? "items" : "unevaluatedItems"] = schema(depth); break;
        case 29:
            out["contains"] = schema(depth);
            if (isOne(2))
                out[isOne(2) ? "minContains" : "maxContains"] = upTo(2);
            break;
        default:
            if (m_refers && isOne(2))
                out["$ref"] = isOne(2) ? "#/$defs/x" : "#/$defs/y";
            else
                out["unevaluatedProperties"] = schema(depth);
            break;
        }
    }

    std::mt19937 m_random;
    bool m_refers = true;
};

/// A schema of declared types only, a value made from it, and every place in that.
struct Made
{
    Json schema{};
    Json value{};
};
Made make(Maker& maker, int depth)
{
    switch (depth > 0 ? maker.upTo(6) : maker.upTo(3)) {
    case 0: return {{{"type", "string"}, {"minLength", 1}, {"maxLength", 8}}, std::string(static_cast<std::size_t>(1 + maker.upTo(7)), 'x')};
    case 1: return {{{"type", "integer"}, {"minimum", -5}, {"maximum", 5}}, maker.upTo(10) - 5};
    case 2: return {{{"type", "boolean"}}, maker.isOne(2)};
    case 3: return {{{"type", "string"}, {"enum", {"one", "two"}}}, maker.isOne(2) ? "one" : "two"};
    case 4: {
        const Made element = make(maker, depth - 1);
        Json list = Json::array();
        for (int i = maker.upTo(3); i >= 0; --i)
            list.push_back(element.value);
        return {{{"type", "array"}, {"items", element.schema}, {"maxItems", 4}}, std::move(list)};
    }
    default: {
        Made out{{{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}, {"additionalProperties", false}}, Json::object()};
        for (const char* name : {"a", "b/c", "d~e", "f g"}) {
            if (maker.isOne(4))
                continue;
            const Made member = make(maker, depth - 1);
            out.schema["properties"][name] = member.schema;
            if (maker.isOne(2))
                out.schema["required"].push_back(name);
            else if (maker.isOne(3))
                continue;
            out.value[name] = member.value;
        }
        return out;
    }
    }
}

std::vector<Json::json_pointer> placesIn(const Json& value)
{
    std::vector<Json::json_pointer> out;
    std::vector<Json::json_pointer> waiting{Json::json_pointer()};
    while (!waiting.empty()) {
        const Json::json_pointer at = waiting.back();
        waiting.pop_back();
        out.push_back(at);
        const Json& here = value[at];
        if (here.is_object())
            for (const auto& [name, member] : here.items())
                waiting.push_back(at / name);
        for (std::size_t i = 0; here.is_array() && i < here.size(); ++i)
            waiting.push_back(at / i);
    }
    return out;
}

quint32 seed()
{
    const quint32 out = qEnvironmentVariableIsSet("COUNTERSIGN_SEED") ? qEnvironmentVariable("COUNTERSIGN_SEED").toUInt() : std::random_device()();
    qInfo("COUNTERSIGN_SEED=%u", out);
    return out;
}

} // namespace

class PropertyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheReference()
    {
        Maker maker(seed());
        int fit = 0;
        int total = 0;
        for (int round = 0; round < 4000; ++round) {
            const Json document = maker.document();
            const auto compiled = Schema::compile(document);
            QVERIFY2(compiled, compiled ? "" : (compiled.error().text() + "\n" + document.dump()).c_str());
            const Reference reference(document);
            for (int i = 0; i < 6; ++i) {
                const Json value = maker.value(3);
                const bool expected = reference.fits(document, value);
                const auto violations = compiled->check(value);
                const std::string what = document.dump() + "\n" + value.dump() + "\n" + (violations.empty() ? "" : violations.front().message);
                QVERIFY2(compiled->accepts(value) == expected, what.c_str());
                QVERIFY2(violations.empty() == expected, what.c_str());
                fit += expected ? 1 : 0;
                ++total;
            }
        }
        qInfo("%d values, %d fit", total, fit);
        QVERIFY(fit > total / 10 && fit < total * 9 / 10);
    }

    void whatIsMadeFitsAndWhatIsBrokenIsNamed()
    {
        Maker maker(seed());
        int dropped = 0;
        for (int round = 0; round < 1500; ++round) {
            const Made made = make(maker, 4);
            const auto compiled = Schema::compile(made.schema);
            QVERIFY(compiled && compiled->accepts(made.value) && compiled->check(made.value).empty());
            const auto places = placesIn(made.value);
            const Json::json_pointer at = places[static_cast<std::size_t>(maker.upTo(static_cast<int>(places.size()) - 1))];
            Json broken = made.value;
            broken[at] = nullptr;
            const auto found = compiled->check(broken);
            QVERIFY2(found.size() == 1 && found.front().keyword == "type" && found.front().pointer == at.to_string(), (made.schema.dump() + broken.dump() + at.to_string()).c_str());
            QVERIFY(!compiled->accepts(broken));
            for (const auto& place : places) {
                const Json schemaHere = schemaAt(made.schema, place);
                if (!made.value[place].is_object() || schemaHere["required"].empty())
                    continue;
                const std::string name = schemaHere["required"][0].get<std::string>();
                Json lacking = made.value;
                lacking[place].erase(name);
                const auto missing = compiled->check(lacking);
                QVERIFY2(missing.size() == 1 && missing.front().keyword == "required" && missing.front().pointer == (place / name).to_string(), lacking.dump().c_str());
                ++dropped;
            }
        }
        QVERIFY(dropped > 200);
    }

    /// Any value against any schema that compiles, and any text as a schema: an answer, and no exception.
    void nothingThrows()
    {
        Maker maker(seed());
        int compiled = 0;
        for (int round = 0; round < 3000; ++round) {
            Json document = maker.document();
            for (int i = maker.upTo(2); i >= 0; --i) {
                const auto places = placesIn(document);
                document[places[static_cast<std::size_t>(maker.upTo(static_cast<int>(places.size()) - 1))]] = maker.value(2);
            }
            try {
                (void)Schema::problems(document);
                const auto schema = Schema::compile(document);
                compiled += schema ? 1 : 0;
                for (int i = 0; schema && i < 3; ++i) {
                    const Json value = maker.value(3);
                    QVERIFY2(schema->accepts(value) == schema->check(value).empty(), (document.dump() + value.dump()).c_str());
                    (void)schema->withDefaults(value);
                }
            } catch (const std::exception& exception) {
                QFAIL((std::string(exception.what()) + "\n" + document.dump()).c_str());
            }
        }
        QVERIFY(compiled > 100);
    }

private:
    static Json schemaAt(const Json& schema, const Json::json_pointer& place)
    {
        Json at = schema;
        std::vector<std::string> tokens;
        for (Json::json_pointer rest = place; !rest.empty(); rest.pop_back())
            tokens.insert(tokens.begin(), rest.back());
        for (const std::string& token : tokens)
            at = at["type"] == "array" ? Json(at["items"]) : Json(at["properties"][token]);
        return at;
    }
};

QTEST_APPLESS_MAIN(PropertyTest)
#include "property_test.moc"
