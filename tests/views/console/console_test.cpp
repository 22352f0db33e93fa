#include "models/roles.h"
#include "tests/views/console/console.h"
#include "views/widgets/fields.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QToolButton>

using namespace console_test;

class ConsoleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void noDecisionWidgetForOtherOutcomes_data();
    void noDecisionWidgetForOtherOutcomes();
    void readingGateNamesWhatIsMissing();
    void rejectNeedsNoReading();
    void freshKeysNeverDecide();
    void enterEscapeAndDoubleClickNeverDecide();
    void keyboardWalkFromTriageToSignature();
    void refreshKeepsSelectionScrollAndDraft();
    void closedHaltKeepsItsPage();
    void draftsSurviveARestart();
    void changedSubjectClearsTheChoice();
    void brokenChainTurnsSigningOff();
    void everyFocusableWidgetHasAName();
    void everyCommandStandsInAMenuAndKeysAreUnique();
    void paletteMatchesWordStarts();
    void fitsFontsFrom100To300Percent();
    void settledPagesShowWhatTheyAskedFor();
    void evidenceStandsWholeFromTheStart();
    void historyFiltersNarrow();
    void statusRowSaysWhatWasVerified();
    void narrowWindowStacksListAndDetail();

private:
    QTemporaryDir m_state{};
    style::SystemLook m_look{};
};

void ConsoleTest::initTestCase() { m_look = startStyle(m_state); }

void ConsoleTest::noDecisionWidgetForOtherOutcomes_data()
{
    QTest::addColumn<QString>("type");
    for (const char* type : {"blocker", "validator_error", "internal_error", "environment_error", "constraint_v9", "ESCALATE", "pass", ""})
        QTest::newRow(type) << QString::fromLatin1(type);
}

void ConsoleTest::noDecisionWidgetForOtherOutcomes()
{
    QFETCH(QString, type);
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    QVERIFY(decisionWidgets(console.window->inbox()) > 0);
    const std::string id = "01K2HALT00000000000000XX1";
    console.store->change([&](tests::FakeStore& s) {
        HaltDetail detail = s.details[models::utf8(escalation)];
        const domain::Halt halt = tests::haltOf(id, models::utf8(type), "Something else", 1'000);
        detail.halt = halt;
        s.halts.push_back(halt);
        s.details[id] = detail;
    });
    QTRY_VERIFY(console.desk->halts().entry(models::plain(id)));
    QVERIFY(console.open(models::plain(id)));
    QCOMPARE(decisionWidgets(console.window->inbox()), 0);
    QVERIFY(!console.window->actions().action(Command::SignAuthorization)->isEnabled());
}

void ConsoleTest::readingGateNamesWhatIsMissing()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    auto* panel = console.panel();
    QTRY_COMPARE(panel->missing(), models::Missing::Reading);
    auto* reason = panel->findChild<QPlainTextEdit*>();
    reason->setPlainText(QStringLiteral("fits"));
    panel->findChildren<QRadioButton*>().constFirst()->setChecked(true);
    auto* sign = panel->findChild<QPushButton*>();
    QVERIFY(!sign->isEnabled());
    QTRY_VERIFY2(sign->accessibleName().contains(QLatin1String("lines are unread")), qPrintable(sign->accessibleName()));
    auto* view = console.window->inbox()->haltPage()->findChild<widgets::EvidenceView*>();
    view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum());
    view->verticalScrollBar()->setValue(0);
    QVERIFY(view->tracker().unreadCount() > 0);
    console.readAll();
    QTRY_COMPARE(panel->missing(), models::Missing::Nothing);
    QVERIFY(sign->isEnabled());
}

void ConsoleTest::rejectNeedsNoReading()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    auto* panel = console.panel();
    panel->findChildren<QRadioButton*>().constLast()->setChecked(true);
    QTRY_COMPARE(panel->missing(), models::Missing::Reason);
    panel->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("  \u00a0\n"));
    QCOMPARE(panel->missing(), models::Missing::Reason);
    panel->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("no"));
    QTRY_COMPARE(panel->missing(), models::Missing::Nothing);
}

void ConsoleTest::freshKeysNeverDecide()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    auto* panel = console.panel();
    auto* proceed = panel->findChildren<QRadioButton*>().constFirst();
    panel->startFreshness();
    proceed->setFocus();
    QTest::keyClick(proceed, Qt::Key_Space);
    QVERIFY(!proceed->isChecked());
    QTest::mouseClick(proceed, Qt::LeftButton);
    QVERIFY(!proceed->isChecked());
    QTest::qWait(views::DecisionPanel::freshMs + 50);
    QTest::keyClick(proceed, Qt::Key_Space);
    QVERIFY(proceed->isChecked());
}

