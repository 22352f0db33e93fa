// Every violation of a value, in the schema's order, and what was evaluated on the way. A stack of its own instead of C++'s.
#include "engine/schema/program.h"

#include "engine/base/text.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <set>

namespace countersign::schema {

namespace {

constexpr std::size_t shownOfChoices = 400; ///< bytes
constexpr std::size_t shownOfReason = 200;

/// A place in the value, spelled out only when something is wrong there.
struct Place
{
    int parent = -1;
    const std::string* name = nullptr; ///< null: an element
    std::size_t index = 0;
};

/// Which members or elements of one value some subschema has looked at.
struct Evaluated
{
    std::set<std::string_view> members{};
    std::set<std::size_t> elements{};

    void merge(const Evaluated& other)
    {
        members.insert(other.members.begin(), other.members.end());
        elements.insert(other.elements.begin(), other.elements.end());
    }
};

struct Frame
{
    Index schema = none;
    const Json* value = nullptr;
    int place = 0;
    Index step = 0;
    Index index = 0;
    std::size_t count = 0;
    Json::object_t::const_iterator member{};
    bool isMatched = false;
    bool isInner = false; ///< the answer that is awaited is about a part of the value
    std::vector<Violation> found{};
    std::vector<std::string> reasons{}; ///< of the branches of a union
    Evaluated evaluated{};
    Evaluated branches{};
};

struct Question
{
    Index schema = none;
    const Json* value = nullptr;
    int place = -1;
};

class Explainer
{
public:
    explicit Explainer(const Program& program) : m_program(program) {}

    std::vector<Violation> run(const Json& value)
    {
        m_places.emplace_back();
        push({0, &value, 0});
        while (!m_stack.empty()) {
            Frame& frame = m_stack.back();
            if (frame.step == m_program.subschemas[frame.schema].last) {
                Frame done = std::move(frame);
                m_stack.pop_back();
                if (m_stack.empty())
                    return std::move(done.found);
                take(m_stack.back(), std::move(done));
                continue;
            }
            if (isAssertion(stepOf(frame).op)) {
                assertion(frame);
                continue;
            }
            const Question question = next(frame);
            if (question.value == nullptr) {
                end(frame);
                advance(frame);
            } else {
                frame.isInner = question.value != frame.value;
                push(question);
            }
        }
        return {};
    }

private:
    [[nodiscard]] const Step& stepOf(const Frame& frame) const { return m_program.steps[frame.step]; }

    static void advance(Frame& frame)
    {
        ++frame.step;
        frame.index = 0;
        frame.count = 0;
        frame.reasons.clear();
        frame.branches = {};
    }

    void push(const Question& question)
    {
        const Subschema& schema = m_program.subschema(question.schema);
        Frame frame;
        frame.schema = question.schema;
        frame.value = question.value;
        frame.place = question.place;
        frame.step = schema.first;
        if (schema.types != 0 && (kindBits(*question.value) & schema.types) == 0) {
            const std::string expected = typesText(schema.types);
            report(frame, "type", expected, "must be " + expected + ", not " + std::string(kindOf(*question.value)) + ".");
            frame.step = schema.last;
        } else if (const char* endless = whyEndless(question); endless != nullptr) {
            report(frame, "$ref", "an end", endless);
            frame.step = schema.last;
        }
        m_stack.push_back(std::move(frame));
    }

    /// A schema that comes to itself without going deeper into the value, or one that takes too long.
    [[nodiscard]] const char* whyEndless(const Question& question)
    {
        if (++m_steps > stepLimit)
            return "takes too many steps to judge.";
        for (auto frame = m_stack.rbegin(); frame != m_stack.rend() && frame->value == question.value; ++frame)
            if (frame->schema == question.schema)
                return "can't be judged: its schema refers to itself without end.";
        return nullptr;
    }

    // Places and violations

