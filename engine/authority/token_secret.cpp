#include "engine/authority/token.h"

#include "engine/authority/codes.h"
#include "engine/base/files.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace countersign::authority {

namespace fs = std::filesystem;

namespace {

using base::fail;
using base::Result;

base::Failure missing(const fs::path& path, int errnum)
{
    return fail(base::Error(codes::TokenSecretMissing, "The token secret " + path.string() + " can't be read or made.")
                    .because(base::fileError(path, errnum, false)));
}

Result<void> checkFile(const fs::path& path, int fd)
{
    struct stat info{};
    if (::fstat(fd, &info) != 0)
        return missing(path, errno);
    if (!S_ISREG(info.st_mode) || info.st_uid != ::geteuid() || (info.st_mode & 0177U) != 0)
        return fail(codes::TokenSecretMode, "The token secret " + path.string() + " must be a file of ours with mode 0600.");
    if (info.st_size != static_cast<off_t>(tokenSecretSize))
        return fail(codes::TokenSecretSize, "The token secret " + path.string() + " has " + std::to_string(info.st_size) + " bytes; 32 are needed.");
    return {};
}

Result<SecretBytes> load(const fs::path& path)
{
    const base::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!fd.valid())
        return missing(path, errno);
    CS_TRY(checkFile(path, fd.get()));
    SecretBytes out(tokenSecretSize);
    for (std::size_t have = 0; have < out.size();) {
        const ssize_t got = ::read(fd.get(), out.data() + have, out.size() - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return missing(path, got < 0 ? errno : EIO);
        have += static_cast<std::size_t>(got);
    }
    return out;
}

Result<void> writeNew(const fs::path& path, int fd)
{
    SecretBytes secret(tokenSecretSize);
    for (std::size_t have = 0; have < secret.size();) {
        const ssize_t got = ::getrandom(secret.data() + have, secret.size() - have, 0);
        if (got < 0 && errno != EINTR)
            return missing(path, errno);
        have += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    const ssize_t written = ::write(fd, secret.view().data(), secret.size());
    if (written != static_cast<ssize_t>(secret.size()))
        return missing(path, written < 0 ? errno : ENOSPC);
    return ::fsync(fd) == 0 ? Result<void>() : missing(path, errno);
}

// A complete file gets its name by link(), which never replaces one: the first process wins, and nobody reads a half.
Result<void> create(const fs::path& path)
{
    std::string name = path.string() + ".XXXXXX";
    const base::Fd fd(::mkostemp(name.data(), O_CLOEXEC)); // made with O_EXCL, mode 0600
    if (!fd.valid())
        return missing(path, errno);
    Result<void> done = writeNew(path, fd.get());
    if (done && ::link(name.c_str(), path.c_str()) != 0 && errno != EEXIST)
        done = missing(path, errno);
    ::unlink(name.c_str());
    return done;
}

} // namespace

Result<SecretBytes> loadOrCreateSecret(const fs::path& path)
{
    struct stat info{};
    if (::lstat(path.c_str(), &info) != 0) {
        if (errno != ENOENT)
            return missing(path, errno);
        CS_TRY(create(path));
    }
    return load(path);
}

} // namespace countersign::authority
