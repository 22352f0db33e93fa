// The five tasks of the sample, each with its outcome, and the JSON of SPEC section 15.
#include "tests/app/ctl/support/ctl.h"

#include <QtTest>

#include <QRegularExpression>

using namespace countersign::test;
using namespace Qt::StringLiterals;

namespace {

bool isUlid(const QString& text) { return QRegularExpression(u"^[0-7][0-9A-HJKMNP-TV-Z]{25}$"_s).match(text).hasMatch(); }
bool isDigest(const QString& text) { return QRegularExpression(u"^[0-9a-f]{64}$"_s).match(text).hasMatch(); }

// Names of members that are missing or of another type. Kinds: s text, n number, b boolean, o object, a array, * anything.
QStringList wrong(const QJsonObject& object, const std::vector<std::pair<const char*, char>>& members)
{
    QStringList out;
    for (const auto& [name, kind] : members) {
        const QJsonValue value = object.value(QLatin1String(name));
        const bool good = !value.isUndefined() && (kind == '*' || (kind == 's' && value.isString()) || (kind == 'n' && value.isDouble()) ||
                                                   (kind == 'b' && value.isBool()) || (kind == 'o' && value.isObject()) || (kind == 'a' && value.isArray()));
        if (!good)
            out << QLatin1String(name);
    }
    return out;
}

} // namespace

class SampleTest : public QObject
{
    Q_OBJECT

private:
    Home m_home;
    std::map<QString, Ended> m_ended;

private Q_SLOTS:
    void initTestCase();
    void outcome_data();
    void outcome();
    void nextToTheResultsStandTheirErrors();
    void haltsAreListed();
    void haltsAreShown_data();
    void haltsAreShown();
    void operationalHaltGivesTheInstallHint();
    void onlyTheEscalationIsPending();
    void effectiveNamesScopeAndReason();
    void historyHoldsEveryResult();
    void severalProjectsAreToldApartByTheTask();
    void chainIsIntact();
};

void SampleTest::initTestCase()
{
    QVERIFY(m_home.valid());
    const Ended demo = m_home.run({u"demo"_s, m_home.path(u"sample"_s)});
    QVERIFY2(demo.status == 0, demo.all().constData());
    QCOMPARE(demo.json.value("tasks"_L1).toArray().size(), 5);
    const QStringList tasks{u"sample-pass"_s, u"sample-escalate"_s, u"sample-blocker"_s, u"sample-validator-error"_s, u"sample-environment-error"_s};
    for (const QString& task : tasks)
        m_ended.emplace(task, m_home.validate(task));
}

void SampleTest::outcome_data()
{
    QTest::addColumn<QString>("task");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QString>("next");
    QTest::addColumn<QString>("cause");
    QTest::addColumn<QList<int>>("tally"); // pass, warn, blocker, error
    QTest::newRow("pass") << u"sample-pass"_s << 0 << u"pass"_s << u"dispatch_task"_s << u""_s << QList<int>{5, 0, 0, 0};
    QTest::newRow("escalate") << u"sample-escalate"_s << 2 << u"escalate"_s << u"wait_for_decision"_s << u"escalated"_s << QList<int>{4, 1, 0, 0};
    QTest::newRow("blocker") << u"sample-blocker"_s << 1 << u"blocker"_s << u"fix_and_revalidate"_s << u"blocked"_s << QList<int>{4, 0, 1, 0};
    QTest::newRow("validator_error") << u"sample-validator-error"_s << 3 << u"validator_error"_s << u"retry"_s << u"validator_error"_s << QList<int>{5, 0, 0, 1};
    // The gate asks about the work; that its coder is missing shows when it is dispatched.
    QTest::newRow("environment_error") << u"sample-environment-error"_s << 0 << u"pass"_s << u"dispatch_task"_s << u""_s << QList<int>{5, 0, 0, 0};
}

