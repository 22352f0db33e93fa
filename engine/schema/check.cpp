#include "engine/schema/kinds.h"
#include "engine/schema/schema.h"

#include <algorithm>

namespace countersign::schema {

/// Walks instance and program side by side with a stack of its own, so that depth is no matter of the C++ stack.
class Checker
{
public:
    Checker(const Schema& schema, const Json& instance) : m_schema(schema) { m_stack.push_back({0, &instance, "", ""}); }

    std::vector<Violation> run()
    {
        while (!m_stack.empty()) {
            const Step step = std::move(m_stack.back());
            m_stack.pop_back();
            check(step);
        }
        return std::move(m_found);
    }

private:
    struct Step
    {
        int node = 0;
        const Json* value = nullptr; ///< null: a member that is missing or must not be there, see violation
        std::string pointer{};
        std::string path{};
        bool forbidden = false;
    };

    void report(const std::string& pointer, const std::string& path, std::string keyword, std::string expected,
                std::string actual, const std::string& sentence)
    {
        const std::string where = path.empty() ? "the root" : path;
        m_found.push_back({pointer, where, std::move(keyword), std::move(expected), std::move(actual), where + " " + sentence});
    }

    void check(const Step& step)
    {
        if (step.forbidden)
            return report(step.pointer, step.path, "additionalProperties", "no such member", std::string(kindOf(*step.value)),
                          "is not a known member.");
        const Schema::Node& node = m_schema.m_nodes[static_cast<std::size_t>(step.node)];
        const Json& value = *step.value;
        const std::string kind(kindOf(value));
        if (node.nothing)
            return report(step.pointer, step.path, "false", "nothing", kind, "must not be there.");
        if (!fits(value, node.types)) {
            const std::string expected = typesText(node.types);
            return report(step.pointer, step.path, "type", expected, kind, "must be " + expected + ", not " + kind + ".");
        }
        checkValue(node, step, kind);
        if (value.is_object())
            members(node, step);
        else if (value.is_array() && node.items != Schema::none)
            elements(node, step);
    }

    void checkValue(const Schema::Node& node, const Step& step, const std::string& kind)
    {
        if (!node.hasEnum && node.constant.empty())
            return;
        const std::string text = base::canonical(*step.value);
        if (node.hasEnum && std::find(node.oneOf.begin(), node.oneOf.end(), text) == node.oneOf.end()) {
            std::string expected;
            for (const std::string& one : node.oneOf)
                if (expected.size() + one.size() < 400)
                    expected += (expected.empty() ? "" : ", ") + one;
            report(step.pointer, step.path, "enum", "one of " + expected, kind, "must be one of " + expected + ".");
        }
        if (!node.constant.empty() && text != node.constant) {
            const std::string expected = node.constant.size() > 400 ? "the constant" : node.constant;
            report(step.pointer, step.path, "const", expected, kind, "must be " + expected + ".");
        }
    }

    void members(const Schema::Node& node, const Step& step)
    {
        for (const std::string& name : node.required)
            if (!step.value->contains(name))
                report(pointerTo(step.pointer, name), pathTo(step.path, name), "required", "a value", "absent", "is missing.");
        for (auto it = step.value->rbegin(); it != step.value->rend(); ++it) {
            const auto property = node.properties.find(it.key());
            Step next{Schema::none, &*it, pointerTo(step.pointer, it.key()), pathTo(step.path, it.key())};
            if (property != node.properties.end())
                next.node = property->second;
            else if (node.additional != Schema::none) {
                next.node = node.additional;
                next.forbidden = m_schema.m_nodes[static_cast<std::size_t>(node.additional)].nothing;
            }
            if (next.node != Schema::none)
                m_stack.push_back(std::move(next));
        }
    }

    void elements(const Schema::Node& node, const Step& step)
    {
        for (std::size_t i = step.value->size(); i-- > 0;)
            m_stack.push_back({node.items, &(*step.value)[i], pointerTo(step.pointer, std::to_string(i)), pathTo(step.path, i)});
    }

    const Schema& m_schema;
    std::vector<Step> m_stack{};
    std::vector<Violation> m_found{};
};

std::vector<Violation> Schema::check(const Json& instance) const
{
    if (m_nodes.empty())
        return {{"", "the root", "false", "a compiled schema", std::string(kindOf(instance)), "There is no schema."}};
    return Checker(*this, instance).run();
}

Json Schema::withDefaults(Json args) const
{
    if (!m_nodes.empty())
        fill(0, args);
    return args;
}

void Schema::fill(int index, Json& value) const
{
    const Node& node = m_nodes[static_cast<std::size_t>(index)];
    if (value.is_object()) {
        for (const auto& [name, child] : node.properties) {
            const Node& property = m_nodes[static_cast<std::size_t>(child)];
            if (!value.contains(name) && property.hasDefault)
                value[name] = property.fallback;
            if (value.contains(name))
                fill(child, value[name]);
        }
    } else if (value.is_array() && node.items != none) {
        for (Json& element : value)
            fill(node.items, element);
    }
}

} // namespace countersign::schema
