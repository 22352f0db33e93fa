#include "engine/runner/job.h"

#include "engine/base/text.h"
#include "engine/runner/codes.h"

#include <cerrno>
#include <cstring>

#include <sys/epoll.h>

namespace countersign::runner {
namespace {

using Steady = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t readSize = 64 * 1024;
constexpr int readsPerEvent = 8;
constexpr milliseconds outsideAfter{500};

} // namespace

void Job::close(Channel channel)
{
    if (fd(channel).valid())
        ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, fd(channel).get(), nullptr);
    fd(channel).reset();
}

void Job::handle(std::size_t number)
{
    if (m_finished)
        return;
    if (number >= SandboxProcess::firstChannel) {
        if (m_sandbox.handle(static_cast<SandboxProcess::Channel>(number - SandboxProcess::firstChannel)))
            finish();
        return;
    }
    const auto channel = static_cast<Channel>(number);
    if (!fd(channel).valid())
        return;
    switch (channel) {
    case Channel::Input: return writeInput();
    case Channel::Out: return readStream(channel, Stream::Out, m_out, false);
    case Channel::Err: return readStream(channel, Stream::Err, m_err, false);
    case Channel::Report: return readReports();
    }
}

void Job::writeInput()
{
    std::string& input = m_prepared.command.input;
    while (m_written < input.size()) {
        const ssize_t n = ::write(fd(Channel::Input).get(), input.data() + m_written, input.size() - m_written);
        if (n < 0 && errno == EAGAIN)
            return;
        if (n < 0 && errno != EINTR)
            break;
        m_written += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
    if (m_written < input.size() || !m_prepared.command.keepInput)
        return close(Channel::Input);
    // Nothing to write: not watched until there is, or a reader that is gone would wake us for ever.
    input.clear();
    m_written = 0;
    ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, fd(Channel::Input).get(), nullptr);
    m_inputWatched = false;
}

void Job::send(std::string_view more)
{
    m_prepared.command.input += more;
    // What a keeper can't start needs its input once more.
    const bool mayNotStart = m_keeper != 0 && !m_started;
    if (!fd(Channel::Input).valid() || m_inputWatched || m_finished || mayNotStart)
        return;
    m_inputWatched = true;
    watch(Channel::Input, EPOLLOUT);
    writeInput();
}

void Job::endInput()
{
    m_prepared.command.keepInput = false;
    send({});
}

void Job::readStream(Channel channel, Stream stream, Capture& capture, bool all)
{
    std::array<char, readSize> buffer;
    for (int i = 0; fd(channel).valid() && (all || i < readsPerEvent); ++i) {
        const ssize_t n = ::read(fd(channel).get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0)
            return close(channel);
        const std::string_view bytes(buffer.data(), static_cast<std::size_t>(n));
        capture.add(bytes);
        if (m_chunk)
            m_chunk(stream, bytes);
    }
}

void Job::attach(base::Fd process) { m_sandbox.attach(std::move(process), m_epoll, m_id); }

void Job::keeperFailed(std::string why)
{
    if (m_refusal.empty())
        m_refusal = std::move(why);
    if (!m_finished && !m_mustSpawnAlone && m_sandbox.innerEnded())
        finish();
}

void Job::readReports()
{
    std::array<char, 16 * sizeof(supervisor::Record)> buffer;
    const ssize_t n = ::read(fd(Channel::Report).get(), buffer.data(), buffer.size());
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        return close(Channel::Report);
    m_reports.append(buffer.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
    std::size_t at = 0;
    for (; m_reports.size() - at >= sizeof(supervisor::Record); at += sizeof(supervisor::Record)) {
        supervisor::Record record;
        std::memcpy(static_cast<void*>(&record), m_reports.data() + at, sizeof record);
        record.text[sizeof record.text - 1] = '\0';
        take(record);
    }
    m_reports.erase(0, at);
}

void Job::take(const supervisor::Record& record)
{
    switch (record.kind) {
    case supervisor::RecordKind::Started:
        m_started = true;
        return send({});
    case supervisor::RecordKind::StartFailed: explainStart(record); return;
    case supervisor::RecordKind::Ended:
        m_ended = true;
        m_status = record.first;
        m_endedAt = Steady::now();
        m_deadline = Time::max();
        m_killAt = std::min(m_killAt, m_endedAt + m_grace);
        return;
    case supervisor::RecordKind::LeftBehind:
        m_end.leftBehind.push_back(std::to_string(record.first) + " " + base::toValidUtf8(record.text));
        return;
    case supervisor::RecordKind::TooMany: m_end.tooManyProcesses = record.first; return;
    case supervisor::RecordKind::Done:
        m_told = true;
        m_end.usage.cpu = std::chrono::duration_cast<milliseconds>(std::chrono::microseconds(record.cpuMicroseconds));
        m_end.usage.maxRssBytes = static_cast<std::uint64_t>(record.maxRssKib) * 1024;
        return;
    }
}

void Job::ask(ProcessEnd::How why, Time now)
{
    if (m_asked || m_ended)
        return;
    m_asked = why;
    m_deadline = Time::max();
    m_killAt = now + m_grace;
    order(supervisor::AskAll);
}

void Job::cancel(Time now) { ask(ProcessEnd::How::Cancelled, now); }

void Job::order(char what)
{
    const ssize_t n = ::write(m_control.get(), &what, 1);
    if (n != 1)
        killFromOutside();
}

void Job::tick(Time now)
{
    if (now >= m_deadline)
        ask(ProcessEnd::How::TimedOut, now);
    if (now >= m_killAt) {
        m_killAt = Time::max();
        m_forceAt = now + outsideAfter;
        m_end.forced = m_end.forced || (m_asked && !m_ended);
        order(supervisor::KillAll);
    }
    if (now >= m_forceAt) {
        m_forceAt = Time::max();
        killFromOutside();
    }
}

void Job::endNow()
{
    m_end.forced = true;
    if (!m_told && !m_asked)
        m_asked = ProcessEnd::How::Cancelled;
    killFromOutside();
}

void Job::killFromOutside()
{
    if (!m_sandbox.kill())
        m_forceAt = Steady::now() + SandboxProcess::namedWithin;
    m_control.reset();
}

Job::Time Job::nextTick() const { return std::min({m_deadline, m_killAt, m_forceAt}); }

} // namespace countersign::runner
