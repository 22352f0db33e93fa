// What runs of one sandbox: its bubblewrap and the process 1 inside, which bubblewrap names a moment later; or process 1
// alone, where a keeper made it. It has ended when both have. Source: SPEC section 6.2. Thread: the host's.
#pragma once

#include "engine/runner/descriptors.h"
#include "engine/runner/process_host.h"

#include <array>

namespace countersign::runner {

class SandboxProcess
{
public:
    enum class Channel : std::uint8_t { Info, Diagnosis, Process, Inner };
    /// Its owner's epoll data is id * channels + channel: the lower ones are the owner's own, these begin at firstChannel.
    static constexpr std::size_t channels = 8;
    static constexpr std::size_t firstChannel = 4;
    /// So long after a kill() that returned false bubblewrap has named its child, or never will.
    static constexpr std::chrono::milliseconds namedWithin{500};

    SandboxProcess() = default;
    ~SandboxProcess(); ///< kills what still runs
    SandboxProcess(const SandboxProcess&) = delete;
    SandboxProcess& operator=(const SandboxProcess&) = delete;

    /// Starts bubblewrap, with two pipes of its own added. Errors: SandboxUnavailable, StartFailed.
    [[nodiscard]] base::Result<void> spawn(Spawn request, int epoll, JobId id);
    void attach(base::Fd inner, int epoll, JobId id); ///< process 1 below a keeper
    /// Something happened there. True: all of it has ended.
    [[nodiscard]] bool handle(Channel channel);
    [[nodiscard]] bool innerEnded() const { return hasEnded(fd(Channel::Inner)); } ///< or was never known
    /// SIGKILL to process 1, and with it to all inside. False: it is not known yet, and bubblewrap killed before it names
    /// it would leave it waiting for ever: call again after namedWithin.
    [[nodiscard]] bool kill();
    /// After its end: waits for bubblewrap, reads its last words and closes everything.
    void reap();
    [[nodiscard]] const std::string& said() const { return m_said; } ///< bubblewrap's and the supervisor's stderr, not cleaned

private:
    base::Fd& fd(Channel channel) { return m_fds[static_cast<std::size_t>(channel)]; }
    [[nodiscard]] const base::Fd& fd(Channel channel) const { return m_fds[static_cast<std::size_t>(channel)]; }
    void watch(Channel channel);
    void close(Channel channel);
    bool readText(Channel channel, std::string& text);
    void findInner();
    bool ended();

    int m_epoll = -1;
    JobId m_id = 0;
    int m_pid = -1;
    std::array<base::Fd, 4> m_fds{};
    std::string m_info;
    std::string m_said;
    bool m_isKilled = false;
};

} // namespace countersign::runner
