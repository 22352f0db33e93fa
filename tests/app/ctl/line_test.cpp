// The command line itself: help, usage errors, canonical JSON, and the import's safeguards.
#include "tests/app/ctl/support/workspace.h"

#include <QtTest>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class LineTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;

    Ended canon(const QByteArray& json, const QStringList& more = {}, bool asJson = false);

private Q_SLOTS:
    void initTestCase();
    void everyCommandHasHelp();
    void usage_data();
    void usage();
    void errorsForPeople();
    void badInput_data();
    void badInput();
    void canonical_data();
    void canonical();
    void refusedNumbers_data();
    void refusedNumbers();
    void refusedTexts_data();
    void refusedTexts();
    void importAsksFirst();
    void importExpectsWhatWasReviewed();
    void importTellsEveryProblem();
    void demoImportsNothingButTheSample();
    void controlCharactersAreShown();
};

void LineTest::initTestCase()
{
    QVERIFY(m_home.valid());
    QCOMPARE(m_home.run({u"init"_s}).status, 0);
}

void LineTest::everyCommandHasHelp()
{
    const Call plain{.json = false, .withStore = false};
    const Ended all = m_home.run({u"--help"_s}, plain);
    QCOMPARE(all.status, 0);
    QVERIFY(all.err.isEmpty());
    int commands = 0;
    for (const QByteArray& line : all.out.split('\n')) {
        if (!line.startsWith("  ") || line.startsWith("   ") || QChar::fromLatin1(line.at(2)).isDigit())
            continue;
        const QString name = QString::fromUtf8(line.mid(2)).section(u"  "_s, 0, 0).trimmed();
        const Ended help = m_home.run(name.split(u' ') + QStringList{u"--help"_s}, plain);
        QVERIFY2(help.status == 0 && help.out.startsWith("countersignctl " + name.toUtf8()), (name.toUtf8() + ": " + help.all()).constData());
        ++commands;
    }
    QVERIFY2(commands >= 25, QByteArray::number(commands).constData());
    QVERIFY(m_home.run({u"--version"_s}, plain).out.startsWith("countersignctl "));
}

void LineTest::usage_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("nothing") << QStringList{};
    QTest::newRow("no such command") << QStringList{u"approve"_s};
    QTest::newRow("half a command") << QStringList{u"halts"_s};
    QTest::newRow("no such option") << QStringList{u"validate"_s, u"--force"_s};
    QTest::newRow("missing option") << QStringList{u"validate"_s};
    QTest::newRow("missing value") << QStringList{u"validate"_s, u"--task"_s};
    QTest::newRow("twice") << QStringList{u"validate"_s, u"--task"_s, u"a"_s, u"--task"_s, u"b"_s};
    QTest::newRow("flag with value") << QStringList{u"halts"_s, u"list"_s, u"--all=1"_s};
    QTest::newRow("too many") << QStringList{u"halts"_s, u"list"_s, u"x"_s};
    QTest::newRow("too few") << QStringList{u"halts"_s, u"show"_s};
    QTest::newRow("bad phase") << QStringList{u"validate"_s, u"--task"_s, u"a"_s, u"--phase"_s, u"both"_s};
    QTest::newRow("parallel 0") << QStringList{u"validate"_s, u"--task"_s, u"a"_s, u"--parallel"_s, u"0"_s};
    QTest::newRow("parallel 257") << QStringList{u"validate"_s, u"--task"_s, u"a"_s, u"--parallel"_s, u"257"_s};
    QTest::newRow("limit") << QStringList{u"history"_s, u"list"_s, u"--limit"_s, u"many"_s};
    QTest::newRow("negative limit") << QStringList{u"audit"_s, u"list"_s, u"--limit"_s, u"-1"_s};
    QTest::newRow("two scopes") << QStringList{u"validation"_s, u"attach"_s, u"--project"_s, u"p"_s, u"--plan"_s, u"n"_s, u"r"_s, u"v"_s};
    QTest::newRow("proceed without id") << QStringList{u"authorize"_s, u"--proceed"_s};
    QTest::newRow("algorithm") << QStringList{u"key"_s, u"new"_s, u"--out"_s, u"k"_s, u"--alg"_s, u"none"_s};
    QTest::newRow("empty word") << QStringList{u""_s};
}

void LineTest::usage()
{
    QFETCH(QStringList, words);
    const Ended ended = m_home.run(words);
    QCOMPARE(ended.status, 64);
    QCOMPARE(ended.code(), u"USAGE"_s);
    QCOMPARE(ended.json.value("ok"_L1), QJsonValue(false));
    const QJsonObject error = ended.json.value("error"_L1).toObject();
    for (const char* member : {"name", "code", "message"})
        QVERIFY(!error.value(QLatin1String(member)).toString().isEmpty());
    QVERIFY(error.contains("cause"_L1));
    QVERIFY(ended.err.isEmpty());
}

