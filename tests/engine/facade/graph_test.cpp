// Graphs over real programs: order, parallel nodes, conditions, references, what a failure stops.
#include "support.h"

#include "engine/graph_flow.h"

#include <set>
#include <thread>

using namespace facade_test;
using domain::Graph;
using base::Json;
using domain::GraphEdge;
using domain::NodeState;

namespace {

QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }
Json json(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    return base::parseJson(text).value();
}
GraphEdge edge(const char* from, const char* to) { return {from, to, {}}; }
GraphEdge edge(const char* from, const char* to, const char* path, Json equals) { return {from, to, domain::EdgeCondition{path, std::move(equals)}}; }

struct Told : GraphObserver
{
    std::vector<std::string> lines{};
    std::function<void(const std::string&)> onStart{};
    void started(const std::string& node) override
    {
        lines.push_back("+" + node);
        if (onStart)
            onStart(node);
    }
    void ended(const NodeReport& node) override { lines.push_back("-" + node.id); }
};

} // namespace

class GraphTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<Desk> m_desk;

    GraphReport run(const Graph& graph, Told& told, int parallel = 8, std::stop_token stop = {})
    {
        auto calls = Calls::create(static_cast<EngineCore&>(*m_desk->engine)).value();
        if (auto looked = calls->look("local/tree", stop); !looked)
            qFatal("%s", looked.error().text().c_str());
        return GraphFlow(graph, *calls, "local/tree", parallel, *m_desk->clock, told).run(std::move(stop));
    }
    GraphReport run(const Graph& graph)
    {
        Told told;
        return run(graph, told);
    }
    static QString states(const GraphReport& report)
    {
        QStringList out;
        for (const NodeReport& node : report.nodes)
            out << q(node.id) + QLatin1Char(' ') + q(domain::toText(node.state));
        return out.join(QStringLiteral(", ")) + QStringLiteral(": ") + q(domain::toText(report.state));
    }
    static const NodeReport& node(const GraphReport& report, const std::string& id)
    {
        return *std::find_if(report.nodes.begin(), report.nodes.end(), [&](const NodeReport& each) { return each.id == id; });
    }

