// Whether a value fits, and nothing else: stops at the first fault. A stack of its own instead of C++'s.
#include "engine/schema/program.h"

#include <algorithm>
#include <list>

namespace countersign::schema {

namespace {

enum class Answer : std::uint8_t { No, Yes, Pending };

/// A subschema whose steps after the assertions are under way.
struct Frame
{
    const Subschema* schema = nullptr;
    const Json* value = nullptr;
    Index step = 0;
    Index index = 0; ///< how far in the step
    Index count = 0;
    bool isMatched = false; ///< the member by a name or a pattern
    Json::object_t::const_iterator member{};
};

/// Schemas of a known height: a function for each height, which calls that of the next lower one. So the depth of calls has
/// a bound that does not depend on the value.
class Quick
{
public:
    explicit Quick(const Program& program) : m_program(program) {}

    [[nodiscard, gnu::always_inline]] inline bool asserts(const Subschema& schema, const Json& value, unsigned kind) const
    {
        if (schema.types != 0 && (kind & schema.types) == 0)
            return false;
        for (Index at = schema.first; at != schema.firstOther; ++at) {
            const Step& step = m_program.steps[at];
            // The table of members knows what is required, and counts it on its way.
            const bool isOther = (step.kinds & kind) == 0 || (step.op == Op::Required && schema.hasMembers);
            if (!isOther && !holds(m_program, step, value))
                return false;
        }
        return true;
    }

    [[nodiscard]] bool fits(const Subschema& schema, const Json& value) const
    {
        switch (schema.height) {
        case 0: return fits<0>(schema, value);
        case 1: return fits<1>(schema, value);
        case 2: return fits<2>(schema, value);
        case 3: return fits<3>(schema, value);
        case 4: return fits<4>(schema, value);
        case 5: return fits<5>(schema, value);
        case 6: return fits<6>(schema, value);
        case 7: return fits<7>(schema, value);
        default: return fits<quickHeight>(schema, value);
        }
    }

private:
    template <int Height>
    bool fits(const Subschema& schema, const Json& value) const
    {
        const unsigned kind = kindBits(value);
        if (!asserts(schema, value, kind))
            return false;
        if constexpr (Height > 0) {
            if ((schema.otherKinds & kind) == 0)
                return true;
            for (Index at = schema.firstOther; at != schema.last; ++at) {
                const Step& step = m_program.steps[at];
                if ((step.kinds & kind) != 0 && !passes<Height>(step, value))
                    return false;
            }
        }
        return true;
    }

    /// Most that is asked has only assertions.
    template <int Height>
    [[nodiscard, gnu::always_inline]] inline bool lower(Index index, const Json& value) const
    {
        const Subschema& schema = m_program.subschemas[index];
        return schema.height == 0 ? asserts(schema, value, kindBits(value)) : fits<Height - 1>(schema, value);
    }

    template <int Height>
    bool passes(const Step& step, const Json& value) const
    {
        const auto ask = [&](Index index) { return lower<Height>(index, value); };
        switch (step.op) {
        case Op::Reference: return ask(step.at);
        case Op::Not: return !ask(step.at);
        case Op::AllOf: return std::all_of(m_program.lists[step.at].begin(), m_program.lists[step.at].end(), ask);
        case Op::AnyOf: return std::any_of(m_program.lists[step.at].begin(), m_program.lists[step.at].end(), ask);
        case Op::OneOf: {
            int count = 0;
            for (const Index each : m_program.lists[step.at])
                if (ask(each) && ++count > 1)
                    return false;
            return count == 1;
        }
        case Op::If: {
            const Condition& condition = m_program.conditions[step.at];
            const Index branch = ask(condition.when) ? condition.then : condition.otherwise;
            return branch == none || ask(branch);
        }
        case Op::DependentSchemas: {
            const auto& table = m_program.dependentSchemas[step.at];
            return std::all_of(table.begin(), table.end(), [&](const auto& each) { return !value.contains(each.first) || ask(each.second); });
        }
        case Op::PropertyNames: {
            const auto& object = value.get_ref<const Json::object_t&>();
            return std::all_of(object.begin(), object.end(), [&](const auto& member) { return lower<Height>(step.at, Json(member.first)); });
        }
        case Op::Members: return members<Height>(m_program.members[step.at], value);
        case Op::UnevaluatedProperties: return members<Height>(m_program.members[m_program.unevaluated[step.at].table], value);
        case Op::Elements: return elements<Height>(m_program.elements[step.at], value);
        case Op::UnevaluatedItems: return elements<Height>(m_program.elements[m_program.unevaluated[step.at].table], value);
        case Op::Contains: return contains<Height>(m_program.counted[step.at], value);
        default: return false;
        }
    }

