// Cuts a stream of bytes into lines and keeps no more of one than it may have. Source: SPEC section 12.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace countersign::mcp {

class LineSplitter
{
public:
    struct Line
    {
        std::string_view text{}; ///< without its line feed; empty when tooLong
        bool tooLong = false;
    };
    /// longest: bytes of a line; of a longer one nothing is kept.
    explicit LineSplitter(std::size_t longest) : m_longest(longest) {}

    void feed(std::string_view bytes, const std::function<void(const Line&)>& each);
    /// What came after the last line feed.
    void finish(const std::function<void(const Line&)>& each);

private:
    std::size_t m_longest;
    std::string m_kept{};
    bool m_dropping = false;
};

} // namespace countersign::mcp
