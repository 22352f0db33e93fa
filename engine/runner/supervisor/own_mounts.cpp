#include "engine/runner/supervisor/own_mounts.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

namespace countersign::runner::supervisor {
namespace {

constexpr unsigned long safe = MS_NOSUID | MS_NODEV;

struct Kept
{
    int tree = -1;
    const std::string& path;
};

bool mountTmpfs(const std::string& path, const char* mode, std::uint64_t bytes)
{
    const std::string options = std::string("mode=") + mode + ",size=" + std::to_string(bytes);
    return ::mount("tmpfs", path.c_str(), "tmpfs", safe, options.c_str()) == 0;
}

/// Copies of what is about to be hidden, with all that is mounted below.
bool keep(const std::vector<std::string>& paths, std::vector<Kept>& out)
{
    for (const std::string& path : paths) {
        const int tree = ::open_tree(AT_FDCWD, path.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
        if (tree < 0)
            return false;
        out.push_back({tree, path});
    }
    return true;
}

bool makePlace(const std::string& path, bool isDirectory)
{
    for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
        if (::mkdir(path.substr(0, slash).c_str(), 0755) != 0 && errno != EEXIST && errno != EROFS)
            return false;
    }
    if (isDirectory)
        return ::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST;
    const int fd = ::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0444);
    return fd >= 0 && ::close(fd) == 0;
}

bool putBack(const std::vector<Kept>& kept)
{
    for (const Kept& one : kept) {
        struct stat info{};
        if (::fstat(one.tree, &info) != 0 || !makePlace(one.path, S_ISDIR(info.st_mode))
            || ::move_mount(one.tree, "", AT_FDCWD, one.path.c_str(), MOVE_MOUNT_F_EMPTY_PATH) != 0)
            return false;
        ::close(one.tree);
    }
    return true;
}

bool writeFile(const std::string& path, const OwnFile& file)
{
    const int fd = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, static_cast<mode_t>(file.mode));
    std::size_t written = 0;
    while (fd >= 0 && written < file.content.size()) {
        const ssize_t n = ::write(fd, file.content.data() + written, file.content.size() - written);
        if (n < 0 && errno != EINTR)
            return false;
        written += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
    return fd >= 0 && ::close(fd) == 0;
}

bool writeFiles(const std::string& folder, const std::vector<OwnFile>& files)
{
    for (const OwnFile& file : files) {
        if (file.name.find('/') != std::string::npos || !writeFile(folder + '/' + file.name, file))
            return false;
    }
    return true;
}

/// The prepared covers are read-only, and a bind mount of one is so too.
bool mountProcesses(const KeeperPlan& plan)
{
    if (::mount("proc", "/proc", "proc", safe | MS_NOEXEC, nullptr) != 0)
        return false;
    for (const std::string& name : plan.covers) {
        const std::string cover = plan.folder + "/proc/" + name;
        if (::mount(cover.c_str(), ("/proc/" + name).c_str(), nullptr, MS_BIND, nullptr) != 0)
            return false;
    }
    return true;
}

bool makeReadOnly(const std::string& path)
{
    return ::mount(nullptr, path.c_str(), nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | safe, nullptr) == 0;
}

} // namespace

const char* makeOwnMounts(const KeeperPlan& plan, const std::vector<OwnFile>& files)
{
    std::vector<Kept> kept;
    ::umask(0);
    if (!mountProcesses(plan))
        return "/proc";
    if (!keep(plan.kept, kept))
        return "open_tree";
    if (!mountTmpfs("/tmp", "0700", plan.tmpBytes))
        return "/tmp";
    if (!mountTmpfs("/dev/shm", "1777", plan.sharedMemoryBytes))
        return "/dev/shm";
    if (::mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620") != 0)
        return "/dev/pts";
    if (!mountTmpfs(plan.folder, "0755", plan.sharedMemoryBytes) || !writeFiles(plan.folder, files))
        return "files";
    if (!putBack(kept))
        return "move_mount";
    if (!makeReadOnly(plan.folder))
        return "read-only";
    ::umask(022);
    return nullptr;
}

} // namespace countersign::runner::supervisor
