#include "engine/runner/direct_result.h"

#include "engine/base/codes.h"
#include "engine/runner/codes.h"

#include <QtTest>

#include <set>

using namespace countersign;
using runner::ProcessEnd;

namespace {

ProcessEnd exited(const std::string& out, int code = 0, const std::string& err = {})
{
    ProcessEnd end;
    end.how = ProcessEnd::How::Exited;
    end.exitCode = code;
    end.out = {out, {}, out.size(), false};
    end.err = {err, {}, err.size(), false};
    return end;
}

ProcessEnd ended(ProcessEnd::How how, int signal = 0)
{
    ProcessEnd end = exited("{\"passed\":true}");
    end.how = how;
    end.signal = signal;
    return end;
}

std::string nested(int levels)
{
    const auto count = static_cast<std::size_t>(levels);
    return "{\"passed\":true,\"data\":{\"d\":" + std::string(count, '[') + std::string(count, ']') + "}}";
}

} // namespace

class DirectResultTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void output_data()
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("verdict");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const std::string& out, int status, const char* verdict, const char* code = "") {
            QTest::newRow(name) << QByteArray(out.data(), static_cast<qsizetype>(out.size())) << status << QByteArray(verdict)
                                << QByteArray(code);
        };
        using namespace std::string_literals;
        row("pass", "{\"passed\":true,\"message\":\"ok\"}\n", 0, "pass");
        row("fail with exit 0", "{\"passed\":false}", 0, "fail");
        row("fail with exit 1", "{\"passed\":false}", 1, "fail");
        row("pass with white space", "\n\t {\n \"passed\" : true\r\n}\n\n", 0, "pass");
        row("pass with other members", "{\"passed\":true,\"name\":\"x\",\"verdict\":\"fail\"}", 0, "pass");
        row("pass with numbers no double holds", "{\"passed\":true,\"data\":{\"a\":1e400,\"b\":9007199254740993}}", 0, "pass");
        row("500 levels", nested(500), 0, "pass");
        row("nothing", "", 0, "error", "RESULT_EMPTY");
        row("nothing with exit 1", "", 1, "error", "RESULT_EMPTY");
        row("blank", " \n\n", 0, "error", "RESULT_EMPTY");
        row("pass with exit 1", "{\"passed\":true}", 1, "error", "EXIT_CONTRADICTION");
        row("pass with exit 3", "{\"passed\":true}", 3, "error", "EXIT_CONTRADICTION");
        row("pass with exit 124", "{\"passed\":true}", 124, "error", "EXIT_CONTRADICTION");
        row("fail with exit 2", "{\"passed\":false}", 2, "error", "EXIT_STATUS");
        row("exit 126", "", 126, "error", "EXIT_STATUS");
        row("exit 127", "", 127, "error", "EXIT_STATUS");
        row("exit 137", "", 137, "error", "EXIT_STATUS");
        row("text", "Error: 3 problems\n", 0, "error", "RESULT_NOT_JSON");
        row("python", "{\"passed\": True}", 0, "error", "RESULT_NOT_JSON");
        row("NaN", "{\"passed\":true,\"data\":{\"r\":NaN}}", 0, "error", "RESULT_NOT_JSON");
        row("trailing comma", "{\"passed\":true,}", 0, "error", "RESULT_NOT_JSON");
        row("raw tab in a string", "{\"passed\":true,\"message\":\"a\tb\"}", 0, "error", "RESULT_NOT_JSON");
        row("leading zero", "{\"passed\":true,\"data\":{\"n\":01}}", 0, "error", "RESULT_NOT_JSON");
        row("NUL first", "\0{\"passed\":true}"s, 0, "error", "RESULT_TEXT_AROUND");
        row("only NUL", "\0\0"s, 0, "error", "RESULT_NOT_JSON");
        row("cut", "{\"passed\":true,\"message\":\"3 fi", 0, "error", "RESULT_INCOMPLETE");
        row("log before", "checking {a}\n{\"passed\":true}\n", 0, "error", "RESULT_TEXT_AROUND");
        row("text after", "{\"passed\":true}\ndone\n", 0, "error", "RESULT_TEXT_AROUND");
        row("comment after", "{\"passed\":true} // ok", 0, "error", "RESULT_TEXT_AROUND");
        row("NUL after", "{\"passed\":true}\0junk"s, 0, "error", "RESULT_TEXT_AROUND");
        row("byte-order mark after", "{\"passed\":true}\xEF\xBB\xBF", 0, "error", "RESULT_TEXT_AROUND");
        row("two objects", "{\"passed\":false}\n{\"passed\":true}\n", 0, "error", "RESULT_MORE_THAN_ONE");
        row("two on a line", "{\"passed\":true}{\"passed\":true}", 0, "error", "RESULT_MORE_THAN_ONE");
        row("null after", "{\"passed\":true} null", 0, "error", "RESULT_MORE_THAN_ONE");
        row("progress lines", "{\"progress\":50}\n{\"passed\":true}\n", 0, "error", "RESULT_MORE_THAN_ONE");
        row("byte-order mark", "\xEF\xBB\xBF{\"passed\":true}", 0, "error", "RESULT_BOM");
        row("invalid UTF-8", "{\"passed\":true,\"message\":\"\xFF\"}", 0, "error", "RESULT_INVALID_UTF8");
        row("overlong", "{\"passed\":true,\"message\":\"a\xC0\xAF\"}", 0, "error", "RESULT_INVALID_UTF8");
        row("UTF-16", "\xFF\xFE{\0\"\0p\0"s, 0, "error", "RESULT_INVALID_UTF8");
        row("duplicate", "{\"passed\":true,\"passed\":false}", 0, "error", "RESULT_DUPLICATE_MEMBER");
        row("duplicate below", "{\"passed\":true,\"data\":{\"a\":1,\"a\":1}}", 0, "error", "RESULT_DUPLICATE_MEMBER");
        row("too deep", nested(100'000), 0, "error", "RESULT_TOO_DEEP");
        row("array", "[{\"passed\":true}]", 0, "error", "RESULT_NOT_OBJECT");
        row("true", "true", 0, "error", "RESULT_NOT_OBJECT");
        row("no passed", "{}", 0, "error", "RESULT_PASSED_MISSING");
        row("capital", "{\"Passed\":true}", 0, "error", "RESULT_PASSED_MISSING");
        row("passed below", "{\"result\":{\"passed\":true}}", 0, "error", "RESULT_PASSED_MISSING");
        row("passed text", "{\"passed\":\"true\"}", 0, "error", "RESULT_WRONG_TYPE");
        row("passed 1", "{\"passed\":1}", 0, "error", "RESULT_WRONG_TYPE");
        row("passed 0", "{\"passed\":0}", 0, "error", "RESULT_WRONG_TYPE");
        row("passed null", "{\"passed\":null}", 0, "error", "RESULT_WRONG_TYPE");
        row("message null", "{\"passed\":true,\"message\":null}", 0, "error", "RESULT_WRONG_TYPE");
        row("message number", "{\"passed\":true,\"message\":3}", 0, "error", "RESULT_WRONG_TYPE");
        row("data array", "{\"passed\":true,\"data\":[]}", 0, "error", "RESULT_WRONG_TYPE");
    }
    void output()
    {
        QFETCH(QByteArray, out);
        QFETCH(int, status);
        QFETCH(QByteArray, verdict);
        QFETCH(QByteArray, code);
        const runner::DirectResult result = runner::parseDirectResult(exited(out.toStdString(), status));
        QCOMPARE(result.errorCode == nullptr ? std::string() : std::string(result.errorCode->code), code.toStdString());
        QCOMPARE(std::string(domain::toText(result.verdict)), verdict.toStdString());
        QCOMPARE(result.passed, verdict == "pass");
        QCOMPARE(result.errorMessage.empty(), code.isEmpty());
    }

    void keepsMessageAndData()
    {
        const auto result = runner::parseDirectResult(
            exited("{\"passed\":false,\"message\":\"caf\\u00e9 \\u0000 \\ud83d\\ude00\",\"data\":{\"n\":123456789012345678901234567890}}"));
        QCOMPARE(*result.message, std::string("café \0 😀", 12));
        QCOMPARE(base::write(*result.data), std::string("{\"n\":123456789012345678901234567890}"));
    }

    void endsBeforeOutput_data()
    {
        QTest::addColumn<int>("how");
        QTest::addColumn<int>("signal");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("signal 11") << int(ProcessEnd::How::Signalled) << 11 << QByteArray("SIGNALLED");
        QTest::newRow("signal 9") << int(ProcessEnd::How::Signalled) << 9 << QByteArray("SIGNALLED");
        QTest::newRow("deadline") << int(ProcessEnd::How::TimedOut) << 0 << QByteArray("TIMED_OUT");
        QTest::newRow("cancel") << int(ProcessEnd::How::Cancelled) << 0 << QByteArray("CANCELLED");
        QTest::newRow("not started") << int(ProcessEnd::How::NotStarted) << 0 << QByteArray("START_FAILED");
    }
    void endsBeforeOutput()
    {
        QFETCH(int, how);
        QFETCH(int, signal);
        QFETCH(QByteArray, code);
        const auto result = runner::parseDirectResult(ended(static_cast<ProcessEnd::How>(how), signal));
        QCOMPARE(std::string(result.errorCode->code), code.toStdString());
        QVERIFY(!result.passed && result.verdict == domain::Verdict::Error);
        if (signal != 0)
            QVERIFY(result.errorMessage.find("signal " + std::to_string(signal)) != std::string::npos);
    }

    void namesExitStatusAndStderr()
    {
        const auto result = runner::parseDirectResult(exited("", 127, "sh: 1: no-such: not found\n"));
        QVERIFY(result.errorMessage.find("127") != std::string::npos);
        QVERIFY(result.errorMessage.find("no-such: not found") != std::string::npos);
        const auto killed = runner::parseDirectResult(exited("", 137));
        QVERIFY(killed.errorMessage.find("137") != std::string::npos);
        QVERIFY(killed.errorMessage.find("signal") == std::string::npos);
    }

    void namesThePosition()
    {
        const auto result = runner::parseDirectResult(exited("{\"passed\":true}\n  done"));
        QVERIFY2(result.errorMessage.find("Line 2, column 3") != std::string::npos, result.errorMessage.c_str());
    }

    void cutOutputIsNoVerdict()
    {
        ProcessEnd end = exited("{\"passed\":true}");
        end.out.cut = true;
        end.out.total = 1000;
        QVERIFY(runner::parseDirectResult(end).errorCode == &runner::codes::OutputLimit);
        QVERIFY(runner::endWithoutVerdict(end).has_value());
    }

    void reportsWhatWasLeftBehind()
    {
        ProcessEnd end = exited("{\"passed\":true}");
        end.leftBehind = {"7 sleep 60"};
        const auto result = runner::parseDirectResult(end);
        QVERIFY(result.passed);
        QCOMPARE(result.notices.size(), std::size_t(1));
        QVERIFY(result.notices.front().find("sleep 60") != std::string::npos);
    }

    void inputOfATransform()
    {
        const base::Json input = runner::transformInput(exited("{\"a\":1}", 4, "\xFF oops"));
        QCOMPARE(input.at("exit_code"), base::Json(4));
        QVERIFY(input.at("signal").is_null());
        QCOMPARE(input.at("json").at("a"), base::Json(1));
        QCOMPARE(input.at("stderr"), base::Json("\xEF\xBF\xBD oops"));
        QCOMPARE(input.at("timed_out"), base::Json(false));
        QVERIFY(runner::transformInput(exited("text")).at("json").is_null());
    }

    void codesAreUnique()
    {
        std::set<std::string_view> seen;
        for (const base::CodeInfo* code : base::codes::all)
            QVERIFY(seen.insert(code->code).second);
        for (const base::CodeInfo* code : runner::codes::all)
            QVERIFY2(seen.insert(code->code).second, std::string(code->code).c_str());
    }
};

QTEST_APPLESS_MAIN(DirectResultTest)
#include "direct_result_test.moc"
