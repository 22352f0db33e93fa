// Resources in slots: which one fills each, what the program sees of it, and what may not be seen.
#include "support.h"

using namespace facade_test;

class SlotsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<Desk> m_desk;

    static QString q(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }
    /// A validation whose data are the slots of its context and what it can read of their marks.
    void validation(const std::string& name, const std::string& slots) const
    {
        const std::string python = "import json, os, sys\n"
                                   "args = json.load(sys.stdin)\n"
                                   "slots = json.load(open(os.environ['COUNTERSIGN_CONTEXT'])).get('slots', {})\n"
                                   "marks = {k: open(v['path'] + '/mark').read().strip() for k, v in slots.items()}\n"
                                   "names = {k: v['name'] for k, v in slots.items()}\n"
                                   "others = os.path.exists(args.get('look', '/nowhere'))\n"
                                   "print(json.dumps({'passed': True, 'data': {'marks': marks, 'names': names, 'others': others}}))\n";
        const domain::Json document{{"name", name}, {"command", {"python3", "-c", python}}, {"mode", "required"},
                                    {"input_schema", base::parseJson("{\"type\": \"object\", \"properties\": {\"where\": {\"type\": \"string\"}, \"look\": {\"type\": \"string\"}}, \"additionalProperties\": false}").value()}};
        std::string text = base::write(document);
        text.insert(text.size() - 1, ", \"resource_slots\": " + slots);
        m_desk->file("v-" + name, "validation: " + text + "\n");
    }
    void attach(const std::string& name, const std::string& args = "{}") const
    {
        m_desk->file("a-" + name, "attachment: {validation: " + name + ", resource: tree, project: p, args: " + args + "}\n");
    }
    domain::ValidationResult resultOf(const std::string& name)
    {
        const ValidateReport report = m_desk->report();
        for (const domain::ValidationResult& result : report.results)
            if (result.validation == "local/" + name)
                return result;
        qFatal("no result of %s", name.c_str());
    }
    static QString data(const domain::ValidationResult& result) { return result.data ? q(base::canonical(*result.data)) : q(result.errorCode + ": " + result.errorMessage); }