    int placeOf(int parent, const std::string& name)
    {
        m_places.push_back({parent, &name, 0});
        return static_cast<int>(m_places.size()) - 1;
    }
    int placeOf(int parent, std::size_t index)
    {
        m_places.push_back({parent, nullptr, index});
        return static_cast<int>(m_places.size()) - 1;
    }

    [[nodiscard]] std::pair<std::string, std::string> spelled(int place) const
    {
        std::vector<const Place*> way;
        for (int at = place; at > 0; at = m_places[static_cast<std::size_t>(at)].parent)
            way.push_back(&m_places[static_cast<std::size_t>(at)]);
        std::string pointer;
        std::string path;
        for (auto at = way.rbegin(); at != way.rend(); ++at) {
            const Place& each = **at;
            pointer = pointerTo(pointer, each.name != nullptr ? *each.name : std::to_string(each.index));
            path = each.name != nullptr ? pathTo(path, *each.name) : pathTo(path, each.index);
        }
        return {pointer, path};
    }

    void report(Frame& frame, const std::string& keyword, const std::string& expected, const std::string& sentence)
    {
        report(frame, frame.place, keyword, expected, std::string(kindOf(*frame.value)), sentence);
    }
    void report(Frame& frame, int place, const std::string& keyword, const std::string& expected, const std::string& actual, const std::string& sentence)
    {
        auto [pointer, path] = spelled(place);
        if (path.empty())
            path = "the root";
        Violation violation{std::move(pointer), path, keyword, expected, actual, path + " " + sentence, {}};
        frame.found.push_back(std::move(violation));
    }
    void reportMissing(Frame& frame, const std::string& name, const std::string& keyword, const std::string& sentence)
    {
        auto [pointer, path] = spelled(frame.place);
        const std::string at = pathTo(path, name);
        frame.found.push_back({pointerTo(pointer, name), at, keyword, "a value", "absent", at + " " + sentence, {}});
    }

    // Assertions

    void assertion(Frame& frame)
    {
        const Step& step = stepOf(frame);
        if (!holds(m_program, step, *frame.value))
            reportAssertion(frame, step);
        ++frame.step;
    }

    void reportAssertion(Frame& frame, const Step& step)
    {
        const auto bound = [&](const char* keyword, const std::string& words) { report(frame, keyword, words + m_program.boundTexts[step.at], "must be " + words + m_program.boundTexts[step.at] + "."); };
        const auto sized = [&](const char* keyword, const char* words, const char* one, const char* many) {
            const std::string text = std::string(words) + std::to_string(step.at) + " " + (step.at == 1 ? one : many);
            report(frame, keyword, text, "must have " + text + ".");
        };
        switch (step.op) {
        case Op::Never: return report(frame, "false", "nothing", "must not be there.");
        case Op::Enum: return reportChoices(frame, m_program.choices[step.at]);
        case Op::Const: {
            const std::string& text = m_program.choices[step.at].shown.front();
            const std::string expected = text.size() > shownOfChoices ? "the constant" : text;
            return report(frame, "const", expected, "must be " + expected + ".");
        }
        case Op::MultipleOf: return bound("multipleOf", "a multiple of ");
        case Op::Minimum: return bound("minimum", "at least ");
        case Op::ExclusiveMinimum: return bound("exclusiveMinimum", "more than ");
        case Op::Maximum: return bound("maximum", "at most ");
        case Op::ExclusiveMaximum: return bound("exclusiveMaximum", "less than ");
        case Op::MinLength: return sized("minLength", "at least ", "character", "characters");
        case Op::MaxLength: return sized("maxLength", "at most ", "character", "characters");
        case Op::Matches: {
            const std::string text = base::write(Json(m_program.patterns[step.at].text()));
            const std::string expected = text.size() > shownOfChoices ? "a text of the pattern" : "a text that matches " + text;
            return report(frame, "pattern", expected, "must be " + expected + ".");
        }
        case Op::MinItems: return sized("minItems", "at least ", "element", "elements");
        case Op::MaxItems: return sized("maxItems", "at most ", "element", "elements");
        case Op::UniqueItems: return report(frame, "uniqueItems", "different elements", "must not have the same element twice.");
        case Op::MinProperties: return sized("minProperties", "at least ", "member", "members");
        case Op::MaxProperties: return sized("maxProperties", "at most ", "member", "members");
        case Op::Required:
            for (const std::string& name : m_program.names[step.at])
                if (!frame.value->contains(name))
                    reportMissing(frame, name, "required", "is missing.");
            return;
        case Op::DependentRequired:
            for (const auto& [given, names] : m_program.dependentNames[step.at])
                for (const std::string& name : names)
                    if (frame.value->contains(given) && !frame.value->contains(name))
                        reportMissing(frame, name, "dependentRequired", "is missing: it goes with " + pathTo({}, given) + ".");
            return;
        default: return;
        }
    }

