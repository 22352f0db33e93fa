#include "tests/app/console/desktop.h"
#include "tests/app/mcp/agent.h"

#include <QTest>

using namespace countersign::test;

namespace {
QString q(const char* text) { return QString::fromUtf8(text); }
} // namespace

// Triage, read, sign with a passphrase and validate again, with the keyboard alone, on the sample.
class KeyboardTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void returnAndEscapeDecideNothing();
    void triageReadSign();
    void validateAgainPasses();
    void theAgentGoesOn();
    void theDecisionIsOnTheRecord();
    void cleanupTestCase();

private:
    [[nodiscard]] qsizetype pending() const { return m_home.run({q("authorize")}).json.value(q("pending")).toArray().size(); }
    [[nodiscard]] bool openSigning();

    Home m_home;
    Desktop m_desktop;
    std::unique_ptr<QProcess> m_console;
    std::unique_ptr<Agent> m_agent;
    QString m_decision;
};

void KeyboardTest::initTestCase()
{
    QVERIFY2(m_desktop.problem().isEmpty(), qPrintable(m_desktop.problem()));
    QVERIFY(m_home.valid());
    const Ended demo = m_home.run({q("demo"), m_home.path(q("ws"))});
    QVERIFY2(demo.status == 0, demo.all());
    QVERIFY(m_home.makeSigner(q("anna")));
    m_agent = std::make_unique<Agent>(m_home, QStringList{q("--project"), q("sample"), q("--agent"), q("weld")});
    QVERIFY(m_agent->initialize());
    const QJsonObject asked = m_agent->ask(q("validate_task"), {{q("task_id"), q("sample-escalate")}});
    QCOMPARE(asked.value(q("status")).toString(), q("escalate"));
    QVERIFY(!asked.contains(q("token")));
    QCOMPARE(m_home.validate(q("sample-blocker")).status, 1);
    const QJsonArray list = m_home.run({q("authorize")}).json.value(q("pending")).toArray();
    QCOMPARE(list.size(), 1);
    QCOMPARE(list.at(0).toObject().value(q("decision_id")).toString(), asked.value(q("decision_id")).toString());
    m_decision = list.at(0).toObject().value(q("decision_id")).toString();
    m_console = m_desktop.console(m_home, m_home.store());
    QVERIFY(m_console != nullptr);
    m_desktop.keys({q("alt+1"), q("Home"), q("Down"), q("Return")}, 500);
}

void KeyboardTest::returnAndEscapeDecideNothing()
{
    m_desktop.keys({q("Return"), q("Return"), q("Escape"), q("ctrl+Return"), q("Return"), q("Return"), q("Escape")}, 120);
    QVERIFY(!m_desktop.has(q("Sign")));
    QCOMPARE(pending(), 1);
    m_desktop.keys({q("alt+1"), q("Home"), q("Down"), q("Return")}, 400);
}

bool KeyboardTest::openSigning()
{
    // Unread lines keep the dialog away, so the same keys are harmless until everything was in view for a second.
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 22; ++i)
            m_desktop.keys({q("n")}, 1250);
        m_desktop.keys({q("ctrl+Return"), q("space"), q("ctrl+Return")}, 400);
        m_desktop.type(q("This is ok.")); // no letter of it is a key of the page
        m_desktop.keys({q("ctrl+Return")}, 600);
        if (m_desktop.focus(q("Sign"), 2000))
            return true;
    }
    return false;
}

void KeyboardTest::triageReadSign()
{
    QVERIFY(openSigning());
    m_desktop.type(q("wrong"));
    m_desktop.keys({q("Return")}, 300);
    QVERIFY2(m_desktop.has(q("Sign")), "Return must not sign, nor close the dialog");
    m_desktop.keys({q("alt+s")}, 2500);
    QVERIFY2(m_desktop.has(q("Sign")), "a wrong passphrase keeps the dialog");
    QCOMPARE(pending(), 1);
    m_desktop.keys({q("ctrl+a")}, 200);
    m_desktop.type(q("correct horse"));
    m_desktop.keys({q("alt+s")}, 300);
    QTRY_COMPARE_WITH_TIMEOUT(pending(), 0, 15'000);
    QTRY_VERIFY_WITH_TIMEOUT(!m_desktop.has(q("Sign")), 5000);
}

void KeyboardTest::validateAgainPasses()
{
    QVERIFY(m_desktop.focus(q("Countersign"), 5000));
    m_desktop.keys({q("ctrl+shift+r")}, 200);
    const auto passed = [this] {
        const QJsonArray rows = m_home.run({q("history"), q("list"), q("--task"), q("sample-escalate"), q("--outcome"), q("pass")}).json.value(q("rows")).toArray();
        return rows.size() == 5;
    };
    QTRY_VERIFY_WITH_TIMEOUT(passed(), 40'000);
}

void KeyboardTest::theAgentGoesOn()
{
    const QJsonObject passed = m_agent->ask(q("validate_task"), {{q("task_id"), q("sample-escalate")}});
    QCOMPARE(passed.value(q("status")).toString(), q("pass"));
    const QJsonObject words{{q("task_id"), q("sample-escalate")}, {q("token"), passed.value(q("token")).toString()}};
    const QJsonObject done = m_agent->ask(q("dispatch_task"), words);
    QVERIFY2(!done.contains(q("error")), qPrintable(done.value(q("error")).toObject().value(q("message")).toString()));
    QCOMPARE(m_agent->ask(q("dispatch_task"), words).value(q("error")).toObject().value(q("code")).toString(), q("TOKEN_USED"));
    QCOMPARE(m_agent->end(), 0);
}

void KeyboardTest::theDecisionIsOnTheRecord()
{
    const Ended halt = m_home.run({q("halts"), q("show"), m_decision});
    QCOMPARE(halt.json.value(q("halt")).toObject().value(q("decision")).toObject().value(q("state")).toString(), q("decided"));
    const Ended verified = m_home.run({q("audit"), q("verify")});
    QCOMPARE(verified.text("status"), q("intact"));
    QCOMPARE(verified.json.value(q("records")).toObject().value(q("valid")).toInt(), 1);
    QCOMPARE(m_home.eventsOfType(q("decision.signed")), 1);
}

void KeyboardTest::cleanupTestCase()
{
    if (!m_console)
        return;
    m_desktop.keys({q("ctrl+q")}, 200);
    QVERIFY2(m_console->waitForFinished(10'000), "Ctrl+Q ends the console");
    QCOMPARE(m_console->exitStatus(), QProcess::NormalExit);
}

QTEST_GUILESS_MAIN(KeyboardTest)
#include "keyboard_test.moc"