private Q_SLOTS:
    void init()
    {
        m_desk = std::make_unique<Desk>();
        m_desk->write("mark", "tree");
        for (const std::string name : {"docs", "outside"}) {
            fs::create_directories(m_desk->root() / "home" / name);
            std::ofstream(m_desk->root() / "home" / name / "mark") << name;
            m_desk->file("r-" + name, "resource: {name: " + name + ", kind: directory, path: " + name + "}\n");
        }
        m_desk->import();
        m_desk->file("project", "project: {name: p, resources: [tree, docs], policy: unanimous}\n");
    }

    void eachBinding_data()
    {
        QTest::addColumn<QString>("slots_");
        QTest::addColumn<QString>("args");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* slots, const char* args, const char* expected) { QTest::newRow(name) << slots << args << expected; };
        row("contextual", "{a: {type: directory}}", "{}", "{'marks':{'a':'tree'},'names':{'a':'local/tree'},'others':false}");
        row("static", "{a: {resource: docs}}", "{}", "{'marks':{'a':'docs'},'names':{'a':'local/docs'},'others':false}");
        row("parameter", "{a: {parameter: where}}", "{where: docs}", "{'marks':{'a':'docs'},'names':{'a':'local/docs'},'others':false}");
        row("several", "{a: {}, b: {resource: docs}, c: {parameter: where}}", "{where: tree}",
            "{'marks':{'a':'tree','b':'docs','c':'tree'},'names':{'a':'local/tree','b':'local/docs','c':'local/tree'},'others':false}");
        row("one that needs none", "{a: {type: git, required: false}, b: {parameter: where, required: false}}", "{}", "{'marks':{},'names':{},'others':false}");
        row("parameter missing", "{a: {parameter: where}}", "{}", "SLOT_MISMATCH");
        row("parameter of another kind", "{a: {parameter: where, type: git}}", "{where: docs}", "SLOT_MISMATCH");
        row("parameter unknown", "{a: {parameter: where, required: false}}", "{where: nowhere}", "SLOT_MISMATCH");
        row("static, of no project of the plan", "{a: {resource: outside}}", "{}", "WORK_TREE_UNREADABLE");
        row("parameter, of no project of the plan", "{a: {parameter: where}}", "{where: outside}", "WORK_TREE_UNREADABLE");
    }
    void eachBinding()
    {
        QFETCH(QString, slots_);
        QFETCH(QString, args);
        QFETCH(QString, expected);
        validation("slotted", slots_.toStdString());
        attach("slotted", args.toStdString());
        m_desk->again();
        const QString got = data(resultOf("slotted"));
        const QString wanted = QString(expected).replace(QLatin1Char('\''), QLatin1Char('"'));
        QVERIFY2(expected.startsWith(QLatin1Char('{')) ? got == wanted : got.startsWith(wanted), qPrintable(got));
    }

    void nothingElseIsSeen()
    {
        validation("slotted", "{a: {resource: docs}}");
        attach("slotted", "{look: " + (m_desk->root() / "home" / "outside").string() + "}");
        m_desk->again();
        QVERIFY(data(resultOf("slotted")).endsWith(QLatin1String("\"others\":false}")));
    }

    void aKindThatDoesNotFitIsRefusedWhenAttaching()
    {
        validation("slotted", "{a: {type: git}}");
        m_desk->again();
        const auto direct = m_desk->engine->attach({"tree", "slotted", domain::DirectScope{}, domain::Json::object()});
        QVERIFY(!direct);
        QCOMPARE(q(direct.error().code()), QStringLiteral("SLOT_MISMATCH"));
        attach("slotted");
        const ImportPreview preview = m_desk->engine->previewImport(m_desk->root() / "home").value();
        QCOMPARE(preview.problems.size(), std::size_t{1});
        QCOMPARE(q(preview.problems[0].code()), QStringLiteral("SLOT_MISMATCH"));
        QCOMPARE(q(preview.problems[0].place()->file), QStringLiteral("a-slotted.yml"));
    }

    void whatFillsASlotIsPartOfTheInput()
    {
        validation("slotted", "{a: {resource: docs}}");
        attach("slotted");
        m_desk->again();
        const std::string before = resultOf("slotted").treeDigest;
        QCOMPARE(q(resultOf("slotted").treeDigest), q(before));
        std::ofstream(m_desk->root() / "home" / "docs" / "mark") << "changed";
        const domain::ValidationResult after = resultOf("slotted");
        QVERIFY(after.treeDigest != before);
        QVERIFY(data(after).contains(QLatin1String("changed")));
    }

    void byHandAnyRegisteredResourceMayFillIt()
    {
        validation("slotted", "{a: {parameter: where}}");
        m_desk->again();
        const auto report = m_desk->engine->callTool({"slotted", "tree", {{"where", "outside"}}}, {});
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QVERIFY2(data(report->result).contains(QLatin1String("\"a\":\"outside\"")), qPrintable(data(report->result)));
    }

    void aWrapperInheritsThem()
    {
        m_desk->file("t-base", "tool:\n  name: base\n  command: [sh, -c, 'cat \"$COUNTERSIGN_CONTEXT\"']\n"
                               "  input_schema: {type: object, properties: {place: {type: string}}, additionalProperties: false}\n  resource_slots: {a: {parameter: place}}\n");
        m_desk->file("v-over", "validation:\n  name: over\n  wraps: base\n  transform: 'o => ({passed: true, data: {a: o.json.slots.a.name}})'\n"
                               "  input_schema: {type: object, properties: {where: {type: string}}, additionalProperties: false}\n"
                               "  argument_mapping: {place: {from: where}}\n");
        attach("over", "{where: docs}");
        m_desk->again();
        QCOMPARE(data(resultOf("over")), QStringLiteral("{\"a\":\"local/docs\"}"));
    }
};

QTEST_GUILESS_MAIN(SlotsTest)
#include "slots_test.moc"
