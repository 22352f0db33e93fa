#include "app/console/file_key_ring.h"
#include "models/desk/desk.h"
#include "models/enginelink/engine_link.h"
#include "tests/app/ctl/support/workspace.h"
#include "views/frame/main_window.h"
#include "views/frame/page.h"
#include "views/style/countersign_style.h"

#include <QElapsedTimer>
#include <QListView>
#include <QScrollBar>
#include <QTest>

using namespace countersign;
using namespace countersign::test;

namespace {
QString q(const char* text) { return QString::fromUtf8(text); }
} // namespace

// A window with the real engine, while countersignctl works on the same store: its work appears within a second and
// moves nothing under the hand.
class BesideTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void foreignRunAppearsWithinASecond();
    void foreignHaltKeepsSelectionAndScroll();

private:
    Home m_home;
    std::unique_ptr<QuickWorkspace> m_workspace;
};

void BesideTest::initTestCase()
{
    QVERIFY(m_home.valid());
    m_workspace = std::make_unique<QuickWorkspace>(m_home);
    const Ended imported = m_workspace->import();
    QVERIFY2(imported.status == 0, imported.all());
    QVERIFY(m_workspace->set(q("broken"), "x"));
    for (int i = 0; i < 20; ++i) {
        QCOMPARE(m_workspace->task(q("task-%1").arg(i), {q("gate")}), QString());
        QCOMPARE(m_home.validate(q("task-%1").arg(i)).status, 1);
    }
    QCOMPARE(m_workspace->task(q("late"), {q("gate")}), QString());
    QCOMPARE(m_workspace->task(q("long"), {q("slow 3")}), QString());
}

namespace {

// The console's composition, on the test's store.
struct Window
{
    explicit Window(const Home& home)
        : runtime(*Runtime::create({std::filesystem::path(COUNTERSIGN_BINARY_DIR "/bin"), home.path(q("config/none.yml")).toStdString(),
                                    home.path(q("state/countersign")).toStdString(), domain::ActorKind::Person, {}, false, "countersign", {}, {}})),
          link([this, store = home.store().toStdString()] { return Engine::open(runtime, store, OpenMode::CreateOrMigrate); }), desk(link, nullptr, home.path(q("drafts"))),
          window(desk)
    {
        window.resize(1440, 700);
        window.show();
    }
    std::shared_ptr<Runtime> runtime;
    models::EngineLink link;
    models::Desk desk;
    views::MainWindow window;
};

} // namespace

void BesideTest::foreignRunAppearsWithinASecond()
{
    Window w(m_home);
    QTRY_VERIFY_WITH_TIMEOUT(w.desk.updatedAt() > 0, 10'000);
    QVERIFY(w.desk.live().rowCount() == 0);
    auto ctl = m_home.start({q("validate"), q("--task"), q("long")});
    QElapsedTimer sinceStored;
    const auto stored = [this] { return !m_home.query(q("SELECT id FROM run WHERE state = 'running'")).empty(); };
    QTRY_VERIFY_WITH_TIMEOUT(stored(), 15'000);
    sinceStored.start();
    QTRY_VERIFY_WITH_TIMEOUT(w.desk.live().rowCount() > 0, 10'000);
    QVERIFY2(sinceStored.elapsed() < 1000, qPrintable(QString::number(sinceStored.elapsed())));
    (void)Home::finish(*ctl);
    QTRY_VERIFY_WITH_TIMEOUT(w.desk.live().rowCount() == 0, 5000);
}

void BesideTest::foreignHaltKeepsSelectionAndScroll()
{
    Window w(m_home);
    w.window.go(views::Area::Inbox);
    QListView* list = nullptr;
    for (QListView* each : w.window.page(views::Area::Inbox)->findChildren<QListView*>())
        if (each->model() == &w.desk.halts())
            list = each;
    QVERIFY(list != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(list->model()->rowCount() > 20, 10'000);
    const QModelIndex chosen = list->model()->index(12, 0);
    list->setCurrentIndex(chosen);
    list->scrollTo(chosen, QAbstractItemView::PositionAtTop);
    QTest::qWait(300);
    const QString name = list->currentIndex().data().toString();
    const QModelIndex topBefore = list->indexAt(QPoint(2, 2));
    const QString top = topBefore.data().toString();
    QVERIFY(list->verticalScrollBar()->value() > 0);
    const int rows = list->model()->rowCount();
    QCOMPARE(m_home.validate(q("late")).status, 1);
    QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), rows + 1, 3000);
    QTest::qWait(300);
    QCOMPARE(list->currentIndex().data().toString(), name);
    QCOMPARE(list->indexAt(QPoint(2, 2)).data().toString(), top);
}

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    style::CountersignStyle::install(app, style::SystemLook::take(), style::ThemeChoice::Light);
    BesideTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "beside_test.moc"
