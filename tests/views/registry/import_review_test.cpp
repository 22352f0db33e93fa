#include "models/roles.h"
#include "tests/views/console/console.h"
#include "views/registry/change_pane.h"
#include "views/registry/import_notice.h"
#include "views/registry/import_review.h"
#include "views/registry/notice.h"

#include <QClipboard>
#include <QFileDialog>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QScrollBar>

using namespace console_test;
using views::ImportReview;

namespace {

const QString pump = QStringLiteral("/srv/pump");

/// A review over the console's window.
struct Review
{
    explicit Review(const QString& directory = pump, bool offered = true) : console()
    {
        if (offered)
            console.store->change([](tests::FakeStore& s) { tests::offerImports(s); });
        if (console.ready())
            dialog = console.window->reviewImport(directory);
    }
    [[nodiscard]] bool shown() const { return dialog && QTest::qWaitForWindowActive(dialog) && QTest::qWaitFor([this] { return dialog->settled(); }); }
    [[nodiscard]] QPushButton* button(const char* text) const { return buttonOf(dialog, QString::fromLatin1(text)); }
    [[nodiscard]] QTreeView* changes() const { return tableOf(dialog, QStringLiteral("What changes")); }
    [[nodiscard]] std::vector<std::string> imported()
    {
        const std::lock_guard lock(console.store->mutex);
        return console.store->imported;
    }
    void importByClick() const
    {
        QTest::qWait(ImportReview::freshMs + 50);
        QTest::mouseClick(button("Import"), Qt::LeftButton);
    }

    Console console;
    QPointer<ImportReview> dialog{};
};

} // namespace

class ImportReviewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startStyle(m_state); }
    void showsWhatChangesAndWhatGoes();
    void enterEscapeAndFreshClicksImportNothing();
    void everyProblemStandsThereAndImportIsOff();
    void unreadableDirectoriesSayWhy();
    void changedFilesAreSaidInPlace();
    void reviewAgainKeepsThePlace();
    void nothingToChangeStillNotesTheBytes();
    void textsFromOutsideStayText();
    void everythingFits_data();
    void everythingFits();
    void focusableWidgetsHaveNames();
    void manyItemsStayQuick();
    void noticesLeadToTheReview_data();
    void noticesLeadToTheReview();
    void fileDialogLeadsToTheReview();

private:
    QTemporaryDir m_state{};
};

void ImportReviewTest::showsWhatChangesAndWhatGoes()
{
    Review review;
    QVERIFY(review.shown());
    QVERIFY(says(review.dialog, QStringLiteral("Importing these files adds 2 registrations, changes 3 and removes 1 validation and 2 attachments.")));
    QVERIFY(says(review.dialog, QStringLiteral("This import removes 1 validation and 2 attachments.")));
    QVERIFY(says(review.dialog, pump));
    picture(review.dialog, QStringLiteral("review-changes"));
    QTreeView* tree = review.changes();
    QCOMPARE(tree->currentIndex().data().toString(), QStringLiteral("local/secret-scan"));
    QTRY_VERIFY(tree->hasFocus());
    for (int i = 0; i < 2; ++i) // local/unit-tests, then its first field
        QTest::keyClick(tree, Qt::Key_Down);
    const auto* detail = review.dialog->findChild<views::ChangePane*>();
    QTRY_COMPARE(detail->before()->toPlainText(), QStringLiteral("import sys\n\nprint('running')\nsys.exit(run('sim'))\n"));
    QCOMPARE(detail->after()->toPlainText(), QStringLiteral("import sys\n\nprint('running')\nsys.exit(0)\n"));
    QVERIFY(tableOf(review.dialog, QStringLiteral("Warnings"))->model()->rowCount() == 2);
    QTest::keyClick(review.dialog, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), models::plain(review.console.store->proposals["/srv/pump"].digest));
    review.importByClick();
    QTRY_VERIFY(says(review.dialog, QStringLiteral("Imported: 2 added, 3 changed, 2 attachments removed, 1 validation removed.")));
    QVERIFY(!review.button("Import")->isVisible());
    picture(review.dialog, QStringLiteral("review-imported"));
    QCOMPARE(review.imported(), std::vector<std::string>{review.console.store->proposals["/srv/pump"].digest});
}