    /// One or two names are looked up in the value; else the value's names in the table.
    template <int Height>
    bool members(const MemberTable& table, const Json& value) const
    {
        const auto& object = value.get_ref<const Json::object_t&>();
        constexpr std::size_t few = 2;
        if (table.additional == none && table.patterns.empty() && table.entries.size() <= few)
            return std::all_of(table.entries.begin(), table.entries.end(), [&](const MemberTable::Entry& entry) {
                const auto member = object.find(entry.name);
                return member == object.end() ? !entry.isRequired : entry.schema == none || lower<Height>(entry.schema, member->second);
            });
        Index required = 0;
        const bool hasNames = !table.entries.empty();
        for (const auto& [name, member] : object) {
            const MemberTable::Slot* slot = hasNames ? table.find(name) : nullptr;
            required += slot != nullptr && slot->isRequired ? 1 : 0;
            bool isMatched = slot != nullptr && slot->schema != none;
            if (isMatched && !lower<Height>(slot->schema, member))
                return false;
            for (const auto& [pattern, schema] : table.patterns) {
                if (!m_program.patterns[pattern].matches(name))
                    continue;
                isMatched = true;
                if (!lower<Height>(schema, member))
                    return false;
            }
            if (!isMatched && table.additional != none && !lower<Height>(table.additional, member))
                return false;
        }
        return required == table.required;
    }

    template <int Height>
    bool elements(const ElementTable& table, const Json& value) const
    {
        const auto& list = value.get_ref<const Json::array_t&>();
        std::size_t at = 0;
        for (; at < std::min(list.size(), table.prefix.size()); ++at)
            if (!lower<Height>(table.prefix[at], list[at]))
                return false;
        if (table.rest == none)
            return true;
        const Subschema& rest = m_program.subschemas[table.rest];
        for (; at < list.size(); ++at)
            if (!(rest.height == 0 ? asserts(rest, list[at], kindBits(list[at])) : fits<Height - 1>(rest, list[at])))
                return false;
        return true;
    }

    template <int Height>
    bool contains(const Counted& counted, const Json& value) const
    {
        Index count = 0;
        for (const Json& each : value.get_ref<const Json::array_t&>()) {
            if (count >= counted.least && counted.most == none)
                return true;
            count += lower<Height>(counted.schema, each) ? 1 : 0;
        }
        return count >= counted.least && count <= counted.most;
    }

    const Program& m_program;
};

/// A step asks one subschema after the other about the value or a part of it. Most answer at once, because they have only
/// assertions; for the others a frame is pushed, the step is left, and goes on when that frame has its answer.
class Acceptor
{
public:
    Acceptor(const Program& program, std::vector<Frame>& stack) : m_program(program), m_quick(program), m_stack(stack) {}

    bool run(const Json& value)
    {
        Answer answer = ask(0, value);
        while (!m_stack.empty()) {
            if (answer != Answer::Pending && !take(m_stack.back(), answer == Answer::Yes)) {
                m_stack.pop_back();
                answer = Answer::No;
                continue;
            }
            answer = proceed(m_stack.back());
            if (answer != Answer::Pending)
                m_stack.pop_back();
        }
        return answer == Answer::Yes;
    }

private:
    Answer ask(Index index, const Json& value)
    {
        const Subschema& schema = m_program.subschemas[index];
        if (schema.height <= quickHeight)
            return m_quick.fits(schema, value) ? Answer::Yes : Answer::No;
        const unsigned kind = kindBits(value);
        if (!m_quick.asserts(schema, value, kind))
            return Answer::No;
        if ((schema.otherKinds & kind) == 0)
            return Answer::Yes;
        if (++m_steps > stepLimit || isEndless(schema, value))
            return Answer::No;
        m_stack.push_back({&schema, &value, schema.firstOther, 0, 0, false, {}});
        return Answer::Pending;
    }

    /// A schema that comes to itself again without going deeper into the value.
    [[nodiscard]] bool isEndless(const Subschema& schema, const Json& value) const
    {
        for (auto frame = m_stack.rbegin(); frame != m_stack.rend() && frame->value == &value; ++frame)
            if (frame->schema == &schema)
                return true;
        return false;
    }

    /// Goes on until a frame was pushed on top of this one, or this one has its answer.
    Answer proceed(Frame& frame)
    {
        while (frame.step != frame.schema->last) {
            const Answer answer = go(frame, m_program.steps[frame.step]);
            if (answer != Answer::Yes)
                return answer;
            ++frame.step;
            frame.index = 0;
            frame.count = 0;
        }
        return Answer::Yes;
    }