void ConsoleTest::enterEscapeAndDoubleClickNeverDecide()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    auto* panel = console.panel();
    QTest::qWait(views::DecisionPanel::freshMs + 50);
    auto* reason = panel->findChild<QPlainTextEdit*>();
    reason->setFocus();
    QTest::keyClicks(reason, QStringLiteral("typed"));
    panel->findChildren<QRadioButton*>().constLast()->setChecked(true);
    QTRY_COMPARE(panel->missing(), models::Missing::Nothing);
    const auto widgets = console.window->inbox()->findChildren<QWidget*>();
    for (QWidget* widget : widgets) {
        if (qobject_cast<QPlainTextEdit*>(widget) == reason || !widget->isVisible() || widget->focusPolicy() == Qt::NoFocus)
            continue;
        for (const int key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Escape})
            QTest::keyClick(widget, static_cast<Qt::Key>(key));
        if (auto* view = qobject_cast<QAbstractItemView*>(widget))
            QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, QPoint(30, 40));
    }
    QVERIFY(!console.window->findChild<views::SigningDialog*>());
    QVERIFY(console.store->decided.empty());
    QCOMPARE(reason->toPlainText(), QStringLiteral("typed"));
}

void ConsoleTest::keyboardWalkFromTriageToSignature()
{
    Console console;
    QVERIFY(console.ready());
    QListView* list = console.window->inbox()->list();
    QTest::keyClick(console.window.get(), Qt::Key_1, Qt::AltModifier);
    QTRY_VERIFY(list->hasFocus());
    QTest::keyClick(list, Qt::Key_Home);
    QTest::keyClick(list, Qt::Key_J);
    QTRY_VERIFY(console.panel());
    QTest::keyClick(list, Qt::Key_Return);
    auto* table = console.window->inbox()->haltPage()->findChild<QTreeView*>();
    QTRY_VERIFY(table->hasFocus());
    console.readAll();
    auto* panel = console.panel();
    QTest::qWait(views::DecisionPanel::freshMs);
    QTest::keyClick(console.window.get(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(panel->findChildren<QRadioButton*>().constFirst()->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTest::keyClick(console.window.get(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(panel->findChild<QPlainTextEdit*>()->hasFocus());
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("It fits uint16_t."));
    QTest::keyClick(console.window.get(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(console.window->findChild<views::SigningDialog*>());
    auto* dialog = console.window->findChild<views::SigningDialog*>();
    auto* passphrase = dialog->findChild<QLineEdit*>();
    QTest::keyClicks(passphrase, QStringLiteral("wrong"));
    QTest::qWait(views::DecisionPanel::freshMs + 50);
    QTest::keyClick(passphrase, Qt::Key_Return);
    QTest::qWait(50);
    QVERIFY(console.store->decided.empty());
    QTest::keyClick(dialog, Qt::Key_S, Qt::AltModifier);
    QTRY_VERIFY(passphrase->text().isEmpty() && passphrase->isEnabled());
    QVERIFY(console.store->decided.empty());
    QTest::keyClicks(passphrase, QStringLiteral("correct horse"));
    QTest::keyClick(dialog, Qt::Key_S, Qt::AltModifier);
    QTRY_COMPARE(console.store->decided.size(), std::size_t{1});
    QCOMPARE(console.store->decided.front().decision, domain::DecisionKind::Proceed);
    QCOMPARE(QString::fromStdString(console.store->decided.front().reason), QStringLiteral("It fits uint16_t."));
    QCOMPARE(console.store->decided.front().shownSubjectDigest, console.store->details[models::utf8(escalation)].request->subjectDigest);
    QTRY_VERIFY(console.desk->drafts().draft(escalation) == models::Draft{});
}

void ConsoleTest::refreshKeepsSelectionScrollAndDraft()
{
    Console console;
    QVERIFY(console.ready());
    console.store->change([](tests::FakeStore& s) {
        for (int i = 0; i < 40; ++i) {
            const auto halt = tests::haltOf("01K2HALT00000000000000B" + std::to_string(100 + i), "blocker", "Bulk " + std::to_string(i), 5'000 + i);
            s.halts.push_back(halt);
            s.details[halt.id.value].halt = halt;
        }
    });
    QTRY_COMPARE(console.desk->halts().total(), 47);
    QVERIFY(console.open(escalation));
    auto* reason = console.panel()->findChild<QPlainTextEdit*>();
    reason->setPlainText(QStringLiteral("half-written"));
    QListView* list = console.window->inbox()->list();
    list->verticalScrollBar()->setValue(600);
    const QString top = list->indexAt(QPoint(1, 1)).data(models::KeyRole).toString();
    console.store->change([](tests::FakeStore& s) {
        for (int i = 0; i < 5; ++i) {
            const auto halt = tests::haltOf("01K2HALT00000000000000N" + std::to_string(100 + i), "escalate", "New " + std::to_string(i), base::SystemClock().now());
            s.halts.push_back(halt);
            s.details[halt.id.value].halt = halt;
        }
    });
    QTRY_COMPARE(console.desk->halts().total(), 52);
    QTest::qWait(50);
    QCOMPARE(list->indexAt(QPoint(1, 1)).data(models::KeyRole).toString(), top);
    QCOMPARE(list->currentIndex().data(models::KeyRole).toString(), escalation);
    QCOMPARE(console.window->inbox()->haltPage()->haltId(), escalation);
    QCOMPARE(console.panel()->findChild<QPlainTextEdit*>(), reason);
    QCOMPARE(reason->toPlainText(), QStringLiteral("half-written"));
}

void ConsoleTest::closedHaltKeepsItsPage()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    console.store->change([](tests::FakeStore& s) {
        for (auto& halt : s.halts)
            if (halt.id.value == models::utf8(escalation)) {
                halt.closedAt = base::SystemClock().now();
                halt.closeReason = "superseded";
                s.details[halt.id.value].halt = halt;
                s.details[halt.id.value].plan.phase = domain::Phase::Strategize;
                s.details[halt.id.value].plan.state = domain::PlanState::Queued;
            }
    });
    QTRY_COMPARE(console.desk->halts().total(), 6);
    QTest::qWait(50);
    QCOMPARE(console.window->inbox()->haltPage()->haltId(), escalation);
    QTRY_VERIFY(!console.panel());
    QCOMPARE(decisionWidgets(console.window->inbox()), 0);
    QVERIFY(!console.window->actions().action(Command::SignAuthorization)->isEnabled());
    QVERIFY(!console.window->inbox()->list()->currentIndex().isValid());
    QPushButton* again = nullptr;
    for (auto* button : console.window->inbox()->haltPage()->findChildren<QPushButton*>())
        if (button->isVisible() && button->text().contains(QLatin1String("alidate again")))
            again = button;
    QVERIFY(again);
    again->click();
    QTRY_COMPARE(console.store->validated.size(), std::size_t{1});
    console.store->change([](tests::FakeStore& s) {
        domain::DecisionRecord record;
        record.claims.signer = "anna";
        record.claims.decision = domain::DecisionKind::Proceed;
        record.claims.reason = "It fits the buffer.";
        s.details[models::utf8(escalation)].records = {record};
    });
    const auto says = [&console](const QString& words) {
        const auto labels = console.window->inbox()->haltPage()->findChildren<widgets::TextLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&words](const auto* label) { return label->text().contains(words); });
    };
    QTRY_VERIFY(says(QStringLiteral("It fits the buffer.")));
    QVERIFY(says(QStringLiteral("signed by anna")));
    QVERIFY(!says(QStringLiteral("Needs your decision")));
    QCOMPARE(console.window->inbox()->haltPage()->haltId(), escalation);
}

void ConsoleTest::draftsSurviveARestart()
{
    QTemporaryDir state;
    {
        Console console(state.path());
        QVERIFY(console.ready());
        QVERIFY(console.open(escalation));
        console.panel()->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("kept over a restart"));
    }
    Console console(state.path());
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    QCOMPARE(console.panel()->findChild<QPlainTextEdit*>()->toPlainText(), QStringLiteral("kept over a restart"));
}

void ConsoleTest::changedSubjectClearsTheChoice()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    auto* panel = console.panel();
    panel->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("reason"));
    panel->findChildren<QRadioButton*>().constLast()->setChecked(true);
    console.store->change([](tests::FakeStore& s) { s.details[models::utf8(escalation)].request->subjectDigest = std::string(64, 'a'); });
    QTRY_COMPARE(panel->draft().choice, models::Draft::Choice::None);
    QCOMPARE(panel->draft().reason, QStringLiteral("reason"));
}

void ConsoleTest::brokenChainTurnsSigningOff()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    console.store->change([](tests::FakeStore& s) {
        s.status.chainBroken = true;
        s.status.brokenAt = 8112;
    });
    QTRY_COMPARE(console.panel()->missing(), models::Missing::Off);
    QVERIFY(console.panel()->findChild<QPushButton*>()->accessibleName().contains(QLatin1String("8,112")));
}

