// Private keys as the cryptographic library holds them. Inner header of this folder. Source: SPEC section 8.
#pragma once

#include "engine/signing/keys.h"

#include <openssl/types.h>

#include <memory>
#include <string>
#include <string_view>

namespace countersign::signing {

struct KeyDeleter { void operator()(EVP_PKEY* key) const; };
using Key = std::unique_ptr<EVP_PKEY, KeyDeleter>;

inline constexpr std::size_t passphraseLimit = 1023;

[[nodiscard]] base::Result<Key> makeKey(KeyAlgorithm algorithm);
/// Ed25519, or RSA from 2048 bits: "EdDSA" or "RS256". Errors: KeyUnsupported.
[[nodiscard]] base::Result<std::string> algorithmOf(const EVP_PKEY& key);
[[nodiscard]] base::Result<std::string> publicPem(EVP_PKEY* key);
/// PKCS#8 under PBES2: scrypt (N 16384, r 8, p 5) and AES-256-CBC.
[[nodiscard]] base::Result<std::string> encryptedPem(EVP_PKEY* key, const Passphrase& passphrase);
/// Errors: KeyNotEncrypted, KeyInvalid, KeyWrongPassphrase, KeyUnsupported.
[[nodiscard]] base::Result<Key> decryptPem(std::string_view pem, const Passphrase& passphrase);
[[nodiscard]] base::Result<std::string> signBytes(EVP_PKEY* key, std::string_view algorithm, std::string_view bytes);

} // namespace countersign::signing
