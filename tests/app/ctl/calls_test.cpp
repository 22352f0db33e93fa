// Tools called by hand and graphs, by real processes: what is printed, exit statuses, and an interrupt in the middle.
#include "tests/app/ctl/support/workspace.h"

#include <QtTest>

#include <csignal>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class CallsTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    bool file(const QString& name, const QByteArray& yaml) const { return writeFile(m_home.path(u"ws/.countersign/"_s + name + u".yml"_s), yaml); }
    static QString states(const Ended& ended)
    {
        QStringList out;
        for (const QJsonValue& node : ended.json.value(u"nodes"_s).toArray())
            out << node.toObject().value(u"id"_s).toString() + u' ' + node.toObject().value(u"state"_s).toString();
        return out.join(u", "_s);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(writeFile(m_home.path(u"ws/work/mark"_s), "here"));
        QVERIFY(file(u"r"_s, "resource: {name: tree, kind: directory, path: work}\n"));
        QVERIFY(file(u"count"_s, "tool: {name: count, command: [sh, -c, 'ls | wc -l']}\n"));
        QVERIFY(file(u"say"_s, "tool: {name: say, command: [cat], input_schema: {type: object, properties: {n: {type: integer}, text: {type: string}}, additionalProperties: false}}\n"));
        QVERIFY(file(u"few"_s, "validation: {name: few, wraps: count, transform: 'o => ({passed: o.json < 2, message: \"files: \" + o.json})'}\n"));
        QVERIFY(file(u"gone"_s, "tool: {name: gone, command: [no-such-program-here]}\n"));
        QVERIFY(file(u"slow"_s, "tool: {name: slow, command: [sleep, '60']}\n"));
        QVERIFY(file(u"g"_s, "graph:\n  name: tidy\n  entry: [check, count]\n  exits: [good, bad]\n  nodes:\n    check: {tool: few}\n    count: {tool: count}\n"
                             "    good: {tool: say, args: {n: '${count.json}', text: '${check.message}'}}\n    bad: {tool: say}\n  edges:\n"
                             "    - {from: count, to: good}\n    - {from: check, to: good, when: {path: /passed, equals: true}}\n"
                             "    - {from: check, to: bad, when: {path: /passed, equals: false}}\n"));
        QVERIFY(file(u"b"_s, "graph: {name: broken, entry: [a], exits: [b], nodes: {a: {tool: gone}, b: {tool: say}}, edges: [{from: a, to: b}]}\n"));
        QVERIFY(file(u"s"_s, "graph: {name: slowly, entry: [a], exits: [a], nodes: {a: {tool: slow}}, edges: []}\n"));
        const Ended imported = m_home.run({u"import"_s, m_home.path(u"ws"_s), u"--yes"_s});
        QVERIFY2(imported.status == 0, imported.all());
    }

    void aToolByHand()
    {
        const Ended said = m_home.run({u"tool"_s, u"call"_s, u"say"_s, u"--n"_s, u"3"_s, u"--text"_s, u"3"_s});
        QVERIFY2(said.status == 0, said.all());
        QCOMPARE(said.text("stdout"), u"{\"n\":3,\"text\":\"3\"}"_s);
        QCOMPARE(m_home.run({u"tool"_s, u"call"_s, u"--resource"_s, u"tree"_s, u"few"_s}).text("verdict"), u"pass"_s);
        QCOMPARE(m_home.run({u"tool"_s, u"call"_s, u"say"_s, u"--n"_s, u"x"_s}).status, 65);
        QCOMPARE(m_home.run({u"tool"_s, u"call"_s, u"gone"_s}).status, 3);
        QCOMPARE(m_home.run({u"tool"_s, u"call"_s, u"nothing"_s}).status, 66);
    }

    void aGraphGoesTheWayThatHolds()
    {
        const Ended good = m_home.run({u"graph"_s, u"run"_s, u"tidy"_s, u"--resource"_s, u"tree"_s});
        QVERIFY2(good.status == 0, good.all());
        QCOMPARE(states(good), u"check passed, bad skipped, count passed, good passed"_s);
        QCOMPARE(good.text("status"), u"passed"_s);
        const QJsonObject last = good.json.value(u"nodes"_s).toArray().last().toObject();
        QCOMPARE(last.value(u"stdout"_s).toString(), u"{\"n\":1,\"text\":\"files: 1\"}"_s);
        QVERIFY(writeFile(m_home.path(u"ws/work/second"_s), "more"));
        const Ended bad = m_home.run({u"graph"_s, u"run"_s, u"tidy"_s, u"--resource"_s, u"tree"_s, u"--parallel"_s, u"1"_s});
        QVERIFY2(bad.status == 0, bad.all());
        QCOMPARE(states(bad), u"check failed, bad passed, count passed, good skipped"_s);
    }

    void whatGivesNoResultIsNoPass()
    {
        const Ended broken = m_home.run({u"graph"_s, u"run"_s, u"broken"_s});
        QCOMPARE(broken.status, 3);
        QCOMPARE(states(broken), u"a error, b skipped"_s);
        QVERIFY(broken.text("reason").contains(u"no-such-program-here"_s));
    }

    void anInterruptEndsItsPrograms()
    {
        const auto running = m_home.start({u"graph"_s, u"run"_s, u"slowly"_s});
        QTest::qWait(1500);
        ::kill(static_cast<pid_t>(running->processId()), SIGINT);
        const Ended ended = Home::finish(*running);
        QCOMPARE(ended.status, 3);
        QCOMPARE(states(ended), u"a cancelled"_s);
    }
};

QTEST_GUILESS_MAIN(CallsTest)
#include "calls_test.moc"
