#include "engine/runner/ready_transforms.h"
#include "tests/engine/runner/support.h"

#include "engine/base/codes.h"
#include "engine/runner/codes.h"

#include <csignal>
#include <thread>

using namespace runner_test;
using namespace std::chrono_literals;
using runner::ProcessHost;

/// All rules hold for a helper that is started for its call, and for one that stood ready.
class TransformTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<ProcessHost> m_host = std::move(*ProcessHost::create(runner::HostOptions::inFolder(COUNTERSIGN_BINARY_DIR "/bin")));
    std::unique_ptr<runner::SharedSandboxes> m_shared;
    std::unique_ptr<runner::ReadyTransforms> m_ready;

    runner::DirectResult run(const std::string& function, const runner::ProcessEnd& end = toolEnd(), const runner::TransformLimits& limits = {},
                             std::stop_token stop = {})
    {
        return runner::transformEnd(*m_host, function, end, limits, std::move(stop), m_ready.get());
    }

    /// Pids of the helpers, in the order of their start.
    static std::vector<int> helpers()
    {
        std::vector<int> pids;
        for (const auto& [pid, name] : descendants()) {
            if (base::readFile("/proc/" + std::to_string(pid) + "/cmdline").value_or(std::string()).starts_with("/.countersign/countersign-transform"))
                pids.push_back(pid);
        }
        return pids;
    }

    static runner::ProcessEnd toolEnd()
    {
        runner::ProcessEnd end;
        end.how = runner::ProcessEnd::How::Exited;
        end.exitCode = 3;
        end.out = {"{\"findings\":[1,2],\"big\":1e400}", {}, 30, false};
        end.err = {"warned\n", {}, 7, false};
        return end;
    }

public:
    explicit TransformTest(bool isReady)
    {
        if (!isReady)
            return;
        m_shared = std::make_unique<runner::SharedSandboxes>(*m_host);
        m_ready = std::make_unique<runner::ReadyTransforms>(*m_host, m_shared->id(), 1000);
    }

