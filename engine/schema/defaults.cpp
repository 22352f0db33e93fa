#include "engine/schema/program.h"

namespace countersign::schema {

namespace {

constexpr int deepest = 64; ///< defaults inside defaults, and references at one place

/// Fills in what is absent. Never fails, never replaces.
class Filler
{
public:
    explicit Filler(const Program& program) : m_program(program) {}

    void run(Json& root)
    {
        m_waiting.push_back({0, &root, 0});
        while (!m_waiting.empty()) {
            const Task task = m_waiting.back();
            m_waiting.pop_back();
            if (task.depth < deepest)
                fill(task);
        }
    }

private:
    struct Task
    {
        Index schema = 0;
        Json* value = nullptr;
        int depth = 0;
    };

    void fill(const Task& task)
    {
        const Subschema& schema = m_program.subschema(task.schema);
        for (Index at = schema.firstOther; at != schema.last; ++at) {
            const Step& step = m_program.steps[at];
            if (step.op == Op::Reference)
                m_waiting.push_back({step.at, task.value, task.depth + 1});
            else if (step.op == Op::AllOf)
                for (const Index each : m_program.lists[step.at])
                    m_waiting.push_back({each, task.value, task.depth + 1});
            else if (step.op == Op::Members && task.value->is_object())
                members(m_program.members[step.at], task);
            else if (step.op == Op::Elements && task.value->is_array())
                elements(m_program.elements[step.at], task);
        }
    }

    void members(const MemberTable& table, const Task& task)
    {
        for (const MemberTable::Entry& entry : table.entries) {
            if (entry.schema == none)
                continue;
            const bool isNew = !task.value->contains(entry.name);
            if (isNew) {
                const Json* fallback = fallbackOf(entry.schema);
                if (fallback == nullptr)
                    continue;
                (*task.value)[entry.name] = *fallback;
            }
            m_waiting.push_back({entry.schema, &(*task.value)[entry.name], isNew ? task.depth + 1 : 0});
        }
    }

    void elements(const ElementTable& table, const Task& task)
    {
        for (std::size_t i = 0; i < task.value->size(); ++i) {
            const Index schema = i < table.prefix.size() ? table.prefix[i] : table.rest;
            if (schema != none)
                m_waiting.push_back({schema, &(*task.value)[i], 0});
        }
    }

    /// Its own default, else that of what it refers to.
    [[nodiscard]] const Json* fallbackOf(Index index) const
    {
        for (int hops = 0; hops < deepest; ++hops) {
            const Subschema& schema = m_program.subschema(index);
            if (schema.fallback != none)
                return &m_program.fallbacks[schema.fallback];
            if (schema.firstOther == schema.last || m_program.steps[schema.firstOther].op != Op::Reference)
                return nullptr;
            index = m_program.steps[schema.firstOther].at;
        }
        return nullptr;
    }

    const Program& m_program;
    std::vector<Task> m_waiting{};
};

} // namespace

void fillDefaults(const Program& program, Json& value)
{
    if (!program.subschemas.empty())
        Filler(program).run(value);
}

} // namespace countersign::schema
