#include "app/mcp/server.h"

#include "engine/base/text.h"
#include "engine/mcp/codes.h"

#include <array>
#include <cerrno>
#include <cstdio>

#include <poll.h>

namespace countersign::mcp {

namespace {

constexpr std::size_t mostWorkers = 8;
constexpr std::size_t mostOpen = 64;                       // calls and listeners
constexpr std::size_t mostBytes = 64U * 1024U * 1024U;     // of the lines of all open calls
constexpr std::chrono::milliseconds lastAnswers{500};      // what is nearly done when the input ends may still be answered

void note(const std::string& text)
{
    const std::string line = "countersign-mcp: " + base::visible(base::toValidUtf8(base::elide(text, 1'000)), false) + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace

Server::Server(const Options& options, const Tools& tools, int input, base::Fd output)
    : m_project(options.project), m_input(input), m_output(std::move(output), input, [this] { m_signal.raise(); }), m_protocol(tools), m_runtimes(options)
{
}

Server::~Server() { end(End::Stopped); }

void Server::serve()
{
    m_progress = std::thread([this] { reportProgress(); });
    end(readAll());
}

Server::End Server::readAll()
{
    LineSplitter lines(longestLine);
    std::vector<char> buffer(64U * 1024U);
    const auto each = [this](const LineSplitter::Line& one) { line(one); };
    for (;;) {
        std::array<pollfd, 2> watched{pollfd{m_input, POLLIN, 0}, pollfd{m_signal.descriptor(), POLLIN, 0}};
        if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR)
            return End::Stopped;
        if (watched[1].revents != 0 || m_output.broken())
            return End::Stopped;
        if (watched[0].revents == 0)
            continue;
        const ssize_t got = ::read(m_input, buffer.data(), buffer.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0) {
            lines.finish(each);
            return End::InputEnded;
        }
        lines.feed({buffer.data(), static_cast<std::size_t>(got)}, each);
    }
}

void Server::line(const LineSplitter::Line& line)
{
    if (line.tooLong) {
        m_output.write(m_protocol.tooLong());
        return;
    }
    Incoming incoming = m_protocol.read(line.text);
    if (auto* reply = std::get_if<Reply>(&incoming))
        m_output.write(std::move(reply->line));
    else if (auto* call = std::get_if<Call>(&incoming))
        take(std::move(*call), line.text.size());
    else if (const auto* cancelled = std::get_if<Cancelled>(&incoming))
        cancel(cancelled->key);
    else if (const auto* listening = std::get_if<Listening>(&incoming))
        listen(*listening);
}

void Server::take(Call call, std::size_t bytes)
{
    const std::string key = requestKey(call.id);
    std::unique_lock lock(m_mutex);
    if (m_open.contains(key) || m_listening.contains(key)) {
        lock.unlock();
        m_output.write(errorLine(call.id, rpc::InvalidRequest, base::Error(codes::RequestIdInUse, "the request " + key + " is not answered yet")));
        return;
    }
    if (m_open.size() + m_listening.size() >= mostOpen || m_bytes + bytes > mostBytes) {
        lock.unlock();
        m_output.write(Protocol::answer(call, refused(base::Error(codes::ServerBusy, "too many requests are open").advise("Wait for an answer, then call again."))));
        return;
    }
    auto running = std::make_shared<RunningCall>(std::move(call), bytes, m_output);
    m_open.emplace(key, running);
    m_bytes += bytes;
    m_waiting.push_back(std::move(running));
    if (m_idle < m_waiting.size() && m_workers.size() < mostWorkers)
        m_workers.emplace_back([this] { work(); });
    m_change.notify_all();
}

// The id is free at once: nothing will be said for it any more. A call that runs goes on to its end by itself.
void Server::cancel(const std::string& key)
{
    const std::scoped_lock lock(m_mutex);
    m_listening.erase(key);
    const auto it = m_open.find(key);
    if (it == m_open.end())
        return;
    it->second->cancel();
    m_waiting.erase(std::remove(m_waiting.begin(), m_waiting.end(), it->second), m_waiting.end());
    m_bytes -= it->second->bytes();
    m_open.erase(it);
}

void Server::listen(const Listening& listening)
{
    const std::string key = requestKey(listening.id);
    std::unique_lock lock(m_mutex);
    const bool inUse = m_open.contains(key) || m_listening.contains(key);
    const bool busy = m_open.size() + m_listening.size() >= mostOpen;
    if (!inUse && !busy)
        m_listening.emplace(key, listening.id);
    lock.unlock();
    if (inUse)
        m_output.write(errorLine(listening.id, rpc::InvalidRequest, base::Error(codes::RequestIdInUse, "the request " + key + " is not answered yet")));
    else if (busy)
        m_output.write(errorLine(listening.id, rpc::InternalError, base::Error(codes::ServerBusy, "too many requests are open")));
    else
        m_output.write(listening.line);
}

void Server::work()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        ++m_idle;
        m_change.wait(lock, [this] { return m_ending || !m_waiting.empty(); });
        --m_idle;
        if (m_ending)
            return;
        const CallPtr call = m_waiting.front();
        m_waiting.pop_front();
        lock.unlock();
        run(*call);
        lock.lock();
        const auto it = m_open.find(requestKey(call->call().id));
        if (it != m_open.end() && it->second == call) {
            m_bytes -= call->bytes();
            m_open.erase(it);
        }
        m_change.notify_all();
    }
}

void Server::run(RunningCall& running)
{
    const Call& call = running.call();
    auto engine = m_runtimes.open(call.client);
    const ToolAnswer answer = engine ? mcp::run(*call.tool, {**engine, m_project, call.args, running, running.token()}) : refused(engine.error());
    if (answer.isError && !running.token().stop_requested())
        note(call.tool->name + ": " + answer.text);
    running.answer(answer);
}

void Server::reportProgress()
{
    std::unique_lock lock(m_mutex);
    while (!m_ending) {
        m_change.wait_for(lock, std::chrono::seconds(1), [this] { return m_ending; });
        std::vector<CallPtr> open;
        for (const auto& [key, call] : m_open)
            open.push_back(call);
        lock.unlock();
        for (const CallPtr& call : open)
            call->tick(std::chrono::steady_clock::now());
        lock.lock();
    }
}

void Server::end(End how)
{
    std::unique_lock lock(m_mutex);
    if (how == End::InputEnded)
        m_change.wait_for(lock, lastAnswers, [this] { return m_open.empty(); });
    m_ending = true;
    m_waiting.clear();
    for (const auto& [key, call] : m_open)
        call->cancel();
    const std::map<std::string, Json> listening = std::exchange(m_listening, {});
    lock.unlock();
    m_change.notify_all();
    for (std::thread& worker : m_workers)
        worker.join();
    m_workers.clear();
    if (m_progress.joinable())
        m_progress.join();
    for (const auto& [key, id] : listening)
        m_output.write(listeningEndsLine(id));
}

} // namespace countersign::mcp
