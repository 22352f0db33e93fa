#include "engine/runner/supervisor/handover.h"

#include <cerrno>

#include <sys/socket.h>
#include <unistd.h>

namespace countersign::runner::supervisor {

Passed::~Passed()
{
    for (const int fd : fds) {
        if (fd >= 0)
            ::close(fd);
    }
}

Received receive(Passed& out)
{
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * passedDescriptors)] = {};
    iovec bytes{&out.request, sizeof out.request};
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t n = ::recvmsg(KeeperFd, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return Received::Nothing;
    std::size_t count = 0;
    for (cmsghdr* part = n < 0 ? nullptr : CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
            continue;
        count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        if (count <= out.fds.size())
            std::memcpy(out.fds.data(), CMSG_DATA(part), count * sizeof(int));
    }
    const bool whole = n == static_cast<ssize_t>(sizeof out.request) && (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0;
    return whole && count == out.fds.size() ? Received::Start : Received::HostGone;
}

bool answer(std::uint64_t job, int errnum, int process)
{
    StartReply reply{job, errnum, 0};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    iovec bytes{&reply, sizeof reply};
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    if (process >= 0) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        cmsghdr* part = CMSG_FIRSTHDR(&message);
        part->cmsg_level = SOL_SOCKET;
        part->cmsg_type = SCM_RIGHTS;
        part->cmsg_len = CMSG_LEN(sizeof process);
        std::memcpy(CMSG_DATA(part), &process, sizeof process);
    }
    ssize_t n = -1;
    do
        n = ::sendmsg(KeeperFd, &message, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    return n == static_cast<ssize_t>(sizeof reply);
}

} // namespace countersign::runner::supervisor
