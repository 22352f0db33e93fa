#include "engine/base/json_pointer.h"

#include <charconv>

namespace countersign::base {

std::optional<PointerTokens> pointerTokens(std::string_view pointer)
{
    if (!pointer.starts_with('/'))
        return std::nullopt;
    PointerTokens out;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        if (pointer[i] == '/') {
            out.emplace_back();
        } else if (pointer[i] != '~') {
            out.back() += pointer[i];
        } else if (++i < pointer.size() && (pointer[i] == '0' || pointer[i] == '1')) {
            out.back() += pointer[i] == '0' ? '~' : '/';
        } else {
            return std::nullopt;
        }
    }
    return out;
}

std::optional<std::size_t> arrayIndex(const std::string& token, std::size_t size)
{
    std::size_t index = 0;
    const auto end = std::from_chars(token.data(), token.data() + token.size(), index);
    const bool plain = end.ec == std::errc{} && end.ptr == token.data() + token.size() && (token == "0" || !token.starts_with('0'));
    return plain && index < size ? std::optional(index) : std::nullopt;
}

const Json* find(const Json& value, const PointerTokens& tokens)
{
    const Json* at = &value;
    for (const std::string& token : tokens) {
        if (at->is_object()) {
            const auto member = at->find(token);
            at = member == at->end() ? nullptr : &*member;
        } else if (at->is_array()) {
            const auto index = arrayIndex(token, at->size());
            at = index ? &(*at)[*index] : nullptr;
        } else {
            at = nullptr;
        }
        if (at == nullptr)
            return nullptr;
    }
    return at;
}

} // namespace countersign::base
