#include "fixtures.h"

#include "engine/base/files.h"
#include "engine/registry/difference.h"

#include <QDir>
#include <QtTest>

#include <random>

using namespace countersign;
using namespace countersign::registry;
using test::setOf;

namespace {

QString q(const std::string& text) { return QString::fromStdString(text); }

const std::string lintTwin = "name: local/lint\ncommand: [sh, run.sh]\nmode: required\n"
                             "input_schema: {type: object, properties: {max: {type: integer, default: 80}}, additionalProperties: false}\n";
std::string wraps(const std::string& name, const std::string& target)
{
    return "name: " + name + "\nwraps: " + target + "\ntransform: \"output => ({passed: true})\"\n";
}

QString errors(std::vector<ImportFile> files, const Current& current = test::standing())
{
    const auto parsed = parse(setOf(std::move(files)), current, test::checks());
    return parsed ? QStringLiteral("ok") : test::summary(parsed.error());
}

QString changes(const std::vector<ImportItem>& items)
{
    QStringList out;
    for (const ImportItem& item : items) {
        static constexpr const char* names[] = {"added", "changed", "removed", "same"};
        QString text = QLatin1String(names[static_cast<int>(item.change)]) + QLatin1Char(' ') + q(item.kind) + QLatin1Char(' ') + q(item.name);
        if (item.change == ImportItem::Change::Changed)
            for (const FieldChange& field : item.fields)
                text += QStringLiteral(" %1:%2>%3").arg(q(field.pointer), q(base::write(field.before)), q(base::write(field.after)));
        out << text;
    }
    return out.join(QLatin1Char('\n'));
}

Current afterImport(const ParsedRegistry& parsed)
{
    Current out;
    out.projects = parsed.projects;
    out.resources = parsed.resources;
    out.actors = parsed.actors;
    out.tools = parsed.tools;
    out.servers = parsed.servers;
    out.skills = parsed.skills;
    out.graphs = parsed.graphs;
    out.attachments = parsed.attachments;
    for (const Origin& origin : parsed.origins)
        out.importedHere.emplace(origin.kind == "validation" ? "tool" : origin.kind, origin.name);
    return out;
}

std::vector<ImportFile> workspace()
{
    return {{"1-repo.yml", "resource: {name: pump, kind: git, path: .}\n"},
            {"2-lint.yml", "name: short-lines\ncommand: [sh, checks/lines.sh]\nmode: informational\n"},
            {"3-project.yml", "project: {name: pump, resources: [pump], policy: majority}\n"},
            {"4-attach.yml", "attachment: {validation: short-lines, resource: pump, project: pump, args: {a: 1}}\n"},
            {"5-coder.yml", "actor: {name: coder, role: coder, command: [coder]}\n"}};
}

} // namespace

class RegistryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreNormalised_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* expected) { QTest::newRow(*name == '\0' ? "(empty)" : name) << QString::fromUtf8(name) << QString::fromUtf8(expected); };
        row("lint-2", "local/lint-2");
        row("local/lint-2", "local/lint-2");
        row("team/lint", "team/lint");
        row("srv:team/lint", "srv:team/lint");
        row("a-b_c9", "local/a-b_c9");
        for (const char* bad : {"", "1lint", "-lint", "has space", "a/b/c", "a//b", "local/", ":team/lint", "srv:lint", "../lint", "system/lint",
                                "internal/lint", "lint\\n", "l\xD1\x96nt"})
            row(bad, "REGISTRATION_NAME 1");
    }
    void namesAreNormalised()
    {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        const auto parsed = parse(setOf({{"a.yml", "name: \"" + name.toStdString() + "\"\ncommand: [sh, a.sh]\n"}}), {}, {});
        QCOMPARE(parsed ? q(parsed->tools.at(0).name) : test::summary(parsed.error()), expected);
    }

    void spellingsGiveTheSameRecord()
    {
        const std::vector<std::string> spellings{
            "name: lint\ncommand: [sh, a.sh]\nmode: informational\nread_only: true\nresource_slots: {t: {type: git}}\n",
            "validation: {name: local/lint, command: [sh, a.sh], mode: informational, capability: {read_only: true}, resources: [{name: t, type: git}]}\n",
            "countersign: {version: 1}\ntool:\n  name: lint\n  source: command\n  type: validation\n  command: [sh, a.sh]\n  validation: {mode: informational}\n"
            "  resources: {t: {type: git}}\n"};
        QSet<QString> records;
        for (const std::string& text : spellings) {
            const auto parsed = parse(setOf({{"a.yml", text}}), {}, {});
            QVERIFY2(parsed, qPrintable(parsed ? QString() : test::texts(parsed.error())));
            records.insert(q(base::canonical(domain::toJson(parsed->tools.at(0)))));
        }
        QCOMPARE(records.size(), 1);
    }

    void everyFieldIsRead()
    {
        const auto parsed = parse(setOf({{"p.yml", "project: {name: pump, resources: [repo], policy: {quorum: 0.67}, limits: {guidance_rounds: 7}, "
                                                   "decision: {expires_after: 36h, uses: once}, skills: [reading]}\n"},
                                         {"r.yml", "resource: {name: firmware, kind: directory, path: ./sub/../firmware/, ignored: [build]}\n"},
                                         {"t.yml", "name: srv\nmcp_server: [server, --stdio]\nmcp_tool_name: find\narguments: server\n"}}),
                                  test::standing(), {});
        QVERIFY(parsed);
        QCOMPARE(q(base::canonical(domain::toJson(parsed->projects.at(0).policy))), QStringLiteral(R"({"quorum":"67/100"})"));
        QCOMPARE(parsed->projects.at(0).limits.guidanceRounds, 7);
        QCOMPARE(parsed->projects.at(0).limits.fixAttempts, 3);
        QCOMPARE(parsed->projects.at(0).decision.expiresAfterSeconds.value(), std::int64_t{129600});
        QCOMPARE(parsed->projects.at(0).decision.uses, domain::Uses::Once);
        QCOMPARE(q(parsed->projects.at(0).resources.at(0)), QStringLiteral("local/repo"));
        QCOMPARE(q(parsed->resources.at(0).path), QStringLiteral("/ws/firmware"));
        const auto* mcp = std::get_if<domain::McpSource>(&parsed->tools.at(0).source);
        QVERIFY(mcp != nullptr && mcp->server.size() == 2 && mcp->tool == "find");
    }

    void rootPathsStay()
    {
        const auto parsed = parse(setOf({{"r.yml", "resource: {name: a, kind: git, path: .}\n"}, {"s.yml", "resource: {name: b, kind: git, path: /}\n"}}), {}, {});
        QCOMPARE(q(parsed->resources.at(0).path), QStringLiteral("/ws"));
        QCOMPARE(q(parsed->resources.at(1).path), QStringLiteral("/"));
    }

    void suggestionsAndTexts()
    {
        const auto parsed = parse(setOf({{"a.yml", "name: local/a\ncommand: [sh, a.sh]\ntiemout: 5\nmode: informatonal\n"}}), {}, {});
        QCOMPARE(q(parsed.error().at(0).text()), QStringLiteral("a.yml:3:1 at /tiemout: tiemout is not a known key. [KEY_UNKNOWN] Did you mean timeout?"));
        QCOMPARE(q(parsed.error().at(1).advice()), QStringLiteral("Did you mean informational?"));
        QCOMPARE(q(parsed.error().at(0).place()->pointer), QStringLiteral("/tiemout"));
        const auto wrapped = parse(setOf({{"a.yml", "tool: {command: [a], validation: {severity: low}}\n"}}), {}, {});
        QCOMPARE(q(wrapped.error().at(0).message()), QStringLiteral("tool.name is missing."));
        QCOMPARE(q(wrapped.error().at(1).message()), QStringLiteral("tool.validation.severity is not a known key."));
    }

    void bothPlacesOfAModeAreNamed()
    {
        const auto parsed = parse(setOf({{"a.yml", "name: local/a\ncommand: [a]\nmode: informational\nvalidation: {mode: required}\n"}}), {}, {});
        QCOMPARE(q(parsed.error().at(0).message()), QStringLiteral("mode on line 3 and validation.mode on line 4 differ."));
    }

    void everyViolationOfEveryFile()
    {
        const auto found = errors({{"a.yml", "name: local/a\ncommand: [a]\nx: 1\ny: 2\n"}, {"b.yml", "name: [\n"}, {"c.yml", "name: local/c\ntimeout: 0\ncommand: [c]\n"}});
        QVERIFY2(found.startsWith(QStringLiteral("KEY_UNKNOWN 3, KEY_UNKNOWN 4, YAML_SYNTAX ")), qPrintable(found));
        QVERIFY(found.endsWith(QStringLiteral(", VALUE_INVALID 2")));
    }

    void namesBetweenFiles()
    {
        const std::string tool = "name: shared\ncommand: [a]\n";
        QCOMPARE(errors({{"1.yml", tool}, {"2.yml", "name: local/shared\ncommand: [b]\nmode: required\n"}}), QStringLiteral("TYPE_CONFLICT 1"));
        QCOMPARE(errors({{"1.yml", tool}, {"2.yml", tool}}), QStringLiteral("NAME_TWICE 1"));
        QCOMPARE(errors({{"1.yml", tool}, {"2.yml", "resource: {name: shared, kind: git, path: .}\n"}}), QStringLiteral("ok"));
    }

    void cyclesAreShown()
    {
        Current current = test::standing();
        current.tools.push_back(test::wrapper("local/cyc-a", "local/run-count"));
        current.tools.push_back(test::wrapper("local/cyc-b", "local/cyc-a"));
        const auto parsed = parse(setOf({{"3.yml", wraps("local/cyc-a", "local/cyc-b")}}), current, test::checks());
        QCOMPARE(test::summary(parsed.error()), QStringLiteral("WRAP_CYCLE 2"));
        QCOMPARE(q(parsed.error().at(0).message()), QStringLiteral("The wraps go round: local/cyc-a, local/cyc-b, local/cyc-a."));
    }

    void chainsOfTen()
    {
        const auto chain = [](int links) {
            std::vector<ImportFile> out;
            for (int i = 1; i <= links; ++i)
                out.push_back({std::to_string(100 + i) + ".yml",
                               wraps("local/link-" + std::to_string(i), i == 1 ? "local/run-count" : "local/link-" + std::to_string(i - 1))});
            return out;
        };
        QCOMPARE(errors(chain(10)), QStringLiteral("ok"));
        QCOMPARE(errors(chain(11)), QStringLiteral("WRAP_TOO_DEEP 2"));
    }

    void whatStandsMustStayRight()
    {
        Current current = test::standing();
        current.tools.push_back(test::wrapper("local/verdict", "local/run-count"));
        QCOMPARE(errors({{"a.yml", "name: local/run-count\ncommand: [a]\nwrites: true\n"}}, current), QStringLiteral("WRAP_TARGET_WRITES 1"));
        current.importedHere = {{"tool", "local/run-count"}};
        QVERIFY(errors({{"a.yml", "resource: {name: a, kind: git, path: .}\n"}}, current).startsWith(QStringLiteral("WRAP_TARGET_UNKNOWN")));
    }

    void whatTheImportTakesAwayIsNotKnown()
    {
        Current current = test::standing();
        current.skills.clear();
        current.importedHere = {{"tool", "local/lint"}};
        const std::string attachment = "attachment: {validation: lint, resource: repo}\n";
        QCOMPARE(errors({{"a.yml", attachment}}, current), QStringLiteral("VALIDATION_UNKNOWN 1"));
        QCOMPARE(errors({{"a.yml", attachment}, {"b.yml", lintTwin}}, current), QStringLiteral("ok"));
    }

    void attachmentsThatAreOne()
    {
        QCOMPARE(errors({{"a.yml", "attachment: {validation: lint, resource: repo}\n"}, {"b.yml", "attachment: {validation: local/lint, resource: repo, args: {max: 80}}\n"}}),
                 QStringLiteral("ATTACHMENT_TWICE 1"));
        QCOMPARE(errors({{"a.yml", "attachment: {validation: lint, resource: repo}\n"}, {"b.yml", "attachment: {validation: lint, resource: repo, project: web}\n"}}), QStringLiteral("ok"));
    }

    void attachmentsThatStandAlready()
    {
        Current current = test::standing();
        domain::Attachment standing;
        standing.id.value = "01J00000000000000000000001";
        standing.validation = "local/lint";
        standing.resource = "local/repo";
        current.attachments.push_back(standing);
        QCOMPARE(errors({{"a.yml", "attachment: {validation: lint, resource: repo, args: {max: 80}}\n"}}, current), QStringLiteral("ATTACHMENT_TWICE 1"));
        QCOMPARE(errors({{"a.yml", "attachment: {validation: lint, resource: repo}\n"}}, current), QStringLiteral("ok"));
        QCOMPARE(errors({{"a.yml", "attachment: {validation: lint, resource: repo, args: {max: 81}}\n"}}, current), QStringLiteral("ok"));
        current.importedHere = {{"attachment", attachmentName(standing)}};
        QCOMPARE(errors({{"a.yml", "attachment: {validation: lint, resource: repo, args: {max: 80}}\n"}}, current), QStringLiteral("ok"));
    }

    void whatIsInUseIsNotTakenAway()
    {
        Current current = test::standing();
        current.projects[0].coder = "local/coder";
        current.importedHere = {{"resource", "local/repo"}, {"actor", "local/coder"}};
        QCOMPARE(errors({{"a.yml", "resource: {name: a, kind: git, path: .}\n"}}, current), QStringLiteral("RESOURCE_UNKNOWN -1, ACTOR_UNKNOWN -1"));
        current.importedHere.insert({"project", "local/web"});
        QCOMPARE(errors({{"a.yml", "resource: {name: a, kind: git, path: .}\n"}}, current), QStringLiteral("ok"));
    }

    void damagedFilesEndInProblemsOrARegistration()
    {
        std::mt19937 random(7);
        const QDir folder(QStringLiteral(COUNTERSIGN_SOURCE_DIR "/tests/engine/registry/data"));
        for (const QString& name : folder.entryList({QStringLiteral("*.yml")})) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const std::string whole = file.readAll().toStdString();
            for (int round = 0; round < 25; ++round) {
                std::string bytes = whole.substr(0, round % 3 == 0 ? random() % (whole.size() + 1) : whole.size());
                for (int i = 0; i < round % 4 && !bytes.empty(); ++i)
                    bytes[random() % bytes.size()] = "{}[]:&*!|>'\"#%@`-? \n\t0~\\\xC3"[random() % 25];
                const auto parsed = parse(setOf({{"a.yml", bytes}}), test::standing(), test::checks());
                QVERIFY(parsed ? parsed->origins.size() == 1 : !parsed.error().empty());
            }
        }
    }

    void refusedFilesDontCascade()
    {
        QCOMPARE(errors({{"a.yml", "name: local/base\ncommand: [a]\nbad: 1\n"}, {"b.yml", wraps("local/over", "local/base")}}), QStringLiteral("KEY_UNKNOWN 3"));
    }

    void warnsOfFilesThatAreNotPinned()
    {
        Checks checks = test::checks();
        checks.isFile = [](const std::filesystem::path& path) { return path == "/ws/repo/checks/lines.sh" || path == "/ws/repo/tool"; };
        const auto warnings = [&](const std::string& extra) {
            const auto parsed = parse(setOf({{"a.yml", "name: local/a\ncommand: [sh, checks/lines.sh, ../repo/tool, ../../etc/passwd, --x]\n" + extra}}), test::standing(), checks);
            return test::summary(parsed.value().warnings);
        };
        QCOMPARE(warnings(""), QStringLiteral("NOT_PINNED 2, NOT_PINNED 2"));
        QCOMPARE(warnings("pinned: [\"checks/*\"]\n"), QStringLiteral("NOT_PINNED 2"));
        QCOMPARE(warnings("pinned: [\"**\"]\n"), QString());
    }

    void previewOfANewWorkspace()
    {
        const auto parsed = parse(setOf(workspace()), {}, test::checks());
        QVERIFY2(parsed, qPrintable(parsed ? QString() : test::texts(parsed.error())));
        QCOMPARE(changes(preview({}, *parsed)),
                 QStringLiteral("added resource local/pump\nadded validation local/short-lines\nadded project local/pump\n"
                                "added attachment local/short-lines on local/pump through local/pump with {\"a\":1}\nadded actor local/coder"));
        QCOMPARE(q(preview({}, *parsed).at(0).file), QStringLiteral("1-repo.yml"));
    }

    void previewOfTheSameIsTheSame()
    {
        const auto parsed = parse(setOf(workspace()), {}, test::checks());
        const Current current = afterImport(*parsed);
        const auto again = parse(setOf(workspace()), current, test::checks());
        QVERIFY(again);
        for (const ImportItem& item : preview(current, *again))
            QCOMPARE(item.change, ImportItem::Change::Same);
    }

    void previewNamesFields()
    {
        const Current current = afterImport(*parse(setOf(workspace()), {}, test::checks()));
        std::vector<ImportFile> files = workspace();
        files[1].bytes += "timeout: 20\n";
        files[2].bytes = "project: {name: pump, resources: [pump], policy: any, limits: {fix_attempts: 5}}\n";
        files.erase(files.begin() + 3, files.end());
        const auto parsed = parse(setOf(files), current, test::checks());
        QVERIFY(parsed);
        QCOMPARE(changes(preview(current, *parsed)),
                 QStringLiteral("same resource local/pump\nchanged validation local/short-lines /timeout:null>20\n"
                                "changed project local/pump /limits/fix_attempts:3>5 /policy:\"majority\">\"any\"\n"
                                "removed actor local/coder\nremoved attachment local/short-lines on local/pump through local/pump with {\"a\":1}"));
    }

    void othersAreNotRemoved()
    {
        const auto parsed = parse(setOf({{"a.yml", "resource: {name: a, kind: git, path: .}\n"}}), test::standing(), {});
        QCOMPARE(changes(preview(test::standing(), *parsed)), QStringLiteral("added resource local/a"));
    }

    void differencesOfJson()
    {
        const auto pointers = [](const char* before, const char* after) {
            QStringList out;
            for (const FieldChange& change : differences(base::parseJson(before).value(), base::parseJson(after).value()))
                out << q(change.pointer);
            return out.join(QLatin1Char(' '));
        };
        QCOMPARE(pointers(R"({"a":1,"b":{"c":[1],"d/e":1}})", R"({"a":1,"b":{"c":[1,2],"d/e":2,"f":0}})"), QStringLiteral("/b/c /b/d~1e /b/f"));
        QCOMPARE(pointers(R"({"a":1})", R"({"a":1.0})"), QString());
        QCOMPARE(pointers(R"({"a":9007199254740993})", R"({"a":9007199254740992})"), QStringLiteral("/a"));
        QCOMPARE(pointers(R"({"a":{}})", R"({"a":[]})"), QStringLiteral("/a"));
    }

    void readsADirectory()
    {
        const auto folder = base::TemporaryDirectory::create("registry").value();
        QVERIFY(!readDirectory(folder.path()));
        QVERIFY(base::makeDirectory(folder.path() / ".countersign"));
        QCOMPARE(readDirectory(folder.path()).error().code(), std::string_view("FILE_NOT_FOUND"));
        for (const auto& [name, bytes] : {std::pair{"b.yml", "b"}, {"a.yaml", "a"}, {"c.txt", "c"}})
            QVERIFY(base::writeFileAtomically(folder.path() / ".countersign" / name, bytes));
        const auto set = readDirectory(folder.path());
        QVERIFY(set);
        QCOMPARE(set->files.size(), std::size_t{2});
        QCOMPARE(set->files[0].name, std::string("a.yaml"));
        QCOMPARE(set->digest, digestOf(set->files));
        QVERIFY(base::writeFileAtomically(folder.path() / ".countersign" / "b.yml", "b "));
        QVERIFY(readDirectory(folder.path())->digest != set->digest);
        const auto single = readFiles(folder.path(), {folder.path() / ".countersign" / "b.yml"});
        QCOMPARE(single->files.at(0).bytes, std::string("b "));
        QVERIFY(!readFiles(folder.path(), {folder.path() / "none.yml"}));
    }

    void theDigestSeparatesNamesFromBytes()
    {
        QVERIFY(digestOf({{"a", "bc"}}) != digestOf({{"ab", "c"}}));
        QVERIFY(digestOf({{"a", ""}, {"b", ""}}) != digestOf({{"a", ""}}));
    }

    void codesAreUnique()
    {
        QSet<QString> seen;
        for (const base::CodeInfo* code : codes::all)
            seen.insert(q(std::string(code->code)));
        QCOMPARE(static_cast<std::size_t>(seen.size()), codes::all.size());
    }
};

QTEST_APPLESS_MAIN(RegistryTest)
#include "registry_test.moc"
