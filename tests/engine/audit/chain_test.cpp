#include "engine/audit/chain.h"

#include "engine/audit/codes.h"
#include "engine/base/digest.h"
#include "tests/engine/audit/chains.h"

#include <QTest>

#include <functional>

using namespace countersign;
using Rows = std::vector<audit::StoredEvent>;
using Change = std::function<void(Rows&)>;

class ChainTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hashIsTheDomains()
    {
        for (const audit::StoredEvent& row : test::chain(5)) {
            domain::Event event{row.seq, row.time, row.type, base::parseJson(row.actorText).value(), row.plan,
                                base::parseJson(row.payloadText).value(), row.prevHash, row.hash};
            QCOMPARE(audit::storedHash(row), domain::eventHash(event));
            QCOMPARE(audit::storedHash(row), base::sha256Hex(row.prevHash + domain::canonicalEvent(event)));
        }
    }

    void intact_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {0, 1, 2, 3, 1600})
            QTest::newRow(std::to_string(count).c_str()) << count;
    }
    void intact()
    {
        QFETCH(int, count);
        const Rows rows = test::chain(count);
        const auto report = test::verify(rows);
        QVERIFY(report.intact());
        QVERIFY(report.verdict().has_value());
        QCOMPARE(report.events, std::int64_t{count});
        QCOMPARE(report.headSeq, std::int64_t{count - 1});
        QCOMPARE(report.headHash, rows.empty() ? std::string() : rows.back().hash);
        QVERIFY(QString::fromStdString(report.anchor).contains(QLatin1String("nothing outside")));
    }

    void damage_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* name, Change change, const char* told) { QTest::newRow(name) << change << QString::fromUtf8(told); };
        row("one removed", [](Rows& r) { r.erase(r.begin() + 6); }, "missing 6");
        row("three removed", [](Rows& r) { r.erase(r.begin() + 6, r.begin() + 9); }, "missing 6-8");
        row("the beginning removed", [](Rows& r) { r.erase(r.begin(), r.begin() + 2); }, "missing 0-1");
        row("two places removed", [](Rows& r) { r.erase(r.begin() + 8); r.erase(r.begin() + 3); }, "missing 3; missing 8");
        row("one twice", [](Rows& r) { r.insert(r.begin() + 6, r[6]); }, "duplicated 6");
        row("one again at the end", [](Rows& r) { r.push_back(r[2]); }, "duplicated 2");
        row("the last twice", [](Rows& r) { r.push_back(r.back()); }, "duplicated 11");
        row("all twice", [](Rows& r) { const Rows copy(r.begin(), r.begin() + 2); r.insert(r.begin() + 2, copy.begin(), copy.end()); }, "duplicated 0; duplicated 1");
        row("two swapped", [](Rows& r) { std::swap(r[6], r[7]); }, "reordered 6");
        row("one moved to the end", [](Rows& r) { std::rotate(r.begin() + 4, r.begin() + 5, r.end()); }, "reordered 4");
        row("one moved to the front", [](Rows& r) { std::rotate(r.begin(), r.begin() + 2, r.begin() + 3); }, "reordered 0; reordered 1");
        row("all reversed but the first", [](Rows& r) { r.resize(4); std::reverse(r.begin() + 1, r.end()); }, "reordered 1; reordered 2");
        row("payload edited", [](Rows& r) { r[6].payloadText.replace(1, 3, "\"m\""); }, "edited 6");
        row("blank put in", [](Rows& r) { r[6].payloadText.insert(1, " "); }, "edited 6");
        row("actor edited", [](Rows& r) { r[6].actorText.replace(r[6].actorText.find("alice"), 5, "mallo"); }, "edited 6");
        row("plan edited", [](Rows& r) { r[6].plan = "x"; }, "edited 6");
        row("type edited", [](Rows& r) { r[6].type = "run.ended"; }, "edited 6");
        row("time edited", [](Rows& r) { r[6].time += 1; }, "edited 6");
        row("hash edited", [](Rows& r) { r[6].hash = std::string(64, 'a'); }, "edited 6");
        row("hash cut", [](Rows& r) { r[6].hash.pop_back(); }, "edited 6");
        row("link edited", [](Rows& r) { r[6].prevHash = std::string(64, 'a'); }, "edited 6");
        row("sequence edited up", [](Rows& r) { r[6].seq = 60; }, "edited 6");
        row("sequence edited down", [](Rows& r) { r[6].seq = 2; }, "edited 6");
        row("sequence negative", [](Rows& r) { r[6].seq = -6; }, "edited 6");
        row("sequence largest", [](Rows& r) { r[6].seq = INT64_MAX; }, "edited 6");
        row("two edited", [](Rows& r) { r[3].time = 1; r[4].time = 1; }, "edited 3; edited 4");
        row("edited and hashed again", [](Rows& r) { r[6].time += 1; test::rehash(r[6]); }, "edited 6");
        row("first edited and hashed again", [](Rows& r) { r[0].time += 1; test::rehash(r[0]); }, "edited 0");
        row("last edited", [](Rows& r) { r[11].time += 1; }, "edited 11");
        row("first names one before it", [](Rows& r) { r[0].prevHash = std::string(64, 'b'); test::rehash(r[0]); r.resize(1); }, "edited 0");
        row("texts split elsewhere", [](Rows& r) {
            const std::size_t at = r[6].payloadText.find(",\"nested\"");
            r[6].actorText += ",\"payload\":" + r[6].payloadText.substr(0, at);
            r[6].payloadText = r[6].payloadText.substr(at);
        }, "edited 6");
        row("unreadable in the middle", [](Rows& r) { r[6].payloadText.resize(5); }, "edited 6");
        row("last cut", [](Rows& r) { r[11].payloadText.resize(5); }, "torn 11");
        row("last with a short hash", [](Rows& r) { r[11].hash.resize(20); }, "torn 11");
        row("last empty", [](Rows& r) { r[11] = {}; r[11].seq = 11; }, "torn 11");
        row("only one, cut", [](Rows& r) { r.resize(1); r[0].actorText = "{"; }, "torn 0");
        row("two writers", [](Rows& r) { auto other = r[6]; other.time += 5; test::rehash(other); r.insert(r.begin() + 7, other); }, "duplicated 6");
        row("two writers, the second went on", [](Rows& r) { auto other = r[6]; other.time -= 5; test::rehash(other); r.insert(r.begin() + 6, other); }, "duplicated 6");
        row("removed and edited", [](Rows& r) { r[9].time = 0; r.erase(r.begin() + 4); }, "missing 4; edited 9");
        row("all kinds", [](Rows& r) {
            r[11].payloadText.resize(3);
            r[9].time = 0;
            std::swap(r[6], r[7]);
            r.insert(r.begin() + 5, r[4]);
            r.erase(r.begin() + 2);
        }, "missing 2; duplicated 4; reordered 6; edited 9; torn 11");
    }
    void damage()
    {
        QFETCH(Change, change);
        QFETCH(QString, told);
        Rows rows = test::chain(12);
        change(rows);
        const auto report = test::verify(rows);
        QCOMPARE(QString::fromStdString(test::told(report)), told);
        QVERIFY(!report.intact());
        QCOMPARE(report.problemCount, static_cast<std::int64_t>(report.problems.size()));
        const bool onlyTorn = told.startsWith(QLatin1String("torn"));
        QCOMPARE(report.onlyTorn(), onlyTorn);
        QCOMPARE(base::exitStatus(report.verdict().error().kind()), onlyTorn ? 11 : 10);
    }

    void tornLeavesTheRestValid()
    {
        Rows rows = test::chain(12);
        rows[11].payloadText.resize(5);
        const auto report = test::verify(rows);
        QCOMPARE(report.events, std::int64_t{11});
        QCOMPARE(report.headSeq, std::int64_t{10});
        QCOMPARE(report.headHash, rows[10].hash);
    }

    void sayWhatHappened()
    {
        Rows rows = test::chain(12);
        rows.insert(rows.begin() + 6, rows[6]);
        QCOMPARE(test::verify(rows).problems[0].detail, std::string("Sequence 6 occurs twice: the same event again."));
        rows[7].time += 1;
        test::rehash(rows[7]);
        QVERIFY(QString::fromStdString(test::verify(rows).problems[0].detail).contains(QLatin1String("two writers")));
        rows = test::chain(12);
        rows.erase(rows.begin() + 6);
        QCOMPARE(test::verify(rows).problems[0].detail, std::string("Sequence 6 is missing, between 5 and 7."));
    }

    void anyByteOfAnyFieldIsCovered()
    {
        const Rows good = test::chain(4);
        for (const auto member : {&audit::StoredEvent::type, &audit::StoredEvent::actorText, &audit::StoredEvent::payloadText,
                                  &audit::StoredEvent::prevHash, &audit::StoredEvent::hash})
            for (std::size_t i = 0; i < (good[2].*member).size(); ++i) {
                Rows rows = good;
                (rows[2].*member)[i] = static_cast<char>((rows[2].*member)[i] ^ 1);
                QCOMPARE(test::told(test::verify(rows)), std::string("edited 2"));
            }
    }

    void anchors()
    {
        Rows rows = test::chain(12);
        const audit::Anchor head{11, rows[11].hash, "the checkpoint of May"};
        auto report = test::verify(rows, {head, {4, rows[4].hash, "an older one"}});
        QVERIFY(report.intact());
        QCOMPARE(report.anchor, std::string("the checkpoint of May, at sequence 11"));
        Rows cut(rows.begin(), rows.begin() + 9);
        QVERIFY(test::verify(cut).intact()); // a clean cut is seen only against an anchor
        report = test::verify(cut, {head});
        QCOMPARE(test::told(report), std::string("missing 9-11"));
        QVERIFY(!report.onlyTorn());
        report = test::verify({}, {head});
        QCOMPARE(test::told(report), std::string("missing 0-11"));
        rows[11].payloadText.resize(4);
        QCOMPARE(test::told(test::verify(rows, {head})), std::string("torn 11"));
        QVERIFY(test::verify({}, {{-1, std::string(audit::beforeFirstHash), "an empty log"}}).intact());
    }

    void rewrittenWhole()
    {
        Rows rows = test::chain(12);
        const std::string head = rows[11].hash;
        std::string previous(audit::beforeFirstHash);
        for (audit::StoredEvent& row : rows) {
            row.time += row.seq >= 6 ? 1 : 0;
            row.prevHash = previous;
            test::rehash(row);
            previous = row.hash;
        }
        QVERIFY(test::verify(rows).intact());
        QCOMPARE(test::told(test::verify(rows, {{11, head, "a checkpoint"}})), std::string("edited 11"));
    }

    void problemsAreCapped()
    {
        Rows rows = test::chain(400);
        for (audit::StoredEvent& row : rows)
            row.time = 0;
        const auto report = test::verify(rows);
        QCOMPARE(report.problems.size(), audit::problemLimit);
        QCOMPARE(report.problemCount, std::int64_t{400});
        QCOMPARE(report.problems.front().seq, std::int64_t{0});
        rows = test::chain(600);
        for (std::size_t i = 0; i < 200; ++i)
            rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i * 2 + 1));
        const auto gaps = test::verify(rows);
        QCOMPARE(gaps.problems.size(), audit::problemLimit);
        QCOMPARE(gaps.problemCount, std::int64_t{200});
    }

    void objects()
    {
        for (const char* text : {"{}", "{\"a\":[1,{\"b\":\"}\"}]}", "{\"a\":\"\\\"}\"}"})
            QVERIFY2(audit::isOneObject(text), text);
        for (const char* text : {"", "{", "}", "[]", "{}{}", "{} ", " {}", "x", "{\"a\":\"}", "{\"a\":1},\"b\":{}", "{\n}", "\"{}\""})
            QVERIFY2(!audit::isOneObject(text), text);
    }

    void codesAreUnique()
    {
        for (std::size_t i = 0; i < audit::codes::all.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY(audit::codes::all[i]->code != audit::codes::all[k]->code);
    }

    void manyEvents()
    {
        audit::ChainVerifier verifier;
        audit::StoredEvent row;
        row.type = "run.started";
        row.actorText = "{}";
        row.payloadText = "{\"text\":\"" + std::string(200, 'x') + "\"}";
        row.prevHash = audit::beforeFirstHash;
        for (row.seq = 0; row.seq < 200'000; ++row.seq) {
            row.hash = audit::storedHash(row);
            verifier.add(row);
            row.prevHash = row.hash;
        }
        const auto report = verifier.finish();
        QVERIFY(report.intact());
        QCOMPARE(report.events, std::int64_t{200'000});
    }
};

QTEST_APPLESS_MAIN(ChainTest)
#include "chain_test.moc"