void SampleTest::outcome()
{
    QFETCH(QString, task);
    QFETCH(QString, outcome);
    const Ended& ended = m_ended.at(task);
    QTEST(ended.status, "status");
    const QJsonObject json = ended.json;
    QCOMPARE(ended.text("schema"), u"countersign.validate.v1"_s);
    QCOMPARE(json.value("ok"_L1), QJsonValue(true));
    QCOMPARE(wrong(json, {{"status", 's'}, {"run", 's'}, {"plan", 's'}, {"task_id", 's'}, {"next_action", 's'}, {"policy", 'o'}, {"results", 'a'}}), QStringList());
    QCOMPARE(ended.text("status"), outcome);
    QTEST(ended.text("next_action"), "next");
    QTEST(ended.text("cause"), "cause");
    QCOMPARE(ended.text("task_id"), task);
    QVERIFY(isUlid(ended.text("run")) && isUlid(ended.text("plan")));
    QCOMPARE(json.contains("token"_L1), outcome == u"pass"_s);
    QCOMPARE(json.contains("halt_id"_L1), outcome != u"pass"_s);
    QCOMPARE(json.contains("decision_id"_L1), outcome == u"escalate"_s);
    QCOMPARE(json.contains("hint"_L1), outcome != u"pass"_s);
    if (outcome == u"escalate"_s)
        QCOMPARE(ended.text("decision_id"), ended.text("halt_id"));

    const QJsonObject policy = json.value("policy"_L1).toObject();
    QCOMPARE(wrong(policy, {{"name", 's'}, {"pass", 'n'}, {"warn", 'n'}, {"blocker", 'n'}, {"error", 'n'}, {"total", 'n'}, {"satisfied", 'b'}}), QStringList());
    QFETCH(QList<int>, tally);
    const QList<int> counted{policy.value("pass"_L1).toInt(), policy.value("warn"_L1).toInt(), policy.value("blocker"_L1).toInt(), policy.value("error"_L1).toInt()};
    QCOMPARE(counted, tally);
    QCOMPARE(policy.value("total"_L1).toInt(), tally[0] + tally[1] + tally[2] + tally[3]);
    QCOMPARE(policy.value("satisfied"_L1).toBool(), outcome == u"pass"_s);
    QCOMPARE(policy.value("name"_L1).toString(), u"unanimous"_s);

    const QJsonArray results = json.value("results"_L1).toArray();
    QCOMPARE(results.size(), policy.value("total"_L1).toInt());
    for (const QJsonValue& each : results) {
        const QJsonObject result = each.toObject();
        QCOMPARE(wrong(result, {{"validation", 's'}, {"mode", 's'}, {"attachment", 's'}, {"scope", 's'}, {"verdict", 's'}, {"passed", 'b'}, {"message", '*'},
                                {"data", '*'}, {"duration_ms", 'n'}, {"evidence_digest", 's'}}), QStringList());
        QVERIFY(isDigest(result.value("evidence_digest"_L1).toString()));
        QCOMPARE(result.value("scope"_L1).toString(), u"plan"_s);
        const QString verdict = result.value("verdict"_L1).toString();
        QCOMPARE(result.value("passed"_L1).toBool(), verdict == u"pass"_s);
        QCOMPARE(result.contains("error"_L1), verdict == u"error"_s);
    }
    QVERIFY(ended.err.isEmpty());
}

void SampleTest::nextToTheResultsStandTheirErrors()
{
    const QJsonArray results = m_ended.at(u"sample-validator-error"_s).json.value("results"_L1).toArray();
    const QJsonObject error = find(results, "verdict", u"error"_s).value("error"_L1).toObject();
    QCOMPARE(wrong(error, {{"name", 's'}, {"code", 's'}, {"message", 's'}}), QStringList());
    QCOMPARE(error.value("code"_L1).toString(), u"PROGRAM_MISSING"_s);
}

