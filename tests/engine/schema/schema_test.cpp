#include "engine/schema/codes.h"
#include "engine/schema/schema.h"

#include <QtTest>

using namespace countersign;
using base::Json;
using schema::Schema;

namespace {

Json json(const QString& text) { return base::parseJson(text.toStdString()).value(); }
QString q(const std::string& text) { return QString::fromStdString(text); }

Schema compiled(const QString& text) { return Schema::compile(json(text)).value(); }

/// "required /name, type /count" or the code of a text that is no JSON.
QString judged(const Schema& schema, const QString& args)
{
    const auto result = schema::judgeArguments(schema, args.toStdString());
    if (!result)
        return q(std::string(result.error().code()));
    QStringList out;
    for (const schema::Violation& violation : result->violations)
        out << q(violation.keyword + " " + violation.pointer);
    return out.join(QStringLiteral(", "));
}

const QString basics = QString::fromUtf8(R"({"type":"object","properties":{"name":{"type":"string"},"count":{"type":"integer"},
  "ratio":{"type":"number"},"on":{"type":"boolean"},"tags":{"type":"array","items":{"type":"string"}},
  "opts":{"type":"object","properties":{"mode":{"type":"string","enum":["fast","slow"]},"depth":{"type":"integer","enum":[1,2,3]}},
  "additionalProperties":false}},"required":["name"]})");
const QString numbers = QString::fromUtf8(R"({"type":"object","properties":{"i":{"type":"integer"},"n":{"type":"number"},
  "e":{"enum":[9007199254740992, 0.1]},"c":{"const":[1,{"a":2}]}}})");
const QString keys = QString::fromUtf8(R"({"type":"object","properties":{"a.b":{"type":"string"},"a":{"type":"object","properties":{"b":{"type":"string"}}},
  "x/y":{"type":"string"},"p~q":{"type":"string"},"":{"type":"string"},
  "list":{"type":"array","items":{"type":"object","properties":{"host":{"type":"string"}},"required":["host"]}}}})");
const QString own = QString::fromUtf8(R"({"type":"object","properties":{"toString":{"type":"string"},"inner":{"type":"object","additionalProperties":false}},
  "required":["toString","constructor"]})");
const QString scalars = QString::fromUtf8(R"({"type":"object","properties":{"f":{"type":"boolean"},"z":{"type":"number"},"b":{"enum":[true,0]},
  "u":{"type":"null"},"t":{"type":["string","null"]},"l":{"items":{"enum":[1,2]}},"more":{"additionalProperties":{"type":"string"}},
  "none":false,"any":true}})");

} // namespace

class SchemaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void arguments_data()
    {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("args");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const QString& schema, const char* args, const char* expected) {
            QTest::newRow(name) << schema << QString::fromUtf8(args) << QString::fromUtf8(expected);
        };
        row("fits", basics, R"({"name":"a","count":3,"ratio":0.5,"on":true,"tags":["x"],"opts":{"mode":"fast","depth":2}})", "");
        row("missing", basics, R"({"count":3})", "required /name");
        row("all reported, missing first", basics, R"({"count":"3","on":1,"tags":[1,"b",null]})",
            "required /name, type /count, type /on, type /tags/0, type /tags/2");
        row("text is no number", basics, R"({"name":"a","count":"5"})", "type /count");
        row("text is no boolean", basics, R"({"name":"a","on":"true"})", "type /on");
        row("a list is not unwrapped", basics, R"({"name":["a"]})", "type /name");
        row("null is not absent", basics, R"({"name":"a","count":null})", "type /count");
        row("a required null is there", basics, R"({"name":null})", "type /name");
        row("open by default", basics, R"({"name":"a","more":1})", "");
        row("closed", basics, R"({"name":"a","opts":{"mode":"fast","x":1,"y":2}})", "additionalProperties /opts/x, additionalProperties /opts/y");
        row("enum of texts", basics, R"({"name":"a","opts":{"mode":"medium"}})", "enum /opts/mode");
        row("enum of integers", basics, R"({"name":"a","opts":{"depth":4}})", "enum /opts/depth");
        row("type before enum", basics, R"({"name":"a","opts":{"depth":"2"}})", "type /opts/depth");
        row("nested in a list", keys, R"({"list":[{"host":"h"},{}]})", "required /list/1/host");
        row("dot in a key", keys, R"({"a.b":1,"a":{"b":"s"}})", "type /a.b");
        row("nested key", keys, R"({"a.b":"s","a":{"b":1}})", "type /a/b");
        row("slash in a key", keys, R"({"x/y":1})", "type /x~1y");
        row("tilde in a key", keys, R"({"p~q":1})", "type /p~0q");
        row("empty key", keys, R"({"":1})", "type /");
        row("nothing inherited", own, R"({})", "required /toString, required /constructor");
        row("own members", own, R"({"toString":"a","constructor":"b"})", "");
        row("closed to inherited names", own, R"({"toString":"a","constructor":"b","inner":{"__proto__":{}}})", "additionalProperties /inner/__proto__");
        row("integer", numbers, R"({"i":5})", "");
        row("integer with .0", numbers, R"({"i":5.0})", "");
        row("integer with exponent", numbers, R"({"i":1e3})", "");
        row("integer with fraction and exponent", numbers, R"({"i":12.5e1})", "");
        row("small exponent", numbers, R"({"i":10e-1})", "");
        row("no integer", numbers, R"({"i":5.5})", "type /i");
        row("no integer by exponent", numbers, R"({"i":1e-1})", "type /i");
        row("inexact fraction", numbers, R"({"i":9007199254740993.5})", "type /i");
        row("inexact number", numbers, R"({"n":0.1000000000000000000000000001})", "");
        row("tiny inexact is no integer", numbers, R"({"i":1e-99999999999999999999})", "type /i");
        row("2^53 + 1", numbers, R"({"i":9007199254740993})", "");
        row("enum of 2^53 + 1", numbers, R"({"e":9007199254740993})", "enum /e");
        row("enum of 2^53", numbers, R"({"e":9007199254740992.0})", "");
        row("enum by value", numbers, R"({"e":1e-1})", "");
        row("very large", numbers, R"({"i":123456789012345678901234567890})", "");
        row("const by value", numbers, R"({"c":[1.0,{"a":2e0}]})", "");
        row("const differs", numbers, R"({"c":[1,{"a":3}]})", "const /c");
        row("negative zero", numbers, R"({"n":-0})", "negativeZero /n");
        row("negative zero with point", numbers, R"({"n":-0.0})", "negativeZero /n");
        row("negative zero where anything goes", numbers, R"({"x":[{"y":-0e5}]})", "negativeZero /x/0/y");
        row("overflow", numbers, R"({"n":1e400})", "finite /n");
        row("integer overflow", numbers, R"({"i":-1e400})", "finite /i");
        row("zero is not false", scalars, R"({"f":0})", "type /f");
        row("false is not zero", scalars, R"({"z":false})", "type /z");
        row("enum false", scalars, R"({"b":false})", "enum /b");
        row("enum one", scalars, R"({"b":1})", "enum /b");
        row("null type", scalars, R"({"u":0})", "type /u");
        row("one of two types", scalars, R"({"t":null,"u":null})", "");
        row("neither of two types", scalars, R"({"t":1})", "type /t");
        row("enum of items", scalars, R"({"l":[1,3,2,4]})", "enum /l/1, enum /l/3");
        row("additional ones checked", scalars, R"({"more":{"a":"x","b":1}})", "type /more/b");
        row("never", scalars, R"({"none":1,"any":1})", "false /none");
        row("root null", basics, "null", "type ");
        row("root list", basics, R"([{"name":"x"}])", "type ");
        row("root text", basics, R"("{}")", "type ");
        row("root number", basics, "5", "type ");
        row("empty text", numbers, "", "");
        row("white space", numbers, " \n", "");
        row("cut", basics, "{\"a\":\"x\"", "JSON_INCOMPLETE");
        row("trailing comma", basics, R"({"a":"x",})", "JSON_SYNTAX");
        row("single quotes", basics, "{'a':'x'}", "JSON_SYNTAX");
        row("text after", basics, R"({"a":"x"} ok)", "JSON_TEXT_AFTER_VALUE");
        row("member twice", basics, R"({"a":"x","a":"y"})", "JSON_DUPLICATE_KEY");
        row("NaN", basics, R"({"a":NaN})", "JSON_SYNTAX");
    }
    void arguments()
    {
        QFETCH(QString, schema);
        QFETCH(QString, args);
        QFETCH(QString, expected);
        QCOMPARE(judged(compiled(schema), args), expected);
    }

    void refused_data()
    {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("codes");
        const auto row = [](const char* name, const char* schema, const char* codes) {
            QTest::newRow(name) << QString::fromUtf8(schema) << QString::fromUtf8(codes);
        };
        row("anyOf of nothing, and items that lead nowhere", "{\"type\":\"object\",\"anyOf\":[],\"items\":{\"$ref\":\"#/none\"}}", "SCHEMA_INVALID /anyOf, SCHEMA_REFERENCE_UNKNOWN /items/$ref");
        row("another document", "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"https://example.org/other.json\"}}}", "SCHEMA_REFERENCE_UNKNOWN /properties/a/$ref");
        row("a pattern that is none", "{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"(\"}}}", "SCHEMA_INVALID /properties/a/pattern");
        row("look-around", "{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"^(?!x)\"}}}", "SCHEMA_PATTERN_NOT_SUPPORTED /properties/a/pattern");
        row("a length below nothing", R"({"type":"object","minProperties":-1})", "SCHEMA_INVALID /minProperties");
        row("a length that is no whole number", R"({"type":"object","properties":{"a":{"minLength":1.5}}})", "SCHEMA_INVALID /properties/a/minLength");
        row("a multiple of nothing", R"({"type":"object","properties":{"a":{"multipleOf":0}}})", "SCHEMA_INVALID /properties/a/multipleOf");
        row("a multiple of too many digits", R"({"type":"object","properties":{"a":{"multipleOf":1.2345678901234567891}}})", "SCHEMA_NUMBER_NOT_SUPPORTED /properties/a/multipleOf");
        row("a keyword of the other draft", R"({"type":"object","properties":{"a":{"dependencies":{}}}})", "SCHEMA_KEYWORD_NOT_SUPPORTED /properties/a/dependencies");
        row("a typo", R"({"type":"object","requird":["a"]})", "SCHEMA_KEYWORD_NOT_SUPPORTED /requird");
        row("unknown type", R"({"type":"object","properties":{"a":{"type":"strng"}}})", "SCHEMA_TYPE_UNKNOWN /properties/a/type");
        row("type in capitals", R"({"type":"object","properties":{"a":{"type":"String"}}})", "SCHEMA_TYPE_UNKNOWN /properties/a/type");
        row("type twice", R"({"type":"object","properties":{"a":{"type":["null","null"]}}})", "SCHEMA_INVALID /properties/a/type");
        row("no type in the list", R"({"type":"object","properties":{"a":{"type":[]}}})", "SCHEMA_INVALID /properties/a/type");
        row("empty enum", R"({"type":"object","properties":{"a":{"enum":[]}}})", "SCHEMA_ENUM_EMPTY /properties/a/enum");
        row("enum is no list", R"({"type":"object","properties":{"a":{"enum":"x"}}})", "SCHEMA_INVALID /properties/a/enum");
        row("root is a list schema", R"({"type":"array"})", "SCHEMA_ROOT_NOT_OBJECT ");
        row("root without type", R"({})", "SCHEMA_ROOT_NOT_OBJECT ");
        row("root true", "true", "SCHEMA_ROOT_NOT_OBJECT ");
        row("root null", "null", "SCHEMA_ROOT_NOT_OBJECT ");
        row("required is text", R"({"type":"object","required":"a"})", "SCHEMA_INVALID /required");
        row("required twice", R"({"type":"object","required":["a","a"]})", "SCHEMA_INVALID /required");
        row("properties is a list", R"({"type":"object","properties":[]})", "SCHEMA_INVALID /properties");
        row("property is text", R"({"type":"object","properties":{"a":"string"}})", "SCHEMA_INVALID /properties/a");
        row("items is a list", R"({"type":"object","properties":{"a":{"items":[{}]}}})", "SCHEMA_INVALID /properties/a/items");
        row("another dialect", "{\"type\":\"object\",\"$schema\":\"http://json-schema.org/draft-04/schema#\"}", "SCHEMA_DIALECT_NOT_SUPPORTED /$schema");
        row("inside additionalProperties", R"({"type":"object","additionalProperties":{"fromat":"date"}})", "SCHEMA_KEYWORD_NOT_SUPPORTED /additionalProperties/fromat");
    }
    void refused()
    {
        QFETCH(QString, schema);
        QFETCH(QString, codes);
        QStringList found;
        for (const base::Error& error : Schema::problems(json(schema)))
            found << q(std::string(error.code()) + " " + error.place()->pointer);
        QCOMPARE(found.join(QStringLiteral(", ")), codes);
    }

    void annotationsHaveNoEffect()
    {
        const Schema schema = compiled(QStringLiteral("{\"type\":\"object\",\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"t\",\"description\":\"d\",\"$comment\":\"c\",\"examples\":[1],\"default\":{\"a\":1},\"properties\":{\"title\":{\"type\":\"string\"}}}"));
        QCOMPARE(judged(schema, QStringLiteral("{}")), QString());
        QVERIFY(Schema::compile(json(QStringLiteral("{\"type\":\"object\",\"$schema\":\"http://json-schema.org/draft-07/schema#\"}"))));
    }

    /// What registration refuses by name is an annotation, or just a schema that nothing fits, to the dialect.
    void evaluationFollowsTheDialect()
    {
        QVERIFY(Schema::compile(json(QStringLiteral("{\"requird\":[\"a\"]}")))->accepts(Json::object()));
        QVERIFY(Schema::compile(json(QStringLiteral("{\"type\":\"array\"}")))->accepts(Json::array()));
        QVERIFY(!Schema::compile(json(QStringLiteral("{\"enum\":[]}")))->accepts(Json::object()));
        QVERIFY(Schema::compile(true)->accepts(Json::object()));
        QVERIFY(!Schema::compile(false)->accepts(Json::object()));
        QVERIFY(!Schema::compile(json(QStringLiteral("{\"type\":\"strng\"}"))));
        QVERIFY(!Schema::compile(Json(nullptr)));
    }

    void aDeepSchemaNeedsNoStack()
    {
        Json deep = Json::object();
        for (int i = 0; i < 20'000; ++i) {
            Json outer = Json::object();
            outer["items"] = std::move(deep);
            deep = std::move(outer);
        }
        const auto schema = Schema::compile(deep);
        QVERIFY(schema && schema->accepts(Json::array({Json::array()})));
    }

    void unionsTellWhyEachBranchDoesNotFit()
    {
        const Schema schema = compiled(QStringLiteral("{\"type\":\"object\",\"properties\":{\"v\":{\"oneOf\":[{\"type\":\"object\",\"required\":[\"n\"],\"properties\":{\"k\":{\"const\":\"a\"}}},             {\"type\":\"object\",\"properties\":{\"k\":{\"const\":\"b\"},\"t\":{\"type\":\"string\"}}}]}}}"));
        const auto found = schema.check(json(QStringLiteral("{\"v\":{\"k\":\"a\",\"t\":\"x\"}}")));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(q(found.front().keyword + " " + found.front().pointer), QStringLiteral("oneOf /v"));
        QCOMPARE(found.front().reasons.size(), std::size_t(2));
        QCOMPARE(q(found.front().reasons[0]), QStringLiteral("v.n is missing"));
        QCOMPARE(q(found.front().reasons[1]), QStringLiteral("v.k must be \"b\""));
        QCOMPARE(q(found.front().message), QStringLiteral("v must be of exactly one of 2 forms, and is of none: v.n is missing; v.k must be \"b\"."));
        const auto both = schema.check(json(QStringLiteral("{\"v\":{\"n\":1}}")));
        QCOMPARE(q(both.front().message), QStringLiteral("v must be of exactly one of 2 forms, and is of 2."));
    }

    void sentences_data()
    {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* schema, const char* value, const char* sentence) {
            QTest::newRow(sentence) << QString::fromUtf8(schema) << QString::fromUtf8(value) << QString::fromUtf8(sentence);
        };
        row("{\"minimum\":3}", "2", "the root must be at least 3.");
        row("{\"exclusiveMaximum\":0.5}", "0.50", "the root must be less than 0.5.");
        row("{\"multipleOf\":0.01}", "0.075", "the root must be a multiple of 0.01.");
        row("{\"minLength\":1}", "\"\"", "the root must have at least 1 character.");
        row("{\"maxLength\":2}", "\"abc\"", "the root must have at most 2 characters.");
        row("{\"pattern\":\"^a+$\"}", "\"b\"", "the root must be a text that matches \"^a+$\".");
        row("{\"uniqueItems\":true}", "[1,1.0]", "the root must not have the same element twice.");
        row("{\"maxItems\":1}", "[1,2]", "the root must have at most 1 element.");
        row("{\"minProperties\":2}", "{\"a\":1}", "the root must have at least 2 members.");
        row("{\"dependentRequired\":{\"a\":[\"b\"]}}", "{\"a\":1}", "b is missing: it goes with a.");
        row("{\"not\":{\"type\":\"string\"}}", "\"x\"", "the root must not be of the form that is excluded.");
        row("{\"contains\":{\"const\":1}}", "[2]", "the root must have at least 1 of the elements it asks for, and has 0.");
        row("{\"contains\":{\"const\":1},\"maxContains\":1}", "[1,1]", "the root must have at most 1 of the elements it limits, and has 2.");
        row("{\"unevaluatedProperties\":false,\"properties\":{\"a\":true}}", "{\"a\":1,\"x\":2}", "x is not a known member.");
        row("{\"unevaluatedItems\":false,\"prefixItems\":[true]}", "[1,2]", "[1] must not be there.");
        row("{\"propertyNames\":{\"maxLength\":1}}", "{\"ab\":1}", "ab must have at most 1 character.");
        row("{\"minimum\":9007199254740993}", "9007199254740992", "the root must be at least 9007199254740993.");
    }
    void sentences()
    {
        QFETCH(QString, schema);
        QFETCH(QString, value);
        QFETCH(QString, sentence);
        const auto compiled = Schema::compile(json(schema));
        const auto found = compiled->check(json(value));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(q(found.front().message), sentence);
        QVERIFY(!compiled->accepts(json(value)));
    }

    void aSchemaWithoutEndIsNoDisaster()
    {
        const auto loop = Schema::compile(json(QStringLiteral("{\"allOf\":[{\"$ref\":\"#\"}]}")));
        QVERIFY(loop && !loop->accepts(1));
        QCOMPARE(q(loop->check(1).front().message), QStringLiteral("the root can't be judged: its schema refers to itself without end."));
        const auto pair = Schema::compile(json(QStringLiteral("{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}}}")));
        QVERIFY(pair && !pair->accepts(1) && !pair->check(1).empty());
    }

    void defaults_data()
    {
        QTest::addColumn<QString>("args");
        QTest::addColumn<QString>("expected");
        QTest::newRow("absent") << "{}" << R"({"max":80,"opts":{"deep":true}})";
        QTest::newRow("given") << R"({"max":1})" << R"({"max":1,"opts":{"deep":true}})";
        QTest::newRow("null stays") << R"({"max":null})" << R"({"max":null,"opts":{"deep":true}})";
        QTest::newRow("nested") << R"({"opts":{"x":1}})" << R"({"max":80,"opts":{"deep":true,"x":1}})";
        QTest::newRow("in lists") << R"({"list":[{},{"port":1},5]})" << R"({"list":[{"port":22},{"port":1},5],"max":80,"opts":{"deep":true}})";
        QTest::newRow("wrong kind stays") << R"({"opts":3})" << R"({"max":80,"opts":3})";
    }
    void defaults()
    {
        QFETCH(QString, args);
        QFETCH(QString, expected);
        const Schema schema = compiled(QStringLiteral(R"({"type":"object","properties":{"max":{"default":80},"plain":{},
            "opts":{"default":{},"properties":{"deep":{"default":true}}},"list":{"items":{"properties":{"port":{"default":22}}}}}})"));
        QCOMPARE(q(base::canonical(schema.withDefaults(json(args)))), expected);
    }

    void violationsAreCappedAndCounted()
    {
        QString tags = QStringLiteral("0");
        for (int i = 1; i < 10000; ++i)
            tags += QStringLiteral(",0");
        const std::string text = QStringLiteral(R"({"name":"a","tags":[%1]})").arg(tags).toStdString();
        const auto result = schema::judgeArguments(compiled(basics), text);
        QCOMPARE(result->violations.size(), std::size_t{50});
        QCOMPARE(result->total, std::size_t{10000});
        const auto error = schema::checkArguments(compiled(basics), text).error();
        QVERIFY(error.is(schema::codes::InvalidArgs));
        QVERIFY(error.message().starts_with("10000 violations\n/tags/0: tags[0] must be string, not integer."));
        QVERIFY(error.message().ends_with("\nand 9950 more"));
    }

    void aLongValueIsNotEchoed()
    {
        const std::string args = "{\"name\":\"a\",\"count\":\"" + std::string(1000000, 'x') + "\"}";
        const auto error = schema::checkArguments(compiled(basics), args).error();
        QVERIFY(error.message().size() < 2048);
        QVERIFY(error.message().find("count must be integer, not string.") != std::string::npos);
    }

    void deepArguments()
    {
        const auto nested = [](int levels) { return "{\"d\":" + std::string(static_cast<std::size_t>(levels), '[') + std::string(static_cast<std::size_t>(levels), ']') + "}"; };
        const Schema schema = compiled(QStringLiteral(R"({"type":"object"})"));
        QVERIFY(schema::checkArguments(schema, nested(500)));
        QCOMPARE(schema::checkArguments(schema, nested(5000)).error().code(), std::string_view("JSON_TOO_DEEP"));
        QCOMPARE(schema::checkArguments(schema, nested(100000)).error().code(), std::string_view("JSON_TOO_DEEP"));
    }

    void pathsForPeople()
    {
        const auto result = schema::judgeArguments(compiled(keys), std::string_view(R"({"":1,"a":{"b":1},"a.b":1,"list":[{"host":1}]})"));
        QStringList paths;
        for (const auto& violation : result->violations)
            paths << q(violation.path);
        QCOMPARE(paths.join(QLatin1Char(' ')), QStringLiteral(R"([""] a.b ["a.b"] list[0].host)"));
    }

    void inexactNumbersKeepTheirText()
    {
        const auto args = schema::checkArguments(compiled(numbers), std::string_view(R"({"i":9007199254740993})"));
        QCOMPARE(q(base::write(*args)), QStringLiteral(R"({"i":9007199254740993})"));
    }

    void aSchemaNotCompiledLetsNothingThrough() { QVERIFY(!Schema{}.check(Json::object()).empty()); }

    void codesAreUnique()
    {
        QSet<QString> seen;
        for (const base::CodeInfo* code : schema::codes::all)
            seen.insert(q(std::string(code->code)));
        QCOMPARE(static_cast<std::size_t>(seen.size()), schema::codes::all.size());
    }
};

QTEST_APPLESS_MAIN(SchemaTest)
#include "schema_test.moc"
