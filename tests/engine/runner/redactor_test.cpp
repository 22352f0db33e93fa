#include "engine/runner/redactor.h"

#include "engine/runner/codes.h"

#include <QtTest>

using namespace countersign;
using runner::Redactor;
using runner::StreamRedactor;

namespace {

std::string keyBlock(const std::string& body, const std::string& kind = "")
{
    return "-----BEGIN " + kind + "PRIVATE KEY-----\n" + body + "\n-----END " + kind + "PRIVATE KEY-----";
}

} // namespace

class RedactorTest : public QObject
{
    Q_OBJECT

    Redactor m_redactor = *Redactor::create();

private Q_SLOTS:
    void secrets_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("redacted");
        const auto row = [](const char* name, const std::string& text, const std::string& redacted) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray::fromStdString(redacted);
        };
        const std::string x20 = "abcdefghij0123456789";
        row("key block", "a\n" + keyBlock("c2VjcmV0") + "\nb", "a\n[redacted: private-key]\nb");
        row("RSA key", keyBlock("c2VjcmV0", "RSA "), "[redacted: private-key]");
        row("key block without its end", "x -----BEGIN PRIVATE KEY-----\nc2VjcmV0\nMORE", "x [redacted: private-key]");
        row("AWS", "id AKIA" + std::string("IOSFODNN7EXAMPLE") + ".", "id [redacted: aws-key].");
        row("GitHub", "use ghp_" + x20 + x20 + " now", "use [redacted: github-token] now");
        row("GitLab", "glpat-" + x20, "[redacted: gitlab-token]");
        row("Slack", "xoxb-" + x20, "[redacted: slack-token]");
        row("JWT", "got eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl end", "got [redacted: jwt] end");
        row("bearer", "Authorization: Bearer canary1.canary1.canary1", "Authorization: Bearer [redacted: authorization]");
        row("address", "postgres://ada:canary2@db.example/app", "postgres://ada:[redacted: url-password]@db.example/app");
        row("address, coded, and parameter", "GET https://ada:canary7%40x@api.example/v1?access_token=canary7 failed",
            "GET https://ada:[redacted: url-password]@api.example/v1?access_token=[redacted: url-parameter] failed");
        row("assignment", "DB_PASSWORD=canary8\n", "DB_PASSWORD=[redacted: password]\n");
        row("quoted assignment", "export API_KEY=\"canary8\"\n", "export API_KEY=\"[redacted: key]\"\n");
        row("YAML", "password: canary8\n", "password: [redacted: password]\n");
        row("quoted, with spaces", "password='two words'", "password='[redacted: password]'");
        row("JSON", "{\"client_secret\":\"canary8\",\"n\":1}", "{\"client_secret\":\"[redacted: secret]\",\"n\":1}");
        row("JSON in JSON", "{\"t\":\"{\\\"password\\\":\\\"canary8\\\"}\"}", "{\"t\":\"{\\\"password\\\":\\\"[redacted: password]\\\"}\"}");
        row("token", "token: 9f8e7d6c5b4a", "token: [redacted: token]");
        row("cookie", "Set-Cookie: sid=canary10; HttpOnly\nX-Api-Key: canary10\n",
            "Set-Cookie: [redacted: cookie]\nX-Api-Key: [redacted: key]\n");
        row("two in one line", "password=canary8 password=canary9", "password=[redacted: password] password=[redacted: password]");
        row("invalid UTF-8 stays", "\xFF password=canary8 \xFE", "\xFF password=[redacted: password] \xFE");
        for (const char* plain : {"token count 4096, password policy checked, secret santa list 3 rows", "{\"passed\":true}",
                                  "syntax error, unexpected token: IDENTIFIER", "password: true", "secret=$SECRET", "tokens: 12",
                                  "https://example.org/a?b=c#d", "user@example.org", "keyboard: us", ""})
            row(plain, plain, plain);
    }
    void secrets()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, redacted);
        QCOMPARE(m_redactor.text(text.toStdString()), redacted.toStdString());
    }
    void isStable_data() { secrets_data(); }
    void isStable()
    {
        QFETCH(QByteArray, redacted);
        QCOMPARE(m_redactor.text(redacted.toStdString()), redacted.toStdString());
    }

    void dataIsRedactedByMember()
    {
        const base::Json data{{"url", "postgres://ada:canary2@db.example/app"}, {"password", "canary8"}, {"list", {{{"api_key", "canary8"}}}}, {"n", 3}};
        const base::Json redacted = m_redactor.json(data);
        QCOMPARE(redacted.dump().find("canary"), std::string::npos);
        QCOMPARE(redacted.at("n"), base::Json(3));
        QCOMPARE(redacted.at("password"), base::Json("[redacted: password]"));
        QCOMPARE(redacted.at("url"), base::Json("postgres://ada:[redacted: url-password]@db.example/app"));
    }

    void extraPatterns()
    {
        const auto redactor = Redactor::create({"ACME-([0-9]{4})", "hush"});
        QVERIFY(redactor.has_value());
        QCOMPARE(redactor->text("ACME-1234 hush ACME-12"), std::string("ACME-[redacted: pattern] [redacted: pattern] ACME-12"));
        for (const char* bad : {"(", "a*"}) {
            const auto refused = Redactor::create({bad});
            QVERIFY(!refused && refused.error().is(runner::codes::PatternInvalid));
        }
    }

    void streamCutAnywhere()
    {
        const std::string text = "start\npassword=canary8secret\n" + keyBlock("canary3canary3\ncanary3") + "\nend ghp_"
                                 + std::string(36, 'a') + "\nlast password: canary9";
        const std::string whole = m_redactor.text(text);
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            StreamRedactor stream(m_redactor);
            std::string shown = stream.add(text.substr(0, cut));
            shown += stream.add(text.substr(cut));
            shown += stream.end();
            QCOMPARE(shown, whole);
        }
    }

    void streamByteByByte()
    {
        const std::string text = "a\n" + keyBlock("canary3\ncanary3") + "\npassword=canary8\nb\n";
        StreamRedactor stream(m_redactor);
        std::string shown;
        for (const char c : text)
            shown += stream.add(std::string_view(&c, 1));
        QCOMPARE(shown + stream.end(), m_redactor.text(text));
    }

    void streamHoldsLittle()
    {
        StreamRedactor stream(m_redactor);
        std::size_t shown = 0;
        for (int i = 0; i < 1000; ++i)
            shown += stream.add(std::string(1000, 'x')).size();
        QVERIFY(shown > 900'000);
    }

    void largeTextIsQuick()
    {
        const std::string text(4U * 1024 * 1024, 'a');
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(m_redactor.text(text).size(), text.size());
        QVERIFY2(timer.elapsed() < 8000, std::to_string(timer.elapsed()).c_str());
    }
};

QTEST_APPLESS_MAIN(RedactorTest)
#include "redactor_test.moc"
