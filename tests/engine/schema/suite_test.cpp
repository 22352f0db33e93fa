// The official JSON-Schema-Test-Suite, every mandatory test: draft-07 from Debian's package, and both drafts from the folder
// that JSON_SCHEMA_TEST_SUITE names. Its remotes are registered, nothing is fetched. Source: SPEC section 9.
#include "engine/base/files.h"
#include "engine/schema/schema.h"

#include <QtTest>

#include <filesystem>

using namespace countersign;
namespace fs = std::filesystem;
using base::Json;
using schema::Draft;
using schema::Schema;

namespace {

const fs::path ofDebian = "/usr/share/json-schema-test-suite";

Json jsonOf(const fs::path& file) { return base::parseJson(base::readFile(file).value()).value(); }

/// Everything below remotes/, under the address that the suite gives it.
schema::SchemaSet remotesOf(const fs::path& suite)
{
    schema::SchemaSet out;
    if (!fs::exists(suite / "remotes"))
        return out;
    for (const auto& entry : fs::recursive_directory_iterator(suite / "remotes"))
        if (entry.path().extension() == ".json")
            out.add("http://localhost:1234/" + fs::relative(entry.path(), suite / "remotes").string(), jsonOf(entry.path()));
    return out;
}

struct Count
{
    int run = 0;
    int passed = 0;
    QStringList failed{};
};

void runGroup(const Json& group, const std::string& file, const schema::CompileOptions& options, Count& count)
{
    const auto compiled = Schema::compile(group.at("schema"), options);
    for (const Json& test : group.at("tests")) {
        const bool expected = test.at("valid").get<bool>();
        const bool quick = compiled && compiled->accepts(test.at("data"));
        const bool whole = compiled && compiled->check(test.at("data")).empty();
        const bool good = compiled && quick == expected && whole == expected;
        ++count.run;
        count.passed += good ? 1 : 0;
        if (!good)
            count.failed << QStringLiteral("%1: %2: %3 %4").arg(QString::fromStdString(file), QString::fromStdString(group.at("description").get<std::string>()),
                                                              QString::fromStdString(test.at("description").get<std::string>()),
                                                              compiled ? QStringLiteral("(accepts %1, check %2)").arg(quick).arg(whole) : QString::fromStdString(compiled.error().text()));
    }
}

Count runFolder(const fs::path& suite, const char* folder, Draft draft)
{
    const schema::SchemaSet remotes = remotesOf(suite);
    Count count;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(suite / "tests" / folder))
        if (entry.path().extension() == ".json")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files)
        for (const Json& group : jsonOf(file))
            runGroup(group, file.filename().string(), {&remotes, draft}, count);
    return count;
}

void expectAll(const char* name, const Count& count)
{
    qInfo("%s: %d tests run, %d passed", name, count.run, count.passed);
    QVERIFY2(count.failed.isEmpty(), qPrintable(count.failed.join(QLatin1Char('\n'))));
    QVERIFY2(count.run > 400, name);
}

} // namespace

class SuiteTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void draft7OfDebian()
    {
        if (!fs::exists(ofDebian / "tests" / "draft7"))
            QSKIP("The package json-schema-test-suite is not installed.");
        expectAll("draft-07, Debian's package", runFolder(ofDebian, "draft7", Draft::Draft7));
    }
    void draft7() { ofFolder("draft-07", "draft7", Draft::Draft7); }
    void draft2020() { ofFolder("draft 2020-12", "draft2020-12", Draft::Draft2020); }

private:
    static void ofFolder(const char* name, const char* folder, Draft draft)
    {
        const QByteArray named = qgetenv("JSON_SCHEMA_TEST_SUITE");
        if (named.isEmpty())
            QSKIP("JSON_SCHEMA_TEST_SUITE names no folder with the suite.");
        const fs::path suite(named.toStdString());
        QVERIFY2(fs::exists(suite / "tests" / folder), "JSON_SCHEMA_TEST_SUITE names a folder without the suite.");
        expectAll(name, runFolder(suite, folder, draft));
    }
};

QTEST_APPLESS_MAIN(SuiteTest)
#include "suite_test.moc"
