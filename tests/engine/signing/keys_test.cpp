#include "engine/signing/keys.h"

#include "engine/authority/record.h"
#include "engine/base/files.h"
#include "engine/signing/codes.h"

#include <QTest>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <set>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace countersign;
namespace fs = std::filesystem;

namespace {

signing::Passphrase phrase(std::string_view text) { return signing::Passphrase(text); }

mode_t modeOf(const fs::path& path)
{
    struct stat info{};
    return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 07777U : 0;
}

std::string codeOf(const fs::path& file, std::string_view passphrase)
{
    const auto out = signing::openKey(file, phrase(passphrase));
    return out ? std::string("opened") : std::string(out.error().code());
}

std::string codeOfMaking(const fs::path& file, std::string_view passphrase)
{
    const auto out = signing::generateKey(signing::KeyAlgorithm::Ed25519, file, phrase(passphrase));
    return out ? std::string("made") : std::string(out.error().code());
}

// A key of any kind, written as a stranger's tool would.
std::string pemOf(EVP_PKEY* key, const char* passphrase)
{
    BIO* bio = BIO_new(BIO_s_mem());
    PEM_write_bio_PKCS8PrivateKey(bio, key, passphrase == nullptr ? nullptr : EVP_aes_256_cbc(), passphrase,
                                  passphrase == nullptr ? 0 : static_cast<int>(std::string_view(passphrase).size()), nullptr, nullptr);
    char* text = nullptr;
    const long size = BIO_get_mem_data(bio, &text);
    std::string out(text, static_cast<std::size_t>(size));
    BIO_free(bio);
    EVP_PKEY_free(key);
    return out;
}

} // namespace

class KeysTest : public QObject
{
    Q_OBJECT