void SampleTest::haltsAreListed()
{
    const Ended list = m_home.run({u"halts"_s, u"list"_s});
    QCOMPARE(list.status, 0);
    const QJsonArray halts = list.json.value("halts"_L1).toArray();
    QCOMPARE(halts.size(), 3);
    for (const QJsonValue& each : halts)
        QCOMPARE(wrong(each.toObject(), {{"halt_id", 's'}, {"halt_type", 's'}, {"raw_halt_type", 's'}, {"task_id", 's'}, {"plan", 's'}, {"opened_at", 's'},
                                         {"who_acts", 's'}}), QStringList());
    QVERIFY(!find(halts, "halt_type", u"escalate"_s).value("who_acts"_L1).toString().contains("operator"_L1));
    QVERIFY(find(halts, "halt_type", u"validator_error"_s).value("who_acts"_L1).toString().contains("operator"_L1));
    for (const QString& project : {u"sample"_s, u"local/sample"_s}) {
        const Ended named = m_home.run({u"--project"_s, project, u"halts"_s, u"list"_s});
        QCOMPARE(named.json.value("halts"_L1).toArray().size(), 3);
    }
    QCOMPARE(m_home.run({u"--project"_s, u"nowhere"_s, u"halts"_s, u"list"_s}).code(), u"PROJECT_NOT_FOUND"_s);
}

void SampleTest::haltsAreShown_data()
{
    QTest::addColumn<QString>("task");
    for (const char* task : {"sample-escalate", "sample-blocker", "sample-validator-error"})
        QTest::newRow(task) << QString::fromLatin1(task);
}

void SampleTest::haltsAreShown()
{
    QFETCH(QString, task);
    const Ended& run = m_ended.at(task);
    // Ids are taken in any case.
    const Ended shown = m_home.run({u"halts"_s, u"show"_s, run.text("halt_id").toLower()});
    QVERIFY2(shown.status == 0, shown.all().constData());
    const QJsonObject halt = shown.json.value("halt"_L1).toObject();
    QCOMPARE(wrong(halt, {{"halt_type", 's'}, {"final_decision", 's'}, {"raw_halt_type", 's'}, {"hint", 's'}, {"reason", 's'}, {"phase", 's'}, {"attempt", 'n'},
                          {"results", 'a'}, {"policy", 'o'}, {"evidence_digest", 's'}, {"plan", 's'}, {"task_id", 's'}}), QStringList());
    QCOMPARE(halt.value("halt_type"_L1).toString(), run.text("status"));
    QCOMPARE(halt.value("final_decision"_L1).toString(), run.text("status"));
    QCOMPARE(halt.value("raw_halt_type"_L1).toString(), run.text("cause"));
    QCOMPARE(halt.value("hint"_L1).toString(), run.text("hint"));
    QVERIFY(!halt.value("reason"_L1).toString().isEmpty());
    QCOMPARE(halt.contains("decision"_L1), run.text("status") == u"escalate"_s);
    const Ended people = m_home.run({u"halts"_s, u"show"_s, run.text("halt_id")}, {.json = false});
    QCOMPARE(people.out.contains("authorize"), run.text("status") != u"validator_error"_s);
    QVERIFY(!people.out.contains('\x1b'));
}

void SampleTest::operationalHaltGivesTheInstallHint()
{
    const Ended& run = m_ended.at(u"sample-validator-error"_s);
    QVERIFY2(run.text("hint").contains(u"countersign-sample-scanner"_s), run.all().constData());
    QVERIFY(!run.text("hint").contains(u"authorize"_s));
}

void SampleTest::onlyTheEscalationIsPending()
{
    const QJsonArray pending = m_home.run({u"authorize"_s}).json.value("pending"_L1).toArray();
    QCOMPARE(pending.size(), 1);
    const QJsonObject one = pending[0].toObject();
    QCOMPARE(wrong(one, {{"decision_id", 's'}, {"task_id", 's'}, {"question", 's'}, {"covers", 'a'}, {"requested_at", 's'}}), QStringList());
    QCOMPARE(one.value("decision_id"_L1).toString(), m_ended.at(u"sample-escalate"_s).text("decision_id"));
    QCOMPARE(one.value("covers"_L1).toArray().size(), 1);
    QCOMPARE(m_home.run({u"--project"_s, u"sample"_s, u"authorize"_s}).json.value("pending"_L1).toArray().size(), 1);
}

