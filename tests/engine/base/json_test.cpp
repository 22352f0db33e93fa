#include "engine/base/codes.h"
#include "engine/base/json.h"

#include <QTest>

#include <random>

using namespace countersign::base;

class JsonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void accepts_data();
    void accepts();
    void refuses_data();
    void refuses();
    void namesThePlace();
    void keepsNumbersAsWritten_data();
    void keepsNumbersAsWritten();
    void canonicalNumbers_data();
    void canonicalNumbers();
    void ordersMembersByUtf16();
    void equalDecimalsGiveOneDigest();
    void depth();
    void survivesRandomBytes();
    void roundTrip();
};

void JsonTest::accepts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("canonicalText");
    QTest::newRow("blanks around") << QByteArray(" \r\n\t{ \"a\" : [ 1 , 2 ] } \n") << QByteArray(R"({"a":[1,2]})");
    QTest::newRow("empty object") << QByteArray("{}") << QByteArray("{}");
    QTest::newRow("empty array") << QByteArray("[]") << QByteArray("[]");
    QTest::newRow("nested") << QByteArray(R"([[[]],{"x":{}},[]])") << QByteArray(R"([[[]],{"x":{}},[]])");
    QTest::newRow("words") << QByteArray("[true,false,null]") << QByteArray("[true,false,null]");
    QTest::newRow("escapes") << QByteArray(R"("\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\u0000")") << QByteArray("\"\\\"\\\\/\\b\\f\\n\\r\\t\xC3\xA9\xF0\x9F\x98\x80\\u0000\"");
    QTest::newRow("same name in other objects") << QByteArray(R"({"a":{"a":1},"b":{"a":2}})") << QByteArray(R"({"a":{"a":1},"b":{"a":2}})");
    QTest::newRow("empty name") << QByteArray(R"({"":0})") << QByteArray(R"({"":0})");
}

void JsonTest::accepts()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, canonicalText);
    const auto value = parseJson(text.toStdString());
    QVERIFY2(value.has_value(), value ? "" : value.error().text().c_str());
    QCOMPARE(QByteArray::fromStdString(canonical(*value)), canonicalText);
}

void JsonTest::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* name, const QByteArray& text, const CodeInfo& code) {
        QTest::newRow(name) << text << QByteArray(code.code.data(), static_cast<qsizetype>(code.code.size()));
    };
    row("nothing", "", codes::JsonEmpty);
    row("blanks", " \n", codes::JsonEmpty);
    row("byte-order mark", "\xEF\xBB\xBF{}", codes::JsonByteOrderMark);
    row("invalid UTF-8", "\"\xC3\x28\"", codes::JsonUtf8);
    row("overlong UTF-8", "\"\xC0\x80\"", codes::JsonUtf8);
    row("surrogate in UTF-8", "\"\xED\xA0\x80\"", codes::JsonUtf8);
    row("beyond Unicode", "\"\xF4\x90\x80\x80\"", codes::JsonUtf8);
    row("two values", "{} {}", codes::JsonTextAfterValue);
    row("text after", "{}x", codes::JsonTextAfterValue);
    row("NUL after", QByteArray("{}\0", 3), codes::JsonTextAfterValue);
    row("comment after", "{} // done", codes::JsonTextAfterValue);
    row("duplicate member", R"({"a":1,"a":1})", codes::JsonDuplicateKey);
    row("duplicate by escape", R"({"a":1,"\u0061":2})", codes::JsonDuplicateKey);
    row("duplicate deep", R"([{"x":{"a":1,"b":2,"a":3}}])", codes::JsonDuplicateKey);
    row("trailing comma in object", R"({"a":1,})", codes::JsonSyntax);
    row("trailing comma in array", "[1,]", codes::JsonSyntax);
    row("single quotes", "{'a':1}", codes::JsonSyntax);
    row("NaN", "NaN", codes::JsonSyntax);
    row("Infinity", "[Infinity]", codes::JsonSyntax);
    row("minus alone", "[-]", codes::JsonSyntax);
    row("leading zero", "[01]", codes::JsonSyntax);
    row("leading plus", "[+1]", codes::JsonSyntax);
    row("point without digit", "[1.]", codes::JsonSyntax);
    row("exponent without digit", "[1e]", codes::JsonSyntax);
    row("python literal", "{\"a\": True}", codes::JsonSyntax);
    row("raw tab in string", "\"a\tb\"", codes::JsonSyntax);
    row("unknown escape", R"("\x41")", codes::JsonSyntax);
    row("bad hex", R"("\u12g4")", codes::JsonSyntax);
    row("lone high surrogate", R"("\ud800")", codes::JsonSyntax);
    row("lone low surrogate", R"("\udc00")", codes::JsonSyntax);
    row("high without low", R"("\ud800\u0041")", codes::JsonSyntax);
    row("cut string", R"({"a":"b)", codes::JsonIncomplete);
    row("cut object", R"({"a":1)", codes::JsonIncomplete);
    row("cut word", "tru", codes::JsonIncomplete);
    row("cut escape", "\"\\u00", codes::JsonIncomplete);
    row("cut number", "[1.", codes::JsonIncomplete);
}

void JsonTest::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    const auto value = parseJson(text.toStdString());
    QVERIFY(!value.has_value());
    QCOMPARE(QByteArray::fromStdString(std::string(value.error().code())), code);
    QVERIFY(value.error().place().has_value());
}

void JsonTest::namesThePlace()
{
    const auto value = parseJson("{\n  \"a\": 1,\n  \"a\": 2\n}");
    QVERIFY(!value.has_value());
    QCOMPARE(value.error().place()->line, 3);
    QCOMPARE(value.error().place()->column, 3);
}

