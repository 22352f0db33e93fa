#include "engine/base/clock.h"
#include "engine/base/codes.h"
#include "engine/base/digest.h"
#include "engine/base/files.h"
#include "engine/base/ids.h"
#include "engine/base/name.h"
#include "engine/base/text.h"

#include <QTest>

#include <set>
#include <thread>

using namespace countersign::base;

class ValuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names_data();
    void names();
    void reservedNames();
    void ulids();
    void ulidsOfManyThreads();
    void ulidText();
    void digests();
    void errors();
    void visibleText_data();
    void visibleText();
    void blank();
    void elided();
    void times();
    void files();
};

void ValuesTest::names_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("full");
    QTest::addColumn<QByteArray>("complaint");
    const auto good = [](const char* text, const char* full) { QTest::newRow(text) << QByteArray(text) << QByteArray(full) << QByteArray(); };
    const auto bad = [](const char* text, const char* complaint) { QTest::newRow(text) << QByteArray(text) << QByteArray() << QByteArray(complaint); };
    good("lint", "local/lint");
    good("team/unit-tests_2", "team/unit-tests_2");
    good("srv:ns/name", "srv:ns/name");
    bad("", "position 1");
    bad("Lint", "'L' at position 1");
    bad("a/b/c", "'/' at position 4");
    bad("2fast", "'2' at position 1");
    bad("a b", "' ' at position 2");
    bad("srv:name", "no namespace");
    bad("a/", "empty part at position 3");
    bad("über", "at position 1");
    bad("na\xC3\xAFve", "at position 3");
}

void ValuesTest::names()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, full);
    QFETCH(QByteArray, complaint);
    const auto name = parseName(text.toStdString());
    if (complaint.isEmpty()) {
        QVERIFY(name.has_value());
        QCOMPARE(QByteArray::fromStdString(name->text()), full);
    } else {
        QVERIFY(!name.has_value());
        QVERIFY2(name.error().message().find(complaint.toStdString()) != std::string::npos, name.error().message().c_str());
    }
}

void ValuesTest::reservedNames()
{
    for (const char* text : {"system/x", "internal/x", "admin/x", "root/x", "builtin/x"}) {
        QVERIFY(parseName(text).has_value());
        QCOMPARE(parseOwnName(text).error().code(), codes::NameReserved.code);
    }
    QVERIFY(!parseName(std::string(65, 'a')).has_value());
    QVERIFY(parseName(std::string(64, 'a')).has_value());
}

void ValuesTest::ulids()
{
    const SystemClock clock;
    std::string last;
    for (int i = 0; i < 10'000; ++i) {
        const std::string id = newUlid(clock);
        QVERIFY(id > last);
        QCOMPARE(id.size(), std::size_t{26});
        last = id;
    }
    QVERIFY(qAbs(ulidTime(last) - clock.now()) < 5000);
}

void ValuesTest::ulidsOfManyThreads()
{
    const SystemClock clock;
    std::array<std::vector<std::string>, 4> made;
    {
        std::vector<std::jthread> threads;
        for (auto& list : made)
            threads.emplace_back([&list, &clock] {
                for (int i = 0; i < 2000; ++i)
                    list.push_back(newUlid(clock));
            });
    }
    std::set<std::string> all;
    for (const auto& list : made)
        all.insert(list.begin(), list.end());
    QCOMPARE(all.size(), std::size_t{8000});
}

void ValuesTest::ulidText()
{
    QCOMPARE(*parseUlid("01m8q4x3wm09r6yg0mpwwzb55j"), std::string("01M8Q4X3WM09R6YG0MPWWZB55J"));
    for (const char* bad : {"", "01M8Q4X3WM09R6YG0MPWWZB55", "01M8Q4X3WM09R6YG0MPWWZB55JX", "81M8Q4X3WM09R6YG0MPWWZB55J", "01M8Q4X3WM09R6YG0MPWWZB55I", "01M8Q4X3WM09R6YG0MPWWZB55U"})
        QCOMPARE(parseUlid(bad).error().code(), codes::IdInvalid.code);
}

