// Source: SPEC section 3, ADR 013: lifecycle hooks, really run. A shared folder tells what ran, in what order.
#include "tests/engine/plan/support.h"

#include <QtTest>

#include <thread>

using namespace countersign;
using namespace std::chrono_literals;
using domain::Json;
using plan::test::outcome;

class HooksTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<plan::test::Workbench> m_bench;

    plan::PlannedValidation hooked(const std::string& id, const std::string& script, const std::map<std::string, std::string>& hooks) const
    {
        auto out = m_bench->planned("tool", domain::CommandSource{{"sh", "-c", script}});
        out.attachment.attachment.id.value = id;
        for (const auto& [hook, text] : hooks)
            out.chain.back().lifecycle[hook] = {"sh", "-c", text};
        return out;
    }

private Q_SLOTS:
    void init() { m_bench = std::make_unique<plan::test::Workbench>(); }

    void activationReachesTheCallAndHappensOnce()
    {
        // A new number at each activation: all calls of the run see the same.
        const std::map<std::string, std::string> hooks{{"discover", "true"}, {"activate", "echo \"{\\\"id\\\": \\\"$(cat /proc/sys/kernel/random/uuid)\\\"}\""}, {"deactivate", "grep -q activation $COUNTERSIGN_CONTEXT"}};
        const std::string script = "id=$(sed 's/.*\"activation\":{\"id\":\"\\([^\"]*\\)\".*/\\1/' $COUNTERSIGN_CONTEXT); echo \"{\\\"passed\\\": true, \\\"message\\\": \\\"$id\\\"}\"";
        std::vector<plan::PlannedValidation> many;
        for (int i = 0; i < 4; ++i)
            many.push_back(hooked("v" + std::to_string(i), script, hooks));
        const auto results = m_bench->run(many, 4);
        QCOMPARE(results.size(), std::size_t(4));
        for (const auto& result : results) {
            QVERIFY2(outcome(result) == "pass", result.errorMessage.c_str());
            QCOMPARE(result.message->size(), std::size_t(36));
            QCOMPARE(*result.message, *results[0].message);
        }
    }

    void executeStandsForTheCommand()
    {
        const auto result = m_bench->runOne(hooked("v", "exit 9", {{"execute", "echo '{\"passed\": true}'"}}));
        QVERIFY2(outcome(result) == "pass", result.errorMessage.c_str());
    }

    void eachHookHasItsCode_data()
    {
        QTest::addColumn<QByteArray>("hook");
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("discover") << QByteArray("discover") << QByteArray("echo away hunter3 >&2; exit 4") << QByteArray("LIFECYCLE_DISCOVER");
        QTest::newRow("activate") << QByteArray("activate") << QByteArray("exit 1") << QByteArray("LIFECYCLE_ACTIVATE");
        QTest::newRow("activate prints text") << QByteArray("activate") << QByteArray("echo ready") << QByteArray("LIFECYCLE_ACTIVATE");
        QTest::newRow("activate prints a list") << QByteArray("activate") << QByteArray("echo '[1]'") << QByteArray("LIFECYCLE_ACTIVATE");
        QTest::newRow("deactivate") << QByteArray("deactivate") << QByteArray("exit 1") << QByteArray("LIFECYCLE_DEACTIVATE");
        QTest::newRow("execute") << QByteArray("execute") << QByteArray("true") << QByteArray("RESULT_EMPTY");
    }
    void eachHookHasItsCode()
    {
        QFETCH(QByteArray, hook);
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, expected);
        const auto result = m_bench->runOne(hooked("v", "echo '{\"passed\": true}'", {{hook.toStdString(), script.toStdString()}}));
        QCOMPARE(QByteArray::fromStdString(outcome(result)), expected);
        QVERIFY(!result.passed && result.errorMessage.find("hunter") == std::string::npos);
    }

    void deactivateIsOwedAfterAnErrorAndACancel()
    {
        // deactivate fails on purpose: its code, or the time it takes, shows that it ran.
        const std::map<std::string, std::string> hooks{{"activate", "true"}, {"deactivate", "sleep 1; exit 1"}};
        const auto began = std::chrono::steady_clock::now();
        QCOMPARE(outcome(m_bench->runOne(hooked("v", "exit 7", hooks))), std::string("EXIT_STATUS"));
        QVERIFY(std::chrono::steady_clock::now() - began >= 1s);
        const auto again = std::chrono::steady_clock::now();
        const auto results = m_bench->run({hooked("v", "sleep 30", hooks)}, 1, [](plan::Execution& execution) {
            std::this_thread::sleep_for(1500ms);
            execution.cancel();
        });
        QCOMPARE(outcome(results.at(0)), std::string("CANCELLED"));
        const auto took = std::chrono::steady_clock::now() - again;
        QVERIFY(took >= 2500ms && took < 25s);
    }

    void hooksSeeTheSandboxOnly()
    {
        const auto result = m_bench->runOne(hooked("v", "echo '{\"passed\": true}'", {{"discover", "! touch written 2>/dev/null"}, {"activate", "if touch x 2>/dev/null; then exit 1; fi"}}));
        QVERIFY2(outcome(result) == "pass", result.errorMessage.c_str());
        QVERIFY(!plan::test::fs::exists(m_bench->tree() / "written"));
    }
};

QTEST_GUILESS_MAIN(HooksTest)
#include "hooks_test.moc"
