// Registration files, as a person imports them: kind tools. Nothing of what is refused may be stored.
#include "tests/app/ctl/support/ctl.h"
#include "tests/cases/table.h"
#include "tests/engine/facade/support.h"

#include "engine/base/codes.h"
#include "engine/base/name.h"
#include "engine/codes.h"

#include <sys/resource.h>

using namespace cases;
using namespace countersign;
using facade_test::Desk;

class ToolsCasesTest : public QObject
{
    Q_OBJECT

    Kind m_tools{"tools"};

    static std::string fileOf(const std::string& name) { return bytesOf(folder("tools") / name); }
    static base::Result<ImportPreview> importFrom(const Desk& desk, const std::string& workspace, const std::vector<std::pair<std::string, std::string>>& files)
    {
        const fs::path directory = desk.root() / workspace;
        fs::remove_all(directory / ".countersign");
        fs::create_directories(directory / ".countersign");
        for (const auto& [name, text] : files)
            std::ofstream(directory / ".countersign" / (name + ".yml")) << text;
        return desk.engine->import(directory, {});
    }
    static std::vector<base::Error> problemsOf(const Desk& desk, const std::string& workspace)
    {
        return desk.engine->previewImport(desk.root() / workspace).value().problems;
    }
    static QString names(const Desk& desk)
    {
        QStringList out;
        const auto tools = desk.engine->tools().value();
        for (const RegisteredTool& each : tools)
            out << QString::fromStdString(each.tool.name);
        return out.join(QLatin1Char(' '));
    }
    static std::optional<domain::Tool> registered(const Desk& desk, const std::string& name)
    {
        const auto tools = desk.engine->tools().value();
        for (const RegisteredTool& each : tools)
            if (each.tool.name == name)
                return each.tool;
        return std::nullopt;
    }
    static void refusedAsSaid(const std::vector<base::Error>& problems, const Json& row)
    {
        const auto found = std::find_if(problems.begin(), problems.end(), [&](const base::Error& each) { return each.code() == row.at("refused").get<std::string>(); });
        std::string all;
        for (const base::Error& each : problems)
            all += each.text() + "\n";
        QVERIFY2(found != problems.end(), all.c_str());
        QVERIFY2(found->place() && found->place()->line > 0 && found->place()->column > 0 && found->place()->file == "case.yml", all.c_str());
        if (row.contains("line"))
            QVERIFY2(found->place()->line == row.at("line").get<int>(), all.c_str());
        if (row.contains("pointer"))
            QVERIFY2(found->place()->pointer == row.at("pointer").get<std::string>(), all.c_str());
        for (const Json& part : row.at("says"))
            QVERIFY2(found->text().find(part.get<std::string>()) != std::string::npos, all.c_str());
    }

private Q_SLOTS:
    void files_data() { m_tools.addRows(); }
    void files()
    {
        QFETCH(int, row);
        const Json& wanted = m_tools.row(row);
        const Desk desk;
        std::vector<std::pair<std::string, std::string>> given;
        const Json before = wanted.value("given", Json::array());
        for (const Json& file : before)
            given.emplace_back(file.get<std::string>(), fileOf(file.get<std::string>()));
        if (!given.empty())
            QVERIFY(importFrom(desk, "given", given).has_value());
        const QString stood = names(desk);
        std::string text = fileOf(wanted.at("file").get<std::string>());
        if (wanted.contains("put"))
            text.replace(text.rfind("\"300\""), 5, wanted.at("put").get<std::string>());
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        QElapsedTimer timer;
        timer.start();
        const auto imported = importFrom(desk, "home", {{"case", text}});
        const qint64 took = timer.elapsed();
        const long peak = usage.ru_maxrss;
        ::getrusage(RUSAGE_SELF, &usage);
        if (wanted.contains("refused")) {
            QVERIFY(!imported && imported.error().is(codes::ImportInvalid));
            QCOMPARE(names(desk), stood);
            refusedAsSaid(problemsOf(desk, "home"), wanted);
        } else {
            QVERIFY2(imported.has_value(), imported ? "" : imported.error().text().c_str());
            const auto tool = registered(desk, wanted.at("registered").get<std::string>());
            QVERIFY(tool && tool->validation);
            QCOMPARE(std::string(domain::toText(tool->validation->mode)), wanted.at("mode").get<std::string>());
            if (tool->name == "local/slots-map")
                QVERIFY(tool->resourceSlots.size() == 1 && tool->resourceSlots.contains("target"));
            if (tool->name == "local/hooks")
                QCOMPARE(QString::fromStdString(base::canonical(domain::toJson(*tool).at("lifecycle"))), QStringLiteral(R"({"activate":["sh","b.sh"],"deactivate":["sh","d.sh"],"discover":["sh","a.sh"],"execute":["sh","c.sh"]})"));
        }
        if (wanted.at("file") == "bomb.yml")
            QVERIFY2(took < 1000 && usage.ru_maxrss - peak < 64 * 1024, std::to_string(took).c_str());
        if (!QTest::currentTestFailed())
            m_tools.ran(wanted.at("id").get<std::string>());
    }

