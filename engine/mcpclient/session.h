// One MCP server in its sandbox, and requests to it. Source: SPEC sections 3, 6.2; MCP 2025-06-18 and 2025-11-25, stdio.
// The server is not trusted: what it sends is bounded, lines that aren't MCP are passed over up to a limit, requests of
// its own are refused (ping apart), and request ids can't be guessed, so that text which a server lets through from the
// work can't answer for it. Thread: one thread's own, which blocks; ends the server when it goes.
#pragma once

#include "engine/base/json.h"
#include "engine/runner/process_host.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::mcpclient {

using base::Json;

class Session
{
public:
    /// Starts the server; command.timeout bounds its whole life. Its input is ours.
    Session(runner::ProcessHost& host, runner::CommandSpec command, std::stop_token stop);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// initialize and initialized. The revision that holds. Errors: as request, VersionUnsupported, ToolUnknown without tools.
    [[nodiscard]] base::Result<std::string> open();
    /// The result. Errors: Refused, ServerGone, ServerSilent, ServerFlood, Protocol, Cancelled, and those of a start.
    [[nodiscard]] base::Result<Json> request(std::string_view method, const Json& params);
    /// Closes its stdin and waits for its end; one that goes on is cancelled after two seconds.
    [[nodiscard]] runner::ProcessEnd finish();
    [[nodiscard]] std::vector<std::string> notices() const;

private:
    struct Mailbox;

    void send(const Json& message);
    base::Error endError(std::string_view method) const;
    base::Failure give(base::Error error);
    /// The answer to the id, when the line is it.
    base::Result<std::optional<Json>> take(const std::string& line, const std::string& id, std::string_view method);
    base::Result<void> passOver(const std::string& why);
    void answer(const Json& request);

    runner::ProcessHost& m_host;
    std::stop_token m_stop;
    std::shared_ptr<Mailbox> m_mailbox;
    runner::JobId m_job = 0;
    int m_passedOver = 0;
    int m_messages = 0;
    std::string m_firstPassedOver{};
};

} // namespace countersign::mcpclient
