#include "engine/authority/token.h"

#include "engine/authority/base64url.h"
#include "engine/authority/codes.h"
#include "engine/authority/record_claims.h"
#include "engine/base/ids.h"
#include "engine/base/text.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace countersign::authority {

namespace {

using base::fail;
using base::Json;
using base::Result;

constexpr std::size_t tokenLimit = 64U * 1024U;
constexpr std::int64_t largestTime = 253402300799;

Result<std::string> mac(std::string_view bytes, const SecretBytes& secret)
{
    if (secret.size() != tokenSecretSize)
        return fail(codes::TokenSecretSize, "The token secret has " + std::to_string(secret.size()) + " bytes; 32 are needed.");
    std::array<unsigned char, 32> out{};
    unsigned int size = 0;
    if (HMAC(EVP_sha256(), secret.view().data(), static_cast<int>(secret.size()), reinterpret_cast<const unsigned char*>(bytes.data()),
             bytes.size(), out.data(), &size) == nullptr || size != out.size())
        return fail(codes::TokenSignature, "The signature can't be computed.");
    return std::string(reinterpret_cast<const char*>(out.data()), out.size());
}

Json claimsJson(const TokenClaims& c)
{
    return {{"jti", c.jti},      {"iat", c.issuedAt},           {"exp", c.expiresAt},       {"task_id", c.taskId},      {"plan", c.plan},
            {"run", c.run},      {"spec_digest", c.specDigest}, {"work_tree", c.workTree},  {"consensus", c.consensus}};
}

base::Failure wrong(const char* claim, std::string_view need)
{
    return fail(codes::TokenClaimType, std::string("The claim ") + claim + " must be " + std::string(need) + ".");
}

Result<std::string> text(const Json& claims, const char* name)
{
    if (!claims.at(name).is_string() || claims.at(name).get_ref<const std::string&>().empty())
        return wrong(name, "a text");
    return claims.at(name).get<std::string>();
}

Result<std::string> digest(const Json& claims, const char* name)
{
    CS_ASSIGN(std::string out, text(claims, name));
    if (!isDigest(out))
        return wrong(name, "64 lower-case hex digits");
    return out;
}

Result<std::string> ulid(const Json& claims, const char* name)
{
    CS_ASSIGN(std::string out, text(claims, name));
    const auto parsed = base::parseUlid(out);
    if (!parsed || *parsed != out)
        return wrong(name, "an upper-case ULID");
    return out;
}

Result<std::int64_t> seconds(const Json& claims, const char* name)
{
    const Json& value = claims.at(name);
    if (!value.is_number_integer() || value.get<std::int64_t>() < 0 || value.get<std::int64_t>() > largestTime)
        return wrong(name, "seconds since 1970, as an integer");
    return value.get<std::int64_t>();
}

Result<void> checkMembers(const Json& claims)
{
    static constexpr std::array<std::string_view, 9> known{"jti", "iat", "exp", "task_id", "plan", "run", "spec_digest", "work_tree", "consensus"};
    if (claims.contains("aud"))
        return fail(codes::TokenAudience, "The token names an audience.");
    for (const auto& [key, value] : claims.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            return fail(codes::TokenClaimUnknown, "The claim " + base::elide(base::visible(key, false), 64) + " is not known.");
    for (const std::string_view name : known)
        if (!claims.contains(name))
            return fail(codes::TokenClaimMissing, "The claim " + std::string(name) + " is missing.");
    return {};
}

Result<TokenClaims> readTokenClaims(std::string_view bytes)
{
    const auto parsed = base::parseJson(bytes, {64, tokenLimit});
    if (!parsed || !parsed->is_object())
        return fail(codes::TokenClaims, "The claims are not a JSON object.");
    if (base::canonical(*parsed) != bytes)
        return fail(codes::TokenClaims, "The claims are not in canonical form.");
    CS_TRY(checkMembers(*parsed));
    TokenClaims out;
    CS_ASSIGN(out.jti, ulid(*parsed, "jti"));
    CS_ASSIGN(out.issuedAt, seconds(*parsed, "iat"));
    CS_ASSIGN(out.expiresAt, seconds(*parsed, "exp"));
    CS_ASSIGN(out.taskId, text(*parsed, "task_id"));
    CS_ASSIGN(out.plan, ulid(*parsed, "plan"));
    CS_ASSIGN(out.run, ulid(*parsed, "run"));
    CS_ASSIGN(out.specDigest, digest(*parsed, "spec_digest"));
    CS_ASSIGN(out.workTree, digest(*parsed, "work_tree"));
    out.consensus = parsed->at("consensus");
    if (!out.consensus.is_object())
        return wrong("consensus", "an object");
    if (out.expiresAt <= out.issuedAt)
        return wrong("exp", "later than iat");
    return out;
}

Result<void> checkHeader(std::string_view bytes)
{
    const auto header = base::parseJson(bytes, {8, 4096});
    if (!header || !header->is_object() || header->size() != 2 || !header->contains("alg") || !header->contains("typ"))
        return fail(codes::TokenHeader, "The header is not an object of exactly alg and typ.");
    if (header->at("alg") != "HS256")
        return fail(codes::TokenAlgorithm, "Only HS256 is allowed for tokens.");
    if (header->at("typ") != tokenType)
        return fail(codes::TokenType, "The header's typ is not " + std::string(tokenType) + ".");
    return {};
}

Result<std::string> decode(std::string_view part)
{
    auto out = base64UrlDecode(part);
    if (!out)
        return fail(base::Error(codes::TokenEncoding, "A part of the token is not strict base64url.").because(std::move(out.error())));
    return out;
}

Result<VerifiedToken> checkTimes(TokenClaims claims, base::TimeMs now)
{
    VerifiedToken out{std::move(claims)};
    const base::TimeMs ahead = out.claims.issuedAt * 1000 - now;
    if (ahead > tokenSkewSeconds * 1000)
        return fail(codes::TokenFromFuture, "The token was issued " + std::to_string((ahead + 59'999) / 60'000) + " minutes in the future; check the clock.");
    if (out.claims.expiresAt * 1000 <= now)
        return fail(codes::TokenExpired, "The token expired at " + base::isoTime(out.claims.expiresAt * 1000) + ".");
    if (ahead > 0)
        out.notices.push_back("The token was issued " + std::to_string((ahead + 999) / 1000) + " s ahead of this machine's clock.");
    return out;
}

} // namespace

Result<std::string> issueToken(const TokenClaims& claims, const SecretBytes& secret)
{
    const std::string bytes = base::canonical(claimsJson(claims));
    CS_TRY(readTokenClaims(bytes));
    const std::string input = base64UrlEncode(base::canonical({{"alg", "HS256"}, {"typ", tokenType}})) + "." + base64UrlEncode(bytes);
    CS_ASSIGN(const std::string signature, mac(input, secret));
    return input + "." + base64UrlEncode(signature);
}

Result<VerifiedToken> verifyToken(std::string_view token, const SecretBytes& secret, base::TimeMs now)
{
    if (token.size() > tokenLimit)
        return fail(codes::TokenTooLarge, "The token has " + std::to_string(token.size()) + " bytes.");
    const std::size_t first = token.find('.');
    const std::size_t last = token.rfind('.');
    if (first == std::string_view::npos || first == last || token.find('.', first + 1) != last)
        return fail(codes::TokenParts, "The token does not have exactly three parts.");
    CS_ASSIGN(const std::string header, decode(token.substr(0, first)));
    CS_TRY(checkHeader(header));
    CS_ASSIGN(const std::string signature, decode(token.substr(last + 1)));
    CS_ASSIGN(const std::string expected, mac(token.substr(0, last), secret));
    if (signature.size() != expected.size() || CRYPTO_memcmp(signature.data(), expected.data(), expected.size()) != 0)
        return fail(codes::TokenSignature, "The token is not signed with this store's secret.");
    CS_ASSIGN(const std::string bytes, decode(token.substr(first + 1, last - first - 1)));
    CS_ASSIGN(TokenClaims claims, readTokenClaims(bytes));
    return checkTimes(std::move(claims), now);
}

} // namespace countersign::authority