void SampleTest::effectiveNamesScopeAndReason()
{
    const Ended ended = m_home.run({u"validation"_s, u"effective"_s, u"--plan"_s, u"sample-pass"_s});
    QCOMPARE(ended.status, 0);
    QVERIFY(ended.json.value("shadowed"_L1).isArray());
    const QJsonArray effective = ended.json.value("effective"_L1).toArray();
    QCOMPARE(effective.size(), 5);
    for (const QJsonValue& each : effective)
        QCOMPARE(wrong(each.toObject(), {{"attachment", 's'}, {"validation", 's'}, {"resource", 's'}, {"scope", 's'}, {"scope_target", 's'}, {"args", 'o'}, {"why", 's'}}),
                 QStringList());
}

void SampleTest::historyHoldsEveryResult()
{
    const Ended all = m_home.run({u"history"_s, u"list"_s, u"--limit"_s, u"7"_s});
    QCOMPARE(all.json.value("matched"_L1).toInt(), 26);
    QStringList seen;
    QJsonValue next = all.json.value("next"_L1);
    QJsonArray rows = all.json.value("rows"_L1).toArray();
    while (!rows.isEmpty()) {
        for (const QJsonValue& row : rows)
            seen << QString::number(row.toObject().value("row"_L1).toInt());
        if (next.isNull())
            break;
        const Ended page = m_home.run({u"history"_s, u"list"_s, u"--limit"_s, u"7"_s, u"--before"_s, QString::number(next.toInt())});
        rows = page.json.value("rows"_L1).toArray();
        next = page.json.value("next"_L1);
    }
    QCOMPARE(seen.size(), 26);
    QCOMPARE(QSet<QString>(seen.begin(), seen.end()).size(), 26);
    QCOMPARE(m_home.run({u"history"_s, u"list"_s, u"--verdict"_s, u"error"_s}).json.value("matched"_L1).toInt(), 1);
    QCOMPARE(m_home.run({u"history"_s, u"list"_s, u"--outcome"_s, u"blocker"_s}).json.value("matched"_L1).toInt(), 5);
    QCOMPARE(m_home.run({u"history"_s, u"list"_s, u"--text"_s, u"%"_s}).json.value("matched"_L1).toInt(), 0);
}

void SampleTest::severalProjectsAreToldApartByTheTask()
{
    const Ended named = m_home.run({u"--project"_s, u"sample-remote"_s, u"plan"_s, u"show"_s, u"sample-environment-error"_s});
    const Ended found = m_home.run({u"plan"_s, u"show"_s, u"sample-environment-error"_s});
    QCOMPARE(found.status, 0);
    QCOMPARE(found.json.value("plan"_L1), named.json.value("plan"_L1));
    QCOMPARE(m_home.run({u"--project"_s, u"sample"_s, u"plan"_s, u"show"_s, u"sample-environment-error"_s}).status, 66);
    QCOMPARE(m_home.run({u"validate"_s, u"--task"_s, u"nobody-knows-it"_s}).code(), u"PROJECT_AMBIGUOUS"_s);
    QCOMPARE(m_home.run({u"--project"_s, u"sample-remote"_s, u"plan"_s, u"create"_s, u"sample-pass"_s}).status, 0);
    QCOMPARE(m_home.run({u"plan"_s, u"show"_s, u"sample-pass"_s}).code(), u"PROJECT_AMBIGUOUS"_s);
}

void SampleTest::chainIsIntact()
{
    const Ended audit = m_home.run({u"audit"_s, u"verify"_s});
    QCOMPARE(audit.status, 0);
    QCOMPARE(audit.text("status"), u"intact"_s);
    QCOMPARE(wrong(audit.json, {{"events", 'n'}, {"problems", 'a'}, {"records", 'o'}}), QStringList());
    QCOMPARE(processesMentioning(m_home.path(u"sample"_s)), QStringList());
}

QTEST_GUILESS_MAIN(SampleTest)
#include "sample_test.moc"
