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

/// Descriptors that the supervisor inherits; a keeper inherits KeeperFd and, with its plan, LaunchFd.
enum Descriptor : int { ReportFd = 3, ControlFd = 4, InputFd = 5, OutputFd = 6, ErrorFd = 7, LaunchFd = 8 };
inline constexpr int KeeperFd = ReportFd;

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

/// Namespaces: only below a keeper, and before anything was started; another sandbox may be tried.
enum class Step : std::int32_t { Setup, WorkingDirectory, Search, Exec, Interpreter, Limits, Namespaces };

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

/// A file that one validation alone sees, in the folder of our own files.
struct OwnFile
{
    std::string name{};
    std::uint32_t mode = 0444;
    std::string content{};
};

struct Launch
{
    LaunchLimits limits{};
    std::string workingDirectory{};
    std::string searchPath{};
    std::vector<std::string> argv{};
    std::vector<std::string> environment{}; ///< NAME=value
    std::vector<OwnFile> files{};           ///< below a keeper only
};

/// What a keeper makes anew for each of its validations.
struct KeeperPlan
{
    std::uint64_t tmpBytes = 0;
    std::uint64_t sharedMemoryBytes = 0;
    std::string folder{};              ///< of our own files
    std::vector<std::string> covers{}; ///< of /proc, prepared read-only in proc/ of that folder
    std::vector<std::string> kept{};   ///< what is shown below /tmp and the folder, outermost only
};

/// One message from the host; the descriptors 3 to 8 of the supervisor travel with it, in this order.
inline constexpr int passedDescriptors = LaunchFd - ReportFd + 1;
struct StartRequest
{
    std::uint64_t job = 0;
};
/// One message back; the pidfd of the validation's process 1 travels with it unless there is an error.
struct StartReply
{
    std::uint64_t job = 0;
    std::int32_t errnum = 0;
    std::int32_t unused = 0;
};
static_assert(sizeof(StartRequest) == 8 && sizeof(StartReply) == 16);

namespace detail {

template <typename T>
void putValue(std::string& out, const T& value)
{
    static_assert(std::is_trivially_copyable_v<T>);
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

inline void putString(std::string& out, const std::string& text)
{
    putValue(out, static_cast<std::uint32_t>(text.size()));
    out += text;
}

inline void putList(std::string& out, const std::vector<std::string>& list)
{
    putValue(out, static_cast<std::uint32_t>(list.size()));
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
    std::string out;
    detail::putValue(out, launch.limits);
    detail::putString(out, launch.workingDirectory);
    detail::putString(out, launch.searchPath);
    detail::putList(out, launch.argv);
    detail::putList(out, launch.environment);
    detail::putValue(out, static_cast<std::uint32_t>(launch.files.size()));
    for (const OwnFile& file : launch.files) {
        detail::putString(out, file.name);
        detail::putValue(out, file.mode);
        detail::putString(out, file.content);
    }
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
    for (auto left = reader.value<std::uint32_t>(); left > 0 && reader.good(); --left) {
        OwnFile& file = launch.files.emplace_back();
        file.name = reader.string();
        file.mode = reader.value<std::uint32_t>();
        file.content = reader.string();
    }
    return reader.good() && !launch.argv.empty();
}

[[nodiscard]] inline std::string encode(const KeeperPlan& plan)
{
    std::string out;
    detail::putValue(out, plan.tmpBytes);
    detail::putValue(out, plan.sharedMemoryBytes);
    detail::putString(out, plan.folder);
    detail::putList(out, plan.covers);
    detail::putList(out, plan.kept);
    return out;
}

[[nodiscard]] inline bool decode(const std::string& bytes, KeeperPlan& plan)
{
    detail::Reader reader(bytes);
    plan.tmpBytes = reader.value<std::uint64_t>();
    plan.sharedMemoryBytes = reader.value<std::uint64_t>();
    plan.folder = reader.string();
    plan.covers = reader.list();
    plan.kept = reader.list();
    return reader.good() && !plan.folder.empty();
}

} // namespace countersign::runner::supervisor
