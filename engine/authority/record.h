// Decision records as compact JWS: written, read strictly, verified. Source: SPEC section 8.
// Header exactly {alg, kid, typ}; claims one canonical object of at most 64 KiB. Thread: pure functions.
// Errors: codes Base64*, Record*, PublicKey*.
#pragma once

#include "engine/authority/record_signer.h"
#include "engine/base/result.h"
#include "engine/domain/decision.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::authority {

inline constexpr std::size_t recordClaimsLimit = 64U * 1024U;
inline constexpr std::string_view recordType = "countersign-decision+jwt";
inline constexpr std::string_view algorithmEdDsa = "EdDSA";
inline constexpr std::string_view algorithmRs256 = "RS256";

struct ParsedRecord
{
    std::string algorithm{};
    std::string keyId{}; ///< kid = iss
    domain::DecisionClaims claims{};
    std::string signingInput{}; ///< header.claims, as signed
    std::string signature{};    ///< raw bytes
};

/// A public key as registered. Errors: PublicKey*.
struct PublicKeyInfo
{
    std::string keyId{};     ///< SHA-256 of the DER SubjectPublicKeyInfo, hex
    std::string algorithm{}; ///< "EdDSA" or "RS256"
    std::string pem{};       ///< normalised
};
[[nodiscard]] base::Result<PublicKeyInfo> readPublicKey(std::string_view pem);
[[nodiscard]] base::Result<std::string> keyIdOf(std::string_view publicKeyPem);

/// The bytes to sign. kid must be claims.issuer. Checks the claims by the same rules as parseRecord().
[[nodiscard]] base::Result<std::string> encodeSigningInput(const domain::DecisionClaims& claims, std::string_view algorithm, std::string_view keyId);
[[nodiscard]] std::string assemble(std::string_view signingInput, std::string_view signature);
/// Sets nothing, guesses nothing: claims.issuer must be signer.keyId(). The record made is read back before it is given.
[[nodiscard]] base::Result<std::string> signRecord(const domain::DecisionClaims& claims, RecordSigner& signer);

[[nodiscard]] base::Result<ParsedRecord> parseRecord(std::string_view jws);
/// The key must be the issuer's and fit the algorithm; the signature is verified.
[[nodiscard]] base::Result<void> verifySignature(const ParsedRecord& record, std::string_view publicKeyPem);
/// parseRecord() and verifySignature() with the registered signer of that key. SIGNER_UNKNOWN when there is none.
/// Says nothing about revocation or dates: for the audit of old records.
[[nodiscard]] base::Result<ParsedRecord> verifyRecord(std::string_view jws, const std::vector<domain::Signer>& signers);

} // namespace countersign::authority
