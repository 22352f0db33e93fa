#include "engine/base/codes.h"
#include "models/audit/audit_model.h"
#include "models/attachments/attachment_models.h"
#include "models/drafts/drafts.h"
#include "models/enginelink/engine_link.h"
#include "models/history/history_model.h"
#include "models/inbox/decision_gate.h"
#include "models/inbox/evidence_model.h"
#include "models/inbox/evidence_text.h"
#include "models/inbox/findings_model.h"
#include "models/inbox/halt_list_model.h"
#include "models/inbox/halt_words.h"
#include "models/plans/effective_model.h"
#include "models/plans/plan_list_model.h"
#include "models/roles.h"
#include "models/signing/passphrase.h"
#include "models/text.h"
#include "tests/support/fake_engine.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace countersign;
using namespace countersign::models;

namespace {

struct Spies
{
    explicit Spies(QAbstractItemModel* model)
        : inserted(model, &QAbstractItemModel::rowsInserted), removed(model, &QAbstractItemModel::rowsRemoved), moved(model, &QAbstractItemModel::rowsMoved),
          changed(model, &QAbstractItemModel::dataChanged), reset(model, &QAbstractItemModel::modelReset)
    {
    }
    /// inserted, removed, moved, changed, reset since the last call
    QList<qsizetype> take()
    {
        QList<qsizetype> out{inserted.count(), removed.count(), moved.count(), changed.count(), reset.count()};
        for (QSignalSpy* spy : {&inserted, &removed, &moved, &changed, &reset})
            spy->clear();
        return out;
    }
    QSignalSpy inserted, removed, moved, changed, reset;
};

domain::Halt halt(const char* id, const char* type, base::TimeMs at) { return tests::haltOf(std::string("01K2HALT0000000000000") + id, type, id, at); }

EngineLink::Factory factory(const std::shared_ptr<tests::FakeStore>& store)
{
    return [store]() -> base::Result<std::unique_ptr<Engine>> { return std::make_unique<tests::FakeEngine>(store); };
}

} // namespace

class ModelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void haltsChangeByKey();
    void unknownOutcomesAskTheOperator();
    void causesInFewLetters();
    void passedPlansWaitForDispatch();
    void filterAndFold();
    void plansByState();
    void evidenceKeepsWhatWasRead();
    void effectiveTreeChangesByKey();
    void resourcesAndResolver();
    void historyPagesAndDropsLateAnswers();
    void auditPagesAndMarksWhatIsNotCovered();
    void gateInOrder();
    void equalEvidenceHasEqualDigest();
    void subjectDifferences();
    void linkTurnsExceptionsIntoErrors();
    void linkForgetsDeadReceivers();
    void linkReportsStoreFailures();
    void runsReportTheirResults();
    void draftsAreKept();
    void passphraseIsWiped();
    void textsForPeople();
};

void ModelsTest::haltsChangeByKey()
{
    HaltListModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    Spies spies(&model);
    model.setHalts({halt("AAAA", "escalate", 10), halt("BBBB", "blocker", 20)});
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(spies.take(), (QList<qsizetype>{1, 0, 0, 0, 0}));
    model.setHalts({halt("AAAA", "escalate", 10), halt("BBBB", "blocker", 20)});
    QCOMPARE(spies.take(), (QList<qsizetype>{0, 0, 0, 0, 0}));
    model.setHalts({halt("CCCC", "escalate", 30), halt("AAAA", "escalate", 10), halt("BBBB", "blocker", 20)});
    QCOMPARE(spies.take(), (QList<qsizetype>{1, 0, 0, 1, 0}));
    QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("CCCC"));
    model.setHalts({halt("CCCC", "escalate", 5), halt("AAAA", "escalate", 10), halt("BBBB", "blocker", 20)});
    QCOMPARE(spies.take(), (QList<qsizetype>{0, 0, 1, 1, 0}));
    model.setHalts({halt("AAAA", "escalate", 10)});
    QCOMPARE(spies.take(), (QList<qsizetype>{0, 1, 0, 1, 0}));
    QCOMPARE(model.total(), 1);
}

