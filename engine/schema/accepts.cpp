// Whether a value fits, and nothing else: stops at the first fault. A stack of its own instead of C++'s.
#include "engine/schema/program.h"

#include <algorithm>

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
    Json::object_t::const_iterator member{};
    const MemberTable::Entry* entry = nullptr;
    bool isMatched = false; ///< the member by a name or a pattern
};

/// The next value to ask about, and the schema to ask.
struct Question
{
    Index schema = none;
    const Json* value = nullptr;
};

class Acceptor
{
public:
    Acceptor(const Program& program, std::vector<Frame>& stack) : m_program(program), m_stack(stack) {}

    bool run(const Json& value)
    {
        Answer answer = ask(0, value);
        while (!m_stack.empty()) {
            if (answer != Answer::Pending && !take(m_stack.back(), answer == Answer::Yes)) {
                m_stack.pop_back();
                answer = Answer::No;
                continue;
            }
            answer = proceed();
        }
        return answer == Answer::Yes;
    }

private:
    /// Assertions at once; for more a frame is pushed.
    Answer ask(Index index, const Json& value)
    {
        const Subschema& schema = m_program.subschemas[m_program.subschemas[index].alias];
        if (schema.types != 0 && (kindBits(value) & schema.types) == 0)
            return Answer::No;
        for (Index at = schema.first; at != schema.firstOther; ++at) {
            const Step& step = m_program.steps[at];
            // The table of members knows what is required, and counts it on its way.
            const bool isLater = step.op == Op::Required && schema.hasMembers;
            if (!isLater && !holds(m_program, step, value))
                return Answer::No;
        }
        if (schema.firstOther == schema.last)
            return Answer::Yes;
        if (++m_steps > stepLimit || isEndless(schema, value))
            return Answer::No;
        m_stack.push_back({&schema, &value, schema.firstOther, 0, 0, {}, nullptr, false});
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

    /// Goes on with the frame on top until an answer is needed or there.
    Answer proceed()
    {
        for (;;) {
            Frame& frame = m_stack.back();
            if (frame.step == frame.schema->last) {
                m_stack.pop_back();
                return Answer::Yes;
            }
            const Question question = next(frame);
            if (question.value == nullptr) {
                if (!ends(frame)) {
                    m_stack.pop_back();
                    return Answer::No;
                }
                advance(frame);
                continue;
            }
            const Answer answer = ask(question.schema, *question.value);
            if (answer == Answer::Pending)
                continue;
            if (!take(m_stack.back(), answer == Answer::Yes)) {
                m_stack.pop_back();
                return Answer::No;
            }
        }
    }

    static void advance(Frame& frame)
    {
        ++frame.step;
        frame.index = 0;
        frame.count = 0;
    }

    [[nodiscard]] const Step& stepOf(const Frame& frame) const { return m_program.steps[frame.step]; }

    Question next(Frame& frame)
    {
        const Step& step = stepOf(frame);
        switch (step.op) {
        case Op::Reference:
        case Op::Not: return once(frame, step.at, frame.value);
        case Op::DynamicReference: return once(frame, dynamicTarget(step.at), frame.value);
        case Op::AllOf:
        case Op::AnyOf:
        case Op::OneOf: {
            const std::vector<Index>& list = m_program.lists[step.at];
            return frame.index == list.size() ? Question{} : Question{list[frame.index++], frame.value};
        }
        case Op::If: return nextOfCondition(frame, m_program.conditions[step.at]);
        case Op::DependentSchemas: return nextOfDependents(frame, m_program.dependentSchemas[step.at]);
        case Op::PropertyNames: return nextName(frame, step.at);
        case Op::Members: return nextMember(frame, m_program.members[step.at]);
        case Op::Elements: return nextElement(frame, m_program.elements[step.at]);
        case Op::Contains:
            if (!frame.value->is_array() || frame.index == frame.value->size())
                return {};
            return {m_program.counted[step.at].schema, &(*frame.value)[frame.index++]};
        default: return {};
        }
    }

    static Question once(Frame& frame, Index schema, const Json* value) { return frame.index++ == 0 ? Question{schema, value} : Question{}; }

    static Question nextOfCondition(Frame& frame, const Condition& condition)
    {
        if (frame.index == 0) {
            frame.index = 1;
            return {condition.when, frame.value};
        }
        const Index branch = frame.count != 0 ? condition.then : condition.otherwise;
        if (frame.index == 2 || branch == none)
            return {};
        frame.index = 2;
        return {branch, frame.value};
    }

    static Question nextOfDependents(Frame& frame, const std::map<std::string, Index>& table)
    {
        if (!frame.value->is_object())
            return {};
        const auto& object = frame.value->get_ref<const Json::object_t&>();
        for (auto each = std::next(table.begin(), frame.index); each != table.end(); ++each) {
            ++frame.index;
            if (object.find(each->first) != object.end())
                return {each->second, frame.value};
        }
        return {};
    }

    Question nextName(Frame& frame, Index schema)
    {
        if (!frame.value->is_object())
            return {};
        const auto& object = frame.value->get_ref<const Json::object_t&>();
        if (frame.index++ == 0)
            frame.member = object.begin();
        else
            ++frame.member;
        if (frame.member == object.end())
            return {};
        m_names.emplace_back(std::make_unique<Json>(frame.member->first));
        return {schema, m_names.back().get()};
    }

    Question nextMember(Frame& frame, const MemberTable& table)
    {
        if (!frame.value->is_object())
            return {};
        const auto& object = frame.value->get_ref<const Json::object_t&>();
        if (frame.index == 0) {
            frame.member = object.begin();
            frame.index = 1;
            frame.entry = nullptr;
        }
        // index: 1 at a member that is new, then 2 and on for its patterns
        while (frame.member != object.end()) {
            const Json* value = &frame.member->second;
            if (frame.index == 1) {
                frame.index = 2;
                frame.entry = table.find(frame.member->first);
                frame.count += frame.entry != nullptr && frame.entry->isRequired ? 1 : 0;
                frame.isMatched = frame.entry != nullptr && frame.entry->schema != none;
                if (frame.isMatched)
                    return table.patterns.empty() ? leave(frame, {frame.entry->schema, value}) : Question{frame.entry->schema, value};
            }
            while (frame.index - 2 < table.patterns.size()) {
                const auto& [pattern, schema] = table.patterns[frame.index++ - 2];
                if (!m_program.patterns[pattern].matches(frame.member->first))
                    continue;
                frame.isMatched = true;
                return {schema, value};
            }
            const Question question{frame.isMatched ? none : table.additional, value};
            leave(frame, question);
            if (question.schema != none)
                return question;
        }
        return {};
    }

    static Question leave(Frame& frame, Question question)
    {
        ++frame.member;
        frame.index = 1;
        return question;
    }

    static Question nextElement(Frame& frame, const ElementTable& table)
    {
        if (!frame.value->is_array())
            return {};
        const auto& list = frame.value->get_ref<const Json::array_t&>();
        const Index at = frame.index++;
        if (at >= list.size())
            return {};
        if (at < table.prefix.size())
            return {table.prefix[at], &list[at]};
        return table.rest == none ? Question{} : Question{table.rest, &list[at]};
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

    /// What an answer means for the frame that asked. False: it does not fit.
    bool take(Frame& frame, bool fits)
    {
        const Step& step = stepOf(frame);
        switch (step.op) {
        case Op::AnyOf:
            if (fits)
                advance(frame);
            return true;
        case Op::OneOf:
            frame.count += fits ? 1 : 0;
            return frame.count <= 1;
        case Op::Not: return !fits;
        case Op::If:
            if (frame.index == 1) {
                frame.count = fits ? 1 : 0;
                return true;
            }
            return fits;
        case Op::Contains: {
            frame.count += fits ? 1 : 0;
            const Counted& counted = m_program.counted[step.at];
            if (frame.count >= counted.least && counted.most == none)
                frame.index = static_cast<Index>(frame.value->size());
            return frame.count <= counted.most;
        }
        default: return fits;
        }
    }

    /// After the last answer of a step.
    [[nodiscard]] bool ends(const Frame& frame) const
    {
        const Step& step = stepOf(frame);
        switch (step.op) {
        case Op::AnyOf: return false;
        case Op::OneOf: return frame.count == 1;
        case Op::Contains: return !frame.value->is_array() || frame.count >= m_program.counted[step.at].least;
        case Op::Members: return !frame.value->is_object() || frame.count == m_program.members[step.at].required;
        default: return true;
        }
    }

    const Program& m_program;
    std::vector<Frame>& m_stack;
    std::vector<std::unique_ptr<Json>> m_names{};
    std::uint64_t m_steps = 0;
};

} // namespace

bool accepts(const Program& program, const Json& value)
{
    if (program.tracks)
        return explain(program, value).empty();
    // One stack a thread: its memory stays from call to call.
    thread_local std::vector<Frame> stack;
    stack.clear();
    return Acceptor(program, stack).run(value);
}

} // namespace countersign::schema
