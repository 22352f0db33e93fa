// What a decision changes, and what it doesn't. Source: SPEC section 8.
#include "tests/engine/facade/support.h"

#include "engine/authority/codes.h"
#include "engine/codes.h"

using namespace facade_test;

class DecisionsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<Desk> m_desk;

    ValidateReport escalated(const std::string& rules = {})
    {
        m_desk->import("  policy: unanimous\n" + (rules.empty() ? std::string() : "  decision: {" + rules + "}\n"));
        m_desk->verdict("style", false, "two long lines");
        const ValidateReport report = m_desk->report();
        if (status(report) != "escalate")
            qFatal("%s", status(report).c_str());
        return report;
    }
    void decided(const base::Result<DecideReport>& result, domain::RequestState state = domain::RequestState::Decided)
    {
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        QVERIFY(result->state == state);
    }
    std::string now() { return status(m_desk->report()); }

private Q_SLOTS:
    void init() { m_desk = std::make_unique<Desk>(); }

    void aDecisionCoversItsEvidenceOnly()
    {
        const auto alice = m_desk->signer("alice");
        const ValidateReport asked = escalated();
        QCOMPARE(m_desk->report().decisionId.value, asked.decisionId.value); // joined, not asked twice
        decided(m_desk->decide(asked, *alice));
        const ValidateReport passed = m_desk->report();
        QCOMPARE(status(passed), std::string("pass"));
        QCOMPARE(passed.decision.covered, 1);
        QVERIFY(!passed.token.empty());
        AuditQuery query;
        query.type = "token.issued";
        const auto events = m_desk->engine->auditEvents(query).value();
        QCOMPARE(events.at(0).payload.at("rests_on").size(), std::size_t(1)); // the record that it rests on
        m_desk->verdict("style", false, "three long lines");
        const ValidateReport other = m_desk->report();
        QCOMPARE(status(other), std::string("escalate"));
        QVERIFY(other.decisionId.value != asked.decisionId.value);
        m_desk->verdict("style", false, "two long lines");
        m_desk->verdict("req", false);
        QCOMPARE(now(), std::string("blocker")); // never covered
        QVERIFY(m_desk->engine->verifyAudit().value().intact);
    }

    void twoOfTwo()
    {
        const auto alice = m_desk->signer("alice");
        const auto bob = m_desk->signer("bob");
        const ValidateReport asked = escalated("required_signatures: 2");
        decided(m_desk->decide(asked, *alice), domain::RequestState::Open);
        QCOMPARE(now(), std::string("escalate"));
        const auto twice = m_desk->decide(asked, *alice);
        QVERIFY(!twice && twice.error().is(authority::codes::AlreadySignedByKey));
        QCOMPARE(now(), std::string("escalate"));
        decided(m_desk->decide(asked, *bob));
        QCOMPARE(now(), std::string("pass"));
        QVERIFY(m_desk->engine->revokeSigner("bob").has_value());
        QCOMPARE(now(), std::string("escalate")); // one of two no longer counts
    }

    void whoAskedMayNotSign()
    {
        const auto self = m_desk->signer("self", {m_desk->runtime->actor().login});
        const auto bob = m_desk->signer("bob", {"somebody-else"});
        const ValidateReport asked = escalated("requester_may_sign: false");
        const auto refused = m_desk->decide(asked, *self);
        QVERIFY(!refused && refused.error().is(authority::codes::RequesterMayNotSign));
        decided(m_desk->decide(asked, *bob));
        QCOMPARE(now(), std::string("pass"));
    }

    void onlyTheNamedMaySign()
    {
        const auto alice = m_desk->signer("alice");
        const auto bob = m_desk->signer("bob");
        const ValidateReport asked = escalated("signers: [bob]");
        QVERIFY(m_desk->decide(asked, *alice).error().is(authority::codes::SignerNotNamed));
        decided(m_desk->decide(asked, *bob));
    }

    void aDecisionExpires()
    {
        const auto alice = m_desk->signer("alice");
        decided(m_desk->decide(escalated("expires_after: 1h"), *alice));
        QCOMPARE(now(), std::string("pass"));
        m_desk->clock->ahead = 3'700'000;
        QCOMPARE(now(), std::string("escalate"));
    }

    void onceIsOnce()
    {
        const auto alice = m_desk->signer("alice");
        decided(m_desk->decide(escalated("uses: once"), *alice));
        QCOMPARE(now(), std::string("pass"));
        QCOMPARE(m_desk->sql("UPDATE decision_record SET used_by = 'a token that was dispatched'"), std::string());
        QCOMPARE(now(), std::string("escalate"));
    }

    void boundToTheWorkTree()
    {
        const auto alice = m_desk->signer("alice");
        decided(m_desk->decide(escalated("binding: work_tree"), *alice));
        QCOMPARE(now(), std::string("pass"));
        m_desk->write("other.txt", "changed");
        QCOMPARE(now(), std::string("escalate"));
    }

    void anotherSubjectThanWasShown()
    {
        const auto alice = m_desk->signer("alice");
        const ValidateReport asked = escalated();
        const auto refused = m_desk->engine->decide({asked.decisionId, domain::DecisionKind::Proceed, "ok", std::string(64, 'a')}, *alice);
        QVERIFY(!refused && refused.error().is(authority::codes::SubjectChanged));
        QCOMPARE(m_desk->sql("UPDATE decision_request SET subject_json = replace(subject_json, 'two long', 'no long')"), std::string());
        const auto edited = m_desk->decide(asked, *alice);
        QVERIFY(!edited && edited.error().is(authority::codes::SubjectChanged));
    }

    void aRejectStands()
    {
        const auto alice = m_desk->signer("alice");
        const auto bob = m_desk->signer("bob");
        const ValidateReport asked = escalated();
        decided(m_desk->decide(asked, *alice, domain::DecisionKind::Reject));
        const ValidateReport again = m_desk->report();
        QCOMPARE(status(again), std::string("escalate"));
        QCOMPARE(again.decisionId.value, asked.decisionId.value);
        QVERIFY(again.hint.find("alice") != std::string::npos);
        QVERIFY(m_desk->engine->pendingDecisions("p").value().empty());
        const auto late = m_desk->decide(asked, *bob);
        QVERIFY(!late && late.error().is(authority::codes::RequestNotOpen));
    }

    void aBrokenChainTurnsSigningOff()
    {
        const auto alice = m_desk->signer("alice");
        const ValidateReport asked = escalated();
        QCOMPARE(m_desk->sql("DROP TRIGGER event_no_update"), std::string());
        QCOMPARE(m_desk->sql("UPDATE event SET payload_json = '{}' WHERE seq = 1"), std::string());
        const auto refused = m_desk->decide(asked, *alice);
        QVERIFY(!refused);
        QCOMPARE(std::string(refused.error().code()), std::string("CHAIN_BROKEN"));
    }

    void aRecordThatIsNotSignedIsIgnored()
    {
        const auto alice = m_desk->signer("alice");
        decided(m_desk->decide(escalated(), *alice));
        QCOMPARE(m_desk->sql("UPDATE decision_record SET jws = substr(jws, 1, length(jws) - 4) || 'AAAA'"), std::string());
        const ValidateReport report = m_desk->report();
        QCOMPARE(status(report), std::string("escalate"));
        QVERIFY(!report.notices.empty());
    }
};

QTEST_GUILESS_MAIN(DecisionsTest)
#include "decisions_test.moc"
