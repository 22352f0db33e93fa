#include "engine/registry/fields.h"

#include "engine/base/name.h"
#include "engine/base/number.h"
#include "engine/base/text.h"

#include <algorithm>
#include <numeric>

namespace countersign::registry {

namespace {

const Json& emptyMap()
{
    static const Json empty = Json::object();
    return empty;
}

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    std::vector<std::size_t> before;
    for (std::size_t i = 0; i < a.size(); ++i) {
        before = row;
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j)
            row[j + 1] = std::min({row[j] + 1, before[j + 1] + 1, before[j] + (a[i] == b[j] ? 0U : 1U)});
    }
    return row[b.size()];
}

} // namespace

void Notes::at(const std::string& pointer, const base::CodeInfo& code, std::string message, std::string advice)
{
    base::Error error(code, std::move(message));
    error.at(m_document.placeOf(pointer));
    if (!advice.empty())
        error.advise(std::move(advice));
    m_problems.push_back(std::move(error));
}

void Notes::atKey(const std::string& pointer, const base::CodeInfo& code, std::string message, std::string advice)
{
    base::Error error(code, std::move(message));
    error.at(m_document.keyPlaceOf(pointer));
    if (!advice.empty())
        error.advise(std::move(advice));
    m_problems.push_back(std::move(error));
}

std::optional<std::string_view> nearest(std::string_view word, const std::vector<std::string_view>& known)
{
    std::optional<std::string_view> best;
    std::size_t bestDistance = std::min<std::size_t>(4, std::max<std::size_t>(2, word.size()));
    if (word.size() > 64)
        return best;
    for (const std::string_view each : known) {
        const std::size_t distance = editDistance(word, each);
        if (distance < bestDistance && distance < each.size()) {
            best = each;
            bestDistance = distance;
        }
    }
    return best;
}

std::string_view kindText(const Json& value)
{
    if (base::isNumber(value))
        return "a number";
    switch (value.type()) {
    case Json::value_t::null: return "null";
    case Json::value_t::boolean: return "a boolean";
    case Json::value_t::string: return "text";
    case Json::value_t::array: return "a list";
    case Json::value_t::object: return "a map";
    default: return "something else";
    }
}

std::string joined(const std::vector<std::string_view>& words)
{
    std::string out;
    for (const std::string_view word : words)
        out += (out.empty() ? "" : ", ") + std::string(word);
    return out;
}

Fields::Fields(Notes& notes, const Json& map, std::string pointer) : m_notes(notes), m_map(&map), m_pointer(std::move(pointer))
{
    if (map.is_object())
        return;
    m_map = &emptyMap();
    const std::string where = m_pointer.empty() ? "The document" : path({});
    m_notes.at(m_pointer, codes::ValueType, where + " must be a map, not " + std::string(kindText(map)) + ".");
}

void Fields::only(const std::vector<std::string_view>& keys)
{
    for (const auto& [key, value] : m_map->items()) {
        if (std::find(keys.begin(), keys.end(), key) != keys.end())
            continue;
        const auto near = nearest(key, keys);
        m_notes.atKey(pointer(key), codes::KeyUnknown, path(key) + " is not a known key.",
                      near ? "Did you mean " + std::string(*near) + "?" : "Known here: " + joined(keys) + ".");
    }
}

bool Fields::has(std::string_view key) const { return find(key) != nullptr; }

const Json* Fields::find(std::string_view key) const
{
    const auto found = m_map->find(key);
    return found == m_map->end() ? nullptr : &*found;
}

std::string Fields::pointer(std::string_view key) const { return key.empty() ? m_pointer : childPointer(m_pointer, key); }

std::string Fields::path(std::string_view key) const
{
    std::string out = m_pointer.empty() ? std::string() : m_pointer.substr(1);
    std::replace(out.begin(), out.end(), '/', '.');
    return key.empty() ? out : (out.empty() ? "" : out + ".") + std::string(key);
}

void Fields::wrongType(std::string_view key, std::string_view expected)
{
    m_notes.at(pointer(key), codes::ValueType,
               path(key) + " must be " + std::string(expected) + ", not " + std::string(kindText(*find(key))) + ".");
}

std::optional<std::string> Fields::text(std::string_view key)
{
    const Json* value = find(key);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_string()) {
        wrongType(key, "text");
        return std::nullopt;
    }
    if (base::isBlank(value->get<std::string>())) {
        m_notes.at(pointer(key), codes::ValueInvalid, path(key) + " is blank.");
        return std::nullopt;
    }
    return value->get<std::string>();
}

std::string Fields::requiredText(std::string_view key)
{
    if (!has(key))
        m_notes.at(m_pointer, codes::KeyMissing, path(key) + " is missing.");
    return text(key).value_or("");
}

std::optional<bool> Fields::boolean(std::string_view key)
{
    const Json* value = find(key);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_boolean()) {
        wrongType(key, "true or false");
        return std::nullopt;
    }
    return value->get<bool>();
}

std::optional<std::int64_t> Fields::integer(std::string_view key, std::int64_t from, std::int64_t to, std::string_view unit)
{
    const Json* value = find(key);
    if (value == nullptr)
        return std::nullopt;
    const std::string rule = (unit.empty() ? "a whole number from " : "whole " + std::string(unit) + " from ") + std::to_string(from) + " to " + std::to_string(to);
    if (!base::isNumber(*value)) {
        wrongType(key, rule);
        return std::nullopt;
    }
    if (!value->is_number_integer() || value->get<std::int64_t>() < from || value->get<std::int64_t>() > to) {
        m_notes.at(pointer(key), codes::ValueInvalid, path(key) + " must be " + rule + ", not " + base::numberText(*value) + ".");
        return std::nullopt;
    }
    return value->get<std::int64_t>();
}