    Answer go(Frame& frame, const Step& step)
    {
        switch (step.op) {
        case Op::Reference: return once(frame, step.at);
        case Op::DynamicReference: return once(frame, dynamicTarget(step.at));
        case Op::AllOf: return allOf(frame, m_program.lists[step.at]);
        case Op::AnyOf: return anyOf(frame, m_program.lists[step.at]);
        case Op::OneOf: return oneOf(frame, m_program.lists[step.at]);
        case Op::Not: return negation(frame, step.at);
        case Op::If: return condition(frame, m_program.conditions[step.at]);
        case Op::DependentSchemas: return dependents(frame, m_program.dependentSchemas[step.at]);
        case Op::PropertyNames: return names(frame, step.at);
        case Op::Members: return members(frame, m_program.members[step.at]);
        case Op::Elements: return elements(frame, m_program.elements[step.at]);
        case Op::Contains: return contains(frame, m_program.counted[step.at]);
        case Op::UnevaluatedProperties: return members(frame, m_program.members[m_program.unevaluated[step.at].table]);
        case Op::UnevaluatedItems: return elements(frame, m_program.elements[m_program.unevaluated[step.at].table]);
        default: return Answer::No;
        }
    }

    /// What the answer of a frame means for the step that pushed it. False: the value does not fit.
    bool take(Frame& frame, bool fits)
    {
        switch (m_program.steps[frame.step].op) {
        case Op::AnyOf: frame.count = fits ? 1 : 0; return true;
        case Op::OneOf:
        case Op::Contains: frame.count += fits ? 1 : 0; return true;
        case Op::Not: return !fits;
        case Op::If:
            if (frame.index == 1)
                frame.count = fits ? 1 : 0;
            return fits || frame.index == 1;
        default: return fits;
        }
    }

    Answer once(Frame& frame, Index schema) { return frame.index++ == 0 ? ask(schema, *frame.value) : Answer::Yes; }

    Answer allOf(Frame& frame, const std::vector<Index>& list)
    {
        while (frame.index < list.size()) {
            const Answer answer = ask(list[frame.index++], *frame.value);
            if (answer != Answer::Yes)
                return answer;
        }
        return Answer::Yes;
    }

    Answer anyOf(Frame& frame, const std::vector<Index>& list)
    {
        while (frame.count == 0 && frame.index < list.size()) {
            const Answer answer = ask(list[frame.index++], *frame.value);
            if (answer != Answer::No)
                return answer;
        }
        return frame.count != 0 ? Answer::Yes : Answer::No;
    }

    Answer oneOf(Frame& frame, const std::vector<Index>& list)
    {
        while (frame.count < 2 && frame.index < list.size()) {
            const Answer answer = ask(list[frame.index++], *frame.value);
            if (answer == Answer::Pending)
                return answer;
            frame.count += answer == Answer::Yes ? 1 : 0;
        }
        return frame.count == 1 ? Answer::Yes : Answer::No;
    }

    Answer negation(Frame& frame, Index schema)
    {
        if (frame.index++ != 0)
            return Answer::Yes;
        const Answer answer = ask(schema, *frame.value);
        return answer == Answer::Pending ? answer : answer == Answer::Yes ? Answer::No : Answer::Yes;
    }

    Answer condition(Frame& frame, const Condition& condition)
    {
        if (frame.index == 0) {
            frame.index = 1;
            const Answer answer = ask(condition.when, *frame.value);
            if (answer == Answer::Pending)
                return answer;
            frame.count = answer == Answer::Yes ? 1 : 0;
        }
        const Index branch = frame.count != 0 ? condition.then : condition.otherwise;
        if (frame.index == 2 || branch == none)
            return Answer::Yes;
        frame.index = 2;
        return ask(branch, *frame.value);
    }

    Answer dependents(Frame& frame, const std::map<std::string, Index>& table)
    {
        if (!frame.value->is_object())
            return Answer::Yes;
        const auto& object = frame.value->get_ref<const Json::object_t&>();
        for (auto each = std::next(table.begin(), frame.index); each != table.end(); ++each) {
            ++frame.index;
            if (object.find(each->first) == object.end())
                continue;
            const Answer answer = ask(each->second, *frame.value);
            if (answer != Answer::Yes)
                return answer;
        }
        return Answer::Yes;
    }

    Answer names(Frame& frame, Index schema)
    {
        if (!frame.value->is_object())
            return Answer::Yes;
        const auto& object = frame.value->get_ref<const Json::object_t&>();
        if (frame.index++ == 0)
            frame.member = object.begin();
        while (frame.member != object.end()) {
            m_names.emplace_back((frame.member++)->first);
            const Answer answer = ask(schema, m_names.back());
            if (answer != Answer::Yes)
                return answer;
        }
        return Answer::Yes;
    }