    void reportChoices(Frame& frame, const Choices& choices)
    {
        std::string expected;
        for (const std::string& one : choices.shown)
            if (expected.size() + one.size() < shownOfChoices)
                expected += (expected.empty() ? "" : ", ") + one;
        report(frame, "enum", "one of " + expected, "must be one of " + expected + ".");
    }

    // What needs further schemas

    Question next(Frame& frame)
    {
        const Step& step = stepOf(frame);
        switch (step.op) {
        case Op::Reference:
        case Op::Not: return once(frame, step.at);
        case Op::DynamicReference: return once(frame, dynamicTarget(step.at));
        case Op::AllOf:
        case Op::AnyOf:
        case Op::OneOf: {
            const std::vector<Index>& list = m_program.lists[step.at];
            return frame.index == list.size() ? Question{} : Question{list[frame.index++], frame.value, frame.place};
        }
        case Op::If: return nextOfCondition(frame, m_program.conditions[step.at]);
        case Op::DependentSchemas: return nextOfDependents(frame, m_program.dependentSchemas[step.at]);
        case Op::PropertyNames: return nextName(frame, step.at);
        case Op::Members: return nextMember(frame, m_program.members[step.at]);
        case Op::UnevaluatedProperties: return nextUnevaluatedMember(frame, m_program.unevaluated[step.at].schema);
        case Op::Elements: return nextElement(frame, m_program.elements[step.at]);
        case Op::Contains: return nextOfAll(frame, m_program.counted[step.at].schema, false);
        case Op::UnevaluatedItems: return nextOfAll(frame, m_program.unevaluated[step.at].schema, true);
        default: return {};
        }
    }

    static Question once(Frame& frame, Index schema) { return frame.index++ == 0 ? Question{schema, frame.value, frame.place} : Question{}; }

    static Question nextOfCondition(Frame& frame, const Condition& condition)
    {
        if (frame.index == 0) {
            frame.index = 1;
            return {condition.when, frame.value, frame.place};
        }
        const Index branch = frame.count != 0 ? condition.then : condition.otherwise;
        if (frame.index == 2 || branch == none)
            return {};
        frame.index = 2;
        return {branch, frame.value, frame.place};
    }

    static Question nextOfDependents(Frame& frame, const std::map<std::string, Index>& table)
    {
        if (!frame.value->is_object())
            return {};
        for (auto each = std::next(table.begin(), frame.index); each != table.end(); ++each) {
            ++frame.index;
            if (frame.value->contains(each->first))
                return {each->second, frame.value, frame.place};
        }
        return {};
    }

    /// Moves to the next member. False: there is none.
    static bool toNextMember(Frame& frame)
    {
        if (!frame.value->is_object())
            return false;
        const auto& object = frame.value->get_ref<const Json::object_t&>();
        if (frame.index == 0)
            frame.member = object.begin();
        else
            ++frame.member;
        frame.index = 1;
        return frame.member != object.end();
    }

