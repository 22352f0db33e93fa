// MCP without input and output: a line comes in, what to do about it goes out. Revisions 2025-06-18 and 2025-11-25 by
// their initialize handshake, 2026-07-28 by the _meta of each request; every message is told apart by itself.
// Source: SPEC section 12. Thread: one Protocol for one connection, used by the thread that reads it.
#pragma once

#include "engine/mcp/messages.h"
#include "engine/mcp/tools.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace countersign::mcp {

/// Longest line that is read, without its line feed.
inline constexpr std::size_t longestLine = 16U * 1024U * 1024U;

/// Nothing is to be done: a notification, an answer, a blank line.
struct Ignored
{
};
/// One line to write.
struct Reply
{
    std::string line{};
};
/// A tool to run, its arguments checked. Answer with answer(); nothing after a cancellation of its key.
struct Call
{
    Json id{};
    Era era = Era::Legacy;
    const Tool* tool = nullptr;
    Json args = Json::object();
    std::optional<Json> progressToken{};
    std::string client{}; ///< as the client calls itself; empty: it doesn't
};
/// notifications/cancelled for the request with this requestKey().
struct Cancelled
{
    std::string key{};
};
/// subscriptions/listen: write line; the request stays open until it is cancelled or the connection ends.
struct Listening
{
    Json id{};
    std::string line{};
};
using Incoming = std::variant<Ignored, Reply, Call, Cancelled, Listening>;

class Protocol
{
public:
    explicit Protocol(const Tools& tools) : m_tools(tools) {}

    /// One line without its line feed; a carriage return before it is taken away.
    [[nodiscard]] Incoming read(std::string_view line);
    /// The refusal of a line that was longer than longestLine and was not kept.
    [[nodiscard]] std::string tooLong() const;
    [[nodiscard]] static std::string answer(const Call& call, const ToolAnswer& answer) { return toolLine(call.id, call.era, answer); }

private:
    struct Request
    {
        Json id{};
        std::string method{};
        Json params = Json::object();
        Json meta = Json::object();
    };

    [[nodiscard]] std::optional<Json> unreadableId() const;
    [[nodiscard]] std::string unreadable(const base::Error& error) const;
    [[nodiscard]] Incoming notification(const std::string& method, const Json& message) const;
    [[nodiscard]] Incoming request(const Request& request);
    [[nodiscard]] Incoming modern(const Request& request) const;
    [[nodiscard]] Incoming legacy(const Request& request);
    [[nodiscard]] Reply initialize(const Request& request);
    [[nodiscard]] Incoming list(const Request& request, Era era) const;
    [[nodiscard]] Incoming call(const Request& request, Era era, std::string client) const;

    const Tools& m_tools;
    bool m_initialized = false;
    bool m_modern = false; ///< a request of the newest revision was seen: only for the shape of answers without an id
    std::string m_client{};
};

} // namespace countersign::mcp
