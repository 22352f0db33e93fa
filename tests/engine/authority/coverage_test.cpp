#include "engine/authority/coverage.h"

#include "tests/engine/authority/people.h"

#include <QTest>

#include <functional>

using namespace countersign;
using domain::DecisionKind;

namespace {

authority::CoverageContext contextOf(const test::Escalation& e)
{
    return {"local/demo", e.plan.id.value, "task-1", e.run.specDigest, e.run.workTree, test::now + 1000, e.rules, {}};
}

std::vector<std::string> codesOf(const authority::Coverage& coverage)
{
    std::vector<std::string> out;
    for (const auto& ignored : coverage.ignored)
        out.push_back(std::string(ignored.why.code()));
    return out;
}

using Texts = std::vector<std::string>;

} // namespace

class CoverageTest : public QObject
{
    Q_OBJECT

    test::Person m_alice = test::makePerson("alice");
    test::Person m_bob = test::makePerson("bob");
    test::Escalation m_e = test::escalation();
    std::vector<domain::Signer> m_signers{m_alice.signer, m_bob.signer};

    domain::DecisionRecord signedBy(test::Person& person, DecisionKind kind, int jti, int seconds = 0)
    {
        return test::record(test::claims(m_e, person, kind, jti, test::now + seconds * 1000), person);
    }
    authority::Coverage cover(const std::vector<domain::DecisionRecord>& records) { return authority::coveredWarns(m_e.results, records, m_signers, contextOf(m_e)); }

private Q_SLOTS:
    void init()
    {
        m_e = test::escalation();
        m_signers = {m_alice.signer, m_bob.signer};
    }

    void coversWhatItLists()
    {
        const auto out = cover({signedBy(m_alice, DecisionKind::Proceed, 10)});
        QVERIFY(out.covers(0) && out.covers(1) && !out.covers(2));
        QCOMPARE(out.restsOn(), Texts{test::ulid(10)});
        QVERIFY(out.ignored.empty());
        QVERIFY(cover({}).covered.empty());
    }

    void rejectCoversNothing() { QVERIFY(cover({signedBy(m_alice, DecisionKind::Reject, 10)}).covered.empty()); }

    void anotherConcernIsAskedAgain()
    {
        const auto record = signedBy(m_alice, DecisionKind::Proceed, 10);
        m_e.results.push_back(test::result("spelling", domain::Mode::Informational, domain::Verdict::Fail));
        m_e.results[0].message = "something else";
        m_e.results[0].evidenceDigest = authority::evidenceDigest(m_e.results[0], {});
        const auto out = cover({record});
        QVERIFY(!out.covers(0) && out.covers(1) && !out.covers(3));
        QVERIFY(out.ignored.empty());
        m_e.results.erase(m_e.results.begin() + 1);
        QCOMPARE(codesOf(cover({record})), Texts{"EVIDENCE_CHANGED"});
    }

    void eachMemberMatters()
    {
        const auto record = signedBy(m_alice, DecisionKind::Proceed, 10);
        const auto results = m_e.results;
        for (int i = 0; i < 4; ++i) {
            m_e.results = results;
            domain::ValidationResult& r = m_e.results[0];
            (i == 0 ? r.validation : i == 1 ? r.resource : i == 2 ? r.definitionDigest : r.evidenceDigest) = std::string(64, 'f');
            const auto out = cover({record});
            QVERIFY2(!out.covers(0) && out.covers(1), std::to_string(i).c_str());
        }
    }

    void onlyWarns()
    {
        const auto record = signedBy(m_alice, DecisionKind::Proceed, 10);
        m_e.results[0].mode = domain::Mode::Required; // the same evidence, now a blocker
        m_e.results[1].verdict = domain::Verdict::Error;
        const auto out = cover({record});
        QVERIFY(out.covered.empty());
        QCOMPARE(codesOf(out), (Texts{"COVER_NOT_WARN", "COVER_NOT_WARN"}));
    }

