#include "engine/base/files.h"

#include "engine/base/codes.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>

namespace countersign::base {

namespace fs = std::filesystem;

namespace {

Result<void> writeAll(int fd, std::string_view bytes, const fs::path& path)
{
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(fileError(path, errno, true));
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return {};
}

} // namespace

Error fileError(const fs::path& path, int errnum, bool writing)
{
    const std::string text = path.string() + ": " + std::strerror(errnum);
    if (errnum == ENOSPC || errnum == EDQUOT)
        return Error(codes::DiskFull, text).advise("Free some space and try again; nothing was lost.");
    if (writing)
        return Error(codes::FileUnwritable, text).advise("Check the path and its permissions.");
    if (errnum == ENOENT || errnum == ENOTDIR)
        return Error(codes::FileNotFound, text).advise("Check the path.");
    return Error(codes::FileUnreadable, text).advise("Check the path and its permissions.");
}

Result<std::string> readFile(const fs::path& path, std::size_t limit)
{
    const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd.valid())
        return fail(fileError(path, errno, false));
    struct stat info = {};
    if (::fstat(fd.get(), &info) != 0)
        return fail(fileError(path, errno, false));
    if (S_ISDIR(info.st_mode))
        return fail(fileError(path, EISDIR, false));
    std::string out;
    if (info.st_size > 0)
        out.reserve(std::min(limit, static_cast<std::size_t>(info.st_size)) + 1);
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(fileError(path, errno, false));
        if (n == 0)
            return out;
        out.append(buffer.data(), static_cast<std::size_t>(n));
        if (out.size() > limit)
            return fail(codes::FileTooLarge, path.string() + ": more than " + std::to_string(limit) + " bytes");
    }
}

Result<void> writeFileAtomically(const fs::path& path, std::string_view bytes, unsigned mode)
{
    std::string name = path.string() + ".XXXXXX";
    Fd fd(::mkostemp(name.data(), O_CLOEXEC));
    if (!fd.valid())
        return fail(fileError(path, errno, true));
    Result<void> written = writeAll(fd.get(), bytes, path);
    if (written && (::fchmod(fd.get(), static_cast<mode_t>(mode)) != 0 || ::fsync(fd.get()) != 0))
        written = fail(fileError(path, errno, true));
    if (written && ::rename(name.c_str(), path.c_str()) != 0)
        written = fail(fileError(path, errno, true));
    if (!written)
        ::unlink(name.c_str());
    return written;
}

Result<void> makeDirectory(const fs::path& path, unsigned mode)
{
    std::error_code error;
    if (fs::is_directory(path, error))
        return {};
    if (path.has_parent_path() && path.parent_path() != path)
        CS_TRY(makeDirectory(path.parent_path(), 0755));
    if (::mkdir(path.c_str(), static_cast<mode_t>(mode)) != 0 && errno != EEXIST)
        return fail(fileError(path, errno, true));
    return {};
}

Result<TemporaryDirectory> TemporaryDirectory::create(std::string_view prefix)
{
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / (std::string(prefix) + ".XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        return fail(fileError(name, errno, true));
    return TemporaryDirectory(name);
}

TemporaryDirectory::~TemporaryDirectory()
{
    if (m_path.empty())
        return;
    std::error_code error;
    fs::remove_all(m_path, error);
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}

TemporaryDirectory& TemporaryDirectory::operator=(TemporaryDirectory&& other) noexcept
{
    std::swap(m_path, other.m_path);
    return *this;
}

} // namespace countersign::base
