#include "tests/engine/runner/support.h"

#include "engine/base/files.h"
#include "engine/runner/codes.h"
#include "engine/runner/sandbox_check.h"

#include <sched.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <arpa/inet.h>

using namespace runner_test;
using runner::CommandSpec;
using runner::ProcessEnd;
using runner::ProcessHost;

namespace {

base::Fd listenUnix(const std::string& path, bool abstract = false)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::copy(path.begin(), path.end(), address.sun_path + (abstract ? 1 : 0));
    base::Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
    if (::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0 || ::listen(fd.get(), 4) != 0)
        return {};
    return fd;
}

std::pair<base::Fd, int> listenTcp()
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    base::Fd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0 || ::listen(fd.get(), 4) != 0
        || ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
        return {};
    return {std::move(fd), ntohs(address.sin_port)};
}

} // namespace

/// Every promise is tested in both shapes: a sandbox of its own, and one below a keeper.
class SandboxTest : public QObject
{
    Q_OBJECT

    const bool m_isShared;
    std::unique_ptr<runner::SharedSandboxes> m_shared;
    std::unique_ptr<base::TemporaryDirectory> m_folder;
    std::unique_ptr<ProcessHost> m_host;

    [[nodiscard]] fs::path folder() const { return m_folder->path(); }
    [[nodiscard]] fs::path resource() const { return folder() / "resource"; }

