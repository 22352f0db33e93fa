#include "engine/runner/codes.h"
#include "engine/runner/sandbox.h"

#include <algorithm>
#include <array>

#include <sys/stat.h>

namespace countersign::runner {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t entriesChecked = 1'000'000;

bool isWithin(const fs::path& path, const fs::path& folder)
{
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

fs::path resolved(const fs::path& path)
{
    std::error_code error;
    fs::path result = fs::weakly_canonical(path, error);
    if (error)
        result = path.lexically_normal();
    return result.has_filename() ? result : result.parent_path();
}

base::Failure refuse(const fs::path& path, const std::string& why)
{
    return base::fail(base::Error(codes::ReadPathRefused, path.string() + " can't be shown inside the sandbox: " + why)
                          .advise("Name a smaller path."));
}

bool isSocketOrDevice(const fs::path& path)
{
    struct stat info{};
    if (::lstat(path.c_str(), &info) != 0)
        return false;
    return S_ISSOCK(info.st_mode) || S_ISBLK(info.st_mode) || S_ISCHR(info.st_mode) || S_ISFIFO(info.st_mode);
}

base::Result<void> checkContent(const fs::path& path)
{
    if (isSocketOrDevice(path))
        return refuse(path, "it is a socket or a device");
    std::error_code error;
    if (!fs::is_directory(path, error))
        return {};
    fs::recursive_directory_iterator entry(path, fs::directory_options::skip_permission_denied, error);
    std::size_t seen = 0;
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (++seen > entriesChecked)
            return refuse(path, "it has more than " + std::to_string(entriesChecked) + " entries");
        std::error_code ignored;
        const fs::file_type type = entry->symlink_status(ignored).type();
        if (type != fs::file_type::regular && type != fs::file_type::directory && type != fs::file_type::symlink)
            return refuse(path, "it holds the socket or device " + entry->path().string());
    }
    if (error)
        return refuse(path, "it can't be read: " + error.message());
    return {};
}

} // namespace

base::Result<void> checkReadPath(const fs::path& path, const std::vector<fs::path>& forbidden)
{
    if (!path.is_absolute())
        return refuse(path, "it is not absolute");
    std::error_code error;
    if (!fs::exists(path, error))
        return refuse(path, "it does not exist");
    const fs::path real = resolved(path);
    static constexpr std::array systemFolders{"/run", "/var/run", "/proc", "/dev", "/sys"};
    for (const fs::path candidate : systemFolders) {
        for (const fs::path& folder : {candidate, resolved(candidate)}) {
            for (const fs::path& shown : {real, path.lexically_normal()}) {
                if (isWithin(shown, folder) || isWithin(folder, shown))
                    return refuse(path, "it would show " + folder.string());
            }
        }
    }
    for (const fs::path& folder : forbidden) {
        if (isWithin(real, resolved(folder)) || isWithin(resolved(folder), real))
            return refuse(path, "it would show the store or the keys");
    }
    return checkContent(real);
}

} // namespace countersign::runner
