#include "engine/registry/codes.h"
#include "models/desk/desk.h"
#include "models/enginelink/engine_link.h"
#include "models/registry/import_review_model.h"
#include "models/registry/import_tables.h"
#include "models/registry/import_words.h"
#include "models/roles.h"
#include "models/text.h"
#include "tests/support/fake_engine.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QtTest>

using namespace countersign;
using namespace countersign::models;

namespace {

using Change = ImportItem::Change;

ImportItem item(Change change, const char* kind, const char* name, std::vector<FieldChange> fields = {}) { return {change, kind, name, "f.yml", std::move(fields)}; }

/// The tree as text: one line a row, two blanks a level.
QString drawn(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0)
{
    QString out;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        out += QString(2 * depth, QLatin1Char(' '));
        QStringList cells;
        for (int column = 0; column < ImportReviewModel::File; ++column)
            cells << model.index(row, column, parent).data().toString();
        while (!cells.isEmpty() && cells.last().isEmpty())
            cells.removeLast();
        out += cells.join(QLatin1Char('|')) + QLatin1Char('\n') + drawn(model, model.index(row, 0, parent), depth + 1);
    }
    return out;
}

std::vector<ImportItem> someItems()
{
    return {item(Change::Same, "validation", "v-same"), item(Change::Added, "validation", "v-new", {{"/command", nullptr, {"true"}}}),
            item(Change::Changed, "validation", "v-other", {{"/mode", "required", "informational"}, {"/timeout", nullptr, 9}}),
            item(Change::Removed, "validation", "v-gone", {{"/command", {"false"}, nullptr}}), item(Change::Same, "validation", "v-too"),
            item(Change::Removed, "attachment", "v-gone on r"), item(Change::Same, "resource", "r"), item(Change::Added, "omen", "o-new")};
}

} // namespace

class ImportReviewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itemsStandByKindAndChange();
    void unchangedKindsStartFolded();
    void fieldsAreReadWhole();
    void controlsAreShown();
    void placesAreFoundAgain();
    void tenThousandItemsAreQuick();
    void sentences_data();
    void sentences();
    void problemsNameEverything();
    void statesSayHowFilesStand();
    void deskLooksAtImports();
};

void ImportReviewTest::itemsStandByKindAndChange()
{
    ImportReviewModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setItems(someItems());
    QCOMPARE(drawn(model), QStringLiteral("Validations||1 added, 1 changed, 1 removed, 2 unchanged\n"
                                          "  v-gone|removed|1 field|absent\n"
                                          "    /command||[\"false\"]|absent\n"
                                          "  v-other|changed||2 fields differ\n"
                                          "    /mode||\"required\"|\"informational\"\n"
                                          "    /timeout||absent|9\n"
                                          "  v-new|added|absent|1 field\n"
                                          "    /command||absent|[\"true\"]\n"
                                          "  2 unchanged\n"
                                          "    v-same|unchanged\n"
                                          "    v-too|unchanged\n"
                                          "Attachments||1 removed\n"
                                          "  v-gone on r|removed|0 fields|absent\n"
                                          "Resources||1 unchanged\n"
                                          "  1 unchanged\n"
                                          "    r|unchanged\n"
                                          "omen||1 added\n"
                                          "  o-new|added|absent|0 fields\n"));
    QCOMPARE(model.firstChange().data().toString(), QStringLiteral("v-gone"));
    QCOMPARE(model.index(0, 0, model.index(0, 0)).data(Qt::AccessibleTextRole).toString(), QStringLiteral("validation v-gone, removed, 1 field"));
    for (const int column : {0, 1}) // shape and word, never colour alone
        QCOMPARE(model.index(0, column, model.index(0, 0)).data(GlyphRole).isValid(), column == 1);
}

void ImportReviewTest::unchangedKindsStartFolded()
{
    ImportReviewModel model;
    model.setItems(someItems());
    QStringList open;
    for (const QModelIndex& index : model.openFromTheStart())
        open << index.data().toString();
    QCOMPARE(open, QStringList({QStringLiteral("Validations"), QStringLiteral("v-other"), QStringLiteral("Attachments"), QStringLiteral("omen")}));
}

