#include "engine/base/codes.h"
#include "engine/base/json.h"
#include "engine/base/number.h"
#include "engine/base/text.h"

#include <cmath>

namespace countersign::base {

namespace {

// Why: one pass over the text without recursion on the C++ stack; containers being filled wait on m_open.
class Parser
{
public:
    Parser(std::string_view text, const JsonLimits& limits) : m_text(text), m_limits(limits) {}

    Result<Json> run()
    {
        if (m_text.size() > m_limits.bytes)
            return problem(codes::JsonTooLarge, 0,
                           "the text has " + std::to_string(m_text.size()) + " bytes, at most " +
                               std::to_string(m_limits.bytes) + " are read");
        if (m_text.starts_with("\xEF\xBB\xBF"))
            return problem(codes::JsonByteOrderMark, 0, "the text starts with a byte-order mark");
        if (const std::size_t bad = invalidUtf8(m_text); bad != std::string_view::npos)
            return problem(codes::JsonUtf8, bad, "invalid UTF-8 at byte " + std::to_string(bad));
        skipSpace();
        if (m_at == m_text.size())
            return problem(codes::JsonEmpty, m_at, "there is no JSON value");
        CS_TRY(values());
        skipSpace();
        if (m_at != m_text.size())
            return problem(codes::JsonTextAfterValue, m_at, "there is text after the value");
        return std::move(m_root);
    }

private:
    struct Open
    {
        Json* container;
        std::string key{};
    };

    [[nodiscard]] Failure problem(const CodeInfo& code, std::size_t at, std::string message) const
    {
        Place place;
        place.line = 1;
        std::size_t lineStart = 0;
        for (std::size_t i = 0; i < at && i < m_text.size(); ++i) {
            if (m_text[i] == '\n') {
                ++place.line;
                lineStart = i + 1;
            }
        }
        place.column = static_cast<int>(at - lineStart) + 1;
        return fail(Error(code, std::move(message)).at(place));
    }
    [[nodiscard]] Failure unexpected(std::string_view wanted) const
    {
        if (m_at >= m_text.size())
            return problem(codes::JsonIncomplete, m_at, "the text ends where " + std::string(wanted) + " is needed");
        return problem(codes::JsonSyntax, m_at, std::string(wanted) + " is needed here");
    }

