// The table of keys is what the readers do: every row is tried against them.
#include "fixtures.h"

#include "engine/registry/keys.h"
#include "engine/registry/reference.h"

#include <QFile>
#include <QtTest>

#include <set>

using namespace countersign;
using namespace countersign::registry;
using base::Json;

namespace {

QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

Json json(const char* text) { return base::parseJson(text).value(); }

/// A document in which the key may stand, without it.
Json documentFor(const KeyInfo& key)
{
    const std::string kind(key.place.substr(0, key.place.find('.')));
    if (kind == "project")
        return json(R"({"project": {"name": "p", "resources": ["repo"]}})");
    if (kind == "resource")
        return json(R"({"resource": {"name": "r", "kind": "git", "path": "."}})");
    if (kind == "actor")
        return json(R"({"actor": {"name": "a", "role": "coder", "command": ["c"]}})");
    if (kind == "attachment")
        return json(R"({"attachment": {"validation": "lint", "resource": "repo"}})");
    if (kind == "server")
        return json(R"({"server": {"name": "s", "command": ["c"]}})");
    if (kind == "skill")
        return json(R"({"skill": {"name": "s", "tools": ["lint"], "overrides": {"lint": {}}}})");
    if (kind == "graph" && key.key == "edges")
        return json(R"({"graph": {"name": "g", "entry": ["a", "b"], "exits": ["b"], "nodes": {"a": {"tool": "lint"}, "b": {"tool": "lint"}}}})");
    if (kind == "graph")
        return json(R"({"graph": {"name": "g", "entry": ["a"], "exits": ["b"], "nodes": {"a": {"tool": "lint"}, "b": {"tool": "lint"}},
                                  "edges": [{"from": "a", "to": "b"}]}})");
    const std::set<std::string_view> wrapping{"wraps", "transform", "argument_mapping"};
    if (wrapping.contains(key.key) || key.place.starts_with("tool.argument_mapping"))
        return json(R"json({"validation": {"name": "v", "wraps": "run-count", "transform": "o => ({})"}})json");
    if (key.key == "code" || key.key == "interpreter")
        return json(R"({"validation": {"name": "v", "code": "x", "interpreter": ["sh"]}})");
    if (key.key == "mcp_server" || key.key == "mcp_tool_name")
        return json(R"({"validation": {"name": "v", "mcp_server": ["s"], "mcp_tool_name": "t"}})");
    if (key.key == "arguments" && key.place == "tool")
        return json(R"({"validation": {"name": "v", "mcp_server": ["s"], "mcp_tool_name": "t", "input_schema": {"type": "object", "properties": {}}}})");
    if (key.key == "builtin" || key.key == "command")
        return json(R"({"validation": {"name": "v"}})");
    Json out = json(R"({"validation": {"name": "v", "command": ["c"]}})");
    if (kind == "countersign")
        out["countersign"] = Json::object();
    return out;
}

/// JSON pointer of the map in which the key stands.
std::string mapOf(const KeyInfo& key, bool above = false)
{
    if (above || key.place == "tool")
        return "/validation";
    if (key.place == "tool.resource_slots.SLOT")
        return key.key == "name" ? "/validation/resource_slots/0" : "/validation/resource_slots/s";
    std::string out = "/" + std::string(key.place);
    std::replace(out.begin(), out.end(), '.', '/');
    if (out.starts_with("/tool"))
        out.replace(0, 5, "/validation");
    for (const auto& [word, name] : {std::pair<std::string, std::string>{"PARAMETER", "limit"}, {"NAME", "lint"}, {"ID", "a"}, {"EDGE", "0"}})
        if (const auto at = out.find("/" + word); at != std::string::npos)
            out.replace(at + 1, word.size(), name);
    return out;
}

Json with(const KeyInfo& key, std::string_view name, Json value, bool above = false)
{
    Json out = documentFor(key);
    const Json::json_pointer map(mapOf(key, above));
    if (key.place == "tool.resource_slots.SLOT" && key.key == "name")
        out["validation"]["resource_slots"] = Json::array({Json::object()});
    if (!out.contains(map))
        out[map] = Json::object();
    out[map][std::string(name)] = std::move(value);
    return out;
}

Problems problemsOf(const Json& document)
{
    const auto parsed = parse(test::setOf({{"a.yml", base::pretty(document)}}), test::standing(), {});
    return parsed ? Problems() : parsed.error();
}

QStringList at(const Problems& problems, const std::string& pointer)
{
    QStringList out;
    for (const base::Error& error : problems)
        if (error.place() && error.place()->pointer.starts_with(pointer))
            out << q(error.code());
    return out;
}

