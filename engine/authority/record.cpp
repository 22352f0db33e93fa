#include "engine/authority/record.h"

#include "engine/authority/base64url.h"
#include "engine/authority/codes.h"
#include "engine/authority/public_key.h"
#include "engine/authority/record_claims.h"
#include "engine/base/json.h"
#include "engine/base/text.h"

namespace countersign::authority {

namespace {

using base::Json;

constexpr std::size_t jwsLimit = 128U * 1024U; // claims in base64url, header and signature
constexpr base::JsonLimits headerLimits{8, 4096};
constexpr base::JsonLimits claimsLimits{64, recordClaimsLimit};

base::Result<std::array<std::string_view, 3>> splitParts(std::string_view jws)
{
    if (jws.size() > jwsLimit)
        return base::fail(codes::RecordTooLarge, "The record has " + std::to_string(jws.size()) + " bytes.");
    if (jws.find_first_of(" \t\r\n\v\f") != std::string_view::npos)
        return base::fail(codes::RecordWhitespace, "The record holds white space.");
    const std::size_t first = jws.find('.');
    const std::size_t second = first == std::string_view::npos ? first : jws.find('.', first + 1);
    if (second == std::string_view::npos || jws.find('.', second + 1) != std::string_view::npos)
        return base::fail(codes::RecordParts, "The record does not have exactly three parts.");
    return std::array{jws.substr(0, first), jws.substr(first + 1, second - first - 1), jws.substr(second + 1)};
}

base::Result<void> checkAlgorithm(std::string_view algorithm)
{
    if (algorithm != algorithmEdDsa && algorithm != algorithmRs256)
        return base::fail(codes::RecordAlgorithm, "The algorithm " + base::elide(base::visible(algorithm, false), 32) +
                                                      " is not allowed; EdDSA and RS256 are.");
    return {};
}

base::Result<void> readHeader(std::string_view part, ParsedRecord& out)
{
    CS_ASSIGN(const std::string bytes, base64UrlDecode(part));
    auto parsed = base::parseJson(bytes, headerLimits);
    if (!parsed)
        return base::fail(base::Error(codes::RecordHeader, "The header can't be read.").because(std::move(parsed.error())));
    if (!parsed->is_object())
        return base::fail(codes::RecordHeader, "The header is not a JSON object.");
    for (const auto& [key, value] : parsed->items())
        if (key != "alg" && key != "kid" && key != "typ")
            return base::fail(codes::RecordHeaderMember, "The header member " + base::elide(base::visible(key, false), 32) + " is refused.");
    for (const char* key : {"alg", "kid", "typ"})
        if (!parsed->contains(key) || !parsed->at(key).is_string())
            return base::fail(codes::RecordHeaderMember, std::string("The header has no text ") + key + ".");
    out.algorithm = parsed->at("alg").get<std::string>();
    out.keyId = parsed->at("kid").get<std::string>();
    CS_TRY(checkAlgorithm(out.algorithm));
    if (parsed->at("typ") != recordType)
        return base::fail(codes::RecordType, "The header's typ is not " + std::string(recordType) + ".");
    return {};
}

base::Result<domain::DecisionClaims> readCanonicalClaims(std::string_view bytes)
{
    if (bytes.size() > recordClaimsLimit)
        return base::fail(codes::RecordTooLarge, "The claims have " + std::to_string(bytes.size()) + " bytes; 65536 are allowed.");
    auto parsed = base::parseJson(bytes, claimsLimits);
    if (!parsed)
        return base::fail(base::Error(codes::RecordClaims, "The claims can't be read.").because(std::move(parsed.error())));
    const auto canonical = base::canonicalStrict(*parsed);
    if (!canonical || *canonical != bytes)
        return base::fail(codes::RecordNotCanonical, "The claims are not in canonical form (RFC 8785).");
    return readClaims(*parsed);
}

base::Result<void> checkKeyId(std::string_view keyId, const domain::DecisionClaims& claims)
{
    if (keyId != claims.issuer)
        return base::fail(codes::RecordKeyId, "The header names another key than the claim iss.");
    return {};
}

} // namespace

base::Result<std::string> encodeSigningInput(const domain::DecisionClaims& claims, std::string_view algorithm, std::string_view keyId)
{
    CS_TRY(checkAlgorithm(algorithm));
    CS_TRY(checkKeyId(keyId, claims));
    const Json json = domain::toJson(claims);
    CS_ASSIGN(const std::string bytes, base::canonicalStrict(json));
    CS_TRY(readCanonicalClaims(bytes));
    const Json header{{"alg", algorithm}, {"kid", keyId}, {"typ", recordType}};
    return base64UrlEncode(base::canonical(header)) + "." + base64UrlEncode(bytes);
}

std::string assemble(std::string_view signingInput, std::string_view signature)
{
    return std::string(signingInput) + "." + base64UrlEncode(signature);
}

base::Result<std::string> signRecord(const domain::DecisionClaims& claims, RecordSigner& signer)
{
    CS_ASSIGN(const std::string input, encodeSigningInput(claims, signer.algorithm(), signer.keyId()));
    CS_ASSIGN(const std::string signature, signer.sign(input));
    std::string jws = assemble(input, signature);
    CS_TRY(parseRecord(jws));
    return jws;
}

base::Result<ParsedRecord> parseRecord(std::string_view jws)
{
    CS_ASSIGN(const auto parts, splitParts(jws));
    ParsedRecord out;
    CS_TRY(readHeader(parts[0], out));
    CS_ASSIGN(const std::string claims, base64UrlDecode(parts[1]));
    CS_ASSIGN(out.signature, base64UrlDecode(parts[2]));
    CS_ASSIGN(out.claims, readCanonicalClaims(claims));
    CS_TRY(checkKeyId(out.keyId, out.claims));
    out.signingInput = jws.substr(0, parts[0].size() + 1 + parts[1].size());
    return out;
}

base::Result<void> verifySignature(const ParsedRecord& record, std::string_view publicKeyPem)
{
    CS_ASSIGN(const std::string keyId, keyIdOf(publicKeyPem));
    if (keyId != record.keyId || keyId != record.claims.issuer)
        return base::fail(codes::RecordKeyMismatch, "The record names another key.");
    return verifyBytes(publicKeyPem, record.algorithm, record.signingInput, record.signature);
}

base::Result<ParsedRecord> verifyRecord(std::string_view jws, const std::vector<domain::Signer>& signers)
{
    CS_ASSIGN(ParsedRecord record, parseRecord(jws));
    const auto signer = std::find_if(signers.begin(), signers.end(), [&](const domain::Signer& s) { return s.keyId == record.keyId; });
    if (signer == signers.end())
        return base::fail(codes::SignerUnknown, "No registered signer has the key " + record.keyId + ".");
    CS_TRY(verifySignature(record, signer->publicKeyPem));
    return record;
}

} // namespace countersign::authority
