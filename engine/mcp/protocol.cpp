#include "engine/mcp/protocol.h"

#include "engine/base/codes.h"
#include "engine/base/text.h"
#include "engine/domain/json_fields.h"
#include "engine/mcp/codes.h"

#include <array>

namespace countersign::mcp {

namespace {

using domain::textOr;

std::string quoted(const std::string& text) { return "\"" + base::elide(text, 100) + "\""; }

Reply refuse(const std::optional<Json>& id, int number, const base::CodeInfo& code, std::string message, Json more = Json::object())
{
    return {errorLine(id, number, base::Error(code, std::move(message)), std::move(more))};
}

Reply badParams(const Json& id, std::string message, const char* pointer)
{
    return refuse(id, rpc::InvalidParams, codes::ParamsInvalid, std::move(message), {{"pointer", pointer}});
}

Reply noMethod(const Json& id, const std::string& method)
{
    return refuse(id, rpc::MethodNotFound, codes::MethodUnknown, "there is no method " + quoted(method), {{"method", base::elide(method, 100)}});
}

std::string kindOf(const Json& value)
{
    return value.is_null() ? "null" : value.is_boolean() ? "a boolean" : value.is_string() ? "a string" : value.is_array() ? "an array" : value.is_object() ? "an object" : "a number";
}

bool has(const Json& object, std::string_view key) { return object.is_object() && object.contains(key); }

std::string clientName(const Json& info) { return base::elide(base::visible(base::toValidUtf8(textOr(info, "name")), false), 64); }

// Text that was not read as a value at all, against a value that this server refuses.
int numberFor(const base::Error& error)
{
    const bool refusedValue = error.is(base::codes::JsonDuplicateKey) || error.is(base::codes::JsonTooDeep) || error.is(base::codes::JsonTooLarge);
    return refusedValue ? rpc::InvalidRequest : rpc::ParseError;
}

constexpr std::array<std::string_view, 8> logLevels{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

} // namespace

// JSON-RPC writes null where the id could not be read; the newest revision has no null ids and leaves the member out.
std::optional<Json> Protocol::unreadableId() const { return m_initialized || !m_modern ? std::optional<Json>(nullptr) : std::nullopt; }

std::string Protocol::tooLong() const
{
    return errorLine(unreadableId(), rpc::InvalidRequest,
                     base::Error(codes::LineTooLong, "a line may have at most " + std::to_string(longestLine) + " bytes; this one was not read"), {{"limit", longestLine}});
}

std::string Protocol::unreadable(const base::Error& error) const
{
    const base::Place place = error.place().value_or(base::Place{});
    return errorLine(unreadableId(), numberFor(error), "at byte " + std::to_string(place.column) + " of the line: " + error.message() + " [" + std::string(error.code()) + "]",
                     {{"name", error.name()}, {"code", error.code()}, {"line", place.line}, {"column", place.column}});
}

Incoming Protocol::read(std::string_view line)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    if (base::trim(line).empty())
        return Ignored{};
    auto parsed = base::parseJson(line, {.depth = 512, .bytes = longestLine});
    if (!parsed)
        return Reply{unreadable(parsed.error())};
    const Json& message = *parsed;
    if (!message.is_object())
        return refuse(unreadableId(), rpc::InvalidRequest, codes::NotARequest,
                      message.is_array() ? "batches are not part of this protocol; send one object a line" : "a message is a JSON object, not " + kindOf(message));
    if (!message.contains("method") && (message.contains("result") || message.contains("error")))
        return Ignored{};
    const bool hasId = message.contains("id");
    if (hasId && !isRequestId(message["id"]))
        return refuse(unreadableId(), rpc::InvalidRequest, codes::NotARequest, "an id is a string or a whole number, not " + kindOf(message["id"]));
    const std::optional<Json> id = hasId ? std::optional<Json>(message["id"]) : unreadableId();
    if (textOr(message, "jsonrpc") != "2.0")
        return refuse(id, rpc::InvalidRequest, codes::NotARequest, "\"jsonrpc\" must be \"2.0\"");
    const auto method = message.find("method");
    if (method == message.end() || !method->is_string())
        return refuse(id, rpc::InvalidRequest, codes::NotARequest, "\"method\" must be a string");
    if (!hasId)
        return notification(method->get<std::string>(), message);

