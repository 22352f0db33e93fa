#include "models/desk/desk.h"
#include "models/enginelink/engine_link.h"
#include "models/roles.h"
#include "models/text.h"
#include "tests/support/fake_engine.h"
#include "tests/support/fake_key_ring.h"
#include "views/frame/main_window.h"
#include "views/frame/page.h"
#include "views/inbox/decision_panel.h"
#include "views/inbox/inbox_page.h"
#include "views/inbox/signing_dialog.h"
#include "views/style/countersign_style.h"
#include "views/widgets/evidence_view.h"
#include "views/widgets/fields.h"
#include "views/widgets/lifecycle_stepper.h"
#include "views/widgets/text_label.h"

#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

using namespace countersign;
using views::Area;
using views::Command;

namespace {

const QString environmentHalt = QStringLiteral("01K2HALT0000000000000ENV1");
const QString escalation = QStringLiteral("01K2HALT0000000000000ESC1");

/// A window over a fake store.
struct Console
{
    explicit Console(const QString& state = {}) : store(tests::pumpController())
    {
        link = std::make_unique<models::EngineLink>([s = store]() -> base::Result<std::unique_ptr<Engine>> { return std::make_unique<tests::FakeEngine>(s); });
        ring = std::make_unique<tests::FakeKeyRing>(store);
        ring->keys = {{QStringLiteral("k1"), QStringLiteral("duty"), QStringLiteral("ed25519"), QStringLiteral("SHA256:kQ3v"), QStringLiteral("duty.pem"), true, true, {}}};
        desk = std::make_unique<models::Desk>(*link, ring.get(), state);
        window = std::make_unique<views::MainWindow>(*desk);
        window->resize(1440, 900);
        window->show();
        window->activateWindow();
    }
    [[nodiscard]] bool ready() const
    {
        return QTest::qWaitForWindowActive(window.get()) && QTest::qWaitFor([this] { return desk->halts().total() > 0 && window->inbox()->haltPage(); });
    }
    bool open(const QString& id) const
    {
        window->go(Area::Inbox, id);
        return QTest::qWaitFor([this, &id] { return window->inbox()->haltPage() && window->inbox()->haltPage()->haltId() == id; });
    }
    [[nodiscard]] views::DecisionPanel* panel() const { return window->findChild<views::DecisionPanel*>(); }
    void readAll() const
    {
        store->change([this](tests::FakeStore&) {});
        auto* table = window->inbox()->haltPage()->findChild<QTreeView*>();
        auto* view = window->inbox()->haltPage()->findChild<widgets::EvidenceView*>();
        QVERIFY(QTest::qWaitFor([view] { return !view->toPlainText().isEmpty(); }));
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            table->setCurrentIndex(table->model()->index(row, 0));
            for (int tries = 0; tries < 12 && view->tracker().unreadCount() > 0 && !view->toPlainText().isEmpty(); ++tries) {
                view->showNextUnread();
                QTest::qWait(1150);
            }
        }
    }

    std::shared_ptr<tests::FakeStore> store;
    std::unique_ptr<models::EngineLink> link;
    std::unique_ptr<tests::FakeKeyRing> ring;
    std::unique_ptr<models::Desk> desk;
    std::unique_ptr<views::MainWindow> window;
};

QPushButton* buttonOf(const QWidget* page, const QString& text)
{
    for (QPushButton* button : page->findChildren<QPushButton*>())
        if (button->text().remove(QLatin1Char('&')) == text)
            return button;
    return nullptr;
}

bool says(const QWidget* page, const QString& words)
{
    const auto labels = page->findChildren<widgets::TextLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&words](const auto* label) { return label->isVisible() && label->text().contains(words); });
}

Recheck foundNow()
{
    Recheck found;
    found.found = true;
    found.program = "weld-coder";
    found.at = "/usr/bin/weld-coder";
    found.searched = {{"/home/operator/.local/bin", "there, not executable"}, {"/usr/local/bin", "not there"}, {"/usr/bin", "found"}};
    return found;
}

