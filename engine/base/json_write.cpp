#include "engine/base/codes.h"
#include "engine/base/json.h"
#include "engine/base/number.h"
#include "engine/base/text.h"

#include <cmath>

namespace countersign::base {

namespace {

enum class Numbers { AsRead, Normalised };

// RFC 8785 orders members by UTF-16 code units; that differs from the order of UTF-8 bytes only where a name holds
// a character beyond U+FFFF (4 bytes, F0…) against one from U+E000 on (3 bytes, EE, EF).
bool utf16Less(std::string_view a, std::string_view b)
{
    const auto rank = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0xEE && byte <= 0xEF ? byte + 0x10U : static_cast<unsigned>(byte);
    };
    const std::size_t n = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < n; ++i) {
        if (a[i] == b[i])
            continue;
        const unsigned left = rank(a[i]);
        const unsigned right = rank(b[i]);
        return left == right ? static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[i]) : left < right;
    }
    return a.size() < b.size();
}

void appendString(std::string& out, std::string_view text)
{
    static constexpr std::string_view hex = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\b': out += "\\b"; break;
        case '\f': out += "\\f"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            if (byte < 0x20) {
                out += "\\u00";
                out += hex[byte >> 4];
                out += hex[byte & 15];
            } else {
                out += c;
            }
        }
    }
    out += '"';
}

// Why: one writer for all forms; containers in progress wait on an explicit stack, so depth costs no C++ stack.
class Writer
{
public:
    Writer(Numbers numbers, int indent) : m_numbers(numbers), m_indent(indent) {}

    std::string run(const Json& root)
    {
        begin(root);
        while (!m_open.empty())
            step();
        return std::move(m_out);
    }

private:
    struct Open
    {
        const Json* container;
        std::vector<const Json::object_t::value_type*> members{};
        std::size_t next = 0;
    };

    void newLine(std::size_t depth)
    {
        if (m_indent > 0) {
            m_out += '\n';
            m_out.append(depth * static_cast<std::size_t>(m_indent), ' ');
        }
    }

    void begin(const Json& value)
    {
        if (value.is_object()) {
            Open open{&value};
            for (const auto& member : value.get_ref<const Json::object_t&>())
                open.members.push_back(&member);
            std::sort(open.members.begin(), open.members.end(),
                      [](const auto* a, const auto* b) { return utf16Less(a->first, b->first); });
            m_out += '{';
            m_open.push_back(std::move(open));
        } else if (value.is_array()) {
            m_out += '[';
            m_open.push_back({&value});
        } else {
            scalar(value);
        }
    }

    void step()
    {
        Open& open = m_open.back();
        const bool object = open.container->is_object();
        const std::size_t size = open.container->size();
        if (open.next == size) {
            m_open.pop_back();
            if (size > 0)
                newLine(m_open.size());
            m_out += object ? '}' : ']';
            return;
        }
        if (open.next > 0)
            m_out += ',';
        newLine(m_open.size());
        const std::size_t index = open.next++;
        if (!object)
            return begin((*open.container)[index]);
        const auto* member = open.members[index];
        appendString(m_out, member->first);
        m_out += m_indent > 0 ? ": " : ":";
        begin(member->second);
    }

    void scalar(const Json& value)
    {
        if (value.is_string())
            appendString(m_out, value.get_ref<const std::string&>());
        else if (value.is_boolean())
            m_out += value.get<bool>() ? "true" : "false";
        else if (value.is_null() || value.is_discarded())
            m_out += "null";
        else if (isInexactNumber(value) && m_numbers == Numbers::Normalised)
            m_out += decimal(numberText(value)).text();
        else
            m_out += numberText(value);
    }

    Numbers m_numbers;
    int m_indent;
    std::string m_out{};
    std::vector<Open> m_open{};
};

const Json* findInexact(const Json& root)
{
    std::vector<const Json*> todo{&root};
    while (!todo.empty()) {
        const Json* value = todo.back();
        todo.pop_back();
        if (isInexactNumber(*value))
            return value;
        if (value->is_structured())
            for (const Json& item : *value)
                todo.push_back(&item);
    }
    return nullptr;
}

} // namespace

bool isInexactNumber(const Json& value)
{
    return value.is_binary() && value.get_binary().has_subtype() && value.get_binary().subtype() == inexactNumberSubtype;
}

bool isNumber(const Json& value) { return value.is_number() || isInexactNumber(value); }

Json inexactNumber(std::string_view text)
{
    return Json::binary(std::vector<std::uint8_t>(text.begin(), text.end()), inexactNumberSubtype);
}

std::string numberText(const Json& value)
{
    if (isInexactNumber(value))
        return {value.get_binary().begin(), value.get_binary().end()};
    if (value.is_number_unsigned())
        return std::to_string(value.get<std::uint64_t>());
    if (value.is_number_integer())
        return std::to_string(value.get<std::int64_t>());
    const double number = value.is_number() ? value.get<double>() : 0.0;
    return std::isfinite(number) ? shortestDouble(number) : "null";
}

Result<std::string> canonicalStrict(const Json& value)
{
    if (const Json* bad = findInexact(value))
        return fail(Error(codes::NumberNotExact, "the number " + elide(numberText(*bad), 60) + " is not exactly a double")
                        .advise("Use the extended form, or write a number that a double holds."));
    return Writer(Numbers::AsRead, 0).run(value);
}

std::string canonical(const Json& value) { return Writer(Numbers::Normalised, 0).run(value); }
std::string write(const Json& value) { return Writer(Numbers::AsRead, 0).run(value); }
std::string pretty(const Json& value, int indent) { return Writer(Numbers::AsRead, indent).run(value); }

} // namespace countersign::base
