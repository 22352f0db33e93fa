#include "engine/mcp/messages.h"

#include "engine/base/text.h"

namespace countersign::mcp {

namespace {

std::string line(const Json& message) { return base::toValidUtf8(base::write(message)); }

std::string notification(std::string_view method, Json params)
{
    return line({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

Json textBlock(std::string text) { return {{"type", "text"}, {"text", std::move(text)}}; }

} // namespace

std::string requestKey(const Json& id) { return base::write(id); }

bool isRequestId(const Json& id)
{
    if (id.is_string() || id.is_number_integer())
        return true;
    return base::isInexactNumber(id) && base::numberText(id).find_first_of(".eE") == std::string::npos;
}

Json serverInfo() { return {{"name", "countersign-mcp"}, {"title", "Countersign"}, {"version", COUNTERSIGN_VERSION}}; }

std::string resultLine(const Json& id, Era era, Json result)
{
    if (era == Era::Modern) {
        result["resultType"] = "complete";
        result["_meta"][std::string(metaKey::ServerInfo)] = serverInfo();
    }
    return line({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

std::string toolLine(const Json& id, Era era, const ToolAnswer& answer)
{
    Json result{{"content", Json::array()}, {"structuredContent", answer.body}, {"isError", answer.isError}};
    if (!answer.text.empty())
        result["content"].push_back(textBlock(answer.text));
    result["content"].push_back(textBlock(base::write(answer.body)));
    return resultLine(id, era, std::move(result));
}

std::string errorLine(const std::optional<Json>& id, int number, const std::string& message, Json data)
{
    Json out{{"jsonrpc", "2.0"}, {"error", {{"code", number}, {"message", base::visible(base::toValidUtf8(message), false)}, {"data", std::move(data)}}}};
    if (id)
        out["id"] = *id;
    return line(out);
}

std::string errorLine(const std::optional<Json>& id, int number, const base::Error& error, Json more)
{
    more["name"] = error.name();
    more["code"] = error.code();
    if (const auto& place = error.place()) {
        more["line"] = place->line;
        more["column"] = place->column;
    }
    return errorLine(id, number, error.text(), std::move(more));
}

std::string progressLine(const Json& token, double progress, std::optional<int> total, const std::string& message)
{
    Json params{{"progressToken", token}, {"progress", progress}, {"message", message}};
    if (total)
        params["total"] = *total;
    return notification("notifications/progress", std::move(params));
}

std::string listeningLine(const Json& id)
{
    return notification("notifications/subscriptions/acknowledged",
                        {{"notifications", Json::object()}, {"_meta", {{std::string(metaKey::SubscriptionId), id}}}});
}

std::string listeningEndsLine(const Json& id)
{
    return resultLine(id, Era::Modern, {{"_meta", {{std::string(metaKey::SubscriptionId), id}}}});
}

} // namespace countersign::mcp
