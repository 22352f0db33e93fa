#include "engine/environment/hint.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace countersign::environment;
using Searched = std::vector<std::pair<std::string, std::string>>;

class LookTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        for (const char* name : {"a", "b"})
            QVERIFY(QDir(m_directory->path()).mkdir(QString::fromLatin1(name)));
    }

    void nothingAnywhere()
    {
        const Found found = look("weld", path({"a", "none", "b"}));
        QVERIFY(found.at.empty());
        QCOMPARE(found.missing, std::string("weld"));
        QCOMPARE(found.searched, (Searched{{in("a"), "not there"}, {in("none"), "no such directory"}, {in("b"), "not there"}}));
        QVERIFY(found.detail.find(path({"a", "none", "b"})) != std::string::npos);
    }

    void theFirstExecutableWins()
    {
        put("a/weld", "text", false);
        put("b/weld", "#!/bin/sh\n", true);
        const Found found = look("weld", path({"a", "b"}));
        QCOMPARE(found.at, in("b/weld"));
        QVERIFY(found.missing.empty());
        QCOMPARE(found.searched, (Searched{{in("a"), "there, not executable"}, {in("b"), "found"}}));
    }

    void aFileThatIsNotExecutableIsNamed()
    {
        put("a/weld", "text", false);
        const Found found = look("weld", path({"a", "b"}));
        QVERIFY(found.at.empty());
        QCOMPARE(found.detail, "\"" + in("a/weld") + "\" is not executable");
    }

    void aDirectoryOfThatNameIsNoProgram()
    {
        QVERIFY(QDir(m_directory->path()).mkpath(QStringLiteral("a/weld")));
        QCOMPARE(look("weld", path({"a"})).searched, (Searched{{in("a"), "not there"}}));
    }

    void aScriptWithoutItsInterpreterIsNotFound()
    {
        put("a/weld", "#! /opt/no/such/python3 -u\n", true);
        put("b/weld", "#!/bin/sh\n", true);
        const Found found = look("weld", path({"a", "b"}));
        QVERIFY(found.at.empty());
        QCOMPARE(found.missing, std::string("/opt/no/such/python3"));
        QVERIFY(found.detail.find("interpreter \"/opt/no/such/python3\"") != std::string::npos);
        QCOMPARE(found.searched.size(), std::size_t(1));
    }

    void anInterpreterThatIsAScriptItselfIsFollowed()
    {
        put("b/inner", "#!/opt/no/such/shell\n", true);
        put("a/weld", QByteArray::fromStdString("#!" + in("b/inner") + "\n"), true);
        QCOMPARE(look("weld", path({"a"})).missing, std::string("/opt/no/such/shell"));
    }

    void aPathIsLookedAtDirectly()
    {
        put("a/weld", "#!/bin/sh\n", true);
        QCOMPARE(look(in("a/weld"), "/usr/bin").at, in("a/weld"));
        const Found missing = look(in("b/weld"), path({"a"}));
        QVERIFY(missing.at.empty());
        QCOMPARE(missing.searched, (Searched{{in("b"), "not there"}}));
        QCOMPARE(missing.detail, "\"" + in("b/weld") + "\" does not exist");
    }

    void relativeDirectoriesAreNotSearched()
    {
        put("a/weld", "#!/bin/sh\n", true);
        QDir::setCurrent(in_("a"));
        QVERIFY(look("weld", ".::relative").at.empty());
        QVERIFY(look("weld", ".::relative").searched.empty());
        QVERIFY(look("", path({"a"})).at.empty());
        QDir::setCurrent(QStringLiteral("/"));
    }

private:
    [[nodiscard]] QString in_(const char* name) const { return m_directory->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] std::string in(const char* name) const { return in_(name).toStdString(); }
    [[nodiscard]] std::string path(std::initializer_list<const char*> names) const
    {
        std::string out;
        for (const char* name : names)
            out += (out.empty() ? "" : ":") + in(name);
        return out;
    }
    void put(const char* name, const QByteArray& content, bool executable) const
    {
        QFile out(in_(name));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(content);
        out.setPermissions(executable ? QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner : QFile::ReadOwner | QFile::WriteOwner);
    }

    std::unique_ptr<QTemporaryDir> m_directory;
};

QTEST_APPLESS_MAIN(LookTest)
#include "look_test.moc"
