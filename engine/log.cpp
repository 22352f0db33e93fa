#include "engine/log.h"

#include "engine/base/files.h"
#include "engine/base/text.h"

#include <deque>
#include <sstream>

#include <fcntl.h>
#include <sys/file.h>

namespace countersign {

namespace {
constexpr std::uintmax_t rotateAt = 4U * 1024U * 1024U;
constexpr int generations = 4;
} // namespace

Log::Log(std::filesystem::path directory, std::string program, const base::Clock& clock, const std::vector<std::string>& patterns)
    : m_redactor(runner::Redactor::create(patterns).value()), m_directory(std::move(directory)), m_program(std::move(program)), m_clock(clock)
{
}

void Log::write(std::string_view code, std::string_view text)
{
    const std::string line = base::isoTime(m_clock.now()) + " " + std::to_string(::getpid()) + " " + std::string(code) + " " +
                             base::visible(base::toValidUtf8(m_redactor.text(text)), false) + "\n";
    const std::scoped_lock mutex(m_mutex);
    if (!base::makeDirectory(m_directory, 0700))
        return;
    const base::Fd lock(::open((m_directory / ("." + m_program + ".lock")).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!lock.valid() || ::flock(lock.get(), LOCK_EX) != 0)
        return;
    rotate();
    const base::Fd fd(::open(file().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (fd.valid())
        (void)!::write(fd.get(), line.data(), line.size());
}

void Log::rotate() const
{
    std::error_code error;
    if (std::filesystem::file_size(file(), error) <= rotateAt || error)
        return;
    for (int i = generations - 1; i > 0; --i)
        std::filesystem::rename(file().string() + "." + std::to_string(i), file().string() + "." + std::to_string(i + 1), error);
    std::filesystem::rename(file(), file().string() + ".1", error);
}

std::string Log::last(int lines, std::string_view word) const
{
    const auto text = base::readFile(file());
    if (!text)
        return {};
    std::deque<std::string> kept;
    std::istringstream in(*text);
    for (std::string line; std::getline(in, line);) {
        if (!word.empty() && line.find(word) == std::string::npos)
            continue;
        kept.push_back(std::move(line));
        if (kept.size() > static_cast<std::size_t>(lines))
            kept.pop_front();
    }
    std::string out;
    for (const std::string& line : kept)
        out += line + "\n";
    return out;
}

} // namespace countersign
