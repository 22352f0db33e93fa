#include "engine/store/location.h"

#include "engine/base/files.h"
#include "engine/store/codes.h"

#include <algorithm>
#include <array>

#include <sys/vfs.h>

namespace countersign::store {

namespace {

// Magic numbers of statfs(2): NFS, SMB, SMB2, CIFS, AFS, Coda, 9P, Ceph, FUSE network file systems can't be told apart.
constexpr std::array<std::uint32_t, 8> networkFileSystems{0x6969, 0x517B, 0xFE534D42, 0xFF534D42, 0x5346414F, 0x73757245, 0x01021997, 0x00C36400};

} // namespace

Location locationOf(const std::filesystem::path& database)
{
    const std::filesystem::path file = std::filesystem::absolute(database);
    std::filesystem::path directory = file;
    directory.replace_extension(".d");
    if (directory == file)
        directory += ".d";
    std::filesystem::path work = file;
    work.replace_extension(".work");
    if (work == file)
        work += ".work";
    return {file, directory, work};
}

base::Result<void> prepare(const Location& location, bool create)
{
    std::error_code error;
    if (!create && !std::filesystem::exists(location.database, error))
        return base::fail(base::Error(codes::StoreNotFound, "there is no store at " + location.database.string())
                              .advise("Create one with: countersignctl --store " + location.database.string() + " init"));
    if (create)
        CS_TRY(base::makeDirectory(location.database.parent_path(), 0700));
    struct statfs info = {};
    if (::statfs(location.database.parent_path().c_str(), &info) != 0)
        return base::fail(base::fileError(location.database.parent_path(), errno, false));
    const auto type = static_cast<std::uint32_t>(info.f_type);
    if (std::find(networkFileSystems.begin(), networkFileSystems.end(), type) != networkFileSystems.end())
        return base::fail(base::Error(codes::StoreOnNetwork, location.database.string() + " lies on a network file system")
                              .advise("SQLite's locks are not safe there; put the store on a local disk."));
    return {};
}

base::Result<void> makeDirectories(const Location& location)
{
    CS_TRY(base::makeDirectory(location.directory, 0700));
    return base::makeDirectory(location.outputs(), 0700);
}

} // namespace countersign::store
