// SHA-256, written as 64 lower-case hex digits. Source: SPEC section 2. Thread: pure; a Hasher belongs to one thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace countersign::base {

class Hasher
{
public:
    Hasher();
    ~Hasher();
    Hasher(Hasher&&) noexcept;
    Hasher& operator=(Hasher&&) noexcept;
    void add(std::string_view bytes);
    [[nodiscard]] std::string hex();   ///< ends the digest; 64 hex digits
    [[nodiscard]] std::string bytes(); ///< ends the digest; 32 bytes

private:
    struct State;
    std::unique_ptr<State> m_state;
};

[[nodiscard]] std::string sha256Hex(std::string_view bytes);
[[nodiscard]] std::string sha256Bytes(std::string_view bytes);
[[nodiscard]] std::string toHex(std::string_view bytes);

} // namespace countersign::base
