#include "tests/resources/sample/workspace.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using countersign::resources::Answer;
using countersign::resources::git;
using countersign::resources::Workspace;
using Verdicts = QMap<QString, QString>;

namespace {

QString text(const char* literal) { return QString::fromLatin1(literal); }

bool replaceIn(const QString& path, const QByteArray& from, const QByteArray& to)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    QByteArray content = file.readAll();
    file.close();
    if (!content.contains(from) || !file.open(QIODevice::WriteOnly | QIODevice::Truncate))
        return false;
    return file.write(content.replace(from, to)) > 0;
}

QJsonObject firstFinding(const Answer& answer)
{
    return answer.data.value(text("findings")).toArray().first().toObject();
}

} // namespace

/// The sample promises one task for each outcome, reached by real work. Here its programs really run.
class SampleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tasksReachTheirVerdicts_data();
    void tasksReachTheirVerdicts();
    void worksAreRepositoriesWithTheSameCommitsAnywhere();
    void failedTestIsNamedWithItsLine();
    void mendedWorkPasses();
    void workThatDoesNotCompileFails();
    void workWithoutTestsFails();
    void formattedWorkPasses();
    void analysisFindsADefect();
    void secretIsFoundAndNotRepeated_data();
    void secretIsFoundAndNotRepeated();
    void missingLicenceIsFound();
    void otherLicenceCanBeAskedFor();
    void coderMakesThePreparedChange_data();
    void coderMakesThePreparedChange();
    void coderRefusesWhatItDoesNotKnow_data();
    void coderRefusesWhatItDoesNotKnow();

private:
    struct Ended
    {
        int status = -1;
        QByteArray words;
    };
    Ended code(const QJsonObject& call) const;
    QJsonObject call(const QString& task) const;

    Answer run(const char* validation, const char* resource, const QJsonObject& args = {}) const
    {
        return m_workspace->run(text(validation), text(resource), args);
    }
    QString file(const char* resource, const char* name) const
    {
        return m_workspace->pathOf(text(resource)) + QLatin1Char('/') + text(name);
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<Workspace> m_workspace;
};

void SampleTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_workspace =
        std::make_unique<Workspace>(text(COUNTERSIGN_BINARY_DIR "/share/countersign/sample"), m_directory->path());
    QCOMPARE(m_workspace->instantiate(), QString());
}

void SampleTest::tasksReachTheirVerdicts_data()
{
    const QString pass = text("pass");
    const Verdicts good{{text("unit-tests"), pass},
                        {text("static-analysis"), pass},
                        {text("secret-scan"), pass},
                        {text("format-check"), pass},
                        {text("licence-headers"), pass}};
    Verdicts warns = good;
    warns[text("format-check")] = text("fail");
    Verdicts blocked = good;
    blocked[text("unit-tests")] = text("fail");
    Verdicts unanswered = good;
    unanswered[text("image-scan")] = text("error");

    QTest::addColumn<Verdicts>("verdicts");
    QTest::newRow("sample-pass") << good;
    QTest::newRow("sample-escalate") << warns;
    QTest::newRow("sample-blocker") << blocked;
    QTest::newRow("sample-validator-error") << unanswered;
    QTest::newRow("sample-environment-error") << good;
}

void SampleTest::tasksReachTheirVerdicts()
{
    QFETCH(Verdicts, verdicts);
    const QString wanted = text(QTest::currentDataTag());
    Verdicts found;
    for (const auto& value : m_workspace->manifest().value(text("tasks")).toArray()) {
        const QJsonObject task = value.toObject();
        if (task.value(text("task_id")).toString() != wanted)
            continue;
        for (const auto& entry : task.value(text("validations")).toArray()) {
            const QString name = entry.toObject().value(text("validation")).toString();
            QElapsedTimer timer;
            timer.start();
            const Answer answer = m_workspace->run(name, task.value(text("resource")).toString(),
                                                   entry.toObject().value(text("args")).toObject());
            found[name] = answer.verdict;
            qInfo().noquote() << name << answer.verdict << answer.message << timer.elapsed() << "ms";
            if (verdicts.value(name) != answer.verdict)
                qWarning().noquote() << answer.output;
        }
    }
    QCOMPARE(found, verdicts);
}

void SampleTest::worksAreRepositoriesWithTheSameCommitsAnywhere()
{
    QTemporaryDir elsewhere;
    Workspace again(text(COUNTERSIGN_BINARY_DIR "/share/countersign/sample"), elsewhere.path());
    QCOMPARE(again.instantiate(), QString());
    const QStringList head{text("rev-parse"), text("HEAD")};
    QVERIFY(!git(m_directory->path(), head).isEmpty());
    QCOMPARE(git(m_directory->path(), head), git(elsewhere.path(), head));
    QCOMPARE(git(m_directory->path(), {text("status"), text("--porcelain")}), QString());
    for (const auto& value : m_workspace->manifest().value(text("works")).toArray()) {
        const QString resource = value.toObject().value(text("resource")).toString();
        const QString path = m_workspace->pathOf(resource);
        QCOMPARE(git(path, {text("rev-list"), text("--count"), text("HEAD")}), text("2"));
        QCOMPARE(git(path, head), git(again.pathOf(resource), head));
    }
}

