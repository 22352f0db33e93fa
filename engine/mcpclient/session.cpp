#include "engine/mcpclient/session.h"

#include "engine/base/codes.h"
#include "engine/base/text.h"
#include "engine/domain/json_fields.h"
#include "engine/mcpclient/codes.h"
#include "engine/runner/codes.h"
#include "engine/runner/direct_result.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <random>

namespace countersign::mcpclient {

using base::Result;
using runner::ProcessEnd;

namespace {

constexpr std::size_t bytesRead = 16U * 1024U * 1024U;
constexpr int passedOverAtMost = 20;
constexpr int messagesAtMost = 10'000;
constexpr std::chrono::seconds patienceAtEnd{2};
constexpr std::string_view newest = "2025-11-25";
constexpr std::string_view older = "2025-06-18";
constexpr int methodNotFound = -32601;

std::string newId()
{
    static constexpr std::string_view digits = "0123456789abcdef";
    std::random_device random;
    std::string out;
    for (int i = 0; i < 32; ++i)
        out += digits[random() % digits.size()];
    return out;
}

std::string shown(std::string_view text) { return base::visible(base::elide(base::toValidUtf8(base::trim(text)), 200), false); }

std::string errorsTail(const ProcessEnd& end)
{
    const std::string text = end.err.text();
    const std::string tail = shown(std::string_view(text).substr(text.size() - std::min<std::size_t>(text.size(), 300)));
    return tail.empty() ? "" : "; its stderr ends: " + tail;
}

} // namespace

/// Written by the host's thread, read by the session's.
struct Session::Mailbox
{
    std::mutex mutex;
    std::condition_variable_any arrived;
    std::string partial;
    std::deque<std::string> lines;
    std::size_t bytes = 0;
    bool flooded = false;
    std::optional<ProcessEnd> end;

    void add(std::string_view chunk)
    {
        const std::lock_guard lock(mutex);
        bytes += chunk.size();
        flooded = flooded || bytes > bytesRead;
        if (!flooded)
            split(chunk);
        arrived.notify_all();
    }
    void split(std::string_view chunk)
    {
        for (std::size_t at = 0; at < chunk.size();) {
            const std::size_t end_ = chunk.find('\n', at);
            partial += chunk.substr(at, end_ - at);
            if (end_ == std::string_view::npos)
                return;
            lines.push_back(std::move(partial));
            partial.clear();
            at = end_ + 1;
        }
    }
    void ended(ProcessEnd value)
    {
        const std::lock_guard lock(mutex);
        end = std::move(value);
        arrived.notify_all();
    }
};

Session::Session(runner::ProcessHost& host, runner::CommandSpec command, std::stop_token stop)
    : m_host(host), m_stop(std::move(stop)), m_mailbox(std::make_shared<Mailbox>())
{
    command.input.clear();
    command.keepInput = true;
    const auto mailbox = m_mailbox;
    m_job = m_host.start(
        std::move(command), [mailbox](ProcessEnd end) { mailbox->ended(std::move(end)); },
        [mailbox](runner::Stream stream, std::string_view chunk) {
            if (stream == runner::Stream::Out)
                mailbox->add(chunk);
        });
}

Session::~Session()
{
    m_host.cancel(m_job);
    std::unique_lock lock(m_mailbox->mutex);
    m_mailbox->arrived.wait(lock, [this] { return m_mailbox->end.has_value(); });
}

void Session::send(const Json& message) { m_host.send(m_job, base::write(message) + "\n"); }

Result<std::string> Session::open()
{
    const auto ask = [this](std::string_view version) {
        return request("initialize", {{"protocolVersion", version},
                                      {"capabilities", Json::object()},
                                      {"clientInfo", {{"name", "countersign"}, {"version", COUNTERSIGN_VERSION}}}});
    };
    Result<Json> result = ask(newest);
    if (!result && result.error().is(codes::Refused))
        result = ask(older);
    if (!result)
        return base::fail(std::move(result.error()));
    const Json version = result->is_object() && result->contains("protocolVersion") ? result->at("protocolVersion") : Json();
    if (version != newest && version != older)
        return base::fail(codes::VersionUnsupported, "the server answers with the revision " + shown(base::write(version)) + ", known are "
                                                         + std::string(newest) + " and " + std::string(older));
    static const Json none = Json::object();
    const Json& capabilities = domain::memberOr(*result, "capabilities", none);
    if (!capabilities.is_object() || !capabilities.contains("tools"))
        return base::fail(codes::ToolUnknown, "the server offers no tools");
    send({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}});
    return version.get<std::string>();
}

base::Failure Session::give(base::Error error)
{
    m_host.cancel(m_job);
    return base::fail(std::move(error));
}

