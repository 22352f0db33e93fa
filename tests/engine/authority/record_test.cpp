#include "engine/authority/record.h"

#include "engine/authority/base64url.h"
#include "engine/authority/codes.h"
#include "tests/engine/authority/people.h"

#include <QTest>

#include <functional>

using namespace countersign;
using base::Json;

namespace {

// A record from any header and claims, really signed.
std::string forge(test::Person& person, const std::string& header, const std::string& claims)
{
    const std::string input = authority::base64UrlEncode(header) + "." + authority::base64UrlEncode(claims);
    return authority::assemble(input, person.key->sign(input).value());
}

std::string codeOf(const std::string& jws)
{
    const auto parsed = authority::parseRecord(jws);
    return parsed ? std::string("accepted") : std::string(parsed.error().code());
}

} // namespace

class RecordTest : public QObject
{
    Q_OBJECT

    test::Person m_alice = test::makePerson("alice");
    test::Person m_rob = test::makePerson("rob", signing::KeyAlgorithm::Rs256);

    [[nodiscard]] Json good() const { return domain::toJson(test::claims(test::escalation(), m_alice, domain::DecisionKind::Proceed, 10)); }
    [[nodiscard]] std::string header() const { return base::canonical({{"alg", "EdDSA"}, {"kid", m_alice.signer.keyId}, {"typ", authority::recordType}}); }

private Q_SLOTS:
    void roundTrip_data()
    {
        QTest::addColumn<bool>("rsa");
        QTest::newRow("EdDSA") << false;
        QTest::newRow("RS256") << true;
    }
    void roundTrip()
    {
        QFETCH(bool, rsa);
        test::Person& person = rsa ? m_rob : m_alice;
        auto claims = test::claims(test::escalation(), person, domain::DecisionKind::Proceed, 10);
        claims.expiresAt = claims.issuedAt + 60;
        claims.reason = "Line one\n\tline two \xc3\xa9 \xf0\x9f\x98\x80  ";
        const std::string jws = authority::signRecord(claims, *person.key).value();
        const auto parsed = authority::parseRecord(jws);
        QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().text().c_str());
        QCOMPARE(base::canonical(domain::toJson(parsed->claims)), base::canonical(domain::toJson(claims)));
        QCOMPARE(parsed->claims.reason, claims.reason);
        QCOMPARE(parsed->algorithm, rsa ? std::string("RS256") : std::string("EdDSA"));
        QVERIFY(authority::verifySignature(*parsed, person.signer.publicKeyPem).has_value());
        QVERIFY(authority::verifyRecord(jws, {m_rob.signer, m_alice.signer}).has_value());
    }

    void allKinds()
    {
        auto claims = test::claims(test::escalation(), m_alice, domain::DecisionKind::Withdraw, 11);
        QVERIFY(!authority::signRecord(claims, *m_alice.key).has_value());
        claims.withdraws = test::ulid(10);
        QVERIFY(authority::signRecord(claims, *m_alice.key).has_value());
        claims.decision = domain::DecisionKind::Reject;
        QVERIFY(!authority::signRecord(claims, *m_alice.key).has_value());
        domain::DecisionClaims configure;
        configure.jti = test::ulid(12);
        configure.issuedAt = 1;
        configure.issuer = m_alice.signer.keyId;
        configure.signer = "alice";
        configure.project = "local/demo";
        configure.decision = domain::DecisionKind::Configure;
        configure.reason = "A second signer.";
        configure.subjectDigest = std::string(64, 'a');
        configure.auditHash = std::string(64, '0');
        QVERIFY(authority::signRecord(configure, *m_alice.key).has_value());
        configure.decision = domain::DecisionKind::Proceed;
        QVERIFY(!authority::signRecord(configure, *m_alice.key).has_value());
    }

    void otherKeys()
    {
        const auto record = test::record(test::claims(test::escalation(), m_alice, domain::DecisionKind::Proceed, 10), m_alice);
        auto parsed = authority::parseRecord(record.jws).value();
        const auto other = test::makePerson("mallory");
        QCOMPARE(std::string(authority::verifySignature(parsed, other.signer.publicKeyPem).error().code()), std::string("RECORD_KEY_MISMATCH"));
        QCOMPARE(std::string(authority::verifyRecord(record.jws, {other.signer}).error().code()), std::string("SIGNER_UNKNOWN"));
        parsed.signature.back() = static_cast<char>(parsed.signature.back() ^ 1);
        QCOMPARE(std::string(authority::verifySignature(parsed, m_alice.signer.publicKeyPem).error().code()), std::string("RECORD_SIGNATURE"));
        parsed.signature.clear();
        QCOMPARE(std::string(authority::verifySignature(parsed, m_alice.signer.publicKeyPem).error().code()), std::string("RECORD_SIGNATURE"));
        parsed.algorithm = "RS256";
        QCOMPARE(std::string(authority::verifySignature(parsed, m_alice.signer.publicKeyPem).error().code()), std::string("RECORD_KEY_MISMATCH"));
        domain::Signer liar = other.signer;
        liar.keyId = m_alice.signer.keyId;
        QCOMPARE(std::string(authority::verifyRecord(record.jws, {liar}).error().code()), std::string("RECORD_KEY_MISMATCH"));
    }

    void everyChangedCharacterIsSeen()
    {
        const auto record = test::record(test::claims(test::escalation(), m_alice, domain::DecisionKind::Reject, 10), m_alice);
        for (std::size_t i = 0; i < record.jws.size(); ++i) {
            std::string changed = record.jws;
            changed[i] = changed[i] == 'A' ? 'B' : 'A';
            QVERIFY2(!authority::verifyRecord(changed, {m_alice.signer}).has_value(), std::to_string(i).c_str());
        }
    }

    void payloadSwapped()
    {
        Json claims = good();
        claims["decision"] = "reject";
        const std::string jws = forge(m_alice, header(), base::canonical(claims));
        claims["decision"] = "proceed";
        const std::string swapped = jws.substr(0, jws.find('.') + 1) + authority::base64UrlEncode(base::canonical(claims)) + jws.substr(jws.rfind('.'));
        QVERIFY(authority::verifyRecord(jws, {m_alice.signer}).has_value());
        QCOMPARE(std::string(authority::verifyRecord(swapped, {m_alice.signer}).error().code()), std::string("RECORD_SIGNATURE"));
    }

    void headers_data()
    {
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const char* change, const char* code) { QTest::newRow(name) << QByteArray(change) << QByteArray(code); };
        row("as it is", "{}", "accepted");
        row("alg none", R"({"alg":"none"})", "RECORD_ALGORITHM");
        row("alg HS256", R"({"alg":"HS256"})", "RECORD_ALGORITHM");
        row("alg RS512", R"({"alg":"RS512"})", "RECORD_ALGORITHM");
        row("alg PS256", R"({"alg":"PS256"})", "RECORD_ALGORITHM");
        row("alg ES256", R"({"alg":"ES256"})", "RECORD_ALGORITHM");
        row("alg eddsa", R"({"alg":"eddsa"})", "RECORD_ALGORITHM");
        row("alg empty", R"({"alg":""})", "RECORD_ALGORITHM");
        row("alg number", R"({"alg":1})", "RECORD_HEADER_MEMBER");
        row("alg missing", R"({"alg":null})", "RECORD_HEADER_MEMBER");
        row("typ JWT", R"({"typ":"JWT"})", "RECORD_TYPE");
        row("typ token", R"({"typ":"countersign-token+jwt"})", "RECORD_TYPE");
        row("typ missing", R"({"typ":null})", "RECORD_HEADER_MEMBER");
        row("kid missing", R"({"kid":null})", "RECORD_HEADER_MEMBER");
        row("kid path", R"({"kid":"../../etc/passwd"})", "RECORD_KEY_ID");
        row("crit", R"({"crit":["exp"]})", "RECORD_HEADER_MEMBER");
        row("jwk", R"({"jwk":{}})", "RECORD_HEADER_MEMBER");
        row("x5u", R"({"x5u":"file:x"})", "RECORD_HEADER_MEMBER");
        row("b64", R"({"b64":false})", "RECORD_HEADER_MEMBER");
    }
    void headers()
    {
        QFETCH(QByteArray, change);
        QFETCH(QByteArray, code);
        Json h = base::parseJson(header()).value();
        h.merge_patch(base::parseJson(change.toStdString()).value());
        QCOMPARE(codeOf(forge(m_alice, base::canonical(h), base::canonical(good()))), code.toStdString());
    }

    void claims_data()
    {
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const char* change, const char* code) { QTest::newRow(name) << QByteArray(change) << QByteArray(code); };
        for (const char* name : {"v", "jti", "iat", "iss", "signer", "project", "plan", "task_ref", "decision_id", "spec_digest", "policy",
                                 "decision", "reason", "covers", "subject_digest", "binding", "uses", "audit_head"})
            QTest::newRow((std::string("no ") + name).c_str()) << (QByteArray("{\"") + name + "\":null}") << QByteArray("RECORD_CLAIM_MISSING");
        row("aud", R"({"aud":"x"})", "RECORD_CLAIM_UNKNOWN");
        row("nbf", R"({"nbf":1})", "RECORD_CLAIM_UNKNOWN");
        row("v 2", R"({"v":2})", "RECORD_VERSION");
        row("v text", R"({"v":"1"})", "RECORD_VERSION");
        row("iat text", R"({"iat":"1"})", "RECORD_CLAIM_TYPE");
        row("iat list", R"({"iat":[1]})", "RECORD_CLAIM_TYPE");
        row("iat fraction", R"({"iat":1.5})", "RECORD_CLAIM_TYPE");
        row("iat negative", R"({"iat":-1})", "RECORD_CLAIM_TYPE");
        row("iat huge", R"({"iat":9007199254740992})", "RECORD_CLAIM_TYPE");
        row("exp text", R"({"exp":"1"})", "RECORD_CLAIM_TYPE");
        row("exp before iat", R"({"exp":1})", "RECORD_CLAIM_TYPE");
        row("jti lower", R"({"jti":"01arz3ndektsv4rrffq69g0010"})", "RECORD_CLAIM_TYPE");
        row("jti short", R"({"jti":"1"})", "RECORD_CLAIM_TYPE");
        row("task empty", R"({"task_ref":""})", "RECORD_CLAIM_TYPE");
        row("reason blank", R"({"reason":" \n"})", "RECORD_CLAIM_TYPE");
        row("decision other", R"({"decision":"allow"})", "RECORD_CLAIM_TYPE");
        row("withdraws on proceed", R"({"withdraws":"01ARZ3NDEKTSV4RRFFQ69G0010"})", "RECORD_CLAIM_TYPE");
        row("policy other", R"({"policy":"whatever"})", "RECORD_CLAIM_TYPE");
        row("policy quorum", R"({"policy":{"quorum":"2/3"}})", "accepted");
        row("covers object", R"({"covers":{}})", "RECORD_CLAIM_TYPE");
        row("covers of texts", R"({"covers":["x"]})", "RECORD_CLAIM_TYPE");
        row("covers empty member", R"({"covers":[{}]})", "RECORD_CLAIM_MISSING");
        row("binding other", R"({"binding":"none"})", "RECORD_CLAIM_TYPE");
        row("binding without tree", R"({"binding":"work_tree"})", "RECORD_CLAIM_MISSING");
        row("work_tree no digest", R"({"work_tree":"x"})", "RECORD_CLAIM_TYPE");
        row("uses other", R"({"uses":"twice"})", "RECORD_CLAIM_TYPE");
        row("subject digest upper", R"({"subject_digest":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})", "RECORD_CLAIM_TYPE");
        row("audit head text", R"({"audit_head":"x"})", "RECORD_CLAIM_TYPE");
        row("audit head more", R"({"audit_head":{"x":1}})", "RECORD_CLAIM_UNKNOWN");
        row("iss of another", R"({"iss":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})", "RECORD_KEY_ID");
    }
    void claims()
    {
        QFETCH(QByteArray, change);
        QFETCH(QByteArray, code);
        Json c = good();
        c.merge_patch(base::parseJson(change.toStdString()).value());
        QCOMPARE(codeOf(forge(m_alice, header(), base::canonical(c))), code.toStdString());
    }

    void forms()
    {
        const std::string claims = base::canonical(good());
        const std::string jws = forge(m_alice, header(), claims);
        QCOMPARE(codeOf(jws), std::string("accepted"));
        QCOMPARE(codeOf(""), std::string("RECORD_PARTS"));
        QCOMPARE(codeOf(jws.substr(0, jws.rfind('.'))), std::string("RECORD_PARTS"));
        QCOMPARE(codeOf(jws + ".x"), std::string("RECORD_PARTS"));
        QCOMPARE(codeOf(jws + "\n"), std::string("RECORD_WHITESPACE"));
        QCOMPARE(codeOf(" " + jws), std::string("RECORD_WHITESPACE"));
        QCOMPARE(codeOf(jws + "="), std::string("BASE64_PADDING"));
        QCOMPARE(codeOf(forge(m_alice, header(), base::pretty(good()))), std::string("RECORD_NOT_CANONICAL"));
        QCOMPARE(codeOf(forge(m_alice, header(), claims + " ")), std::string("RECORD_NOT_CANONICAL"));
        QCOMPARE(codeOf(forge(m_alice, header(), "[]")), std::string("RECORD_CLAIMS"));
        QCOMPARE(codeOf(forge(m_alice, header(), "not json")), std::string("RECORD_CLAIMS"));
        QCOMPARE(codeOf(forge(m_alice, "[]", claims)), std::string("RECORD_HEADER"));
        QCOMPARE(codeOf(forge(m_alice, "{", claims)), std::string("RECORD_HEADER"));
        QCOMPARE(codeOf(forge(m_alice, header(), "{\"decision\":\"reject\"," + claims.substr(1))), std::string("RECORD_CLAIMS"));
        std::string escaped = claims;
        escaped.replace(escaped.find("local/demo"), 5, "\\u006cocal");
        QCOMPARE(codeOf(forge(m_alice, header(), escaped)), std::string("RECORD_NOT_CANONICAL"));
    }

    void largestClaims()
    {
        Json c = good();
        c["signer"] = std::string(authority::recordClaimsLimit - base::canonical(c).size() + 5, 'x'); // replaces "alice"
        QCOMPARE(base::canonical(c).size(), authority::recordClaimsLimit);
        QCOMPARE(codeOf(forge(m_alice, header(), base::canonical(c))), std::string("accepted"));
        c["signer"] = c["signer"].get<std::string>() + "x";
        QCOMPARE(codeOf(forge(m_alice, header(), base::canonical(c))), std::string("RECORD_TOO_LARGE"));
        QCOMPARE(codeOf(std::string(200000, 'A')), std::string("RECORD_TOO_LARGE"));
    }

    void publicKeys()
    {
        const auto info = authority::readPublicKey(m_alice.signer.publicKeyPem).value();
        QCOMPARE(info.keyId.size(), std::size_t{64});
        QCOMPARE(info.pem, m_alice.signer.publicKeyPem);
        QCOMPARE(std::string(authority::readPublicKey("").error().code()), std::string("PUBLIC_KEY_INVALID"));
        QCOMPARE(std::string(authority::readPublicKey("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n").error().code()), std::string("PUBLIC_KEY_INVALID"));
        QCOMPARE(std::string(authority::readPublicKey("-----BEGIN PRIVATE KEY-----").error().code()), std::string("PUBLIC_KEY_IS_PRIVATE"));
    }

    void keyIdIsTheDigestOfTheDerKey()
    {
        // RFC 8410 section 10.1: the example public key.
        const std::string pem = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n";
        const std::string der("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00\x19\xbf\x44\x09\x69\x84\xcd\xfe\x85\x41\xba\xc1\x67\xdc\x3b\x96"
                              "\xc8\x50\x86\xaa\x30\xb6\xb6\xcb\x0c\x5c\x38\xad\x70\x31\x66\xe1", 44);
        QCOMPARE(authority::keyIdOf(pem).value(), base::sha256Hex(der));
    }
};

QTEST_APPLESS_MAIN(RecordTest)
#include "record_test.moc"
