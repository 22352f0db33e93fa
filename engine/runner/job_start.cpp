// How a job is prepared and its sandbox started.
#include "engine/runner/codes.h"
#include "engine/runner/job.h"
#include "engine/runner/keeper.h"

#include <cerrno>
#include <cstring>
#include <iterator>

#include <sys/epoll.h>

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

PreparedCommand prepare(CommandSpec command, const HostOptions& options, Views& views)
{
    PreparedCommand prepared;
    prepared.command = std::move(command);
    prepared.command.turn.atMost = std::max<std::size_t>(prepared.command.turn.atMost, 1);
    if (prepared.command.argv.empty() || prepared.command.argv.front().empty()) {
        prepared.refused = base::Error(codes::StartFailed, "No program is named.");
    } else if (hasNul(prepared.command)) {
        prepared.refused = base::Error(codes::StartFailed, "An argument or a variable holds a NUL byte.");
    } else if (auto view = views.of(prepared.command, options)) {
        prepared.view = std::move(*view);
    } else {
        prepared.refused = std::move(view.error());
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

Result<Spawn> bubblewrapCall(const HostOptions& options, const SandboxLayout& layout, std::vector<std::string> program)
{
    Spawn call;
    call.argv = {options.bubblewrap.string(), "--args", std::to_string(argumentsDescriptor), "--"};
    call.argv.insert(call.argv.end(), program.begin(), program.end());
    CS_ASSIGN(Fd arguments, memoryFile(joined(layout.arguments)));
    call.descriptors.emplace_back(argumentsDescriptor, std::move(arguments));
    for (int number = firstDataDescriptor; const std::string& text : layout.data) {
        CS_ASSIGN(Fd file, memoryFile(text));
        call.descriptors.emplace_back(number++, std::move(file));
    }
    return call;
}

/// Makes the channels and returns their other ends, in the order of supervisor::Descriptor.
Result<Job::Ends> Job::connect()
{
    Ends ends;
    const auto fromChild = [&](Channel channel, int number) -> Result<void> {
        CS_ASSIGN(Pipe pipe, makePipe());
        fd(channel) = std::move(pipe.read);
        ends.emplace_back(number, std::move(pipe.write));
        return {};
    };
    CS_TRY(fromChild(Channel::Report, supervisor::ReportFd));
    CS_ASSIGN(Pipe control, makePipe());
    m_control = std::move(control.write);
    ends.emplace_back(supervisor::ControlFd, std::move(control.read));
    CS_ASSIGN(Pipe input, makePipe());
    fd(Channel::Input) = std::move(input.write);
    ends.emplace_back(supervisor::InputFd, std::move(input.read));
    CS_TRY(fromChild(Channel::Out, supervisor::OutputFd));
    CS_TRY(fromChild(Channel::Err, supervisor::ErrorFd));
    return ends;
}

void Job::begin(const HostOptions& options, int epoll)
{
    m_epoll = epoll;
    m_grace = options.grace;
    m_begin = std::chrono::steady_clock::now();
    m_end.waited = std::chrono::duration_cast<std::chrono::milliseconds>(m_begin - m_arrived);
    m_deadline = m_begin + m_prepared.command.timeout;
    m_mustSpawnAlone = false;
}

Result<void> Job::spawn(const HostOptions& options, int epoll)
{
    CS_ASSIGN(Spawn request, bubblewrapCall(options, layoutSandbox(*m_prepared.view, m_prepared.command), {std::string(insideSupervisor)}));
    CS_ASSIGN(Ends ends, connect());
    std::move(ends.begin(), ends.end(), std::back_inserter(request.descriptors));
    CS_ASSIGN(Fd launch, memoryFile(encode(launchOf(m_prepared.command))));
    request.descriptors.emplace_back(supervisor::LaunchFd, std::move(launch));
    begin(options, epoll);
    m_keeper = 0;
    CS_TRY(m_sandbox.spawn(std::move(request), epoll, m_id));
    watchStreams();
    return {};
}

bool Job::spawnBelow(Keeper& keeper, const HostOptions& options, int epoll)
{
    supervisor::Launch launch = launchOf(m_prepared.command);
    launch.files = ownFiles(m_prepared.command);
    Result<Ends> ends = connect();
    Result<Fd> file = memoryFile(encode(launch));
    if (ends && file) {
        ends->emplace_back(supervisor::LaunchFd, std::move(*file));
        begin(options, epoll);
        if (keeper.pass(m_id, *ends)) {
            m_keeper = keeper.id();
            watchStreams();
            return true;
        }
    }
    for (base::Fd& open : m_fds)
        open.reset();
    m_control.reset();
    return false;
}

void Job::watchStreams()
{
    for (const Channel channel : {Channel::Out, Channel::Err, Channel::Report})
        watch(channel, EPOLLIN);
    setNonBlocking(fd(Channel::Input));
    if (m_keeper == 0)
        send({});
}

void Job::watch(Channel channel, unsigned events)
{
    setNonBlocking(fd(channel));
    epoll_event event{};
    event.events = events;
    event.data.u64 = m_id * SandboxProcess::channels + static_cast<std::uint64_t>(channel);
    ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, fd(channel).get(), &event);
}

} // namespace countersign::runner