void ImportReviewTest::enterEscapeAndFreshClicksImportNothing()
{
    Review review;
    QVERIFY(review.shown());
    QPushButton* import = review.button("Import");
    QVERIFY(!import->isDefault() && !import->autoDefault() && import->isEnabled());
    import->setFocus();
    QTest::mouseClick(import, Qt::LeftButton);
    QTest::keyClick(import, Qt::Key_Space);
    QTest::qWait(ImportReview::freshMs + 50);
    for (QWidget* widget : review.dialog->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus)
            continue;
        widget->setFocus();
        for (const int key : {Qt::Key_Return, Qt::Key_Enter})
            QTest::keyClick(widget, static_cast<Qt::Key>(key));
        if (auto* view = qobject_cast<QAbstractItemView*>(widget))
            QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, QPoint(60, 40));
    }
    QVERIFY(review.dialog->isVisible());
    QTest::qWait(50);
    QVERIFY(review.imported().empty());
    QTest::keyClick(review.changes(), Qt::Key_Escape);
    QTRY_VERIFY(!review.dialog);
    QVERIFY(review.imported().empty());
}

void ImportReviewTest::everyProblemStandsThereAndImportIsOff()
{
    Review review(QStringLiteral("/srv/hal"));
    QVERIFY(review.shown());
    QTreeView* table = tableOf(review.dialog, QStringLiteral("Problems"));
    QVERIFY(table->isVisible() && !review.changes()->isVisible());
    QTRY_VERIFY(table->selectionModel()->isSelected(table->model()->index(0, 0)));
    QCOMPARE(table->model()->rowCount(), 6);
    QVERIFY(!review.button("Import")->isEnabled());
    QVERIFY(says(review.dialog, QStringLiteral("Off: 6 problems must be corrected in the files first.")));
    QVERIFY(review.button("Import")->accessibleName().contains(QLatin1String("not available")));
    const auto* detail = review.dialog->findChild<views::ChangePane*>();
    QTRY_VERIFY(detail->after()->toPlainText().startsWith(QLatin1String("lint.yml, line 12, column 3\nAt /timout\n")));
    QTRY_VERIFY(table->hasFocus());
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().endsWith(QLatin1String("What to do: Did you mean timeout?")));
}

void ImportReviewTest::unreadableDirectoriesSayWhy()
{
    Review review(QStringLiteral("/srv/gone"));
    QVERIFY(review.shown());
    QTRY_VERIFY(says(review.dialog, QStringLiteral("/srv/gone does not exist.")));
    QVERIFY(!review.button("Import")->isEnabled() && !review.changes()->isVisible());
    review.console.store->change([](tests::FakeStore& s) { s.proposals["/srv/gone"] = s.proposals["/srv/bench"]; });
    QTest::mouseClick(review.button("Review again"), Qt::LeftButton);
    QTRY_VERIFY(review.changes()->isVisible() && review.button("Import")->isEnabled());
}

void ImportReviewTest::changedFilesAreSaidInPlace()
{
    Review review;
    QVERIFY(review.shown());
    review.console.store->change([](tests::FakeStore& s) { s.proposals["/srv/pump"].digest = std::string(64, 'b'); });
    review.importByClick();
    QTRY_VERIFY(says(review.dialog, QStringLiteral("lint.yml changed")));
    picture(review.dialog, QStringLiteral("review-out-of-date"));
    QVERIFY(!review.button("Import")->isEnabled());
    QVERIFY(says(review.dialog, QStringLiteral("Review again.")));
    QVERIFY(review.imported().empty());
    QTRY_VERIFY(review.button("Review again")->hasFocus());
    QVERIFY(review.changes()->isVisible() && review.changes()->model()->rowCount() > 0);
    QTest::keyClick(review.button("Review again"), Qt::Key_Space);
    QTRY_VERIFY(review.button("Import")->isEnabled());
    QVERIFY(!review.dialog->findChild<views::Notice*>()->isVisible());
    review.importByClick();
    QTRY_COMPARE(review.imported(), std::vector<std::string>{std::string(64, 'b')});
}