void JsonTest::keepsNumbersAsWritten_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("inexact");
    QTest::addColumn<QByteArray>("extended");
    QTest::newRow("largest exact") << QByteArray("9007199254740992") << false << QByteArray("9007199254740992");
    QTest::newRow("beyond 2^53, no double") << QByteArray("9007199254740993") << true << QByteArray("9007199254740993e0");
    QTest::newRow("beyond 2^53, a double") << QByteArray("9007199254740994") << false << QByteArray("9007199254740994");
    QTest::newRow("twenty digits") << QByteArray("12345678901234567890") << true << QByteArray("1234567890123456789e1");
    QTest::newRow("many decimals") << QByteArray("0.1000000000000000055511151231257827") << true << QByteArray("1000000000000000055511151231257827e-34");
    QTest::newRow("overflow") << QByteArray("1e400") << true << QByteArray("1e400");
    QTest::newRow("underflow") << QByteArray("1e-400") << true << QByteArray("1e-400");
    QTest::newRow("huge exponent") << QByteArray("1e99999999999999999999") << true << QByteArray("1e99999999999999999999");
    QTest::newRow("negative, many digits") << QByteArray("-123456789012345678901234567890.5") << true << QByteArray("-1234567890123456789012345678905e-1");
    QTest::newRow("a third") << QByteArray("0.3333333333333333") << false << QByteArray("0.3333333333333333");
}

void JsonTest::keepsNumbersAsWritten()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, inexact);
    QFETCH(QByteArray, extended);
    const auto value = parseJson(text.toStdString());
    QVERIFY(value.has_value());
    QCOMPARE(isInexactNumber(*value), inexact);
    QVERIFY(isNumber(*value));
    QCOMPARE(QByteArray::fromStdString(canonical(*value)), extended);
    if (inexact) {
        QCOMPARE(QByteArray::fromStdString(write(*value)), text);
        QCOMPARE(canonicalStrict(*value).error().code(), codes::NumberNotExact.code);
    }
}

void JsonTest::canonicalNumbers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* text, const char* expected) { QTest::newRow(text) << QByteArray(text) << QByteArray(expected); };
    row("-0", "0");
    row("0.0", "0");
    row("1.0", "1");
    row("1e2", "100");
    row("-5e-324", "-5e-324");
    row("1.7976931348623157e308", "1.7976931348623157e+308");
    row("1e21", "1e+21");
    row("1e20", "100000000000000000000");
    row("123456789012345680000", "123456789012345680000");
    row("0.000001", "0.000001");
    row("0.0000001", "1e-7");
    row("1.5e-7", "1.5e-7");
    row("333333333.3333333", "333333333.3333333");
    row("4.50", "4.5");
    row("2e-3", "0.002");
}

void JsonTest::canonicalNumbers()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const auto value = parseJson(text.toStdString());
    QVERIFY(value.has_value());
    const auto bytes = canonicalStrict(*value);
    QVERIFY(bytes.has_value());
    QCOMPARE(QByteArray::fromStdString(*bytes), expected);
}

void JsonTest::ordersMembersByUtf16()
{
    // U+FB33 sorts after U+1F600, because the latter starts with the surrogate D83D.
    const auto value = parseJson("{\"\xEF\xAC\xB3\":1,\"\xF0\x9F\x98\x80\":2,\"\xE2\x82\xAC\":3,\"\\r\":4,\"1\":5,\"\xC3\xB6\":6}");
    QVERIFY(value.has_value());
    QCOMPARE(QByteArray::fromStdString(canonical(*value)),
             QByteArray("{\"\\r\":4,\"1\":5,\"\xC3\xB6\":6,\"\xE2\x82\xAC\":3,\"\xF0\x9F\x98\x80\":2,\"\xEF\xAC\xB3\":1}"));
}

void JsonTest::equalDecimalsGiveOneDigest()
{
    const auto a = parseJson("[1e400, 10e399, 0.1e401]");
    QVERIFY(a.has_value());
    QCOMPARE(canonical((*a)[0]), canonical((*a)[1]));
    QCOMPARE(canonical((*a)[0]), canonical((*a)[2]));
}

void JsonTest::depth()
{
    const auto nested = [](int levels) {
        return std::string(static_cast<std::size_t>(levels), '[') + std::string(static_cast<std::size_t>(levels), ']');
    };
    QVERIFY(parseJson(nested(512)).has_value());
    QCOMPARE(parseJson(nested(513)).error().code(), codes::JsonTooDeep.code);
    QCOMPARE(parseJson(std::string(1'000'000, '[')).error().code(), codes::JsonTooDeep.code);
    QCOMPARE(parseJson("[1,2]", {512, 3}).error().code(), codes::JsonTooLarge.code);
}

void JsonTest::survivesRandomBytes()
{
    std::mt19937 random(20261130);
    const std::string alphabet = "{}[]\",:\\ue0123456789truefalsn.-+ \n\xC3\xA9\xF0";
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (auto n = random() % 40; n > 0; --n)
            text += alphabet[random() % alphabet.size()];
        if (const auto value = parseJson(text)) {
            const auto again = parseJson(canonical(*value));
            QVERIFY(again.has_value());
            QCOMPARE(canonical(*again), canonical(*value));
        }
    }
}

void JsonTest::roundTrip()
{
    const std::string text = R"({"a":[1,-2.5,1e-9,true,null,"x\"y"],"b":{"c":{}},"n":123456789012345678901})";
    const auto value = parseJson(text);
    QVERIFY(value.has_value());
    QCOMPARE(write(*parseJson(write(*value))), write(*value));
    QCOMPARE(write(*parseJson(pretty(*value))), write(*value));
    QVERIFY(write(*value).find("123456789012345678901") != std::string::npos);
}

QTEST_APPLESS_MAIN(JsonTest)
#include "json_test.moc"
