#include "engine/plan/work_tree.h"

#include "engine/base/codes.h"
#include "engine/base/digest.h"
#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/plan/codes.h"
#include "engine/registry/effective.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>

namespace countersign::plan {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t second = 1'000'000'000;

std::int64_t nanoseconds(const timespec& t) { return static_cast<std::int64_t>(t.tv_sec) * second + t.tv_nsec; }

// A file changed within the last seconds may change again without a new time stamp; its digest is not kept.
bool settled(const ContentCache::Key& key)
{
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds(now) - key.changedNs > 2 * second;
}

base::Failure unreadable(const fs::path& path, int errnum)
{
    return base::fail(base::Error(codes::WorkTreeUnreadable, path.string() + ": " + std::strerror(errnum))
                          .advise("Check the path and permissions of the resource."));
}

base::Result<std::string> contentDigest(const fs::path& path)
{
    const base::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!fd.valid())
        return unreadable(path, errno);
    base::Hasher hasher;
    std::array<char, 131072> buffer{};
    for (;;) {
        const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return unreadable(path, errno);
        if (n == 0)
            return hasher.hex();
        hasher.add({buffer.data(), static_cast<std::size_t>(n)});
    }
}

std::string percentEncoded(std::string_view bytes)
{
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0x20 && byte < 0x7F && c != '%')
            out += c;
        else
            out += {'%', digits[byte >> 4], digits[byte & 15]};
    }
    return out;
}

domain::Json digestEntry(const TreeEntry& entry)
{
    if (base::invalidUtf8(entry.path) == std::string::npos)
        return domain::Json::array({entry.path, entry.mode, entry.digest});
    return domain::Json::array({percentEncoded(entry.path), entry.mode, entry.digest, "percent-encoded"});
}

// Why: collects the entries of one resource; a path that vanished is simply not there, a special file is refused.
class Reader
{
public:
    Reader(const domain::Resource& resource, ContentCache& cache, std::stop_token stop)
        : m_resource(resource), m_cache(cache), m_stop(std::move(stop))
    {
    }

    // The resource itself: a link to it is followed, as the sandbox shows what it leads to.
    base::Result<void> addRoot()
    {
        struct stat link = {};
        struct stat info = {};
        if (::lstat(m_resource.path.c_str(), &link) != 0 || ::stat(m_resource.path.c_str(), &info) != 0)
            return unreadable(m_resource.path, errno);
        if (S_ISLNK(link.st_mode))
            m_directories.emplace("/link", nanoseconds(link.st_ctim));
        if (S_ISDIR(info.st_mode))
            m_directories.emplace("", nanoseconds(info.st_ctim));
        if (m_resource.kind == domain::ResourceKind::Git)
            return {};
        std::error_code error;
        const fs::path target = fs::canonical(m_resource.path, error);
        if (error)
            return unreadable(m_resource.path, error.value());
        return S_ISDIR(info.st_mode) ? addDirectory({}, m_resource.path) : addEntry({}, target, info);
    }

    base::Result<void> add(const std::string& relative)
    {
        for (const std::string& glob : m_resource.ignored)
            if (registry::matchesGlob(glob, relative))
                return {};
        if (m_stop.stop_requested())
            return base::fail(base::codes::Cancelled, "reading " + m_resource.name + " was cancelled");
        CS_TRY(noteParents(relative));
        const fs::path path = fs::path(m_resource.path) / relative;
        struct stat info = {};
        if (::lstat(path.c_str(), &info) != 0)
            return errno == ENOENT || errno == ENOTDIR ? base::Result<void>() : unreadable(path, errno);
        if (!S_ISDIR(info.st_mode))
            return addEntry(relative, path, info);
        m_directories.emplace(relative, nanoseconds(info.st_ctim));
        return addDirectory(relative, path);
    }

    Tree finish(std::string head)
    {
        std::sort(m_entries.begin(), m_entries.end(), [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; });
        domain::Json list = domain::Json::array();
        for (const TreeEntry& entry : m_entries)
            list.push_back(digestEntry(entry));
        if (m_resource.kind == domain::ResourceKind::Git)
            list.push_back(domain::Json::array({"HEAD", head}));
        return {base::sha256Hex(base::canonical(list)), std::move(head), std::move(m_entries), std::move(m_directories)};
    }

private:
    base::Result<void> noteParents(const std::string& relative)
    {
        for (std::size_t at = relative.rfind('/'); at != std::string::npos && at > 0; at = relative.rfind('/', at - 1)) {
            const std::string parent = relative.substr(0, at);
            if (m_directories.contains(parent))
                return {};
            struct stat info = {};
            const fs::path path = fs::path(m_resource.path) / parent;
            if (::lstat(path.c_str(), &info) == 0)
                m_directories.emplace(parent, nanoseconds(info.st_ctim));
            else if (errno != ENOENT && errno != ENOTDIR)
                return unreadable(path, errno);
        }
        return {};
    }