    Request out{message["id"], method->get<std::string>(), message.value("params", Json::object()), Json::object()};
    if (!out.params.is_object())
        return badParams(out.id, "\"params\" must be an object, not " + kindOf(out.params), "/params");
    out.meta = out.params.value("_meta", Json::object());
    if (!out.meta.is_object())
        return badParams(out.id, "\"_meta\" must be an object, not " + kindOf(out.meta), "/params/_meta");
    return request(out);
}

Incoming Protocol::notification(const std::string& method, const Json& message) const
{
    if (method != "notifications/cancelled")
        return Ignored{};
    const Json params = message.value("params", Json::object());
    if (!has(params, "requestId") || !isRequestId(params["requestId"]))
        return Ignored{};
    return Cancelled{requestKey(params["requestId"])};
}

Incoming Protocol::request(const Request& request)
{
    if (!has(request.meta, metaKey::ProtocolVersion))
        return legacy(request);
    m_modern = true;
    return modern(request);
}

Incoming Protocol::modern(const Request& request) const
{
    const Json& version = request.meta[std::string(metaKey::ProtocolVersion)];
    if (!version.is_string())
        return badParams(request.id, std::string(metaKey::ProtocolVersion) + " must be a string", "/params/_meta");
    if (version != modernVersion)
        return Reply{errorLine(request.id, rpc::UnsupportedVersion, "this protocol version is not served by _meta", {{"supported", Json::array({modernVersion})}, {"requested", version}})};
    if (!has(request.meta, metaKey::ClientCapabilities) || !request.meta[std::string(metaKey::ClientCapabilities)].is_object())
        return badParams(request.id, "_meta needs " + std::string(metaKey::ClientCapabilities) + ", an object", "/params/_meta");
    if (has(request.meta, metaKey::LogLevel)) {
        const std::string level = textOr(request.meta, std::string(metaKey::LogLevel).c_str());
        if (std::find(logLevels.begin(), logLevels.end(), level) == logLevels.end())
            return badParams(request.id, "there is no log level " + quoted(level), "/params/_meta");
    }
    if (request.method == "server/discover")
        return Reply{resultLine(request.id, Era::Modern,
                                {{"supportedVersions", Json::array({modernVersion})},
                                 {"capabilities", {{"tools", Json::object()}}},
                                 {"instructions", instructions()},
                                 {"ttlMs", 600'000},
                                 {"cacheScope", "public"}})};
    if (request.method == "tools/list")
        return list(request, Era::Modern);
    if (request.method == "tools/call")
        return call(request, Era::Modern, has(request.meta, metaKey::ClientInfo) ? clientName(request.meta[std::string(metaKey::ClientInfo)]) : std::string());
    if (request.method == "subscriptions/listen")
        return Listening{request.id, listeningLine(request.id)};
    return noMethod(request.id, request.method);
}

Incoming Protocol::legacy(const Request& request)
{
    if (request.method == "initialize")
        return initialize(request);
    if (request.method == "ping")
        return Reply{resultLine(request.id, Era::Legacy, Json::object())};
    const std::string keys = std::string(metaKey::ProtocolVersion) + " and " + std::string(metaKey::ClientCapabilities);
    if (request.method == "server/discover" || request.method == "subscriptions/listen")
        return badParams(request.id, "params._meta needs " + keys, "/params/_meta");
    if (!m_initialized)
        return refuse(request.id, rpc::InvalidParams, codes::NotInitialized, "send initialize first, or give each request " + keys + " in params._meta");
    if (request.method == "tools/list")
        return list(request, Era::Legacy);
    if (request.method == "tools/call")
        return call(request, Era::Legacy, m_client);
    return noMethod(request.id, request.method);
}

Reply Protocol::initialize(const Request& request)
{
    const auto wanted = request.params.find("protocolVersion");
    if (wanted == request.params.end() || !wanted->is_string())
        return badParams(request.id, "initialize needs protocolVersion, a string", "/params/protocolVersion");
    m_initialized = true;
    m_client = request.params.contains("clientInfo") ? clientName(request.params["clientInfo"]) : std::string();
    const std::string_view version = *wanted == oldestLegacyVersion ? oldestLegacyVersion : newestLegacyVersion;
    return {resultLine(request.id, Era::Legacy,
                       {{"protocolVersion", version},
                        {"capabilities", {{"tools", Json::object()}}},
                        {"serverInfo", serverInfo()},
                        {"instructions", instructions()}})};
}

Incoming Protocol::list(const Request& request, Era era) const
{
    if (request.params.contains("cursor"))
        return badParams(request.id, "there is one page; this cursor was never given out", "/params/cursor");
    Json result{{"tools", m_tools.list()}};
    if (era == Era::Modern) {
        result["ttlMs"] = 600'000;
        result["cacheScope"] = "public";
    }
    return Reply{resultLine(request.id, era, std::move(result))};
}

Incoming Protocol::call(const Request& request, Era era, std::string client) const
{
    const auto name = request.params.find("name");
    if (name == request.params.end() || !name->is_string())
        return badParams(request.id, "tools/call needs name, a string", "/params/name");
    const auto given = request.params.find("arguments");
    if (given != request.params.end() && !given->is_object())
        return refuse(request.id, rpc::InvalidParams, codes::ArgumentsNotObject, "\"arguments\" must be one JSON object, not " + kindOf(*given), {{"pointer", "/params/arguments"}});
    const std::string asked = name->get<std::string>();
    const Tool* tool = m_tools.find(asked);
    if (tool == nullptr) {
        Json known = Json::array();
        for (const Tool& each : m_tools.all())
            known.push_back(each.name);
        return refuse(request.id, rpc::InvalidParams, codes::ToolUnknown, "there is no tool " + quoted(asked), {{"tool", base::elide(asked, 100)}, {"tools", std::move(known)}});
    }
    Call out{request.id, era, tool, given == request.params.end() ? Json::object() : *given, std::nullopt, std::move(client)};
    if (has(request.meta, "progressToken")) {
        out.progressToken = request.meta["progressToken"];
        if (!isRequestId(*out.progressToken))
            return badParams(request.id, "progressToken must be a string or a whole number", "/params/_meta/progressToken");
    }
    if (const auto refusal = refusedArguments(*tool, out.args))
        return Reply{answer(out, *refusal)};
    return out;
}

} // namespace countersign::mcp