void ModelsTest::unknownOutcomesAskTheOperator()
{
    HaltListModel model;
    model.setHalts({halt("AAAA", "constraint_v9", 10)});
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("Operator: retry or repair"));
    QCOMPARE(model.index(1, 0).data(WordRole).toString(), QStringLiteral("unknown outcome constraint_v9"));
    QCOMPARE(model.index(1, 0).data(KindRole).toInt(), static_cast<int>(Mark::Unknown));
}

void ModelsTest::causesInFewLetters()
{
    const auto result = [](const char* name, domain::Mode mode, domain::Verdict verdict, const char* code = "") {
        domain::ValidationResult out;
        out.validation = name;
        out.mode = mode;
        out.verdict = verdict;
        out.errorCode = code;
        return out;
    };
    using domain::Mode;
    using domain::Verdict;
    domain::Halt one = halt("AAAA", "blocker", 10);
    QCOMPARE(haltCause(one, {result("local/lint", Mode::Required, Verdict::Pass), result("local/unit-tests", Mode::Required, Verdict::Fail)}),
             QStringLiteral("unit-tests fails"));
    one.reason = "Something long happened that nobody can read in a list of forty letters";
    QVERIFY(haltCause(one, {}).size() <= 40);
    QVERIFY(haltCause(one, {result((std::string(60, 'x')).c_str(), Mode::Required, Verdict::Fail)}).size() <= 40);
    one = halt("BBBB", "escalate", 10);
    one.policy = domain::toJson(domain::PolicyDecision{"unanimous", 4, 1, 0, 0, 5, 0, false, ""});
    QCOMPARE(haltCause(one, {result("local/format-check", Mode::Informational, Verdict::Fail)}), QStringLiteral("format-check warns, 4 of 5 pass"));
    QCOMPARE(haltCause(one, {}), QStringLiteral("1 warn, 4 of 5 pass"));
    one.haltType = "environment_error";
    one.rawHaltType = "coder_missing";
    one.reason = "a long story";
    QCOMPARE(haltCause(one, {}), QStringLiteral("a long story"));
    one.environment = domain::Environment{};
    one.environment->program = "/opt/weld/bin/weld-coder";
    QCOMPARE(haltCause(one, {}), QStringLiteral("weld-coder not found"));
    one.rawHaltType = "coder_failed";
    QCOMPARE(haltCause(one, {}), QStringLiteral("a long story"));

    const auto parts = models::hintParts("Take 2.3 or newer:\nfrom the mirror\n\n  $ sudo apt install weld\npip install weld\nDone.");
    using Part = models::HintPart;
    QCOMPARE(parts, (QList<Part>{{QStringLiteral("Take 2.3 or newer:\nfrom the mirror"), false}, {QStringLiteral("sudo apt install weld"), true},
                                 {QStringLiteral("pip install weld"), true}, {QStringLiteral("Done."), false}}));
    QVERIFY(models::hintParts(" \n").isEmpty());
    one = halt("CCCC", "validator_error", 10);
    HaltListModel model;
    model.setHalts({one}, {{one.id.value, {result("local/image-scan", Mode::Required, Verdict::Error, "PROGRAM_MISSING")}}});
    QCOMPARE(model.index(1, 0).data(DetailRole).toString(), QStringLiteral("image-scan not found"));
    model.setHalts({one});
    QCOMPARE(model.index(1, 0).data(DetailRole).toString(), QStringLiteral("image-scan not found"));
    model.setHalts({});
    QVERIFY(model.withResults().empty());
}

