#include "engine/schema/program.h"

#include <algorithm>
#include <bit>

namespace countersign::schema {

namespace {

bool isAmong(const Choices& choices, const Json& value)
{
    constexpr std::size_t comparedOneByOne = 8;
    if (const std::string* text = value.get_ptr<const std::string*>())
        return choices.strings.size() <= comparedOneByOne ? std::find(choices.strings.begin(), choices.strings.end(), *text) != choices.strings.end()
                                                         : std::binary_search(choices.strings.begin(), choices.strings.end(), *text);
    // A number that a double does not hold exactly equals none that it does.
    if (double number = 0; exactDouble(value, number))
        return std::find(choices.numbers.begin(), choices.numbers.end(), number) != choices.numbers.end();
    return !choices.others.empty() && choices.others.contains(base::canonical(value));
}

/// Without counting where the bytes tell already: a character has one to four of them.
bool isAtLeast(const std::string& text, std::size_t characters) { return text.size() >= characters && (text.size() / 4 >= characters || codePoints(text) >= characters); }
bool isAtMost(const std::string& text, std::size_t characters) { return text.size() <= characters || codePoints(text) <= characters; }

bool hasAll(const Json::object_t& object, const std::vector<std::string>& names)
{
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) { return object.find(name) != object.end(); });
}

} // namespace

void MemberTable::add(const std::string& name, Index schema, bool isRequired)
{
    const auto known = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.name == name; });
    if (known == entries.end())
        entries.push_back({name, schema, isRequired});
    else
        known->isRequired = known->isRequired || isRequired;
}

void MemberTable::seal()
{
    required = static_cast<Index>(std::count_if(entries.begin(), entries.end(), [](const Entry& entry) { return entry.isRequired; }));
    m_slots.assign(std::bit_ceil(entries.size() * 2 + 1), Slot{});
    m_mask = m_slots.size() - 1;
    m_shift = std::min(63, 64 - std::countr_zero(m_slots.size()));
    for (const Entry& entry : entries) {
        const NameKey key = NameKey::of(entry.name);
        std::size_t at = slotOf(key);
        while (m_slots[at].isTaken)
            at = (at + 1) & m_mask;
        m_slots[at] = {key, entry.schema, entry.isRequired, true, &entry.name};
    }
}

std::uint8_t kindsOf(Op op)
{
    switch (op) {
    case Op::MultipleOf:
    case Op::Minimum:
    case Op::ExclusiveMinimum:
    case Op::Maximum:
    case Op::ExclusiveMaximum: return NumberBit;
    case Op::MinLength:
    case Op::MaxLength:
    case Op::Matches: return StringBit;
    case Op::MinItems:
    case Op::MaxItems:
    case Op::UniqueItems:
    case Op::Elements:
    case Op::Contains:
    case Op::UnevaluatedItems: return ArrayBit;
    case Op::MinProperties:
    case Op::MaxProperties:
    case Op::Required:
    case Op::DependentRequired:
    case Op::DependentSchemas:
    case Op::PropertyNames:
    case Op::Members:
    case Op::UnevaluatedProperties: return ObjectBit;
    default: return 0xff;
    }
}

bool holds(const Program& program, const Step& step, const Json& value)
{
    switch (step.op) {
    case Op::Never: return false;
    case Op::Enum:
    case Op::Const: return isAmong(program.choices[step.at], value);
    case Op::MultipleOf: return !base::isNumber(value) || isMultiple(value, program.bounds[step.at]);
    case Op::Minimum: return !base::isNumber(value) || compare(value, program.bounds[step.at]) >= 0;
    case Op::ExclusiveMinimum: return !base::isNumber(value) || compare(value, program.bounds[step.at]) > 0;
    case Op::Maximum: return !base::isNumber(value) || compare(value, program.bounds[step.at]) <= 0;
    case Op::ExclusiveMaximum: return !base::isNumber(value) || compare(value, program.bounds[step.at]) < 0;
    case Op::MinLength: return !value.is_string() || isAtLeast(value.get_ref<const std::string&>(), step.at);
    case Op::MaxLength: return !value.is_string() || isAtMost(value.get_ref<const std::string&>(), step.at);
    case Op::Matches: return !value.is_string() || program.patterns[step.at].matches(value.get_ref<const std::string&>());
    case Op::MinItems: return !value.is_array() || value.size() >= step.at;
    case Op::MaxItems: return !value.is_array() || value.size() <= step.at;
    case Op::UniqueItems: return !value.is_array() || allDifferent(value);
    case Op::MinProperties: return !value.is_object() || value.size() >= step.at;
    case Op::MaxProperties: return !value.is_object() || value.size() <= step.at;
    case Op::Required: return !value.is_object() || hasAll(value.get_ref<const Json::object_t&>(), program.names[step.at]);
    case Op::DependentRequired: {
        if (!value.is_object())
            return true;
        const auto& object = value.get_ref<const Json::object_t&>();
        const auto& dependent = program.dependentNames[step.at];
        return std::all_of(dependent.begin(), dependent.end(), [&](const auto& each) { return object.find(each.first) == object.end() || hasAll(object, each.second); });
    }
    default: return true;
    }
}

} // namespace countersign::schema