void SampleTest::failedTestIsNamedWithItsLine()
{
    const Answer answer = run("unit-tests", "sample-broken");
    QCOMPARE(answer.message, text("1 of 8 tests failed: rests_between_runs"));
    QCOMPARE(answer.data.value(text("tests_run")).toInt(), 8);
    QCOMPARE(answer.data.value(text("tests_failed")).toInt(), 1);
    const QJsonObject finding = firstFinding(answer);
    QCOMPARE(finding.value(text("file")).toString(), text("tests/tests.cpp"));
    QVERIFY(finding.value(text("line")).toInt() > 1);
    QCOMPARE(finding.value(text("message")).toString(), text("pump.running() is 1, expected 0"));
}

void SampleTest::mendedWorkPasses()
{
    QVERIFY(replaceIn(file("sample-broken", "src/pump.cpp"), "urgent = level >= m_settings.startLevel",
                      "urgent = level >= m_settings.alarmLevel"));
    const Answer answer = run("unit-tests", "sample-broken");
    QCOMPARE(answer.verdict, text("pass"));
    QCOMPARE(answer.message, text("All 8 tests pass"));
}

void SampleTest::workThatDoesNotCompileFails()
{
    QVERIFY(replaceIn(file("sample", "src/level.cpp"), "return level;", "return levels;"));
    const Answer answer = run("unit-tests", "sample");
    QCOMPARE(answer.verdict, text("fail"));
    QCOMPARE(answer.message, text("The program does not build"));
    QCOMPARE(firstFinding(answer).value(text("file")).toString(), text("src/level.cpp"));
}

void SampleTest::workWithoutTestsFails()
{
    QVERIFY(replaceIn(file("sample", "CMakeLists.txt"), "enable_testing()", ""));
    const Answer answer = run("unit-tests", "sample");
    QCOMPARE(answer.verdict, text("fail"));
    QCOMPARE(answer.message, text("There is no test to run"));
}

void SampleTest::formattedWorkPasses()
{
    QCOMPARE(run("format-check", "sample-styling").verdict, text("fail"));
    QProcess format;
    format.setWorkingDirectory(m_workspace->pathOf(text("sample-styling")));
    format.start(text("clang-format"), {text("-i"), text("src/level.cpp"), text("src/level.h")});
    QVERIFY(format.waitForFinished() && format.exitCode() == 0);
    const Answer answer = run("format-check", "sample-styling");
    QCOMPARE(answer.verdict, text("pass"));
}

void SampleTest::analysisFindsADefect()
{
    QVERIFY(replaceIn(file("sample", "src/main.cpp"), "int counts = 0;",
                      "int counts = 0;\n    int few[2];\n    few[2] = 1;"));
    const Answer answer = run("static-analysis", "sample");
    QCOMPARE(answer.verdict, text("fail"));
    QCOMPARE(firstFinding(answer).value(text("file")).toString(), text("src/main.cpp"));
    QCOMPARE(firstFinding(answer).value(text("rule")).toString(), text("arrayIndexOutOfBounds"));
}

void SampleTest::secretIsFoundAndNotRepeated_data()
{
    QTest::addColumn<QByteArray>("secret");
    QTest::newRow("private key") << QByteArray("-----BEGIN OPENSSH "
                                               "PRIVATE KEY-----");
    QTest::newRow("access key") << QByteArray("AK"
                                              "IA0123456789ABCDEF");
    QTest::newRow("hosting token") << QByteArray("gh"
                                                 "p_0123456789abcdefghijABCDEFGHIJ012345");
    QTest::newRow("password") << QByteArray("pass"
                                            "word = \"open-sesame-42\"");
}

void SampleTest::secretIsFoundAndNotRepeated()
{
    QFETCH(QByteArray, secret);
    QVERIFY(replaceIn(file("sample", "src/main.cpp"), "int main() {", "// " + secret + "\nint main() {"));
    const Answer answer = run("secret-scan", "sample");
    QCOMPARE(answer.verdict, text("fail"));
    QCOMPARE(firstFinding(answer).value(text("file")).toString(), text("src/main.cpp"));
    QCOMPARE(firstFinding(answer).value(text("line")).toInt(), 7);
    QVERIFY(!answer.output.contains(secret));
}

