#include "engine/schema/codes.h"
#include "models/registry/call_words.h"
#include "tests/views/console/console.h"
#include "views/attachments/attachments_page.h"
#include "views/attachments/try_dialog.h"
#include "views/widgets/fields.h"

#include <QComboBox>
#include <QLineEdit>

using namespace console_test;
using views::TryDialog;

namespace {

/// The dialog over the Attachments page, opened by its key with an attachment selected.
struct Try
{
    explicit Try(const QString& validation = QStringLiteral("local/unit-tests"))
    {
        if (!console.ready())
            return;
        console.window->go(Area::Attachments);
        auto* table = tableOf(console.window->page(Area::Attachments), QStringLiteral("Attachments of the resource"));
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (table->model()->index(row, 0).data().toString() == validation)
                table->setCurrentIndex(table->model()->index(row, 0));
        QTest::keyClick(console.window.get(), Qt::Key_T, Qt::ControlModifier);
        dialog = console.window->findChild<TryDialog*>();
    }
    void answer(const std::function<void(ToolCallReport&)>& set)
    {
        console.store->change([&set](tests::FakeStore& s) { set(s.callAnswer); });
    }
    void run() const { QTest::mouseClick(buttonOf(dialog, QStringLiteral("Run")), Qt::LeftButton); }
    [[nodiscard]] widgets::EvidenceView* output(const char* name) const
    {
        for (auto* view : dialog->findChildren<widgets::EvidenceView*>())
            if (view->accessibleName().startsWith(QLatin1String(name)))
                return view;
        return nullptr;
    }
    [[nodiscard]] std::vector<ToolCall> called()
    {
        const std::lock_guard lock(console.store->mutex);
        return console.store->called;
    }
    [[nodiscard]] QComboBox* combo(const char* name) const
    {
        for (auto* each : dialog->findChildren<QComboBox*>())
            if (each->accessibleName() == QLatin1String(name))
                return each;
        return nullptr;
    }

    Console console{};
    QPointer<TryDialog> dialog{};
};

} // namespace

class TryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startStyle(m_state); }
    void theSelectedAttachmentIsFilledIn();
    void verdicts_data();
    void verdicts();
    void outputsAreNeutralised();
    void violationsStandAtTheirField();
    void everythingElseStandsBelow();
    void aCallIsStoppedAndClosingStopsIt();
    void enterRunsNothing();
    void problemsAreReadFromTheError_data();
    void problemsAreReadFromTheError();

private:
    QTemporaryDir m_state{};
};

void TryTest::theSelectedAttachmentIsFilledIn()
{
    Try t;
    QVERIFY(t.dialog);
    QCOMPARE(t.combo("Tool or validation")->currentText(), QStringLiteral("local/unit-tests, validation"));
    QCOMPARE(t.combo("Resource it is shown")->currentText(), QStringLiteral("repo/pump-controller"));
    QCOMPARE(t.combo("preset, required")->currentText(), QStringLiteral("sim"));
    QVERIFY(says(t.dialog, QStringLiteral("Nothing of this counts for a gate, and no result of it is stored.")));
    picture(t.dialog, QStringLiteral("try-new"));
    t.answer([](ToolCallReport& r) { r.result.verdict = domain::Verdict::Pass; });
    t.run();
    QTRY_COMPARE(t.called().size(), std::size_t(1));
    const ToolCall call = t.called().front();
    QCOMPARE(QString::fromStdString(call.tool), QStringLiteral("local/unit-tests"));
    QCOMPARE(QString::fromStdString(call.resource), QStringLiteral("repo/pump-controller"));
    QCOMPARE(QString::fromStdString(base::canonical(call.args)), QStringLiteral("{\"preset\":\"sim\"}"));
    QVERIFY(t.console.store->validated.empty() && t.console.store->started.empty());
}