std::vector<std::string> Fields::texts(std::string_view key)
{
    std::vector<std::string> out;
    const Json* value = find(key);
    if (value == nullptr)
        return out;
    if (!value->is_array()) {
        wrongType(key, "a list of texts");
        return out;
    }
    for (std::size_t i = 0; i < value->size(); ++i) {
        const Json& item = (*value)[i];
        if (item.is_string())
            out.push_back(item.get<std::string>());
        else
            m_notes.at(childPointer(pointer(key), std::to_string(i)), codes::ValueType,
                       path(key) + "." + std::to_string(i) + " must be text, not " + std::string(kindText(item)) + ".",
                       item.is_primitive() ? "Put it in quotes." : "");
    }
    return out;
}

std::vector<std::string> Fields::globs(std::string_view key)
{
    std::vector<std::string> out = texts(key);
    for (const std::string& glob : out) {
        const std::string padded = "/" + glob + "/";
        if (base::isBlank(glob) || glob.starts_with('/') || padded.find("/../") != std::string::npos)
            m_notes.at(pointer(key), codes::ValueInvalid, path(key) + " holds a glob that is not inside the resource.",
                       "Write it relative to the resource, without ...");
    }
    return out;
}

std::vector<std::string> Fields::argv(std::string_view key)
{
    const Json* value = find(key);
    if (value != nullptr && value->is_string()) {
        m_notes.at(pointer(key), codes::ValueType, path(key) + " must be a list of texts, not text.",
                   "Write each argument as an item, or [sh, -c, …] for a shell.");
        return {};
    }
    std::vector<std::string> out = texts(key);
    if (value != nullptr && value->is_array() && (value->empty() || (!out.empty() && base::isBlank(out.front()))))
        m_notes.at(pointer(key), codes::ValueInvalid, path(key) + " must name a program.");
    return out;
}

std::optional<std::size_t> Fields::choice(std::string_view key, const std::vector<std::string_view>& values)
{
    const Json* value = find(key);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_string()) {
        wrongType(key, "one of " + joined(values));
        return std::nullopt;
    }
    const std::string text = value->get<std::string>();
    const auto found = std::find(values.begin(), values.end(), text);
    if (found != values.end())
        return static_cast<std::size_t>(found - values.begin());
    const auto near = nearest(text, values);
    m_notes.at(pointer(key), codes::ValueInvalid, path(key) + " must be one of " + joined(values) + ", not " + base::visible(base::elide(text, 60), false) + ".",
               near ? "Did you mean " + std::string(*near) + "?" : "");
    return std::nullopt;
}

std::optional<Fields> Fields::map(std::string_view key)
{
    const Json* value = find(key);
    return value == nullptr ? std::nullopt : std::optional(Fields(m_notes, *value, pointer(key)));
}

std::optional<std::string> Fields::nameAt(const Json& value, const std::string& pointer, const std::string& path)
{
    if (!value.is_string()) {
        m_notes.at(pointer, codes::ValueType, path + " must be a name, not " + std::string(kindText(value)) + ".");
        return std::nullopt;
    }
    auto name = base::parseName(value.get<std::string>());
    if (name)
        return name->text();
    m_notes.at(pointer, codes::ValueInvalid, path + " is not a name: " + name.error().message());
    return std::nullopt;
}

std::optional<std::string> Fields::name(std::string_view key)
{
    const Json* value = find(key);
    return value == nullptr ? std::nullopt : nameAt(*value, pointer(key), path(key));
}

std::vector<std::string> Fields::names(std::string_view key)
{
    std::vector<std::string> out;
    const Json* value = find(key);
    if (value == nullptr)
        return out;
    if (!value->is_array()) {
        wrongType(key, "a list of names");
        return out;
    }
    for (std::size_t i = 0; i < value->size(); ++i) {
        const std::string itemPointer = childPointer(pointer(key), std::to_string(i));
        const auto name = nameAt((*value)[i], itemPointer, path(key) + "." + std::to_string(i));
        if (name && std::find(out.begin(), out.end(), *name) != out.end())
            m_notes.at(itemPointer, codes::ValueInvalid, *name + " stands in " + path(key) + " twice.");
        else if (name)
            out.push_back(*name);
    }
    return out;
}

std::string Fields::ownName()
{
    const Json* value = find("name");
    if (value == nullptr) {
        m_notes.at(m_pointer, codes::KeyMissing, path("name") + " is missing.");
        return {};
    }
    if (!value->is_string()) {
        m_notes.at(pointer("name"), codes::ValueType, path("name") + " must be text, not " + std::string(kindText(*value)) + ".",
                   "A name starts with a letter.");
        return {};
    }
    auto name = base::parseOwnName(value->get<std::string>());
    if (name)
        return name->text();
    m_notes.add(base::Error(codes::RegistrationName, path("name") + ": " + name.error().message())
                    .at(m_notes.document().placeOf(pointer("name")))
                    .because(name.error()));
    return {};
}

} // namespace countersign::registry