    ProcessEnd runToEnd(CommandSpec command)
    {
        command.sandbox.sharedBy = m_isShared ? m_shared->id() : 0;
        return runAndWait(*m_host, std::move(command));
    }
    std::string run(CommandSpec command)
    {
        const ProcessEnd end = runToEnd(std::move(command));
        return end.how == ProcessEnd::How::Exited ? end.out.text() + end.err.text() : describe(end);
    }
    CommandSpec inResource(const std::string& script)
    {
        CommandSpec command = shell(script);
        command.sandbox.resource = resource();
        return command;
    }
    CommandSpec probe(const std::string& what, const std::string& argument = {})
    {
        CommandSpec command;
        for (const std::string& text : {std::string("/.countersign/probe"), what, argument})
            command.argv.push_back(text);
        command.sandbox.resource = resource();
        command.sandbox.readOnlyFiles.emplace_back(probeProgram(), "/.countersign/probe");
        return command;
    }

public:
    explicit SandboxTest(bool isShared) : m_isShared(isShared) {}

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<base::TemporaryDirectory>(std::move(*base::TemporaryDirectory::create("sandbox-test")));
        fs::create_directories(resource() / "private-store");
        fs::create_directory(folder() / "keys");
        writeFile(resource() / "file", "content");
        writeFile(resource() / "private-store" / "store.db", "rows");
        writeFile(folder() / "keys" / "signing.key", "key");
        auto with = options();
        with.forbidden = {folder() / "keys", resource() / "private-store"};
        m_host = std::move(*ProcessHost::create(with));
        m_shared = std::make_unique<runner::SharedSandboxes>(*m_host);
        const auto checked = runner::checkSandbox(*m_host);
        QVERIFY2(checked.has_value(), checked ? "" : checked.error().text().c_str());
    }

    void cleanup()
    {
        m_shared.reset();
        const runner::SandboxCounts counts = m_host ? m_host->counts() : runner::SandboxCounts();
        m_host.reset();
        QVERIFY2(counts.refused == 0, counts.lastRefusal.c_str());
        QVERIFY(m_isShared || counts.shared == 0);
    }

    /// Else all below would test one shape twice.
    void theShapeIsTheOneThatIsTested()
    {
        QCOMPARE(run(inResource("echo here")), std::string("here\n"));
        QCOMPARE(m_host->counts().shared, m_isShared ? 1U : 0U);
    }

    void resourceIsReadOnlyAtItsOwnPath()
    {
        QCOMPARE(run(inResource("pwd; cat file")), resource().string() + "\ncontent");
        for (const char* script : {"echo x > file", "echo x > new", "rm -f file", "mv file other", "chmod 777 file", "mkdir d", "ln -s a b"})
            QVERIFY2(run(inResource("exec 2>/dev/null; " + std::string(script) + " && echo done")).find("done") == std::string::npos, script);
        QCOMPARE(*base::readFile(resource() / "file"), std::string("content"));
        QVERIFY(!fs::exists(resource() / "new"));
    }

    void nothingElseIsThere_data()
    {
        QTest::addColumn<QByteArray>("path");
        for (const char* path : {"/home", "/root", "/run", "/var", "/var/run", "/sys", "/opt", "/srv", "/mnt", "/media", "/boot",
                                 "/etc/shadow", "/etc/ssh", "/etc/ssl/private", "/etc/machine-id", "/etc/gitconfig", "/etc/npmrc",
                                 "/dev/sda", "/dev/kmsg", "/dev/mem", "/dev/fuse"})
            QTest::newRow(path) << QByteArray(path);
    }
    void nothingElseIsThere()
    {
        QFETCH(QByteArray, path);
        QCOMPARE(run(inResource("if [ -e " + path.toStdString() + " ]; then echo there; fi")), std::string());
    }

    void keysAndStoreAreHidden()
    {
        QCOMPARE(run(inResource("cat " + (folder() / "keys/signing.key").string() + " 2>/dev/null; ls " + folder().string())),
                 std::string("resource\n"));
        QCOMPARE(run(inResource("cat private-store/store.db 2>/dev/null; ls private-store 2>/dev/null; echo end")), std::string("end\n"));
        CommandSpec command = shell("true");
        command.sandbox.resource = folder() / "keys";
        const ProcessEnd end = runToEnd(command);
        QVERIFY(end.startFailure && end.startFailure->is(runner::codes::ReadPathRefused));
    }

    void onlyTmpIsWritable()
    {
        QCOMPARE(run(inResource("exec 2>/dev/null; for d in / /etc /dev /usr /.countersign /proc /proc/sys/kernel /usr/bin /home; do echo x > $d/new "
                                "&& echo $d; done; echo y > /tmp/new && cat $HOME/new")),
                 std::string("y\n"));
        QVERIFY(!fs::exists("/tmp/new"));
    }

    /// Root may write there without any capability, and core_pattern names a program that runs outside.
    void settingsOfTheMachineAreReadOnly()
    {
        QCOMPARE(run(inResource("exec 2>/dev/null; find /proc -maxdepth 5 -writable -not -path '/proc/[0-9]*' -not -path '/proc/*self*'")), std::string());
        QCOMPARE(run(inResource("exec 2>/dev/null; cat /proc/sys/kernel/printk_ratelimit > /proc/sys/kernel/printk_ratelimit && echo written; "
                                "cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern && echo written")), std::string());
    }

    void tmpHasALimit()
    {
        CommandSpec command = inResource("head -c 3000000 /dev/zero > /tmp/x 2>/dev/null || echo full");
        command.sandbox.tmpBytes = 1024 * 1024;
        QCOMPARE(run(command), std::string("full\n"));
        QCOMPARE(run(inResource("head -c 100000000 /dev/zero > /dev/shm/x 2>/dev/null || echo full")), std::string("full\n"));
    }

    void environmentIsOurs()
    {
        qputenv("COUNTERSIGN_TEST_SECRET", "canary");
        qputenv("SSH_AUTH_SOCK", "/tmp/agent");
        CommandSpec command;
        command.argv.emplace_back("env");
        command.environment = {{"LANGUAGE", "de"}, {"PATH", "/evil"}, {"HOME", "/evil"}, {"COUNTERSIGN_CONTEXT", "/evil"}};
        QCOMPARE(run(command), std::string("HOME=/tmp\nLANGUAGE=de\nLC_ALL=C.UTF-8\nPATH=/usr/local/bin:/usr/bin:/bin\nTMPDIR=/tmp\n"));
        qunsetenv("COUNTERSIGN_TEST_SECRET");
        qunsetenv("SSH_AUTH_SOCK");
    }

    void contextAndCode()
    {
        CommandSpec command = inResource("cat $COUNTERSIGN_CONTEXT; echo x > $COUNTERSIGN_CONTEXT || /.countersign/code.sh");
        command.context = "{\"v\":1}\n";
        command.sandbox.readOnlyTexts.emplace_back("#!/bin/sh\necho code\n", "/.countersign/code.sh");
        const ProcessEnd end = runToEnd(command);
        QCOMPARE(end.out.text(), std::string("{\"v\":1}\ncode\n"));
    }

    void noSocketOutsideIsReached()
    {
        const std::string path = (folder() / "agent.sock").string();
        const base::Fd listener = listenUnix(path);
        QVERIFY(listener.valid());
        QCOMPARE(run(probe("unix", path)), std::string("ENOENT\n"));
        const std::string runPath = "/run/countersign-test-" + std::to_string(::getpid());
        if (const base::Fd inRun = listenUnix(runPath); inRun.valid()) {
            const std::string said = run(probe("unix", runPath));
            ::unlink(runPath.c_str());
            QCOMPARE(said, std::string("ENOENT\n"));
        }
        const std::string name = "countersign-test-" + std::to_string(::getpid());
        const base::Fd abstract = listenUnix(name, true);
        QVERIFY(abstract.valid());
        QCOMPARE(run(probe("abstract", name)), std::string("ECONNREFUSED\n"));
        CommandSpec command = probe("abstract", name);
        command.sandbox.network = true;
        const std::string said = run(command);
        QVERIFY2(said == "EPERM\n" || said == "ok\n", said.c_str()); // kernels before 6.12 can't hide it
        if (said == "ok\n")
            QWARN("this kernel can't hide abstract sockets from programs with network");
    }

    void sshAgentIsNotReached()
    {
        QProcess agent;
        const std::string path = (folder() / "real-agent.sock").string();
        agent.start(QStringLiteral("ssh-agent"), {QStringLiteral("-D"), QStringLiteral("-a"), QString::fromStdString(path)});
        if (!agent.waitForStarted())
            QSKIP("ssh-agent isn't installed");
        QTRY_VERIFY(fs::exists(path));
        CommandSpec command = probe("unix", path);
        command.environment["SSH_AUTH_SOCK"] = path;
        QCOMPARE(run(command), std::string("ENOENT\n"));
        agent.terminate();
        agent.waitForFinished();
    }

    void networkOnlyWhereAllowed()
    {
        const auto [listener, port] = listenTcp();
        QVERIFY(listener.valid());
        QCOMPARE(run(probe("tcp", std::to_string(port))), std::string("ECONNREFUSED\n"));
        CommandSpec command = probe("tcp", std::to_string(port));
        command.sandbox.network = true;
        QCOMPARE(run(command), std::string("ok\n"));
        QCOMPARE(run(inResource("tail -n +3 /proc/net/dev | grep -vc ' *lo:'")), std::string("0\n"));
    }

    void noPrivileges_data()
    {
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<QByteArray>("argument");
        const auto row = [](const char* name, const char* what, const QByteArray& argument) { QTest::newRow(name) << QByteArray(what) << argument; };
        row("remount the root", "remount", "/");
        row("remount /usr", "remount", "/usr");
        row("mount", "mount", "");
        row("user namespace", "unshare", QByteArray::number(CLONE_NEWUSER));
        row("mount namespace", "unshare", QByteArray::number(CLONE_NEWNS));
        row("network namespace", "unshare", QByteArray::number(CLONE_NEWNET));
        row("trace the supervisor", "trace", "1");
        row("the supervisor's memory", "open", "/proc/1/mem");
        row("the supervisor's report", "open", "/proc/1/fd/3");
        row("the supervisor's control", "open", "/proc/1/fd/4");
        row("the supervisor's environment", "open", "/proc/1/environ");
    }
    void noPrivileges()
    {
        QFETCH(QByteArray, what);
        QFETCH(QByteArray, argument);
        const std::string said = run(probe(what.toStdString(), argument.toStdString()));
        QVERIFY2(said == "EPERM\n" || said == "EACCES\n" || said == "ENOSPC\n" || said == "EINVAL\n", said.c_str());
    }

    void supervisorIsNotHurt()
    {
        CommandSpec command = probe("kill");
        QCOMPARE(run(command), std::string("ok\n"));
        QCOMPARE(run(inResource("kill -9 1; kill -15 1; sleep 0.2; echo alive; exit 0")), std::string("alive\n"));
    }

    void statusOfTheProcess()
    {
        const std::string said = run(inResource("grep -E '^(Cap|NoNewPrivs)' /proc/self/status | tr -d '\\t'; id -u; ls -d /proc/[0-9]* | wc -l"));
        const std::string none = "0000000000000000\n";
        QVERIFY2(said.starts_with("CapInh:" + none + "CapPrm:" + none + "CapEff:" + none + "CapBnd:" + none + "CapAmb:" + none
                                  + "NoNewPrivs:1\n" + std::to_string(::getuid()) + "\n"), said.c_str());
        QVERIFY2(std::stoi(said.substr(said.rfind('\n', said.size() - 2))) <= 5, said.c_str());
    }

    void commonProgramsWork()
    {
        QCOMPARE(run(inResource("id -un; getent passwd nobody | cut -d: -f1; date +%Z; awk 'BEGIN{print 1}'; mktemp -d | cut -c1-5")),
                 (::getuid() == 0 ? "root" : ::getuid() == 65534 ? "nobody" : "user") + std::string("\nnobody\n")
                     + run(inResource("date +%Z")) + "1\n/tmp/\n");
    }

    void readPaths()
    {
        const fs::path shown = folder() / "shown";
        fs::create_directory(shown);
        writeFile(shown / "data", "seen");
        CommandSpec command = inResource("exec 2>/dev/null; cat " + (shown / "data").string() + "; echo x > " + (shown / "new").string() + " || echo no");
        command.sandbox.readPaths = {shown};
        QCOMPARE(run(command), std::string("seenno\n"));
    }

    void refusedReadPaths_data()
    {
        QTest::addColumn<QByteArray>("path");
        for (const char* path : {"/", "/run", "/run/user", "/var/run", "/var", "/proc", "/proc/1", "/dev", "/dev/null", "/sys", "relative",
                                 "/no/such/path", "F", "F/keys", "F/keys/signing.key", "F/sockets", "F/sockets/s", "F/link", "F/run-link",
                                 "F/resource/../keys"})
            QTest::newRow(path) << QByteArray(path);
    }
    void refusedReadPaths()
    {
        QFETCH(QByteArray, path);
        fs::create_directories(folder() / "sockets/below");
        const base::Fd deep = listenUnix((folder() / "sockets/below/deep").string());
        const base::Fd socket = listenUnix((folder() / "sockets/s").string());
        fs::create_symlink(folder() / "keys", folder() / "link");
        fs::create_symlink("/run", folder() / "run-link");
        const std::string text = path.toStdString();
        CommandSpec command = inResource("true");
        command.sandbox.readPaths = {text.starts_with("F") ? folder() / (text.size() > 2 ? text.substr(2) : "") : fs::path(text)};
        const ProcessEnd end = runToEnd(command);
        QVERIFY2(end.startFailure && end.startFailure->is(runner::codes::ReadPathRefused), describe(end).c_str());
    }

    void writableFolder()
    {
        const fs::path work = folder() / "work";
        fs::create_directory(work);
        CommandSpec command = inResource("echo made > " + (work / "new").string());
        command.sandbox.writable = {work};
        QCOMPARE(run(command), std::string());
        QCOMPARE(*base::readFile(work / "new"), std::string("made\n"));
    }

    void explanations_data()
    {
        QTest::addColumn<QByteArray>("setting");
        QTest::addColumn<QByteArray>("failure");
        QTest::addColumn<QByteArray>("advice");
        const auto row = [](const char* setting, const char* failure, const char* advice) {
            QTest::newRow(setting) << QByteArray(setting) << QByteArray(failure) << QByteArray(advice);
        };
        row("no bubblewrap", "", "apt install bubblewrap");
        row("no supervisor", "", "Install Countersign again");
        row("max 0", "bwrap: No permissions to create new namespace", "user.max_user_namespaces");
        row("clone 0", "bwrap: No permissions to create new namespace", "kernel.unprivileged_userns_clone=1");
        row("apparmor", "bwrap: setting up uid map: Permission denied", "kernel.apparmor_restrict_unprivileged_userns=0");
        row("masked proc", "bwrap: Can't mount proc on /newroot/proc: Operation not permitted", "unmask=ALL");
        row("container", "bwrap: No permissions to create new namespace", "nested namespaces");
    }
    void explanations()
    {
        QFETCH(QByteArray, setting);
        QFETCH(QByteArray, failure);
        QFETCH(QByteArray, advice);
        runner::SandboxFacts facts{setting != "no bubblewrap", setting != "no supervisor", setting == "clone 0" ? "0" : "",
                                   setting == "max 0" ? "0" : "1000", setting == "apparmor" ? "1" : "0", setting == "container", false};
        const base::Error error = runner::explainSandbox(facts, failure.toStdString());
        QVERIFY(error.is(runner::codes::SandboxUnavailable));
        QVERIFY2(error.advice().find(advice.toStdString()) != std::string::npos, error.text().c_str());
        QVERIFY(error.message().find(failure.toStdString()) != std::string::npos);
    }

    void asOrdinaryUser()
    {
        if (::getuid() != 0 || m_isShared)
            return;
        const auto [passed, said] = runAsNobody(2);
        QVERIFY2(passed, said.constData());
    }
};

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    SandboxTest own(false);
    SandboxTest shared(true);
    return QTest::qExec(&own, argc, argv) + QTest::qExec(&shared, argc, argv);
}
#include "sandbox_test.moc"