private Q_SLOTS:
    void init()
    {
        m_desk = std::make_unique<Desk>();
        m_desk->file("t-echo", "tool: {name: echo, command: [cat]}\n");
        m_desk->file("t-fail", "tool: {name: fail, command: [sh, -c, 'exit 4']}\n");
        m_desk->file("t-gone", "tool: {name: gone, command: [no-such-program-here]}\n");
        m_desk->file("t-nap", "tool: {name: nap, command: [sleep, '0.5']}\n");
        m_desk->file("t-sleep", "tool: {name: sleep, command: [sleep, '60']}\n");
        m_desk->file("t-write", "tool: {name: write, command: ['true'], writes: true}\n");
        m_desk->import();
        m_desk->verdict("style", false);
    }

    void whatDecidesTheState_data()
    {
        QTest::addColumn<QString>("tools"); // id=tool, …
        QTest::addColumn<QString>("edges"); // a>b, a>b[path=value], …
        QTest::addColumn<QString>("exits");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* tools, const char* edges, const char* exits, const char* expected) {
            QTest::newRow(name) << tools << edges << exits << expected;
        };
        row("one", "a=echo", "", "a", "a passed: passed");
        row("a chain", "a=echo b=req", "a>b", "b", "a passed, b passed: passed");
        row("a failure skips what depends on it", "a=fail b=echo c=echo d=req", "a>b b>c", "c d", "a failed, b skipped, c skipped, d passed: failed");
        row("a verdict against it does too", "a=style b=echo", "a>b", "b", "a failed, b skipped: failed");
        row("an error is no result", "a=gone b=echo", "a>b", "b", "a error, b skipped: error");
        row("what writes can't run", "a=write", "", "a", "a error: error");
        row("a condition chooses", "a=style b=echo c=fail", "a>b[/passed=false] a>c[/passed=true]", "b", "a failed, b passed, c skipped: passed");
        row("the other way of a condition is no failure", "a=style b=echo c=echo", "a>b[/passed=false] a>c[/passed=true]", "b c", "a failed, b passed, c skipped: passed");
        row("an answered failure still breaks what needs a pass", "a=style b=echo c=echo", "a>b[/passed=false] a>c", "b c", "a failed, b passed, c skipped: failed");
        row("a condition on an exit status", "a=fail b=echo", "a>b[/exit_code=4]", "b", "a failed, b passed: passed");
        row("numbers are equal by value", "a=fail b=echo", "a>b[/exit_code=4.0]", "b", "a failed, b passed: passed");
        row("no condition holds after a pass", "a=req b=echo", "a>b[/passed=false]", "b a", "a passed, b skipped: passed");
        row("no exit is reached", "a=req b=echo", "a>b[/passed=false]", "b", "a passed, b skipped: failed");
        row("no condition holds after a failure", "a=fail b=echo", "a>b[/exit_code=5]", "b", "a failed, b skipped: failed");
        row("no condition holds after an error", "a=gone b=echo", "a>b[/exit_code=0]", "b", "a error, b skipped: error");
        row("of two ways one suffices", "a=req b=echo c=echo d=echo", "a>b[/passed=true] a>c[/passed=false] b>d c>d", "d",
            "a passed, b passed, c skipped, d passed: passed");
        row("every condition must hold", "a=req b=echo c=echo", "a>c[/passed=false] b>c", "c b", "a passed, b passed, c skipped: passed");
        row("of two ways none may fail", "a=echo b=fail c=echo", "a>c b>c", "c", "a passed, b failed, c skipped: failed");
        row("no way of two", "a=req b=echo c=echo d=echo", "a>b[/passed=false] a>c[/passed=false] b>d c>d", "d", "a passed, b skipped, c skipped, d skipped: failed");
        row("a failure beside the exits is told only", "a=echo b=echo c=fail", "a>b a>c", "b", "a passed, b passed, c failed: passed");
    }
    void whatDecidesTheState()
    {
        QFETCH(QString, tools);
        QFETCH(QString, edges);
        QFETCH(QString, exits);
        QFETCH(QString, expected);
        Graph graph;
        for (const QString& each : tools.split(QLatin1Char(' ')))
            graph.nodes[each.section(QLatin1Char('='), 0, 0).toStdString()].tool = "local/" + each.section(QLatin1Char('='), 1).toStdString();
        for (const QString& each : edges.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            GraphEdge added{each.left(1).toStdString(), each.mid(2, 1).toStdString(), {}};
            const QString when = each.mid(4).chopped(each.size() > 3 ? 1 : 0);
            if (!when.isEmpty())
                added.when = domain::EdgeCondition{when.section(QLatin1Char('='), 0, 0).toStdString(), json(when.section(QLatin1Char('='), 1).toStdString())};
            graph.edges.push_back(added);
        }
        for (const QString& each : exits.split(QLatin1Char(' ')))
            graph.exits.push_back(each.toStdString());
        QCOMPARE(states(run(graph)), expected);
    }

    void resultsReachLaterNodes()
    {
        Graph graph;
        graph.nodes["a"] = {"local/echo", json("{'list': [1, {'deep': 'x'}]}"), ""};
        graph.nodes["v"] = {"local/req", json("{}"), ""};
        graph.nodes["b"] = {"local/echo", json("{'deep': '${a.json.list.1.deep}', 'all': '${a.json.list}', 'text': 'was ${v.passed}: ${v.message}'}"), ""};
        graph.edges = {edge("a", "b"), edge("v", "b")};
        graph.exits = {"b"};
        const GraphReport report = run(graph);
        QCOMPARE(report.state, NodeState::Passed);
        QCOMPARE(q(base::canonical(node(report, "b").call.returned->at("json"))),
                 q(base::canonical(json("{'deep': 'x', 'all': [1, {'deep': 'x'}], 'text': 'was true: as it is'}"))));
        QCOMPARE(q(base::canonical(node(report, "b").args)), q(node(report, "b").call.standardOutput));
    }

    void aReferenceToNothingIsAnErrorOfItsNode()
    {
        Graph graph;
        graph.nodes["a"] = {"local/echo", json("{}"), ""};
        graph.nodes["b"] = {"local/echo", json("{'x': '${a.json.none}'}"), ""};
        graph.edges = {edge("a", "b")};
        graph.exits = {"b"};
        const GraphReport report = run(graph);
        QCOMPARE(states(report), QStringLiteral("a passed, b error: error"));
        QCOMPARE(q(node(report, "b").call.result.errorCode), QStringLiteral("REFERENCE_MISSING"));
    }

    void aReferenceToWhatWasSkippedSkips()
    {
        Graph graph;
        graph.nodes["a"] = {"local/req", json("{}"), ""};
        graph.nodes["b"] = {"local/echo", json("{}"), ""};
        graph.nodes["c"] = {"local/echo", json("{'x': '${b.stdout}'}"), ""};
        graph.edges = {edge("a", "b", "/passed", false), edge("a", "c"), edge("b", "c")};
        graph.exits = {"c"};
        const GraphReport report = run(graph);
        QCOMPARE(states(report), QStringLiteral("a passed, b skipped, c skipped: failed"));
        QVERIFY(q(node(report, "c").why).contains(QLatin1String("result of b")));
    }

    void independentNodesRunTogetherWithinTheBound()
    {
        Graph graph;
        for (const char* id : {"a", "b", "c", "d"}) {
            graph.nodes[id] = {"local/nap", json("{}"), ""};
            graph.exits.emplace_back(id);
        }
        Told wide;
        QCOMPARE(run(graph, wide, 4).state, NodeState::Passed);
        QCOMPARE(std::set<std::string>(wide.lines.begin(), wide.lines.begin() + 4), (std::set<std::string>{"+a", "+b", "+c", "+d"}));
        Told narrow;
        QCOMPARE(run(graph, narrow, 1).state, NodeState::Passed);
        QCOMPARE(narrow.lines, (std::vector<std::string>{"+a", "-a", "+b", "-b", "+c", "-c", "+d", "-d"}));
    }

    void itCanBeCancelled()
    {
        Graph graph;
        graph.nodes["a"] = {"local/sleep", json("{}"), ""};
        graph.nodes["b"] = {"local/echo", json("{}"), ""};
        graph.nodes["c"] = {"local/sleep", json("{}"), ""};
        graph.edges = {edge("a", "b")};
        graph.exits = {"b"};
        std::stop_source stop;
        Told told;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            stop.request_stop();
        });
        const GraphReport report = run(graph, told, 1, stop.get_token());
        QCOMPARE(states(report), QStringLiteral("a cancelled, b skipped, c skipped: cancelled"));
        QVERIFY(q(node(report, "c").why).contains(QLatin1String("before it started")));
    }

    void aSecretGoesNoFurther()
    {
        m_desk->import("  policy: unanimous\n  redact: ['SECRET[0-9]']\n");
        Graph graph;
        graph.nodes["a"] = {"local/echo", json("{'k': 'SECRET1'}"), ""};
        graph.nodes["b"] = {"local/echo", json("{'k': '${a.json.k}'}"), ""};
        graph.edges = {edge("a", "b")};
        graph.exits = {"b"};
        const GraphReport report = run(graph);
        QCOMPARE(report.state, NodeState::Passed);
        for (const NodeReport& each : report.nodes)
            QVERIFY(!q(base::canonical(each.args) + each.call.standardOutput + base::canonical(*each.call.returned) + base::canonical(each.call.result.args)).contains(QLatin1String("SECRET1")));
    }
};

QTEST_GUILESS_MAIN(GraphTest)
#include "graph_test.moc"
