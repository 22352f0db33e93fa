#include "engine/authority/subject.h"

#include "tests/engine/authority/people.h"

#include <QTest>

using namespace countersign;
using base::Json;

namespace {

domain::ValidationResult withData(const char* data)
{
    domain::ValidationResult out = test::result("lint", domain::Mode::Informational, domain::Verdict::Fail);
    out.args = {{"max", 80}};
    out.message = "2 of 10 files too wide";
    out.data = base::parseJson(data).value();
    return out;
}

std::string digest(const domain::ValidationResult& r, const std::vector<std::string>& pointers = {}) { return authority::evidenceDigest(r, pointers); }

} // namespace

class SubjectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void evidenceIsTheCanonicalObject()
    {
        const auto r = withData(R"({"files": ["a", "b"]})");
        const std::string text = "{\"args\":{\"max\":80},\"data\":{\"files\":[\"a\",\"b\"]},\"definition_digest\":\"" + r.definitionDigest +
                                 "\",\"message\":\"2 of 10 files too wide\",\"resource\":\"local/repo\","
                                 "\"validation\":\"local/lint\",\"verdict\":\"fail\"}";
        QCOMPARE(digest(r), base::sha256Hex(text));
    }

    void evidenceIgnoresTheRun()
    {
        auto r = withData(R"({"b": 1, "a": 2})");
        const std::string before = digest(r);
        r.startedAt = 5;
        r.durationMs = 987;
        r.attempt = 7;
        r.round = 3;
        r.row = 12;
        r.run.value = test::ulid(9);
        r.notices = {"left a process"};
        r.standardOutput.digest = "x";
        r.data = base::parseJson(R"({"a": 2, "b": 1})").value();
        QCOMPARE(digest(r), before);
    }

    void evidenceTellsApart_data()
    {
        QTest::addColumn<QByteArray>("a");
        QTest::addColumn<QByteArray>("b");
        QTest::addColumn<bool>("same");
        QTest::newRow("array order") << QByteArray(R"({"f":["a","b"]})") << QByteArray(R"({"f":["b","a"]})") << false;
        QTest::newRow("blanks") << QByteArray(R"({"f":"a  b"})") << QByteArray(R"({"f":"a b"})") << false;
        QTest::newRow("null is not absent") << QByteArray("{}") << QByteArray(R"({"x":null})") << false;
        QTest::newRow("beyond a double") << QByteArray(R"({"n":9007199254740992})") << QByteArray(R"({"n":9007199254740993})") << false;
        QTest::newRow("escapes") << QByteArray(R"({"x":"\u00e9"})") << QByteArray("{\"x\":\"\xc3\xa9\"}") << true;
        QTest::newRow("member order") << QByteArray(R"({"x":1,"y":2})") << QByteArray(R"({"y":2,"x":1})") << true;
        QTest::newRow("number spelling") << QByteArray(R"({"x":1.0})") << QByteArray(R"({"x":1})") << true;
    }
    void evidenceTellsApart()
    {
        QFETCH(QByteArray, a);
        QFETCH(QByteArray, b);
        QFETCH(bool, same);
        QCOMPARE(digest(withData(a.constData())) == digest(withData(b.constData())), same);
    }

    void evidenceMembers()
    {
        const auto base = withData("{}");
        const std::string before = digest(base);
        auto other = base;
        other.verdict = domain::Verdict::Error;
        QVERIFY(digest(other) != before);
        other = base;
        other.args = {{"max", 120}};
        QVERIFY(digest(other) != before);
        other = base;
        other.message.reset();
        QVERIFY(digest(other) != before);
        const std::string noMessage = digest(other);
        other.message = "";
        QVERIFY(digest(other) != noMessage);
        other = base;
        other.data.reset();
        QVERIFY(digest(other) != before);
        other = base;
        other.resource = "local/other";
        QVERIFY(digest(other) != before);
        other = base;
        other.definitionDigest = std::string(64, '0');
        QVERIFY(digest(other) != before);
    }

    void volatileData()
    {
        const auto a = withData(R"({"took": 1, "list": [{"t": 1, "n": 1}, {"t": 2}, 3], "k/~": 5})");
        const auto b = withData(R"({"took": 2, "list": [{"t": 9, "n": 1}, {"t": 2}, 4], "k/~": 6})");
        const std::vector<std::string> pointers{"/data/took", "/data/list/0/t", "/data/list/2", "/data/k~1~0", "/data/none", "/data/list/9"};
        QVERIFY(digest(a) != digest(b));
        QCOMPARE(digest(a, pointers), digest(b, pointers));
        auto left = withData(R"({"list": [{"n": 1}, {"t": 2}]})");
        QCOMPARE(digest(a, pointers), digest(left));
    }

    void volatileElementsKeepTheirIndexes()
    {
        const auto a = withData(R"({"l": [0,1,2,3,4,5,6,7,8,9,10,11]})");
        const auto left = withData(R"({"l": [0,3,4,5,6,7,8,11]})");
        QCOMPARE(digest(a, {"/data/l/1", "/data/l/2", "/data/l/10", "/data/l/9"}), digest(left));
        QCOMPARE(digest(a, {"/data/l/10", "/data/l/9", "/data/l/2", "/data/l/2", "/data/l/1"}), digest(left));
    }

    void volatileCantHideTheVerdict_data()
    {
        QTest::addColumn<QByteArray>("pointer");
        for (const char* pointer : {"/verdict", "/validation", "/args", "/args/max", "/resource", "", "data", "/data~2", "/dat", "/definition_digest"})
            QTest::newRow(pointer) << QByteArray(pointer);
    }
    void volatileCantHideTheVerdict()
    {
        QFETCH(QByteArray, pointer);
        const auto r = withData(R"({"x": 1})");
        QCOMPARE(digest(r, {pointer.toStdString()}), digest(r));
    }

    void volatileMessage()
    {
        auto a = withData("{}");
        auto b = a;
        b.message = "other words";
        QCOMPARE(digest(a, {"/message"}), digest(b, {"/message"}));
        QVERIFY(digest(a) != digest(b));
    }

    void subjectHasExactlyItsMembers()
    {
        auto e = test::escalation();
        std::vector<std::string> keys;
        for (const auto& [key, value] : e.request.subject.items())
            keys.push_back(key);
        QCOMPARE(keys, (std::vector<std::string>{"phase", "plan", "policy", "project", "spec_digest", "tally", "task_id", "verdicts"}));
        e.rules.binding = domain::Binding::WorkTree;
        e.open();
        QCOMPARE(domain::textOr(e.request.subject, "work_tree"), e.run.workTree);
    }

    void subjectOrderIsStable()
    {
        auto e = test::escalation();
        const std::string before = e.request.subjectDigest;
        std::reverse(e.results.begin(), e.results.end());
        e.open();
        QCOMPARE(e.request.subjectDigest, before);
        std::vector<std::string> names;
        for (const Json& verdict : e.request.subject.at("verdicts"))
            names.push_back(domain::textOr(verdict, "validation"));
        QCOMPARE(names, (std::vector<std::string>{"local/unit", "local/lint", "local/style"}));
    }

    void subjectIgnoresTheRun()
    {
        auto e = test::escalation();
        const std::string before = e.request.subjectDigest;
        e.run.id.value = test::ulid(77);
        e.run.attempt = 3;
        e.run.round = 2;
        e.run.workTree = base::sha256Hex("another tree");
        e.decision.covered = 1;
        e.results[0].durationMs = 55;
        e.open();
        QCOMPARE(e.request.subjectDigest, before);
        e.rules.binding = domain::Binding::WorkTree;
        e.open();
        QVERIFY(e.request.subjectDigest != before);
    }

    void anyChangeOfWhatWasFoundShows()
    {
        const std::string before = test::escalation().request.subjectDigest;
        for (int i = 0; i < 8; ++i) {
            auto e = test::escalation();
            switch (i) {
            case 0: e.results[1].message = "other"; break;
            case 1: e.results[1].evidenceDigest = std::string(64, '1'); break;
            case 2: e.results[2].verdict = domain::Verdict::Fail; break;
            case 3: e.run.specDigest = std::string(64, '1'); break;
            case 4: e.decision.policy = "majority"; break;
            case 5: e.plan.taskId = "task-2"; break;
            case 6: e.results[0].mode = domain::Mode::Required; break;
            case 7: e.decision.warn = 1; break;
            }
            e.open();
            QVERIFY2(e.request.subjectDigest != before, std::to_string(i).c_str());
        }
    }

    void coversAreTheWarns()
    {
        auto e = test::escalation();
        e.results.push_back(test::result("slow", domain::Mode::Informational, domain::Verdict::Error));
        e.results.push_back(test::result("block", domain::Mode::Required, domain::Verdict::Fail));
        e.open();
        const auto covers = authority::coversOf(e.request.subject);
        QCOMPARE(covers.size(), std::size_t{2});
        QCOMPARE(covers[0].validation, std::string("local/lint"));
        QCOMPARE(covers[0].evidenceDigest, e.results[1].evidenceDigest);
        QCOMPARE(covers[1].validation, std::string("local/style"));
        QCOMPARE(covers[1].severity, std::string("warn"));
    }

    void emptySubjects()
    {
        for (const Json& subject : {Json(""), Json("   \n"), Json::object(), Json(nullptr), Json{{"verdicts", Json::array()}}, Json{{"verdicts", "x"}}}) {
            QVERIFY(!authority::hasVerdicts(subject));
            QVERIFY(authority::coversOf(subject).empty());
        }
        QVERIFY(authority::hasVerdicts(test::escalation().request.subject));
    }
};

QTEST_APPLESS_MAIN(SubjectTest)
#include "subject_test.moc"
