#include "engine/signing/key_file.h"

#include "engine/base/files.h"
#include "engine/signing/codes.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace countersign::signing {

namespace fs = std::filesystem;

namespace {

using base::fail;
using base::Result;

constexpr off_t keyFileLimit = 64 * 1024;

base::Failure unwritable(const fs::path& path, int errnum)
{
    return fail(base::Error(codes::KeyUnwritable, path.string() + " can't be written.").because(base::fileError(path, errnum, true)));
}

Result<void> writeAll(const fs::path& path, int fd, std::string_view bytes, unsigned mode)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return unwritable(path, written < 0 ? errno : ENOSPC);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fchmod(fd, static_cast<mode_t>(mode)) != 0 || ::fsync(fd) != 0)
        return unwritable(path, errno);
    return {};
}

Result<void> checkPrivate(const fs::path& path, const struct stat& info)
{
    if (!S_ISREG(info.st_mode))
        return fail(codes::KeyUnreadable, path.string() + " is not a file.");
    if (info.st_size > keyFileLimit)
        return fail(codes::KeyInvalid, path.string() + " is too large for a key.");
    if (info.st_uid != ::geteuid())
        return fail(codes::KeyModeTooOpen, path.string() + " belongs to another user.");
    if ((info.st_mode & 0077U) != 0)
        return fail(base::Error(codes::KeyModeTooOpen, path.string() + " can be read or changed by others.").advise("Set its mode to 0600."));
    return {};
}

} // namespace

Result<void> writeNewFile(const fs::path& path, std::string_view bytes, unsigned mode)
{
    const base::Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!fd.valid())
        return errno == EEXIST ? Result<void>(fail(codes::KeyExists, path.string() + " exists; a key is never overwritten."))
                               : Result<void>(unwritable(path, errno));
    Result<void> done = writeAll(path, fd.get(), bytes, mode);
    if (!done)
        ::unlink(path.c_str());
    return done;
}

Result<std::string> readPrivateFile(const fs::path& path)
{
    const base::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!fd.valid() && (errno == ENOENT || errno == ENOTDIR))
        return fail(codes::KeyNotFound, "There is no key file " + path.string() + ".");
    struct stat info{};
    if (!fd.valid() || ::fstat(fd.get(), &info) != 0)
        return fail(base::Error(codes::KeyUnreadable, path.string() + " can't be read.").because(base::fileError(path, errno, false)));
    CS_TRY(checkPrivate(path, info));
    std::string out(static_cast<std::size_t>(info.st_size), '\0');
    for (std::size_t have = 0; have < out.size();) {
        const ssize_t got = ::read(fd.get(), out.data() + have, out.size() - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return fail(codes::KeyUnreadable, path.string() + " can't be read to its end.");
        have += static_cast<std::size_t>(got);
    }
    return out;
}

} // namespace countersign::signing