int decisionWidgets(const QWidget* root)
{
    int count = 0;
    for (const QWidget* child : root->findChildren<QWidget*>())
        count += child->objectName().startsWith(QLatin1String("decision"), Qt::CaseInsensitive) || qobject_cast<const views::DecisionPanel*>(child)
                         || qobject_cast<const QRadioButton*>(child) || qobject_cast<const views::SigningDialog*>(child)
                     ? 1
                     : 0;
    return count;
}

} // namespace

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
    void plansOfStrategizeHaveNoMarkAfterExecute();
    void recheckSaysWhatItFindsAndStartsNothing();
    void recheckDoesNotStallTheWindow();
    void rerunQueuesAndStartsThePlan();
    void installCommandIsCopiedWithoutThePrompt();
    void proseHasNoPrompt();
    void whoWaitsForTheSameIsOneKeyAway();
    void operationalHaltsOfStoppedPlansAreRerun_data();
    void operationalHaltsOfStoppedPlansAreRerun();

private:
    QTemporaryDir m_state{};
    style::SystemLook m_look{};
};

void ConsoleTest::initTestCase()
{
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_state.path());
    QCoreApplication::setOrganizationName(QStringLiteral("countersign-test"));
    m_look = style::SystemLook::take();
    m_look.text.setPixelSize(13);
    style::CountersignStyle::install(*qApp, m_look, style::ThemeChoice::Light);
}

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

void ConsoleTest::plansOfStrategizeHaveNoMarkAfterExecute()
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

void ConsoleTest::recheckSaysWhatItFindsAndStartsNothing()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(environmentHalt));
    views::HaltPage* page = console.window->inbox()->haltPage();
    QPushButton* recheck = buttonOf(page, QStringLiteral("Re-check"));
    QPushButton* rerun = buttonOf(page, QStringLiteral("Re-run unchanged"));
    QVERIFY(recheck && rerun && recheck->isEnabled() && rerun->isEnabled());
    QVERIFY(style::isPrimary(recheck) && !style::isPrimary(rerun));
    QTest::keyClick(console.window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY(says(page, QStringLiteral("still not found")));
    QVERIFY(style::isPrimary(recheck) && !style::isPrimary(rerun));
    const auto tables = page->findChildren<QTreeView*>();
    const auto searched = std::find_if(tables.begin(), tables.end(), [](const QTreeView* view) { return view->accessibleName() == QLatin1String("Searched directories, 5 rows"); });
    QVERIFY(searched != tables.end());
    QCOMPARE((*searched)->model()->index(0, 2).data().toString(), QStringLiteral("there, not executable"));
    QCOMPARE((*searched)->model()->index(4, 2).data().toString(), QStringLiteral("no such directory"));

    console.store->change([](tests::FakeStore& s) { s.rechecks[models::utf8(environmentHalt)] = foundNow(); });
    QTest::keyClick(console.window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY(says(page, QStringLiteral("found, /usr/bin/weld-coder. Nothing was started.")));
    QVERIFY(!style::isPrimary(recheck) && style::isPrimary(rerun));
    QCOMPARE((*searched)->model()->index(2, 2).data().toString(), QStringLiteral("found"));
    console.desk->refresh();
    QTest::qWait(400);
    QVERIFY(style::isPrimary(rerun) && says(page, QStringLiteral("Nothing was started.")));

    console.store->change([](tests::FakeStore& s) { s.rechecks.clear(); });
    QTest::keyClick(console.window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY(says(page, QStringLiteral("Not looked at: ")));
    const std::lock_guard lock(console.store->mutex);
    QCOMPARE(console.store->rechecked, std::vector<std::string>(3, models::utf8(environmentHalt)));
    QVERIFY(console.store->started.empty() && console.store->retried.empty() && console.store->validated.empty());
    QCOMPARE(decisionWidgets(console.window->inbox()), 0);
}

void ConsoleTest::recheckDoesNotStallTheWindow()
{
    Console console;
    QVERIFY(console.ready());
    QVERIFY(console.open(environmentHalt));
    views::HaltPage* page = console.window->inbox()->haltPage();
    console.store->recheckMs = 700;
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
    QVERIFY(console.window->actions().action(Command::Recheck)->isEnabled());
}

void ConsoleTest::rerunQueuesAndStartsThePlan()
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

void ConsoleTest::installCommandIsCopiedWithoutThePrompt()
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

void ConsoleTest::proseHasNoPrompt()
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

void ConsoleTest::whoWaitsForTheSameIsOneKeyAway()
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

void ConsoleTest::operationalHaltsOfStoppedPlansAreRerun_data()
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

void ConsoleTest::operationalHaltsOfStoppedPlansAreRerun()
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

QTEST_MAIN(ConsoleTest)
#include "console_test.moc"