    void skipSpace()
    {
        while (m_at < m_text.size() &&
               (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t' || m_text[m_at] == '\r'))
            ++m_at;
    }
    bool take(char c)
    {
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    // Places a finished or opened value where it belongs and returns its address.
    Json* place(Json value)
    {
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        Open& open = m_open.back();
        if (open.container->is_array()) {
            open.container->push_back(std::move(value));
            return &open.container->back();
        }
        Json& slot = open.container->get_ref<Json::object_t&>()[open.key];
        slot = std::move(value);
        return &slot;
    }

    Result<void> values()
    {
        bool needValue = true;
        for (;;) {
            if (needValue) {
                CS_ASSIGN(const bool opened, value());
                if (opened) {
                    CS_ASSIGN(const bool empty, first());
                    if (!empty)
                        continue;
                }
            }
            if (m_open.empty())
                return {};
            CS_ASSIGN(needValue, next());
        }
    }

    // Reads a scalar, or opens a container; true when it opened one.
    Result<bool> value()
    {
        skipSpace();
        if (m_at >= m_text.size())
            return unexpected("a value");
        switch (m_text[m_at]) {
        case '{': return open(Json::object());
        case '[': return open(Json::array());
        case '"': {
            CS_ASSIGN(std::string text, string());
            place(std::move(text));
            return false;
        }
        case 't': return literal("true", true);
        case 'f': return literal("false", false);
        case 'n': return literal("null", nullptr);
        default: break;
        }
        CS_TRY(number());
        return false;
    }

    Result<bool> open(Json container)
    {
        if (m_open.size() >= static_cast<std::size_t>(m_limits.depth))
            return problem(codes::JsonTooDeep, m_at, "nested over " + std::to_string(m_limits.depth) + " levels");
        ++m_at;
        Json* placed = place(std::move(container));
        m_open.push_back({placed});
        return true;
    }

    // After '{' or '[': closes an empty container (true) or reads the first key.
    Result<bool> first()
    {
        skipSpace();
        const bool object = m_open.back().container->is_object();
        if (take(object ? '}' : ']')) {
            m_open.pop_back();
            return true;
        }
        if (object)
            CS_TRY(key());
        return false;
    }

    // After a value: ',' (true: a value follows) or the container's end (false).
    Result<bool> next()
    {
        skipSpace();
        const bool object = m_open.back().container->is_object();
        if (take(',')) {
            if (object)
                CS_TRY(key());
            return true;
        }
        if (take(object ? '}' : ']')) {
            m_open.pop_back();
            return false;
        }
        return unexpected(object ? "',' or '}'" : "',' or ']'");
    }

    Result<void> key()
    {
        skipSpace();
        const std::size_t start = m_at;
        if (m_at >= m_text.size() || m_text[m_at] != '"')
            return unexpected("a member name in double quotes");
        CS_ASSIGN(std::string name, string());
        if (m_open.back().container->contains(name))
            return problem(codes::JsonDuplicateKey, start, "the member \"" + visible(elide(name, 60), false) + "\" appears twice");
        m_open.back().key = std::move(name);
        skipSpace();
        if (!take(':'))
            return unexpected("':'");
        return {};
    }

    Result<bool> literal(std::string_view word, Json value)
    {
        const std::string_view rest = m_text.substr(m_at);
        if (!rest.starts_with(word)) {
            if (word.starts_with(rest))
                return problem(codes::JsonIncomplete, m_text.size(), "the text ends inside a word");
            return unexpected("a value (true, false, null, a number, a string, an array or an object)");
        }
        m_at += word.size();
        place(std::move(value));
        return false;
    }

    [[nodiscard]] bool digit() const { return m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9'; }
    void digits()
    {
        while (digit())
            ++m_at;
    }

    Result<void> number()
    {
        const std::size_t start = m_at;
        take('-');
        if (!digit()) {
            if (m_at == start || m_at < m_text.size()) {
                m_at = start;
                return unexpected("a value (true, false, null, a number, a string, an array or an object)");
            }
            return unexpected("a digit");
        }
        if (!take('0'))
            digits();
        bool integer = true;
        if (take('.')) {
            integer = false;
            if (!digit())
                return unexpected("a digit");
            digits();
        }
        if (take('e') || take('E')) {
            integer = false;
            if (!take('+'))
                take('-');
            if (!digit())
                return unexpected("a digit");
            digits();
        }
        place(numberFromText(m_text.substr(start, m_at - start), integer));
        return {};
    }

    Result<std::string> string()
    {
        ++m_at;
        std::string out;
        for (;;) {
            std::size_t end = m_at;
            while (end < m_text.size() && m_text[end] != '"' && m_text[end] != '\\' &&
                   static_cast<unsigned char>(m_text[end]) >= 0x20)
                ++end;
            out.append(m_text.substr(m_at, end - m_at));
            m_at = end;
            if (m_at >= m_text.size())
                return problem(codes::JsonIncomplete, m_at, "the text ends inside a string");
            if (take('"'))
                return out;
            if (m_text[m_at] != '\\')
                return problem(codes::JsonSyntax, m_at, "a control character must be written as an escape");
            CS_TRY(escape(out));
        }
    }

    Result<void> escape(std::string& out)
    {
        const std::size_t start = m_at++;
        if (m_at >= m_text.size())
            return problem(codes::JsonIncomplete, m_at, "the text ends inside a string");
        const char c = m_text[m_at++];
        switch (c) {
        case '"': out += '"'; return {};
        case '\\': out += '\\'; return {};
        case '/': out += '/'; return {};
        case 'b': out += '\b'; return {};
        case 'f': out += '\f'; return {};
        case 'n': out += '\n'; return {};
        case 'r': out += '\r'; return {};
        case 't': out += '\t'; return {};
        case 'u': break;
        default: return problem(codes::JsonSyntax, start, "this escape does not exist");
        }
        CS_ASSIGN(std::uint32_t unit, hex4());
        if (unit >= 0xDC00 && unit <= 0xDFFF)
            return problem(codes::JsonSyntax, start, "half of a surrogate pair is not a character");
        if (unit >= 0xD800 && unit <= 0xDBFF) {
            if (!take('\\') || !take('u'))
                return problem(codes::JsonSyntax, start, "half of a surrogate pair is not a character");
            CS_ASSIGN(const std::uint32_t low, hex4());
            if (low < 0xDC00 || low > 0xDFFF)
                return problem(codes::JsonSyntax, start, "half of a surrogate pair is not a character");
            unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        }
        appendUtf8(out, unit);
        return {};
    }

    Result<std::uint32_t> hex4()
    {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i, ++m_at) {
            if (m_at >= m_text.size())
                return problem(codes::JsonIncomplete, m_at, "the text ends inside a string");
            const char c = m_text[m_at];
            std::uint32_t nibble = 0;
            if (c >= '0' && c <= '9')
                nibble = static_cast<std::uint32_t>(c - '0');
            else if (c >= 'a' && c <= 'f')
                nibble = static_cast<std::uint32_t>(c - 'a' + 10);
            else if (c >= 'A' && c <= 'F')
                nibble = static_cast<std::uint32_t>(c - 'A' + 10);
            else
                return problem(codes::JsonSyntax, m_at, "four hex digits are needed after \\u");
            value = value * 16 + nibble;
        }
        return value;
    }

    std::string_view m_text;
    JsonLimits m_limits;
    std::size_t m_at = 0;
    Json m_root{};
    std::vector<Open> m_open{};
};

} // namespace

Result<Json> parseJson(std::string_view text, const JsonLimits& limits) { return Parser(text, limits).run(); }

} // namespace countersign::base
