// Source: SPEC sections 3, 6.4, 17. The checks that read files, on real files.
#include "engine/builtin/builtin.h"

#include "engine/base/files.h"
#include "engine/base/name.h"
#include "engine/schema/schema.h"

#include <QtTest>

#include <fstream>

#include <sys/stat.h>

using namespace countersign;
namespace fs = std::filesystem;

class BuiltinTest : public QObject
{
    Q_OBJECT

    std::optional<base::TemporaryDirectory> m_directory;
    domain::Resource m_resource;

    void put(const std::string& path, const std::string& text) const
    {
        const fs::path file = m_directory->path() / "tree" / path;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    base::Result<base::Json> run(const std::string& name, const std::string& args, bool stopped = false) const
    {
        const base::Json parsed = base::parseJson(args).value();
        return builtin::run(*builtin::find(name), {m_resource, parsed, [stopped] { return stopped; }});
    }
    // "pass", "fail" or the code of the error.
    std::string outcome(const std::string& name, const std::string& args) const
    {
        const auto verdict = run(name, args);
        return verdict ? (verdict->at("passed").get<bool>() ? "pass" : "fail") : std::string(verdict.error().code());
    }

private Q_SLOTS:
    void init()
    {
        m_directory.emplace(base::TemporaryDirectory::create("builtin-test").value());
        m_resource = {"local/tree", domain::ResourceKind::Directory, (m_directory->path() / "tree").string(), {}};
        put("a.txt", "one\ntwo\n");
        put("src/b.cpp", "int main() {}\n// FIXME later\n");
        put("src/c.cpp", "// FIXME now\n// FIXME too\n");
        put("good.json", R"({"name": "x", "size": 3})");
        put("bad.json", R"({"name": 7})");
        put("broken.json", "{\n\"name\": ");
        put("schema.json", R"({"type": "object", "properties": {"name": {"type": "string"}, "size": {"type": "integer"}}, "required": ["name", "size"]})");
        std::ofstream(m_directory->path() / "secret") << "FIXME outside\n";
        fs::create_symlink(m_directory->path() / "secret", m_directory->path() / "tree" / "link.txt");
        fs::create_directory_symlink(m_directory->path(), m_directory->path() / "tree" / "up");
        QCOMPARE(::mkfifo((m_directory->path() / "tree" / "pipe").c_str(), 0600), 0);
    }

    void everyRowOfTheTableIsWhole()
    {
        QVERIFY(builtin::all().size() >= 4);
        for (const builtin::Builtin& each : builtin::all()) {
            QCOMPARE(base::parseName(each.tool.name).value().space, std::string("builtin"));
            QVERIFY(!base::parseOwnName(each.tool.name));
            QVERIFY(!each.tool.description.empty() && each.tool.capability.readOnly && !each.tool.capability.writes);
            QVERIFY(schema::Schema::problems(each.tool.inputSchema).empty());
            QCOMPARE(each.check == nullptr, !each.command.empty() && each.reading != nullptr);
            QCOMPARE(builtin::tool(each.tool.name), &each.tool);
        }
        QVERIFY(builtin::find("builtin/none") == nullptr);
    }

    void outcomes_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("args");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* title, const char* name, const char* args, const char* expected) {
            QTest::newRow(title) << QByteArray(name) << QByteArray(args) << QByteArray(expected);
        };
        row("there", "builtin/file-exists", R"({"path": "src/b.cpp"})", "pass");
        row("dotted", "builtin/file-exists", R"({"path": "./src/./b.cpp"})", "pass");
        row("missing", "builtin/file-exists", R"({"path": "src/d.cpp"})", "fail");
        row("below a file", "builtin/file-exists", R"({"path": "a.txt/x"})", "fail");
        row("a folder", "builtin/file-exists", R"({"path": "src"})", "fail");
        row("a link", "builtin/file-exists", R"({"path": "link.txt"})", "fail");
        row("through a link", "builtin/file-exists", R"({"path": "up/secret"})", "fail");
        row("a pipe", "builtin/file-exists", R"({"path": "pipe"})", "fail");
        row("upwards", "builtin/file-exists", R"({"path": "../secret"})", "BUILTIN_PATH_OUTSIDE");
        row("inner upwards", "builtin/file-exists", R"({"path": "src/../../secret"})", "BUILTIN_PATH_OUTSIDE");
        row("absolute", "builtin/file-exists", R"({"path": "/etc/passwd"})", "BUILTIN_PATH_OUTSIDE");
        row("empty", "builtin/file-exists", R"({"path": ""})", "BUILTIN_PATH_OUTSIDE");
        row("no path", "builtin/file-exists", "{}", "INVALID_ARGS");
        row("more", "builtin/file-exists", R"({"path": "a.txt", "x": 1})", "INVALID_ARGS");
        row("fits", "builtin/json-schema", R"({"file": "good.json", "schema_file": "schema.json"})", "pass");
        row("doesn't fit", "builtin/json-schema", R"({"file": "bad.json", "schema_file": "schema.json"})", "fail");
        row("no JSON", "builtin/json-schema", R"({"file": "broken.json", "schema_file": "schema.json"})", "fail");
        row("no file", "builtin/json-schema", R"({"file": "none.json", "schema_file": "schema.json"})", "fail");
        row("no schema", "builtin/json-schema", R"({"file": "good.json", "schema_file": "none.json"})", "BUILTIN_SCHEMA_UNUSABLE");
        row("schema behind a link", "builtin/json-schema", R"({"file": "good.json", "schema_file": "link.txt"})", "BUILTIN_SCHEMA_UNUSABLE");
        row("schema is no schema", "builtin/json-schema", R"({"file": "good.json", "schema": {"type": "objekt"}})", "BUILTIN_SCHEMA_UNUSABLE");
        row("schema given", "builtin/json-schema", R"({"file": "good.json", "schema": {"type": "object"}})", "pass");
        row("schema twice", "builtin/json-schema", R"({"file": "good.json", "schema": {"type": "object"}, "schema_file": "schema.json"})", "BUILTIN_SCHEMA_UNUSABLE");
        row("schema nowhere", "builtin/json-schema", R"({"file": "good.json"})", "BUILTIN_SCHEMA_UNUSABLE");
        row("found", "builtin/forbidden-text", R"({"pattern": "FIXME"})", "fail");
        row("not found", "builtin/forbidden-text", R"({"pattern": "outside"})", "pass");
        row("elsewhere", "builtin/forbidden-text", R"({"pattern": "FIXME", "paths": ["*.txt"]})", "pass");
        row("below", "builtin/forbidden-text", "{\"pattern\": \"FIXME\", \"paths\": [\"src/**\"]}", "fail");
        row("no pattern", "builtin/forbidden-text", "{\"pattern\": \"(\"}", "BUILTIN_PATTERN_INVALID");
        row("look-around", "builtin/forbidden-text", "{\"pattern\": \"(?=x)\"}", "BUILTIN_PATTERN_INVALID");
    }
    void outcomes()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, args);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(outcome(name.toStdString(), args.toStdString())), expected);
    }

    void findingsNameFileAndLine()
    {
        const base::Json verdict = run("builtin/forbidden-text", R"({"pattern": "^.. FIXME"})").value();
        QCOMPARE(base::canonical(verdict.at("data")),
                 std::string(R"({"files":7,"findings":[{"line":2,"path":"src/b.cpp"},{"line":1,"path":"src/c.cpp"},{"line":2,"path":"src/c.cpp"}],"lines":3})"));
        QCOMPARE(verdict.at("message").get<std::string>(), std::string("3 lines of 2 of 7 files hold the text, the first: src/b.cpp:2."));
        const base::Json violations = run("builtin/json-schema", R"({"file": "bad.json", "schema_file": "schema.json"})").value();
        QCOMPARE(violations.at("data").at("total").get<int>(), 2);
    }

    void gitsOwnFilesAreNoWork()
    {
        put(".git/config", "FORBIDDEN\n");
        QCOMPARE(outcome("builtin/forbidden-text", R"({"pattern": "FORBIDDEN"})"), std::string("pass"));
    }

    void aFileTooLargeIsAnError()
    {
        put("large.json", "");
        fs::resize_file(m_directory->path() / "tree/large.json", 17ULL * 1024 * 1024);
        QCOMPARE(outcome("builtin/json-schema", R"({"file": "large.json", "schema": {"type": "object"}})"), std::string("BUILTIN_TOO_LARGE"));
    }

    void aResourceOfOneFileShowsNothingElse()
    {
        m_resource = {"local/one", domain::ResourceKind::File, (m_directory->path() / "tree/src/b.cpp").string(), {}};
        QCOMPARE(outcome("builtin/file-exists", R"({"path": "b.cpp"})"), std::string("pass"));
        QCOMPARE(outcome("builtin/file-exists", R"({"path": "c.cpp"})"), std::string("fail"));
        QCOMPARE(run("builtin/forbidden-text", R"({"pattern": "FIXME"})").value().at("data").at("lines").get<int>(), 1);
    }

    void aMissingResourceAndAStopAreErrors()
    {
        const auto stopped = run("builtin/forbidden-text", R"({"pattern": "x"})", true);
        QCOMPARE(std::string(stopped.error().code()), std::string("CANCELLED"));
        m_resource.path += "-gone";
        QCOMPARE(outcome("builtin/file-exists", R"({"path": "a.txt"})"), std::string("BUILTIN_UNREADABLE"));
    }
};

QTEST_APPLESS_MAIN(BuiltinTest)
#include "builtin_test.moc"