    Question nextName(Frame& frame, Index schema)
    {
        if (!toNextMember(frame))
            return {};
        m_names.emplace_back(frame.member->first);
        return {schema, &m_names.back(), placeOf(frame.place, frame.member->first)};
    }

    Question nextMember(Frame& frame, const MemberTable& table)
    {
        for (;;) {
            if (frame.index < 2) {
                if (!toNextMember(frame))
                    return {};
                frame.index = 2;
                frame.isMatched = false;
                const MemberTable::Slot* entry = table.find(frame.member->first);
                if (entry != nullptr && entry->schema != none) {
                    frame.isMatched = true;
                    return ofMember(frame, entry->schema);
                }
            }
            while (frame.index - 2 < table.patterns.size()) {
                const auto& [pattern, schema] = table.patterns[frame.index++ - 2];
                if (!m_program.patterns[pattern].matches(frame.member->first))
                    continue;
                frame.isMatched = true;
                return ofMember(frame, schema);
            }
            frame.index = 1;
            if (frame.isMatched || table.additional == none)
                continue;
            if (isNever(table.additional)) {
                reportUnknown(frame, "additionalProperties");
                continue;
            }
            return ofMember(frame, table.additional);
        }
    }

    Question ofMember(Frame& frame, Index schema)
    {
        if (m_program.tracks)
            frame.evaluated.members.insert(frame.member->first);
        return {schema, &frame.member->second, placeOf(frame.place, frame.member->first)};
    }

    Question nextUnevaluatedMember(Frame& frame, Index schema)
    {
        while (toNextMember(frame)) {
            if (frame.evaluated.members.contains(frame.member->first))
                continue;
            if (!isNever(schema))
                return ofMember(frame, schema);
            reportUnknown(frame, "unevaluatedProperties");
        }
        return {};
    }

    [[nodiscard]] bool isNever(Index schema) const
    {
        const Subschema& each = m_program.subschema(schema);
        return each.last - each.first == 1 && m_program.steps[each.first].op == Op::Never;
    }

    void reportUnknown(Frame& frame, const char* keyword)
    {
        report(frame, placeOf(frame.place, frame.member->first), keyword, "no such member", std::string(kindOf(frame.member->second)), "is not a known member.");
    }

    Question nextElement(Frame& frame, const ElementTable& table)
    {
        if (!frame.value->is_array() || frame.index >= frame.value->size())
            return {};
        const Index schema = frame.index < table.prefix.size() ? table.prefix[frame.index] : table.rest;
        return schema == none ? Question{} : ofElement(frame, schema, true);
    }

    Question ofElement(Frame& frame, Index schema, bool isEvaluated)
    {
        const Index at = frame.index++;
        if (m_program.tracks && isEvaluated)
            frame.evaluated.elements.insert(at);
        return {schema, &(*frame.value)[at], placeOf(frame.place, std::size_t{at})};
    }

    Question nextOfAll(Frame& frame, Index schema, bool onlyUnevaluated)
    {
        while (frame.value->is_array() && frame.index < frame.value->size()) {
            if (!onlyUnevaluated || !frame.evaluated.elements.contains(frame.index))
                return ofElement(frame, schema, onlyUnevaluated);
            ++frame.index;
        }
        return {};
    }

    [[nodiscard]] Index dynamicTarget(Index number) const
    {
        const Dynamic& dynamic = m_program.dynamics[number];
        for (const Frame& frame : m_stack) {
            const auto& anchors = m_program.dynamicAnchors[m_program.subschema(frame.schema).resource];
            if (const auto found = anchors.find(dynamic.name); found != anchors.end())
                return found->second;
        }
        return dynamic.fallback;
    }

    // Answers

