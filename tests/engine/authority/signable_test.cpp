#include "engine/authority/signable.h"

#include "tests/engine/authority/people.h"

#include <QTest>

#include <functional>

using namespace countersign;
using domain::DecisionKind;

namespace {

struct Fixture
{
    test::Escalation e = test::escalation();
    test::Person* person = nullptr;
    authority::SigningCase c{};

    explicit Fixture(test::Person& who, DecisionKind kind = DecisionKind::Proceed) : person(&who) { rebuild(kind); }
    void rebuild(DecisionKind kind = DecisionKind::Proceed)
    {
        c.halt = &e.halt;
        c.request = &e.request;
        c.rules = e.rules;
        c.signer = &person->signer;
        c.claims = test::claims(e, *person, kind, 10);
        c.now = test::now;
    }
    [[nodiscard]] std::string code() const
    {
        const auto out = authority::checkSigning(c);
        return out ? std::string("allowed") : std::string(out.error().code());
    }
};

} // namespace

class SignableTest : public QObject
{
    Q_OBJECT

    test::Person m_alice = test::makePerson("alice");

private Q_SLOTS:
    void allowed()
    {
        QCOMPARE(Fixture(m_alice).code(), std::string("allowed"));
        QCOMPARE(Fixture(m_alice, DecisionKind::Reject).code(), std::string("allowed"));
        Fixture f(m_alice);
        f.e.rules.binding = domain::Binding::WorkTree;
        f.e.rules.uses = domain::Uses::Once;
        f.e.rules.expiresAfterSeconds = 3600;
        f.e.open();
        f.rebuild();
        QCOMPARE(f.code(), std::string("allowed"));
        QCOMPARE(f.c.claims.workTree, std::optional(f.e.run.workTree));
        QCOMPARE(f.c.claims.uses, std::string("once"));
        QCOMPARE(*f.c.claims.expiresAt, test::now / 1000 + 3600);
    }

    void onlyEscalate_data()
    {
        QTest::addColumn<QByteArray>("type");
        for (const char* type : {"blocker", "validator_error", "internal_error", "environment_error", "pass", "", "ESCALATE", "escalate ", "approved"})
            QTest::newRow(type) << QByteArray(type);
    }
    void onlyEscalate()
    {
        QFETCH(QByteArray, type);
        Fixture f(m_alice);
        f.e.halt.haltType = type.toStdString();
        const auto out = authority::checkSigning(f.c);
        QVERIFY(!out.has_value());
        QCOMPARE(std::string(out.error().code()), std::string("HALT_NOT_SIGNABLE"));
        QCOMPARE(base::exitStatus(out.error().kind()), 77);
        const QString text = QString::fromStdString(out.error().message());
        if (type == "blocker")
            QVERIFY2(text.contains(QLatin1String("blocker can't be authorised")), qPrintable(text));
        else
            QVERIFY2(!text.contains(QLatin1String("authoris")), qPrintable(text));
    }

    void noHalt()
    {
        Fixture f(m_alice);
        f.c.halt = nullptr;
        QCOMPARE(f.code(), std::string("HALT_NOT_SIGNABLE"));
        f.rebuild();
        f.c.request = nullptr;
        QCOMPARE(f.code(), std::string("HALT_NOT_SIGNABLE"));
        f.rebuild();
        f.e.halt.closedAt = test::now;
        QCOMPARE(f.code(), std::string("HALT_NOT_SIGNABLE"));
    }

