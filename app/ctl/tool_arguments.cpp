#include "app/ctl/tool_arguments.h"

#include "app/ctl/command.h"
#include "engine/base/codes.h"
#include "engine/base/text.h"

#include <charconv>

namespace countersign::ctl {

using base::Json;

namespace {

std::string typeOf(const Json& schema)
{
    const Json& type = domain::memberOr(schema, "type", nullptr);
    if (type.is_string())
        return type.get<std::string>();
    return type.is_array() && !type.empty() && type[0].is_string() ? type[0].get<std::string>() : "";
}

} // namespace

base::Result<Json> argumentsFrom(const std::vector<std::string>& words, const Json& inputSchema)
{
    Json out = Json::object();
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string name = words[i];
        if (!name.starts_with("--") || name.size() < 3)
            return usage("\"" + base::visible(name, false) + "\" is no argument; write --NAME VALUE");
        name.erase(0, 2);
        std::string value;
        if (const std::size_t equals = name.find('='); equals != std::string::npos) {
            value = name.substr(equals + 1);
            name.erase(equals);
        } else if (i + 1 < words.size()) {
            value = words[++i];
        } else {
            return usage("--" + base::visible(name, false) + " needs a value");
        }
        if (out.contains(name))
            return usage("--" + base::visible(name, false) + " is given twice");
        const std::string type = typeOf(domain::memberOr(domain::memberOr(inputSchema, "properties", nullptr), name.c_str(), nullptr));
        auto parsed = type == "string" ? base::Result<Json>(Json(value)) : base::parseJson(value);
        out[name] = parsed ? std::move(*parsed) : Json(value);
    }
    return out;
}

base::Result<int> number(const std::string& text, int low, int high, const char* name)
{
    int value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || value < low || value > high)
        return usage(std::string(name) + " must be a number from " + std::to_string(low) + " to " + std::to_string(high));
    return value;
}

} // namespace countersign::ctl
