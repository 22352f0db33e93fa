#include "engine/authority/secret_bytes.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <utility>

#include <sys/mman.h>

namespace countersign::authority {

SecretBytes::SecretBytes(std::size_t size) : m_bytes(size > 0 ? std::make_unique<char[]>(size) : nullptr), m_size(size)
{
    if (m_size > 0)
        static_cast<void>(::mlock(m_bytes.get(), m_size)); // best effort: a low limit must not stop a person from signing
}

SecretBytes::SecretBytes(std::string_view bytes) : SecretBytes(bytes.size())
{
    std::copy(bytes.begin(), bytes.end(), m_bytes.get());
}

SecretBytes::~SecretBytes() { wipe(); }

SecretBytes::SecretBytes(SecretBytes&& other) noexcept
    : m_bytes(std::move(other.m_bytes)), m_size(std::exchange(other.m_size, 0))
{
}

SecretBytes& SecretBytes::operator=(SecretBytes&& other) noexcept
{
    if (this != &other) {
        wipe();
        m_bytes = std::move(other.m_bytes);
        m_size = std::exchange(other.m_size, 0);
    }
    return *this;
}

// The page is not unlocked: locks don't nest, and another secret may share it.
void SecretBytes::wipe()
{
    if (m_size > 0)
        OPENSSL_cleanse(m_bytes.get(), m_size);
    m_bytes.reset();
    m_size = 0;
}

void wipe(std::string& text)
{
    text.resize(text.capacity());
    OPENSSL_cleanse(text.data(), text.size());
    text.clear();
}

} // namespace countersign::authority