    void spellingsAreOneRecord() // tools-03
    {
        const std::string wrapped = fileOf("wrapped-header.yml");
        std::string flat;
        for (const QString& line : QString::fromStdString(wrapped).split(QLatin1Char('\n')).mid(3))
            flat += line.mid(2).toStdString() + "\n";
        QVERIFY(flat.starts_with("name: local/wrapped\n"));
        QStringList records;
        for (const std::string& text : {wrapped, flat}) {
            const Desk desk;
            QVERIFY(importFrom(desk, "home", {{"case", text}}).has_value());
            records << QString::fromStdString(base::canonical(domain::toJson(registered(desk, "local/wrapped").value())));
        }
        QCOMPARE(records[0], records[1]);
        m_tools.ran("tools-03");
    }

    void aToolIsNoValidation() // tools-14
    {
        const Desk desk;
        QVERIFY(importFrom(desk, "home", {{"a", fileOf("plain-tool.yml")}, {"r", "resource: {name: tree, kind: directory, path: work}\n"}}).has_value());
        QVERIFY(!registered(desk, "local/run-count")->validation);
        AttachRequest request;
        request.resource = "tree";
        request.validation = "local/run-count";
        const auto refused = desk.engine->attach(request);
        QVERIFY(!refused && refused.error().is(codes::NotAValidation));
        QVERIFY(desk.engine->attachments().value().empty());
        m_tools.ran("tools-14");
    }

    void cycles() // tools-16
    {
        const Desk desk;
        QVERIFY(importFrom(desk, "home", {{"0", fileOf("plain-tool.yml")}, {"1", fileOf("cycle/1-a.yml")}, {"2", fileOf("cycle/2-b.yml")}}).has_value());
        QVERIFY(!importFrom(desk, "again", {{"case", fileOf("cycle/3-a-again.yml")}}));
        refusedAsSaid(problemsOf(desk, "again"), {{"refused", "WRAP_CYCLE"}, {"line", 4}, {"says", {"local/cyc-a, local/cyc-b, local/cyc-a"}}});
        QCOMPARE(registered(desk, "local/cyc-a")->wrapped()->wraps, std::string("local/run-count"));
        if (!QTest::currentTestFailed())
            m_tools.ran("tools-16");
    }

    void chains() // tools-17
    {
        std::vector<std::pair<std::string, std::string>> files{{"00", fileOf("plain-tool.yml")}};
        for (int i = 1; i <= 10; ++i)
            files.emplace_back("link-" + std::to_string(100 + i), "name: local/link-" + std::to_string(i) + "\ndescription: link\nsource: wrapped\nwraps: local/"
                                   + (i == 1 ? "run-count" : "link-" + std::to_string(i - 1)) + "\ntransform: \"output => ({passed: output.json.count === 0})\"\n"
                                     "validation: {mode: required}\n");
        const Desk desk;
        QVERIFY(importFrom(desk, "home", files).has_value());
        const QString stood = names(desk);
        QCOMPARE(stood.split(QLatin1Char(' ')).size(), 11);
        files.emplace_back("case", "name: local/link-11\nsource: wrapped\nwraps: local/link-10\ntransform: \"output => ({passed: true})\"\nvalidation: {mode: required}\n");
        QVERIFY(!importFrom(desk, "home", files));
        refusedAsSaid(problemsOf(desk, "home"), {{"refused", "WRAP_TOO_DEEP"}, {"line", 3}, {"says", {"10"}}});
        QCOMPARE(names(desk), stood);
        if (!QTest::currentTestFailed())
            m_tools.ran("tools-17");
    }

    void oneNameIsOneKind() // tools-20
    {
        const Desk desk;
        QVERIFY(importFrom(desk, "given", {{"1", fileOf("same-name/1-tool.yml")}}).has_value());
        for (const std::string workspace : {"home", "given"}) { // as another's file, and as an update of the same
            QVERIFY(!importFrom(desk, workspace, {{"case", fileOf("same-name/2-validation.yml")}}));
            refusedAsSaid(problemsOf(desk, workspace), {{"refused", "TYPE_CONFLICT"}, {"line", 1}, {"says", {"local/shared-name"}}});
            QCOMPARE(registered(desk, "local/shared-name")->description, std::string("A tool"));
            QVERIFY(!registered(desk, "local/shared-name")->validation);
        }
        if (!QTest::currentTestFailed())
            m_tools.ran("tools-20");
    }

