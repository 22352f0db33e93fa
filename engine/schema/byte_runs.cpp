// Expressions that are runs of characters one after the other: read once, matched without a look back.
#include "engine/schema/pattern.h"

#include <algorithm>
#include <charconv>

namespace countersign::schema {

namespace {

constexpr std::size_t unlimited = ~std::size_t{0};
constexpr std::string_view punctuation = "^$\\.*+?()[]{}|/-";

class Reader
{
public:
    explicit Reader(std::string_view text) : m_text(text) {}

    std::optional<std::vector<ByteRun>> read()
    {
        std::vector<ByteRun> out;
        while (!m_text.empty()) {
            ByteRun run;
            if (!readSet(run.set) || !readCount(run))
                return std::nullopt;
            // Beyond ASCII a character is more bytes than one, so they can't be counted.
            if (hasMore(run.set) && (run.least > 1 || run.most != unlimited))
                return std::nullopt;
            out.push_back(run);
        }
        return isCertain(out) ? std::optional(std::move(out)) : std::nullopt;
    }

private:
    [[nodiscard]] char take()
    {
        const char c = m_text.front();
        m_text.remove_prefix(1);
        return c;
    }

    static bool hasMore(const std::bitset<256>& set) { return set[0x80]; }
    static bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }

    static void addRange(std::bitset<256>& set, unsigned char first, unsigned char last)
    {
        for (unsigned c = first; c <= last; ++c)
            set.set(c);
    }

    bool readSet(std::bitset<256>& set)
    {
        const char c = take();
        if (c == '[')
            return readClass(set);
        if (c == '\\')
            return readEscape(set);
        if (!isAscii(c) || punctuation.substr(0, punctuation.size() - 2).find(c) != std::string_view::npos)
            return false;
        set.set(static_cast<unsigned char>(c));
        return true;
    }

    bool readEscape(std::bitset<256>& set)
    {
        if (m_text.empty())
            return false;
        const char c = take();
        if (c == 'u' || c == 'x')
            return readHexadecimal(set, c == 'u' ? 4 : 2);
        if (c == 'd' || c == 'w')
            addRange(set, '0', '9');
        if (c == 'w') {
            addRange(set, 'a', 'z');
            addRange(set, 'A', 'Z');
            set.set('_');
        }
        if (c == 'd' || c == 'w')
            return true;
        set.set(static_cast<unsigned char>(c));
        return punctuation.find(c) != std::string_view::npos;
    }

    bool readHexadecimal(std::bitset<256>& set, std::size_t digits)
    {
        unsigned value = 0x80;
        if (m_text.size() >= digits && std::from_chars(m_text.data(), m_text.data() + digits, value, 16).ptr != m_text.data() + digits)
            return false;
        m_text.remove_prefix(std::min(digits, m_text.size()));
        if (value < 0x80)
            set.set(value);
        return value < 0x80;
    }

    bool readClass(std::bitset<256>& set)
    {
        const bool isNegated = m_text.starts_with('^');
        m_text.remove_prefix(isNegated ? 1 : 0);
        if (m_text.starts_with(']'))
            return false;
        while (!m_text.empty() && m_text.front() != ']') {
            const char first = take();
            if (first == '\\') {
                if (!readEscape(set) || m_text.starts_with('-'))
                    return false;
                continue;
            }
            const bool isRange = m_text.size() >= 2 && m_text[0] == '-' && m_text[1] != ']';
            const char last = isRange ? m_text[1] : first;
            if (!isAscii(first) || !isAscii(last) || last == '\\' || last < first)
                return false;
            addRange(set, static_cast<unsigned char>(first), static_cast<unsigned char>(last));
            m_text.remove_prefix(isRange ? 2 : 0);
        }
        if (m_text.empty())
            return false;
        m_text.remove_prefix(1);
        if (isNegated)
            set.flip();
        return true;
    }

    bool readCount(ByteRun& run)
    {
        if (m_text.starts_with('{'))
            return readBraces(run);
        const char c = m_text.empty() ? '\0' : m_text.front();
        if (c == '*' || c == '?')
            run.least = 0;
        if (c == '*' || c == '+')
            run.most = unlimited;
        if (c == '*' || c == '+' || c == '?')
            m_text.remove_prefix(1);
        return !m_text.starts_with('?') && !m_text.starts_with('*') && !m_text.starts_with('+') && !m_text.starts_with('{');
    }

    bool readBraces(ByteRun& run)
    {
        const std::size_t close = m_text.find('}');
        if (close == std::string_view::npos)
            return false;
        std::string_view inside = m_text.substr(1, close - 1);
        m_text.remove_prefix(close + 1);
        const std::size_t comma = inside.find(',');
        const auto number = [](std::string_view text, std::size_t& out) {
            const auto end = std::from_chars(text.data(), text.data() + text.size(), out);
            return end.ec == std::errc{} && end.ptr == text.data() + text.size();
        };
        if (!number(inside.substr(0, comma), run.least))
            return false;
        run.most = comma == std::string_view::npos ? run.least : unlimited;
        if (comma != std::string_view::npos && comma + 1 < inside.size() && !number(inside.substr(comma + 1), run.most))
            return false;
        return run.least <= run.most && !m_text.starts_with('?') && !m_text.starts_with('*') && !m_text.starts_with('+') && !m_text.starts_with('{');
    }

    /// Taking as many as there are is only right where nothing that may follow wants one of them.
    static bool isCertain(const std::vector<ByteRun>& runs)
    {
        for (std::size_t i = 0; i < runs.size(); ++i) {
            if (runs[i].least == runs[i].most)
                continue;
            for (std::size_t next = i + 1; next < runs.size(); ++next) {
                if ((runs[i].set & runs[next].set).any())
                    return false;
                if (runs[next].least > 0)
                    break;
            }
        }
        return true;
    }

    std::string_view m_text;
};

} // namespace

std::optional<std::vector<ByteRun>> byteRuns(std::string_view ecma) { return Reader(ecma).read(); }

} // namespace countersign::schema
