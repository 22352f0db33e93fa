// Source: SPEC section 6.8. Real files, real git in its sandbox.
#include "engine/plan/work_tree.h"

#include "engine/base/codes.h"
#include "engine/base/files.h"
#include "engine/plan/codes.h"

#include <QProcess>
#include <QtTest>

#include <fstream>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>

using namespace countersign;
namespace fs = std::filesystem;
using domain::ResourceKind;

class WorkTreeTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<runner::ProcessHost> m_host;
    std::optional<base::TemporaryDirectory> m_directory;
    plan::ContentCache m_cache;
    domain::Resource m_resource;

    fs::path root() const { return m_directory->path() / "tree"; }
    void write(const std::string& path, const std::string& text) const
    {
        fs::create_directories((root() / path).parent_path());
        std::ofstream(root() / path, std::ios::binary) << text;
    }
    static void git(const fs::path& where, const QStringList& words)
    {
        QProcess process;
        process.setWorkingDirectory(QString::fromStdString(where.string()));
        process.start(QStringLiteral("git"), QStringList{QStringLiteral("-c"), QStringLiteral("user.name=t"), QStringLiteral("-c"),
                                                         QStringLiteral("user.email=t@example.org")} + words);
        QVERIFY(process.waitForFinished(30'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    }
    void git(const QStringList& words) const { git(root(), words); }
    void makeGit()
    {
        m_resource.kind = ResourceKind::Git;
        git({QStringLiteral("init"), QStringLiteral("-q")});
        git({QStringLiteral("add"), QStringLiteral(".")});
        git({QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"), QStringLiteral("first")});
    }
    base::Result<plan::Tree> read() { return plan::readTree(m_resource, *m_host, m_cache, {}); }
    plan::Tree tree()
    {
        auto out = read();
        if (!out)
            qWarning("%s", out.error().text().c_str());
        return out.value();
    }
    std::string digest() { return tree().digest; }
    std::vector<std::string> paths()
    {
        std::vector<std::string> out;
        for (const plan::TreeEntry& entry : tree().entries)
            out.push_back(entry.path);
        return out;
    }

private Q_SLOTS:
    void initTestCase() { m_host = std::move(*runner::ProcessHost::create(runner::HostOptions::inFolder(COUNTERSIGN_BINARY_DIR "/bin"))); }
    void init()
    {
        m_directory.emplace(base::TemporaryDirectory::create("work-tree-test").value());
        m_resource = {"local/tree", ResourceKind::Directory, root().string(), {}};
        write("a.txt", "one");
        write("sub/b.txt", "two");
    }

    void changes_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("change");
        for (const char* kind : {"git", "directory"})
            for (const char* change : {"content", "mode", "rename", "add", "remove", "link", "retarget"})
                QTest::addRow("%s %s", kind, change) << QByteArray(kind) << QByteArray(change);
    }
    void changes()
    {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, change);
        fs::create_symlink("a.txt", root() / "link");
        if (kind == "git")
            makeGit();
        const std::string before = digest();
        QCOMPARE(digest(), before);
        if (change == "content")
            write("sub/b.txt", "2wo");
        else if (change == "mode")
            fs::permissions(root() / "a.txt", fs::perms(0755));
        else if (change == "rename")
            fs::rename(root() / "a.txt", root() / "c.txt");
        else if (change == "add")
            write("new.txt", "");
        else if (change == "remove")
            fs::remove(root() / "sub/b.txt");
        else if (change == "link") {
            fs::remove(root() / "a.txt");
            fs::create_symlink("one", root() / "a.txt"); // the same bytes, as a target
        } else {
            fs::remove(root() / "link");
            fs::create_symlink("sub/b.txt", root() / "link");
        }
        QVERIFY(digest() != before);
    }

    void headIsPartOfGit()
    {
        makeGit();
        const plan::Tree before = tree();
        git({QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("--allow-empty"), QStringLiteral("-m"), QStringLiteral("second")});
        const plan::Tree after = tree();
        QVERIFY(before.head != after.head);
        QVERIFY(before.digest != after.digest);
        QVERIFY(before.entries == after.entries);
    }

    void whatGitIgnoresIsLeftOut()
    {
        write(".gitignore", "*.o\n");
        makeGit();
        const std::string before = digest();
        write("x.o", "object");
        QCOMPARE(digest(), before);
        write("x.c", "source");
        QVERIFY(digest() != before);
    }

    void ignoredGlobs()
    {
        m_resource.ignored = {"sub/**", "*.log"};
        const std::string before = digest();
        write("sub/b.txt", "changed");
        write("sub/deep/c.txt", "new");
        write("run.log", "line");
        QCOMPARE(digest(), before);
        QCOMPARE(paths(), std::vector<std::string>{"a.txt"});
        write("deep/run.log", "not at the top");
        QVERIFY(digest() != before);
    }

    void specialFilesAreRefused()
    {
        QCOMPARE(::mkfifo((root() / "pipe").c_str(), 0600), 0);
        const auto refused = read();
        QVERIFY(!refused);
        QVERIFY(refused.error().is(plan::codes::WorkTreeSpecialFile));
        m_resource.ignored = {"pipe"};
        QVERIFY(read().has_value());
    }

    void unreadableIsAnError()
    {
        m_resource.path = (root() / "none").string();
        QVERIFY(read().error().is(plan::codes::WorkTreeUnreadable));
        m_resource.path = root().string();
        m_resource.kind = ResourceKind::Git; // never initialised
        QVERIFY(read().error().is(plan::codes::WorkTreeNotGit));
    }

    void aResourceBehindALinkIsRead()
    {
        fs::create_directory_symlink(root(), m_directory->path() / "alias");
        m_resource.path = (m_directory->path() / "alias").string();
        const std::string before = digest();
        write("a.txt", "other");
        QVERIFY(digest() != before);
        m_resource.kind = ResourceKind::File;
        fs::create_symlink(root() / "a.txt", m_directory->path() / "file");
        m_resource.path = (m_directory->path() / "file").string();
        const std::string file = digest();
        write("a.txt", "again");
        QVERIFY(digest() != file);
    }

    void aDirectoryKeepsWhatLiesInDotGit()
    {
        const std::string before = digest();
        write("sub/.git/hidden.sh", "echo");
        QVERIFY(digest() != before);
    }

    void pathsThatAreNotUtf8StayApart()
    {
        const auto at = [this](const std::string& name) {
            fs::remove_all(root());
            fs::create_directories(root());
            write(name, "same");
            return digest();
        };
        const std::set<std::string> digests{at("x\xFF"), at("x\xFE"), at("x\xEF\xBF\xBD"), at("x%FF"), at("x\nY"), at("x"), at("x%25FF")};
        QCOMPARE(digests.size(), std::size_t(7));
    }

    void namesWithLineFeedsInGit()
    {
        write("odd\nname \"q\".txt", "x");
        makeGit();
        const auto found = paths();
        QVERIFY(std::find(found.begin(), found.end(), "odd\nname \"q\".txt") != found.end());
    }

    void coreWorktreeCantLeadElsewhere()
    {
        makeGit();
        fs::create_directories(m_directory->path() / "elsewhere");
        git({QStringLiteral("config"), QStringLiteral("core.worktree"), QStringLiteral("/usr/share")});
        const std::string before = digest();
        write("untracked.py", "import os");
        QVERIFY(digest() != before);
    }

    void aRepositoryInsideIsRead()
    {
        makeGit();
        fs::create_directories(root() / "inner");
        write("inner/x.txt", "one");
        git(root() / "inner", {QStringLiteral("init"), QStringLiteral("-q")});
        git(root() / "inner", {QStringLiteral("add"), QStringLiteral(".")});
        git(root() / "inner", {QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"), QStringLiteral("in")});
        const std::string before = digest();
        const auto found = paths();
        QVERIFY(std::find(found.begin(), found.end(), "inner/x.txt") != found.end());
        write("inner/x.txt", "two");
        QVERIFY(digest() != before);
    }

    void touchedAndPutBackIsSeen()
    {
        const plan::Tree before = tree();
        QVERIFY(plan::untouched(before, tree()));
        QTest::qWait(20);
        write("a.txt", "evil");
        write("a.txt", "one");
        const plan::Tree after = tree();
        QCOMPARE(after.digest, before.digest);
        QVERIFY(!plan::untouched(before, after));
    }

    void addedAndTakenAwayIsSeen_data()
    {
        QTest::addColumn<bool>("git");
        QTest::newRow("git") << true;
        QTest::newRow("directory") << false;
    }
    void addedAndTakenAwayIsSeen()
    {
        QFETCH(bool, git);
        if (git)
            makeGit();
        const plan::Tree before = tree();
        QTest::qWait(20);
        write("sub/conftest.py", "raise SystemExit(0)");
        fs::remove(root() / "sub/conftest.py");
        const plan::Tree after = tree();
        QCOMPARE(after.digest, before.digest);
        QVERIFY(!plan::untouched(before, after));
    }

    void aDirectorySwappedForTheRunIsSeen()
    {
        const plan::Tree before = tree();
        QTest::qWait(20);
        fs::rename(root() / "sub", m_directory->path() / "kept");
        write("sub/b.txt", "good");
        fs::remove_all(root() / "sub");
        fs::rename(m_directory->path() / "kept", root() / "sub");
        const plan::Tree after = tree();
        QCOMPARE(after.digest, before.digest);
        QVERIFY(before.entries == after.entries);
        QVERIFY(!plan::untouched(before, after));
    }

    void theCacheIsNeverStale()
    {
        QTest::qWait(2100); // now the digests are kept
        const std::string before = digest();
        const auto time = fs::last_write_time(root() / "a.txt");
        write("a.txt", "eno");
        fs::last_write_time(root() / "a.txt", time); // same size, same mtime
        QVERIFY(digest() != before);
        write("a.txt", "one");
        QCOMPARE(digest(), before);
    }

    void readingCanBeCancelled()
    {
        std::stop_source source;
        source.request_stop();
        const auto out = plan::readTree(m_resource, *m_host, m_cache, source.get_token());
        QVERIFY(!out);
        QVERIFY(out.error().is(base::codes::Cancelled));
    }

    void theWorkTreeNamesItsResources()
    {
        const plan::Tree one = tree();
        QVERIFY(plan::workTreeDigest({{"a", one}}) != plan::workTreeDigest({{"b", one}}));
        QVERIFY(plan::workTreeDigest({}) != plan::workTreeDigest({{"a", one}}));
    }
};

QTEST_GUILESS_MAIN(WorkTreeTest)
#include "work_tree_test.moc"
