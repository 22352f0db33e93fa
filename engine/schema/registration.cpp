// What registration asks of a schema beyond its dialect. Source: SPEC section 9.
#include "engine/schema/codes.h"
#include "engine/schema/compiler.h"
#include "engine/schema/kinds.h"

#include <algorithm>

namespace countersign::schema {

namespace {

class Lint
{
public:
    explicit Lint(const Json& document) : m_document(document) {}

    std::vector<base::Error> run()
    {
        if (!m_document.is_object() || !m_document.contains("type") || m_document.at("type") != "object")
            refuse(codes::RootNotObject, "", "The root needs type: object.");
        if (m_document.is_object())
            walk();
        return std::move(m_problems);
    }

private:
    struct At
    {
        const Json* schema = nullptr;
        std::string pointer{};
        Dialect dialect{};
    };

    void refuse(const base::CodeInfo& code, const std::string& pointer, std::string message)
    {
        m_problems.push_back(base::Error(code, std::move(message)).at({"", 0, 0, pointer}));
    }

    void walk()
    {
        std::vector<At> waiting{{&m_document, "", {}}};
        while (!waiting.empty()) {
            At at = std::move(waiting.back());
            waiting.pop_back();
            if (!at.schema->is_object())
                continue;
            if (const auto named = at.schema->find("$schema"); named != at.schema->end() && named->is_string())
                at.dialect.draft = draftNamed(named->get_ref<const std::string&>()).value_or(at.dialect.draft);
            std::vector<At> below;
            for (const auto& [name, value] : at.schema->items())
                keyword(at, name, value, below);
            // Last in, first out: what stands first is looked at first.
            waiting.insert(waiting.end(), std::make_move_iterator(below.rbegin()), std::make_move_iterator(below.rend()));
        }
    }

    void keyword(const At& at, const std::string& name, const Json& value, std::vector<At>& below)
    {
        const std::string here = pointerTo(at.pointer, name);
        const Keyword* known = keywordNamed(name, at.dialect);
        if (known == nullptr)
            return refuse(codes::KeywordNotSupported, here, "The keyword " + name + " is not supported.");
        if (name == "enum" && value.is_array() && value.empty())
            refuse(codes::EnumEmpty, here, "enum names at least one value.");
        for (auto& [schema, pointer] : heldBy(*known, value, here))
            below.push_back({schema, std::move(pointer), at.dialect});
    }

    const Json& m_document;
    std::vector<base::Error> m_problems{};
};

} // namespace

std::vector<base::Error> Schema::problems(const Json& document)
{
    std::vector<base::Error> out = Lint(document).run();
    if (!document.is_object())
        return out;
    Compiler compiler({});
    compiler.compile(document);
    out.insert(out.end(), std::make_move_iterator(compiler.problems.begin()), std::make_move_iterator(compiler.problems.end()));
    std::stable_sort(out.begin(), out.end(), [](const base::Error& left, const base::Error& right) { return left.place()->pointer < right.place()->pointer; });
    return out;
}

} // namespace countersign::schema
