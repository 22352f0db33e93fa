// What commands that run at the same time below one keeper can't do to each other, and what becomes of them when the
// keeper or a namespace fails. Source: SPEC section 6.2.
#include "tests/engine/runner/support.h"

#include "engine/base/files.h"
#include "engine/runner/codes.h"

#include <csignal>
#include <future>
#include <thread>

#include <sys/prctl.h>
#include <sys/wait.h>

using namespace runner_test;
using namespace std::chrono_literals;
using runner::CommandSpec;
using runner::ProcessEnd;
using runner::ProcessHost;
using How = ProcessEnd::How;

class NeighboursTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<base::TemporaryDirectory> m_folder;
    std::unique_ptr<ProcessHost> m_host;
    std::unique_ptr<runner::SharedSandboxes> m_shared;

    /// A command that runs on while others are looked at.
    struct Running
    {
        runner::JobId id = 0;
        std::shared_ptr<std::promise<ProcessEnd>> promise = std::make_shared<std::promise<ProcessEnd>>();
        std::future<ProcessEnd> end = promise->get_future();
        std::shared_ptr<std::atomic<bool>> ready = std::make_shared<std::atomic<bool>>(false);
        [[nodiscard]] bool isRunning() const { return end.wait_for(0s) != std::future_status::ready; }
    };

    [[nodiscard]] fs::path resource() const { return m_folder->path() / "resource"; }
    CommandSpec below(CommandSpec command) const
    {
        command.sandbox.resource = resource();
        command.sandbox.readOnlyFiles.emplace_back(probeProgram(), "/.countersign/probe");
        command.sandbox.sharedBy = m_shared->id();
        return command;
    }
    [[nodiscard]] CommandSpec script(const std::string& text) const { return below(shell(text)); }
    std::string run(const CommandSpec& command)
    {
        const ProcessEnd end = runAndWait(*m_host, command);
        return end.how == How::Exited ? end.out.text() + end.err.text() : describe(end);
    }
    std::string run(const std::string& text) { return run(script(text)); }

    /// Goes on until it is ended, after it has printed "ready".
    std::unique_ptr<Running> start(const std::string& text)
    {
        auto running = std::make_unique<Running>();
        CommandSpec command = script(text);
        command.timeout = 60s;
        running->id = m_host->start(command, [promise = running->promise](ProcessEnd end) { promise->set_value(std::move(end)); },
                                    [ready = running->ready](runner::Stream, std::string_view bytes) { *ready = *ready || bytes.find("ready") != bytes.npos; });
        return running;
    }
    ProcessEnd end(Running& running)
    {
        m_host->cancel(running.id);
        return running.end.get();
    }
    /// The keeper is the process 1 of the outer sandbox; below it are those of the commands.
    static int keeperPid()
    {
        for (const auto& [pid, name] : descendants()) {
            const std::string line = base::readFile("/proc/" + std::to_string(pid) + "/cmdline").value_or(std::string());
            if (line == std::string("/.countersign/supervisor\0keeper\0", 32) && name.find("(supervisor)") != name.npos)
                return pid;
        }
        return -1;
    }

    void makeHost(runner::HostOptions with)
    {
        m_shared.reset();
        m_host = std::move(*ProcessHost::create(with));
        m_shared = std::make_unique<runner::SharedSandboxes>(*m_host);
    }

