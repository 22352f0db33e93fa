#include "engine/schema/pattern.h"

#include "engine/base/text.h"
#include "engine/schema/codes.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <re2/re2.h>

namespace countersign::schema {

using base::Result;

namespace {

constexpr std::string_view special = "\\^$.|?*+()[]{}/";
constexpr std::string_view spaces = R"(\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})";
constexpr std::string_view notSpaces =
    R"(\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff})";

/// General categories by their long names; RE2 knows the short ones and the scripts.
constexpr std::pair<std::string_view, std::string_view> categories[] = {
    {"Letter", "L"}, {"Cased_Letter", "LC"}, {"Uppercase_Letter", "Lu"}, {"Lowercase_Letter", "Ll"}, {"Titlecase_Letter", "Lt"}, {"Modifier_Letter", "Lm"},
    {"Other_Letter", "Lo"}, {"Mark", "M"}, {"Nonspacing_Mark", "Mn"}, {"Spacing_Mark", "Mc"}, {"Enclosing_Mark", "Me"}, {"Number", "N"}, {"Decimal_Number", "Nd"},
    {"digit", "Nd"}, {"Letter_Number", "Nl"}, {"Other_Number", "No"}, {"Punctuation", "P"}, {"punct", "P"}, {"Connector_Punctuation", "Pc"}, {"Dash_Punctuation", "Pd"},
    {"Open_Punctuation", "Ps"}, {"Close_Punctuation", "Pe"}, {"Initial_Punctuation", "Pi"}, {"Final_Punctuation", "Pf"}, {"Other_Punctuation", "Po"},
    {"Symbol", "S"}, {"Math_Symbol", "Sm"}, {"Currency_Symbol", "Sc"}, {"Modifier_Symbol", "Sk"}, {"Other_Symbol", "So"}, {"Separator", "Z"},
    {"Space_Separator", "Zs"}, {"Line_Separator", "Zl"}, {"Paragraph_Separator", "Zp"}, {"Other", "C"}, {"Control", "Cc"}, {"Format", "Cf"}};

/// Writes an expression of ECMA-262 (with the flag u) as one of RE2, piece by piece.
class Translation
{
public:
    explicit Translation(std::string_view text) : m_text(text) {}

    Result<std::string> run()
    {
        while (m_at < m_text.size() && !m_error)
            next();
        if (m_inClass && !m_error)
            invalid("a [ is not closed");
        if (m_error)
            return base::fail(std::move(*m_error));
        return std::move(m_out);
    }

private:
    [[nodiscard]] bool ahead(std::string_view what) const { return m_text.substr(m_at).starts_with(what); }
    void invalid(const std::string& why) { m_error = base::Error(codes::SchemaInvalid, "\"" + std::string(m_text) + "\" is no regular expression: " + why); }
    void unsupported(const std::string& what)
    {
        m_error = base::Error(codes::PatternNotSupported, "\"" + std::string(m_text) + "\" has " + what + ", which takes more than linear time.").advise("Write it without.");
    }
    void copy(std::size_t count)
    {
        m_out += m_text.substr(m_at, count);
        m_at += count;
    }

    void next()
    {
        const char c = m_text[m_at];
        if (c == '\\')
            return escape();
        if (m_inClass) {
            m_inClass = c != ']';
            // Inside, RE2 takes "[:" for a class of POSIX.
            if (c == '[')
                m_out += '\\';
            return copy(1);
        }
        if (c == '[')
            return openClass();
        if (c == '(')
            return openGroup();
        if (c == '.') {
            m_out += "[^\\n\\r\\x{2028}\\x{2029}]";
            ++m_at;
            return;
        }
        copy(1);
    }

    void openClass()
    {
        if (ahead("[^]") || ahead("[]")) {
            const bool anything = ahead("[^]");
            m_out += anything ? "(?s:.)" : "[^\\x{0}-\\x{10ffff}]";
            m_at += anything ? 3 : 2;
            return;
        }
        copy(ahead("[^") ? 2 : 1);
        m_inClass = true;
    }

