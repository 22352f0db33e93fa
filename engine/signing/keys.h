// Private keys of persons: made, opened, listed. Only the console and the ctl link this. Source: SPEC section 8.
// PKCS#8 PEM under PBES2 (scrypt, AES-256-CBC), file 0600; the public twin lies beside it. Nothing here logs, prompts or
// keeps a passphrase. Thread: free functions, safe from any thread; a RecordSigner belongs to one thread at a time.
// Errors: engine/signing/codes.h.
#pragma once

#include "engine/authority/record_signer.h"
#include "engine/authority/secret_bytes.h"
#include "engine/base/result.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::signing {

using Passphrase = authority::SecretBytes;

enum class KeyAlgorithm { Ed25519, Rs256 };
/// "ed25519" or "rs256", as on the command line.
[[nodiscard]] std::optional<KeyAlgorithm> parseKeyAlgorithm(std::string_view text);

/// A key as its public twin tells it.
struct KeyEntry
{
    std::filesystem::path file{};       ///< the private key
    std::filesystem::path publicFile{}; ///< its twin
    std::string publicKeyPem{};
    std::string keyId{};     ///< SHA-256 of the DER SubjectPublicKeyInfo
    std::string algorithm{}; ///< "EdDSA" or "RS256"
};

struct GeneratedKey
{
    KeyEntry key{};
    std::vector<std::string> notices{}; ///< for example a directory that others can list
};

/// "x.pem" → "x.pub.pem", "x" → "x.pub.pem".
[[nodiscard]] std::filesystem::path publicTwin(const std::filesystem::path& file);
/// Makes directories that are missing with 0700, overwrites nothing, leaves nothing behind when it fails. RSA keys have 3072 bits.
[[nodiscard]] base::Result<GeneratedKey> generateKey(KeyAlgorithm algorithm, const std::filesystem::path& file, const Passphrase& passphrase);
/// The key, opened. Private bytes are wiped when the signer goes.
[[nodiscard]] base::Result<std::unique_ptr<authority::RecordSigner>> openKey(const std::filesystem::path& file, const Passphrase& passphrase);
/// From the public twins of a directory, by file name; needs no passphrase. A missing directory is an empty list; a twin
/// without its key, or that can't be read, is left out.
[[nodiscard]] base::Result<std::vector<KeyEntry>> listKeys(const std::filesystem::path& directory);
/// What the twin of one key file says.
[[nodiscard]] base::Result<KeyEntry> showKey(const std::filesystem::path& file);

} // namespace countersign::signing
