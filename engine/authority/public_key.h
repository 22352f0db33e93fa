// Public keys and signatures over bytes; the only place of this folder that knows the cryptographic library's keys.
// Source: SPEC section 8. Thread: pure functions. Errors: codes PublicKey*, RecordKeyMismatch, RecordSignature.
#pragma once

#include "engine/base/result.h"

#include <openssl/types.h>

#include <memory>
#include <string_view>

namespace countersign::authority {

struct PublicKeyDeleter { void operator()(EVP_PKEY* key) const; };
using PublicKey = std::unique_ptr<EVP_PKEY, PublicKeyDeleter>;

[[nodiscard]] base::Result<PublicKey> loadPublicKey(std::string_view pem);
/// algorithm: "EdDSA" or "RS256"; it must be the key's.
[[nodiscard]] base::Result<void> verifyBytes(std::string_view publicKeyPem, std::string_view algorithm, std::string_view bytes,
                                             std::string_view signature);

} // namespace countersign::authority
