#include "engine/base/name.h"

#include "engine/base/codes.h"
#include "engine/base/text.h"

#include <array>

namespace countersign::base {

namespace {

constexpr std::array<std::string_view, 5> reserved{"system", "internal", "admin", "root", "builtin"};

bool segmentCharacter(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (!first && ((c >= '0' && c <= '9') || c == '_' || c == '-'));
}

Failure bad(std::string_view whole, std::string why)
{
    return fail(Error(codes::NameInvalid, "the name \"" + visible(elide(whole, 80), false) + "\" " + std::move(why))
                    .advise("A name is [[server:]namespace/]name; each part starts with a-z and goes on with a-z, 0-9, _ or -, "
                            "at most 64 characters."));
}

// Checks one part of the name that begins at offset (from 0) of the whole.
Result<std::string> segment(std::string_view whole, std::size_t offset, std::string_view part)
{
    if (part.empty())
        return bad(whole, "has an empty part at position " + std::to_string(offset + 1));
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (segmentCharacter(part[i], i == 0))
            continue;
        std::size_t length = 1;
        while (i + length < part.size() && (static_cast<unsigned char>(part[i + length]) & 0xC0) == 0x80)
            ++length;
        return bad(whole, "has the character '" + visible(part.substr(i, length), false) + "' at position " +
                              std::to_string(characters(whole.substr(0, offset + i)) + 1) + ", which is not allowed there");
    }
    if (part.size() > 64)
        return bad(whole, "has a part of " + std::to_string(part.size()) + " characters, at most 64 are allowed");
    return std::string(part);
}

} // namespace

std::string Name::text() const { return (server.empty() ? "" : server + ":") + space + "/" + name; }

Result<Name> parseName(std::string_view text)
{
    Name out;
    std::size_t offset = 0;
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        CS_ASSIGN(out.server, segment(text, 0, text.substr(0, colon)));
        offset = colon + 1;
    }
    const std::size_t slash = text.find('/', offset);
    if (slash == std::string_view::npos) {
        if (!out.server.empty())
            return bad(text, "has a server but no namespace");
        out.space = "local";
    } else {
        CS_ASSIGN(out.space, segment(text, offset, text.substr(offset, slash - offset)));
        offset = slash + 1;
    }
    CS_ASSIGN(out.name, segment(text, offset, text.substr(offset)));
    return out;
}

Result<Name> parseOwnName(std::string_view text)
{
    CS_ASSIGN(Name name, parseName(text));
    for (const std::string_view space : reserved)
        if (name.space == space)
            return fail(Error(codes::NameReserved, "the namespace \"" + name.space + "\" of \"" + name.text() + "\" is reserved")
                            .advise("Use a namespace of your own, for example local."));
    return name;
}

} // namespace countersign::base