void ModelsTest::passedPlansWaitForDispatch()
{
    PlanRow row;
    row.plan.id = {"01K2PLAN0000000000000PASS"};
    row.plan.phase = domain::Phase::Strategize;
    row.plan.state = domain::PlanState::Queued;
    domain::Run run;
    run.phase = domain::Phase::Strategize;
    run.state = domain::RunState::Complete;
    run.endedAt = nowMs();
    run.summary = domain::RunSummary{};
    run.summary->outcome = domain::Outcome::Pass;
    row.lastRun = run;
    PlanListModel model;
    model.setPlans({row});
    QCOMPARE(model.inGroup(PlanListModel::Waiting), 1);
    QCOMPARE(model.index(1, 0).data(WordRole).toString(), QStringLiteral("Pass"));
    QCOMPARE(model.index(1, 0).data(KindRole).toInt(), static_cast<int>(Mark::Pass));
    QVERIFY(model.index(1, 0).data(DetailRole).toString().endsWith(QLatin1String("waits for dispatch")));
    row.plan.phase = domain::Phase::Execute; // what passed was the phase before
    QVERIFY(!passedAndWaits(row));
    row.plan.phase = domain::Phase::Strategize;
    row.lastRun->summary->outcome = domain::Outcome::Blocker;
    QCOMPARE(planWord(row), QStringLiteral("Queued"));
}

void ModelsTest::filterAndFold()
{
    HaltListModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setHalts({halt("AAAA", "escalate", 10), halt("BBBB", "blocker", 20)});
    model.setFilter(QStringLiteral("bbb"));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.matching(), 1);
    QCOMPARE(model.total(), 2);
    model.setFilter({});
    model.toggle(model.index(0, 0));
    QCOMPARE(model.rowCount(), 3);
    QVERIFY(model.index(0, 0).data(FoldedRole).toBool());
    QVERIFY(model.index(1, 0).data(GroupRole).toBool());
    model.markLooked(model.index(2, 0).data(KeyRole).toString());
    QVERIFY(!model.index(2, 0).data(NewRole).toBool());
}

void ModelsTest::plansByState()
{
    PlanListModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setPlans(tests::pumpController()->plans);
    QCOMPARE(model.inGroup(PlanListModel::Running), 1);
    QCOMPARE(model.inGroup(PlanListModel::Halted), 7);
    QCOMPARE(model.inGroup(PlanListModel::Waiting), 1);
    QCOMPARE(model.inGroup(PlanListModel::Finished), 1);
    QVERIFY(model.index(model.rowCount() - 1, 0).data(FoldedRole).toBool());
    QCOMPARE(model.active(), 9);
}

void ModelsTest::evidenceKeepsWhatWasRead()
{
    EvidenceModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    Spies spies(&model);
    const HaltDetail detail = tests::pumpController()->details["01K2HALT0000000000000ESC1"];
    model.setDetail(detail);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.firstUnread(), 0);
    model.setRead(model.rowAt(0)->id, 40, 40);
    QCOMPARE(model.firstUnread(), 1);
    spies.take();
    model.setDetail(detail);
    QCOMPARE(spies.take(), (QList<qsizetype>{0, 0, 0, 0, 0}));
    QVERIFY(model.rowAt(0)->complete());
    QCOMPARE(model.index(1, EvidenceModel::Stability).data().toString(), QStringLiteral("flaky: 3 of last 40 on identical input"));
}

void ModelsTest::effectiveTreeChangesByKey()
{
    EffectiveModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    Spies spies(&model);
    domain::Resolution r = tests::pumpController()->resolutions["01K2PLAN00000000000000RUN"];
    model.setPlan(r, {}, {}, true);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.rowCount(model.index(3, 0)), 1);
    QCOMPARE(spies.take(), (QList<qsizetype>{4, 0, 0, 0, 0}));
    model.setPlan(r, {}, {}, true);
    QCOMPARE(spies.take(), (QList<qsizetype>{0, 0, 0, 0, 0}));
    std::swap(r.effective[0], r.effective[2]);
    r.shadowed.clear();
    model.setPlan(r, {}, {}, true);
    const auto counts = spies.take();
    QCOMPARE(counts[1], 1);
    QCOMPARE(counts[4], 0);
    QCOMPARE(model.rowCount(model.index(3, 0)), 0);
}