void LineTest::errorsForPeople()
{
    const Ended ended = m_home.run({u"halts"_s, u"show"_s, u"01ARZ3NDEKTSV4RRFFQ69G5FAV"_s}, {.json = false});
    QCOMPARE(ended.status, 66);
    QVERIFY(ended.out.isEmpty());
    QVERIFY(ended.err.contains("HALT_NOT_FOUND"));
    // --json as the value of another option is that option's value.
    const Ended value = m_home.run({u"plan"_s, u"create"_s, u"t"_s, u"--title"_s, u"--json"_s}, {.json = false});
    QVERIFY2(value.out.isEmpty() && value.err.contains("PROJECT_NOT_FOUND"), value.all().constData());
}

void LineTest::badInput_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    QTest::newRow("task id") << QStringList{u"plan"_s, u"create"_s, u"a/b"_s} << 66 << u"PROJECT_NOT_FOUND"_s;
    QTest::newRow("id") << QStringList{u"halts"_s, u"show"_s, u"not-an-id"_s} << 65 << u"ID_INVALID"_s;
    QTest::newRow("name") << QStringList{u"history"_s, u"list"_s, u"--validation"_s, u"Unit Tests"_s} << 65 << u"NAME_INVALID"_s;
    QTest::newRow("no project") << QStringList{u"validate"_s, u"--task"_s, u"t"_s} << 66 << u"PROJECT_NOT_FOUND"_s;
    QTest::newRow("no validation") << QStringList{u"validation"_s, u"attach"_s, u"r"_s, u"v"_s} << 66 << u"VALIDATION_NOT_FOUND"_s;
    QTest::newRow("no attachment") << QStringList{u"validation"_s, u"detach"_s, u"01ARZ3NDEKTSV4RRFFQ69G5FAV"_s} << 66 << u"ATTACHMENT_NOT_FOUND"_s;
    QTest::newRow("no file") << QStringList{u"canon"_s, u"/nonexistent/file"_s} << 66 << u"FILE_NOT_FOUND"_s;
    QTest::newRow("no plan") << QStringList{u"plan"_s, u"show"_s, u"01ARZ3NDEKTSV4RRFFQ69G5FAV"_s} << 66 << u"PROJECT_NOT_FOUND"_s;
    QTest::newRow("no workspace") << QStringList{u"import"_s, u"/nonexistent"_s, u"--yes"_s} << 66 << QString();
}

void LineTest::badInput()
{
    QFETCH(QStringList, words);
    const Ended ended = m_home.run(words);
    QFETCH(QString, code);
    if (!code.isEmpty())
        QCOMPARE(ended.code(), code);
    QTEST(ended.status, "status");
}

Ended LineTest::canon(const QByteArray& json, const QStringList& more, bool asJson)
{
    const QString file = m_home.path(u"canon.json"_s);
    (void)writeFile(file, json);
    return m_home.run(QStringList{u"canon"_s, file} + more, {.json = asJson});
}

// RFC 8785: appendix B for the numbers, section 3.2.3 for the order, 3.2.2.2 for the texts.
void LineTest::canonical_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("order by UTF-16") << QByteArray(R"({"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"})")
                                     << QByteArray("{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xc2\x80\":\"Control\",\"\xc3\xb6\":\"Latin Small Letter O With Diaeresis\",\"\xe2\x82\xac\":\"Euro Sign\",\"\xf0\x9f\x98\x80\":\"Emoji: Grinning Face\",\"\xef\xac\xb3\":\"Hebrew Letter Dalet With Dagesh\"}");
    QTest::newRow("texts") << QByteArray(R"(["\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"])") << QByteArray("[\"\xe2\x82\xac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"]");
    QTest::newRow("literals") << QByteArray(" [ null , true,false ,{ } , [ ] ] ") << QByteArray("[null,true,false,{},[]]");
    const QList<QPair<QByteArray, QByteArray>> numbers{{"0", "0"}, {"-0", "0"}, {"-0.0", "0"}, {"5e-324", "5e-324"}, {"-5e-324", "-5e-324"},
        {"1.7976931348623157e308", "1.7976931348623157e+308"}, {"9007199254740992", "9007199254740992"}, {"-9007199254740992", "-9007199254740992"},
        {"295147905179352830000", "295147905179352830000"}, {"9.999999999999997e22", "9.999999999999997e+22"}, {"1e23", "1e+23"},
        {"1.0000000000000001e23", "1.0000000000000001e+23"}, {"999999999999999700000", "999999999999999700000"}, {"1e21", "1e+21"},
        {"9.999999999999997e-7", "9.999999999999997e-7"}, {"0.000001", "0.000001"}, {"333333333.3333332", "333333333.3333332"},
        {"333333333.33333343", "333333333.33333343"}, {"-0.0000033333333333333333", "-0.0000033333333333333333"}, {"1424953923781206.2", "1424953923781206.2"},
        {"10", "10"}, {"1E1", "10"}, {"1.50", "1.5"}, {"1000000000000000000000", "1e+21"}, {"100000000000000000000", "100000000000000000000"}};
    for (const auto& [in, out] : numbers)
        QTest::newRow(in.constData()) << in << out;
}

