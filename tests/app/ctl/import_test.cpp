// Two people import at once: what one of them checked against is what stands when it is written.
#include "tests/app/ctl/support/workspace.h"

#include <QtTest>

using namespace countersign::test;
using namespace Qt::StringLiterals;

class ImportTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    [[nodiscard]] bool propose(const QString& directory, const QByteArray& yaml) const
    {
        return writeFile(m_home.path(directory + u"/.countersign/a.yml"_s), yaml);
    }
    [[nodiscard]] QStringList import(const QString& directory) const { return {u"import"_s, m_home.path(directory), u"--yes"_s}; }

private Q_SLOTS:
    void twoAtOnceLeaveNoWrapperOfAToolThatWrites();
    void expectedBytesOnly();
    void showsWhatWasWrittenAndNoDefaults();
    void statusTellsWhatDiffers();
    void helpTellsEveryKey();
};

void ImportTest::twoAtOnceLeaveNoWrapperOfAToolThatWrites()
{
    int wrapped = 0;
    int writes = 0;
    for (int round = 0; round < 6; ++round) {
        const QByteArray tool = "count" + QByteArray::number(round);
        QVERIFY(propose(u"tool"_s, "tool: {name: " + tool + ", command: [count]}\n"));
        QCOMPARE(m_home.run(import(u"tool"_s)).status, 0);
        QVERIFY(propose(u"tool"_s, "tool: {name: " + tool + ", command: [count], writes: true}\n"));
        QVERIFY(propose(u"wrapper"_s, "validation: {name: verdict" + QByteArray::number(round) + ", wraps: " + tool + ", transform: 'output => ({passed: true})'}\n"));
        const auto first = m_home.start(import(u"tool"_s));
        const auto second = m_home.start(import(u"wrapper"_s));
        const Ended writing = Home::finish(*first);
        const Ended wrapping = Home::finish(*second);
        const QByteArray both = writing.all() + wrapping.all();
        QVERIFY2((writing.status == 0) != (wrapping.status == 0), both);
        const Ended& refused = writing.status == 0 ? wrapping : writing;
        QVERIFY2(refused.code() == u"IMPORT_INVALID" || refused.code() == u"IMPORT_CHANGED", both);
        (writing.status == 0 ? writes : wrapped) += 1;
        QVERIFY(propose(u"wrapper"_s, "tool: {name: nothing, command: [nothing]}\n"));
        QCOMPARE(m_home.run(import(u"wrapper"_s)).status, 0);
    }
    QCOMPARE(wrapped + writes, 6);
    QCOMPARE(m_home.run({u"audit"_s, u"verify"_s}).status, 0);
}

void ImportTest::expectedBytesOnly()
{
    QVERIFY(propose(u"expect"_s, "tool: {name: expected, command: [a]}\n"));
    const Ended shown = m_home.run({u"import"_s, m_home.path(u"expect"_s)});
    QCOMPARE(shown.json.value(u"imported"_s).toBool(), false);
    QVERIFY(propose(u"expect"_s, "tool: {name: expected, command: [b]}\n"));
    const QStringList words{u"import"_s, m_home.path(u"expect"_s), u"--expect"_s, shown.text("digest")};
    const Ended refused = m_home.run(words);
    QCOMPARE(refused.status, 75);
    QCOMPARE(refused.code(), u"IMPORT_CHANGED"_s);
    QVERIFY(propose(u"expect"_s, "tool: {name: expected, command: [a]}\n"));
    QCOMPARE(m_home.run(words).status, 0);
}

void ImportTest::showsWhatWasWrittenAndNoDefaults()
{
    const QStringList show{u"import"_s, m_home.path(u"shown"_s)};
    const Call plain{.json = false};
    QVERIFY(propose(u"shown"_s, "tool: {name: shown, command: [a], description: counts}\n"));
    const QByteArray added = m_home.run(show, plain).all();
    QVERIFY2(added.contains("+ tool local/shown\n") && added.contains("/description: \"counts\"\n"), added);
    QVERIFY2(!added.contains("null") && !added.contains(" -> ") && !added.contains("[]"), added);
    QCOMPARE(m_home.run(import(u"shown"_s)).status, 0);
    QVERIFY(propose(u"shown"_s, "tool: {name: shown, command: [a]}\n"));
    const QByteArray changed = m_home.run(show, plain).all();
    QVERIFY2(changed.contains("~ tool local/shown\n    /description: \"counts\" -> \"\"\n"), changed);
    QVERIFY(propose(u"shown"_s, "tool: {name: other, command: [a]}\n"));
    const QByteArray removed = m_home.run(show, plain).all();
    QVERIFY2(removed.contains("- tool local/shown\n") && !removed.contains("counts"), removed);
}

void ImportTest::statusTellsWhatDiffers()
{
    const auto state = [this] { return find(m_home.run({u"import"_s, u"--status"_s}).json.value(u"imports"_s).toArray(), "directory", m_home.path(u"expect"_s)); };
    QCOMPARE(state().value(u"differs"_s).toBool(true), false);
    QVERIFY(propose(u"expect"_s, "tool: {name: expected, command: [c]}\n"));
    QCOMPARE(state().value(u"differs"_s).toBool(), true);
    QVERIFY(state().value(u"digest_now"_s) != state().value(u"imported_digest"_s));
    const Ended doctor = m_home.run({u"doctor"_s});
    const QJsonObject line = find(doctor.json.value(u"checks"_s).toArray(), "name", u"imports"_s);
    QVERIFY2(line.value(u"detail"_s).toString().contains(u"differ"_s), doctor.all());
    QVERIFY(line.value(u"good"_s).toBool());
    const QJsonObject shared = find(doctor.json.value(u"checks"_s).toArray(), "name", u"shared sandbox"_s);
    QVERIFY2(shared.value(u"good"_s).toBool() && shared.value(u"detail"_s).toString().startsWith(u"the validations of a run share one"_s), doctor.all());
    QCOMPARE(m_home.run({u"import"_s}).status, 64);
}

void ImportTest::helpTellsEveryKey()
{
    const Call plain{.json = false, .withStore = false};
    QCOMPARE(m_home.run({u"help"_s, u"yaml"_s, u"--markdown"_s}, plain).out, readFile(QStringLiteral(COUNTERSIGN_SOURCE_DIR "/resources/help/yaml.md")));
    const Ended actor = m_home.run({u"help"_s, u"yaml"_s, u"actor"_s}, plain);
    QVERIFY2(actor.out.contains("timeout (whole number, 1 to 86400, default 1800)"), actor.all());
    QVERIFY2(!actor.out.contains("project:"), actor.all());
    const Ended tool = m_home.run({u"help"_s, u"yaml"_s, u"validation"_s});
    QCOMPARE(tool.text("schema"), u"countersign.help-yaml.v1"_s);
    const QJsonObject block = find(tool.json.value(u"places"_s).toArray(), "place", u"tool.validation"_s);
    const QJsonObject mode = find(block.value(u"keys"_s).toArray(), "key", u"mode"_s);
    QCOMPARE(mode.value(u"default"_s).toString(), u"required"_s);
    QVERIFY(mode.value(u"codes"_s).toArray().contains(u"VALUE_TYPE"_s));
    const Ended unknown = m_home.run({u"help"_s, u"yaml"_s, u"chart"_s});
    QCOMPARE(unknown.status, 64);
}

QTEST_GUILESS_MAIN(ImportTest)
#include "import_test.moc"
