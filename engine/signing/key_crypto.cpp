#include "engine/signing/key_crypto.h"

#include "engine/authority/record.h"
#include "engine/signing/codes.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

namespace countersign::signing {

namespace {

using base::fail;
using base::Result;

constexpr int rsaBits = 3072;
constexpr int smallestRsaBits = 2048;
constexpr std::uint64_t scryptN = 16384;
constexpr std::uint64_t scryptR = 8;
constexpr std::uint64_t scryptP = 5;

template <typename T, void (*Free)(T*)>
struct Deleter { void operator()(T* value) const { Free(value); } };
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Deleter<EVP_PKEY_CTX, EVP_PKEY_CTX_free>>;
using PlainKey = std::unique_ptr<PKCS8_PRIV_KEY_INFO, Deleter<PKCS8_PRIV_KEY_INFO, PKCS8_PRIV_KEY_INFO_free>>;
using SealedKey = std::unique_ptr<X509_SIG, Deleter<X509_SIG, X509_SIG_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Deleter<EVP_MD_CTX, EVP_MD_CTX_free>>;
struct BioDeleter { void operator()(BIO* bio) const { BIO_free(bio); } };
using Bio = std::unique_ptr<BIO, BioDeleter>;

int noPassphrase(char*, int, int, void*) { return -1; } // never asks at the terminal

// Why a class: the library's error queue must not keep what happened here, whatever the way out.
class ErrorQueue
{
public:
    ErrorQueue() = default;
    ErrorQueue(const ErrorQueue&) = delete;
    ErrorQueue& operator=(const ErrorQueue&) = delete;
    ~ErrorQueue() { ERR_clear_error(); }
};

base::Failure cryptoFailed(const char* what) { return fail(codes::CryptoFailed, std::string(what) + " failed in the cryptographic library."); }

std::string bytesOf(BIO* bio)
{
    char* text = nullptr;
    const long size = BIO_get_mem_data(bio, &text);
    return std::string(text, static_cast<std::size_t>(size));
}

Result<SealedKey> seal(EVP_PKEY* key, const Passphrase& passphrase)
{
    const PlainKey plain(EVP_PKEY2PKCS8(key));
    X509_ALGOR* scheme = PKCS5_pbe2_set_scrypt(EVP_aes_256_cbc(), nullptr, 16, nullptr, scryptN, scryptR, scryptP);
    SealedKey out;
    if (plain && scheme != nullptr)
        out.reset(PKCS8_set0_pbe(passphrase.view().data(), static_cast<int>(passphrase.size()), plain.get(), scheme));
    if (!out) {
        X509_ALGOR_free(scheme);
        return cryptoFailed("Encrypting the key");
    }
    return out;
}

} // namespace

void KeyDeleter::operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }

Result<Key> makeKey(KeyAlgorithm algorithm)
{
    const ErrorQueue queue;
    const bool rsa = algorithm == KeyAlgorithm::Rs256;
    const KeyContext context(EVP_PKEY_CTX_new_id(rsa ? EVP_PKEY_RSA : EVP_PKEY_ED25519, nullptr));
    EVP_PKEY* key = nullptr;
    if (!context || EVP_PKEY_keygen_init(context.get()) != 1 ||
        (rsa && EVP_PKEY_CTX_set_rsa_keygen_bits(context.get(), rsaBits) != 1) || EVP_PKEY_keygen(context.get(), &key) != 1)
        return cryptoFailed("Making the key");
    return Key(key);
}

Result<std::string> algorithmOf(const EVP_PKEY& key)
{
    switch (EVP_PKEY_get_base_id(&key)) {
    case EVP_PKEY_ED25519: return std::string(authority::algorithmEdDsa);
    case EVP_PKEY_RSA:
        if (const int bits = EVP_PKEY_get_bits(&key); bits < smallestRsaBits)
            return fail(codes::KeyUnsupported, "The RSA key has " + std::to_string(bits) + " bits; 2048 are needed.");
        return std::string(authority::algorithmRs256);
    default: return fail(codes::KeyUnsupported, "The key is neither Ed25519 nor RSA.");
    }
}

Result<std::string> publicPem(EVP_PKEY* key)
{
    const ErrorQueue queue;
    const Bio bio(BIO_new(BIO_s_mem()));
    if (!bio || PEM_write_bio_PUBKEY(bio.get(), key) != 1)
        return cryptoFailed("Writing the public key");
    return bytesOf(bio.get());
}

Result<std::string> encryptedPem(EVP_PKEY* key, const Passphrase& passphrase)
{
    const ErrorQueue queue;
    CS_ASSIGN(const SealedKey sealed, seal(key, passphrase));
    const Bio bio(BIO_new(BIO_s_mem()));
    if (!bio || PEM_write_bio_PKCS8(bio.get(), sealed.get()) != 1)
        return cryptoFailed("Writing the key");
    return bytesOf(bio.get());
}

Result<Key> decryptPem(std::string_view pem, const Passphrase& passphrase)
{
    const ErrorQueue queue;
    if (pem.find("-----BEGIN ENCRYPTED PRIVATE KEY-----") == std::string_view::npos) {
        if (pem.find("PRIVATE KEY-----") != std::string_view::npos)
            return fail(codes::KeyNotEncrypted, "The file holds a private key that is not PKCS#8 under a passphrase.");
        return fail(codes::KeyInvalid, "The file does not hold an encrypted private key.");
    }
    const Bio bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    const SealedKey sealed(bio ? PEM_read_bio_PKCS8(bio.get(), nullptr, noPassphrase, nullptr) : nullptr);
    if (!sealed)
        return fail(codes::KeyInvalid, "The encrypted key is damaged.");
    const PlainKey plain(PKCS8_decrypt(sealed.get(), passphrase.view().data(), static_cast<int>(passphrase.size())));
    if (!plain)
        return fail(codes::KeyWrongPassphrase, "The passphrase does not open the key.");
    Key key(EVP_PKCS82PKEY(plain.get()));
    if (!key)
        return fail(codes::KeyUnsupported, "The key is of a kind that can't be used.");
    CS_TRY(algorithmOf(*key));
    return key;
}

Result<std::string> signBytes(EVP_PKEY* key, std::string_view algorithm, std::string_view bytes)
{
    const ErrorQueue queue;
    const DigestContext context(EVP_MD_CTX_new());
    const EVP_MD* digest = algorithm == authority::algorithmRs256 ? EVP_sha256() : nullptr;
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    std::size_t size = 0;
    if (!context || EVP_DigestSignInit(context.get(), nullptr, digest, nullptr, key) != 1 ||
        EVP_DigestSign(context.get(), nullptr, &size, data, bytes.size()) != 1)
        return cryptoFailed("Signing");
    std::string out(size, '\0');
    if (EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(out.data()), &size, data, bytes.size()) != 1)
        return cryptoFailed("Signing");
    out.resize(size);
    return out;
}

} // namespace countersign::signing