void ConsoleTest::everyFocusableWidgetHasAName()
{
    Console console;
    QVERIFY(console.ready());
    QStringList nameless;
    const auto look = [&](const QString& where) {
        for (const QWidget* widget : console.window->findChildren<QWidget*>()) {
            const bool inner = widget->objectName().startsWith(QLatin1String("qt_")) || qobject_cast<const QHeaderView*>(widget);
            if (widget->focusPolicy() == Qt::NoFocus || inner || !widget->isVisible())
                continue;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            if (widget->accessibleName().isEmpty() && (!button || button->text().isEmpty()))
                nameless << where + QLatin1Char(' ') + QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName();
        }
    };
    for (int area = 0; area < views::areaCount; ++area) {
        console.window->go(static_cast<Area>(area));
        QTest::qWait(150);
        look(views::areaName(static_cast<Area>(area)));
    }
    for (const auto& entry : console.desk->halts().entries()) {
        QVERIFY(console.open(entry.id));
        look(entry.word);
    }
    nameless.removeDuplicates();
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
}

void ConsoleTest::everyCommandStandsInAMenuAndKeysAreUnique()
{
    Console console;
    QSet<QString> keys;
    for (const views::ActionRow& row : views::actionTable()) {
        QAction* action = console.window->actions().action(row.command);
        QVERIFY(action);
        QVERIFY2(!action->associatedObjects().isEmpty() && action->associatedObjects().size() >= 2, row.text);
        const QString key = action->shortcut().toString();
        QVERIFY2(key.isEmpty() || !keys.contains(key), row.text);
        keys.insert(key);
    }
}

