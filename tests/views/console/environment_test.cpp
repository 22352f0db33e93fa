#include "tests/views/console/console.h"
#include "views/widgets/fields.h"

#include <QClipboard>

using namespace console_test;

namespace {

Recheck foundNow()
{
    Recheck found;
    found.found = true;
    found.program = "weld-coder";
    found.at = "/usr/bin/weld-coder";
    found.searched = {{"/home/operator/.local/bin", "there, not executable"}, {"/usr/local/bin", "not there"}, {"/usr/bin", "found"}};
    return found;
}

} // namespace

class EnvironmentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startStyle(m_state); }
    void recheckSaysWhatItFindsAndStartsNothing();
    void recheckDoesNotStallTheWindow();
    void whatAValidationMissedIsLookedForToo();
    void rerunQueuesAndStartsThePlan();
    void installCommandIsCopiedWithoutThePrompt();
    void proseHasNoPrompt();
    void whoWaitsForTheSameIsOneKeyAway();
    void operationalHaltsOfStoppedPlansAreRerun_data();
    void operationalHaltsOfStoppedPlansAreRerun();

private:
    QTemporaryDir m_state{};
};

void EnvironmentTest::recheckSaysWhatItFindsAndStartsNothing()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(environmentHalt));
    views::HaltPage* page = console.window->inbox()->haltPage();
    QPushButton* recheck = buttonOf(page, QStringLiteral("Re-check"));
    QPushButton* rerun = buttonOf(page, QStringLiteral("Re-run unchanged"));
    QVERIFY(recheck && rerun && recheck->isEnabled() && rerun->isEnabled());
    QVERIFY(style::isPrimary(recheck) && !style::isPrimary(rerun));
    QTRY_VERIFY(console.window->actions().action(Command::Recheck)->isEnabled());
    QTest::keyClick(console.window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY(says(page, QStringLiteral("still not found")));
    QVERIFY(style::isPrimary(recheck) && !style::isPrimary(rerun));
    const auto tables = page->findChildren<QTreeView*>();
    const auto searched = std::find_if(tables.begin(), tables.end(), [](const QTreeView* view) { return view->accessibleName() == QLatin1String("Searched directories, 5 rows"); });
    QVERIFY(searched != tables.end());
    QCOMPARE((*searched)->model()->index(0, 2).data().toString(), QStringLiteral("there, not executable"));
    QCOMPARE((*searched)->model()->index(4, 2).data().toString(), QStringLiteral("no such directory"));

    console.store->change([](tests::FakeStore& s) { s.rechecks[models::utf8(environmentHalt)] = foundNow(); });
    QTRY_VERIFY(console.window->actions().action(Command::Recheck)->isEnabled());
    QTest::keyClick(console.window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY(says(page, QStringLiteral("found, /usr/bin/weld-coder. Nothing was started.")));
    QVERIFY(!style::isPrimary(recheck) && style::isPrimary(rerun));
    QCOMPARE((*searched)->model()->index(2, 2).data().toString(), QStringLiteral("found"));
    console.desk->refresh();
    QTest::qWait(400);
    QVERIFY(style::isPrimary(rerun) && says(page, QStringLiteral("Nothing was started.")));

    console.store->change([](tests::FakeStore& s) { s.rechecks.clear(); });
    QTRY_VERIFY(console.window->actions().action(Command::Recheck)->isEnabled());
    QTest::keyClick(console.window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY(says(page, QStringLiteral("Not looked at: ")));
    const std::lock_guard lock(console.store->mutex);
    QCOMPARE(console.store->rechecked, std::vector<std::string>(3, models::utf8(environmentHalt)));
    QVERIFY(console.store->started.empty() && console.store->retried.empty() && console.store->validated.empty());
    QCOMPARE(decisionWidgets(console.window->inbox()), 0);
}

void EnvironmentTest::recheckDoesNotStallTheWindow()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(environmentHalt));
    views::HaltPage* page = console.window->inbox()->haltPage();
    console.store->recheckMs = 700;
    QTRY_VERIFY(console.window->actions().action(Command::Recheck)->isEnabled());
    QElapsedTimer timer;
    timer.start();
    QTest::keyClick(console.window.get(), Qt::Key_R, Qt::ControlModifier);
    QVERIFY2(timer.elapsed() < 300, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(says(page, QStringLiteral("Looking again.")));
    QVERIFY(!buttonOf(page, QStringLiteral("Re-check"))->isEnabled());
    QVERIFY(!console.window->actions().action(Command::Recheck)->isEnabled());
    QVERIFY(console.open(escalation)); // the page dies while it is looked
    QTest::qWait(900);
    QVERIFY(console.open(environmentHalt));
    QTRY_VERIFY(console.window->actions().action(Command::Recheck)->isEnabled());
}

void EnvironmentTest::whatAValidationMissedIsLookedForToo()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(validatorHalt));
    views::HaltPage* page = console.window->inbox()->haltPage();
    QPushButton* recheck = buttonOf(page, QStringLiteral("Re-check"));
    QVERIFY(recheck && recheck->isVisible());
    QTRY_VERIFY(recheck->isEnabled() && console.window->actions().action(Command::Recheck)->isEnabled());
    QTest::keyClick(console.window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY(says(page, QStringLiteral("clang-tidy is still not found.")));
    console.store->change([](tests::FakeStore& s) { s.rechecks[models::utf8(validatorHalt)] = foundNow(); });
    QTRY_VERIFY(recheck->isEnabled());
    QTest::mouseClick(recheck, Qt::LeftButton);
    QTRY_VERIFY(says(page, QStringLiteral("found, /usr/bin/weld-coder. Nothing was started.")));
    {
        const std::lock_guard lock(console.store->mutex);
        QCOMPARE(console.store->rechecked, std::vector<std::string>(2, models::utf8(validatorHalt)));
        QVERIFY(console.store->started.empty() && console.store->retried.empty() && console.store->validated.empty());
    }
    // Nothing was missing where none was searched for.
    console.store->change([](tests::FakeStore& s) { s.details[models::utf8(validatorHalt)].results.front().searchedPath.clear(); });
    QTRY_VERIFY(!recheck->isVisible());
    QVERIFY(!console.window->actions().action(Command::Recheck)->isEnabled());
    console.store->change([](tests::FakeStore& s) {
        s.details[models::utf8(validatorHalt)].results.front().searchedPath = "/usr/bin";
        s.details[models::utf8(validatorHalt)].halt.closedAt = 5'000;
    });
    QTest::qWait(300);
    QVERIFY(!console.window->actions().action(Command::Recheck)->isEnabled());
}

