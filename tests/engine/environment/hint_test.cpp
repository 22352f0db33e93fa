#include "engine/environment/hint.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace countersign::environment;

namespace {

const std::string path = "/usr/local/bin:/usr/bin:/bin";

void put(const QString& file, const QByteArray& content, bool executable)
{
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(content);
    out.setPermissions(executable ? QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner : QFile::ReadOwner | QFile::WriteOwner);
}

} // namespace

class HintTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRegisteredHintIsShownWordForWord_data()
    {
        QTest::addColumn<QByteArray>("hint");
        QTest::addColumn<QByteArray>("command");
        QTest::newRow("command") << QByteArray("sudo apt install weld-coder") << QByteArray("sudo apt install weld-coder");
        QTest::newRow("prompt") << QByteArray("$ npm install -g weld") << QByteArray("npm install -g weld");
        QTest::newRow("prompt of another") << QByteArray("$ weld-coder --setup") << QByteArray("weld-coder --setup");
        QTest::newRow("path") << QByteArray("/opt/weld/install --here") << QByteArray("/opt/weld/install --here");
        QTest::newRow("go") << QByteArray("go install example.org/weld@latest") << QByteArray("go install example.org/weld@latest");
        QTest::newRow("prose") << QByteArray("Ask the build team for weld-coder") << QByteArray();
        QTest::newRow("prose with go") << QByteArray("go to the wiki for weld-coder") << QByteArray();
        QTest::newRow("sentence") << QByteArray("apt install will not do: take it from the share, please.") << QByteArray();
        QTest::newRow("two lines") << QByteArray("sudo apt install weld\nweld --version") << QByteArray();
        QTest::newRow("one word") << QByteArray("apt") << QByteArray();
    }

    void aRegisteredHintIsShownWordForWord()
    {
        QFETCH(QByteArray, hint);
        QFETCH(QByteArray, command);
        const Hint made = hintFor("pytest", hint.toStdString(), {"apt"}, path);
        QCOMPARE(made.text, hint.toStdString());
        QCOMPARE(made.command, command.toStdString());
        QCOMPARE(made.origin, std::string("registered"));
    }

    void controlCharactersAreShownNotCopied()
    {
        const Hint made = hintFor("x", "sudo apt install \x1b[8mevil", {}, path);
        QCOMPARE(made.text, std::string("sudo apt install <U+001B>[8mevil"));
        QVERIFY(made.command.empty());
        QVERIFY(hintFor("x", "sudo apt install a\xE2\x80\xAE"
                             "b", {}, path).command.empty());
    }

    void theCatalogueSpeaksTheFirstManager()
    {
        const Hint apt = hintFor("pytest", "", {"apt", "npm", "pipx"}, path);
        QCOMPARE(apt.command, std::string("sudo apt install python3-pytest"));
        QCOMPARE(apt.text, apt.command);
        QCOMPARE(apt.origin, std::string("catalogue"));
        QCOMPARE(hintFor("pytest-3", " \n", {"dnf"}, path).command, std::string("sudo dnf install python3-pytest"));
        const Hint npm = hintFor("claude", "", {"apt", "npm"}, path);
        QCOMPARE(npm.command, std::string("npm install -g @anthropic-ai/claude-code"));
        QVERIFY(npm.text.starts_with(npm.command + "\n"));
        QVERIFY(npm.text.find("/usr/local/bin") != std::string::npos);
        QCOMPARE(hintFor("aider", "", {"apt", "pipx", "pip"}, path).command, std::string("pipx install aider-chat"));
    }

    void otherwiseItIsSaidWhatWasLookedForAndWhere()
    {
        for (const auto& hint : {hintFor("weld-coder", "", {"apt"}, path), hintFor("claude", "", {}, path)}) {
            QCOMPARE(hint.origin, std::string("generic"));
            QVERIFY(hint.command.empty());
            QVERIFY(hint.text.find(path) != std::string::npos);
            QVERIFY(hint.text.find("'path' in config.yml") != std::string::npos);
        }
        QVERIFY(hintFor("weld-coder", "", {}, path).text.find("weld-coder") != std::string::npos);
        QVERIFY(hintFor("cursor-agent", "", {"apt"}, path).text.find("https://cursor.com/") != std::string::npos);
        const Hint direct = hintFor("/opt/weld/bin/pytest", "", {"apt"}, path);
        QCOMPARE(direct.origin, std::string("generic"));
        QVERIFY(direct.text.find("/opt/weld/bin/pytest") != std::string::npos);
    }

    void managersOfThisMachine_data()
    {
        QTest::addColumn<QByteArray>("system");
        QTest::addColumn<QStringList>("present");
        QTest::addColumn<bool>("managed");
        QTest::addColumn<QStringList>("expected");
        using List = QStringList;
        const auto l = [](const char* words) { return QString::fromLatin1(words).split(QLatin1Char(' '), Qt::SkipEmptyParts); };
        QTest::newRow("debian") << QByteArray("ID=debian\n") << l("npm apt dnf pip") << true << l("apt npm");
        QTest::newRow("like debian") << QByteArray("ID=mint\nID_LIKE=\"ubuntu debian\"\n") << l("apt pacman") << false << l("apt");
        QTest::newRow("fedora") << QByteArray("NAME=x\nID=fedora\n") << l("dnf apt cargo pip pipx") << false << l("dnf pipx pip cargo");
        QTest::newRow("arch") << QByteArray("ID='arch'\n") << l("pacman brew") << false << l("pacman brew");
        QTest::newRow("unknown") << QByteArray() << l("dnf") << false << l("dnf");
        QTest::newRow("none") << QByteArray("ID=debian\n") << List() << false << List();
    }

    void managersOfThisMachine()
    {
        QFETCH(QByteArray, system);
        QFETCH(QStringList, present);
        QFETCH(bool, managed);
        QFETCH(QStringList, expected);
        QTemporaryDir directory;
        put(directory.filePath(QStringLiteral("os-release")), system, false);
        for (const QString& name : present)
            put(directory.filePath(name), "\177ELF", true);
        QVERIFY(QDir(directory.path()).mkpath(QStringLiteral("lib/python3.11")));
        if (managed)
            put(directory.filePath(QStringLiteral("lib/python3.11/EXTERNALLY-MANAGED")), "", false);
        QStringList found;
        for (const std::string& manager : managersHere(directory.path().toStdString(), directory.filePath(QStringLiteral("os-release")).toStdString(),
                                                       directory.filePath(QStringLiteral("lib")).toStdString()))
            found << QString::fromStdString(manager);
        QCOMPARE(found, expected);
    }
};

QTEST_APPLESS_MAIN(HintTest)
#include "hint_test.moc"
