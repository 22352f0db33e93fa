#include "engine/runner/sandbox_process.h"

#include "engine/runner/codes.h"
#include "engine/runner/sandbox.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>

#include <sys/epoll.h>
#include <sys/wait.h>

namespace countersign::runner {

using base::Fd;
using base::Result;

namespace {

constexpr std::size_t saidKept = 8 * 1024;

/// -1: not yet.
int processNamedIn(const std::string& info)
{
    constexpr std::string_view member = "\"child-pid\":";
    const std::size_t at = info.find(member);
    const std::size_t digits = at == std::string::npos ? at : info.find_first_of("0123456789", at + member.size());
    if (digits == std::string::npos || info.find_first_of(",}\n", digits) == std::string::npos)
        return -1;
    int pid = -1;
    std::from_chars(info.data() + digits, info.data() + info.size(), pid);
    return pid;
}

} // namespace

SandboxProcess::~SandboxProcess()
{
    if (m_pid <= 0)
        return;
    killProcess(fd(Channel::Inner));
    ::kill(-m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
}

Result<void> SandboxProcess::spawn(Spawn request, int epoll, JobId id)
{
    m_epoll = epoll;
    m_id = id;
    m_info.clear();
    m_said.clear();
    m_isKilled = false;
    for (const auto& [channel, number] : {std::pair(Channel::Info, infoDescriptor), std::pair(Channel::Diagnosis, 2)}) {
        CS_ASSIGN(Pipe pipe, makePipe());
        setNonBlocking(pipe.read);
        fd(channel) = std::move(pipe.read);
        request.descriptors.emplace_back(number, std::move(pipe.write));
    }
    CS_ASSIGN(m_pid, runner::spawn(std::move(request)));
    fd(Channel::Process) = openProcess(m_pid);
    if (!fd(Channel::Process).valid())
        return base::fail(codes::StartFailed, std::string("pidfd_open: ") + std::strerror(errno));
    for (const Channel channel : {Channel::Info, Channel::Diagnosis, Channel::Process})
        watch(channel);
    return {};
}

void SandboxProcess::attach(Fd inner, int epoll, JobId id)
{
    m_epoll = epoll;
    m_id = id;
    fd(Channel::Inner) = std::move(inner);
    watch(Channel::Inner);
    if (m_isKilled)
        killProcess(fd(Channel::Inner));
}

void SandboxProcess::watch(Channel channel)
{
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = m_id * channels + firstChannel + static_cast<std::uint64_t>(channel);
    ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, fd(channel).get(), &event);
}

void SandboxProcess::close(Channel channel)
{
    if (fd(channel).valid())
        ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, fd(channel).get(), nullptr);
    fd(channel).reset();
}

bool SandboxProcess::handle(Channel channel)
{
    if (!fd(channel).valid())
        return false;
    switch (channel) {
    case Channel::Info: findInner(); return false;
    case Channel::Diagnosis: readText(channel, m_said); return false;
    case Channel::Process:
    case Channel::Inner: return ended();
    }
    return false;
}

bool SandboxProcess::readText(Channel channel, std::string& text)
{
    std::array<char, 4096> buffer;
    const ssize_t n = ::read(fd(channel).get(), buffer.data(), buffer.size());
    if (n > 0)
        text.append(buffer.data(), std::min(static_cast<std::size_t>(n), saidKept - std::min(text.size(), saidKept)));
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        close(channel);
    return n > 0;
}

void SandboxProcess::findInner()
{
    readText(Channel::Info, m_info);
    const int pid = fd(Channel::Inner).valid() ? -1 : processNamedIn(m_info);
    if (pid > 1)
        fd(Channel::Inner) = openProcess(pid);
    if (m_isKilled)
        killProcess(fd(Channel::Inner));
}

bool SandboxProcess::ended()
{
    if (fd(Channel::Info).valid())
        findInner();
    if (!hasEnded(fd(Channel::Process)))
        return false;
    if (hasEnded(fd(Channel::Inner)))
        return true;
    killProcess(fd(Channel::Inner));
    if (fd(Channel::Process).valid()) {
        close(Channel::Process);
        watch(Channel::Inner);
    }
    return false;
}

bool SandboxProcess::kill()
{
    const bool mayBeNamed = !m_isKilled;
    m_isKilled = true;
    if (fd(Channel::Inner).valid())
        killProcess(fd(Channel::Inner));
    else if (mayBeNamed)
        return false;
    else if (m_pid > 0)
        ::kill(-m_pid, SIGKILL);
    return true;
}

void SandboxProcess::reap()
{
    while (m_pid > 0 && ::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR)
        ;
    m_pid = -1;
    while (fd(Channel::Diagnosis).valid() && readText(Channel::Diagnosis, m_said))
        ;
    for (const Channel channel : {Channel::Info, Channel::Diagnosis, Channel::Process, Channel::Inner})
        close(channel);
}

} // namespace countersign::runner