private Q_SLOTS:
    void verdicts_data()
    {
        QTest::addColumn<QByteArray>("function");
        QTest::addColumn<QByteArray>("result"); // verdict and message, or code
        const auto row = [](const char* function, const char* result) { QTest::newRow(function) << QByteArray(function) << QByteArray(result); };
        row("o => ({passed: o.exit_code === 3, message: o.stderr.trim() + o.json.findings.length})", "pass warned2");
        row("function (o) { return {passed: o.json.big !== Infinity, message: 'm', data: {a: 1}}; }", "fail m");
        row("o => ({passed: true, extra: 1, message: undefined})", "pass ");
        row("o => { 'use strict'; o.exit_code = 0; return {passed: true}; }", "TRANSFORM_THREW");
        row("o => { 'use strict'; o.json.findings.push(3); return {passed: true}; }", "TRANSFORM_THREW");
        row("o => { throw new Error('no'); }", "TRANSFORM_THREW");
        row("o => { throw {passed: true}; }", "TRANSFORM_THREW");
        row("o => { const f = () => f(); return f(); }", "TRANSFORM_THREW");
        row("o => o.nothing.there", "TRANSFORM_THREW");
        row("o => new Date()", "TRANSFORM_THREW");
        row("o => ({passed: true, message: String(Math.random())})", "TRANSFORM_THREW");
        row("o => ({passed: typeof Date === 'undefined' && typeof Math.random === 'undefined' && typeof Atomics === 'undefined' "
            "&& typeof console === 'undefined' && typeof Qt === 'undefined' && typeof XMLHttpRequest === 'undefined'})", "pass ");
        row("o => ({passed: new Function('return typeof Date')() === 'undefined'})", "pass ");
        row("o => true", "TRANSFORM_NOT_OBJECT");
        row("o => null", "TRANSFORM_NOT_OBJECT");
        row("o => undefined", "TRANSFORM_NOT_OBJECT");
        row("o => [true]", "TRANSFORM_NOT_OBJECT");
        row("o => (() => 1)", "TRANSFORM_NOT_OBJECT");
        row("o => ({})", "TRANSFORM_PASSED_MISSING");
        row("async o => ({passed: true})", "TRANSFORM_SYNTAX");
        row("o => ({passed: 1})", "TRANSFORM_WRONG_TYPE");
        row("o => ({passed: true, message: null})", "TRANSFORM_WRONG_TYPE");
        row("o => ({passed: true, data: [1]})", "TRANSFORM_WRONG_TYPE");
        row("o => ({passed: true", "TRANSFORM_SYNTAX");
        row("o => 1); (o => ({passed: true})", "TRANSFORM_SYNTAX");
        row("5", "TRANSFORM_SYNTAX");
        row("", "TRANSFORM_SYNTAX");
    }
    void verdicts()
    {
        QFETCH(QByteArray, function);
        QFETCH(QByteArray, result);
        const auto got = run(function.toStdString());
        const std::string text = got.errorCode != nullptr ? std::string(got.errorCode->code)
                                                          : std::string(domain::toText(got.verdict)) + " " + got.message.value_or("");
        QVERIFY2(text == result.toStdString(), (text + " " + got.errorMessage).c_str());
        QCOMPARE(got.passed, result.startsWith("pass"));
    }

    void limits_data()
    {
        QTest::addColumn<QByteArray>("function");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* function, const char* code) { QTest::newRow(function) << QByteArray(function) << QByteArray(code); };
        row("o => { for (;;); }", "TRANSFORM_TIMEOUT");
        row("o => { for (;;) try { for (;;); } catch (e) {} }", "TRANSFORM_TIMEOUT");
        row("o => { for (;;) 'a'.repeat(1e4).split('').sort(); }", "TRANSFORM_TIMEOUT");
        row("o => { const a = []; for (;;) a.push(new Array(100000).fill(1.5)); }", "TRANSFORM_MEMORY");
        row("o => { const a = []; for (;;) a.push({x: a.length, y: 'z' + a.length}); }", "TRANSFORM_MEMORY");
        row("o => { let s = 'ab'; for (;;) { s += s; s.charCodeAt(1); } }", "TRANSFORM_MEMORY");
        row("o => ({passed: new ArrayBuffer(1 << 30).byteLength > 0})", "TRANSFORM_MEMORY");
    }
    void limits()
    {
        QFETCH(QByteArray, function);
        QFETCH(QByteArray, code);
        QElapsedTimer timer;
        timer.start();
        runner::TransformLimits limits;
        limits.memoryBytes = 96ULL * 1024 * 1024;
        limits.time = code == "TRANSFORM_TIMEOUT" ? 500ms : 20000ms;
        const auto got = run(function.toStdString(), toolEnd(), limits);
        const std::string text = got.errorCode == nullptr ? "none" : std::string(got.errorCode->code);
        QVERIFY2(text == code.toStdString(), (text + " " + got.errorMessage).c_str());
        QVERIFY(timer.elapsed() < 20000);
    }

    void largeInputFits()
    {
        runner::ProcessEnd end = toolEnd();
        end.out.head = std::string(8U * 1024 * 1024, 'x');
        const auto got = run("o => ({passed: o.stdout.length === 8388608})", end);
        QVERIFY2(got.passed, got.errorMessage.c_str());
    }

    void toolWithoutVerdict()
    {
        for (const auto how : {runner::ProcessEnd::How::TimedOut, runner::ProcessEnd::How::Signalled, runner::ProcessEnd::How::NotStarted,
                               runner::ProcessEnd::How::Cancelled}) {
            runner::ProcessEnd end = toolEnd();
            end.how = how;
            const auto got = run("o => ({passed: true})", end);
            QVERIFY(got.verdict == domain::Verdict::Error && !got.passed);
            QVERIFY(!std::string_view(got.errorCode->code).starts_with("TRANSFORM"));
        }
    }

    void thrownLine()
    {
        const auto got = run("o => {\n  throw new Error('why not')\n}");
        QVERIFY2(got.errorMessage.find("Line 2") != std::string::npos, got.errorMessage.c_str());
        QVERIFY(got.errorMessage.find("why not") != std::string::npos);
    }

    void cancel()
    {
        std::stop_source stop;
        std::jthread later([&stop] { std::this_thread::sleep_for(300ms); stop.request_stop(); });
        runner::TransformLimits limits;
        limits.time = 20s;
        const auto got = run("o => { for (;;); }", toolEnd(), limits, stop.get_token());
        QVERIFY(got.errorCode == &base::codes::Cancelled);
    }

    void syntaxCheckDoesNotRun()
    {
        QVERIFY(runner::checkTransform(*m_host, "o => { for (;;); }").has_value());
        QVERIFY(runner::checkTransform(*m_host, "function f(o) { throw 1 } // note").has_value());
        const auto refused = runner::checkTransform(*m_host, "o => {\n return ((; }");
        QVERIFY(!refused && refused.error().is(runner::codes::TransformSyntax));
        QCOMPARE(refused.error().place()->line, 2);
    }

    void noCallSeesAnother()
    {
        for (int i = 0; i < 4; ++i) {
            const auto got = run("o => { const global = (function () { return this; })(), seen = global.mark; global.mark = Array.prototype.mark = 1; "
                                 "return {passed: seen === undefined && [].mark === 1 && mark === 1}; }");
            QVERIFY2(got.passed, got.errorMessage.c_str());
        }
    }

    void whatEndsAHelperCostsOneCall()
    {
        if (!m_ready)
            return; // only what stands ready can be ended before its call
        QTRY_VERIFY(helpers().size() == 2);
        std::stop_source stop;
        std::jthread killer([this] {
            std::this_thread::sleep_for(300ms);
            for (const int pid : helpers())
                ::kill(pid, SIGKILL);
        });
        const auto hit = run("o => { for (;;); }", toolEnd(), {20s, 256U * 1024 * 1024});
        killer.join();
        QVERIFY2(hit.errorCode == &runner::codes::TransformFailed, hit.errorMessage.c_str());
        for (int i = 0; i < 3; ++i) {
            std::this_thread::sleep_for(100ms);
            const auto next = run("o => ({passed: true})");
            QVERIFY2(next.passed, next.errorMessage.c_str());
        }
    }

    void manyAtOnce()
    {
        std::vector<std::jthread> threads;
        std::atomic<int> right = 0;
        for (int i = 0; i < 6; ++i) {
            threads.emplace_back([this, i, &right] {
                const auto got = run("o => ({passed: o.stderr === '" + std::to_string(i) + "'})", [i] {
                    auto end = toolEnd();
                    end.err.head = std::to_string(i);
                    return end;
                }());
                right += got.passed ? 1 : 0;
            });
        }
        threads.clear();
        QCOMPARE(right.load(), 6);
    }

    void whoStandsReadyTakesNoPlace()
    {
        auto with = options();
        with.concurrency = 1;
        const auto narrow = std::move(*ProcessHost::create(with));
        runner::ReadyTransforms ready(*narrow, 0, 10);
        QVERIFY(runner::runAndWait(*narrow, shell("exit 0")).how == runner::ProcessEnd::How::Exited);
        QVERIFY(runner::transformEnd(*narrow, "o => ({passed: true})", toolEnd(), {}, {}, &ready).passed);
    }

    void noMoreThanExpectedAreStarted()
    {
        const std::uint64_t before = m_host->counts().own;
        {
            runner::ReadyTransforms one(*m_host, 0, 1);
            QVERIFY(runner::transformEnd(*m_host, "o => ({passed: true})", toolEnd(), {}, {}, &one).passed);
        }
        QCOMPARE(m_host->counts().own - before, 1U);
    }

    void noneIsLeft()
    {
        m_ready.reset();
        m_shared.reset();
        QTRY_VERIFY2(leftovers().empty(), leftovers().c_str());
    }
};

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    int failed = 0;
    for (const bool isReady : {false, true}) {
        TransformTest test(isReady);
        failed += QTest::qExec(&test, argc, argv);
    }
    return failed;
}
#include "transform_test.moc"
