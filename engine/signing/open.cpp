#include "engine/authority/record.h"
#include "engine/signing/codes.h"
#include "engine/signing/key_crypto.h"
#include "engine/signing/key_file.h"

namespace countersign::signing {

namespace {

// Why a class: the rest of the program sees a RecordSigner and no key; the key goes with it.
class FileSigner final : public authority::RecordSigner
{
public:
    FileSigner(Key key, std::string keyId, std::string algorithm)
        : m_key(std::move(key)), m_keyId(std::move(keyId)), m_algorithm(std::move(algorithm))
    {
    }
    [[nodiscard]] std::string keyId() const override { return m_keyId; }
    [[nodiscard]] std::string algorithm() const override { return m_algorithm; }
    [[nodiscard]] base::Result<std::string> sign(std::string_view bytes) override { return signBytes(m_key.get(), m_algorithm, bytes); }

private:
    Key m_key;
    std::string m_keyId;
    std::string m_algorithm;
};

} // namespace

base::Result<std::unique_ptr<authority::RecordSigner>> openKey(const std::filesystem::path& file, const Passphrase& passphrase)
{
    CS_ASSIGN(const std::string pem, readPrivateFile(file));
    if (passphrase.size() > passphraseLimit)
        return base::fail(codes::KeyWrongPassphrase, "The passphrase does not open " + file.string() + ".");
    auto key = decryptPem(pem, passphrase);
    if (!key)
        return base::fail(base::Error(key.error().info(), file.string() + ": " + key.error().message()));
    CS_ASSIGN(const std::string publicKey, publicPem(key->get()));
    CS_ASSIGN(authority::PublicKeyInfo info, authority::readPublicKey(publicKey));
    return std::make_unique<FileSigner>(std::move(*key), std::move(info.keyId), std::move(info.algorithm));
}

} // namespace countersign::signing