void ImportReviewTest::reviewAgainKeepsThePlace()
{
    Review review;
    QVERIFY(review.shown());
    QTreeView* tree = review.changes();
    QTest::keyClick(tree, Qt::Key_Right); // unfolds local/secret-scan
    QTest::keyClick(tree, Qt::Key_Down);
    const QString key = tree->currentIndex().data(models::KeyRole).toString();
    QCOMPARE(tree->currentIndex().data().toString(), QStringLiteral("/name"));
    const int scroll = tree->verticalScrollBar()->value();
    review.console.store->change([](tests::FakeStore& s) {
        auto& items = s.proposals["/srv/pump"].items;
        items.insert(items.begin(), {ImportItem::Change::Removed, "validation", "a-first", "", {}});
    });
    QTest::keyClick(tree, Qt::Key_F5);
    QTRY_VERIFY(says(review.dialog, QStringLiteral("removes 2 validations")));
    QCOMPARE(tree->currentIndex().data(models::KeyRole).toString(), key);
    QVERIFY(tree->isExpanded(tree->currentIndex().parent()));
    QCOMPARE(tree->verticalScrollBar()->value(), scroll);
}

void ImportReviewTest::nothingToChangeStillNotesTheBytes()
{
    Review review(QStringLiteral("/srv/bench"));
    QVERIFY(review.shown());
    QVERIFY(says(review.dialog, QStringLiteral("These files say what is registered already.")));
    QVERIFY(says(review.dialog, QStringLiteral("the import only notes that these bytes were seen")));
    QCOMPARE(review.changes()->model()->rowCount(), 1);
    QVERIFY(!review.changes()->isExpanded(review.changes()->model()->index(0, 0)));
}

void ImportReviewTest::textsFromOutsideStayText()
{
    Review review(QStringLiteral("/srv/hal"), false);
    review.console.store->change([](tests::FakeStore& s) {
        ImportPreview p;
        p.directory = "/srv/<b>x</b>";
        p.items.push_back({ImportItem::Change::Changed, "tool", "<img src=x>\xE2\x80\xAE", "<i>f</i>", {{"/a", "<b>bold</b>\xE2\x80\xAE", "\x1b[31mred"}}});
        s.proposals["/srv/hal"] = p;
    });
    QVERIFY(review.shown());
    QTest::keyClick(review.dialog, Qt::Key_F5);
    QTRY_VERIFY(review.changes()->model()->rowCount() == 1);
    const QModelIndex tool = review.changes()->model()->index(0, 0, review.changes()->model()->index(0, 0));
    QCOMPARE(tool.data().toString(), QStringLiteral("<img src=x><U+202E>"));
    review.changes()->setCurrentIndex(review.changes()->model()->index(0, 0, tool));
    const auto* detail = review.dialog->findChild<views::ChangePane*>();
    QCOMPARE(detail->before()->toPlainText(), QStringLiteral("<b>bold</b><U+202E>"));
    QVERIFY(!detail->after()->toPlainText().contains(QChar(0x1b)));
    for (const auto* label : review.dialog->findChildren<QLabel*>())
        QVERIFY(label->textFormat() == Qt::PlainText);
}

void ImportReviewTest::everythingFits_data()
{
    QTest::addColumn<QString>("directory");
    for (const char* name : {"/srv/pump", "/srv/hal", "/srv/gone"})
        QTest::newRow(name) << QString::fromLatin1(name);
    QTest::newRow("long") << QStringLiteral("/srv/a-directory-with-a-name/that-goes-on/and-on/through-many-folders/until-nobody-reads-it-any-more/workspace-of-the-firmware-group");
}

void ImportReviewTest::everythingFits()
{
    QFETCH(QString, directory);
    Review review(directory);
    QVERIFY(review.shown());
    review.dialog->resize(960, 640);
    QTest::qWait(50);
    QCOMPARE(review.dialog->width(), 960);
    const QRect inside = review.dialog->rect();
    for (const char* name : {"Import", "Close"}) {
        const QPushButton* button = review.button(name);
        QVERIFY2(inside.contains(QRect(button->mapTo(review.dialog, QPoint()), button->size())), name);
        QVERIFY2(button->width() >= button->sizeHint().width(), name);
    }
    for (const QTreeView* view : review.dialog->findChildren<QTreeView*>())
        if (view->isVisible())
            QVERIFY2(view->header()->length() <= view->viewport()->width(), qPrintable(view->accessibleName()));
}