void ConsoleTest::paletteMatchesWordStarts()
{
    QVERIFY(views::matchesWordStarts(QStringLiteral("Raise alarm threshold"), QStringLiteral("al thr")));
    QVERIFY(views::matchesWordStarts(QStringLiteral("local/unit-tests"), QStringLiteral("uni te")));
    QVERIFY(!views::matchesWordStarts(QStringLiteral("Raise alarm threshold"), QStringLiteral("larm")));
    Console console;
    QVERIFY(console.ready());
    QTest::keyClick(console.window.get(), Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("mov tel"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(console.window->inbox()->haltPage() ? console.window->inbox()->haltPage()->haltId() : QString(), QStringLiteral("01K2HALT0000000000000BLK1"));
}

void ConsoleTest::fitsFontsFrom100To300Percent()
{
    for (const int percent : {200, 300}) {
        style::SystemLook look = m_look;
        look.text.setPixelSize(13 * percent / 100);
        style::CountersignStyle::install(*qApp, look, style::ThemeChoice::Dark);
        Console console;
        QVERIFY(console.ready());
        QVERIFY(console.open(escalation));
        QTest::qWait(100);
        auto* panel = console.panel();
        for (const auto* label : panel->findChildren<widgets::TextLabel*>())
            if (percent == 200 && (label->text().startsWith(QLatin1String("Not available")) || label->text() == QLatin1String("Signing key")))
                QTRY_VERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
        const QRect inside(QPoint(0, 0), console.window->size());
        for (QWidget* part : std::initializer_list<QWidget*>{panel->findChild<QPlainTextEdit*>(), panel->findChild<QPushButton*>()})
            QVERIFY2(percent > 200 || inside.contains(QRect(part->mapTo(console.window.get(), QPoint(0, 0)), part->size())), part->metaObject()->className());
    }
    style::CountersignStyle::install(*qApp, m_look, style::ThemeChoice::Light);
}

void ConsoleTest::settledPagesShowWhatTheyAskedFor()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    views::Page* inbox = console.window->page(Area::Inbox);
    QVERIFY(!inbox->settled());
    QTRY_VERIFY(inbox->settled());
    QVERIFY(!inbox->findChild<widgets::EvidenceView*>()->toPlainText().isEmpty());
    QVERIFY(console.panel()->findChild<QComboBox*>()->count() > 0);
    for (const Area area : {Area::Plans, Area::History, Area::Audit}) {
        console.window->go(area);
        QTRY_VERIFY(console.window->page(area)->settled());
    }
    const QString wanted = QString::number(console.store->events.at(console.store->events.size() - 3).seq);
    console.window->go(Area::Audit, wanted);
    for (const auto* table : console.window->page(Area::Audit)->findChildren<QTreeView*>())
        if (table->accessibleName().startsWith(QLatin1String("Events")))
            QTRY_COMPARE(table->currentIndex().data(models::KeyRole).toString(), wanted);
}

void ConsoleTest::evidenceStandsWholeFromTheStart()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    auto* table = console.window->inbox()->haltPage()->findChild<QTreeView*>();
    const int height = table->height();
    QVERIFY(height >= table->header()->sizeHint().height() + 4 * table->sizeHintForRow(0));
    QTRY_VERIFY(console.window->page(Area::Inbox)->settled());
    QTest::qWait(50);
    QCOMPARE(table->height(), height);
    constexpr int message = 3;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const QString words = table->model()->index(row, message).data().toString();
        const int needed = QFontMetrics(style::fontsOf(table).body()).horizontalAdvance(words) + 12;
        QTRY_VERIFY2(table->columnWidth(message) >= needed, qPrintable(words));
    }
}

