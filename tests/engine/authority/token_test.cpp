#include "engine/authority/token.h"

#include "engine/authority/base64url.h"
#include "engine/authority/codes.h"
#include "engine/base/digest.h"
#include "engine/base/files.h"

#include <QTest>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <set>
#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace countersign;
using base::Json;

namespace {

constexpr base::TimeMs now = 1'800'000'000'000;

const authority::SecretBytes& secret()
{
    static const authority::SecretBytes out(std::string_view("0123456789abcdef0123456789abcdef"));
    return out;
}

authority::TokenClaims claims()
{
    return {"01ARZ3NDEKTSV4RRFFQ69G0001", now / 1000, now / 1000 + 600, "task-1", "01ARZ3NDEKTSV4RRFFQ69G0002", "01ARZ3NDEKTSV4RRFFQ69G0003",
            base::sha256Hex("spec"), base::sha256Hex("tree"), {{"policy", "unanimous"}, {"satisfied", true}}};
}

std::string sign(const std::string& input, std::string_view key)
{
    unsigned char out[32];
    unsigned int size = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(input.data()), input.size(), out, &size);
    return input + "." + authority::base64UrlEncode({reinterpret_cast<const char*>(out), size});
}

std::string forge(const std::string& header, const std::string& body)
{
    return sign(authority::base64UrlEncode(header) + "." + authority::base64UrlEncode(body), secret().view());
}

std::string codeOf(const std::string& token, base::TimeMs at = now)
{
    const auto out = authority::verifyToken(token, secret(), at);
    return out ? std::string("accepted") : std::string(out.error().code());
}

const std::string goodHeader = R"({"alg":"HS256","typ":"countersign-token+jwt"})";

Json goodClaims()
{
    const std::string token = authority::issueToken(claims(), secret()).value();
    const std::size_t first = token.find('.') + 1;
    return base::parseJson(authority::base64UrlDecode(token.substr(first, token.rfind('.') - first)).value()).value();
}

} // namespace

class TokenTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip()
    {
        const auto out = authority::verifyToken(authority::issueToken(claims(), secret()).value(), secret(), now);
        QVERIFY(out.has_value());
        QVERIFY(out->notices.empty());
        QCOMPARE(out->claims.jti, claims().jti);
        QCOMPARE(out->claims.taskId, std::string("task-1"));
        QCOMPARE(out->claims.workTree, claims().workTree);
        QCOMPARE(out->claims.specDigest, claims().specDigest);
        QCOMPARE(out->claims.run, claims().run);
        QVERIFY(out->claims.consensus == claims().consensus);
    }

    void times()
    {
        const std::string token = authority::issueToken(claims(), secret()).value();
        QCOMPARE(codeOf(token, now + 599'999), std::string("accepted"));
        QCOMPARE(codeOf(token, now + 600'000), std::string("TOKEN_EXPIRED"));
        const auto ahead = authority::verifyToken(token, secret(), now - 1000);
        QVERIFY(ahead.has_value());
        QCOMPARE(ahead->notices.size(), std::size_t{1});
        QCOMPARE(codeOf(token, now - 60'000), std::string("accepted"));
        const auto far = authority::verifyToken(token, secret(), now - 3'600'000);
        QCOMPARE(std::string(far.error().code()), std::string("TOKEN_FROM_FUTURE"));
        QVERIFY(QString::fromStdString(far.error().message()).contains(QLatin1String("60 minutes in the future")));
        QCOMPARE(codeOf(token, now - 60'001), std::string("TOKEN_FROM_FUTURE"));
    }

    void otherSecret()
    {
        const authority::SecretBytes other(std::string_view("ffffffffffffffffffffffffffffffff"));
        const std::string token = authority::issueToken(claims(), other).value();
        QCOMPARE(codeOf(token), std::string("TOKEN_SIGNATURE"));
        const authority::SecretBytes none;
        QCOMPARE(std::string(authority::issueToken(claims(), none).error().code()), std::string("TOKEN_SECRET_SIZE"));
        QCOMPARE(std::string(authority::verifyToken(token, none, now).error().code()), std::string("TOKEN_SECRET_SIZE"));
        const std::string input = token.substr(0, token.rfind('.'));
        QCOMPARE(codeOf(sign(input, "")), std::string("TOKEN_SIGNATURE"));
        QCOMPARE(codeOf(input + "."), std::string("TOKEN_SIGNATURE"));
    }

    void everyChangedCharacterIsSeen()
    {
        const std::string token = authority::issueToken(claims(), secret()).value();
        for (std::size_t i = 0; i < token.size(); ++i) {
            std::string changed = token;
            changed[i] = changed[i] == 'A' ? 'B' : 'A';
            QVERIFY2(codeOf(changed) != "accepted", std::to_string(i).c_str());
        }
    }

    void headers_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const char* header, const char* code) { QTest::newRow(name) << QByteArray(header) << QByteArray(code); };
        row("as it is", goodHeader.c_str(), "accepted");
        row("none", R"({"alg":"none","typ":"countersign-token+jwt"})", "TOKEN_ALGORITHM");
        row("EdDSA", R"({"alg":"EdDSA","typ":"countersign-token+jwt"})", "TOKEN_ALGORITHM");
        row("RS256", R"({"alg":"RS256","typ":"countersign-token+jwt"})", "TOKEN_ALGORITHM");
        row("HS512", R"({"alg":"HS512","typ":"countersign-token+jwt"})", "TOKEN_ALGORITHM");
        row("hs256", R"({"alg":"hs256","typ":"countersign-token+jwt"})", "TOKEN_ALGORITHM");
        row("decision", R"({"alg":"HS256","typ":"countersign-decision+jwt"})", "TOKEN_TYPE");
        row("no typ", R"({"alg":"HS256"})", "TOKEN_HEADER");
        row("no alg", R"({"typ":"countersign-token+jwt"})", "TOKEN_HEADER");
        row("kid", R"({"alg":"HS256","kid":"x","typ":"countersign-token+jwt"})", "TOKEN_HEADER");
        row("twice", R"({"alg":"HS256","alg":"none","typ":"countersign-token+jwt"})", "TOKEN_HEADER");
        row("array", "[]", "TOKEN_HEADER");
        row("nothing", "", "TOKEN_HEADER");
    }
    void headers()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, code);
        QCOMPARE(codeOf(forge(header.toStdString(), base::canonical(goodClaims()))), code.toStdString());
    }

    void claimsAreStrict_data()
    {
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QByteArray>("code");
        for (const char* name : {"jti", "iat", "exp", "task_id", "plan", "run", "spec_digest", "work_tree", "consensus"})
            QTest::newRow((std::string("no ") + name).c_str()) << QByteArray("{\"") + name + "\":null}" << QByteArray("TOKEN_CLAIM_MISSING");
        const auto row = [](const char* name, const char* change, const char* code) { QTest::newRow(name) << QByteArray(change) << QByteArray(code); };
        row("as it is", "{}", "accepted");
        row("aud", R"({"aud":"countersign"})", "TOKEN_AUDIENCE");
        row("aud list", R"({"aud":[]})", "TOKEN_AUDIENCE");
        row("other", R"({"admin":true})", "TOKEN_CLAIM_UNKNOWN");
        row("nbf", R"({"nbf":1})", "TOKEN_CLAIM_UNKNOWN");
        row("iat text", R"({"iat":"1"})", "TOKEN_CLAIM_TYPE");
        row("iat list", R"({"iat":[1]})", "TOKEN_CLAIM_TYPE");
        row("iat fraction", R"({"iat":1.5})", "TOKEN_CLAIM_TYPE");
        row("iat negative", R"({"iat":-1})", "TOKEN_CLAIM_TYPE");
        row("exp text", R"({"exp":"9"})", "TOKEN_CLAIM_TYPE");
        row("exp beyond integers", R"({"exp":1e300})", "TOKEN_CLAIM_TYPE");
        row("exp before iat", R"({"exp":5})", "TOKEN_CLAIM_TYPE");
        row("task empty", R"({"task_id":""})", "TOKEN_CLAIM_TYPE");
        row("task number", R"({"task_id":1})", "TOKEN_CLAIM_TYPE");
        row("plan no ulid", R"({"plan":"x"})", "TOKEN_CLAIM_TYPE");
        row("tree no digest", R"({"work_tree":"x"})", "TOKEN_CLAIM_TYPE");
        row("consensus text", R"({"consensus":"unanimous"})", "TOKEN_CLAIM_TYPE");
    }
    void claimsAreStrict()
    {
        QFETCH(QByteArray, change);
        QFETCH(QByteArray, code);
        Json c = goodClaims();
        c.merge_patch(base::parseJson(change.toStdString()).value());
        QCOMPARE(codeOf(forge(goodHeader, base::canonical(c))), code.toStdString());
    }

    void forms()
    {
        const std::string token = authority::issueToken(claims(), secret()).value();
        QCOMPARE(codeOf(""), std::string("TOKEN_PARTS"));
        QCOMPARE(codeOf(token.substr(0, token.rfind('.'))), std::string("TOKEN_PARTS"));
        QCOMPARE(codeOf(token + ".a"), std::string("TOKEN_PARTS"));
        QCOMPARE(codeOf(token + "="), std::string("TOKEN_ENCODING"));
        QCOMPARE(codeOf(token + "\n"), std::string("TOKEN_ENCODING"));
        QCOMPARE(codeOf(std::string(70000, '.')), std::string("TOKEN_TOO_LARGE"));
        QCOMPARE(codeOf(forge(goodHeader, base::pretty(goodClaims()))), std::string("TOKEN_CLAIMS"));
        QCOMPARE(codeOf(forge(goodHeader, "[]")), std::string("TOKEN_CLAIMS"));
        QCOMPARE(codeOf(forge(goodHeader, "x")), std::string("TOKEN_CLAIMS"));
    }

    void issueRefusesWhatItWouldNotAccept()
    {
        auto c = claims();
        c.expiresAt = c.issuedAt;
        QVERIFY(!authority::issueToken(c, secret()).has_value());
        c = claims();
        c.taskId.clear();
        QVERIFY(!authority::issueToken(c, secret()).has_value());
        c = claims();
        c.specDigest = "x";
        QVERIFY(!authority::issueToken(c, secret()).has_value());
    }

    void secretFile()
    {
        const auto directory = base::TemporaryDirectory::create("countersign-test").value();
        const auto path = directory.path() / "token.secret";
        const auto made = authority::loadOrCreateSecret(path);
        QVERIFY(made.has_value());
        QCOMPARE(made->size(), std::size_t{32});
        QVERIFY(made->view() != std::string(32, '\0'));
        struct stat info{};
        QCOMPARE(::stat(path.c_str(), &info), 0);
        QCOMPARE(info.st_mode & 07777U, mode_t{0600});
        QVERIFY(authority::loadOrCreateSecret(path)->view() == made->view());
        const auto other = authority::loadOrCreateSecret(directory.path() / "other");
        QVERIFY(other->view() != made->view());
        std::size_t files = 0;
        for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(directory.path()))
            ++files;
        QCOMPARE(files, std::size_t{2});
    }

    void secretFileDamaged()
    {
        const auto directory = base::TemporaryDirectory::create("countersign-test").value();
        const auto path = directory.path() / "token.secret";
        const auto code = [](const std::filesystem::path& file) { return std::string(authority::loadOrCreateSecret(file).error().code()); };
        QVERIFY(base::writeFileAtomically(path, std::string(32, 'x'), 0644).has_value());
        QCOMPARE(code(path), std::string("TOKEN_SECRET_MODE"));
        QCOMPARE(::chmod(path.c_str(), 0620), 0);
        QCOMPARE(code(path), std::string("TOKEN_SECRET_MODE"));
        QVERIFY(base::writeFileAtomically(path, std::string(31, 'x'), 0600).has_value());
        QCOMPARE(code(path), std::string("TOKEN_SECRET_SIZE"));
        QVERIFY(base::writeFileAtomically(path, "", 0600).has_value());
        QCOMPARE(code(path), std::string("TOKEN_SECRET_SIZE"));
        QCOMPARE(code(directory.path()), std::string("TOKEN_SECRET_MODE"));
        QCOMPARE(code(directory.path() / "none" / "secret"), std::string("TOKEN_SECRET_MISSING"));
        std::filesystem::create_symlink(path, directory.path() / "link");
        QCOMPARE(code(directory.path() / "link"), std::string("TOKEN_SECRET_MISSING"));
    }

    void secretMadeByManyAtOnce()
    {
        for (int round = 0; round < 20; ++round) {
            const auto directory = base::TemporaryDirectory::create("countersign-test").value();
            const auto path = directory.path() / "token.secret";
            std::vector<pid_t> children;
            for (int i = 0; i < 6; ++i)
                if (const pid_t child = ::fork(); child == 0) {
                    const auto made = authority::loadOrCreateSecret(path);
                    const auto out = directory.path() / ("seen." + std::to_string(i));
                    ::_exit(made && base::writeFileAtomically(out, made->view()) ? 0 : 1);
                } else {
                    children.push_back(child);
                }
            for (const pid_t child : children) {
                int status = 0;
                QCOMPARE(::waitpid(child, &status, 0), child);
                QCOMPARE(status, 0);
            }
            std::set<std::string> seen;
            for (int i = 0; i < 6; ++i)
                seen.insert(base::readFile(directory.path() / ("seen." + std::to_string(i))).value());
            QCOMPARE(seen.size(), std::size_t{1});
            QCOMPARE(seen.begin()->size(), std::size_t{32});
        }
    }

    void secretBytesMove()
    {
        authority::SecretBytes a(std::string_view("abc"));
        authority::SecretBytes b = std::move(a);
        QCOMPARE(b.view(), std::string_view("abc"));
        QVERIFY(a.empty()); // NOLINT: what a moved-from secret holds is the point
        const authority::SecretBytes c = b.clone();
        b.wipe();
        QVERIFY(b.empty());
        QCOMPARE(c.view(), std::string_view("abc"));
        std::string text = "passphrase";
        authority::wipe(text);
        QVERIFY(text.empty());
    }
};

QTEST_APPLESS_MAIN(TokenTest)
#include "token_test.moc"
