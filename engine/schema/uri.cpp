#include "engine/schema/uri.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace countersign::schema {

namespace {

struct Parts
{
    std::string_view scheme{};
    std::optional<std::string_view> authority{};
    std::string_view path{};
    std::optional<std::string_view> query{};
    std::string_view fragment{};
};

bool isScheme(std::string_view text)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return !text.empty() && isLetter(text.front()) && std::all_of(text.begin(), text.end(), [&](char c) {
        return isLetter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    });
}

Parts split(std::string_view text)
{
    Parts out;
    if (const std::size_t hash = text.find('#'); hash != text.npos) {
        out.fragment = text.substr(hash + 1);
        text = text.substr(0, hash);
    }
    if (const std::size_t mark = text.find('?'); mark != text.npos) {
        out.query = text.substr(mark + 1);
        text = text.substr(0, mark);
    }
    if (const std::size_t colon = text.find(':'); colon != text.npos && isScheme(text.substr(0, colon))) {
        out.scheme = text.substr(0, colon);
        text = text.substr(colon + 1);
    }
    if (text.starts_with("//")) {
        text.remove_prefix(2);
        const std::size_t slash = std::min(text.find('/'), text.size());
        out.authority = text.substr(0, slash);
        text = text.substr(slash);
    }
    out.path = text;
    return out;
}

/// Takes "." and ".." out of a path.
std::string withoutDots(std::string_view path)
{
    std::string out;
    while (!path.empty()) {
        const std::size_t next = path.find('/', path.front() == '/' ? 1 : 0);
        const std::string_view segment = path.substr(0, next);
        const bool isLast = next == path.npos;
        path = isLast ? std::string_view() : path.substr(next);
        const std::string_view name = segment.starts_with('/') ? segment.substr(1) : segment;
        if (name == "..") {
            out.erase(std::min(out.rfind('/'), out.size()));
            out += isLast ? "/" : "";
        } else if (name == ".") {
            out += isLast ? "/" : "";
        } else {
            out += segment;
        }
    }
    return out;
}

std::string merged(const Parts& base, std::string_view path)
{
    if (base.authority && base.path.empty())
        return "/" + std::string(path);
    const std::size_t slash = base.path.rfind('/');
    return (slash == base.path.npos ? std::string() : std::string(base.path.substr(0, slash + 1))) + std::string(path);
}

std::string decoded(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned byte = 0;
        const char* const first = text.data() + i + 1;
        if (text[i] == '%' && i + 2 < text.size() && std::from_chars(first, first + 2, byte, 16).ptr == first + 2) {
            out += static_cast<char>(byte);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

} // namespace

Address resolved(std::string_view baseText, std::string_view reference)
{
    const Parts base = split(baseText);
    Parts to = split(reference);
    std::string path;
    if (!to.scheme.empty()) {
        path = to.authority ? withoutDots(to.path) : std::string(to.path);
    } else {
        to.scheme = base.scheme;
        if (to.authority) {
            path = withoutDots(to.path);
        } else {
            to.authority = base.authority;
            if (to.path.empty()) {
                path = std::string(base.path);
                to.query = to.query ? to.query : base.query;
            } else {
                path = withoutDots(to.path.starts_with('/') ? std::string(to.path) : merged(base, to.path));
            }
        }
    }
    Address out;
    if (!to.scheme.empty())
        out.document = std::string(to.scheme) + ":";
    if (to.authority)
        out.document += "//" + std::string(*to.authority);
    out.document += path;
    if (to.query)
        out.document += "?" + std::string(*to.query);
    out.fragment = decoded(to.fragment);
    return out;
}

} // namespace countersign::schema