    void openGroup()
    {
        if (ahead("(?=") || ahead("(?!") || ahead("(?<=") || ahead("(?<!"))
            return unsupported("look-around");
        if (ahead("(?<")) {
            m_out += "(?P<";
            m_at += 3;
            return;
        }
        copy(ahead("(?:") ? 3 : 1);
    }

    void escape()
    {
        if (m_at + 1 >= m_text.size())
            return invalid("nothing follows the last \\");
        const char c = m_text[m_at + 1];
        switch (c) {
        case 's': return put(m_inClass ? std::string(spaces) : "[" + std::string(spaces) + "]", 2);
        case 'S': return put(m_inClass ? std::string(notSpaces) : "[^" + std::string(spaces) + "]", 2);
        case 'd':
        case 'D':
        case 'w':
        case 'W':
        case 't':
        case 'n':
        case 'v':
        case 'f':
        case 'r': return copy(2);
        case 'b': return put(m_inClass ? "\\x{8}" : "\\b", 2);
        case 'B': return copy(2);
        case 'u': return unicode();
        case 'x': return hexadecimal();
        case 'c': return control();
        case 'p':
        case 'P': return property();
        case 'k': return unsupported("a back-reference");
        default: break;
        }
        if (c == '0')
            return put("\\x{0}", 2);
        if (c >= '1' && c <= '9')
            return unsupported("a back-reference");
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
            return invalid("\\" + std::string(1, c) + " is no escape");
        if (static_cast<unsigned char>(c) >= 0x80)
            return put({}, 1);
        copy(2);
    }

    void put(const std::string& text, std::size_t read)
    {
        m_out += text;
        m_at += read;
    }

    [[nodiscard]] std::optional<unsigned> hex(std::size_t from, std::size_t digits) const
    {
        if (from + digits > m_text.size() || digits == 0)
            return std::nullopt;
        unsigned value = 0;
        const char* const first = m_text.data() + from;
        const auto end = std::from_chars(first, first + digits, value, 16);
        return end.ec == std::errc{} && end.ptr == first + digits ? std::optional(value) : std::nullopt;
    }

    void codePoint(unsigned value, std::size_t read)
    {
        char text[16];
        const auto end = std::to_chars(text, text + sizeof text, value, 16);
        put("\\x{" + std::string(text, end.ptr) + "}", read);
    }

    void unicode()
    {
        if (ahead("\\u{")) {
            const std::size_t close = m_text.find('}', m_at);
            const auto value = close == m_text.npos ? std::nullopt : hex(m_at + 3, close - m_at - 3);
            return value && *value <= 0x10ffff ? codePoint(*value, close + 1 - m_at) : invalid("\\u{ } names no character");
        }
        const auto high = hex(m_at + 2, 4);
        if (!high)
            return invalid("\\u needs four hexadecimal digits");
        if (*high >= 0xd800 && *high < 0xdc00 && m_text.substr(m_at + 6).starts_with("\\u")) {
            if (const auto low = hex(m_at + 8, 4); low && *low >= 0xdc00 && *low < 0xe000)
                return codePoint(0x10000 + ((*high - 0xd800) << 10) + (*low - 0xdc00), 12);
        }
        codePoint(*high, 6);
    }

    void hexadecimal()
    {
        const auto value = hex(m_at + 2, 2);
        return value ? codePoint(*value, 4) : invalid("\\x needs two hexadecimal digits");
    }