    Answer members(Frame& frame, const MemberTable& table)
    {
        if (!frame.value->is_object())
            return Answer::Yes;
        const auto& object = frame.value->get_ref<const Json::object_t&>();
        if (frame.index == 0) {
            frame.member = object.begin();
            frame.index = 1;
        }
        if (!table.patterns.empty())
            return membersByPattern(frame, table, object);
        for (; frame.member != object.end();) {
            const auto& [name, value] = *frame.member++;
            const MemberTable::Slot* entry = table.find(name);
            frame.count += entry != nullptr && entry->isRequired ? 1 : 0;
            const Index schema = entry != nullptr && entry->schema != none ? entry->schema : table.additional;
            const Answer answer = schema == none ? Answer::Yes : ask(schema, value);
            if (answer != Answer::Yes)
                return answer;
        }
        return frame.count == table.required ? Answer::Yes : Answer::No;
    }

    /// index: 1 at a member that is new, then 2 and on for its patterns.
    Answer membersByPattern(Frame& frame, const MemberTable& table, const Json::object_t& object)
    {
        while (frame.member != object.end()) {
            const auto& [name, value] = *frame.member;
            if (frame.index == 1) {
                frame.index = 2;
                const MemberTable::Slot* entry = table.find(name);
                frame.count += entry != nullptr && entry->isRequired ? 1 : 0;
                frame.isMatched = entry != nullptr && entry->schema != none;
                const Answer answer = frame.isMatched ? ask(entry->schema, value) : Answer::Yes;
                if (answer != Answer::Yes)
                    return answer;
            }
            while (frame.index - 2 < table.patterns.size()) {
                const auto& [pattern, schema] = table.patterns[frame.index++ - 2];
                if (!m_program.patterns[pattern].matches(name))
                    continue;
                frame.isMatched = true;
                const Answer answer = ask(schema, value);
                if (answer != Answer::Yes)
                    return answer;
            }
            frame.index = 1;
            ++frame.member;
            const Answer answer = frame.isMatched || table.additional == none ? Answer::Yes : ask(table.additional, value);
            if (answer != Answer::Yes)
                return answer;
        }
        return frame.count == table.required ? Answer::Yes : Answer::No;
    }

    Answer elements(Frame& frame, const ElementTable& table)
    {
        if (!frame.value->is_array())
            return Answer::Yes;
        const auto& list = frame.value->get_ref<const Json::array_t&>();
        while (frame.index < list.size()) {
            const Index at = frame.index++;
            const Index schema = at < table.prefix.size() ? table.prefix[at] : table.rest;
            if (schema == none)
                return Answer::Yes;
            const Answer answer = ask(schema, list[at]);
            if (answer != Answer::Yes)
                return answer;
        }
        return Answer::Yes;
    }

    Answer contains(Frame& frame, const Counted& counted)
    {
        if (!frame.value->is_array())
            return Answer::Yes;
        const auto& list = frame.value->get_ref<const Json::array_t&>();
        const auto isSettled = [&] { return frame.count > counted.most || (frame.count >= counted.least && counted.most == none); };
        while (frame.index < list.size() && !isSettled()) {
            const Answer answer = ask(counted.schema, list[frame.index++]);
            if (answer == Answer::Pending)
                return answer;
            frame.count += answer == Answer::Yes ? 1 : 0;
        }
        return frame.count >= counted.least && frame.count <= counted.most ? Answer::Yes : Answer::No;
    }

    /// The outermost schema with an address on the way here that has such an anchor.
    [[nodiscard]] Index dynamicTarget(Index number) const
    {
        const Dynamic& dynamic = m_program.dynamics[number];
        for (const Frame& frame : m_stack) {
            const auto& anchors = m_program.dynamicAnchors[frame.schema->resource];
            if (const auto found = anchors.find(dynamic.name); found != anchors.end())
                return found->second;
        }
        return dynamic.fallback;
    }

    const Program& m_program;
    Quick m_quick;
    std::vector<Frame>& m_stack;
    std::list<Json> m_names{}; ///< of members, as values
    std::uint64_t m_steps = 0;
};

} // namespace

bool accepts(const Program& program, const Json& value)
{
    if (program.tracksToAccept)
        return explain(program, value).empty();
    if (program.subschemas.front().height <= quickHeight)
        return Quick(program).fits(program.subschemas.front(), value);
    // One stack a thread: its memory stays from call to call.
    thread_local std::vector<Frame> stack;
    stack.clear();
    return Acceptor(program, stack).run(value);
}

} // namespace countersign::schema