void ImportReviewTest::fieldsAreReadWhole()
{
    ImportReviewModel model;
    model.setItems({item(Change::Changed, "tool", "t", {{"/code", "a\nb", "a\nc"}, {"/env", nullptr, {{"K", 1}}}})});
    const QModelIndex tool = model.index(0, 0, model.index(0, 0));
    const auto code = model.detail(model.index(0, 0, tool));
    QCOMPARE(code.title, QStringLiteral("/code of tool t"));
    QCOMPARE(code.before, QStringLiteral("a\nb"));
    QCOMPARE(code.after, QStringLiteral("a\nc"));
    const auto env = model.detail(model.index(1, 0, tool));
    QVERIFY(!env.existedBefore && env.existsAfter);
    QVERIFY(env.after.contains(QLatin1String("\"K\": 1")));
    QCOMPARE(model.detail(tool).before, QStringLiteral("/code: a\nb\n"));
    QVERIFY(model.detail(model.index(0, 0)).title.isEmpty());
    QCOMPARE(model.rowText(model.index(0, 0, tool)), QStringLiteral("t\tchanged\t\t2 fields differ\tf.yml\n/code\t\t\"a\\nb\"\t\"a\\nc\"\t"));
}

void ImportReviewTest::controlsAreShown()
{
    ImportReviewModel model;
    model.setItems({item(Change::Changed, "tool\xE2\x80\xAE", "t\x1b[31m", {{"/x\xE2\x80\xAE", "left\xE2\x80\xAEright", "a\ab"}})});
    const QString all = drawn(model) + model.detail(model.index(0, 0, model.index(0, 0, model.index(0, 0)))).before;
    for (const char16_t bad : {u'\u202e', u'\u001b', u'\u0007'})
        QVERIFY2(!all.contains(QChar(bad)), qPrintable(all));
    QVERIFY(all.contains(QLatin1String("<U+202E>")));
}

void ImportReviewTest::placesAreFoundAgain()
{
    ImportReviewModel model;
    model.setItems(someItems());
    const QModelIndex mode = model.index(0, 0, model.index(1, 0, model.index(0, 0)));
    const QString key = mode.data(KeyRole).toString();
    auto items = someItems();
    items.insert(items.begin(), item(Change::Removed, "validation", "a-first"));
    model.setItems(std::move(items));
    QCOMPARE(model.indexOf(key).data().toString(), QStringLiteral("/mode"));
    QCOMPARE(model.indexOf(key).parent().data().toString(), QStringLiteral("v-other"));
    QVERIFY(!model.indexOf(QStringLiteral("nothing")).isValid());
}

