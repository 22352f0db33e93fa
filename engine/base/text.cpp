#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace countersign::base {

namespace {

struct Decoded
{
    char32_t character = 0;
    std::size_t length = 0; ///< 0: not valid
};

bool continuation(std::string_view s, std::size_t i)
{
    return i < s.size() && (static_cast<unsigned char>(s[i]) & 0xC0) == 0x80;
}

Decoded decode(std::string_view s, std::size_t i)
{
    const auto at = [&](std::size_t k) { return static_cast<char32_t>(static_cast<unsigned char>(s[k])); };
    const char32_t b = at(i);
    if (b < 0x80)
        return {b, 1};
    if (b >= 0xC2 && b <= 0xDF && continuation(s, i + 1))
        return {((b & 0x1F) << 6) | (at(i + 1) & 0x3F), 2};
    if (b >= 0xE0 && b <= 0xEF && continuation(s, i + 1) && continuation(s, i + 2)) {
        const char32_t c = ((b & 0x0F) << 12) | ((at(i + 1) & 0x3F) << 6) | (at(i + 2) & 0x3F);
        return c < 0x800 || (c >= 0xD800 && c <= 0xDFFF) ? Decoded{} : Decoded{c, 3};
    }
    if (b >= 0xF0 && b <= 0xF4 && continuation(s, i + 1) && continuation(s, i + 2) && continuation(s, i + 3)) {
        const char32_t c = ((b & 0x07) << 18) | ((at(i + 1) & 0x3F) << 12) | ((at(i + 2) & 0x3F) << 6) | (at(i + 3) & 0x3F);
        return c < 0x10000 || c > 0x10FFFF ? Decoded{} : Decoded{c, 4};
    }
    return {};
}

struct Range
{
    char32_t first;
    char32_t last;
};

// Format characters (Unicode category Cf), other default-ignorable ones, line and paragraph separators.
constexpr std::array invisibleRanges{
    Range{0xAD, 0xAD},       Range{0x34F, 0x34F},     Range{0x600, 0x605},     Range{0x61C, 0x61C},
    Range{0x6DD, 0x6DD},     Range{0x70F, 0x70F},     Range{0x8E2, 0x8E2},     Range{0x115F, 0x1160},
    Range{0x17B4, 0x17B5},   Range{0x180B, 0x180F},   Range{0x200B, 0x200F},   Range{0x2028, 0x202E},
    Range{0x2060, 0x206F},   Range{0x2800, 0x2800},   Range{0x3164, 0x3164},   Range{0xE000, 0xF8FF},
    Range{0xFE00, 0xFE0F},   Range{0xFEFF, 0xFEFF},   Range{0xFFA0, 0xFFA0},   Range{0xFFF0, 0xFFFB},
    Range{0x110BD, 0x110BD}, Range{0x1BCA0, 0x1BCA3}, Range{0x1D173, 0x1D17A}, Range{0xE0000, 0xE0FFF},
};

bool isInvisible(char32_t c)
{
    return std::any_of(invisibleRanges.begin(), invisibleRanges.end(),
                       [c](const Range& range) { return c >= range.first && c <= range.last; });
}

bool isControl(char32_t c) { return c < 0x20 || (c >= 0x7F && c <= 0x9F); }

bool isSpace(char32_t c)
{
    return c == ' ' || (c >= 9 && c <= 13) || c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

void appendMark(std::string& out, char32_t c)
{
    static constexpr std::string_view hex = "0123456789ABCDEF";
    out += "<U+";
    for (int shift = c > 0xFFFF ? (c > 0xFFFFF ? 20 : 16) : 12; shift >= 0; shift -= 4)
        out += hex[(c >> shift) & 15];
    out += '>';
}

} // namespace

std::size_t invalidUtf8(std::string_view bytes)
{
    std::size_t i = 0;
    while (i < bytes.size()) {
        std::uint64_t block = 0;
        if (i + sizeof block <= bytes.size()) {
            std::memcpy(&block, bytes.data() + i, sizeof block);
            if ((block & 0x8080808080808080ULL) == 0) {
                i += sizeof block;
                continue;
            }
        }
        const std::size_t length = decode(bytes, i).length;
        if (length == 0)
            return i;
        i += length;
    }
    return std::string_view::npos;
}

std::string toValidUtf8(std::string_view bytes)
{
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        const std::size_t bad = std::min(invalidUtf8(bytes), bytes.size());
        out += bytes.substr(0, bad);
        bytes.remove_prefix(bad);
        if (!bytes.empty()) {
            out += "\xEF\xBF\xBD";
            bytes.remove_prefix(1);
        }
    }
    return out;
}

std::string visible(std::string_view utf8, bool keepLines)
{
    std::string out;
    out.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size();) {
        const Decoded next = decode(utf8, i);
        if (next.length == 0) {
            out += "\xEF\xBF\xBD";
            ++i;
            continue;
        }
        const bool kept = keepLines && (next.character == '\n' || next.character == '\t');
        if (!kept && (isControl(next.character) || isInvisible(next.character)))
            appendMark(out, next.character);
        else
            out += utf8.substr(i, next.length);
        i += next.length;
    }
    return out;
}

std::string_view trim(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

bool isBlank(std::string_view utf8)
{
    for (std::size_t i = 0; i < utf8.size();) {
        const Decoded next = decode(utf8, i);
        if (next.length == 0 || !(isSpace(next.character) || isControl(next.character) || isInvisible(next.character)))
            return false;
        i += next.length;
    }
    return true;
}

std::size_t characters(std::string_view utf8)
{
    return static_cast<std::size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void appendUtf8(std::string& out, char32_t c)
{
    const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | (c >> 6));
        put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | (c >> 18));
        put(0x80 | ((c >> 12) & 0x3F));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    }
}

std::string elide(std::string_view utf8, std::size_t n)
{
    std::size_t i = 0;
    std::size_t cut = 0;
    for (std::size_t count = 0; i < utf8.size(); ++count) {
        if (count + 1 == n)
            cut = i;
        if (count == n)
            return std::string(utf8.substr(0, cut)) + "\xE2\x80\xA6";
        i += std::max<std::size_t>(decode(utf8, i).length, 1);
    }
    return std::string(utf8);
}

} // namespace countersign::base
