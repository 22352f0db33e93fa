#include "engine/plan/work_tree.h"

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

// Why: collects the entries of one resource; a path that vanished is simply not there, a special file is refused.
class Reader
{
public:
    Reader(const domain::Resource& resource, ContentCache& cache) : m_resource(resource), m_cache(cache) {}

    base::Result<void> add(const std::string& relative)
    {
        for (const std::string& glob : m_resource.ignored)
            if (registry::matchesGlob(glob, relative))
                return {};
        const fs::path path = relative.empty() ? fs::path(m_resource.path) : fs::path(m_resource.path) / relative;
        struct stat info = {};
        if (::lstat(path.c_str(), &info) != 0)
            return errno == ENOENT || errno == ENOTDIR ? base::Result<void>() : unreadable(path, errno);
        if (S_ISDIR(info.st_mode))
            return addDirectory(relative, path);
        TreeEntry entry{relative, {}, {}, nanoseconds(info.st_ctim)};
        if (S_ISLNK(info.st_mode)) {
            std::error_code error;
            entry.mode = "120000";
            entry.digest = base::sha256Hex(fs::read_symlink(path, error).string());
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
            if (name != ".git")
                CS_TRY(add(relative.empty() ? name : relative + "/" + name));
        return {};
    }

    Tree finish(std::string head)
    {
        std::sort(m_entries.begin(), m_entries.end(), [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; });
        domain::Json list = domain::Json::array();
        for (const TreeEntry& entry : m_entries)
            list.push_back(domain::Json::array({base::toValidUtf8(entry.path), entry.mode, entry.digest}));
        if (m_resource.kind == domain::ResourceKind::Git)
            list.push_back(domain::Json::array({"HEAD", head}));
        return {base::sha256Hex(base::canonical(list)), std::move(head), std::move(m_entries)};
    }

private:
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
    std::vector<TreeEntry> m_entries{};
};

// HEAD's id, a NUL, then the names with a NUL after each. Nothing of the repository's configuration may run a program.
base::Result<std::string> askGit(const domain::Resource& resource, runner::ProcessHost& host, std::stop_token stop)
{
    static const std::string git = "git -c safe.directory='*' -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.pager=cat ";
    runner::CommandSpec command;
    command.argv = {"/bin/sh", "-c", git + "rev-parse --verify -q HEAD; printf '\\0'; exec " + git + "ls-files -z --cached --others --exclude-standard"};
    command.workingDirectory = resource.path;
    command.sandbox.resource = resource.path;
    command.environment = {{"GIT_CONFIG_NOSYSTEM", "1"}, {"GIT_TERMINAL_PROMPT", "0"}, {"GIT_OPTIONAL_LOCKS", "0"}};
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
    Reader reader(resource, cache);
    if (resource.kind != domain::ResourceKind::Git) {
        struct stat info = {};
        if (::stat(resource.path.c_str(), &info) != 0)
            return unreadable(resource.path, errno);
        CS_TRY(reader.add({}));
        return reader.finish({});
    }
    CS_ASSIGN(const std::string listing, askGit(resource, host, stop));
    std::vector<std::string> names;
    for (std::size_t at = 0; at < listing.size();) {
        const std::size_t end = std::min(listing.find('\0', at), listing.size());
        names.push_back(listing.substr(at, end - at));
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
    return before.digest == after.digest && before.entries == after.entries;
}

std::string workTreeDigest(const std::map<std::string, Tree>& trees)
{
    domain::Json object = domain::Json::object();
    for (const auto& [name, tree] : trees)
        object[name] = tree.digest;
    return base::sha256Hex(base::canonical(object));
}

} // namespace countersign::plan
