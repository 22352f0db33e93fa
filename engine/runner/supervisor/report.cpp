#include "engine/runner/supervisor/report.h"

#include <cerrno>
#include <csignal>

#include <unistd.h>

namespace countersign::runner::supervisor {

void endEverything()
{
    ::kill(-1, SIGKILL);
    ::_exit(1);
}

void report(const Record& record)
{
    ssize_t n = -1;
    do
        n = ::write(ReportFd, &record, sizeof record);
    while (n < 0 && errno == EINTR);
    if (n != static_cast<ssize_t>(sizeof record))
        endEverything();
}

void report(RecordKind kind, std::int32_t first, std::int32_t second, const std::string& text)
{
    Record record;
    record.kind = kind;
    record.first = first;
    record.second = second;
    setText(record, text);
    report(record);
}

void fail(int errnum, Step step, const char* text)
{
    report(RecordKind::StartFailed, errnum, static_cast<std::int32_t>(step), text);
    ::_exit(1);
}

std::string readAll(int fd)
{
    std::string bytes;
    char buffer[65536];
    for (;;) {
        const ssize_t n = ::read(fd, buffer, sizeof buffer);
        if (n > 0)
            bytes.append(buffer, static_cast<std::size_t>(n));
        else if (n == 0 || errno != EINTR)
            return bytes;
    }
}

} // namespace countersign::runner::supervisor