    void nothingOfARefusedFile() // tools-31
    {
        const Desk desk;
        for (const char* file : {"unknown-key.yml", "tabs.yml"}) {
            QVERIFY(!importFrom(desk, "home", {{"case", fileOf(file)}}));
            QCOMPARE(names(desk), QString());
        }
        QVERIFY(!importFrom(desk, "home", {{"a", fileOf("plain-tool.yml")}, {"b", fileOf("unknown-key.yml")}}));
        QCOMPARE(names(desk), QString());
        m_tools.ran("tools-31");
    }

    void names_data() // tools-29
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("normal");
        const Json table = tableOf("tools", "names.json");
        QCOMPARE(table.size(), std::size_t(19));
        for (const Json& each : table)
            QTest::newRow(("tools-29 " + base::write(each.at("name"))).c_str())
                << QByteArray::fromStdString(each.at("name").get<std::string>())
                << (each.at("accept").get<bool>() ? QByteArray::fromStdString(each.at("normal_form").get<std::string>()) : QByteArray());
    }
    void names()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, normal);
        const std::string resource = "resource: {name: tree, kind: directory, path: work}\n";
        const auto document = [](const std::string& called) { return base::write({{"validation", {{"name", called}, {"source", "command"}, {"command", {"sh"}}, {"mode", "required"}}}}); };
        const Desk desk;
        const auto imported = importFrom(desk, "home", {{"case", document(name.toStdString())}, {"r", resource}});
        AttachRequest request;
        request.resource = "tree";
        request.validation = name.toStdString();
        if (normal.isEmpty()) {
            QVERIFY(!imported);
            refusedAsSaid(problemsOf(desk, "home"), {{"refused", "REGISTRATION_NAME"}, {"pointer", "/validation/name"}, {"says", Json::array()}});
            QVERIFY(!desk.engine->attach(request));
            QCOMPARE(names(desk), QString());
        } else {
            QVERIFY2(imported.has_value(), imported ? "" : imported.error().text().c_str());
            QCOMPARE(names(desk), QString::fromUtf8(normal));
            const auto made = desk.engine->attach(request);
            QVERIFY2(made.has_value(), made ? "" : made.error().text().c_str());
            QCOMPARE(QByteArray::fromStdString(made->validation), normal);
            request.validation = normal.toStdString(); // the same entity, so the same attachment
            const auto again = desk.engine->attach(request);
            QVERIFY(!again && again.error().is(codes::AttachmentExists));
            QVERIFY(!importFrom(desk, "home", {{"case", document(normal.toStdString())}, {"d", document(name.toStdString())}, {"r", resource}}));
        }
        m_tools.ran("tools-29");
    }

    void theFilterUsesTheStoredType() // tools-30
    {
        const test::Home home;
        // The plain tool reads like a validation, and the validation like a tool: what is stored tells them apart.
        QVERIFY(test::writeFile(home.path(QStringLiteral("ws/.countersign/a.yml")), "tool: {name: verdict-check, command: [sh, -c, 'echo {}'], type: tool, read_only: true}\n"));
        QVERIFY(test::writeFile(home.path(QStringLiteral("ws/.countersign/b.yml")), "tool: {name: count, command: [sh, -c, 'echo {}'], type: validation}\n"));
        const test::Ended imported = home.run({QStringLiteral("import"), home.path(QStringLiteral("ws")), QStringLiteral("--yes")});
        QVERIFY2(imported.status == 0, imported.all().constData());
        const auto listed = [&home](const QStringList& more) {
            const test::Ended ended = home.run(QStringList{QStringLiteral("tool"), QStringLiteral("list")} + more);
            QStringList out;
            for (const QJsonValue& each : ended.json.value(QLatin1String("tools")).toArray())
                out << each[QLatin1String("name")].toString() + QLatin1Char(' ') + each[QLatin1String("type")].toString();
            return ended.status == 0 ? out.join(QLatin1String(", ")) : QString::fromUtf8(ended.all());
        };
        QCOMPARE(listed({}), QStringLiteral("local/count validation, local/verdict-check tool"));
        QCOMPARE(listed({QStringLiteral("--type"), QStringLiteral("validation")}), QStringLiteral("local/count validation"));
        QCOMPARE(listed({QStringLiteral("--type"), QStringLiteral("tool")}), QStringLiteral("local/verdict-check tool"));
        const test::Ended nonsense = home.run({QStringLiteral("tool"), QStringLiteral("list"), QStringLiteral("--type"), QStringLiteral("nonsense")});
        QVERIFY2(nonsense.status == 64 && nonsense.all().contains("there are tool and validation"), nonsense.all().constData());
        m_tools.ran("tools-30");
    }

    void cleanupTestCase() { QVERIFY(m_tools.complete(41)); }
};

QTEST_GUILESS_MAIN(ToolsCasesTest)
#include "tools_test.moc"