void LineTest::canonical()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, expected);
    const Ended ended = canon(json);
    QVERIFY2(ended.status == 0, ended.all().constData());
    QCOMPARE(ended.out, expected);
    QCOMPARE(canon(json, {u"--digest"_s}).out.trimmed(), QCryptographicHash::hash(expected, QCryptographicHash::Sha256).toHex());
}

void LineTest::refusedNumbers_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("extended");
    QTest::newRow("beyond 2^53") << QByteArray("{\"n\":9007199254740993}") << QByteArray("{\"n\":9007199254740993e0}");
    QTest::newRow("too large") << QByteArray("[1e400]") << QByteArray("[1e400]");
    QTest::newRow("too many digits") << QByteArray("[0.10000000000000000001]") << QByteArray("[10000000000000000001e-20]");
    QTest::newRow("too small") << QByteArray("[1e-400]") << QByteArray("[1e-400]");
}

void LineTest::refusedNumbers()
{
    QFETCH(QByteArray, json);
    const Ended ended = canon(json, {}, true);
    QCOMPARE(ended.code(), u"NUMBER_NOT_EXACT"_s);
    QCOMPARE(ended.status, 65);
    const Ended extended = canon(json, {u"--extended"_s});
    QCOMPARE(extended.status, 0);
    QTEST(extended.out, "extended");
}

void LineTest::refusedTexts_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("code");
    QTest::newRow("duplicate") << QByteArray("{\"a\":1,\n \"a\":2}") << u"JSON_DUPLICATE_KEY"_s;
    QTest::newRow("escaped duplicate") << QByteArray("{\"a\":1,\"\\u0061\":2}") << u"JSON_DUPLICATE_KEY"_s;
    QTest::newRow("utf-8") << QByteArray("[\"\xff\"]") << u"JSON_INVALID_UTF8"_s;
    QTest::newRow("lone surrogate") << QByteArray("[\"\\ud800\"]") << QString();
    QTest::newRow("NaN") << QByteArray("[NaN]") << u"JSON_SYNTAX"_s;
    QTest::newRow("leading zero") << QByteArray("[01]") << u"JSON_SYNTAX"_s;
    QTest::newRow("mark") << QByteArray("\xef\xbb\xbf{}") << QString();
    QTest::newRow("two values") << QByteArray("{} {}") << QString();
    QTest::newRow("nothing") << QByteArray("") << QString();
    QTest::newRow("deep") << QByteArray(100'000, '[') << QString();
}

void LineTest::refusedTexts()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, code);
    const Ended ended = canon(json, {}, true);
    QCOMPARE(ended.status, 65);
    QVERIFY(!ended.code().isEmpty());
    if (!code.isEmpty())
        QCOMPARE(ended.code(), code);
    QVERIFY(ended.json.value("error"_L1).toObject().value("place"_L1).toObject().value("line"_L1).toInt() >= 1);
}

void LineTest::importAsksFirst()
{
    const QuickWorkspace work(m_home);
    // A session of its own has no terminal to ask on.
    const Call call{.wrapper = {u"setsid"_s, u"-w"_s}};
    const Ended ended = m_home.run({u"import"_s, work.directory()}, call);
    QVERIFY2(ended.status == 0, ended.all().constData());
    QCOMPARE(ended.json.value("imported"_L1), QJsonValue(false));
    QCOMPARE(m_home.run({u"project"_s, u"list"_s}).json.value("projects"_L1).toArray().size(), 0);
    QCOMPARE(m_home.eventsOfType(u"registry.imported"_s), 0);
    const Ended people = m_home.run({u"import"_s, work.directory()}, {.wrapper = call.wrapper, .json = false});
    QVERIFY2(people.out.contains("Nothing was imported") && people.out.contains("--expect " + ended.text("digest").toUtf8()), people.all().constData());
    QVERIFY(people.err.contains("+ project local/quick"));
}

