#include "engine/environment/catalogue.h"

#include "engine/base/codes.h"
#include "engine/base/text.h"

#include <QTest>

#include <set>

using namespace countersign;
using namespace countersign::environment;

class CatalogueTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRowCanBeUsed()
    {
        const auto parsed = parseCatalogue(catalogueText());
        QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().text().c_str());
        QVERIFY(parsed->size() >= 25);
        QCOMPARE(catalogue().size(), parsed->size());
        std::set<std::string> names;
        std::map<ProgramKind, int> kinds;
        for (const CataloguedProgram& program : *parsed) {
            ++kinds[program.kind];
            QVERIFY2(names.insert(program.program).second, program.program.c_str());
            for (const std::string& alias : program.aliases)
                QVERIFY2(names.insert(alias).second, alias.c_str());
            for (const auto& [manager, package] : program.packages)
                everyCommandIsOneLine(program, manager);
        }
        QVERIFY(kinds[ProgramKind::Coder] >= 8);
        QVERIFY(kinds[ProgramKind::TestRunner] >= 8);
        QVERIFY(kinds[ProgramKind::Container] >= 4);
    }

    void aliasesAndPaths()
    {
        QVERIFY(environment::find("pytest-3") != nullptr);
        QCOMPARE(environment::find("pytest-3"), environment::find("pytest"));
        QCOMPARE(environment::find("/usr/bin/pytest"), nullptr);
        QVERIFY(isContainerProgram("podman"));
        QVERIFY(isContainerProgram("/usr/bin/docker"));
        QVERIFY(!isContainerProgram("pytest"));
        QVERIFY(!isContainerProgram(""));
    }

    void badRowsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::newRow("kind") << QByteArray("{'program': 'a', 'kind': 'toy', 'packages': {'apt': 'a'}}");
        QTest::newRow("name") << QByteArray("{'program': 'a b', 'kind': 'coder', 'packages': {'apt': 'a'}}");
        QTest::newRow("no name") << QByteArray("{'kind': 'coder', 'packages': {'apt': 'a'}}");
        QTest::newRow("manager") << QByteArray("{'program': 'a', 'kind': 'coder', 'packages': {'emerge': 'a'}}");
        QTest::newRow("shell") << QByteArray("{'program': 'a', 'kind': 'coder', 'packages': {'apt': 'a; rm -r x'}}");
        QTest::newRow("lines") << QByteArray("{'program': 'a', 'kind': 'coder', 'packages': {'apt': 'a\\nb'}}");
        QTest::newRow("nothing") << QByteArray("{'program': 'a', 'kind': 'coder', 'packages': {}}");
        QTest::newRow("page") << QByteArray("{'program': 'a', 'kind': 'coder', 'packages': {}, 'page': 'file:///etc'}");
    }

    void badRowsAreRefused()
    {
        QFETCH(QByteArray, row);
        row.replace('\'', '"');
        const auto parsed = parseCatalogue("{\"v\": 1, \"programs\": [" + row.toStdString() + "]}");
        QVERIFY(!parsed.has_value());
        QVERIFY(parsed.error().is(base::codes::JsonSyntax));
    }

private:
    static void everyCommandIsOneLine(const CataloguedProgram& program, const std::string& manager)
    {
        const auto& known = knownManagers();
        QVERIFY2(std::find(known.begin(), known.end(), manager) != known.end(), manager.c_str());
        const std::string command = installCommand(program, manager);
        QVERIFY2(command.find(program.packages.at(manager)) != std::string::npos, program.program.c_str());
        QCOMPARE(base::visible(command, false), command);
        QCOMPARE(command.find('\n'), std::string::npos);
    }
};

QTEST_APPLESS_MAIN(CatalogueTest)
#include "catalogue_test.moc"
