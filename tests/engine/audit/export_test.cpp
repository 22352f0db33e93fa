#include "engine/audit/export.h"

#include "engine/audit/codes.h"
#include "tests/engine/audit/chains.h"

#include <QTest>

#include <functional>
#include <sstream>

using namespace countersign;
using Lines = std::vector<std::string>;
using Change = std::function<void(Lines&)>;

namespace {

std::string exported(const std::vector<audit::StoredEvent>& rows)
{
    std::ostringstream out;
    audit::ExportHeader header;
    header.exportedAt = 1'800'000'000'000;
    if (!rows.empty()) {
        header.headSeq = rows.back().seq;
        header.headHash = rows.back().hash;
    }
    audit::ExportWriter writer(out, header);
    for (const audit::StoredEvent& row : rows)
        if (!writer.add(row))
            return {};
    return writer.finish() ? out.str() : std::string();
}

base::Result<audit::ExportReport> verified(const std::string& text)
{
    std::istringstream in(text);
    return audit::verifyExport(in, [](const std::string&, const auto&) -> base::Result<domain::DecisionClaims> {
        return base::fail(audit::codes::ChainBroken, "no record is expected here");
    });
}

Lines split(const std::string& text)
{
    Lines out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        out.push_back(line);
    return out;
}

std::string join(const Lines& lines)
{
    std::string out;
    for (const std::string& line : lines)
        out += line + "\n";
    return out;
}

// As sed 's/o/0/' does.
void flip(std::string& line) { line[line.find('o')] = '0'; }

} // namespace

class ExportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void intact_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {0, 1, 12})
            QTest::newRow(std::to_string(count).c_str()) << count;
    }
    void intact()
    {
        QFETCH(int, count);
        const std::string text = exported(test::chain(count));
        const auto report = verified(text);
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(test::told(report->chain), std::string());
        QVERIFY(report->chain.intact());
        QCOMPARE(report->chain.events, std::int64_t{count});
        QCOMPARE(split(text).size(), static_cast<std::size_t>(std::max(count, 1)));
        QCOMPARE(report->header.exportedAt, base::TimeMs{1'800'000'000'000});
        for (const std::string& line : split(text)) {
            const auto json = base::parseJson(line);
            QVERIFY(json.has_value());
            QCOMPARE(base::canonical(*json), line);
        }
    }

    void lineOfAnEventIsItsSequencePlusOne()
    {
        const Lines lines = split(exported(test::chain(12)));
        for (std::size_t i = 0; i < lines.size(); ++i)
            QVERIFY(base::parseJson(lines[i])->at("seq") == base::Json(i));
    }

    void damage_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* name, Change change, const char* told) { QTest::newRow(name) << change << QString::fromUtf8(told); };
        row("line 7 removed", [](Lines& l) { l.erase(l.begin() + 6); }, "missing 6");
        row("line 7 twice", [](Lines& l) { l.insert(l.begin() + 6, l[6]); }, "duplicated 6");
        row("line 7 flipped", [](Lines& l) { flip(l[6]); }, "edited 6");
        row("line 7 and 8 exchanged", [](Lines& l) { std::swap(l[6], l[7]); }, "reordered 6");
        row("first line flipped", [](Lines& l) { flip(l[0]); }, "edited 0");
        row("last line flipped", [](Lines& l) { flip(l[11]); }, "edited 11");
        row("first line removed", [](Lines& l) { l.erase(l.begin()); }, "missing 0");
        row("last line removed", [](Lines& l) { l.pop_back(); }, "missing 11");
        row("only the first 7 kept", [](Lines& l) { l.resize(7); }, "missing 7-11");
        row("member added", [](Lines& l) { l[6].insert(1, "\"a\":1,"); }, "edited 6");
        row("number for a text", [](Lines& l) { l[6].replace(l[6].find("\"plan\":\"\""), 9, "\"plan\":12"); }, "edited 6");
        row("junk line", [](Lines& l) { l[6] = "junk"; }, "edited 6");
        row("two lines joined", [](Lines& l) { l[6] += l[7]; l.erase(l.begin() + 7); }, "edited 6; missing 7");
        row("blank lines", [](Lines& l) { l.insert(l.begin() + 3, ""); l.emplace_back(); }, "");
        row("carriage returns", [](Lines& l) { for (std::string& line : l) line += '\r'; }, "");
    }
    void damage()
    {
        QFETCH(Change, change);
        QFETCH(QString, told);
        Lines lines = split(exported(test::chain(12)));
        change(lines);
        const auto report = verified(join(lines));
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(QString::fromStdString(test::told(report->chain)), told);
    }

    void cutTail()
    {
        const std::string text = exported(test::chain(12));
        const auto report = verified(text.substr(0, text.size() - 20));
        QCOMPARE(test::told(report->chain), std::string("torn 11"));
        QVERIFY(report->chain.onlyTorn());
        QCOMPARE(report->chain.events, std::int64_t{11});
        QVERIFY(verified(text.substr(0, text.size() - 1))->chain.intact()); // only the last line feed is gone
    }

    void anyCutIsTornOrMissing()
    {
        const std::string text = exported(test::chain(3));
        const std::size_t first = text.find('\n');
        for (std::size_t size = first; size + 1 < text.size(); ++size) {
            const auto report = verified(text.substr(0, size));
            QVERIFY(report.has_value());
            const std::string told = test::told(report->chain);
            const bool atEnd = size == first || text[size] == '\n' || text[size - 1] == '\n';
            QVERIFY2(told.starts_with(atEnd ? "missing" : "torn"), (std::to_string(size) + " " + told).c_str());
        }
    }

    void notAnExport_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const char* text, const char* code) { QTest::newRow(name) << QByteArray(text) << QByteArray(code); };
        row("empty", "", "EXPORT_NOT_RECOGNISED");
        row("text", "hello\n", "EXPORT_NOT_RECOGNISED");
        row("array", "[]\n", "EXPORT_NOT_RECOGNISED");
        row("other object", "{\"a\":1}\n", "EXPORT_NOT_RECOGNISED");
        row("other format", "{\"export\":{\"format\":\"x\",\"version\":1}}\n", "EXPORT_NOT_RECOGNISED");
        row("header no object", "{\"export\":1}\n", "EXPORT_NOT_RECOGNISED");
        row("version 2", "{\"export\":{\"format\":\"countersign-audit\",\"version\":2}}\n", "EXPORT_VERSION");
        row("no head", "{\"export\":{\"format\":\"countersign-audit\",\"version\":1}}\n", "EXPORT_HEADER");
        row("cut header", "{\"export\":{\"format\":\"countersign-au", "EXPORT_HEADER");
    }
    void notAnExport()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, code);
        const auto report = verified(text.toStdString());
        QVERIFY(!report.has_value());
        QCOMPARE(std::string(report.error().code()), code.toStdString());
    }

    void damagedTextsTravel()
    {
        auto rows = test::chain(4);
        rows[1].payloadText = "{\"a\": \"line\nfeed";
        rows[3].actorText = "{\"cut";
        const std::string text = exported(rows);
        QCOMPARE(split(text).size(), std::size_t{4});
        QCOMPARE(test::told(verified(text)->chain), std::string("edited 1; torn 3"));
    }

    void failedStream()
    {
        std::ostringstream out;
        out.setstate(std::ios::badbit);
        audit::ExportWriter writer(out, {});
        QCOMPARE(std::string(writer.add(test::chain(1)[0]).error().code()), std::string("EXPORT_UNWRITABLE"));
    }
};

QTEST_APPLESS_MAIN(ExportTest)
#include "export_test.moc"