Json wrongValue(ValueKind kind)
{
    switch (kind) {
    case ValueKind::Duration:
    case ValueKind::Map:
    case ValueKind::Schema: return Json::array({1});
    case ValueKind::Boolean: return "yes";
    case ValueKind::Integer: return "7";
    default: return 7;
    }
}

/// What a registration became, without its place in the file.
QString registered(const Json& document)
{
    const auto parsed = parse(test::setOf({{"a.yml", base::pretty(document)}}), test::standing(), {});
    if (!parsed)
        return test::texts(parsed.error());
    Json out = Json::array();
    for (const auto& each : parsed->projects)
        out.push_back(domain::toJson(each));
    for (const auto& each : parsed->resources)
        out.push_back(domain::toJson(each));
    for (const auto& each : parsed->actors)
        out.push_back(domain::toJson(each));
    for (const auto& each : parsed->tools)
        out.push_back(domain::toJson(each));
    for (const auto& each : parsed->servers)
        out.push_back(domain::toJson(each));
    for (const auto& each : parsed->skills)
        out.push_back(domain::toJson(each));
    for (const auto& each : parsed->graphs)
        out.push_back(domain::toJson(each));
    for (const auto& each : parsed->attachments)
        out.push_back(Json::array({each.validation, each.resource, each.args}));
    return q(base::canonical(out));
}

void rows(bool withAbove, const std::function<bool(const KeyInfo&)>& wanted)
{
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("above");
    for (std::size_t i = 0; i < keyTable().size(); ++i) {
        const KeyInfo& key = keyTable()[i];
        if (!wanted(key))
            continue;
        const std::string name = std::string(key.place) + " " + std::string(key.key);
        QTest::addRow("%s", name.c_str()) << static_cast<int>(i) << false;
        if (withAbove && key.alsoAbove)
            QTest::addRow("%s, above", name.c_str()) << static_cast<int>(i) << true;
    }
}

const KeyInfo& keyAt(int index) { return keyTable()[static_cast<std::size_t>(index)]; }

} // namespace

class KeysTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRowIsWhole()
    {
        std::set<std::pair<std::string_view, std::string_view>> seen;
        std::set<std::string_view> placesNamed;
        for (const PlaceInfo& place : places())
            placesNamed.insert(place.place);
        for (const KeyInfo& key : keyTable()) {
            const std::string name = std::string(key.place) + " " + std::string(key.key);
            QVERIFY2(seen.emplace(key.place, key.key).second, name.c_str());
            QVERIFY2(placesNamed.contains(key.place), name.c_str());
            QVERIFY2(key.rule.ends_with('.') && key.rule.find(". ") == std::string_view::npos, name.c_str());
            QVERIFY2(!key.codes.empty(), name.c_str());
            QVERIFY2(std::set(key.codes.begin(), key.codes.end()).size() == key.codes.size(), name.c_str());
            QVERIFY2((key.kind == ValueKind::Choice) == !key.choices.empty(), name.c_str());
            for (const base::CodeInfo* code : key.codes)
                QVERIFY2(std::find(codes::all.begin(), codes::all.end(), code) != codes::all.end(), name.c_str());
        }
    }

    void anUnknownKeyBesideIt_data() { rows(true, [](const KeyInfo&) { return true; }); }
    void anUnknownKeyBesideIt()
    {
        QFETCH(int, index);
        QFETCH(bool, above);
        const KeyInfo& key = keyAt(index);
        const std::string wrong = std::string(key.key) + "x";
        const Problems problems = problemsOf(with(key, wrong, 1, above));
        const std::string pointer = mapOf(key, above) + "/" + wrong;
        const auto found = std::find_if(problems.begin(), problems.end(), [&](const base::Error& e) { return e.place() && e.place()->pointer == pointer; });
        QVERIFY2(found != problems.end(), qPrintable(test::texts(problems)));
        QCOMPARE(q(found->code()), QStringLiteral("KEY_UNKNOWN"));
        QCOMPARE(q(found->advice()), QStringLiteral("Did you mean ") + q(key.key) + QLatin1Char('?'));
    }

    void aWrongType_data() { rows(true, [](const KeyInfo& key) { return key.kind != ValueKind::Any; }); }
    void aWrongType()
    {
        QFETCH(int, index);
        QFETCH(bool, above);
        const KeyInfo& key = keyAt(index);
        const Problems problems = problemsOf(with(key, key.key, wrongValue(key.kind), above));
        const QStringList found = at(problems, mapOf(key, above) + "/" + std::string(key.key));
        QVERIFY2(found.contains(q(key.codes.front()->code)), qPrintable(test::texts(problems)));
    }

    void limitsOfNumbers_data() { rows(false, [](const KeyInfo& key) { return key.kind == ValueKind::Integer; }); }
    void limitsOfNumbers()
    {
        QFETCH(int, index);
        const KeyInfo& key = keyAt(index);
        const std::string pointer = mapOf(key) + "/" + std::string(key.key);
        QCOMPARE(at(problemsOf(with(key, key.key, key.from)), pointer), QStringList());
        QCOMPARE(at(problemsOf(with(key, key.key, key.to)), pointer), QStringList());
        QCOMPARE(at(problemsOf(with(key, key.key, key.from - 1)), pointer), QStringList(QStringLiteral("VALUE_INVALID")));
        QCOMPARE(at(problemsOf(with(key, key.key, key.to + 1)), pointer), QStringList(QStringLiteral("VALUE_INVALID")));
    }

    void choices_data() { rows(true, [](const KeyInfo& key) { return key.kind == ValueKind::Choice; }); }
    void choices()
    {
        QFETCH(int, index);
        QFETCH(bool, above);
        const KeyInfo& key = keyAt(index);
        const std::string pointer = mapOf(key, above) + "/" + std::string(key.key);
        for (const std::string_view value : key.choices)
            QVERIFY2(!at(problemsOf(with(key, key.key, value, above)), pointer).contains(QLatin1String("VALUE_INVALID")), std::string(value).c_str());
        const Problems problems = problemsOf(with(key, key.key, "none-of-these", above));
        QVERIFY2(!problems.empty(), "a value that is none of them");
        const std::string list = q(typeText(key)).mid(QStringLiteral("one of ").size()).toStdString();
        QVERIFY2(test::texts(problems).contains(q("must be one of " + list + ", not none-of-these")), qPrintable(test::texts(problems)));
    }

    void requiredKeys_data() { rows(false, [](const KeyInfo& key) { return key.required && key.place.find('.') == std::string_view::npos; }); }
    void requiredKeys()
    {
        QFETCH(int, index);
        const KeyInfo& key = keyAt(index);
        Json document = documentFor(key);
        document[Json::json_pointer(mapOf(key))].erase(std::string(key.key));
        QVERIFY2(test::summary(problemsOf(document)).contains(QLatin1String("KEY_MISSING")), qPrintable(test::texts(problemsOf(document))));
    }

    void aDefaultIsWhatItSays_data()
    {
        rows(true, [](const KeyInfo& key) { return !key.fallback.empty(); });
    }
    void aDefaultIsWhatItSays()
    {
        QFETCH(int, index);
        QFETCH(bool, above);
        const KeyInfo& key = keyAt(index);
        const auto value = base::parseJson(key.fallback);
        Json empty = with(key, key.key, Json(), above);
        Json& place = empty[Json::json_pointer(mapOf(key, above))];
        place.erase(std::string(key.key));
        const bool isSlot = key.place == "tool.resource_slots.SLOT"; // without the key there must still be the slot
        const QString without = registered(isSlot ? empty : documentFor(key));
        QVERIFY2(without.startsWith(QLatin1Char('[')), qPrintable(without));
        QCOMPARE(registered(with(key, key.key, value ? *value : Json(key.fallback), above)), without);
    }

    void everyKeyThatIsReadStandsInTheTable()
    {
        // What the readers know is what they tell when no word is near.
        for (const PlaceInfo& place : places()) {
            const auto first = std::find_if(keyTable().begin(), keyTable().end(), [&](const KeyInfo& key) { return key.place == place.place; });
            QVERIFY(first != keyTable().end());
            const Problems problems = problemsOf(with(*first, "qqqqqqqqqqqqqqqqqqqq", 1));
            QString known;
            for (const std::string_view each : keysOf(place.place))
                if (place.place != "tool.resource_slots.SLOT" || first->key == "name" || each != "name")
                    known += (known.isEmpty() ? QString() : QStringLiteral(", ")) + q(each);
            QVERIFY2(test::texts(problems).contains(QStringLiteral("Known here: ") + known), qPrintable(test::texts(problems)));
        }
    }

    void theFileSaysWhatTheTableSays()
    {
        QFile file(QStringLiteral(COUNTERSIGN_SOURCE_DIR "/resources/help/yaml.md"));
        QVERIFY2(file.open(QIODevice::ReadOnly), "countersignctl help yaml --markdown > resources/help/yaml.md");
        QVERIFY2(q(referenceMarkdown()) == QString::fromUtf8(file.readAll()), "the file is older than the table: countersignctl help yaml --markdown > resources/help/yaml.md");
        const Json all = referenceJson();
        std::size_t keys = 0;
        for (const Json& place : all)
            keys += place.at("keys").size();
        QCOMPARE(keys, keyTable().size());
        for (const KeyInfo& key : keyTable())
            QVERIFY(referenceText(key.place.substr(0, key.place.find('.'))).find("  " + std::string(key.key) + " (") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(KeysTest)
#include "keys_test.moc"