void SampleTest::missingLicenceIsFound()
{
    QVERIFY(replaceIn(file("sample", "src/level.h"), "// SPDX-License-Identifier: Apache-2.0\n", "\n"));
    const Answer answer = run("licence-headers", "sample");
    QCOMPARE(answer.verdict, text("fail"));
    QCOMPARE(answer.data.value(text("findings")).toArray().size(), 1);
    QCOMPARE(firstFinding(answer).value(text("file")).toString(), text("src/level.h"));
}

void SampleTest::otherLicenceCanBeAskedFor()
{
    const Answer answer = run("licence-headers", "sample", {{text("licence"), text("MIT")}});
    QCOMPARE(answer.verdict, text("fail"));
    QVERIFY(answer.data.value(text("findings")).toArray().size() > 5);
}

QJsonObject SampleTest::call(const QString& task) const
{
    QJsonArray resources;
    for (const char* name : {"sample-styling", "sample"})
        resources.append(QJsonObject{{text("name"), text("local/") + text(name)}, {text("kind"), text("git")}, {text("path"), m_workspace->pathOf(text(name))}});
    const QJsonObject plan{{text("id"), text("01K2PLAN")}, {text("task_id"), task}, {text("title"), text("A {title} with \"name\": \"sample\", \"path\": \"/etc\"")},
                           {text("specification"), text("\"task_id\": \"other\"")}};
    const QJsonArray validations{QJsonObject{{text("name"), text("local/unit-tests")}, {text("resource"), text("local/sample")}, {text("args"), QJsonObject()}}};
    return {{text("v"), 1}, {text("role"), text("coder")}, {text("plan"), plan}, {text("resources"), resources}, {text("validations"), validations},
            {text("attempt"), 1}, {text("round"), 1}, {text("feedback"), QJsonArray()}, {text("guidance"), QJsonArray()}};
}

SampleTest::Ended SampleTest::code(const QJsonObject& object) const
{
    QProcess coder;
    coder.setProcessChannelMode(QProcess::MergedChannels);
    coder.setWorkingDirectory(m_workspace->pathOf(text("sample")));
    coder.start(text("sh"), {text("tools/coder.sh")});
    coder.write(QJsonDocument(object).toJson(QJsonDocument::Compact));
    coder.closeWriteChannel();
    const bool ended = coder.waitForFinished(30'000);
    return {ended && coder.exitStatus() == QProcess::NormalExit ? coder.exitCode() : -1, coder.readAll()};
}

void SampleTest::coderMakesThePreparedChange_data()
{
    QTest::addColumn<QString>("task");
    QTest::addColumn<QString>("resource");
    QTest::addColumn<QString>("validation");
    QTest::newRow("sample-pass") << text("sample-pass") << text("sample") << text("unit-tests");
    QTest::newRow("sample-escalate") << text("sample-escalate") << text("sample-styling") << text("format-check");
}

void SampleTest::coderMakesThePreparedChange()
{
    QFETCH(QString, task);
    QFETCH(QString, resource);
    QFETCH(QString, validation);
    const QString path = m_workspace->pathOf(resource);
    const Ended first = code(call(task));
    QVERIFY2(first.status == 0, first.words.constData());
    const QString changed = git(path, {text("diff"), text("--stat")});
    QVERIFY(!changed.isEmpty());
    const Ended again = code(call(task));
    QVERIFY2(again.status == 0 && again.words.contains("stands already"), again.words.constData());
    QCOMPARE(git(path, {text("diff"), text("--stat")}), changed);
    const Answer answer = m_workspace->run(validation, resource, {});
    QVERIFY2(answer.verdict == text("pass"), answer.output.constData());
    if (task == text("sample-pass"))
        QCOMPARE(answer.message, text("All 9 tests pass"));
    for (const char* other : {"static-analysis", "secret-scan", "format-check", "licence-headers"})
        QCOMPARE(m_workspace->run(text(other), resource, {}).verdict, text("pass"));
}

void SampleTest::coderRefusesWhatItDoesNotKnow_data()
{
    QTest::addColumn<QJsonObject>("object");
    QTest::addColumn<int>("status");
    QJsonObject other = call(text("sample-blocker"));
    QTest::newRow("nothing prepared") << other << 3;
    other[text("role")] = text("strategist");
    QTest::newRow("another role") << other << 2;
    QTest::newRow("nothing") << QJsonObject() << 2;
    QJsonObject without = call(text("sample-pass"));
    without[text("resources")] = QJsonArray();
    QTest::newRow("without its resource") << without << 2;
}

void SampleTest::coderRefusesWhatItDoesNotKnow()
{
    QFETCH(QJsonObject, object);
    const Ended ended = code(object);
    QFETCH(int, status);
    QVERIFY2(ended.status == status, ended.words.constData());
    QCOMPARE(git(m_workspace->pathOf(text("sample")), {text("status"), text("--porcelain")}), QString());
}

QTEST_GUILESS_MAIN(SampleTest)
#include "sample_test.moc"