base::Error Session::endError(std::string_view method) const
{
    const ProcessEnd& end = *m_mailbox->end;
    const std::string before = " before it answered " + std::string(method) + errorsTail(end) + ".";
    switch (end.how) {
    case ProcessEnd::How::NotStarted: return end.startFailure.value_or(base::Error(runner::codes::StartFailed, "The server was not started."));
    case ProcessEnd::How::TimedOut: return {codes::ServerSilent, "The server was ended at its deadline after " + std::to_string(end.duration.count()) + " ms" + before};
    case ProcessEnd::How::Cancelled: return {base::codes::Cancelled, "The server was cancelled" + before};
    case ProcessEnd::How::Signalled: return {codes::ServerGone, "The server was ended by signal " + std::to_string(end.signal) + before};
    case ProcessEnd::How::Exited: break;
    }
    return {codes::ServerGone, "The server ended with exit status " + std::to_string(end.exitCode) + before};
}

Result<Json> Session::request(std::string_view method, const Json& params)
{
    const std::string id = newId();
    send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
    Mailbox& box = *m_mailbox;
    for (;;) {
        std::unique_lock lock(box.mutex);
        box.arrived.wait(lock, m_stop, [&box] { return !box.lines.empty() || box.flooded || box.end.has_value(); });
        if (m_stop.stop_requested()) {
            lock.unlock();
            if (method != "initialize")
                send({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", id}, {"reason", "cancelled"}}}});
            return give(base::Error(base::codes::Cancelled, "The call was cancelled."));
        }
        if (box.flooded)
            return give(base::Error(codes::ServerFlood, "The server sent more than " + std::to_string(bytesRead / 1024 / 1024) + " MiB."));
        if (box.lines.empty())
            return base::fail(endError(method));
        const std::string line = std::move(box.lines.front());
        box.lines.pop_front();
        lock.unlock();
        auto answered = take(line, id, method);
        if (!answered && answered.error().is(codes::Refused)) // the server goes on
            return base::fail(std::move(answered.error()));
        if (!answered)
            return give(std::move(answered.error()));
        if (*answered)
            return std::move(**answered);
    }
}

Result<std::optional<Json>> Session::take(const std::string& line, const std::string& id, std::string_view method)
{
    const auto nothing = [](Result<void> passed) { return passed ? Result<std::optional<Json>>(std::nullopt) : base::fail(std::move(passed.error())); };
    if (base::trim(line).empty())
        return std::nullopt;
    if (++m_messages > messagesAtMost)
        return base::fail(codes::ServerFlood, "The server sent more than " + std::to_string(messagesAtMost) + " messages.");
    auto message = base::parseJson(line, {512, bytesRead});
    if (!message)
        return nothing(passOver(shown(line)));
    if (!message->is_object() || domain::textOr(*message, "jsonrpc") != "2.0")
        return nothing(passOver(shown(line)));
    if (message->contains("method")) {
        if (message->contains("id"))
            answer(*message);
        return std::nullopt;
    }
    if (domain::textOr(*message, "id") != id)
        return nothing(passOver("an answer to nothing that was asked"));
    if (message->contains("result") == message->contains("error"))
        return base::fail(codes::Protocol, "The answer to " + std::string(method) + " has not exactly one of result and error.");
    if (message->contains("result"))
        return std::optional(std::move(message->at("result")));
    const Json& error = message->at("error");
    return base::fail(codes::Refused, "The server refuses " + std::string(method) + ": " + shown(domain::textOr(error, "message")) + " ("
                                          + (error.is_object() && error.contains("code") ? shown(base::write(error.at("code"))) : "no code") + ")");
}

Result<void> Session::passOver(const std::string& why)
{
    if (m_firstPassedOver.empty())
        m_firstPassedOver = why;
    if (++m_passedOver > passedOverAtMost)
        return base::fail(codes::Protocol, "The server sent more than " + std::to_string(passedOverAtMost) + " lines that are not MCP, the first: " + m_firstPassedOver);
    return {};
}

// We declared nothing that a server could ask of us.
void Session::answer(const Json& request)
{
    Json out{{"jsonrpc", "2.0"}, {"id", request.at("id")}};
    if (request.at("method") == "ping")
        out["result"] = Json::object();
    else
        out["error"] = {{"code", methodNotFound}, {"message", "this client offers nothing"}};
    send(out);
}

ProcessEnd Session::finish()
{
    m_host.endInput(m_job);
    std::unique_lock lock(m_mailbox->mutex);
    const auto over = [this] { return m_mailbox->end.has_value(); };
    if (!m_mailbox->arrived.wait_for(lock, patienceAtEnd, over)) {
        m_host.cancel(m_job);
        m_mailbox->arrived.wait(lock, over);
    }
    return *m_mailbox->end;
}

std::vector<std::string> Session::notices() const
{
    if (m_passedOver == 0)
        return {};
    return {"The MCP server sent " + std::to_string(m_passedOver) + (m_passedOver == 1 ? " line that is" : " lines that are") + " not MCP, passed over, the first: " + m_firstPassedOver};
}

} // namespace countersign::mcpclient
