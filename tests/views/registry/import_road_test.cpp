#include "engine/engine.h"
#include "models/desk/desk.h"
#include "models/enginelink/engine_link.h"
#include "models/text.h"
#include "views/attachments/try_dialog.h"
#include "views/actions/actions.h"
#include "views/frame/main_window.h"
#include "views/registry/import_review.h"
#include "views/registry/notice.h"
#include "views/style/countersign_style.h"
#include "views/widgets/text_label.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTreeView>
#include <QtTest>

using namespace countersign;
using views::ImportReview;

namespace {

bool says(const QWidget* page, const QString& words)
{
    const auto labels = page->findChildren<widgets::TextLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&words](const auto* label) { return label->isVisible() && label->text().contains(words); });
}

// The offscreen platform activates no other window when a dialog goes.
void press(QWidget* window, int key, Qt::KeyboardModifiers modifiers = {})
{
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window));
    QTRY_COMPARE(QApplication::activeWindow(), window);
    QTest::keyClick(window, static_cast<Qt::Key>(key), modifiers);
}

} // namespace

// A real engine, a real directory, keys alone: review, a file changes on disk, IMPORT_CHANGED, review again, import.
class ImportRoadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void reviewChangeReviewAgainImport();

private:
    [[nodiscard]] QString path(const char* name) const { return m_home.filePath(QString::fromLatin1(name)); }
    void write(const char* name, const QByteArray& text) const;
    [[nodiscard]] std::unique_ptr<Engine> engine() const { return std::move(Engine::open(m_runtime, models::utf8(path("s.db")), OpenMode::CreateOrMigrate).value()); }
    void validation(const char* timeout) const;

    QTemporaryDir m_home{};
    std::shared_ptr<Runtime> m_runtime{};
};