void ImportReviewTest::tenThousandItemsAreQuick()
{
    std::vector<ImportItem> items;
    for (int i = 0; i < 10'000; ++i)
        items.push_back(item(Change::Changed, i % 2 == 0 ? "validation" : "attachment", ("n" + std::to_string(i)).c_str(), {{"/a", i, i + 1}, {"/b", nullptr, "x"}}));
    ImportReviewModel model;
    QElapsedTimer timer;
    timer.start();
    model.setItems(std::move(items));
    QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    timer.restart();
    const QModelIndex last = model.index(4999, 0, model.index(1, 0));
    for (int i = 0; i < 10'000; ++i)
        QVERIFY(last.parent().isValid());
    QVERIFY2(timer.elapsed() < 200, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(model.openFromTheStart().size(), qsizetype(2)); // too many to unfold each
}

void ImportReviewTest::sentences_data()
{
    QTest::addColumn<QList<int>>("counts"); // added, changed, removed validations, removed attachments
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("removes");
    QTest::newRow("nothing") << QList<int>{0, 0, 0, 0} << QStringLiteral("These files say what is registered already.") << QString();
    QTest::newRow("one added") << QList<int>{1, 0, 0, 0} << QStringLiteral("Importing these files adds 1 registration.") << QString();
    QTest::newRow("changed") << QList<int>{0, 3, 0, 0} << QStringLiteral("Importing these files changes 3 registrations.") << QString();
    QTest::newRow("attachments go") << QList<int>{0, 0, 0, 2} << QStringLiteral("Importing these files removes 2 attachments.") << QStringLiteral("removes 2 attachments");
    QTest::newRow("all") << QList<int>{2, 1, 1, 1} << QStringLiteral("Importing these files adds 2 registrations, changes 1 and removes 1 validation and 1 attachment.")
                         << QStringLiteral("removes 1 validation and 1 attachment");
}

void ImportReviewTest::sentences()
{
    QFETCH(QList<int>, counts);
    ImportPreview preview;
    const auto add = [&preview](int n, Change change, const char* kind) {
        for (int i = 0; i < n; ++i)
            preview.items.push_back(item(change, kind, "x"));
    };
    add(counts[0], Change::Added, "validation");
    add(counts[1], Change::Changed, "project");
    add(counts[2], Change::Removed, "validation");
    add(counts[3], Change::Removed, "attachment");
    QTEST(importSentence(preview), "sentence");
    QTEST(removalsText(countsOf(preview.items)), "removes");
    preview.problems.emplace_back(registry::codes::KeyUnknown, "no");
    QCOMPARE(importSentence(preview), QStringLiteral("These files have 1 problem, so nothing of them can be imported."));
}

void ImportReviewTest::problemsNameEverything()
{
    ProblemModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    base::Error full(registry::codes::KeyUnknown, "There is no key timout here.");
    full.at({"lint.yml", 12, 3, "/timout"}).advise("Did you mean timeout?").because(base::Error(registry::codes::KeyMissing, "none"));
    model.setProblems({full, base::Error(registry::codes::YamlEmpty, "")});
    QCOMPARE(model.rowCount(), 2);
    const auto cell = [&model](int row, int column, int role = Qt::DisplayRole) { return model.index(row, column).data(role).toString(); };
    QCOMPARE(cell(0, ProblemModel::Place), QStringLiteral("lint.yml"));
    QCOMPARE(cell(0, ProblemModel::Place, DetailRole), QStringLiteral("line 12, column 3"));
    QCOMPARE(cell(0, ProblemModel::Words), QStringLiteral("There is no key timout here."));
    QCOMPARE(cell(0, ProblemModel::Words, DetailRole), QStringLiteral("Did you mean timeout?"));
    QCOMPARE(cell(0, ProblemModel::Pointer), QStringLiteral("/timout"));
    QCOMPARE(cell(0, ProblemModel::Code), QStringLiteral("KEY_UNKNOWN"));
    QCOMPARE(cell(1, ProblemModel::Words), QStringLiteral("The file is empty."));
    QCOMPARE(model.fullText(0), QStringLiteral("lint.yml, line 12, column 3\nAt /timout\nThere is no key timout here. [KEY_UNKNOWN]\nWhat to do: Did you mean timeout?\nBecause: none [KEY_MISSING]"));
    QVERIFY(model.fullText(7).isEmpty());
}

void ImportReviewTest::statesSayHowFilesStand()
{
    const auto store = tests::pumpController();
    tests::offerImports(*store);
    ImportStateModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setStates(store->imports);
    QStringList words;
    for (int row = 0; row < model.rowCount(); ++row)
        words << model.index(row, ImportStateModel::State).data().toString();
    QCOMPARE(words.join(QLatin1Char(',')), QStringLiteral("differ,differ,differ,as imported,not readable"));
    QVERIFY(differsSentence(store->imports[0], nowMs()).startsWith(QLatin1String("The files in /srv/pump differ from what was imported ")));
    QVERIFY(differsSentence(store->imports[4], nowMs()).startsWith(QStringLiteral("The files in /srv/gone can’t be read; ")));
}

void ImportReviewTest::deskLooksAtImports()
{
    const auto store = tests::pumpController();
    tests::offerImports(*store);
    EngineLink link([store]() -> base::Result<std::unique_ptr<Engine>> { return std::make_unique<tests::FakeEngine>(store); });
    Desk desk(link, nullptr, {});
    QSignalSpy changed(&desk, &Desk::importsChanged);
    QTRY_COMPARE(desk.imports().size(), std::size_t(5));
    QTRY_COMPARE(changed.count(), 1);
    std::optional<base::Result<ImportPreview>> answer;
    desk.previewImport(QStringLiteral("/srv/pump"), this, [&answer](base::Result<ImportPreview> preview) { answer = std::move(preview); });
    QTRY_VERIFY(answer && *answer);
    const std::string digest = (*answer)->digest;
    answer.reset();
    desk.import(QStringLiteral("/srv/pump"), std::string(64, '0'), this, [&answer](base::Result<ImportPreview> done) { answer = std::move(done); });
    QTRY_VERIFY(answer);
    QCOMPARE(QString::fromUtf8(answer->error().code().data()), QStringLiteral("IMPORT_CHANGED"));
    answer.reset();
    desk.import(QStringLiteral("/srv/pump"), digest, this, [&answer](base::Result<ImportPreview> done) { answer = std::move(done); });
    QTRY_VERIFY(answer && *answer);
    QTRY_VERIFY(!desk.imports().front().differs);
    QCOMPARE(store->imported, std::vector<std::string>{digest});
}

QTEST_MAIN(ImportReviewTest)
#include "import_review_test.moc"