void ModelsTest::resourcesAndResolver()
{
    const auto store = tests::pumpController();
    const RegistrySnapshot snapshot{store->projects, store->resources, store->attachments, store->tools};
    ResourceTreeModel tree;
    QAbstractItemModelTester tester(&tree, QAbstractItemModelTester::FailureReportingMode::QtTest);
    tree.setSnapshot(snapshot, {});
    QCOMPARE(tree.rowCount(), 3);
    tree.setSnapshot(snapshot, QStringLiteral("hal"));
    QCOMPARE(tree.rowCount(), 1);
    AttachmentModel attachments;
    QAbstractItemModelTester second(&attachments, QAbstractItemModelTester::FailureReportingMode::QtTest);
    attachments.setResource(snapshot, QStringLiteral("repo/pump-controller"), {}, {});
    QCOMPARE(attachments.rowCount(), 6);
    attachments.setResource(snapshot, QStringLiteral("repo/pump-controller"), QStringLiteral("plan"), {});
    QCOMPARE(attachments.rowCount(), 1);
    ResolverModel resolver;
    QAbstractItemModelTester third(&resolver, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const domain::Resolution& resolution = store->resolutions["01K2PLAN00000000000000RUN"];
    resolver.setResolution(resolution, snapshot.modes());
    QCOMPARE(resolver.summary(), QStringLiteral("4 run: 3 required, 1 informational. 1 shadowed, 1 not reached."));
    resolver.setLinked(resolver.rowAt(2)->id);
    QVERIFY(resolver.index(2, 1).data(LinkedRole).toBool());
    QStringList rows; // every candidate says whether it is effective, or shadowed by what and why
    for (int row = 0; row < resolver.rowCount(); ++row) {
        const auto cell = [&](int column, int role = Qt::DisplayRole) { return resolver.index(row, column).data(role).toString(); };
        rows << cell(ResolverModel::State) + QLatin1Char('|') + cell(ResolverModel::Scope) + QLatin1Char('|') + cell(ResolverModel::Validation, DetailRole);
        QVERIFY(!cell(ResolverModel::Words).isEmpty() && !cell(ResolverModel::Words, DetailRole).isEmpty());
    }
    QCOMPARE(rows, QStringList({QStringLiteral("runs|direct|no arguments"), QStringLiteral("runs|direct|--history 1"), QStringLiteral("runs|project|--profile firmware"),
                                QStringLiteral("not reached|project|--profile bench"), QStringLiteral("runs|plan|--preset sim"), QStringLiteral("shadowed|project|--preset sim")}));
    QVERIFY(resolver.index(5, ResolverModel::Words).data().toString().contains(QLatin1String("shadowed by plan attachment 9Q3D")));
    auto modes = snapshot.modes();
    modes.erase("local/secret-scan");
    resolver.setResolution(resolution, modes);
    QCOMPARE(resolver.index(1, 0).data().toString(), QStringLiteral("stops"));
    QVERIFY(resolver.summary().startsWith(QLatin1String("3 run: 2 required, 1 informational.")) && resolver.summary().endsWith(QLatin1String("1 is not registered and stops the run.")));
    resolver.setResourceBelow(true);
    QCOMPARE(resolver.index(0, ResolverModel::Validation).data(DetailRole).toString(), QStringLiteral("repo/pump-controller"));
}

void ModelsTest::historyPagesAndDropsLateAnswers()
{
    tests::FakeEngine engine(tests::pumpController());
    std::vector<std::pair<HistoryQuery, std::uint64_t>> asked;
    HistoryModel model([&asked](const HistoryQuery& q, std::uint64_t request) { asked.emplace_back(q, request); });
    Spies spies(&model);
    HistoryQuery query;
    query.limit = 100;
    query.verdict = "error";
    model.setQuery(query);
    query.verdict.clear();
    model.setQuery(query);
    model.pageArrived(asked[0].second, *engine.history(asked[0].first));
    QCOMPARE(model.rowCount(), 0);
    model.pageArrived(asked[1].second, *engine.history(asked[1].first));
    QCOMPARE(model.rowCount(), 100);
    QVERIFY(model.canFetchMore({}));
    model.fetchMore({});
    QVERIFY(!model.canFetchMore({}));
    model.pageArrived(asked[2].second, *engine.history(asked[2].first));
    QCOMPARE(model.rowCount(), 200);
    model.refresh();
    model.pageArrived(asked[3].second, *engine.history(asked[3].first));
    QCOMPARE(model.rowCount(), 200);
    QCOMPARE(spies.take(), (QList<qsizetype>{2, 0, 0, 0, 0}));
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void ModelsTest::auditPagesAndMarksWhatIsNotCovered()
{
    tests::FakeEngine engine(tests::pumpController());
    std::vector<std::pair<AuditQuery, std::uint64_t>> asked;
    AuditModel model([&asked](const AuditQuery& q, std::uint64_t request) { asked.emplace_back(q, request); });
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    AuditQuery query;
    query.limit = 20;
    model.setQuery(query);
    model.pageArrived(asked[0].second, *engine.auditEvents(asked[0].first));
    QCOMPARE(model.rowCount(), 20);
    model.fetchMore({});
    model.pageArrived(asked[1].second, *engine.auditEvents(asked[1].first));
    QCOMPARE(model.rowCount(), 40);
    QCOMPARE(model.event(39)->seq, model.event(0)->seq - 39);
    model.setBrokenAt(model.event(3)->seq);
    QVERIFY(model.index(0, AuditModel::What).data().toString().contains(QLatin1String("not covered")));
    QVERIFY(!model.index(4, AuditModel::What).data().toString().contains(QLatin1String("not covered")));
}

void ModelsTest::gateInOrder()
{
    DecisionState state;
    state.loaded = true;
    state.unreadName = QStringLiteral("local/a");
    state.unreadLines = 24;
    QCOMPARE(missingPart(state), Missing::Reading);
    QCOMPARE(missingWords(state), QStringLiteral("Not available yet: read local/a to the end, 24 lines are unread."));
    state.choice = Draft::Choice::Reject;
    QCOMPARE(missingPart(state), Missing::Reason);
    state.reason = QString(4001, QLatin1Char('x'));
    QCOMPARE(missingPart(state), Missing::Reason);
    state.reason = QStringLiteral("\u200b \n");
    QCOMPARE(missingPart(state), Missing::Reason);
    state.reason = QStringLiteral("no");
    QCOMPARE(missingPart(state), Missing::Key);
    state.keyChosen = true;
    QCOMPARE(missingPart(state), Missing::Nothing);
    state.choice = Draft::Choice::Proceed;
    QCOMPARE(missingPart(state), Missing::Reading);
    state.unreadName.clear();
    state.loaded = false;
    QCOMPARE(missingPart(state), Missing::Reading);
    state.loaded = true;
    state.subjectEmpty = true;
    QCOMPARE(missingPart(state), Missing::Off);
}

void ModelsTest::equalEvidenceHasEqualDigest()
{
    auto result = tests::pumpController()->details["01K2HALT0000000000000ESC1"].results.front();
    const EvidenceText first = evidenceText(result, "out\n", "");
    result.durationMs += 5;
    result.run.value = "another";
    QCOMPARE(evidenceText(result, "out\n", "").digest, first.digest);
    QVERIFY(evidenceText(result, "out!\n", "").digest != first.digest);
    result.message = "else";
    QVERIFY(evidenceText(result, "out\n", "").digest != first.digest);
}

void ModelsTest::subjectDifferences()
{
    const HaltDetail detail = tests::pumpController()->details["01K2HALT0000000000000ESC1"];
    QVERIFY(subjectChanges(detail.request->subject, detail.request->subject).empty());
    const auto changes = subjectChanges(detail.lastSeenSubject, detail.request->subject);
    QCOMPARE(changes.size(), std::size_t{4});
    QCOMPARE(changes.back().before, QStringLiteral("pass"));
    QCOMPARE(changes.back().after, QStringLiteral("warn"));
}

void ModelsTest::linkTurnsExceptionsIntoErrors()
{
    const auto store = tests::pumpController();
    EngineLink link(factory(store));
    std::optional<std::string> code;
    link.ask<int>(this, [](Engine&) -> base::Result<int> { throw std::runtime_error("boom"); },
                  [&code](base::Result<int> r) { code = std::string(r.error().code()); });
    QTRY_VERIFY(code);
    QCOMPARE(QString::fromStdString(*code), QStringLiteral("UNKNOWN"));
}

void ModelsTest::linkForgetsDeadReceivers()
{
    const auto store = tests::pumpController();
    EngineLink link(factory(store));
    int answers = 0;
    auto receiver = std::make_unique<QObject>();
    link.ask<int>(receiver.get(), [](Engine&) -> base::Result<int> { return 1; }, [&answers](base::Result<int>) { ++answers; });
    receiver.reset();
    bool after = false;
    link.ask<int>(this, [](Engine&) -> base::Result<int> { return 2; }, [&after](base::Result<int>) { after = true; });
    QTRY_VERIFY(after);
    QCOMPARE(answers, 0);
}

void ModelsTest::linkReportsStoreFailures()
{
    const auto store = tests::pumpController();
    EngineLink link(factory(store));
    int failures = 0;
    connect(&link, &EngineLink::storeFailed, this, [&failures] { ++failures; });
    QSignalSpy changed(&link, &EngineLink::changed);
    QTRY_VERIFY(changed.count() > 0);
    store->change([](tests::FakeStore& s) { s.failing = true; });
    QTRY_COMPARE(failures, 1);
    store->change([](tests::FakeStore& s) { s.failing = false; });
    changed.clear();
    QTRY_VERIFY(changed.count() > 0);
}

void ModelsTest::runsReportTheirResults()
{
    const auto store = tests::pumpController();
    EngineLink link(factory(store));
    QSignalSpy started(&link, &EngineLink::runStarted);
    QSignalSpy stored(&link, &EngineLink::resultStored);
    QSignalSpy ended(&link, &EngineLink::runEnded);
    ValidateRequest request;
    request.taskId = "task-ESC1";
    link.validate(request);
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(started.count(), 1);
    QCOMPARE(stored.count(), 4);
    QCOMPARE(link.activeRuns(), 0);
}

void ModelsTest::draftsAreKept()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("state/drafts.json"));
    const Draft draft{Draft::Choice::Reject, QStringLiteral("because\n2"), QStringLiteral("abc"), QStringLiteral("k1")};
    {
        Drafts drafts(file);
        drafts.keep(QStringLiteral("H"), draft);
    }
    Drafts drafts(file);
    QVERIFY(drafts.draft(QStringLiteral("H")) == draft);
    QCOMPARE(QFile::permissions(file) & (QFileDevice::ReadGroup | QFileDevice::ReadOther), QFileDevice::Permissions());
    drafts.drop(QStringLiteral("H"));
    QVERIFY(drafts.save());
    QVERIFY(Drafts(file).draft(QStringLiteral("H")) == Draft{});
}

