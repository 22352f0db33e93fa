#include "engine/authority/base64url.h"

#include "engine/authority/codes.h"

#include <QTest>

#include <set>

using namespace countersign;

class Base64UrlTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip()
    {
        std::string bytes;
        for (int i = 0; i < 600; ++i) {
            const std::string text = authority::base64UrlEncode(bytes);
            QVERIFY(text.find_first_of("=+/") == std::string::npos);
            const auto back = authority::base64UrlDecode(text);
            QVERIFY(back.has_value());
            QVERIFY(*back == bytes);
            bytes += static_cast<char>(i * 37);
        }
    }

    void known()
    {
        QCOMPARE(authority::base64UrlEncode(""), std::string());
        QCOMPARE(authority::base64UrlEncode("f"), std::string("Zg"));
        QCOMPARE(authority::base64UrlEncode("fo"), std::string("Zm8"));
        QCOMPARE(authority::base64UrlEncode("foobar"), std::string("Zm9vYmFy"));
        QCOMPARE(authority::base64UrlEncode("\xfb\xff"), std::string("-_8"));
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("padding") << QByteArray("Zg==") << QByteArray("BASE64_PADDING");
        QTest::newRow("padding inside") << QByteArray("Z=g") << QByteArray("BASE64_PADDING");
        QTest::newRow("plus") << QByteArray("+_8") << QByteArray("BASE64_ALPHABET");
        QTest::newRow("slash") << QByteArray("-/8") << QByteArray("BASE64_ALPHABET");
        QTest::newRow("blank") << QByteArray("Zm 9v") << QByteArray("BASE64_ALPHABET");
        QTest::newRow("line feed") << QByteArray("Zm9v\n") << QByteArray("BASE64_ALPHABET");
        QTest::newRow("zero byte") << QByteArray("Zm9\0", 4) << QByteArray("BASE64_ALPHABET");
        QTest::newRow("high byte") << QByteArray("Zm9\xff") << QByteArray("BASE64_ALPHABET");
        QTest::newRow("length 1") << QByteArray("Z") << QByteArray("BASE64_LENGTH");
        QTest::newRow("length 5") << QByteArray("Zm9vZ") << QByteArray("BASE64_LENGTH");
        QTest::newRow("unused bits, one byte") << QByteArray("Zh") << QByteArray("BASE64_UNUSED_BITS");
        QTest::newRow("unused bits, two bytes") << QByteArray("Zm9") << QByteArray("BASE64_UNUSED_BITS");
    }
    void refused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, code);
        const auto out = authority::base64UrlDecode(text.toStdString());
        QVERIFY(!out.has_value());
        QCOMPARE(std::string(out.error().code()), code.toStdString());
    }

    void oneTextPerValue()
    {
        static constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        std::set<std::string> values;
        int accepted = 0;
        for (const char a : alphabet)
            for (const char b : alphabet)
                if (const auto out = authority::base64UrlDecode(std::string{a, b})) {
                    ++accepted;
                    values.insert(*out);
                }
        QCOMPARE(accepted, 256);
        QCOMPARE(values.size(), std::size_t{256});
    }

    void codesAreUnique()
    {
        std::set<std::string_view> seen;
        for (const base::CodeInfo* code : authority::codes::all)
            QVERIFY2(seen.insert(code->code).second, std::string(code->code).c_str());
    }
};

QTEST_APPLESS_MAIN(Base64UrlTest)
#include "base64url_test.moc"
