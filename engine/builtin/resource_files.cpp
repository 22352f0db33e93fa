#include "engine/builtin/resource_files.h"

#include "engine/base/text.h"
#include "engine/builtin/codes.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace countersign::builtin {

using base::Fd;
using base::Result;

namespace {

constexpr int deepest = 200;

std::string shown(std::string_view path) { return base::visible(base::elide(base::toValidUtf8(path), 200), false); }

base::Failure unreadable(std::string_view path, int errnum)
{
    return base::fail(codes::Unreadable, shown(path) + " can't be read: " + std::strerror(errnum));
}

Result<std::vector<std::string>> segmentsOf(std::string_view path)
{
    std::vector<std::string> out;
    for (std::string_view rest = path; !rest.empty();) {
        const std::size_t slash = rest.find('/');
        const std::string_view name = rest.substr(0, slash);
        if (name == ".." || name.empty() || name.find('\0') != std::string_view::npos)
            break;
        if (name != ".")
            out.emplace_back(name);
        if (slash == std::string_view::npos)
            return out.empty() ? Result<std::vector<std::string>>(base::fail(codes::PathOutside, "the path names no file")) : out;
        rest.remove_prefix(slash + 1);
    }
    return base::fail(base::Error(codes::PathOutside, shown(path) + " is not a path inside the resource").advise("Write it relative to the resource, without .. and with single slashes."));
}

FileKind kindOf(mode_t mode)
{
    return S_ISREG(mode) ? FileKind::Regular : S_ISDIR(mode) ? FileKind::Directory : S_ISLNK(mode) ? FileKind::Link : FileKind::Other;
}

Fd openBelow(const Fd& folder, const std::string& name, int flags)
{
    return Fd(::openat(folder.get(), name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC));
}

/// The folder of the last name, or what stands in the way.
struct Found
{
    Fd folder;
    FileKind kind = FileKind::Missing;
    std::string name{};
};

Result<Found> walk(const Fd& root, std::string_view path)
{
    CS_ASSIGN(std::vector<std::string> names, segmentsOf(path));
    Found out;
    out.folder = openBelow(root, ".", O_PATH | O_DIRECTORY);
    out.name = std::move(names.back());
    names.pop_back();
    for (const std::string& name : names) {
        struct stat info{};
        if (out.folder.valid() && ::fstatat(out.folder.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode)) {
            out.kind = FileKind::Link;
            return out;
        }
        Fd next = openBelow(out.folder, name, O_PATH | O_DIRECTORY);
        if (!next.valid() && (errno == ENOENT || errno == ENOTDIR))
            return out;
        if (!next.valid())
            return unreadable(path, errno);
        out.folder = std::move(next);
    }
    struct stat info{};
    if (::fstatat(out.folder.get(), out.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0)
        out.kind = kindOf(info.st_mode);
    else if (errno != ENOENT && errno != ENOTDIR)
        return unreadable(path, errno);
    return out;
}

Result<std::string> contentOf(const Fd& folder, const std::string& name, std::string_view path, std::size_t limit)
{
    // Without waiting: a pipe put in the file's place must not hold us.
    const Fd file = openBelow(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    struct stat info{};
    if (!file.valid() || ::fstat(file.get(), &info) != 0)
        return unreadable(path, errno);
    if (!S_ISREG(info.st_mode))
        return base::fail(codes::Unreadable, shown(path) + " is no regular file any more");
    std::string out;
    std::string block(256 * 1024, '\0');
    for (;;) {
        const ssize_t n = ::read(file.get(), block.data(), block.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return unreadable(path, errno);
        if (n == 0)
            return out;
        out.append(block.data(), static_cast<std::size_t>(n));
        if (out.size() > limit)
            return base::fail(codes::TooLarge, shown(path) + " is larger than " + std::to_string(limit / (1024 * 1024)) + " MiB");
    }
}

Result<std::vector<std::string>> namesIn(const Fd& folder, std::string_view path)
{
    Fd again = openBelow(folder, ".", O_RDONLY | O_DIRECTORY);
    if (!again.valid())
        return unreadable(path.empty() ? "." : path, errno);
    const std::unique_ptr<DIR, int (*)(DIR*)> list(::fdopendir(again.get()), ::closedir);
    if (!list)
        return unreadable(path, errno);
    again.release();
    std::vector<std::string> out;
    errno = 0;
    while (const dirent* entry = ::readdir(list.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != ".." && name != ".git")
            out.emplace_back(name);
    }
    if (errno != 0)
        return unreadable(path, errno);
    std::sort(out.begin(), out.end());
    return out;
}

Result<void> visitFolder(const Fd& folder, const std::string& path, int depth, const ResourceFiles::Visit& visit)
{
    if (depth > deepest)
        return base::fail(codes::TooLarge, shown(path) + " lies deeper than " + std::to_string(deepest) + " folders");
    CS_ASSIGN(const std::vector<std::string> names, namesIn(folder, path));
    for (const std::string& name : names) {
        const std::string at = path.empty() ? name : path + "/" + name;
        struct stat info{};
        if (::fstatat(folder.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
            return unreadable(at, errno);
        if (S_ISREG(info.st_mode))
            CS_TRY(visit(at, [&](std::size_t limit) { return contentOf(folder, name, at, limit); }));
        if (!S_ISDIR(info.st_mode))
            continue;
        const Fd inner = openBelow(folder, name, O_PATH | O_DIRECTORY);
        if (!inner.valid())
            return unreadable(at, errno);
        CS_TRY(visitFolder(inner, at, depth + 1, visit));
    }
    return {};
}

} // namespace

Result<ResourceFiles> ResourceFiles::open(const domain::Resource& resource)
{
    const std::filesystem::path path = std::filesystem::path(resource.path).lexically_normal();
    const bool file = resource.kind == domain::ResourceKind::File;
    ResourceFiles out;
    out.m_root = Fd(::open((file ? path.parent_path() : path).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!out.m_root.valid())
        return unreadable(resource.path, errno);
    if (file)
        out.m_only = path.filename().string();
    return out;
}

Result<FileKind> ResourceFiles::kindOf(std::string_view path) const
{
    CS_ASSIGN(const Found found, walk(m_root, path));
    return m_only.empty() || path == m_only ? found.kind : FileKind::Missing;
}

Result<std::optional<std::string>> ResourceFiles::read(std::string_view path, std::size_t limit) const
{
    CS_ASSIGN(const Found found, walk(m_root, path));
    if (found.kind != FileKind::Regular || (!m_only.empty() && path != m_only))
        return std::optional<std::string>();
    CS_ASSIGN(std::string content, contentOf(found.folder, found.name, path, limit));
    return std::optional(std::move(content));
}

Result<void> ResourceFiles::each(const Visit& visit) const
{
    if (m_only.empty())
        return visitFolder(m_root, {}, 0, visit);
    return visit(m_only, [this](std::size_t limit) { return contentOf(m_root, m_only, m_only, limit); });
}

} // namespace countersign::builtin
