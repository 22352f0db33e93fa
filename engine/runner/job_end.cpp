// How a job's end is told: from what the supervisor reported to a ProcessEnd.
#include "engine/base/text.h"
#include "engine/runner/codes.h"
#include "engine/runner/job.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/wait.h>

namespace countersign::runner {

using std::chrono::milliseconds;

void Job::finish()
{
    m_sandbox.reap();
    const Time now = std::chrono::steady_clock::now();
    readStream(Channel::Out, Stream::Out, m_out, true);
    readStream(Channel::Err, Stream::Err, m_err, true);
    for (int i = 0; i < 64 && fd(Channel::Report).valid(); ++i)
        readReports();
    for (const Channel channel : {Channel::Input, Channel::Out, Channel::Err, Channel::Report})
        close(channel);
    m_control.reset();
    if (startsAlone())
        return;
    m_end.duration = std::chrono::duration_cast<milliseconds>((m_ended ? m_endedAt : now) - m_begin);
    m_end.out = m_out.take();
    m_end.err = m_err.take();
    m_end.forced = m_end.forced || (m_asked && !m_end.leftBehind.empty());
    if (m_asked) {
        m_end.how = *m_asked;
    } else if (m_told && WIFEXITED(m_status)) {
        m_end.how = ProcessEnd::How::Exited;
        m_end.exitCode = WEXITSTATUS(m_status);
    } else if (m_ended || m_started) {
        m_end.how = ProcessEnd::How::Signalled;
        m_end.signal = m_told ? WTERMSIG(m_status) : SIGKILL;
    } else if (!m_end.startFailure) {
        const std::string why = m_sandbox.said().empty() ? "bubblewrap ended without a word" : m_sandbox.said();
        m_end.startFailure = base::Error(codes::SandboxUnavailable, std::string(base::trim(base::toValidUtf8(why))));
    }
    m_finished = true;
}

/// What a keeper could not start has done nothing yet, so it may be tried once more, in a sandbox of its own.
bool Job::startsAlone()
{
    m_mustSpawnAlone = m_keeper != 0 && !m_started && !m_ended && !m_asked && !m_end.startFailure;
    if (m_mustSpawnAlone) {
        m_reports.clear();
        m_deadline = m_killAt = m_forceAt = Time::max();
    }
    return m_mustSpawnAlone;
}

void Job::explainStart(const supervisor::Record& record)
{
    using supervisor::Step;
    const auto step = static_cast<Step>(record.second);
    const std::string& program = m_prepared.command.argv.front();
    const std::string text = base::toValidUtf8(record.text);
    const std::string reason = std::strerror(record.first);
    if (step == Step::Namespaces) {
        m_refusal = text + ": " + reason;
        return;
    }
    m_end.startErrno = record.first;
    if (step == Step::Search && record.first == ENOENT) {
        m_end.searchedPath = m_prepared.command.searchPath;
        m_end.startFailure = base::Error(codes::ProgramMissing, "\"" + program + "\" was not found on " + m_end.searchedPath);
    } else if (step == Step::Interpreter) {
        m_end.interpreter = text;
        m_end.startFailure = base::Error(codes::InterpreterMissing, "\"" + program + "\" names the interpreter \"" + text
                                                                        + "\", which can't be started: " + reason);
    } else if (step == Step::Exec && (record.first == ENOENT || record.first == ENOTDIR)) {
        m_end.startFailure = base::Error(codes::ProgramMissing, "\"" + text + "\" does not exist");
    } else if ((step == Step::Exec || step == Step::Search) && (record.first == EACCES || record.first == ENOEXEC)) {
        m_end.startFailure = base::Error(codes::ProgramNotExecutable, "\"" + text + "\" is not executable: " + reason);
    } else {
        const std::string where = step == Step::WorkingDirectory ? "the working directory " : "";
        m_end.startFailure = base::Error(codes::StartFailed, "\"" + program + "\" was not started: " + where + text + ": " + reason);
    }
}

void Job::refuse(base::Error error)
{
    m_end.how = ProcessEnd::How::NotStarted;
    m_end.startFailure = std::move(error);
    m_finished = true;
}

void Job::cancelBeforeStart()
{
    m_end.how = ProcessEnd::How::Cancelled;
    m_finished = true;
}

void Job::deliver() { m_done(std::move(m_end)); }

} // namespace countersign::runner
