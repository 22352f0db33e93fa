#include "engine/runner/keeper.h"

#include "engine/base/text.h"
#include "engine/runner/codes.h"
#include "engine/runner/job.h"
#include "engine/runner/supervisor/keeper.h"

#include <cerrno>
#include <cstring>

#include <sys/epoll.h>
#include <sys/socket.h>

namespace countersign::runner {

using base::Fd;
using base::Result;
using Steady = std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds endsWithin{2};

Result<Pipe> makeSocket()
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return base::fail(codes::StartFailed, std::string("socketpair: ") + std::strerror(errno));
    return Pipe{Fd(ends[0]), Fd(ends[1])};
}

} // namespace

Result<std::unique_ptr<Keeper>> Keeper::start(JobId id, const SharedLayout& layout, const HostOptions& options, int epoll)
{
    std::unique_ptr<Keeper> keeper(new Keeper(id, options, epoll));
    CS_TRY(keeper->spawn(layout, options));
    return keeper;
}

Result<void> Keeper::spawn(const SharedLayout& layout, const HostOptions& options)
{
    CS_ASSIGN(Spawn request, bubblewrapCall(options, layout.outer, {std::string(insideSupervisor), supervisor::keeperMode}));
    CS_ASSIGN(Pipe socket, makeSocket());
    m_socket = std::move(socket.read);
    setNonBlocking(m_socket);
    request.descriptors.emplace_back(supervisor::KeeperFd, std::move(socket.write));
    CS_ASSIGN(Fd plan, memoryFile(encode(layout.plan)));
    request.descriptors.emplace_back(supervisor::LaunchFd, std::move(plan));
    CS_TRY(m_sandbox.spawn(std::move(request), m_epoll, m_id));
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = m_id * SandboxProcess::channels;
    ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, m_socket.get(), &event);
    return {};
}

void Keeper::closeSocket()
{
    if (m_socket.valid())
        ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, m_socket.get(), nullptr);
    m_socket.reset();
}

bool Keeper::pass(JobId job, const std::vector<std::pair<int, Fd>>& descriptors)
{
    if (!takesJobs() || descriptors.size() != supervisor::passedDescriptors)
        return false;
    supervisor::StartRequest request{job};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * supervisor::passedDescriptors)] = {};
    iovec bytes{&request, sizeof request};
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof(int) * supervisor::passedDescriptors);
    for (const auto& [number, ours] : descriptors) {
        const int value = ours.get();
        std::memcpy(CMSG_DATA(part) + sizeof(int) * static_cast<std::size_t>(number - supervisor::ReportFd), &value, sizeof value);
    }
    if (::sendmsg(m_socket.get(), &message, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof request))
        return false;
    m_jobs.insert(job);
    ++m_unanswered;
    m_killAt = std::min(m_killAt, Steady::now() + m_patience);
    return true;
}

std::vector<Keeper::Answer> Keeper::handle(std::size_t channel)
{
    if (m_ended)
        return {};
    if (channel < SandboxProcess::firstChannel)
        return m_socket.valid() ? answers() : std::vector<Answer>();
    if (m_sandbox.handle(static_cast<SandboxProcess::Channel>(channel - SandboxProcess::firstChannel))) {
        m_sandbox.reap();
        closeSocket();
        m_killAt = Time::max();
        m_ended = true;
    }
    return {};
}

std::vector<Keeper::Answer> Keeper::answers()
{
    std::vector<Answer> result;
    for (;;) {
        supervisor::StartReply reply;
        alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
        iovec bytes{&reply, sizeof reply};
        msghdr message{};
        message.msg_iov = &bytes;
        message.msg_iovlen = 1;
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        const ssize_t n = ::recvmsg(m_socket.get(), &message, MSG_CMSG_CLOEXEC);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return result;
        if (n != static_cast<ssize_t>(sizeof reply)) {
            closeSocket();
            kill();
            return result;
        }
        Answer answer{reply.job, reply.errnum, {}};
        if (const cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr && part->cmsg_type == SCM_RIGHTS) {
            int process = -1;
            std::memcpy(&process, CMSG_DATA(part), sizeof process);
            answer.process = Fd(process);
        }
        m_unanswered -= m_unanswered > 0 ? 1 : 0;
        m_killAt = m_unanswered > 0 ? Steady::now() + m_patience : Time::max();
        result.push_back(std::move(answer));
    }
}

void Keeper::left(JobId job)
{
    m_jobs.erase(job);
    endIfDone();
}

void Keeper::release()
{
    m_released = true;
    endIfDone();
}

void Keeper::endIfDone()
{
    if (!m_released || !m_jobs.empty() || m_ended)
        return;
    closeSocket();
    m_unanswered = 0;
    m_killAt = Steady::now() + endsWithin;
}

void Keeper::kill()
{
    closeSocket();
    if (!m_sandbox.kill())
        m_killAt = Steady::now() + SandboxProcess::namedWithin;
}

void Keeper::tick(Time now)
{
    if (now < m_killAt)
        return;
    m_killAt = Time::max();
    kill();
}

Keeper::Time Keeper::nextTick() const { return m_killAt; }

std::string Keeper::why() const
{
    const std::string said(base::trim(base::toValidUtf8(m_sandbox.said())));
    return said.empty() ? "the keeper ended" : said;
}

} // namespace countersign::runner