void EnvironmentTest::rerunQueuesAndStartsThePlan()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(environmentHalt));
    views::HaltPage* page = console.window->inbox()->haltPage();
    std::string plan;
    console.store->change([&plan](tests::FakeStore& s) { plan = s.details[models::utf8(environmentHalt)].halt.plan.value; });
    QTest::mouseClick(buttonOf(page, QStringLiteral("Re-run unchanged")), Qt::LeftButton);
    QTRY_VERIFY(says(page, QStringLiteral("Re-run started with attempt 1")));
    {
        const std::lock_guard lock(console.store->mutex);
        QCOMPARE(console.store->retried, std::vector<std::string>{plan});
        QCOMPARE(console.store->started, std::vector<std::string>{plan});
        console.store->planDetails.clear();
    }
    console.window->actions().action(Command::RerunUnchanged)->trigger();
    QTRY_VERIFY(says(page, QStringLiteral("Not re-run: ")));
    QCOMPARE(console.store->started.size(), std::size_t(1));
    console.store->change([](tests::FakeStore& s) {
        s.details[models::utf8(environmentHalt)].halt.closedAt = 5'000;
    });
    QTRY_VERIFY(!console.window->actions().action(Command::RerunUnchanged)->isEnabled());
    QVERIFY(!console.window->actions().action(Command::Recheck)->isEnabled());
}

void EnvironmentTest::installCommandIsCopiedWithoutThePrompt()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    QVERIFY(!console.window->actions().action(Command::CopyInstallCommand)->isEnabled());
    QVERIFY(console.open(environmentHalt));
    console.window->actions().action(Command::CopyInstallCommand)->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("sudo apt install weld-coder"));
    QVERIFY(buttonOf(console.window->inbox()->haltPage(), QStringLiteral("Copied")));
    const auto lines = console.window->inbox()->haltPage()->findChildren<widgets::CommandLine*>();
    QCOMPARE(lines.size(), 1);
    QCOMPARE(lines.first()->accessibleName(), QStringLiteral("Install command, sudo apt install weld-coder"));
}