void ModelsTest::passphraseIsWiped()
{
    Passphrase one("a longer passphrase than fits in place");
    const Passphrase two(std::move(one));
    QCOMPARE(QByteArray(two.view().data(), static_cast<qsizetype>(two.view().size())), QByteArray("a longer passphrase than fits in place"));
    QVERIFY(one.empty()); // NOLINT: what was moved from holds nothing
}

void ModelsTest::textsForPeople()
{
    QCOMPARE(age(0, 12 * 60'000 + 5), QStringLiteral("12 min"));
    QCOMPARE(duration(38'600), QStringLiteral("38.6 s"));
    QCOMPARE(duration(-5), QStringLiteral("0 ms"));
    QCOMPARE(number(12408), QStringLiteral("12,408"));
    QCOMPARE(shortDigest(std::string(56, '0') + "b71e06aa"), QStringLiteral("00000000…b71e06aa"));
    QCOMPARE(shown("a\x1b[31m\xe2\x80\xae"), QStringLiteral("a<U+001B>[31m<U+202E>"));
    QCOMPARE(argumentsText(domain::Json::object()), QStringLiteral("none"));
    QCOMPARE(counted(1, QStringLiteral("1 run"), QStringLiteral("%1 runs")), QStringLiteral("1 run"));
}

QTEST_GUILESS_MAIN(ModelsTest)
#include "models_test.moc"