    void onlySeverityWarn()
    {
        for (const char* severity : {"blocker", "error", "pass", "WARN", "info"}) {
            auto claims = test::claims(m_e, m_alice, DecisionKind::Proceed, 10);
            claims.covers[0].severity = severity;
            const auto out = cover({test::record(claims, m_alice)});
            QVERIFY(out.covers(0) && !out.covers(1)); // covers[0] is lint, results[1]
            QCOMPARE(codesOf(out), Texts{"COVER_NOT_WARN"});
        }
    }

    void otherWork_data()
    {
        using Change = std::function<void(authority::CoverageContext&)>;
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, const char* code, Change change) { QTest::newRow(name) << QByteArray(code) << change; };
        row("task", "RECORD_NOT_FOR_THIS", [](auto& c) { c.taskId = "task-2"; });
        row("plan", "RECORD_NOT_FOR_THIS", [](auto& c) { c.plan = test::ulid(90); });
        row("project", "RECORD_NOT_FOR_THIS", [](auto& c) { c.project = "local/else"; });
        row("specification", "SPECIFICATION_CHANGED", [](auto& c) { c.specDigest = std::string(64, 'a'); });
        row("clock far back", "RECORD_NOT_YET_VALID", [](auto& c) { c.now = test::now - 61'000; });
        row("binding made stricter", "WORK_TREE_CHANGED", [](auto& c) { c.rules.binding = domain::Binding::WorkTree; });
        row("signers named later", "SIGNER_NOT_NAMED", [](auto& c) { c.rules.signers = {"bob"}; });
        row("two needed now", "SIGNATURES_MISSING", [](auto& c) { c.rules.requiredSignatures = 2; });
        row("requester", "REQUESTER_MAY_NOT_SIGN", [](auto& c) {
            c.rules.requesterMaySign = false;
            c.requesters = {{domain::ActorKind::Person, "alice", "alice"}};
        });
    }
    void otherWork()
    {
        QFETCH(QByteArray, code);
        using Change = std::function<void(authority::CoverageContext&)>;
        QFETCH(Change, change);
        auto context = contextOf(m_e);
        change(context);
        const auto out = authority::coveredWarns(m_e.results, {signedBy(m_alice, DecisionKind::Proceed, 10)}, m_signers, context);
        QVERIFY(out.covered.empty());
        QVERIFY(!out.ignored.empty());
        for (const auto& ignored : out.ignored)
            QCOMPARE(std::string(ignored.why.code()), code.toStdString());
    }

    void anotherTreeIsFineUnlessBound()
    {
        auto record = signedBy(m_alice, DecisionKind::Proceed, 10);
        m_e.run.workTree = std::string(64, 'a');
        QCOMPARE(cover({record}).covered.size(), std::size_t{2});
        m_e.rules.binding = domain::Binding::WorkTree;
        m_e.open();
        record = signedBy(m_alice, DecisionKind::Proceed, 11);
        QCOMPARE(cover({record}).covered.size(), std::size_t{2});
        m_e.run.workTree = std::string(64, 'b');
        QCOMPARE(codesOf(cover({record})), Texts{"WORK_TREE_CHANGED"});
        m_e.rules.binding = domain::Binding::Evidence; // a later loosening does not widen what was signed
        QCOMPARE(codesOf(cover({record})), Texts{"WORK_TREE_CHANGED"});
    }

    void expiryHasNoLeeway()
    {
        m_e.rules.expiresAfterSeconds = 2;
        const auto record = signedBy(m_alice, DecisionKind::Proceed, 10);
        auto context = contextOf(m_e);
        context.now = test::now + 1999;
        QCOMPARE(authority::coveredWarns(m_e.results, {record}, m_signers, context).covered.size(), std::size_t{2});
        context.now = test::now + 2000;
        QCOMPARE(codesOf(authority::coveredWarns(m_e.results, {record}, m_signers, context)), Texts{"RECORD_EXPIRED"});
    }

    void signerChanges_data()
    {
        using Change = std::function<void(std::vector<domain::Signer>&)>;
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, const char* code, Change change) { QTest::newRow(name) << QByteArray(code) << change; };
        row("removed", "SIGNER_UNKNOWN", [](auto& s) { s.erase(s.begin()); });
        row("revoked", "SIGNER_REVOKED", [](auto& s) { s[0].revokedAt = test::now; });
        row("out of date", "SIGNER_EXPIRED", [](auto& s) { s[0].validUntil = test::now; });
        row("not valid yet", "SIGNER_NOT_YET_VALID", [](auto& s) { s[0].validFrom = test::now + 60'000; });
        row("other projects", "SIGNER_NOT_FOR_PROJECT", [](auto& s) { s[0].projects = {"local/else"}; });
        row("renamed", "SIGNER_NAME_MISMATCH", [](auto& s) { s[0].name = "carol"; });
        row("key swapped in the store", "RECORD_KEY_MISMATCH", [](auto& s) { s[0].publicKeyPem = s[1].publicKeyPem; });
    }
    void signerChanges()
    {
        QFETCH(QByteArray, code);
        using Change = std::function<void(std::vector<domain::Signer>&)>;
        QFETCH(Change, change);
        change(m_signers);
        const auto out = cover({signedBy(m_alice, DecisionKind::Proceed, 10)});
        QVERIFY(out.covered.empty());
        QCOMPARE(codesOf(out), Texts{code.toStdString()});
    }

    void onlySignedBytesCount()
    {
        auto record = signedBy(m_alice, DecisionKind::Reject, 10);
        record.claims.decision = DecisionKind::Proceed; // the store's columns say something else
        QVERIFY(cover({record}).covered.empty());
        record = signedBy(m_alice, DecisionKind::Proceed, 11);
        record.jws.back() = record.jws.back() == 'A' ? 'Q' : 'A';
        const auto out = cover({record});
        QVERIFY(out.covered.empty());
        QCOMPARE(codesOf(out), Texts{"RECORD_SIGNATURE"});
        QCOMPARE(out.ignored[0].jti, test::ulid(11));
        record.jws = "junk";
        QCOMPARE(codesOf(cover({record})), Texts{"RECORD_PARTS"});
    }

    void withdrawn()
    {
        const auto record = signedBy(m_alice, DecisionKind::Proceed, 10);
        auto claims = test::claims(m_e, m_alice, DecisionKind::Withdraw, 11);
        claims.withdraws = test::ulid(10);
        const auto withdrawal = test::record(claims, m_alice);
        QCOMPARE(codesOf(cover({record, withdrawal})), Texts{"RECORD_WITHDRAWN"});
        QCOMPARE(codesOf(cover({withdrawal, record})), Texts{"RECORD_WITHDRAWN"});
        auto flagged = record;
        flagged.withdrawnBy = test::ulid(11);
        QCOMPARE(codesOf(cover({flagged})), Texts{"RECORD_WITHDRAWN"});
        auto byBob = test::claims(m_e, m_bob, DecisionKind::Withdraw, 12);
        byBob.withdraws = test::ulid(10);
        QCOMPARE(cover({record, test::record(byBob, m_bob)}).covered.size(), std::size_t{2});
    }

    void laterRejectEndsIt()
    {
        const auto proceed = signedBy(m_alice, DecisionKind::Proceed, 10);
        const auto later = signedBy(m_bob, DecisionKind::Reject, 11, 1);
        const auto out = cover({proceed, later});
        QVERIFY(out.covered.empty());
        QCOMPARE(codesOf(out), (Texts{"RECORD_SUPERSEDED", "RECORD_SUPERSEDED"}));
        QVERIFY(cover({later, proceed}).covered.empty());
        const auto again = signedBy(m_alice, DecisionKind::Proceed, 12, 2); // reconsidered
        QCOMPARE(cover({proceed, later, again}).restsOn(), Texts{test::ulid(12)});
        const auto before = signedBy(m_bob, DecisionKind::Reject, 9, -5);
        QCOMPARE(cover({before, proceed}).covered.size(), std::size_t{2});
        auto sameSecond = signedBy(m_bob, DecisionKind::Reject, 13);
        sameSecond.recordedAt += 1;
        QVERIFY(cover({proceed, sameSecond}).covered.empty());
    }

    void rejectOfOtherEvidenceDoesNot()
    {
        const auto proceed = signedBy(m_alice, DecisionKind::Proceed, 10);
        const auto results = m_e.results;
        m_e.results[0].evidenceDigest = std::string(64, 'a');
        m_e.results[1].evidenceDigest = std::string(64, 'b');
        m_e.open();
        const auto reject = signedBy(m_bob, DecisionKind::Reject, 11, 1);
        m_e.results = results;
        QCOMPARE(cover({proceed, reject}).covered.size(), std::size_t{2});
    }

    void withdrawnRejectDoesNot()
    {
        const auto proceed = signedBy(m_alice, DecisionKind::Proceed, 10);
        auto reject = signedBy(m_bob, DecisionKind::Reject, 11, 1);
        reject.withdrawnBy = test::ulid(12);
        QCOMPARE(cover({proceed, reject}).covered.size(), std::size_t{2});
    }

    void distinctSigners()
    {
        m_e.rules.requiredSignatures = 2;
        const auto first = signedBy(m_alice, DecisionKind::Proceed, 10);
        const auto again = signedBy(m_alice, DecisionKind::Proceed, 11);
        const auto second = signedBy(m_bob, DecisionKind::Proceed, 12);
        auto out = cover({first, again});
        QVERIFY(out.covered.empty());
        QCOMPARE(codesOf(out), (Texts{"SIGNATURES_MISSING", "SIGNATURES_MISSING"}));
        QVERIFY(QString::fromStdString(out.ignored[0].why.message()).contains(QLatin1String("1 of 2")));
        out = cover({first, second});
        QCOMPARE(out.covered.size(), std::size_t{2});
        QCOMPARE(out.restsOn(), (Texts{test::ulid(10), test::ulid(12)}));
        m_signers[1].name = "alice"; // two keys of one person
        auto claims = test::claims(m_e, m_bob, DecisionKind::Proceed, 13);
        claims.signer = "alice";
        QVERIFY(cover({first, test::record(claims, m_bob)}).covered.empty());
    }

    void sameRecordTwiceIsOne()
    {
        m_e.rules.requiredSignatures = 2;
        const auto record = signedBy(m_alice, DecisionKind::Proceed, 10);
        const auto out = cover({record, record});
        QVERIFY(out.covered.empty());
        QVERIFY(codesOf(out)[0] == "RECORD_DUPLICATE");
    }

    void oneOfTwoWithdrawn()
    {
        m_e.rules.requiredSignatures = 2;
        const auto first = signedBy(m_alice, DecisionKind::Proceed, 10);
        auto second = signedBy(m_bob, DecisionKind::Proceed, 12);
        second.withdrawnBy = test::ulid(13);
        QVERIFY(cover({first, second}).covered.empty());
    }

    void goodForOneUse()
    {
        m_e.rules.uses = domain::Uses::Once;
        auto record = signedBy(m_alice, DecisionKind::Proceed, 10);
        QCOMPARE(cover({record}).covered.size(), std::size_t{2});
        record.usedBy = test::ulid(40);
        QCOMPARE(codesOf(cover({record})), Texts{"RECORD_USED"});
        m_e.rules.uses = domain::Uses::Unlimited;
        QCOMPARE(codesOf(cover({record})), Texts{"RECORD_USED"}); // the claim decides, a loosening does not
        auto unlimited = signedBy(m_alice, DecisionKind::Proceed, 11);
        unlimited.usedBy = test::ulid(40);
        QCOMPARE(cover({unlimited}).covered.size(), std::size_t{2});
    }
};

QTEST_APPLESS_MAIN(CoverageTest)
#include "coverage_test.moc"
