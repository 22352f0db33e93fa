// What the process host and the supervisor inside a sandbox say to each other. Plain C++, so that the supervisor stays
// a small static program. Both are built together, so the records need no version. Source: SPEC section 6.2.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace countersign::runner::supervisor {

/// Descriptors that the supervisor inherits.
enum Descriptor : int { ReportFd = 3, ControlFd = 4, InputFd = 5, OutputFd = 6, ErrorFd = 7, LaunchFd = 8 };

/// One byte each, host to supervisor. The end of the control pipe ends everything.
inline constexpr char AskAll = 'T';  ///< SIGTERM (and SIGCONT) to every process
inline constexpr char KillAll = 'K'; ///< SIGKILL to every process

enum class RecordKind : std::uint32_t {
    Started = 1, ///< exec worked
    StartFailed, ///< first = errno, second = Step, text = path or interpreter
    Ended,       ///< first = wait status of the program
    LeftBehind,  ///< first = pid, text = its name; it was ended
    TooMany,     ///< first = processes seen; over the limit, all were killed
    Done,        ///< usage of all processes; nothing is left
};

enum class Step : std::int32_t { Setup, WorkingDirectory, Search, Exec, Interpreter, Limits };

/// Smaller than PIPE_BUF, so that each is written and read whole.
struct Record
{
    RecordKind kind = RecordKind::Done;
    std::int32_t first = 0;
    std::int32_t second = 0;
    std::int32_t unused = 0;
    std::int64_t cpuMicroseconds = 0;
    std::int64_t maxRssKib = 0;
    char text[224] = {};
};
static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) == 256);

inline void setText(Record& record, const std::string& text)
{
    const std::size_t n = text.size() < sizeof record.text - 1 ? text.size() : sizeof record.text - 1;
    std::memcpy(record.text, text.data(), n);
    record.text[n] = '\0';
}

/// A limit below 0 is none.
struct LaunchLimits
{
    std::int64_t cpuSeconds = -1;
    std::int64_t openFiles = -1;
    std::int64_t processes = -1;
    std::int64_t fileBytes = -1;
    std::int64_t addressSpace = -1;
};

struct Launch
{
    LaunchLimits limits{};
    std::string workingDirectory{};
    std::string searchPath{};
    std::vector<std::string> argv{};
    std::vector<std::string> environment{}; ///< NAME=value
};

namespace detail {

inline void putString(std::string& out, const std::string& text)
{
    const auto size = static_cast<std::uint32_t>(text.size());
    out.append(reinterpret_cast<const char*>(&size), sizeof size);
    out += text;
}

inline void putList(std::string& out, const std::vector<std::string>& list)
{
    const auto size = static_cast<std::uint32_t>(list.size());
    out.append(reinterpret_cast<const char*>(&size), sizeof size);
    for (const std::string& text : list)
        putString(out, text);
}

class Reader
{
public:
    explicit Reader(const std::string& bytes) : m_bytes(bytes) {}
    [[nodiscard]] bool good() const { return m_good; }

    template <typename T>
    T value()
    {
        T result{};
        if (!take(sizeof result))
            return result;
        std::memcpy(static_cast<void*>(&result), m_bytes.data() + m_at - sizeof result, sizeof result);
        return result;
    }
    std::string string()
    {
        const auto size = value<std::uint32_t>();
        return take(size) ? m_bytes.substr(m_at - size, size) : std::string();
    }
    std::vector<std::string> list()
    {
        std::vector<std::string> result;
        for (auto left = value<std::uint32_t>(); left > 0 && m_good; --left)
            result.push_back(string());
        return result;
    }

private:
    bool take(std::size_t n)
    {
        m_good = m_good && m_bytes.size() - m_at >= n;
        m_at += m_good ? n : 0;
        return m_good;
    }
    const std::string& m_bytes;
    std::size_t m_at = 0;
    bool m_good = true;
};

} // namespace detail

[[nodiscard]] inline std::string encode(const Launch& launch)
{
    std::string out(reinterpret_cast<const char*>(&launch.limits), sizeof launch.limits);
    detail::putString(out, launch.workingDirectory);
    detail::putString(out, launch.searchPath);
    detail::putList(out, launch.argv);
    detail::putList(out, launch.environment);
    return out;
}

/// False when the bytes are not a whole Launch with a program in it.
[[nodiscard]] inline bool decode(const std::string& bytes, Launch& launch)
{
    detail::Reader reader(bytes);
    launch.limits = reader.value<LaunchLimits>();
    launch.workingDirectory = reader.string();
    launch.searchPath = reader.string();
    launch.argv = reader.list();
    launch.environment = reader.list();
    return reader.good() && !launch.argv.empty();
}

} // namespace countersign::runner::supervisor
