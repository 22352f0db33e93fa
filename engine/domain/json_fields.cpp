#include "engine/domain/json_fields.h"

namespace countersign::domain {

namespace {
const Json* find(const Json& object, const char* key)
{
    if (!object.is_object())
        return nullptr;
    const auto it = object.find(key);
    return it == object.end() ? nullptr : &*it;
}
} // namespace

std::string textOr(const Json& object, const char* key, std::string fallback)
{
    const Json* value = find(object, key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::move(fallback);
}

bool boolOr(const Json& object, const char* key, bool fallback)
{
    const Json* value = find(object, key);
    return value != nullptr && value->is_boolean() ? value->get<bool>() : fallback;
}

std::int64_t integerOr(const Json& object, const char* key, std::int64_t fallback)
{
    const Json* value = find(object, key);
    return value != nullptr && value->is_number_integer() ? value->get<std::int64_t>() : fallback;
}

std::optional<std::string> optionalText(const Json& object, const char* key)
{
    const Json* value = find(object, key);
    return value != nullptr && value->is_string() ? std::optional(value->get<std::string>()) : std::nullopt;
}

std::vector<std::string> texts(const Json& object, const char* key)
{
    std::vector<std::string> out;
    if (const Json* value = find(object, key); value != nullptr && value->is_array())
        for (const Json& item : *value)
            if (item.is_string())
                out.push_back(item.get<std::string>());
    return out;
}

const Json& memberOr(const Json& object, const char* key, const Json& fallback)
{
    const Json* value = find(object, key);
    return value != nullptr ? *value : fallback;
}

Json memberOr(const Json& object, const char* key, Json&& fallback)
{
    const Json* value = find(object, key);
    return value != nullptr ? *value : std::move(fallback);
}

} // namespace countersign::domain