private Q_SLOTS:
    void initTestCase() { QCOMPARE(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0); }
    void init()
    {
        m_folder = std::make_unique<base::TemporaryDirectory>(std::move(*base::TemporaryDirectory::create("neighbours-test")));
        fs::create_directories(resource());
        makeHost(options());
    }
    void cleanup()
    {
        m_shared.reset();
        m_host.reset();
        const std::string left = leftovers();
        QVERIFY2(left.empty(), left.c_str());
    }

    void nothingOfANeighbourIsFound_data()
    {
        QTest::addColumn<QByteArray>("probe");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* probe, const char* expected) { QTest::newRow(name) << QByteArray(probe) << QByteArray(expected); };
        row("abstract socket", "abstract neighbour", "ECONNREFUSED\n");
        row("port of the loopback", "tcp 4711", "ECONNREFUSED\n");
        row("file in /tmp", "open /tmp/neighbour", "ENOENT\n");
        row("file in /dev/shm", "open /dev/shm/neighbour", "ENOENT\n");
        row("terminal", "open /dev/pts/0", "ENOENT\n");
        row("System V shared memory", "shm", "ENOENT\n");
        row("POSIX message queue", "mq", "ENOENT\n");
        row("key", "key", "ENOKEY\n");
    }
    void nothingOfANeighbourIsFound()
    {
        QFETCH(QByteArray, probe);
        QFETCH(QByteArray, expected);
        const std::string program = "/.countersign/probe ";
        const auto neighbour = start(program + "stay");
        QTRY_VERIFY(*neighbour->ready);
        QCOMPARE(run(program + probe.toStdString()), expected.toStdString());
        // In its own sandbox it would be found, so the probe can find it.
        const std::string found = run(program + "stay >/tmp/said & while ! grep -q ready /tmp/said 2>/dev/null; do sleep 0.01; done; " + program
                                      + probe.toStdString() + "; kill $!");
        QVERIFY2(found == "ok\n", found.c_str());
        QVERIFY(neighbour->isRunning());
        QVERIFY(end(*neighbour).how == How::Cancelled);
        QCOMPARE(m_host->counts().shared, 3U);
        QCOMPARE(m_host->counts().refused, 0U);
    }

    void processesOfANeighbourAreOutOfReach()
    {
        const auto neighbour = start("/.countersign/probe stay");
        QTRY_VERIFY(*neighbour->ready);
        QCOMPARE(run("set -- /proc/[0-9]*; echo $#; exec 2>&1; /.countersign/probe reach kill; /.countersign/probe reach trace"), std::string("2\n0\n0\n"));
        QCOMPARE(run("sleep 77803 & /.countersign/probe reach kill"), std::string("1\n"));
        const ProcessEnd killer = runAndWait(*m_host, script("kill -KILL -1; kill -KILL 1"));
        QVERIFY2(killer.how == How::Exited, describe(killer).c_str());
        QVERIFY(neighbour->isRunning());
        QCOMPARE(run("echo the keeper lives"), std::string("the keeper lives\n"));
        QVERIFY(end(*neighbour).how == How::Cancelled);
        QCOMPARE(m_host->counts().refused, 0U);
    }

    void namespacesAreDifferent()
    {
        const std::string list = "for n in cgroup ipc mnt net pid user uts; do readlink /proc/self/ns/$n; done; ";
        const auto neighbour = start(list + "echo ready; sleep 77804");
        QTRY_VERIFY(*neighbour->ready);
        const std::string mine = run(list);
        const ProcessEnd ended = end(*neighbour);
        std::istringstream mineLines(mine);
        for (std::string line; std::getline(mineLines, line);)
            QVERIFY2(line.find(":[") != line.npos && ended.out.text().find(line) == std::string::npos, line.c_str());
        QCOMPARE(std::count(mine.begin(), mine.end(), '\n'), 7);
    }

    void aForkBombStaysAtHome()
    {
        CommandSpec bomb = script("bomb() { bomb | bomb & }; bomb; exec sleep 77805");
        bomb.limits.processes = 60;
        bomb.timeout = 1500ms;
        std::promise<ProcessEnd> promise;
        m_host->start(bomb, [&promise](ProcessEnd end) { promise.set_value(std::move(end)); });
        std::this_thread::sleep_for(200ms);
        const std::string many = run("for i in $(seq 30); do sleep 0.2 & done; wait; echo all");
        QVERIFY2(many == "all\n", many.c_str());
        const ProcessEnd ended = promise.get_future().get();
        QVERIFY2(parseDirectFails(ended), describe(ended).c_str());
    }

    void whatIsLeftIsEndedAndSaid()
    {
        const auto neighbour = start("echo ready; sleep 77807");
        QTRY_VERIFY(*neighbour->ready);
        const ProcessEnd left = runAndWait(*m_host, script("(setsid sleep 77808 >/dev/null 2>&1 &); sleep 0.1; echo done"));
        QCOMPARE(left.leftBehind.size(), std::size_t(1));
        QVERIFY(left.leftBehind.front().find("sleep 77808") != std::string::npos);
        QVERIFY(!isAlive("77808") && isAlive("77807"));
        QVERIFY(end(*neighbour).how == How::Cancelled);
        QVERIFY(!isAlive("77807"));
    }

    /// A network namespace is used again only as long as nobody has done anything in it.
    void networksAreAsNew()
    {
        const std::string look = "cd /proc/net; cat dev snmp snmp6 netstat sockstat | grep -v TCP: ; readlink /proc/self/ns/net";
        const std::string first = run(look);
        QCOMPARE(run(look), first);
        QCOMPARE(run("/.countersign/probe talk; tail -1 /proc/net/dev | grep -c ' 0 *0 *0'; readlink /proc/self/ns/net").substr(0, 3), std::string("ok\n"));
        const std::string after = run(look);
        QCOMPARE(after.substr(0, after.find("net:[")), first.substr(0, first.find("net:[")));
    }

    /// Root may count what process 1 has open: no more than in a sandbox of its own, and no socket to anywhere.
    void ofTheKeeperNothingIsSeen()
    {
        CommandSpec alone = script("ls /proc/1/fd 2>/dev/null");
        alone.sandbox.sharedBy = 0;
        const std::string openAlone = "\n" + run(alone);
        std::istringstream open(run("ls /proc/1/fd 2>/dev/null"));
        for (std::string number; std::getline(open, number);)
            QVERIFY2(openAlone.find("\n" + number + "\n") != std::string::npos, number.c_str());
        const std::string seen = run("cat /proc/1/fd/* 2>/dev/null; ls -l /proc/self/fd | grep -c socket; ls -A /.countersign");
        QVERIFY2(seen == "0\nprobe\n", seen.c_str());
    }

    void killedKeeper_data()
    {
        QTest::addColumn<bool>("bubblewrap");
        QTest::newRow("the keeper") << false;
        QTest::newRow("its bubblewrap") << true;
    }
    void killedKeeper()
    {
        QFETCH(bool, bubblewrap);
        std::vector<std::unique_ptr<Running>> running;
        for (int i = 0; i < 3; ++i)
            running.push_back(start("echo '{\"passed\": true}'; echo ready; sleep 77809"));
        for (const auto& one : running)
            QTRY_VERIFY(*one->ready);
        const int keeper = keeperPid();
        int victim = keeper;
        QVERIFY(victim > 1);
        if (bubblewrap) {
            const std::string stat = base::readFile("/proc/" + std::to_string(victim) + "/stat").value();
            victim = std::stoi(stat.substr(stat.rfind(')') + 4));
        }
        QCOMPARE(::kill(victim, SIGKILL), 0);
        for (const auto& one : running) {
            const ProcessEnd ended = one->end.get();
            QVERIFY2(ended.how == How::Signalled && ended.signal == SIGKILL, describe(ended).c_str());
        }
        if (bubblewrap)
            QCOMPARE(::waitpid(keeper, nullptr, 0), keeper); // an orphan, and we are the reaper of those
        QTRY_VERIFY(descendants().empty());
        QVERIFY(!isAlive("77809"));
        QCOMPARE(run("echo alone"), std::string("alone\n"));
        QCOMPARE(m_host->counts().own, 1U);
        QCOMPARE(m_host->counts().refused, 1U);
    }

    void stoppedKeeper()
    {
        auto with = options();
        with.keeperPatience = 500ms;
        makeHost(with);
        const auto neighbour = start("echo ready; sleep 77810");
        QTRY_VERIFY(*neighbour->ready);
        QCOMPARE(::kill(keeperPid(), SIGSTOP), 0);
        QCOMPARE(run("echo alone"), std::string("alone\n"));
        QVERIFY(neighbour->end.get().how == How::Signalled);
        QVERIFY2(m_host->counts().own == 1 && m_host->counts().refused == 1, m_host->counts().lastRefusal.c_str());
    }

    void noKeeperToBeHad()
    {
        const fs::path wrapper = m_folder->path() / "bwrap";
        writeFile(wrapper, "#!/bin/sh\ncase \"$*\" in *keeper*) echo not here >&2; exit 1;; esac\nexec /usr/bin/bwrap \"$@\"\n", true);
        auto with = options();
        with.bubblewrap = wrapper;
        makeHost(with);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(run("echo alone"), std::string("alone\n"));
        QCOMPARE(m_host->counts().own, 3U);
        QCOMPARE(m_host->counts().lastRefusal, std::string("not here"));
    }

    /// More than fits into the folder of a command's own files.
    void whatTheKeeperCanNotMakeIsTriedAlone()
    {
        CommandSpec command = script("cat; head -c 5 /.countersign/code");
        command.input = "asked ";
        command.sandbox.readOnlyTexts.emplace_back("alone" + std::string(65U * 1024 * 1024, ' '), "/.countersign/code");
        const std::string said = run(command);
        QVERIFY2(said == "asked alone", said.c_str());
        QCOMPARE(m_host->counts().shared, 1U);
        QCOMPARE(m_host->counts().own, 1U);
        QCOMPARE(m_host->counts().lastRefusal, std::string("files: No space left on device"));
    }

    void whoMayNotShareIsAlone()
    {
        CommandSpec network = script("echo alone");
        network.sandbox.network = true;
        QCOMPARE(run(network), std::string("alone\n"));
        CommandSpec writable = script("echo alone");
        fs::create_directory(m_folder->path() / "work");
        writable.sandbox.writable = {m_folder->path() / "work"};
        QCOMPARE(run(writable), std::string("alone\n"));
        CommandSpec closed = script("echo alone");
        m_shared.reset();
        QCOMPARE(run(closed), std::string("alone\n"));
        QCOMPARE(m_host->counts().own, 3U);
        QCOMPARE(m_host->counts().refused, 0U);
    }

    /// Other layouts, other runs: other keepers, each gone with its run.
    void keepersAreOfOneRunAndLayout()
    {
        const auto keepers = [] {
            int count = 0;
            for (const auto& [pid, name] : descendants())
                count += base::readFile("/proc/" + std::to_string(pid) + "/cmdline").value_or(std::string()).starts_with("/.countersign/supervisor") ? 1 : 0;
            return count;
        };
        run("true");
        run("true");
        QTRY_COMPARE(keepers(), 1);
        CommandSpec other = script("true");
        other.sandbox.resource.clear();
        run(other);
        QTRY_COMPARE(keepers(), 2);
        {
            const runner::SharedSandboxes second(*m_host);
            CommandSpec command = script("true");
            command.sandbox.sharedBy = second.id();
            run(command);
            QTRY_COMPARE(keepers(), 3);
        }
        QTRY_COMPARE(keepers(), 2);
        m_shared.reset();
        QTRY_VERIFY(descendants().empty());
    }

    void asOrdinaryUser()
    {
        if (::getuid() != 0)
            return;
        const auto [passed, said] = runAsNobody(1);
        QVERIFY2(passed, said.constData());
    }

private:
    static bool parseDirectFails(const ProcessEnd& end) { return end.how == How::TimedOut || end.how == How::Signalled || (end.how == How::Exited && end.exitCode != 0); }
};

QTEST_GUILESS_MAIN(NeighboursTest)
#include "neighbours_test.moc"