void TryTest::verdicts_data()
{
    QTest::addColumn<int>("verdict");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("exit");
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("ended");
    const auto verdict = [](domain::Verdict v) { return static_cast<int>(v); };
    QTest::newRow("pass") << verdict(domain::Verdict::Pass) << QString() << 0 << 0 << QStringLiteral("pass") << QStringLiteral("exit status 0 after 0.6 s");
    QTest::newRow("fail") << verdict(domain::Verdict::Fail) << QString() << 1 << 0 << QStringLiteral("fail") << QStringLiteral("exit status 1 after");
    QTest::newRow("error") << verdict(domain::Verdict::Error) << QStringLiteral("TIME_LIMIT") << -1 << 9 << QStringLiteral("Error, no verdict") << QStringLiteral("ended by signal 9 after");
    QTest::newRow("not started") << verdict(domain::Verdict::Error) << QStringLiteral("PROGRAM_MISSING") << -1 << 0 << QStringLiteral("Error, no verdict") << QStringLiteral("without an exit status");
}

void TryTest::verdicts()
{
    QFETCH(int, verdict);
    QFETCH(QString, code);
    QFETCH(int, exit);
    QFETCH(int, signal);
    QFETCH(QString, word);
    QFETCH(QString, ended);
    Try t;
    QVERIFY(t.dialog);
    t.answer([&](ToolCallReport& r) {
        r.result.verdict = static_cast<domain::Verdict>(verdict);
        r.result.errorCode = models::utf8(code);
        r.result.errorMessage = code.isEmpty() ? "" : "It did not end well.";
        r.result.hint = code == QLatin1String("PROGRAM_MISSING") ? "sudo apt install ninja-build" : "";
        if (exit >= 0)
            r.result.exitStatus = exit;
        if (signal > 0)
            r.result.signal = signal;
        r.result.durationMs = 640;
        r.result.message = "213 tests, 0 failed";
        r.result.data = domain::Json{{"tests", 213}};
        r.standardOutput = "[ PASSED ] 213 tests.\n";
    });
    t.run();
    QTRY_VERIFY(says(t.dialog, ended));
    QVERIFY(says(t.dialog, word));
    QVERIFY(says(t.dialog, QStringLiteral("213 tests, 0 failed")));
    QVERIFY(says(t.dialog, QStringLiteral("\"tests\": 213")));
    QCOMPARE(says(t.dialog, QStringLiteral("It did not end well. [%1]").arg(code)), !code.isEmpty());
    const auto lines = t.dialog->findChildren<widgets::CommandLine*>();
    QCOMPARE(lines.size(), code == QLatin1String("PROGRAM_MISSING") ? 1 : 0);
    QCOMPARE(t.output("Standard output")->toPlainText().trimmed(), QStringLiteral("[ PASSED ] 213 tests."));
    picture(t.dialog, QStringLiteral("try-%1").arg(QString::fromLatin1(QTest::currentDataTag())));
}

void TryTest::outputsAreNeutralised()
{
    Try t;
    QVERIFY(t.dialog);
    t.answer([](ToolCallReport& r) {
        r.result.verdict = domain::Verdict::Pass;
        r.result.message = "<b>fat</b>\xE2\x80\xAE";
        r.standardOutput = "\x1b[31mred\x1b[0m \x1b]0;title\x07 \xE2\x80\xAEplain\n";
        r.standardError = "<img src=x>\n";
    });
    t.run();
    QTRY_VERIFY(says(t.dialog, QStringLiteral("<b>fat</b><U+202E>")));
    const QString out = t.output("Standard output")->toPlainText();
    QVERIFY2(out.contains(QLatin1String("red")) && out.contains(QLatin1String("<U+202E>plain")), qPrintable(out));
    for (const char16_t bad : {u'\u001b', u'\u0007', u'\u202e'})
        QVERIFY(!out.contains(QChar(bad)));
    QVERIFY(t.output("Standard error")->toPlainText().contains(QLatin1String("<img src=x>")));
}