void ValuesTest::digests()
{
    QCOMPARE(sha256Hex(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    Hasher hasher;
    hasher.add("a");
    hasher.add("bc");
    QCOMPARE(hasher.hex(), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
}

void ValuesTest::errors()
{
    const Error error = Error(codes::ConfigInvalid, "the key \"colour\" is not known")
                            .at({"config.yml", 3, 5, "/colour"})
                            .advise("Remove it.")
                            .because(Error(codes::FileUnreadable, "inner"));
    QCOMPARE(error.text(), std::string("config.yml:3:5 at /colour: the key \"colour\" is not known [CONFIG_INVALID] Remove it.; because inner [FILE_UNREADABLE]"));
    std::set<std::string_view> seen;
    for (const CodeInfo* code : codes::all) {
        QVERIFY(seen.insert(code->code).second);
        QVERIFY(!code->sentence.empty());
        QVERIFY(exitStatus(code->kind) != 0);
    }
}

void ValuesTest::visibleText_data()
{
    QTest::addColumn<QByteArray>("in");
    QTest::addColumn<QByteArray>("out");
    QTest::newRow("escape") << QByteArray("\x1b[2Jx") << QByteArray("<U+001B>[2Jx");
    QTest::newRow("bidi override") << QByteArray("a\xE2\x80\xAE" "b") << QByteArray("a<U+202E>b");
    QTest::newRow("zero width") << QByteArray("a\xE2\x80\x8B" "b") << QByteArray("a<U+200B>b");
    QTest::newRow("tag character") << QByteArray("\xF3\xA0\x81\x81") << QByteArray("<U+E0041>");
    QTest::newRow("C1") << QByteArray("\xC2\x9B") << QByteArray("<U+009B>");
    QTest::newRow("DEL") << QByteArray("\x7f") << QByteArray("<U+007F>");
    QTest::newRow("invalid byte") << QByteArray("a\xFF" "b") << QByteArray("a\xEF\xBF\xBD" "b");
    QTest::newRow("letters stay") << QByteArray("\xC3\xA9\xF0\x9F\x98\x80\xE6\xBC\xA2") << QByteArray("\xC3\xA9\xF0\x9F\x98\x80\xE6\xBC\xA2");
}

void ValuesTest::visibleText()
{
    QFETCH(QByteArray, in);
    QFETCH(QByteArray, out);
    QCOMPARE(QByteArray::fromStdString(visible(in.toStdString(), false)), out);
}

void ValuesTest::blank()
{
    for (const char* text : {"", "  ", "\t\n", "\xC2\xA0", "\xE2\x80\x8B", "\xE3\x80\x80 \xE2\x81\xA0"})
        QVERIFY(isBlank(text));
    QVERIFY(!isBlank(" x "));
    QVERIFY(!isBlank("\xFF"));
}

void ValuesTest::elided()
{
    QCOMPARE(elide("h\xC3\xA9llo", 5), std::string("h\xC3\xA9llo"));
    QCOMPARE(elide("h\xC3\xA9llos", 5), std::string("h\xC3\xA9ll\xE2\x80\xA6"));
    QCOMPARE(characters("h\xC3\xA9"), std::size_t{2});
}

void ValuesTest::times()
{
    QCOMPARE(isoTime(0), std::string("1970-01-01T00:00:00.000Z"));
    QCOMPARE(isoTime(1796073249007), std::string("2026-11-30T21:14:09.007Z"));
    QCOMPARE(isoTime(-1), std::string("1969-12-31T23:59:59.999Z"));
}

void ValuesTest::files()
{
    const auto directory = TemporaryDirectory::create("countersign-test");
    QVERIFY(directory.has_value());
    const auto file = directory->path() / "a" / "b.txt";
    QCOMPARE(readFile(file).error().code(), codes::FileNotFound.code);
    QVERIFY(makeDirectory(file.parent_path(), 0700).has_value());
    QVERIFY(writeFileAtomically(file, "one", 0600).has_value());
    QVERIFY(writeFileAtomically(file, "two", 0600).has_value());
    QCOMPARE(*readFile(file), std::string("two"));
    QCOMPARE(readFile(file, 2).error().code(), codes::FileTooLarge.code);
    QCOMPARE(readFile(file.parent_path()).error().code(), codes::FileUnreadable.code);
    QVERIFY(!writeFileAtomically("/proc/nothing/here", "x").has_value());
}

QTEST_APPLESS_MAIN(ValuesTest)
#include "values_test.moc"
