// Bytes that must not stay in memory: wiped when they go, kept out of swap where the system allows it.
// Source: SPEC section 8. Thread: belongs to one thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace countersign::authority {

/// Why a class: std::string leaves copies behind when it grows or moves; this one never copies and wipes its memory.
class SecretBytes
{
public:
    SecretBytes() = default;
    explicit SecretBytes(std::size_t size); ///< zeros, to be filled through data()
    explicit SecretBytes(std::string_view bytes);
    ~SecretBytes();
    SecretBytes(SecretBytes&& other) noexcept;
    SecretBytes& operator=(SecretBytes&& other) noexcept;
    SecretBytes(const SecretBytes&) = delete;
    SecretBytes& operator=(const SecretBytes&) = delete;

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] char* data() { return m_bytes.get(); }
    [[nodiscard]] std::string_view view() const { return {m_bytes.get(), m_size}; }
    [[nodiscard]] SecretBytes clone() const { return SecretBytes(view()); }
    void wipe();

private:
    std::unique_ptr<char[]> m_bytes{};
    std::size_t m_size = 0;
};

/// Overwrites the bytes of a text that a toolkit handed over, then empties it.
void wipe(std::string& text);

} // namespace countersign::authority
