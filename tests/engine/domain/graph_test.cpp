// References between the nodes of a graph, and graphs as JSON.
#include "engine/domain/codes.h"
#include "engine/domain/graph.h"

#include <QtTest>

using namespace countersign;
using namespace countersign::domain;

namespace {

/// With ' for ", so that a line stays readable.
std::string quoted(QByteArray text) { return text.replace('\'', '"').toStdString(); }
Json json(const char* text) { return base::parseJson(quoted(text)).value(); }
const std::map<std::string, Json> results{{"count", json("{'exit_code': 0, 'json': {'files': ['a', 'b'], 'n': 2}, 'stdout': '2\\n'}")}, {"flag", json("true")}};

} // namespace

class GraphTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void referencesAreFilled_data()
    {
        QTest::addColumn<QByteArray>("args");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* args, const char* expected) { QTest::newRow(name) << QByteArray(args) << QByteArray(expected); };
        row("none", "{'a': [1, 'x', null]}", "{'a':[1,'x',null]}");
        row("the value itself", "{'a': '${count.json.n}'}", "{'a':2}");
        row("a whole result", "{'a': '${flag}'}", "{'a':true}");
        row("of a list", "{'a': '${count.json.files.1}'}", "{'a':'b'}");
        row("a list", "{'a': '${count.json.files}'}", "{'a':['a','b']}");
        row("in text", "{'a': 'n=${count.json.n}, ${flag}!'}", "{'a':'n=2, true!'}");
        row("text in text", "{'a': '<${count.stdout}>'}", "{'a':'<2\\n>'}");
        row("deep", "{'a': {'b': ['${count.exit_code}']}}", "{'a':{'b':[0]}}");
        row("escaped", "{'a': '$${count} $$ $'}", "{'a':'${count} $$ $'}");
        row("a filled text is not read again", "{'a': '${x}'}", "REFERENCE_MISSING");
        row("no member", "{'a': '${count.json.z}'}", "REFERENCE_MISSING");
        row("past the list", "{'a': '${count.json.files.2}'}", "REFERENCE_MISSING");
        row("no number", "{'a': '${count.json.files.a}'}", "REFERENCE_MISSING");
        row("below a text", "{'a': '${count.stdout.x}'}", "REFERENCE_MISSING");
        row("open", "{'a': '${count'}", "REFERENCE_INVALID");
        row("empty", "{'a': '${}'}", "REFERENCE_INVALID");
        row("empty member", "{'a': '${count..n}'}", "REFERENCE_INVALID");
        row("bad id", "{'a': '${1x}'}", "REFERENCE_INVALID");
        row("space", "{'a': '${ count }'}", "REFERENCE_INVALID");
    }
    void referencesAreFilled()
    {
        QFETCH(QByteArray, args);
        QFETCH(QByteArray, expected);
        const auto out = filled(json(args.constData()), results);
        QCOMPARE(QByteArray::fromStdString(out ? base::canonical(*out) : std::string(out.error().code())), QByteArray::fromStdString(quoted(expected)));
    }

    void whatAResultSaysIsNoReference()
    {
        const auto out = filled(json("{'a': '${n}', 'b': 'x${n}'}"), {{"n", "${flag}"}, {"flag", true}});
        QCOMPARE(QByteArray::fromStdString(base::canonical(out.value())), QByteArray::fromStdString(quoted("{'a':'${flag}','b':'x${flag}'}")));
    }

    void everyReferenceIsFound()
    {
        const auto found = referencesIn(json("{'a': '${x.y} and ${z}', 'b': [{'c': '${w.0}'}, '$${no}']}")).value();
        QCOMPARE(found.size(), std::size_t{3});
        QVERIFY(found[0] == (Reference{"x", {"y"}}) && found[1] == (Reference{"z", {}}) && found[2] == (Reference{"w", {"0"}}));
    }

    void aGraphIsTheSameAfterTheStore()
    {
        Graph graph{"local/g", "d", {"a"}, {"b"}, {{"a", {"local/t", json("{'x': 1}"), ""}}, {"b", {"local/v", Json::object(), "local/r"}}}, {}};
        graph.edges = {{"a", "b", EdgeCondition{"/exit_code", 0}}, {"a", "b", std::nullopt}, {"a", "b", EdgeCondition{"/x", nullptr}}};
        const Json written = toJson(graph);
        QCOMPARE(QByteArray::fromStdString(base::canonical(toJson(graphFromJson(written)))), QByteArray::fromStdString(base::canonical(written)));
        QVERIFY(graphFromJson(written).edges[2].when && !graphFromJson(written).edges[1].when);
    }
};

QTEST_APPLESS_MAIN(GraphTest)

#include "graph_test.moc"
