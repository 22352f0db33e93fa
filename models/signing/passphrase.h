// A passphrase on its way to a key: moved, never copied, wiped when it ends. Source: SPEC section 8.
#pragma once

#include <string>
#include <string_view>

namespace countersign::models {

class Passphrase
{
public:
    Passphrase() = default;
    explicit Passphrase(std::string_view text) : m_text(text) {}
    Passphrase(Passphrase&& other) noexcept : m_text(other.m_text) { other.wipe(); }
    Passphrase& operator=(Passphrase&& other) noexcept
    {
        if (this != &other) {
            wipe();
            m_text = other.m_text;
            other.wipe();
        }
        return *this;
    }
    Passphrase(const Passphrase&) = delete;
    Passphrase& operator=(const Passphrase&) = delete;
    ~Passphrase() { wipe(); }

    [[nodiscard]] std::string_view view() const { return m_text; }
    [[nodiscard]] bool empty() const { return m_text.empty(); }
    void wipe() noexcept
    {
        volatile char* bytes = m_text.data();
        for (std::size_t i = 0; i < m_text.capacity(); ++i)
            bytes[i] = 0;
        m_text.clear();
    }

private:
    std::string m_text{};
};

} // namespace countersign::models
