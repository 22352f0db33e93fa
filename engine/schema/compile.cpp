#include "engine/schema/codes.h"
#include "engine/schema/kinds.h"
#include "engine/schema/schema.h"

#include <algorithm>
#include <set>

namespace countersign::schema {

namespace {

constexpr int depthLimit = 256;

constexpr std::array<std::string_view, 6> annotations{"title", "description", "default", "examples", "$comment",
                                                      "$schema"};

bool isDialect(std::string_view uri)
{
    if (uri.ends_with('#'))
        uri.remove_suffix(1);
    return uri == "https://json-schema.org/draft/2020-12/schema" || uri == "http://json-schema.org/draft-07/schema"
        || uri == "https://json-schema.org/draft-07/schema";
}

} // namespace

/// Turns a schema document into nodes and collects everything that is wrong with it.
class Compiler
{
public:
    explicit Compiler(const Json& document)
    {
        if (!document.is_object() || !document.contains("type") || document.at("type") != "object")
            refuse(codes::RootNotObject, "", "The root needs type: object.");
        if (document.is_object())
            node(document, "", 0);
    }

    Schema schema{};
    std::vector<base::Error> problems{};

private:
    void refuse(const base::CodeInfo& code, const std::string& pointer, std::string message)
    {
        problems.push_back(base::Error(code, std::move(message)).at({"", 0, 0, pointer}));
    }

    int node(const Json& document, const std::string& pointer, int depth)
    {
        const int index = static_cast<int>(schema.m_nodes.size());
        schema.m_nodes.emplace_back();
        if (document.is_boolean()) {
            at(index).nothing = !document.get<bool>();
            return index;
        }
        if (depth > depthLimit)
            refuse(codes::TooDeep, pointer, "The limit is " + std::to_string(depthLimit) + " levels.");
        else if (!document.is_object())
            refuse(codes::SchemaInvalid, pointer, "A schema is an object or a boolean.");
        else
            for (const auto& [keyword, value] : document.items())
                this->keyword(index, keyword, value, pointerTo(pointer, keyword), depth);
        return index;
    }

    Schema::Node& at(int index) { return schema.m_nodes[static_cast<std::size_t>(index)]; }

    void keyword(int index, const std::string& name, const Json& value, const std::string& pointer, int depth)
    {
        if (name == "type")
            type(index, value, pointer);
        else if (name == "properties")
            properties(index, value, pointer, depth);
        else if (name == "required")
            required(index, value, pointer);
        else if (name == "enum")
            enumeration(index, value, pointer);
        else if (name == "const")
            at(index).constant = base::canonical(value);
        else if (name == "items")
            items(index, value, pointer, depth);
        else if (name == "additionalProperties") {
            const int additional = node(value, pointer, depth + 1);
            at(index).additional = additional;
        } else if (name == "$schema")
            dialect(value, pointer);
        else if (std::find(annotations.begin(), annotations.end(), name) == annotations.end())
            refuse(codes::KeywordNotSupported, pointer, "The keyword " + name + " is not supported.");
        if (name == "default") {
            at(index).fallback = value;
            at(index).hasDefault = true;
        }
    }

    void type(int index, const Json& value, const std::string& pointer)
    {
        const std::vector<Json> names = value.is_array() ? value.get<std::vector<Json>>() : std::vector<Json>{value};
        if (names.empty())
            refuse(codes::SchemaInvalid, pointer, "type names at least one type.");
        unsigned types = 0;
        for (const Json& name : names) {
            const auto bit = name.is_string() ? typeNamed(name.get<std::string>()) : std::nullopt;
            if (!bit)
                refuse(codes::TypeUnknown, pointer, base::write(name) + " is not a type.");
            else if ((types & *bit) != 0)
                refuse(codes::SchemaInvalid, pointer, base::write(name) + " stands in type twice.");
            types |= bit.value_or(static_cast<TypeBit>(0));
        }
        at(index).types = types;
    }

    void properties(int index, const Json& value, const std::string& pointer, int depth)
    {
        if (!value.is_object())
            return refuse(codes::SchemaInvalid, pointer, "properties is an object.");
        for (const auto& [name, property] : value.items()) {
            const int child = node(property, pointerTo(pointer, name), depth + 1);
            at(index).properties.emplace(name, child);
        }
    }

    void required(int index, const Json& value, const std::string& pointer)
    {
        std::set<std::string> seen;
        const bool good = value.is_array() && std::all_of(value.begin(), value.end(), [&](const Json& name) {
            return name.is_string() && seen.insert(name.get<std::string>()).second;
        });
        if (!good)
            return refuse(codes::SchemaInvalid, pointer, "required is a list of different names.");
        at(index).required = value.get<std::vector<std::string>>();
    }

    void enumeration(int index, const Json& value, const std::string& pointer)
    {
        if (!value.is_array())
            return refuse(codes::SchemaInvalid, pointer, "enum is a list.");
        if (value.empty())
            refuse(codes::EnumEmpty, pointer, "enum names at least one value.");
        at(index).hasEnum = true;
        for (const Json& one : value)
            at(index).oneOf.push_back(base::canonical(one));
    }

    void items(int index, const Json& value, const std::string& pointer, int depth)
    {
        if (value.is_array())
            return refuse(codes::KeywordNotSupported, pointer, "A list under items is not supported.");
        const int child = node(value, pointer, depth + 1);
        at(index).items = child;
    }

    void dialect(const Json& value, const std::string& pointer)
    {
        if (!value.is_string() || !isDialect(value.get<std::string>()))
            refuse(codes::DialectNotSupported, pointer, "Known are draft 2020-12 and draft-07.");
    }
};

base::Result<Schema> Schema::compile(const Json& document)
{
    Compiler compiler(document);
    if (!compiler.problems.empty())
        return base::fail(std::move(compiler.problems.front()));
    return std::move(compiler.schema);
}

std::vector<base::Error> Schema::problems(const Json& document) { return Compiler(document).problems; }

} // namespace countersign::schema