    void take(Frame& frame, Frame&& done)
    {
        const bool fits = done.found.empty();
        if (fits && !frame.isInner)
            frame.branches.merge(done.evaluated);
        switch (stepOf(frame).op) {
        case Op::AnyOf:
        case Op::OneOf:
            frame.count += fits ? 1 : 0;
            if (!fits)
                frame.reasons.push_back(reasonOf(done.found));
            return;
        case Op::Not: frame.count = fits ? 1 : 0; return;
        case Op::If:
            if (frame.index == 1)
                frame.count = fits ? 1 : 0;
            else
                adopt(frame, std::move(done.found));
            return;
        case Op::Contains:
            frame.count += fits ? 1 : 0;
            if (fits && m_program.tracks)
                frame.evaluated.elements.insert(frame.index - 1);
            return;
        default: return adopt(frame, std::move(done.found));
        }
    }

    static void adopt(Frame& frame, std::vector<Violation>&& found)
    {
        if (frame.found.empty())
            frame.found = std::move(found);
        else
            frame.found.insert(frame.found.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    }

    static std::string reasonOf(const std::vector<Violation>& found)
    {
        std::string out = found.front().message.substr(0, shownOfReason);
        if (out.ends_with('.'))
            out.pop_back();
        return found.size() == 1 ? out : out + ", and " + std::to_string(found.size() - 1) + " more";
    }

    void end(Frame& frame)
    {
        const Step& step = stepOf(frame);
        if (step.op != Op::Not)
            frame.evaluated.merge(frame.branches);
        switch (step.op) {
        case Op::AnyOf:
            if (frame.count == 0)
                reportUnion(frame, "anyOf", m_program.lists[step.at].size());
            return;
        case Op::OneOf:
            if (frame.count != 1)
                reportUnion(frame, "oneOf", m_program.lists[step.at].size());
            return;
        case Op::Not:
            if (frame.count == 1)
                report(frame, "not", "something else", "must not be of the form that is excluded.");
            return;
        case Op::Contains: return endOfContains(frame, m_program.counted[step.at]);
        default: return;
        }
    }

    void reportUnion(Frame& frame, const std::string& keyword, std::size_t size)
    {
        const std::string expected = (keyword == "oneOf" ? "exactly one of " : "one of ") + std::to_string(size) + (size == 1 ? " form" : " forms");
        std::string sentence = "must be of " + expected + ", and is of " + (frame.count == 0 ? "none" : std::to_string(frame.count));
        for (std::size_t i = 0; i < frame.reasons.size() && frame.count == 0; ++i)
            sentence += (i == 0 ? ": " : "; ") + frame.reasons[i];
        constexpr std::size_t longest = 1000;
        if (sentence.size() > longest)
            sentence = sentence.substr(0, longest) + "…";
        report(frame, keyword, expected, base::toValidUtf8(sentence) + ".");
        frame.found.back().reasons = std::move(frame.reasons);
    }

    void endOfContains(Frame& frame, const Counted& counted)
    {
        if (!frame.value->is_array())
            return;
        if (frame.count < counted.least)
            report(frame, counted.least == 1 ? "contains" : "minContains", "at least " + std::to_string(counted.least) + " of a form",
                   "must have at least " + std::to_string(counted.least) + " of the elements it asks for, and has " + std::to_string(frame.count) + ".");
        else if (frame.count > counted.most)
            report(frame, "maxContains", "at most " + std::to_string(counted.most) + " of a form",
                   "must have at most " + std::to_string(counted.most) + " of the elements it limits, and has " + std::to_string(frame.count) + ".");
    }

    const Program& m_program;
    std::vector<Frame> m_stack{};
    std::vector<Place> m_places{};
    std::deque<Json> m_names{};
    std::uint64_t m_steps = 0;
};

} // namespace

std::vector<Violation> explain(const Program& program, const Json& value)
{
    if (program.subschemas.empty())
        return {{"", "the root", "false", "a compiled schema", std::string(kindOf(value)), "There is no schema.", {}}};
    return Explainer(program).run(value);
}

} // namespace countersign::schema