    void endedRequests_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("words");
        QTest::newRow("decided") << int(domain::RequestState::Decided) << QStringLiteral("Already decided by bob at 2027-01-15T08:00:00.000Z.");
        QTest::newRow("superseded") << int(domain::RequestState::Superseded) << QStringLiteral("Superseded at ");
        QTest::newRow("expired") << int(domain::RequestState::Expired) << QStringLiteral("Expired at ");
        QTest::newRow("cancelled") << int(domain::RequestState::Cancelled) << QStringLiteral("Cancelled at ");
    }
    void endedRequests()
    {
        QFETCH(int, state);
        QFETCH(QString, words);
        Fixture f(m_alice);
        f.e.request.state = static_cast<domain::RequestState>(state);
        f.e.request.endedAt = test::now;
        f.e.halt.closedAt = test::now;
        f.c.decidedBy = "bob";
        const auto out = authority::checkSigning(f.c);
        QCOMPARE(std::string(out.error().code()), std::string("REQUEST_NOT_OPEN"));
        QCOMPARE(base::exitStatus(out.error().kind()), 75);
        QVERIFY2(QString::fromStdString(out.error().message()).startsWith(words), out.error().message().c_str());
    }

    void refusals_data()
    {
        using Change = std::function<void(Fixture&)>;
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, const char* code, Change change) { QTest::newRow(name) << QByteArray(code) << change; };
        row("request of another halt", "REQUEST_MISMATCH", [](Fixture& f) { f.e.request.id.value = test::ulid(50); });
        row("subject differs from its digest", "SUBJECT_CHANGED", [](Fixture& f) { f.e.request.subject["task_id"] = "other"; });
        row("shown subject is another", "SUBJECT_CHANGED", [](Fixture& f) { f.c.claims.subjectDigest = std::string(64, 'a'); });
        row("empty subject", "SUBJECT_EMPTY", [](Fixture& f) {
            f.e.request.subject = base::Json::object();
            f.e.request.subjectDigest = authority::subjectDigest(f.e.request.subject);
            f.rebuild();
        });
        row("no warn in it", "SUBJECT_EMPTY", [](Fixture& f) {
            f.e.results.erase(f.e.results.begin(), f.e.results.begin() + 2);
            f.e.open();
            f.rebuild();
        });
        row("no reason", "REASON_BLANK", [](Fixture& f) { f.c.claims.reason = ""; });
        row("blank reason", "REASON_BLANK", [](Fixture& f) { f.c.claims.reason = " \n\t\xc2\xa0\xe2\x80\x8b"; });
        row("long reason", "REASON_TOO_LONG", [](Fixture& f) { f.c.claims.reason = std::string(4001, 'x'); });
        row("reason not UTF-8", "REASON_NOT_TEXT", [](Fixture& f) { f.c.claims.reason = "a\xff"; });
        row("cover of a blocker", "COVER_NOT_WARN", [](Fixture& f) { f.c.claims.covers[0].severity = "blocker"; });
        row("cover of an error", "COVER_NOT_WARN", [](Fixture& f) { f.c.claims.covers[1].severity = "error"; });
        row("cover without severity", "COVER_NOT_WARN", [](Fixture& f) { f.c.claims.covers[1].severity = ""; });
        row("cover left out", "COVER_MISSING", [](Fixture& f) { f.c.claims.covers.pop_back(); });
        row("cover added", "COVER_MISSING", [](Fixture& f) { f.c.claims.covers.push_back(f.c.claims.covers[0]); });
        row("cover of other evidence", "COVER_MISSING", [](Fixture& f) { f.c.claims.covers[0].evidenceDigest = std::string(64, 'b'); });
        row("another request", "REQUEST_MISMATCH", [](Fixture& f) { f.c.claims.decisionId = test::ulid(51); });
        row("another task", "REQUEST_MISMATCH", [](Fixture& f) { f.c.claims.taskRef = "other"; });
        row("another plan", "REQUEST_MISMATCH", [](Fixture& f) { f.c.claims.plan = test::ulid(52); });
        row("another project", "REQUEST_MISMATCH", [](Fixture& f) { f.c.claims.project = "local/else"; });
        row("another specification", "CLAIMS_MISMATCH", [](Fixture& f) { f.c.claims.specDigest = std::string(64, 'c'); });
        row("another policy", "CLAIMS_MISMATCH", [](Fixture& f) { f.c.claims.policy = "any"; });
        row("weaker binding", "CLAIMS_MISMATCH", [](Fixture& f) { f.c.rules.binding = domain::Binding::WorkTree; });
        row("more uses", "CLAIMS_MISMATCH", [](Fixture& f) { f.c.rules.uses = domain::Uses::Once; });
        row("no expiry", "CLAIMS_MISMATCH", [](Fixture& f) { f.c.rules.expiresAfterSeconds = 60; });
        row("withdraw", "CLAIMS_MISMATCH", [](Fixture& f) { f.c.claims.decision = DecisionKind::Withdraw; });
        row("configure", "CLAIMS_MISMATCH", [](Fixture& f) { f.c.claims.decision = DecisionKind::Configure; });
        row("issued in the future", "RECORD_NOT_YET_VALID", [](Fixture& f) { f.c.claims.issuedAt += 61; });
        row("expired", "RECORD_EXPIRED", [](Fixture& f) { f.c.claims.expiresAt = test::now / 1000; });
        row("not registered", "SIGNER_UNKNOWN", [](Fixture& f) { f.c.signer = nullptr; });
        row("another key", "SIGNER_UNKNOWN", [](Fixture& f) { f.c.claims.issuer = std::string(64, 'd'); });
        row("another name", "SIGNER_NAME_MISMATCH", [](Fixture& f) { f.c.claims.signer = "bob"; });
    }
    void refusals()
    {
        QFETCH(QByteArray, code);
        using Change = std::function<void(Fixture&)>;
        QFETCH(Change, change);
        Fixture f(m_alice);
        change(f);
        QCOMPARE(f.code(), code.toStdString());
    }

    void longestReasonIsKept()
    {
        Fixture f(m_alice);
        f.c.claims.reason.clear();
        for (int i = 0; i < 4000; ++i)
            f.c.claims.reason += "\xf0\x9f\x98\x80";
        const std::string before = f.c.claims.reason;
        QCOMPARE(f.code(), std::string("allowed"));
        QCOMPARE(f.c.claims.reason, before);
    }

    void signers()
    {
        domain::Signer s = m_alice.signer;
        domain::DecisionRules rules;
        const auto code = [&](const std::vector<domain::Actor>& requesters = {}) {
            const auto out = authority::checkSigner(&s, "local/demo", rules, requesters, test::now);
            return out ? std::string("allowed") : std::string(out.error().code());
        };
        QCOMPARE(code(), std::string("allowed"));
        s.revokedAt = test::now + 5;
        QCOMPARE(code(), std::string("SIGNER_REVOKED"));
        s.revokedAt = 0;
        s.validFrom = test::now + 1;
        QCOMPARE(code(), std::string("SIGNER_NOT_YET_VALID"));
        s.validFrom = test::now;
        s.validUntil = test::now;
        QCOMPARE(code(), std::string("SIGNER_EXPIRED"));
        s.validUntil = test::now + 1;
        QCOMPARE(code(), std::string("allowed"));
        s.projects = {"local/other"};
        QCOMPARE(code(), std::string("SIGNER_NOT_FOR_PROJECT"));
        s.projects.push_back("local/demo");
        QCOMPARE(code(), std::string("allowed"));
        rules.signers = {"bob"};
        QCOMPARE(code(), std::string("SIGNER_NOT_NAMED"));
        rules.signers.push_back("alice");
        QCOMPARE(code(), std::string("allowed"));
    }

    void requesters()
    {
        domain::Signer s = m_alice.signer;
        s.agents = {"builder"};
        domain::DecisionRules rules;
        const domain::Actor person{domain::ActorKind::Person, "alice", "alice"};
        const domain::Actor agent{domain::ActorKind::Agent, "builder", "svc"};
        const domain::Actor agentOfAlice{domain::ActorKind::Agent, "other", "alice"};
        const domain::Actor agentNamedAlice{domain::ActorKind::Agent, "alice", "svc"};
        const domain::Actor bob{domain::ActorKind::Person, "bob", "bob"};
        const auto allowed = [&](const domain::Actor& actor) { return authority::checkSigner(&s, "p", rules, {bob, actor}, test::now).has_value(); };
        QVERIFY(allowed(person));
        rules.requesterMaySign = false;
        QVERIFY(!allowed(person));
        QVERIFY(!allowed(agent));
        QVERIFY(!allowed(agentOfAlice));
        QVERIFY(allowed(agentNamedAlice));
        QVERIFY(allowed(bob));
        QCOMPARE(std::string(authority::checkSigner(&s, "p", rules, {agent}, test::now).error().code()), std::string("REQUESTER_MAY_NOT_SIGN"));
    }

    void oneSignatureEach()
    {
        Fixture f(m_alice);
        f.c.standing = {test::record(test::claims(f.e, m_alice, DecisionKind::Proceed, 9), m_alice)};
        QCOMPARE(f.code(), std::string("ALREADY_SIGNED_BY_KEY"));
        QCOMPARE(base::exitStatus(authority::checkSigning(f.c).error().kind()), 75);
        f.c.standing[0].claims.issuer = std::string(64, 'e'); // another key of the same person
        QCOMPARE(f.code(), std::string("ALREADY_SIGNED_BY_KEY"));
        f.c.standing[0].claims.signer = "bob";
        QCOMPARE(f.code(), std::string("allowed"));
        f.c.standing[0].claims = test::claims(f.e, m_alice, DecisionKind::Proceed, 9);
        f.c.standing[0].withdrawnBy = test::ulid(8);
        QCOMPARE(f.code(), std::string("allowed"));
        f.c.standing[0].withdrawnBy.clear();
        f.rebuild(DecisionKind::Reject); // a second thought that stops the work is always heard
        QCOMPARE(f.code(), std::string("allowed"));
    }

    void withdrawals()
    {
        const auto e = test::escalation();
        auto target = test::record(test::claims(e, m_alice, DecisionKind::Proceed, 9), m_alice);
        auto claims = test::claims(e, m_alice, DecisionKind::Withdraw, 10);
        claims.withdraws = target.claims.jti;
        test::Person bob = test::makePerson("bob");
        const auto code = [&](const domain::Signer* signer) {
            const auto out = authority::checkWithdrawal(target, signer, claims, test::now);
            return out ? std::string("allowed") : std::string(out.error().code());
        };
        QCOMPARE(code(&m_alice.signer), std::string("allowed"));
        QCOMPARE(code(nullptr), std::string("SIGNER_UNKNOWN"));
        QCOMPARE(code(&bob.signer), std::string("WITHDRAW_NOT_SIGNER"));
        target.usedBy = test::ulid(60);
        QCOMPARE(code(&m_alice.signer), std::string("RECORD_USED"));
        target.usedBy.clear();
        target.withdrawnBy = test::ulid(61);
        QCOMPARE(code(&m_alice.signer), std::string("RECORD_WITHDRAWN"));
        target.withdrawnBy.clear();
        claims.reason = " ";
        QCOMPARE(code(&m_alice.signer), std::string("REASON_BLANK"));
        claims.withdraws = test::ulid(62);
        QCOMPARE(code(&m_alice.signer), std::string("CLAIMS_MISMATCH"));
    }
};

QTEST_APPLESS_MAIN(SignableTest)
#include "signable_test.moc"