    base::Result<void> addEntry(const std::string& relative, const fs::path& path, const struct stat& info)
    {
        TreeEntry entry{relative, {}, {}, nanoseconds(info.st_ctim)};
        if (S_ISLNK(info.st_mode)) {
            std::error_code error;
            entry.mode = "120000";
            entry.digest = base::sha256Hex(fs::read_symlink(path, error).string());
            if (error)
                return unreadable(path, error.value());
        } else if (S_ISREG(info.st_mode)) {
            entry.mode = (info.st_mode & S_IXUSR) != 0 ? "100755" : "100644";
            CS_ASSIGN(entry.digest, fileDigest(path, info));
        } else {
            return base::fail(base::Error(codes::WorkTreeSpecialFile, path.string() + " is a socket, device or pipe")
                                  .advise("Remove it, or list it under 'ignored' of the resource."));
        }
        m_entries.push_back(std::move(entry));
        return {};
    }

    base::Result<void> addDirectory(const std::string& relative, const fs::path& path)
    {
        std::error_code error;
        std::vector<std::string> names;
        for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error))
            names.push_back(it->path().filename().string());
        if (error)
            return unreadable(path, error.value());
        for (const std::string& name : names)
            if (name != ".git" || m_resource.kind != domain::ResourceKind::Git)
                CS_TRY(add(relative.empty() ? name : relative + "/" + name));
        return {};
    }

    base::Result<std::string> fileDigest(const fs::path& path, const struct stat& info)
    {
        const ContentCache::Key key{info.st_dev, info.st_ino, info.st_size, nanoseconds(info.st_mtim), nanoseconds(info.st_ctim)};
        if (std::string known = m_cache.find(key); !known.empty())
            return known;
        CS_ASSIGN(std::string digest, contentDigest(path));
        if (settled(key))
            m_cache.keep(key, digest);
        return digest;
    }

    const domain::Resource& m_resource;
    ContentCache& m_cache;
    std::stop_token m_stop;
    std::vector<TreeEntry> m_entries{};
    std::map<std::string, std::int64_t> m_directories{};
};

// HEAD's id, a NUL, then the names with a NUL after each. Nothing of the repository's configuration may run a program,
// nor lead git to another work tree (core.worktree).
base::Result<std::string> askGit(const domain::Resource& resource, runner::ProcessHost& host, std::stop_token stop)
{
    static const std::string git = "git -c safe.directory='*' -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.pager=cat ";
    runner::CommandSpec command;
    command.argv = {"/bin/sh", "-c", git + "rev-parse --verify -q HEAD; printf '\\0'; exec " + git + "ls-files -z --cached --others --exclude-standard"};
    command.workingDirectory = resource.path;
    command.sandbox.resource = resource.path;
    command.environment = {{"GIT_CONFIG_NOSYSTEM", "1"}, {"GIT_TERMINAL_PROMPT", "0"}, {"GIT_OPTIONAL_LOCKS", "0"},
                           {"GIT_DIR", ".git"}, {"GIT_WORK_TREE", "."}};
    command.timeout = std::chrono::minutes(5);
    command.outputCap = 512U * 1024U * 1024U;
    const runner::ProcessEnd end = runner::runAndWait(host, std::move(command), stop);
    if (end.startFailure)
        return base::fail(*end.startFailure);
    if (end.how != runner::ProcessEnd::How::Exited || end.exitCode != 0 || end.out.cut)
        return base::fail(base::Error(codes::WorkTreeNotGit, resource.name + " at " + resource.path + " can't be read by git: " +
                                                                 std::string(base::trim(base::visible(end.err.text().substr(0, 500), false))))
                              .advise("The resource must be a git work tree with its own .git directory."));
    return end.out.head;
}

} // namespace

std::string ContentCache::find(const Key& key) const
{
    const std::scoped_lock lock(m_mutex);
    const auto it = m_digests.find(key);
    return it == m_digests.end() ? std::string() : it->second;
}

void ContentCache::keep(const Key& key, std::string digest)
{
    const std::scoped_lock lock(m_mutex);
    if (m_digests.size() > 500'000)
        m_digests.clear();
    m_digests.insert_or_assign(key, std::move(digest));
}

base::Result<Tree> readTree(const domain::Resource& resource, runner::ProcessHost& host, ContentCache& cache, std::stop_token stop)
{
    Reader reader(resource, cache, stop);
    CS_TRY(reader.addRoot());
    if (resource.kind != domain::ResourceKind::Git)
        return reader.finish({});
    CS_ASSIGN(const std::string listing, askGit(resource, host, stop));
    std::vector<std::string> names;
    for (std::size_t at = 0; at < listing.size();) {
        const std::size_t end = std::min(listing.find('\0', at), listing.size());
        names.push_back(listing.substr(at, end - at));
        if (names.size() > 1 && names.back().ends_with('/')) // a repository inside that is not a submodule
            names.back().pop_back();
        at = end + 1;
    }
    const std::string head(base::trim(names.empty() ? std::string_view() : std::string_view(names.front())));
    if (!names.empty())
        names.erase(names.begin());
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const std::string& name : names)
        CS_TRY(reader.add(name));
    return reader.finish(head);
}

bool untouched(const Tree& before, const Tree& after)
{
    return before.digest == after.digest && before.entries == after.entries && before.directories == after.directories;
}

std::string workTreeDigest(const std::map<std::string, Tree>& trees)
{
    domain::Json object = domain::Json::object();
    for (const auto& [name, tree] : trees)
        object[name] = tree.digest;
    return base::sha256Hex(base::canonical(object));
}

} // namespace countersign::plan
