#include "tests/views/console/console.h"
#include "views/widgets/lifecycle_stepper.h"

#include <QHeaderView>
#include <QTabBar>

using namespace console_test;

class PlansTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startStyle(m_state); }
    void plansOfStrategizeHaveNoMarkAfterExecute();
    void runsOfOneMinuteHaveTabsOfTheirOwn_data();
    void runsOfOneMinuteHaveTabsOfTheirOwn();

private:
    QTemporaryDir m_state{};
};

void PlansTest::plansOfStrategizeHaveNoMarkAfterExecute()
{
    Console console;
    QVERIFY(console.ready());
    console.window->go(Area::Plans);
    views::Page* page = console.window->page(Area::Plans);
    QTRY_VERIFY(page->settled() && page->findChild<widgets::LifecycleStepper*>()->partCount() == 3);
    auto* stepper = page->findChild<widgets::LifecycleStepper*>();
    QTRY_VERIFY(stepper->partText(1).contains(QLatin1String("attempt 1")));
    for (const auto* table : page->findChildren<QTreeView*>())
        if (table->model() && table->model()->rowCount() > 0)
            QCOMPARE(table->visualRect(table->model()->index(0, 1)).left(), table->header()->sectionViewportPosition(1));
    console.store->change([](tests::FakeStore& s) {
        for (auto& [id, detail] : s.planDetails) {
            detail.row.plan.phase = domain::Phase::Strategize;
            for (auto& run : detail.runs)
                run.phase = domain::Phase::Strategize;
        }
    });
    QTRY_VERIFY(!stepper->partText(1).contains(QLatin1String("attempt 1")));
}

void PlansTest::runsOfOneMinuteHaveTabsOfTheirOwn_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<int>("apartMs");
    QTest::addColumn<QString>("label");
    const int gate = static_cast<int>(domain::Phase::Strategize);
    const int execute = static_cast<int>(domain::Phase::Execute);
    QTest::newRow("gate, hours apart") << gate << 7'200'000 << QStringLiteral("^Gate, [0-9]{2}:[0-9]{2}$");
    QTest::newRow("gate, seconds apart") << gate << 4'000 << QStringLiteral("^Gate, [0-9]{2}:[0-9]{2}:[0-9]{2}$");
    QTest::newRow("gate, within one second") << gate << 0 << QStringLiteral("^Gate, [0-9]{2}:[0-9]{2}:[0-9]{2} [0-9A-Z]{4}$");
    QTest::newRow("attempt, seconds apart") << execute << 4'000 << QStringLiteral("^Attempt 2, [0-9]{2}:[0-9]{2}:[0-9]{2}$");
    QTest::newRow("attempt, within one second") << execute << 0 << QStringLiteral("^Attempt 2, [0-9]{2}:[0-9]{2}:[0-9]{2} [0-9A-Z]{4}$");
}

void PlansTest::runsOfOneMinuteHaveTabsOfTheirOwn()
{
    QFETCH(int, phase);
    QFETCH(int, apartMs);
    QFETCH(QString, label);
    Console console;
    const QDateTime noon = QDateTime(QDate::currentDate(), QTime(12, 30, 10));
    console.store->change([&](tests::FakeStore& s) {
        for (auto& [id, detail] : s.planDetails) {
            domain::Run run = detail.runs.empty() ? domain::Run() : detail.runs.front();
            run.state = domain::RunState::Complete;
            run.phase = static_cast<domain::Phase>(phase);
            run.attempt = 2;
            detail.runs.clear();
            for (const char* name : {"BBBB", "AAAA"}) {
                run.id = {std::string("01K2RUN000000000000000") + name};
                run.startedAt = noon.toMSecsSinceEpoch() + (name[0] == 'B' ? apartMs : 0);
                detail.runs.push_back(run);
            }
        }
    });
    QVERIFY(console.ready());
    console.window->go(Area::Plans);
    auto* tabs = console.window->page(Area::Plans)->findChild<QTabBar*>();
    QTRY_COMPARE(tabs->count(), 2);
    QVERIFY2(tabs->tabText(0) != tabs->tabText(1), qPrintable(tabs->tabText(0)));
    for (int i = 0; i < 2; ++i)
        QVERIFY2(QRegularExpression(label).match(tabs->tabText(i)).hasMatch(), qPrintable(tabs->tabText(i)));
}

QTEST_MAIN(PlansTest)
#include "plans_test.moc"
