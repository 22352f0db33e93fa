#include "engine/runner/transform.h"

#include "engine/base/codes.h"
#include "engine/runner/codes.h"

#include <QtTest>

#include <thread>

using namespace countersign;
using namespace std::chrono_literals;
using runner::ProcessHost;

class TransformTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<ProcessHost> m_host = std::move(*ProcessHost::create(runner::HostOptions::inFolder(COUNTERSIGN_BINARY_DIR "/bin")));

    static runner::ProcessEnd toolEnd()
    {
        runner::ProcessEnd end;
        end.how = runner::ProcessEnd::How::Exited;
        end.exitCode = 3;
        end.out = {"{\"findings\":[1,2],\"big\":1e400}", {}, 30, false};
        end.err = {"warned\n", {}, 7, false};
        return end;
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
        const auto got = runner::transformEnd(*m_host, function.toStdString(), toolEnd());
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
        const auto got = runner::transformEnd(*m_host, function.toStdString(), toolEnd(), limits);
        const std::string text = got.errorCode == nullptr ? "none" : std::string(got.errorCode->code);
        QVERIFY2(text == code.toStdString(), (text + " " + got.errorMessage).c_str());
        QVERIFY(timer.elapsed() < 20000);
    }

    void largeInputFits()
    {
        runner::ProcessEnd end = toolEnd();
        end.out.head = std::string(8U * 1024 * 1024, 'x');
        const auto got = runner::transformEnd(*m_host, "o => ({passed: o.stdout.length === 8388608})", end);
        QVERIFY2(got.passed, got.errorMessage.c_str());
    }

    void toolWithoutVerdict()
    {
        for (const auto how : {runner::ProcessEnd::How::TimedOut, runner::ProcessEnd::How::Signalled, runner::ProcessEnd::How::NotStarted,
                               runner::ProcessEnd::How::Cancelled}) {
            runner::ProcessEnd end = toolEnd();
            end.how = how;
            const auto got = runner::transformEnd(*m_host, "o => ({passed: true})", end);
            QVERIFY(got.verdict == domain::Verdict::Error && !got.passed);
            QVERIFY(!std::string_view(got.errorCode->code).starts_with("TRANSFORM"));
        }
    }

    void thrownLine()
    {
        const auto got = runner::transformEnd(*m_host, "o => {\n  throw new Error('why not')\n}", toolEnd());
        QVERIFY2(got.errorMessage.find("Line 2") != std::string::npos, got.errorMessage.c_str());
        QVERIFY(got.errorMessage.find("why not") != std::string::npos);
    }

    void cancel()
    {
        std::stop_source stop;
        std::jthread later([&stop] { std::this_thread::sleep_for(300ms); stop.request_stop(); });
        runner::TransformLimits limits;
        limits.time = 20s;
        const auto got = runner::transformEnd(*m_host, "o => { for (;;); }", toolEnd(), limits, stop.get_token());
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
};

QTEST_GUILESS_MAIN(TransformTest)
#include "transform_test.moc"