void LineTest::importExpectsWhatWasReviewed()
{
    const QuickWorkspace work(m_home);
    const Call call{.wrapper = {u"setsid"_s, u"-w"_s}};
    const QString digest = m_home.run({u"import"_s, work.directory()}, call).text("digest");
    QVERIFY(work.propose(u"style.yml"_s, "validation:\n  name: style\n  source: command\n  command: [\"true\"]\n  capability: {read_only: true}\n"));
    const Ended changed = m_home.run({u"import"_s, work.directory(), u"--expect"_s, digest}, call);
    QCOMPARE(changed.code(), u"IMPORT_CHANGED"_s);
    QCOMPARE(changed.status, 75);
    const Ended both = m_home.run({u"import"_s, work.directory(), u"--yes"_s, u"--expect"_s, digest}, call);
    QCOMPARE(both.code(), u"IMPORT_CHANGED"_s);
    QCOMPARE(m_home.run({u"project"_s, u"list"_s}).json.value("projects"_L1).toArray().size(), 0);
    const QString now = m_home.run({u"import"_s, work.directory()}, call).text("digest");
    const Ended done = m_home.run({u"import"_s, work.directory(), u"--expect"_s, now}, call);
    QCOMPARE(done.status, 0);
    QCOMPARE(done.json.value("imported"_L1), QJsonValue(true));
    QCOMPARE(m_home.run({u"project"_s, u"list"_s}).json.value("projects"_L1).toArray().size(), 1);
}

void LineTest::importTellsEveryProblem()
{
    const QString directory = m_home.path(u"wrong"_s);
    QVERIFY(writeFile(directory + u"/.countersign/a.yml"_s, "validation:\n  name: a\n  source: command\n  command: [x]\n  capability: {read_only: false}\n  unsafe: true\n  colour: red\n"));
    QVERIFY(writeFile(directory + u"/.countersign/b.yml"_s, "project:\n  name: Bad\n  resources: [nothing]\n"));
    const Ended ended = m_home.run({u"import"_s, directory, u"--yes"_s});
    QCOMPARE(ended.code(), u"IMPORT_INVALID"_s);
    QCOMPARE(ended.status, 65);
    const QString message = ended.json.value("error"_L1).toObject().value("message"_L1).toString();
    QVERIFY2(message.contains(QRegularExpression(u"a\\.yml:\\d+"_s)) && message.contains(QRegularExpression(u"b\\.yml:\\d+"_s)), qPrintable(message));
    QVERIFY2(message.count(u'\n') >= 4, qPrintable(message));
}

void LineTest::demoImportsNothingButTheSample()
{
    const QString directory = m_home.path(u"not-the-sample"_s);
    QVERIFY(writeFile(directory + u"/.countersign/project.yml"_s, "project:\n  name: smuggled\n  resources: [work]\n"));
    QVERIFY(writeFile(directory + u"/.countersign/resource.yml"_s, "resource: {name: work, kind: directory, path: .}\n"));
    const Ended ended = m_home.run({u"demo"_s, directory});
    QCOMPARE(ended.status, 64);
    QVERIFY(!m_home.run({u"project"_s, u"list"_s}).out.contains("smuggled"));
    // On the sample itself it may be called again.
    const Call other{.store = m_home.path(u"other.db"_s)};
    QCOMPARE(m_home.run({u"demo"_s, m_home.path(u"sample"_s)}, other).status, 0);
    QCOMPARE(m_home.run({u"demo"_s, m_home.path(u"sample"_s)}, other).status, 0);
}

void LineTest::controlCharactersAreShown()
{
    const Ended ended = m_home.run({u"plan"_s, u"show"_s, u"\u001b[31mred\u202e"_s}, {.json = false});
    QVERIFY(ended.status != 0);
    QVERIFY(!ended.err.contains('\x1b') && !ended.err.contains("\u202e"));
    QCOMPARE(m_home.run({u"plan"_s, u"create"_s, u"evil"_s, u"--title"_s, u"\u001b]0;x\u0007\u202e\nnext"_s}).status, 0);
    const Ended listed = m_home.run({u"plan"_s, u"list"_s}, {.json = false});
    QVERIFY(!listed.out.contains('\x1b') && !listed.out.contains("\u202e") && !listed.out.contains('\x07'));
    QVERIFY(listed.out.contains("evil"));
}

QTEST_GUILESS_MAIN(LineTest)
#include "line_test.moc"
