#include "engine/base/digest.h"

#include <openssl/evp.h>

#include <array>

namespace countersign::base {

struct Hasher::State
{
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    ~State() { EVP_MD_CTX_free(context); }
};

Hasher::Hasher() : m_state(std::make_unique<State>()) { EVP_DigestInit_ex(m_state->context, EVP_sha256(), nullptr); }
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

void Hasher::add(std::string_view bytes) { EVP_DigestUpdate(m_state->context, bytes.data(), bytes.size()); }

std::string Hasher::bytes()
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
    unsigned size = 0;
    EVP_DigestFinal_ex(m_state->context, out.data(), &size);
    return {reinterpret_cast<const char*>(out.data()), size};
}

std::string Hasher::hex() { return toHex(bytes()); }

std::string sha256Bytes(std::string_view bytes)
{
    Hasher hasher;
    hasher.add(bytes);
    return hasher.bytes();
}

std::string sha256Hex(std::string_view bytes) { return toHex(sha256Bytes(bytes)); }

std::string toHex(std::string_view bytes)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        out += digits[static_cast<unsigned char>(c) >> 4];
        out += digits[static_cast<unsigned char>(c) & 15];
    }
    return out;
}

} // namespace countersign::base
