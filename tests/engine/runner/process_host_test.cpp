#include "tests/engine/runner/support.h"

#include "engine/base/files.h"
#include "engine/runner/codes.h"
#include "engine/runner/sandbox_check.h"

#include <QProcess>

#include <atomic>
#include <csignal>
#include <future>
#include <thread>

#include <sys/resource.h>

using namespace runner_test;
using namespace std::chrono_literals;
using runner::CommandSpec;
using runner::ProcessEnd;
using runner::ProcessHost;

class ProcessHostTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<ProcessHost> m_host;
    ProcessEnd run(CommandSpec command) { return runAndWait(*m_host, std::move(command)); }
    ProcessEnd run(const std::string& script) { return run(shell(script)); }

private Q_SLOTS:
    void init() { m_host = std::move(*ProcessHost::create(options())); }

    void sandboxCanBeMade()
    {
        const auto checked = runner::checkSandbox(*m_host);
        QVERIFY2(checked.has_value(), checked ? "" : checked.error().text().c_str());
    }

    void exitStatuses_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("signal");
        for (const int code : {0, 1, 2, 126, 127, 137, 255})
            QTest::addRow("exit %d", code) << QByteArray("exit ") + QByteArray::number(code) << code << 0;
        for (const int number : {6, 9, 11, 13, 15})
            QTest::addRow("signal %d", number) << QByteArray("kill -") + QByteArray::number(number) + " $$" << 0 << number;
    }
    void exitStatuses()
    {
        QFETCH(QByteArray, script);
        QFETCH(int, code);
        QFETCH(int, signal);
        const ProcessEnd end = run(script.toStdString());
        QVERIFY2(end.how == (signal == 0 ? ProcessEnd::How::Exited : ProcessEnd::How::Signalled), describe(end).c_str());
        QCOMPARE(end.exitCode, code);
        QCOMPARE(end.signal, signal);
        QVERIFY(!end.forced);
    }

    void streamsAreApart()
    {
        const ProcessEnd end = run("printf out; printf err >&2; sleep 0.2; printf ' more'");
        QCOMPARE(end.out.text(), std::string("out more"));
        QCOMPARE(end.err.text(), std::string("err"));
        QVERIFY(end.duration >= 200ms);
    }

    void inputOfSeveralMegabytes()
    {
        CommandSpec command = shell("cat; echo end >&2");
        command.input = std::string(5U * 1024 * 1024, 'i');
        const ProcessEnd end = run(command);
        QCOMPARE(end.out.total, std::uint64_t(command.input.size()));
        QCOMPARE(end.out.text(), command.input);
        QCOMPARE(end.err.text(), std::string("end\n"));
    }

    void inputNobodyReads()
    {
        for (const char* script : {"exec <&-; sleep 0.2; exit 3", "exit 3"}) {
            CommandSpec command = shell(script);
            command.input = std::string(5U * 1024 * 1024, 'i');
            QCOMPARE(run(command).exitCode, 3);
        }
    }

    void inputEnds()
    {
        CommandSpec command = shell("cat; echo .");
        command.input = "{}";
        QCOMPARE(run(command).out.text(), std::string("{}.\n"));
        command.input.clear();
        QCOMPARE(run(command).out.text(), std::string(".\n"));
    }

    void bytesStayAsTheyAre()
    {
        const ProcessEnd end = run("printf 'caf\\303'; sleep 0.3; printf '\\251 \\000 \\377'");
        QCOMPARE(end.out.text(), std::string("caf\xC3\xA9 \0 \xFF", 9));
    }

    void chunksAreTheWhole()
    {
        std::string shown;
        const ProcessEnd end = runAndWait(*m_host, shell("for i in 1 2 3; do echo $i; sleep 0.05; done"), {},
            [&shown](runner::Stream stream, std::string_view bytes) { shown += stream == runner::Stream::Out ? bytes : "?"; });
        QCOMPARE(shown, end.out.text());
        QCOMPARE(shown, std::string("1\n2\n3\n"));
    }

    void floodKeepsHeadAndTail()
    {
        rusage before{};
        ::getrusage(RUSAGE_SELF, &before);
        CommandSpec command = shell("echo first; head -c 1073741824 /dev/zero; echo last; echo note >&2");
        command.outputCap = 1024 * 1024;
        command.timeout = 100s;
        const ProcessEnd end = run(command);
        QVERIFY2(end.how == ProcessEnd::How::Exited && end.out.cut, describe(end).c_str());
        QCOMPARE(end.out.total, std::uint64_t(1073741824 + 6 + 5));
        QVERIFY(end.out.head.starts_with("first\n") && end.out.tail.ends_with("last\n"));
        QVERIFY(end.out.head.size() + end.out.tail.size() <= command.outputCap);
        QVERIFY(end.out.text().find(std::to_string(end.out.leftOut()) + " bytes left out") != std::string::npos);
        QCOMPARE(end.err.text(), std::string("note\n"));
        rusage after{};
        ::getrusage(RUSAGE_SELF, &after);
#ifndef __SANITIZE_ADDRESS__ // which keeps freed memory for a while
        QVERIFY2(after.ru_maxrss - before.ru_maxrss < 64 * 1024, std::to_string(after.ru_maxrss - before.ru_maxrss).c_str());
#endif
    }

    void outputAtTheCapIsWhole()
    {
        for (const std::size_t size : {std::size_t(1000), std::size_t(1001)}) {
            CommandSpec command = shell("head -c " + std::to_string(size) + " /dev/zero");
            command.outputCap = 1000;
            const ProcessEnd end = run(command);
            QCOMPARE(end.out.cut, size > 1000);
            QCOMPARE(end.out.leftOut(), std::uint64_t(size - 1000));
        }
    }

    void deadline_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<bool>("forced");
        const auto row = [](const char* name, const char* script, bool forced) { QTest::newRow(name) << QByteArray(script) << forced; };
        row("sleeps", "sleep 77701", false);
        row("busy", "while :; do :; done", false);
        row("drips", "while :; do echo .; sleep 0.1; done", false);
        row("says passed, then hangs", "echo '{\"passed\":true}'; sleep 77701", false);
        row("ignores TERM", "trap '' TERM; while :; do sleep 77701; done", true);
        row("grandchildren", "(sleep 77701 & sleep 77701) & sleep 77701", false);
        row("own session, ignoring TERM", "trap '' TERM; (setsid sh -c 'setsid sleep 77701' </dev/null >/dev/null 2>&1 &); sleep 77701", true);
        row("stopped child", "sleep 77701 & kill -STOP $!; wait", false);
        row("stops itself", "kill -STOP $$", false);
        row("exits 0 when asked", "trap 'exit 0' TERM; while :; do sleep 0.05; done", false);
    }
    void deadline()
    {
        QFETCH(QByteArray, script);
        QFETCH(bool, forced);
        for (const bool cancel : {false, true}) {
            CommandSpec command = shell(script.toStdString());
            command.timeout = cancel ? 60s : 1s;
            std::stop_source stop;
            std::jthread later([&stop, cancel] {
                std::this_thread::sleep_for(800ms);
                if (cancel)
                    stop.request_stop();
            });
            const ProcessEnd end = runAndWait(*m_host, command, stop.get_token());
            QVERIFY2(end.how == (cancel ? ProcessEnd::How::Cancelled : ProcessEnd::How::TimedOut), describe(end).c_str());
            QVERIFY2(end.duration < 4500ms && end.duration >= 700ms, std::to_string(end.duration.count()).c_str());
            QCOMPARE(end.forced, forced);
            QVERIFY(!isAlive("77701"));
        }
    }

    void leftBehind_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("holds the pipe") << QByteArray("sleep 77702 & echo done");
        QTest::newRow("quiet orphan") << QByteArray("(sleep 77702 </dev/null >/dev/null 2>&1 &); echo done");
        QTest::newRow("double fork, own session") << QByteArray("(setsid setsid sleep 77702 &) ; sleep 0.1; echo done");
        QTest::newRow("ignores TERM") << QByteArray("(trap '' TERM HUP; exec sleep 77702) & sleep 0.1; echo done");
        QTest::newRow("stopped") << QByteArray("sleep 77702 & kill -STOP $!; echo done");
    }
    void leftBehind()
    {
        QFETCH(QByteArray, script);
        const ProcessEnd end = run(script.toStdString());
        QVERIFY2(end.how == ProcessEnd::How::Exited && end.exitCode == 0, describe(end).c_str());
        QCOMPARE(end.out.text(), std::string("done\n"));
        QVERIFY(end.duration < 3s);
        QVERIFY(!end.leftBehind.empty() && end.leftBehind.front().find("77702") != std::string::npos);
        QVERIFY(!isAlive("77702"));
    }

    void nothingLeftIsSaidWhenNothingIs()
    {
        const ProcessEnd end = run("(sleep 0.05 &) ; true | cat");
        QVERIFY2(end.leftBehind.empty(), end.leftBehind.empty() ? "" : end.leftBehind.front().c_str());
    }

    void startFailures_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<int>("errnum");
        const auto row = [](const char* program, const char* code, int errnum) {
            QTest::newRow(program) << QByteArray(program) << QByteArray(code) << errnum;
        };
        row("no-such-program", "PROGRAM_MISSING", ENOENT);
        row("./no-such-program", "PROGRAM_MISSING", ENOENT);
        row("plain.txt", "PROGRAM_NOT_EXECUTABLE", EACCES);
        row("./plain.txt", "PROGRAM_NOT_EXECUTABLE", EACCES);
        row("./no-interpreter", "INTERPRETER_MISSING", ENOENT);
        row("no-interpreter", "INTERPRETER_MISSING", ENOENT);
        row("./no-format", "PROGRAM_NOT_EXECUTABLE", ENOEXEC);
        row("/root/program", "PROGRAM_MISSING", ENOENT);
        row(".", "PROGRAM_MISSING", ENOENT);
        row("./", "PROGRAM_NOT_EXECUTABLE", EACCES);
    }
    void startFailures()
    {
        QFETCH(QByteArray, program);
        QFETCH(QByteArray, code);
        QFETCH(int, errnum);
        const auto folder = base::TemporaryDirectory::create("runner-test");
        writeFile(folder->path() / "plain.txt", "#!/bin/sh\necho wrong\n");
        writeFile(folder->path() / "no-interpreter", "#! /no/such/interpreter -x\n", true);
        writeFile(folder->path() / "no-format", "echo wrong\n", true);
        CommandSpec command;
        command.argv.push_back(program.toStdString());
        command.sandbox.resource = folder->path();
        command.searchPath = "/usr/bin:" + folder->path().string();
        const ProcessEnd end = run(command);
        QVERIFY2(end.how == ProcessEnd::How::NotStarted && end.startFailure, describe(end).c_str());
        QCOMPARE(std::string(end.startFailure->code()), code.toStdString());
        QCOMPARE(end.startErrno, errnum);
        QCOMPARE(end.out.text(), std::string());
        QVERIFY(!program.contains("no-such-program") || program.startsWith('.') || end.searchedPath == command.searchPath);
        QVERIFY(!program.contains("interpreter") || end.startFailure->message().find("/no/such/interpreter") != std::string::npos);
    }

    void searchPathIsTheOnlyOne()
    {
        CommandSpec command = shell("true");
        command.searchPath = "/nonexistent";
        const ProcessEnd end = run(command);
        QVERIFY(end.startFailure && end.startFailure->is(runner::codes::ProgramMissing));
        QCOMPARE(end.searchedPath, std::string("/nonexistent"));
    }

    void otherStartFailures()
    {
        CommandSpec command = shell("true");
        command.workingDirectory = "/no/such/folder";
        ProcessEnd end = run(command);
        QVERIFY(end.startFailure && end.startFailure->is(runner::codes::StartFailed));
        QVERIFY(end.startFailure->message().find("/no/such/folder") != std::string::npos);
        end = run(CommandSpec{});
        QVERIFY(end.startFailure && end.startFailure->is(runner::codes::StartFailed));
        auto broken = options();
        broken.bubblewrap = "/no/such/bwrap";
        const auto host = ProcessHost::create(broken);
        end = runAndWait(**host, shell("true"));
        QVERIFY(end.startFailure && end.startFailure->is(runner::codes::SandboxUnavailable));
        const auto checked = runner::checkSandbox(**host);
        QVERIFY(!checked && checked.error().advice().find("apt install bubblewrap") != std::string::npos);
        broken = options();
        broken.supervisor = "/no/such/supervisor";
        end = runAndWait(**ProcessHost::create(broken), shell("true"));
        QVERIFY(end.startFailure && end.startFailure->is(runner::codes::SandboxUnavailable));
    }

    void limits()
    {
        CommandSpec command = shell("ulimit -n; ulimit -c; ulimit -f");
        command.limits.openFiles = 77;
        command.limits.fileBytes = 1024 * 1024;
        QCOMPARE(run(command).out.text(), std::string("77\n0\n2048\n"));
        command = shell("head -c 3000000 /dev/zero > /tmp/x");
        command.limits.fileBytes = 1024 * 1024;
        QVERIFY(run(command).exitCode != 0);
        command = shell("while :; do :; done");
        command.limits.cpuSeconds = 1;
        const ProcessEnd end = run(command);
        QVERIFY2(end.how == ProcessEnd::How::Signalled && end.signal == SIGXCPU, describe(end).c_str());
        QVERIFY2(end.usage.cpu >= 700ms && end.usage.cpu < 3s && end.usage.maxRssBytes > 100'000, std::to_string(end.usage.cpu.count()).c_str());
    }

    void processLimit()
    {
        CommandSpec command = shell("i=0; while [ $i -lt 60 ]; do sleep 5 & i=$((i+1)); done; echo all");
        command.limits.processes = 20;
        command.argv[2] += "; sleep 1; echo still";
        const ProcessEnd end = run(command);
        QVERIFY2(end.out.text().find("still") == std::string::npos, describe(end).c_str());
        QCOMPARE(end.tooManyProcesses > 20, ::getuid() == 0); // the kernel itself holds others to it
    }

    void manyAtOnce()
    {
        std::atomic<int> good = 0;
        std::atomic<int> ended = 0;
        std::promise<void> all;
        for (int i = 0; i < 200; ++i) {
            m_host->start(shell("echo " + std::to_string(i)), [&, i](ProcessEnd end) {
                good += end.how == ProcessEnd::How::Exited && end.out.text() == std::to_string(i) + "\n" ? 1 : 0;
                if (++ended == 200)
                    all.set_value();
            });
        }
        QVERIFY(all.get_future().wait_for(90s) == std::future_status::ready);
        QCOMPARE(good.load(), 200);
    }

    void noDescriptorLeaks()
    {
        run("true");
        const std::size_t before = openDescriptors();
        for (const char* script : {"true", "exit 3", "kill -9 $$", "head -c 1000000 /dev/zero", "sleep 77703 & true"})
            run(script);
        CommandSpec missing;
        missing.argv.emplace_back("no-such-program");
        run(missing);
        QCOMPARE(openDescriptors(), before);
    }

    void programHasOnlyItsStreams()
    {
        std::vector<std::future<ProcessEnd>> ends;
        for (int i = 0; i < 8; ++i)
            ends.push_back(std::async(std::launch::async, [this] { return run("exec ls /proc/self/fd"); }));
        for (auto& end : ends)
            QCOMPARE(end.get().out.text(), std::string("0\n1\n2\n3\n")); // 3 is ls reading the folder
    }

    void endOfTheHostEndsAll()
    {
        std::atomic<int> cancelled = 0;
        for (int i = 0; i < 3; ++i)
            m_host->start(shell("trap '' TERM; sleep 77704"), [&cancelled](ProcessEnd end) {
                cancelled += end.how == ProcessEnd::How::Cancelled ? 1 : 0;
            });
        std::this_thread::sleep_for(500ms);
        m_host.reset();
        QCOMPARE(cancelled.load(), 3);
        QVERIFY(!isAlive("77704"));
    }

    void killOfTheEngineEndsAll()
    {
        if (qEnvironmentVariableIsSet("COUNTERSIGN_TEST_VICTIM")) {
            run("trap '' TERM; setsid sleep 77706 & sleep 77706");
            return;
        }
        QProcess victim;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("COUNTERSIGN_TEST_VICTIM"), QStringLiteral("1"));
        victim.setProcessEnvironment(environment);
        victim.start(QCoreApplication::applicationFilePath(), {QStringLiteral("killOfTheEngineEndsAll")});
        QTRY_VERIFY(isAlive("77706"));
        victim.kill();
        victim.waitForFinished();
        QTRY_VERIFY(!isAlive("77706"));
    }

    void cancelOfAWaitingCommand()
    {
        auto one = options();
        one.concurrency = 1;
        const auto host = ProcessHost::create(one);
        std::promise<ProcessEnd> first;
        std::promise<ProcessEnd> second;
        const auto running = (*host)->start(shell("sleep 77705"), [&first](ProcessEnd end) { first.set_value(std::move(end)); });
        const auto waiting = (*host)->start(shell("echo no"), [&second](ProcessEnd end) { second.set_value(std::move(end)); });
        (*host)->cancel(waiting);
        QVERIFY(second.get_future().get().how == ProcessEnd::How::Cancelled);
        (*host)->cancel(running);
        (*host)->cancel(987654);
        QVERIFY(first.get_future().get().how == ProcessEnd::How::Cancelled);
    }
};

QTEST_GUILESS_MAIN(ProcessHostTest)
#include "process_host_test.moc"
