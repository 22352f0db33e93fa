// Files, whole. Source: SPEC section 14. Errors: codes File*, DiskFull; the message names the path and errno's text.
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

#include <unistd.h>

namespace countersign::base {

[[nodiscard]] Result<std::string> readFile(const std::filesystem::path& path, std::size_t limit = 256U * 1024U * 1024U);
/// Writes to a temporary neighbour, syncs, renames: readers see the old or the new content, never a part.
[[nodiscard]] Result<void> writeFileAtomically(const std::filesystem::path& path, std::string_view bytes, unsigned mode = 0644);
/// Creates the directory and its parents; the last one gets mode.
[[nodiscard]] Result<void> makeDirectory(const std::filesystem::path& path, unsigned mode = 0755);
/// The error for a failed system call on path, from errno.
[[nodiscard]] Error fileError(const std::filesystem::path& path, int errnum, bool writing);

/// A file descriptor that closes itself.
class Fd
{
public:
    Fd() = default;
    explicit Fd(int fd) : m_fd(fd) {}
    ~Fd() { reset(); }
    Fd(Fd&& other) noexcept : m_fd(other.release()) {}
    Fd& operator=(Fd&& other) noexcept
    {
        if (this != &other)
            reset(other.release());
        return *this;
    }
    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool valid() const { return m_fd >= 0; }
    int release()
    {
        const int fd = m_fd;
        m_fd = -1;
        return fd;
    }
    void reset(int fd = -1)
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = fd;
    }

private:
    int m_fd = -1;
};

/// A private directory (0700) removed with all its content at the end of its life.
class TemporaryDirectory
{
public:
    [[nodiscard]] static Result<TemporaryDirectory> create(std::string_view prefix);
    ~TemporaryDirectory();
    TemporaryDirectory(TemporaryDirectory&& other) noexcept;
    TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept;
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    explicit TemporaryDirectory(std::filesystem::path path) : m_path(std::move(path)) {}
    std::filesystem::path m_path;
};

} // namespace countersign::base
