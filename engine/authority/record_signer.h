// The door to a private key: the engine hands bytes to it and never sees the key. Source: SPEC section 8.
// engine/signing implements it; only the console and the ctl link that.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace countersign::authority {

class RecordSigner
{
public:
    virtual ~RecordSigner() = default;
    [[nodiscard]] virtual std::string keyId() const = 0;     ///< SHA-256 of the DER SubjectPublicKeyInfo, hex
    [[nodiscard]] virtual std::string algorithm() const = 0; ///< "EdDSA" or "RS256"
    [[nodiscard]] virtual base::Result<std::string> sign(std::string_view bytes) = 0; ///< raw signature
};

} // namespace countersign::authority
