#include "engine/registry/yaml.h"

#include <QtTest>

using namespace countersign;
using namespace countersign::registry;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }

QString read(const std::string& yaml, const YamlLimits& limits = {})
{
    const auto document = parseYaml(yaml, "f.yml", limits);
    if (document)
        return q(base::write(document->value));
    const base::Error& error = document.error().front();
    return q(std::string(error.code()) + " " + std::to_string(error.place()->line) + ":" + std::to_string(error.place()->column));
}

} // namespace

class YamlTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scalars_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("json");
        const auto row = [](const char* text, const char* json) { QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(json); };
        row("true", "true");
        row("false", "false");
        row("True", "\"True\"");
        row("yes", "\"yes\"");
        row("on", "\"on\"");
        row("null", "null");
        row("~", "null");
        row("\"null\"", "\"null\"");
        row("'5'", "\"5\"");
        row("5", "5");
        row("-5", "-5");
        row("+5", "5");
        row("007", "7");
        row("0", "0");
        row("0o17", "15");
        row("0o18", "\"0o18\"");
        row("0x1F", "31");
        row("0xg", "\"0xg\"");
        row("0x", "\"0x\"");
        row("0x8000000000000000", "YAML_NUMBER 1:4");
        row("017", "17");
        row("1_000", "\"1_000\"");
        row("0b1", "\"0b1\"");
        row("1.5", "1.5");
        row("1.", "1");
        row(".5", "0.5");
        row("-.5", "-0.5");
        row(".", "\".\"");
        row("-", "YAML_SYNTAX 1:4");
        row("1e3", "1000");
        row("1.e+3", "1000");
        row("1e", "\"1e\"");
        row("e5", "\"e5\"");
        row(".e5", "\".e5\"");
        row("1.10", "1.1");
        row("1.2.3", "\"1.2.3\"");
        row("12:30", "\"12:30\"");
        row("2026-01-01", "\"2026-01-01\"");
        row("9007199254740993", "9007199254740993");
        row("1e400", "1e400");
        row("-0", "0");
        row(".inf", "YAML_NUMBER 1:4");
        row("-.Inf", "YAML_NUMBER 1:4");
        row(".nan", "YAML_NUMBER 1:4");
        row(".Nan", "\".Nan\"");
        row("|\n  a\n  b\n", "\"a\\nb\\n\"");
        row(">\n  a\n  b\n", "\"a b\\n\"");
        row("!!int 5", "YAML_TAG 1:4");
        row("!x {a: 1}", "YAML_TAG 1:4");
    }
    void scalars()
    {
        QFETCH(QString, text);
        QFETCH(QString, json);
        const QString found = read("a: " + text.toStdString() + "\n");
        QCOMPARE(found, json.startsWith(QLatin1String("YAML")) ? json : QStringLiteral("{\"a\":%1}").arg(json));
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing") << QByteArray("") << "YAML_EMPTY 1:1";
        QTest::newRow("byte-order mark") << QByteArray("\xEF\xBB\xBF" "a: 1\n") << "YAML_ENCODING 1:1";
        QTest::newRow("invalid UTF-8") << QByteArray("a: 1\nb: \xFF\n") << "YAML_ENCODING 2:4";
        QTest::newRow("UTF-16") << QByteArray("a\0:\0 \0001\0", 8) << "YAML_ENCODING 1:2";
        QTest::newRow("NUL") << QByteArray("a: \0b\n", 6) << "YAML_ENCODING 1:4";
        QTest::newRow("escape") << QByteArray("a: \x1b[1m\n") << "YAML_ENCODING 1:4";
        QTest::newRow("duplicate after a wide character") << QByteArray("{\xC3\xA4: 1, b: 1, b: 2}\n") << "YAML_DUPLICATE_KEY 1:15";
        QTest::newRow("double quote open") << QByteArray("a: \"b\n") << "YAML_SYNTAX 2:1";
        QTest::newRow("single quote open, no line feed") << QByteArray("a: 'b") << "YAML_SYNTAX 2:1";
        QTest::newRow("list open") << QByteArray("a: [b\n") << "YAML_SYNTAX 2:1";
        QTest::newRow("only null") << QByteArray("~\n") << "YAML_EMPTY 1:1";
        QTest::newRow("alias of nothing") << QByteArray("a: *b\n") << "YAML_SYNTAX 1:4";
        QTest::newRow("alias of itself") << QByteArray("a: &x [*x]\n") << "YAML_ALIAS 1:8";
        QTest::newRow("alias as a map key") << QByteArray("a: &x [1]\n*x : 2\n") << "YAML_KEY_NOT_TEXT 2:1";
        QTest::newRow("null key") << QByteArray("~: 1\n") << "YAML_KEY_NOT_TEXT 1:1";
        QTest::newRow("boolean key") << QByteArray("true: 1\n") << "YAML_KEY_NOT_TEXT 1:1";
        QTest::newRow("second document") << QByteArray("a: 1\n---\nb: 1\n") << "YAML_SEVERAL_DOCUMENTS 2:1";
        QTest::newRow("broken second document") << QByteArray("a: 1\n---\nb: [\n") << "YAML_SEVERAL_DOCUMENTS 2:1";
    }
    void refused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        QCOMPARE(read(bytes.toStdString()), expected);
    }

    void depthIsBounded()
    {
        const auto nested = [](std::size_t n) { return "a: " + std::string(n, '[') + std::string(n, ']') + "\n"; };
        QVERIFY(read(nested(99)).startsWith(QLatin1Char('{')));
        QCOMPARE(read(nested(100)), QStringLiteral("YAML_TOO_DEEP 1:103"));
        QVERIFY(!read(nested(100000)).startsWith(QLatin1Char('{')));
        QVERIFY(!read("a: " + std::string(100000, '{')).startsWith(QLatin1Char('{')));
    }

    void aliasesCountForDepth()
    {
        std::string yaml = "k0: &a0 [x]\n";
        for (int i = 1; i < 120; ++i)
            yaml += "k" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
        QVERIFY(read(yaml).startsWith(QStringLiteral("YAML_TOO_DEEP")));
    }

    void sizeIsBounded()
    {
        QCOMPARE(read("a: " + std::string(100, 'x'), {.bytes = 50}).left(14), QStringLiteral("YAML_TOO_LARGE"));
        QCOMPARE(read("[1, 2, 3, 4, 5]", {.nodes = 5}).left(14), QStringLiteral("YAML_TOO_LARGE"));
        QCOMPARE(read("[1, 2, 3, 4]", {.nodes = 5}), QStringLiteral("[1,2,3,4]"));
    }

    void duplicatesAreAllListed()
    {
        const auto document = parseYaml("a: 1\na: 2\nb: {c: 1, c: 2}\na: 3\n", "f.yml");
        QVERIFY(!document);
        QCOMPARE(document.error().size(), std::size_t{3});
        QCOMPARE(q(document.error()[0].message()), QStringLiteral("a stands on line 1 and again on line 2."));
        QCOMPARE(q(document.error()[1].place()->pointer), QStringLiteral("/b/c"));
    }

    void placesOfValuesAndKeys()
    {
        const auto document = parseYaml("a:\n  - x\n  - b: 5\n    'c/d': &n {e: 1}\nf: *n\n", "f.yml");
        QVERIFY(document);
        const auto at = [](const base::Place& place) { return q(std::to_string(place.line) + ":" + std::to_string(place.column) + " " + place.pointer); };
        QCOMPARE(at(document->placeOf("")), QStringLiteral("1:1 "));
        QCOMPARE(at(document->placeOf("/a/0")), QStringLiteral("2:5 /a/0"));
        QCOMPARE(at(document->placeOf("/a/1/b")), QStringLiteral("3:8 /a/1/b"));
        QCOMPARE(at(document->keyPlaceOf("/a/1/b")), QStringLiteral("3:5 /a/1/b"));
        QCOMPARE(at(document->keyPlaceOf("/a/1/c~1d")), QStringLiteral("4:5 /a/1/c~1d"));
        QCOMPARE(at(document->placeOf("/f/e")), QStringLiteral("5:4 /f/e"));
        QCOMPARE(at(document->placeOf("/a/9/zz")), QStringLiteral("2:3 /a/9/zz"));
        QCOMPARE(q(base::write(document->value)), QStringLiteral(R"({"a":["x",{"b":5,"c/d":{"e":1}}],"f":{"e":1}})"));
    }
};

QTEST_APPLESS_MAIN(YamlTest)
#include "yaml_test.moc"