void ConsoleTest::historyFiltersNarrow()
{
    Console console;
    QVERIFY(console.ready());
    console.window->go(Area::History);
    views::Page* page = console.window->page(Area::History);
    QTRY_VERIFY(page->settled());
    auto* table = page->findChild<QTreeView*>();
    const auto choose = [page](const QString& name, const QString& value) {
        for (auto* combo : page->findChildren<QComboBox*>())
            if (combo->accessibleName() == name)
                combo->setCurrentIndex(combo->findData(value));
    };
    choose(QStringLiteral("Range"), QStringLiteral("0"));
    QTRY_VERIFY(page->settled());
    const int all = table->model()->rowCount();
    QVERIFY(all > 0);
    choose(QStringLiteral("Verdict"), QStringLiteral("error"));
    QTRY_VERIFY(page->settled() && table->model()->rowCount() < all);
    const int errors = table->model()->rowCount();
    choose(QStringLiteral("Outcome of the run"), QStringLiteral("environment_error"));
    QTRY_VERIFY(page->settled() && table->model()->rowCount() < errors);
    choose(QStringLiteral("Outcome of the run"), QString());
    choose(QStringLiteral("Verdict"), QString());
    QTRY_VERIFY(page->settled() && table->model()->rowCount() > errors);
    console.window->actions().action(Command::FilterArea)->trigger();
    QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("no-such-word"));
    QTRY_COMPARE(table->model()->rowCount(), 0);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QTRY_VERIFY(page->settled() && table->model()->rowCount() > errors);
}

void ConsoleTest::statusRowSaysWhatWasVerified()
{
    Console console;
    const auto says = [&console](const QString& words) {
        const auto buttons = console.window->findChildren<QToolButton*>();
        return std::any_of(buttons.begin(), buttons.end(), [&words](const auto* button) { return button->text().startsWith(words); });
    };
    QVERIFY(console.ready());
    QTRY_VERIFY(says(QStringLiteral("Audit chain verified, ")));
    console.store->change([](tests::FakeStore& s) {
        s.chain.intact = false;
        s.chain.problems = {{"edited", 41, "event 41 was edited"}};
    });
    console.window->go(Area::Audit);
    console.window->actions().action(Command::VerifyChain)->trigger();
    QTRY_VERIFY(says(QStringLiteral("Audit chain broken at event 41")));
}

void ConsoleTest::narrowWindowStacksListAndDetail()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(escalation));
    QListView* list = console.window->inbox()->list();
    QTRY_VERIFY(list->isVisible() && console.panel()->isVisible());
    console.window->resize(900, 800);
    QTRY_VERIFY(list->isVisible() && !console.panel()->isVisible());
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_VERIFY(!list->isVisible() && console.panel()->isVisible());
    auto* reason = console.panel()->findChild<QPlainTextEdit*>();
    reason->setFocus();
    QTest::keyClicks(reason, QStringLiteral("ab"));
    QTest::keyClick(reason, Qt::Key_Backspace);
    QCOMPARE(reason->toPlainText(), QStringLiteral("a"));
    QVERIFY(!list->isVisible());
    auto* table = console.window->inbox()->haltPage()->findChild<QTreeView*>();
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Backspace);
    QTRY_VERIFY(list->isVisible() && list->hasFocus() && !console.panel()->isVisible());
    console.window->resize(1440, 900);
    QTRY_VERIFY(list->isVisible() && console.panel()->isVisible());
    QCOMPARE(console.panel()->findChild<QPlainTextEdit*>()->toPlainText(), QStringLiteral("a"));
}

QTEST_MAIN(ConsoleTest)
#include "console_test.moc"