void TryTest::violationsStandAtTheirField()
{
    Try t;
    QVERIFY(t.dialog);
    t.console.store->change([](tests::FakeStore& s) {
        s.callRefusal = base::Error(schema::codes::InvalidArgs, "3 violations\n/preset: preset must be one of sim, hw-loop.\n/jobs: jobs must be integer, not number.\n(root): the root is odd.");
    });
    t.run();
    QTRY_VERIFY(says(t.dialog, QStringLiteral("jobs must be integer, not number.")));
    QVERIFY(says(t.dialog, QStringLiteral("preset must be one of sim, hw-loop.")));
    QVERIFY(says(t.dialog, QStringLiteral("the root is odd.")));
    QLineEdit* jobs = nullptr;
    for (auto* each : t.dialog->findChildren<QLineEdit*>())
        if (each->accessibleName() == QLatin1String("jobs"))
            jobs = each;
    QVERIFY(jobs);
    QCOMPARE(jobs->accessibleDescription(), QStringLiteral("jobs must be integer, not number."));
    picture(t.dialog, QStringLiteral("try-violations"));
    jobs->setFocus();
    QTest::keyClick(jobs, Qt::Key_4); // an edit clears what was said
    QVERIFY(!says(t.dialog, QStringLiteral("jobs must be integer")) && jobs->accessibleDescription().isEmpty());
    QTest::keyClicks(jobs, QStringLiteral("x"));
    QVERIFY(!buttonOf(t.dialog, QStringLiteral("Run"))->isEnabled());
    QVERIFY(says(t.dialog, QStringLiteral("jobs must be a number")));
}

void TryTest::everythingElseStandsBelow()
{
    Try t;
    QVERIFY(t.dialog);
    t.console.store->change([](tests::FakeStore& s) { s.tools.clear(); });
    t.run();
    QTRY_VERIFY(says(t.dialog, QStringLiteral("there is no tool local/unit-tests")));
    QVERIFY(says(t.dialog, QStringLiteral("Not run")));
}

void TryTest::aCallIsStoppedAndClosingStopsIt()
{
    Try t;
    QVERIFY(t.dialog);
    t.console.store->callMs = 60'000;
    QElapsedTimer timer;
    timer.start();
    t.run();
    QVERIFY(timer.elapsed() < 500);
    QVERIFY(says(t.dialog, QStringLiteral("running")) && !buttonOf(t.dialog, QStringLiteral("Run"))->isEnabled());
    QTRY_VERIFY(buttonOf(t.dialog, QStringLiteral("Stop"))->hasFocus());
    picture(t.dialog, QStringLiteral("try-running"));
    QTest::keyClick(buttonOf(t.dialog, QStringLiteral("Stop")), Qt::Key_Space);
    QTRY_VERIFY(says(t.dialog, QStringLiteral("The call was cancelled.")));
    QTRY_VERIFY(buttonOf(t.dialog, QStringLiteral("Run"))->isEnabled());
    t.run();
    t.dialog->close();
    QTRY_VERIFY(!t.dialog);
    timer.restart();
    t.console.window.reset();
    t.console.desk.reset();
    t.console.link.reset(); // waits for its threads
    QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(t.called().empty());
}

void TryTest::enterRunsNothing()
{
    Try t;
    QVERIFY(t.dialog);
    for (QWidget* widget : t.dialog->findChildren<QWidget*>())
        if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus && !qobject_cast<QComboBox*>(widget))
            QTest::keyClick(widget, Qt::Key_Return);
    QTest::qWait(50);
    QVERIFY(t.called().empty() && t.dialog);
    QTest::keyClick(t.dialog, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(t.called().size(), std::size_t(1));
}

void TryTest::problemsAreReadFromTheError_data()
{
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("problems");
    QTest::newRow("one") << QStringLiteral("1 violation\n/a: a is missing.") << QStringLiteral("a=a is missing.");
    QTest::newRow("deep") << QStringLiteral("1 violation\n/a/0/b: b is odd: very.") << QStringLiteral("a=b is odd: very.");
    QTest::newRow("coded") << QStringLiteral("1 violation\n/a~1b~0c: no.") << QStringLiteral("a/b~c=no.");
    QTest::newRow("root and cut") << QStringLiteral("60 violations\n(root): no.\nand 10 more") << QStringLiteral("=no.");
    QTest::newRow("other words") << QStringLiteral("The arguments are one JSON object.") << QString();
}

void TryTest::problemsAreReadFromTheError()
{
    QFETCH(QString, message);
    QStringList problems;
    for (const auto& each : models::argumentProblems(base::Error(schema::codes::InvalidArgs, models::utf8(message))))
        problems << models::plain(each.argument) + QLatin1Char('=') + each.words;
    QTEST(problems.join(QLatin1Char(';')), "problems");
    QVERIFY(models::argumentProblems(base::Error(schema::codes::SchemaInvalid, models::utf8(message))).empty());
}

QTEST_MAIN(TryTest)
#include "try_test.moc"
