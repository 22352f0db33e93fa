#include "engine/schema/program.h"

#include <algorithm>

namespace countersign::schema {

namespace {

/// Every place of a program that names a subschema that it asks, except the plain references themselves.
template <typename Visit>
void eachAsked(Program& program, Visit visit)
{
    const auto maybe = [&](Index& index) {
        if (index != none)
            visit(index);
    };
    for (Step& step : program.steps)
        if (step.op == Op::Reference || step.op == Op::Not || step.op == Op::PropertyNames)
            visit(step.at);
    for (std::vector<Index>& list : program.lists)
        std::for_each(list.begin(), list.end(), visit);
    for (Condition& condition : program.conditions) {
        visit(condition.when);
        maybe(condition.then);
        maybe(condition.otherwise);
    }
    for (std::map<std::string, Index>& table : program.dependentSchemas)
        for (auto& [name, schema] : table)
            visit(schema);
    for (MemberTable& table : program.members) {
        for (MemberTable::Entry& entry : table.entries)
            maybe(entry.schema);
        for (auto& [pattern, schema] : table.patterns)
            visit(schema);
        maybe(table.additional);
    }
    for (ElementTable& table : program.elements) {
        std::for_each(table.prefix.begin(), table.prefix.end(), visit);
        maybe(table.rest);
    }
    for (Counted& counted : program.counted)
        visit(counted.schema);
    for (Unevaluated& unevaluated : program.unevaluated)
        visit(unevaluated.schema);
}

/// A schema that is only a $ref stands for what it refers to, where nobody asks which way an evaluation came.
void skipReferences(Program& program)
{
    const auto isOnlyReference = [&](Index index) {
        const Subschema& each = program.subschema(index);
        return each.types == 0 && each.last - each.first == 1 && program.steps[each.first].op == Op::Reference;
    };
    std::vector<Index> target(program.subschemas.size());
    for (Index index = 0; index < target.size(); ++index) {
        Index to = index;
        for (std::size_t hops = 0; isOnlyReference(to) && hops < target.size(); ++hops)
            to = program.steps[program.subschema(to).first].at;
        target[index] = isOnlyReference(to) ? index : to;
    }
    eachAsked(program, [&](Index& index) { index = target[index]; });
}

/// The highest that a step asks; tall where that is not known yet.
std::uint8_t heightBelow(const Program& program, const Step& step)
{
    std::uint8_t highest = 0;
    const auto add = [&](Index index) { highest = index == none ? highest : std::max(highest, program.subschema(index).height); };
    const auto addMembers = [&](const MemberTable& table) {
        for (const MemberTable::Entry& entry : table.entries)
            add(entry.schema);
        for (const auto& [pattern, schema] : table.patterns)
            add(schema);
        add(table.additional);
    };
    const auto addElements = [&](const ElementTable& table) {
        std::for_each(table.prefix.begin(), table.prefix.end(), add);
        add(table.rest);
    };
    switch (step.op) {
    case Op::Reference:
    case Op::Not:
    case Op::PropertyNames: add(step.at); break;
    case Op::AllOf:
    case Op::AnyOf:
    case Op::OneOf: std::for_each(program.lists[step.at].begin(), program.lists[step.at].end(), add); break;
    case Op::If:
        add(program.conditions[step.at].when);
        add(program.conditions[step.at].then);
        add(program.conditions[step.at].otherwise);
        break;
    case Op::DependentSchemas:
        for (const auto& [name, schema] : program.dependentSchemas[step.at])
            add(schema);
        break;
    case Op::Members: addMembers(program.members[step.at]); break;
    case Op::Elements: addElements(program.elements[step.at]); break;
    case Op::Contains: add(program.counted[step.at].schema); break;
    case Op::UnevaluatedProperties:
        if (const Index table = program.unevaluated[step.at].table; table != none)
            addMembers(program.members[table]);
        else
            highest = Subschema::tall;
        break;
    case Op::UnevaluatedItems:
        if (const Index table = program.unevaluated[step.at].table; table != none)
            addElements(program.elements[table]);
        else
            highest = Subschema::tall;
        break;
    default: highest = Subschema::tall; // a dynamic reference may lead anywhere
    }
    return highest;
}

/// From the lowest up: what is not reached in so many rounds is too high, or asks itself.
void measureHeights(Program& program)
{
    for (std::uint8_t round = 0; round <= quickHeight; ++round) {
        for (Subschema& each : program.subschemas) {
            if (each.height != Subschema::tall)
                continue;
            std::uint8_t highest = 0;
            for (Index at = each.firstOther; at != each.last && highest != Subschema::tall; ++at)
                highest = std::max(highest, heightBelow(program, program.steps[at]));
            const bool isLeaf = each.firstOther == each.last;
            if (isLeaf ? round == 0 : highest < round)
                each.height = round;
        }
    }
}

} // namespace

void shorten(Program& program)
{
    if (program.dynamics.empty())
        skipReferences(program);
    for (MemberTable& table : program.members)
        table.seal();
    measureHeights(program);
}

} // namespace countersign::schema
