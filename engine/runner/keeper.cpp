#include "engine/runner/keeper.h"

#include "engine/base/text.h"
#include "engine/runner/codes.h"
#include "engine/runner/job.h"
#include "engine/runner/supervisor/keeper.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>

namespace countersign::runner {

using base::Fd;
using base::Result;
using Steady = std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds endsWithin{2};
constexpr std::chrono::milliseconds namedWithin{500};
constexpr std::size_t saidKept = 8 * 1024;

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
    fd(Channel::Socket) = std::move(socket.read);
    request.descriptors.emplace_back(supervisor::KeeperFd, std::move(socket.write));
    CS_ASSIGN(Fd plan, memoryFile(encode(layout.plan)));
    request.descriptors.emplace_back(supervisor::LaunchFd, std::move(plan));
    for (const auto& [channel, number] : {std::pair(Channel::Info, infoDescriptor), std::pair(Channel::Diagnosis, 2)}) {
        CS_ASSIGN(Pipe pipe, makePipe());
        fd(channel) = std::move(pipe.read);
        request.descriptors.emplace_back(number, std::move(pipe.write));
    }
    CS_ASSIGN(m_pid, runner::spawn(std::move(request)));
    fd(Channel::Process) = openProcess(m_pid);
    for (const Channel channel : {Channel::Socket, Channel::Info, Channel::Diagnosis, Channel::Process})
        watch(channel);
    return {};
}

Keeper::~Keeper()
{
    if (m_ended || m_pid <= 0)
        return;
    killProcess(fd(Channel::Inner));
    ::kill(-m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
}

void Keeper::watch(Channel channel)
{
    if (channel == Channel::Socket || channel == Channel::Info || channel == Channel::Diagnosis)
        setNonBlocking(fd(channel));
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = m_id * Job::channels + static_cast<std::uint64_t>(channel);
    ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, fd(channel).get(), &event);
}

void Keeper::close(Channel channel)
{
    if (fd(channel).valid())
        ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, fd(channel).get(), nullptr);
    fd(channel).reset();
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
    if (::sendmsg(fd(Channel::Socket).get(), &message, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof request))
        return false;
    m_jobs.insert(job);
    ++m_unanswered;
    m_killAt = std::min(m_killAt, Steady::now() + m_patience);
    return true;
}

std::vector<Keeper::Answer> Keeper::handle(Channel channel)
{
    if (m_ended || !fd(channel).valid())
        return {};
    switch (channel) {
    case Channel::Socket: return answers();
    case Channel::Info: findInner(); return {};
    case Channel::Diagnosis: readText(channel, m_said); return {};
    case Channel::Process:
    case Channel::Inner: processEnded(); return {};
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
        const ssize_t n = ::recvmsg(fd(Channel::Socket).get(), &message, MSG_CMSG_CLOEXEC);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return result;
        if (n != static_cast<ssize_t>(sizeof reply)) {
            close(Channel::Socket);
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

bool Keeper::readText(Channel channel, std::string& text)
{
    std::array<char, 4096> buffer;
    const ssize_t n = ::read(fd(channel).get(), buffer.data(), buffer.size());
    if (n > 0 && text.size() < saidKept)
        text.append(buffer.data(), static_cast<std::size_t>(n));
    else if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        close(channel);
    return n > 0;
}

void Keeper::findInner()
{
    readText(Channel::Info, m_info);
    const int pid = fd(Channel::Inner).valid() ? -1 : processNamedIn(m_info);
    if (pid > 1)
        fd(Channel::Inner) = openProcess(pid);
    if (m_isKilled)
        killProcess(fd(Channel::Inner));
}

void Keeper::processEnded()
{
    if (fd(Channel::Info).valid())
        findInner();
    if (!hasEnded(fd(Channel::Process)))
        return;
    if (!hasEnded(fd(Channel::Inner))) {
        killProcess(fd(Channel::Inner));
        close(Channel::Process);
        return watch(Channel::Inner);
    }
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR)
        ;
    while (fd(Channel::Diagnosis).valid() && readText(Channel::Diagnosis, m_said))
        ;
    for (std::size_t i = 0; i < channels; ++i)
        close(static_cast<Channel>(i));
    m_killAt = Time::max();
    m_ended = true;
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
    close(Channel::Socket);
    m_unanswered = 0;
    m_killAt = Steady::now() + endsWithin;
}

/// As for a job: bubblewrap names its child in a moment, and killed before that it would leave it waiting for ever.
void Keeper::kill()
{
    const bool mayBeNamed = !m_isKilled;
    m_isKilled = true;
    close(Channel::Socket);
    if (fd(Channel::Inner).valid())
        killProcess(fd(Channel::Inner));
    else if (mayBeNamed)
        m_killAt = Steady::now() + namedWithin;
    else if (m_pid > 0 && !m_ended)
        ::kill(-m_pid, SIGKILL);
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
    const std::string said(base::trim(base::toValidUtf8(m_said)));
    return said.empty() ? "the keeper ended" : said;
}

} // namespace countersign::runner