void ImportReviewTest::focusableWidgetsHaveNames()
{
    for (const char* directory : {"/srv/pump", "/srv/hal", "/srv/gone"}) {
        Review review(QString::fromLatin1(directory));
        QVERIFY(review.shown());
        for (const QWidget* widget : review.dialog->findChildren<QWidget*>()) {
            const bool inner = widget->objectName().startsWith(QLatin1String("qt_")) || qobject_cast<const QHeaderView*>(widget);
            if (widget->focusPolicy() == Qt::NoFocus || inner || !widget->isVisible())
                continue;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()), widget->metaObject()->className());
        }
    }
}

void ImportReviewTest::manyItemsStayQuick()
{
    Review review;
    QVERIFY(review.shown());
    review.console.store->change([](tests::FakeStore& s) {
        auto& items = s.proposals["/srv/pump"].items;
        for (int i = 0; i < 5'000; ++i)
            items.push_back({ImportItem::Change::Changed, "validation", "many-" + std::to_string(i), "f.yml", {{"/a", 1, 2}, {"/b", nullptr, "x"}}});
    });
    // While the review arrives, is laid out and drawn, no turn of the event loop may be long.
    QElapsedTimer turn;
    qint64 longest = 0;
    QTimer beat;
    connect(&beat, &QTimer::timeout, this, [&] { longest = std::max(longest, turn.restart()); });
    turn.start();
    beat.start(1);
    QTest::keyClick(review.changes(), Qt::Key_F5);
    QTRY_VERIFY(says(review.dialog, QStringLiteral("changes 5,003")));
    QTest::keyClick(review.changes(), Qt::Key_End);
    QTest::qWait(200);
    QVERIFY2(longest < 500, qPrintable(QString::number(longest)));
    qInfo("longest turn of the event loop: %lld ms", static_cast<long long>(longest));
}

void ImportReviewTest::noticesLeadToTheReview_data()
{
    QTest::addColumn<int>("area");
    QTest::newRow("attachments") << static_cast<int>(Area::Attachments);
    QTest::newRow("settings") << static_cast<int>(Area::Settings);
}

void ImportReviewTest::noticesLeadToTheReview()
{
    QFETCH(int, area);
    Console console;
    QVERIFY(console.ready());
    console.window->go(static_cast<Area>(area));
    auto* notice = console.window->page(static_cast<Area>(area))->findChild<views::ImportNotice*>();
    QVERIFY(notice && !notice->isVisible());
    QTest::qWait(2100);
    console.store->change([](tests::FakeStore& s) { tests::offerImports(s); });
    console.desk->lookAtImports();
    QTRY_VERIFY(notice->isVisible());
    const auto lines = notice->findChildren<views::Notice*>();
    QCOMPARE(lines.size(), 2);
    QVERIFY2(lines.first()->words().startsWith(QLatin1String("The files in /srv/pump differ from what was imported ")), qPrintable(lines.first()->words()));
    QVERIFY(lines.last()->words().endsWith(QLatin1String("2 more directories differ; Settings lists all.")));
    auto* button = lines.first()->findChild<QPushButton*>();
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    auto* review = console.window->findChild<ImportReview*>();
    QVERIFY(review);
    QCOMPARE(review->directory(), pump);
    QTRY_VERIFY(review->settled());
    QCOMPARE(console.window->reviewImport(QStringLiteral("/srv/hal")), review); // one at a time
    review->close();
    console.store->change([](tests::FakeStore& s) {
        for (ImportState& state : s.imports)
            state.differs = false;
    });
    QTest::qWait(2100);
    console.desk->lookAtImports();
    QTRY_VERIFY(!notice->isVisible());
    QVERIFY(console.store->imported.empty());
}

void ImportReviewTest::fileDialogLeadsToTheReview()
{
    Console console;
    QVERIFY(console.ready());
    QTemporaryDir chosen;
    QVERIFY(QDir(chosen.path()).mkdir(QStringLiteral(".countersign")));
    QTest::keyClick(console.window.get(), Qt::Key_I, Qt::ControlModifier);
    QTRY_VERIFY(console.window->findChild<QFileDialog*>());
    auto* dialog = console.window->findChild<QFileDialog*>();
    QVERIFY(dialog->fileMode() == QFileDialog::Directory);
    Q_EMIT dialog->fileSelected(chosen.filePath(QStringLiteral(".countersign")));
    auto* review = console.window->findChild<ImportReview*>();
    QVERIFY(review);
    QCOMPARE(review->directory(), chosen.path()); // the folder that holds .countersign
    dialog->close();
}

QTEST_MAIN(ImportReviewTest)
#include "import_review_test.moc"