    void control()
    {
        const char letter = m_at + 2 < m_text.size() ? m_text[m_at + 2] : '\0';
        if (!((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')))
            return invalid("\\c needs a letter");
        codePoint(static_cast<unsigned>(letter) % 32, 3);
    }

    void property()
    {
        const std::size_t close = m_text.find('}', m_at);
        if (m_text.substr(m_at + 2, 1) != "{" || close == m_text.npos)
            return invalid("\\p needs a property in braces");
        std::string_view name = m_text.substr(m_at + 3, close - m_at - 3);
        for (const std::string_view prefix : {"General_Category=", "gc=", "Script=", "sc=", "Script_Extensions=", "scx="})
            if (name.starts_with(prefix))
                name.remove_prefix(prefix.size());
        const std::string negated = m_text[m_at + 1] == 'P' ? "\\P" : "\\p";
        for (const auto& [whole, brief] : categories)
            if (name == whole)
                name = brief;
        if (name == "LC")
            return put(m_inClass || negated == "\\P" ? negated + "{L}" : "[\\p{Lu}\\p{Ll}\\p{Lt}]", close + 1 - m_at);
        put(negated + "{" + std::string(name) + "}", close + 1 - m_at);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_out{};
    bool m_inClass = false;
    std::optional<base::Error> m_error{};
};

} // namespace

Result<std::string> toRe2(std::string_view ecma) { return Translation(ecma).run(); }

Result<Pattern> Pattern::compile(const std::string& ecma)
{
    Pattern out;
    out.m_text = ecma;
    std::string_view inner = ecma;
    const bool fromStart = inner.starts_with('^');
    inner.remove_prefix(fromStart ? 1 : 0);
    const bool toEnd = inner.ends_with('$') && !inner.ends_with("\\$");
    inner.remove_suffix(toEnd ? 1 : 0);
    if (inner.empty() && !(fromStart && toEnd)) {
        out.m_kind = Kind::Anything;
        return out;
    }
    if (fromStart && inner.find_first_of(special) == inner.npos) {
        out.m_kind = toEnd ? Kind::Whole : Kind::Prefix;
        out.m_literal = inner;
        return out;
    }
    if (auto runs = fromStart ? byteRuns(inner) : std::nullopt) {
        out.m_kind = Kind::Runs;
        out.m_runs = std::move(*runs);
        out.m_toEnd = toEnd;
        return out;
    }
    CS_ASSIGN(const std::string text, toRe2(ecma));
    RE2::Options options;
    options.set_log_errors(false);
    options.set_never_capture(true);
    options.set_max_mem(32 << 20);
    auto expression = std::make_shared<const RE2>(text, options);
    if (!expression->ok()) {
        const bool isTooLarge = expression->error_code() == RE2::ErrorPatternTooLarge || expression->error_code() == RE2::ErrorRepeatSize;
        return base::fail(isTooLarge ? codes::PatternNotSupported : codes::SchemaInvalid,
                          "\"" + ecma + "\" is no regular expression that can be used: " + base::toValidUtf8(expression->error()));
    }
    out.m_expression = std::move(expression);
    return out;
}

namespace {

bool matchesRuns(const std::vector<ByteRun>& runs, const std::string& text, bool toEnd)
{
    const char* at = text.data();
    const char* const end = at + text.size();
    for (const ByteRun& run : runs) {
        const auto left = static_cast<std::size_t>(end - at);
        const char* const furthest = run.most < left ? at + run.most : end;
        const char* const begin = at;
        while (at != furthest && run.set[static_cast<unsigned char>(*at)])
            ++at;
        if (static_cast<std::size_t>(at - begin) < run.least)
            return false;
    }
    return !toEnd || at == end;
}

} // namespace

bool Pattern::matches(const std::string& text) const
{
    switch (m_kind) {
    case Kind::Anything: return true;
    case Kind::Prefix: return text.starts_with(m_literal);
    case Kind::Whole: return text == m_literal;
    case Kind::Runs: return matchesRuns(m_runs, text, m_toEnd);
    case Kind::Expression: return m_expression->Match(text, 0, text.size(), RE2::UNANCHORED, nullptr, 0);
    }
    return false;
}

} // namespace countersign::schema
