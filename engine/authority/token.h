// Validation tokens: HS256 JWT of this store, for this store. Consuming one is the store's. Source: SPEC sections 8, 14.
// Thread: pure functions; loadOrCreateSecret is safe between threads and processes. Errors: codes Token*.
#pragma once

#include "engine/authority/secret_bytes.h"
#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::authority {

inline constexpr std::string_view tokenType = "countersign-token+jwt";
inline constexpr std::int64_t tokenLifetimeSeconds = 600;
inline constexpr std::int64_t tokenSkewSeconds = 60;
inline constexpr std::size_t tokenSecretSize = 32;

struct TokenClaims
{
    std::string jti{};           ///< ULID
    std::int64_t issuedAt = 0;   ///< seconds since 1970
    std::int64_t expiresAt = 0;
    std::string taskId{};
    std::string plan{};
    std::string run{};
    std::string specDigest{};
    std::string workTree{};
    base::Json consensus = base::Json::object(); ///< the policy decision
};

struct VerifiedToken
{
    TokenClaims claims{};
    std::vector<std::string> notices{}; ///< for example a clock that is ahead
};

/// Refuses claims that it would not accept back.
[[nodiscard]] base::Result<std::string> issueToken(const TokenClaims& claims, const SecretBytes& secret);
/// Everything but its row in the store: form, algorithm, signature, claims, times. The signature is checked before any claim.
[[nodiscard]] base::Result<VerifiedToken> verifyToken(std::string_view token, const SecretBytes& secret, base::TimeMs now);

/// 32 random bytes in a 0600 file of ours. Two processes that make it at once end with the same one.
[[nodiscard]] base::Result<SecretBytes> loadOrCreateSecret(const std::filesystem::path& path);

} // namespace countersign::authority
