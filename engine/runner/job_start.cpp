// How a job is prepared and its sandbox started.
#include "engine/runner/codes.h"
#include "engine/runner/job.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/epoll.h>
#include <sys/wait.h>

namespace countersign::runner {
namespace {

using base::Fd;
using base::Result;

supervisor::Launch launchOf(const CommandSpec& command)
{
    supervisor::Launch launch;
    const Limits& limits = command.limits;
    launch.limits = {limits.cpuSeconds.value_or(-1), limits.openFiles.value_or(-1), limits.processes.value_or(-1),
                     limits.fileBytes.value_or(-1), limits.addressSpace.value_or(-1)};
    launch.workingDirectory = workingDirectoryInside(command).string();
    launch.searchPath = command.searchPath;
    launch.argv = command.argv;
    launch.environment = environmentInside(command);
    return launch;
}

std::string joined(const std::vector<std::string>& list)
{
    std::string result;
    for (const std::string& text : list)
        result.append(text).push_back('\0');
    return result;
}

bool hasNul(const CommandSpec& command)
{
    bool found = false;
    for (const std::string& text : command.argv)
        found = found || text.find('\0') != std::string::npos;
    for (const std::string& text : environmentInside(command))
        found = found || text.find('\0') != std::string::npos;
    return found;
}

} // namespace

PreparedCommand prepare(CommandSpec command, const HostOptions& options)
{
    PreparedCommand prepared;
    prepared.command = std::move(command);
    prepared.command.turn.atMost = std::max<std::size_t>(prepared.command.turn.atMost, 1);
    if (prepared.command.argv.empty() || prepared.command.argv.front().empty()) {
        prepared.refused = base::Error(codes::StartFailed, "No program is named.");
    } else if (hasNul(prepared.command)) {
        prepared.refused = base::Error(codes::StartFailed, "An argument or a variable holds a NUL byte.");
    } else if (Result<SandboxLayout> layout = layoutSandbox(prepared.command, options)) {
        prepared.layout = std::move(*layout);
    } else {
        prepared.refused = std::move(layout.error());
    }
    return prepared;
}

Job::Job(JobId id, PreparedCommand prepared, ProcessHost::Done done, ProcessHost::Chunk chunk)
    : m_id(id), m_prepared(std::move(prepared)), m_done(std::move(done)), m_chunk(std::move(chunk)),
      m_out(m_prepared.command.outputCap), m_err(m_prepared.command.outputCap)
{
    if (m_prepared.refused)
        refuse(*m_prepared.refused);
}

Result<Spawn> Job::connect(const HostOptions& options)
{
    Spawn request;
    request.argv.push_back(options.bubblewrap.string());
    request.argv.emplace_back("--args");
    request.argv.push_back(std::to_string(argumentsDescriptor));
    request.argv.emplace_back("--");
    request.argv.emplace_back(insideSupervisor);
    const std::pair<Channel, int> fromChild[] = {{Channel::Out, supervisor::OutputFd}, {Channel::Err, supervisor::ErrorFd},
                                                 {Channel::Report, supervisor::ReportFd}, {Channel::Info, infoDescriptor},
                                                 {Channel::Diagnosis, 2}};
    for (const auto& [channel, number] : fromChild) {
        CS_ASSIGN(Pipe pipe, makePipe());
        fd(channel) = std::move(pipe.read);
        request.descriptors.emplace_back(number, std::move(pipe.write));
    }
    CS_ASSIGN(Pipe input, makePipe());
    fd(Channel::Input) = std::move(input.write);
    request.descriptors.emplace_back(supervisor::InputFd, std::move(input.read));
    CS_ASSIGN(Pipe control, makePipe());
    m_control = std::move(control.write);
    request.descriptors.emplace_back(supervisor::ControlFd, std::move(control.read));
    CS_ASSIGN(Fd launch, memoryFile(encode(launchOf(m_prepared.command))));
    request.descriptors.emplace_back(supervisor::LaunchFd, std::move(launch));
    CS_ASSIGN(Fd arguments, memoryFile(joined(m_prepared.layout.arguments)));
    request.descriptors.emplace_back(argumentsDescriptor, std::move(arguments));
    for (int number = firstDataDescriptor; const std::string& text : m_prepared.layout.data) {
        CS_ASSIGN(Fd file, memoryFile(text));
        request.descriptors.emplace_back(number++, std::move(file));
    }
    return request;
}

Result<void> Job::spawn(const HostOptions& options, int epoll)
{
    m_epoll = epoll;
    m_grace = options.grace;
    CS_ASSIGN(Spawn request, connect(options));
    m_begin = std::chrono::steady_clock::now();
    m_end.waited = std::chrono::duration_cast<std::chrono::milliseconds>(m_begin - m_arrived);
    m_deadline = m_begin + m_prepared.command.timeout;
    CS_ASSIGN(m_pid, runner::spawn(std::move(request)));
    fd(Channel::Process) = openProcess(m_pid);
    if (!fd(Channel::Process).valid()) {
        const std::string why = std::strerror(errno);
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
        return base::fail(codes::StartFailed, "pidfd_open: " + why);
    }
    for (const Channel channel : {Channel::Out, Channel::Err, Channel::Report, Channel::Info, Channel::Diagnosis, Channel::Process})
        watch(channel, EPOLLIN);
    m_inputWatched = true;
    watch(Channel::Input, EPOLLOUT);
    return {};
}

void Job::watch(Channel channel, unsigned events)
{
    if (channel != Channel::Process && channel != Channel::Inner)
        setNonBlocking(fd(channel));
    epoll_event event{};
    event.events = events;
    event.data.u64 = m_id * channels + static_cast<std::uint64_t>(channel);
    ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, fd(channel).get(), &event);
}

} // namespace countersign::runner