void ImportRoadTest::write(const char* name, const QByteArray& text) const
{
    QFile file(path("work/.countersign/") + QString::fromLatin1(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

void ImportRoadTest::validation(const char* timeout) const
{
    write("lint.yml", QByteArray("validation:\n  name: local/lint\n  source: command\n  command: [\"true\"]\n  timeout: ") + timeout + "\n");
}

void ImportRoadTest::initTestCase()
{
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home.path());
    QCoreApplication::setOrganizationName(QStringLiteral("countersign-test"));
    style::CountersignStyle::install(*qApp, style::SystemLook::take(), style::ThemeChoice::Light);
    QVERIFY(QDir(m_home.path()).mkpath(QStringLiteral("work/.countersign")));
    QVERIFY(QDir(m_home.path()).mkpath(QStringLiteral("work/src")));
    RuntimeOptions options;
    options.helperDirectory = COUNTERSIGN_BINARY_DIR "/bin";
    options.configFile = models::utf8(path("none.yml"));
    options.stateDirectory = models::utf8(path("state"));
    options.program = "countersign";
    m_runtime = Runtime::create(options).value();
    QSettings().setValue(QStringLiteral("import/directory"), m_home.path()); // where the dialog starts
    write("resource.yml", "resource: {name: tree, kind: directory, path: src}\n");
    write("project.yml", "project: {name: p, resources: [tree], policy: unanimous}\n");
    write("attach.yml", "attachment: {validation: local/lint, resource: tree, project: p}\n");
    validation("60");
}

void ImportRoadTest::reviewChangeReviewAgainImport()
{
    models::EngineLink link([this]() -> base::Result<std::unique_ptr<Engine>> { return Engine::open(m_runtime, models::utf8(path("s.db")), OpenMode::CreateOrMigrate); });
    models::Desk desk(link, nullptr, {});
    views::MainWindow window(desk);
    window.resize(1000, 760);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTRY_VERIFY_WITH_TIMEOUT(desk.updatedAt() > 0, 15'000);

    // File, Import..., the directory typed into the dialog
    press(&window, Qt::Key_I, Qt::ControlModifier);
    QTRY_VERIFY(window.findChild<QFileDialog*>());
    auto* chooser = window.findChild<QFileDialog*>();
    QVERIFY(QTest::qWaitForWindowActive(chooser));
    auto* name = chooser->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    QVERIFY(name && name->isVisible());
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("work"));
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_VERIFY(window.findChild<ImportReview*>());
    auto* review = window.findChild<ImportReview*>();
    QTRY_VERIFY_WITH_TIMEOUT(review->settled(), 15'000);
    QVERIFY(QTest::qWaitForWindowActive(review));
    QVERIFY(says(review, QStringLiteral("Importing these files adds 4 registrations.")));
    const auto tools = [this] { return engine()->tools().value(); };
    QVERIFY(tools().empty());

    // A file changes after it was read: nothing is imported, and it is said which.
    validation("90");
    QTest::qWait(ImportReview::freshMs + 50);
    press(review, Qt::Key_I, Qt::AltModifier);
    auto* notice = review->findChild<views::Notice*>();
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible(), 15'000);
    QVERIFY2(notice->words().contains(QLatin1String("IMPORT_CHANGED")) && notice->words().contains(QLatin1String("lint.yml")), qPrintable(notice->words()));
    QVERIFY(tools().empty());

    // Review again, by its mnemonic; the new value stands in the tree.
    press(review, Qt::Key_R, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(review->settled() && !notice->isVisible(), 15'000);
    press(review, Qt::Key_I, Qt::AltModifier); // too early: the review has only just appeared
    QTest::qWait(ImportReview::freshMs + 50);
    QVERIFY(tools().empty());
    press(review, Qt::Key_I, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(says(review, QStringLiteral("Imported: 4 added.")), 15'000);
    QCOMPARE(tools().size(), std::size_t(1));
    QVERIFY(tools().front().tool.timeout == std::chrono::seconds(90));
    press(review, Qt::Key_Escape);
    QTRY_VERIFY(!window.findChild<ImportReview*>());

    // It can be tried by hand, and nothing of that is kept.
    window.go(views::Area::Attachments);
    QTRY_VERIFY_WITH_TIMEOUT(window.actions().action(views::Command::TryTool)->isEnabled(), 15'000);
    press(&window, Qt::Key_T, Qt::ControlModifier);
    QTRY_VERIFY(window.findChild<views::TryDialog*>());
    auto* tried = window.findChild<views::TryDialog*>();
    press(tried, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(tried->settled(), 30'000);
    QStringList said;
    for (const auto* label : tried->findChildren<widgets::TextLabel*>())
        said << label->text();
    QVERIFY2(says(tried, QStringLiteral("exit status 0 after ")), qPrintable(said.join(QLatin1Char('|'))));
    press(tried, Qt::Key_Escape);
    QTRY_VERIFY(!window.findChild<views::TryDialog*>());
    QVERIFY(engine()->history({}).value().rows.empty());

    // What was imported is announced as different once the files say something else, and counts until it is imported.
    QTRY_COMPARE_WITH_TIMEOUT(desk.imports().size(), std::size_t(1), 15'000);
    QVERIFY(!desk.imports().front().differs);
    QVERIFY(QFile::remove(path("work/.countersign/lint.yml")) && QFile::remove(path("work/.countersign/attach.yml")));
    QTRY_VERIFY_WITH_TIMEOUT((desk.lookAtImports(), desk.imports().front().differs), 15'000);
    QCOMPARE(tools().size(), std::size_t(1));
    window.go(views::Area::Attachments);
    QPushButton* way = nullptr;
    for (auto* each : window.findChildren<views::Notice*>())
        if (each->isVisible())
            way = each->findChild<QPushButton*>();
    QVERIFY(way);
    way->setFocus();
    press(&window, Qt::Key_W, Qt::AltModifier);
    QTRY_VERIFY(window.findChild<ImportReview*>());
    review = window.findChild<ImportReview*>();
    QTRY_VERIFY_WITH_TIMEOUT(review->settled(), 15'000);
    QVERIFY(says(review, QStringLiteral("This import removes 1 validation and 1 attachment.")));
    QVERIFY(QTest::qWaitForWindowActive(review));
    QTest::qWait(ImportReview::freshMs + 50);
    press(review, Qt::Key_I, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(says(review, QStringLiteral("Imported: 1 attachment removed, 1 validation removed.")), 15'000);
    QVERIFY(tools().empty());
    QTRY_VERIFY_WITH_TIMEOUT(!desk.imports().front().differs, 15'000);
}

QTEST_MAIN(ImportRoadTest)
#include "import_road_test.moc"
