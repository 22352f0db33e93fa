#include "engine/schema/program.h"

#include <algorithm>
#include <bit>

namespace countersign::schema {

namespace {

bool isAmong(const Choices& choices, const Json& value)
{
    if (!choices.onlyStrings)
        return choices.texts.contains(base::canonical(value));
    const std::string* text = value.get_ptr<const std::string*>();
    return text != nullptr && std::find(choices.strings.begin(), choices.strings.end(), *text) != choices.strings.end();
}

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
    m_slots.assign(std::bit_ceil(entries.size() * 2 + 1), 0);
    m_mask = m_slots.size() - 1;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        std::size_t slot = hash(entries[i].name) & m_mask;
        while (m_slots[slot] != 0)
            slot = (slot + 1) & m_mask;
        m_slots[slot] = static_cast<std::uint32_t>(i + 1);
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
    case Op::MinLength: return !value.is_string() || codePoints(value.get_ref<const std::string&>()) >= step.at;
    case Op::MaxLength: return !value.is_string() || codePoints(value.get_ref<const std::string&>()) <= step.at;
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
