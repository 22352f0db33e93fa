#include "engine/schema/schema.h"

#include "engine/schema/codes.h"
#include "engine/schema/compiler.h"
#include "engine/schema/uri.h"

#include <algorithm>

namespace countersign::schema {

void SchemaSet::add(const std::string& uri, Json schema)
{
    m_schemas.insert_or_assign(resolved({}, uri).document, std::make_shared<const Json>(std::move(schema)));
}

const Json* SchemaSet::find(const std::string& uri) const
{
    const auto found = m_schemas.find(uri);
    return found == m_schemas.end() ? nullptr : found->second.get();
}

base::Result<Schema> Schema::compile(const Json& document, const CompileOptions& options)
{
    Compiler compiler(options);
    compiler.compile(document);
    if (!compiler.problems.empty())
        return base::fail(std::move(compiler.problems.front()));
    Schema out;
    out.m_program = std::make_shared<const Program>(std::move(compiler.program));
    return out;
}

std::vector<Violation> Schema::check(const Json& instance) const
{
    static const Program nothing{};
    if (m_program != nullptr && !m_program->tracksToAccept && schema::accepts(*m_program, instance))
        return {};
    return explain(m_program == nullptr ? nothing : *m_program, instance);
}

bool Schema::accepts(const Json& instance) const { return m_program != nullptr && schema::accepts(*m_program, instance); }

Json Schema::withDefaults(Json args) const
{
    if (m_program != nullptr)
        fillDefaults(*m_program, args);
    return args;
}

} // namespace countersign::schema