void EnvironmentTest::proseHasNoPrompt()
{
    Console console;
    console.store->change([](tests::FakeStore& s) {
        s.details[models::utf8(environmentHalt)].halt.hint = "Ask the build team for weld-coder \xE2\x80\xAE.";
    });
    QVERIFY(console.ready());
    QVERIFY(console.open(environmentHalt));
    QVERIFY(console.window->inbox()->haltPage()->findChildren<widgets::CommandLine*>().isEmpty());
    QVERIFY(says(console.window->inbox()->haltPage(), QStringLiteral("Ask the build team for weld-coder <U+202E>.")));
    QVERIFY(!console.window->actions().action(Command::CopyInstallCommand)->isEnabled());
}

void EnvironmentTest::whoWaitsForTheSameIsOneKeyAway()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(environmentHalt));
    console.store->change([](tests::FakeStore& s) {
        const HaltDetail& shown = s.details[models::utf8(environmentHalt)];
        HaltDetail other = shown;
        other.halt = shown.sameCause.front();
        s.halts.push_back(other.halt);
        s.details[other.halt.id.value] = other;
    });
    QTRY_VERIFY(console.desk->halts().entry(QStringLiteral("01K2HALT0000000000000ENV2")));
    QTreeView* waiting = nullptr;
    for (QTreeView* view : console.window->inbox()->haltPage()->findChildren<QTreeView*>())
        if (view->accessibleName() == QLatin1String("Also waiting for this program"))
            waiting = view;
    QVERIFY(waiting && waiting->isVisible());
    waiting->setFocus();
    waiting->setCurrentIndex(waiting->model()->index(0, 0));
    QTest::keyClick(waiting, Qt::Key_Return);
    QTRY_COMPARE(console.window->inbox()->haltPage() ? console.window->inbox()->haltPage()->haltId() : QString(), QStringLiteral("01K2HALT0000000000000ENV2"));
}

void EnvironmentTest::operationalHaltsOfStoppedPlansAreRerun_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("errored");
    QTest::addColumn<bool>("may");
    for (const char* type : {"validator_error", "internal_error", "constraint_v9"}) {
        QTest::addRow("%s of a stopped plan", type) << QString::fromLatin1(type) << true << true;
        QTest::addRow("%s of a gate", type) << QString::fromLatin1(type) << false << false;
    }
    for (const char* type : {"blocker", "escalate"})
        QTest::addRow("%s", type) << QString::fromLatin1(type) << true << false;
}

void EnvironmentTest::operationalHaltsOfStoppedPlansAreRerun()
{
    QFETCH(QString, type);
    QFETCH(bool, errored);
    QFETCH(bool, may);
    Console console;
    const std::string id = "01K2HALT00000000000000XX1";
    console.store->change([&](tests::FakeStore& s) {
        HaltDetail detail = s.details[models::utf8(environmentHalt)];
        const std::string plan = detail.halt.plan.value;
        detail.halt = tests::haltOf(id, models::utf8(type), "Something else", 1'000);
        detail.halt.plan.value = plan;
        detail.plan.state = errored ? domain::PlanState::Errored : domain::PlanState::Queued;
        detail.searchedPath.clear(); // nothing was missed, so there is nothing to look for again
        s.halts.push_back(detail.halt);
        s.details[id] = detail;
    });
    QVERIFY(console.ready());
    QVERIFY(console.open(models::plain(id)));
    QPushButton* rerun = buttonOf(console.window->inbox()->haltPage(), QStringLiteral("Re-run unchanged"));
    QCOMPARE(rerun && rerun->isVisible(), may);
    QCOMPARE(console.window->actions().action(Command::RerunUnchanged)->isEnabled(), may);
    QVERIFY(!console.window->actions().action(Command::Recheck)->isEnabled());
    if (!may)
        return;
    QTest::mouseClick(rerun, Qt::LeftButton);
    QTRY_COMPARE(console.store->started.size(), std::size_t(1));
}

QTEST_MAIN(EnvironmentTest)
#include "environment_test.moc"
