// What a schema and those that it takes in evaluate of a value, as far as that can be told before there is one.
#include "engine/schema/program.h"

#include <algorithm>
#include <set>

namespace countersign::schema {

namespace {

struct Foreseen
{
    MemberTable members{};
    bool allMembers = false;
    std::size_t elements = 0;
    bool allElements = false;
    bool isCertain = true; ///< else it depends on the value
};

class Foresight
{
public:
    Foresight(const Program& program, bool isOfMembers) : m_program(program), m_isOfMembers(isOfMembers) {}

    Foreseen of(Index schema, Index anything)
    {
        m_anything = anything;
        m_waiting = {{schema, true}};
        while (!m_waiting.empty() && m_out.isCertain) {
            const auto [index, isTop] = m_waiting.back();
            m_waiting.pop_back();
            if (!m_seen.insert(index).second)
                continue;
            const Subschema& each = m_program.subschema(index);
            for (Index at = each.firstOther; at != each.last; ++at)
                look(m_program.steps[at], isTop);
        }
        return std::move(m_out);
    }

private:
    void look(const Step& step, bool isTop)
    {
        switch (step.op) {
        case Op::Reference: return m_waiting.push_back({step.at, false});
        case Op::AllOf:
            for (const Index each : m_program.lists[step.at])
                m_waiting.push_back({each, false});
            return;
        case Op::Members: return addMembers(m_program.members[step.at]);
        case Op::Elements: return addElements(m_program.elements[step.at]);
        case Op::UnevaluatedProperties: m_out.allMembers = m_out.allMembers || !isTop; return;
        case Op::UnevaluatedItems: m_out.allElements = m_out.allElements || !isTop; return;
        case Op::Contains: m_out.isCertain = m_out.isCertain && m_isOfMembers; return;
        case Op::Not:
        case Op::PropertyNames: return;
        default: m_out.isCertain = false; // branches: which one it is depends on the value
        }
    }

    void addMembers(const MemberTable& table)
    {
        for (const MemberTable::Entry& each : table.entries)
            if (each.schema != none)
                m_out.members.add(each.name, m_anything, false);
        for (const auto& [pattern, schema] : table.patterns)
            m_out.members.patterns.emplace_back(pattern, m_anything);
        m_out.allMembers = m_out.allMembers || table.additional != none;
    }

    void addElements(const ElementTable& table)
    {
        m_out.elements = std::max(m_out.elements, table.prefix.size());
        m_out.allElements = m_out.allElements || table.rest != none;
    }

    struct Task
    {
        Index schema = 0;
        bool isTop = false;
    };
    const Program& m_program;
    bool m_isOfMembers;
    Index m_anything = none;
    Foreseen m_out{};
    std::vector<Task> m_waiting{};
    std::set<Index> m_seen{};
};

/// A subschema that everything fits.
Index makeAnything(Program& program)
{
    const auto index = static_cast<Index>(program.subschemas.size());
    Subschema anything;
    anything.first = anything.firstOther = anything.last = static_cast<Index>(program.steps.size());
    program.subschemas.push_back(anything);
    return index;
}

} // namespace

void foreseeEvaluated(Program& program)
{
    if (!program.tracks)
        return;
    const Index anything = makeAnything(program);
    for (Index schema = 0; schema < anything; ++schema) {
        const Subschema each = program.subschemas[schema];
        for (Index at = each.firstOther; at != each.last; ++at) {
            const Step step = program.steps[at];
            const bool isOfMembers = step.op == Op::UnevaluatedProperties;
            if (!isOfMembers && step.op != Op::UnevaluatedItems)
                continue;
            Unevaluated& unevaluated = program.unevaluated[step.at];
            Foreseen foreseen = Foresight(program, isOfMembers).of(schema, anything);
            if (!foreseen.isCertain) {
                program.tracksToAccept = true;
            } else if (isOfMembers) {
                foreseen.members.additional = foreseen.allMembers ? none : unevaluated.schema;
                unevaluated.table = static_cast<Index>(program.members.size());
                program.members.push_back(std::move(foreseen.members));
            } else {
                unevaluated.table = static_cast<Index>(program.elements.size());
                program.elements.push_back({std::vector<Index>(foreseen.elements, anything), foreseen.allElements ? none : unevaluated.schema});
            }
        }
    }
}

} // namespace countersign::schema
