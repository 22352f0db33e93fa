#include "engine/authority/public_key.h"

#include "engine/authority/codes.h"
#include "engine/authority/record.h"
#include "engine/base/digest.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

namespace countersign::authority {

namespace {

constexpr int smallestRsaBits = 2048;
constexpr std::size_t pemLimit = 64U * 1024U;

struct BioDeleter { void operator()(BIO* bio) const { BIO_free(bio); } };
using Bio = std::unique_ptr<BIO, BioDeleter>;

base::Result<std::string> algorithmOf(const EVP_PKEY& key)
{
    switch (EVP_PKEY_get_base_id(&key)) {
    case EVP_PKEY_ED25519: return std::string(algorithmEdDsa);
    case EVP_PKEY_RSA:
        if (const int bits = EVP_PKEY_get_bits(&key); bits < smallestRsaBits)
            return base::fail(codes::PublicKeyUnsupported, "The RSA key has " + std::to_string(bits) + " bits; 2048 are needed.");
        return std::string(algorithmRs256);
    default: return base::fail(codes::PublicKeyUnsupported, "The key is neither Ed25519 nor RSA.");
    }
}

std::string derOf(EVP_PKEY* key)
{
    unsigned char* bytes = nullptr;
    const int size = i2d_PUBKEY(key, &bytes);
    std::string out(reinterpret_cast<const char*>(bytes), size > 0 ? static_cast<std::size_t>(size) : 0);
    OPENSSL_free(bytes);
    return out;
}

base::Result<std::string> pemOf(EVP_PKEY* key)
{
    const Bio bio(BIO_new(BIO_s_mem()));
    char* text = nullptr;
    if (!bio || PEM_write_bio_PUBKEY(bio.get(), key) != 1)
        return base::fail(codes::PublicKeyInvalid, "The public key can't be written as PEM.");
    const long size = BIO_get_mem_data(bio.get(), &text);
    return std::string(text, static_cast<std::size_t>(size));
}

} // namespace

void PublicKeyDeleter::operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }

base::Result<PublicKey> loadPublicKey(std::string_view pem)
{
    if (pem.size() > pemLimit)
        return base::fail(codes::PublicKeyInvalid, "The text is too long for a public key.");
    if (pem.find("PRIVATE KEY-----") != std::string_view::npos)
        return base::fail(codes::PublicKeyPrivate, "The text holds a private key; register its public twin (.pub.pem).");
    if (pem.find("-----BEGIN PUBLIC KEY-----") == std::string_view::npos)
        return base::fail(codes::PublicKeyInvalid, "The text does not start with BEGIN PUBLIC KEY.");
    const Bio bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    PublicKey key(bio ? PEM_read_bio_PUBKEY(bio.get(), nullptr, [](char*, int, int, void*) { return -1; }, nullptr) : nullptr);
    ERR_clear_error();
    if (!key)
        return base::fail(codes::PublicKeyInvalid, "The public key can't be read.");
    return key;
}

base::Result<PublicKeyInfo> readPublicKey(std::string_view pem)
{
    CS_ASSIGN(const PublicKey key, loadPublicKey(pem));
    CS_ASSIGN(std::string algorithm, algorithmOf(*key));
    CS_ASSIGN(std::string normalised, pemOf(key.get()));
    return PublicKeyInfo{base::sha256Hex(derOf(key.get())), std::move(algorithm), std::move(normalised)};
}

base::Result<std::string> keyIdOf(std::string_view publicKeyPem)
{
    CS_ASSIGN(PublicKeyInfo info, readPublicKey(publicKeyPem));
    return std::move(info.keyId);
}

base::Result<void> verifyBytes(std::string_view publicKeyPem, std::string_view algorithm, std::string_view bytes, std::string_view signature)
{
    CS_ASSIGN(const PublicKey key, loadPublicKey(publicKeyPem));
    CS_ASSIGN(const std::string own, algorithmOf(*key));
    if (own != algorithm)
        return base::fail(codes::RecordKeyMismatch, "The record says " + std::string(algorithm) + ", the key is for " + own + ".");
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    const EVP_MD* digest = own == algorithmRs256 ? EVP_sha256() : nullptr;
    const auto data = [](std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); };
    const bool good = context && EVP_DigestVerifyInit(context.get(), nullptr, digest, nullptr, key.get()) == 1 &&
                      EVP_DigestVerify(context.get(), data(signature), signature.size(), data(bytes), bytes.size()) == 1;
    ERR_clear_error();
    if (!good)
        return base::fail(codes::RecordSignature, "The signature is not one of this key over these bytes.");
    return {};
}

} // namespace countersign::authority