    base::TemporaryDirectory m_directory = base::TemporaryDirectory::create("countersign-test").value();
    [[nodiscard]] fs::path at(const char* name) const { return m_directory.path() / name; }

private Q_SLOTS:
    void makesAndOpens_data()
    {
        QTest::addColumn<int>("algorithm");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("signatureSize");
        QTest::newRow("ed25519") << int(signing::KeyAlgorithm::Ed25519) << QByteArray("EdDSA") << 64;
        QTest::newRow("rs256") << int(signing::KeyAlgorithm::Rs256) << QByteArray("RS256") << 384;
    }
    void makesAndOpens()
    {
        QFETCH(int, algorithm);
        QFETCH(QByteArray, name);
        QFETCH(int, signatureSize);
        const fs::path file = at(QTest::currentDataTag()) / "keys" / "me.pem";
        const auto made = signing::generateKey(static_cast<signing::KeyAlgorithm>(algorithm), file, phrase("p\xc3\xa4ss word\n"));
        QVERIFY2(made.has_value(), made ? "" : made.error().text().c_str());
        QCOMPARE(modeOf(file), mode_t{0600});
        QCOMPARE(modeOf(file.parent_path()), mode_t{0700});
        QCOMPARE(modeOf(file.parent_path().parent_path()), mode_t{0700});
        QVERIFY(made->notices.empty());
        QCOMPARE(made->key.publicFile.filename().string(), std::string("me.pub.pem"));
        QCOMPARE(base::readFile(made->key.publicFile).value(), made->key.publicKeyPem);
        QVERIFY(base::readFile(file)->starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"));
        const auto signer = signing::openKey(file, phrase("p\xc3\xa4ss word\n"));
        QVERIFY2(signer.has_value(), signer ? "" : signer.error().text().c_str());
        QCOMPARE((*signer)->algorithm(), name.toStdString());
        QCOMPARE((*signer)->keyId(), made->key.keyId);
        QCOMPARE((*signer)->keyId(), authority::keyIdOf(made->key.publicKeyPem).value());
        QCOMPARE((*signer)->sign("bytes").value().size(), std::size_t(signatureSize));
        QVERIFY((*signer)->sign("bytes").value() == (*signer)->sign("bytes").value());
        QVERIFY((*signer)->sign("").has_value());
    }

    void sealedWithScryptAndAes256()
    {
        const auto made = signing::generateKey(signing::KeyAlgorithm::Ed25519, at("seal.pem"), phrase("x")).value();
        const std::string pem = base::readFile(made.key.file).value();
        BIO* bio = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
        char* name = nullptr;
        char* header = nullptr;
        unsigned char* der = nullptr;
        long size = 0;
        QCOMPARE(PEM_read_bio(bio, &name, &header, &der, &size), 1);
        const std::string bytes(reinterpret_cast<const char*>(der), static_cast<std::size_t>(size));
        OPENSSL_free(name);
        OPENSSL_free(header);
        OPENSSL_free(der);
        BIO_free(bio);
        QVERIFY(bytes.find("\x06\x09\x2b\x06\x01\x04\x01\xda\x47\x04\x0b") != std::string::npos);     // 1.3.6.1.4.1.11591.4.11, scrypt
        QVERIFY(bytes.find("\x06\x09\x60\x86\x48\x01\x65\x03\x04\x01\x2a") != std::string::npos);     // 2.16.840.1.101.3.4.1.42, aes256-CBC
        QVERIFY(bytes.find(std::string("\x02\x02\x40\x00", 4)) != std::string::npos);                 // N = 16384
    }

    void neverOverwrites()
    {
        QCOMPARE(codeOfMaking(at("once.pem"), "x"), std::string("made"));
        const std::string before = base::readFile(at("once.pem")).value();
        QCOMPARE(codeOfMaking(at("once.pem"), "x"), std::string("KEY_EXISTS"));
        QCOMPARE(base::readFile(at("once.pem")).value(), before);
        QVERIFY(base::writeFileAtomically(at("twin.pub.pem"), "mine").has_value());
        QCOMPARE(codeOfMaking(at("twin.pem"), "x"), std::string("KEY_EXISTS"));
        QVERIFY(!fs::exists(at("twin.pem")));
        QCOMPARE(base::readFile(at("twin.pub.pem")).value(), std::string("mine"));
        fs::create_symlink(at("elsewhere"), at("link.pem"));
        QCOMPARE(codeOfMaking(at("link.pem"), "x"), std::string("KEY_EXISTS"));
        QVERIFY(!fs::exists(at("elsewhere")));
    }

    void refusesToMake()
    {
        QCOMPARE(codeOfMaking(at("none.pem"), ""), std::string("KEY_PASSPHRASE_EMPTY"));
        QCOMPARE(codeOfMaking(at("none.pem"), std::string(1024, 'x')), std::string("KEY_PASSPHRASE_TOO_LONG"));
        QVERIFY(!fs::exists(at("none.pem")));
        QVERIFY(base::writeFileAtomically(at("plain"), "").has_value());
        QCOMPARE(codeOfMaking(at("plain") / "x.pem", "x"), std::string("KEY_UNWRITABLE"));
        QCOMPARE(codeOfMaking(at("long.pem"), std::string(1023, 'x')), std::string("made"));
        QCOMPARE(codeOf(at("long.pem"), std::string(1023, 'x')), std::string("opened"));
    }

    void saysWhenTheDirectoryIsOpen()
    {
        QVERIFY(base::makeDirectory(at("open"), 0755).has_value());
        const auto made = signing::generateKey(signing::KeyAlgorithm::Ed25519, at("open") / "x.pem", phrase("x")).value();
        QCOMPARE(made.notices.size(), std::size_t{1});
    }

    void opening()
    {
        const fs::path file = at("open.pem");
        QCOMPARE(codeOfMaking(file, "right"), std::string("made"));
        QCOMPARE(codeOf(file, "right"), std::string("opened"));
        QCOMPARE(codeOf(file, "wrong"), std::string("KEY_WRONG_PASSPHRASE"));
        QCOMPARE(codeOf(file, ""), std::string("KEY_WRONG_PASSPHRASE"));
        QCOMPARE(codeOf(file, "right\n"), std::string("KEY_WRONG_PASSPHRASE"));
        QCOMPARE(codeOf(file, std::string(5000, 'x')), std::string("KEY_WRONG_PASSPHRASE"));
        QCOMPARE(ERR_peek_error(), 0UL);
        QCOMPARE(codeOf(at("no-such.pem"), "x"), std::string("KEY_NOT_FOUND"));
        QCOMPARE(codeOf(m_directory.path(), "x"), std::string("KEY_UNREADABLE"));
        for (const mode_t mode : {0640, 0604, 0620, 0602, 0610, 0644, 0777}) {
            QCOMPARE(::chmod(file.c_str(), mode), 0);
            QCOMPARE(codeOf(file, "right"), std::string("KEY_MODE_TOO_OPEN"));
        }
        QCOMPARE(::chmod(file.c_str(), 0400), 0);
        QCOMPARE(codeOf(file, "right"), std::string("opened"));
    }

    void passphraseIsInNoMessage()
    {
        const fs::path file = at("quiet.pem");
        QCOMPARE(codeOfMaking(file, "canary-right"), std::string("made"));
        const auto out = signing::openKey(file, phrase("canary-wrong"));
        QVERIFY(out.error().text().find("canary") == std::string::npos);
    }

    void foreignKeys_data()
    {
        QTest::addColumn<QByteArray>("pem");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const std::string& pem, const char* code) { QTest::newRow(name) << QByteArray::fromStdString(pem) << QByteArray(code); };
        row("pbkdf2 is read too", pemOf(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), "x"), "opened");
        row("RSA 2048", pemOf(EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", std::size_t{2048}), "x"), "opened");
        row("RSA 1024", pemOf(EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", std::size_t{1024}), "x"), "KEY_UNSUPPORTED");
        row("P-256", pemOf(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"), "x"), "KEY_UNSUPPORTED");
        row("X25519", pemOf(EVP_PKEY_Q_keygen(nullptr, nullptr, "X25519"), "x"), "KEY_UNSUPPORTED");
        row("not encrypted", pemOf(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), nullptr), "KEY_NOT_ENCRYPTED");
        row("traditional", "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----\n", "KEY_NOT_ENCRYPTED");
        row("OpenSSH", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n", "KEY_NOT_ENCRYPTED");
        row("damaged", "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n", "KEY_INVALID");
        row("asks nothing", "-----BEGIN ENCRYPTED PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n", "KEY_INVALID");
        row("public", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "KEY_INVALID");
        row("empty", "", "KEY_INVALID");
        row("too large", std::string(70000, 'x'), "KEY_INVALID");
    }
    void foreignKeys()
    {
        QFETCH(QByteArray, pem);
        QFETCH(QByteArray, code);
        QVERIFY(base::writeFileAtomically(at("foreign.pem"), pem.toStdString(), 0600).has_value());
        QCOMPARE(codeOf(at("foreign.pem"), "x"), code.toStdString());
        QCOMPARE(ERR_peek_error(), 0UL);
    }

    void twins()
    {
        QCOMPARE(signing::publicTwin("a/x.pem").string(), std::string("a/x.pub.pem"));
        QCOMPARE(signing::publicTwin("a/x").string(), std::string("a/x.pub.pem"));
        QCOMPARE(signing::publicTwin("a.b/x.key").string(), std::string("a.b/x.key.pub.pem"));
    }

    void lists()
    {
        const fs::path directory = at("list");
        QVERIFY(signing::listKeys(directory).value().empty());
        QCOMPARE(codeOfMaking(directory / "b.pem", "x"), std::string("made"));
        QCOMPARE(codeOfMaking(directory / "a", "x"), std::string("made"));
        QVERIFY(base::writeFileAtomically(directory / "alone.pub.pem", base::readFile(directory / "a.pub.pem").value()).has_value());
        QVERIFY(base::writeFileAtomically(directory / "junk.pem", "junk").has_value());
        QVERIFY(base::writeFileAtomically(directory / "junk.pub.pem", "junk").has_value());
        const auto keys = signing::listKeys(directory).value();
        QCOMPARE(keys.size(), std::size_t{2});
        QCOMPARE(keys[0].file, directory / "a");
        QCOMPARE(keys[1].file, directory / "b.pem");
        QCOMPARE(keys[1].algorithm, std::string("EdDSA"));
        QCOMPARE(keys[1].keyId, signing::openKey(directory / "b.pem", phrase("x")).value()->keyId());
        QVERIFY(keys[0].keyId != keys[1].keyId);
        QCOMPARE(signing::showKey(directory / "a")->keyId, keys[0].keyId);
        QCOMPARE(std::string(signing::showKey(directory / "none").error().code()), std::string("KEY_NOT_FOUND"));
        QVERIFY(fs::remove(directory / "b.pub.pem"));
        QCOMPARE(std::string(signing::showKey(directory / "b.pem").error().code()), std::string("KEY_TWIN_MISSING"));
    }

    void names()
    {
        QVERIFY(signing::parseKeyAlgorithm("ed25519") == signing::KeyAlgorithm::Ed25519);
        QVERIFY(signing::parseKeyAlgorithm("rs256") == signing::KeyAlgorithm::Rs256);
        for (const char* other : {"", "ED25519", "rsa", "es256", "none"})
            QVERIFY(!signing::parseKeyAlgorithm(other).has_value());
        std::set<std::string_view> seen;
        for (const base::CodeInfo* code : signing::codes::all)
            QVERIFY(seen.insert(code->code).second);
    }
};

QTEST_APPLESS_MAIN(KeysTest)
#include "keys_test.moc"
