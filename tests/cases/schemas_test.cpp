// The cases of the kind schemas: arguments as a model wrote them, against a schema, and definitions at registration.
#include "tests/cases/table.h"

#include "engine/schema/schema.h"

using namespace countersign;
using cases::Json;
using schema::Schema;

class SchemasTest : public QObject
{
    Q_OBJECT

    cases::Kind m_kind{"schemas"};
    Json m_schemas = cases::tableOf("schemas", "schemas.json");

    static std::string generated(const Json& what)
    {
        const std::string name = what.at(0).get<std::string>();
        const auto count = what.at(1).get<std::size_t>();
        if (name == "deep")
            return "{\"d\":" + std::string(count, '[') + std::string(count, ']') + "}";
        if (name == "long")
            return "{\"count\":\"" + std::string(count, 'x') + "\",\"name\":\"a\"}";
        std::string tags = "1";
        for (std::size_t i = 1; i < count; ++i)
            tags += ",1";
        return "{\"tags\":[" + tags + "],\"name\":\"a\"}";
    }

    void judge(const Json& row, const Schema& schema)
    {
        const std::string args = row.contains("generate") ? generated(row.at("generate")) : row.at("args").get<std::string>();
        const auto judged = schema::judgeArguments(schema, args);
        if (row.contains("refused")) {
            QVERIFY(!judged);
            QCOMPARE(judged.error().code(), row.at("refused").get<std::string>());
            QVERIFY2(judged.error().place() && judged.error().place()->line > 0 && judged.error().place()->column > 0, judged.error().text().c_str());
            QVERIFY2(judged.error().text().find(cases::textOr(row, "says")) != std::string::npos, judged.error().text().c_str());
            return;
        }
        QVERIFY2(judged, judged ? "" : judged.error().text().c_str());
        if (row.contains("total")) {
            QCOMPARE(judged->total, row.at("total").get<std::size_t>());
            QVERIFY(judged->violations.size() < judged->total);
            QVERIFY(schema::violationsText(judged->violations, judged->total).starts_with(std::to_string(judged->total) + " violations"));
            return;
        }
        Json found = Json::array();
        for (const schema::Violation& violation : judged->violations)
            found.push_back(violation.keyword + " " + violation.pointer);
        QCOMPARE(QString::fromStdString(base::write(found)), QString::fromStdString(base::write(row.at("violations"))));
        const std::string text = schema::violationsText(judged->violations, judged->total);
        QVERIFY(!row.contains("shorter_than") || text.size() < row.at("shorter_than").get<std::size_t>());
        for (const schema::Violation& violation : judged->violations)
            QVERIFY2(violation.keyword != "oneOf" || violation.message.ends_with("is of 2.") || !violation.reasons.empty(), violation.message.c_str());
        if (found.empty())
            QCOMPARE(base::write(schema::checkArguments(schema, args).value()), base::write(judged->args));
    }

private Q_SLOTS:
    void rows_data() { m_kind.addRows(); }
    void rows()
    {
        QFETCH(int, row);
        const Json& here = m_kind.row(row);
        const Json schema = here.contains("definition") ? base::parseJson(here.at("definition").get<std::string>()).value() : m_schemas.at(here.at("schema").get<std::string>());
        QStringList problems;
        for (const base::Error& problem : Schema::problems(schema))
            problems << QString::fromStdString(std::string(problem.code()) + " " + problem.place()->pointer);
        QCOMPARE(problems.join(QLatin1Char(',')), QString::fromStdString(cases::textOr(here, "problem")));
        if (problems.isEmpty())
            judge(here, Schema::compile(schema).value());
        if (!QTest::currentTestFailed())
            m_kind.ran(here.at("id").get<std::string>());
    }
    void cleanupTestCase() { QVERIFY(m_kind.complete(80)); } // all but schemas-65, which is about requests
};

QTEST_GUILESS_MAIN(SchemasTest)
#include "schemas_test.moc"
