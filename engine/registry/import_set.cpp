#include "engine/base/codes.h"
#include "engine/base/digest.h"
#include "engine/base/files.h"
#include "engine/registry/registry.h"

#include <algorithm>

namespace countersign::registry {

namespace {

constexpr std::size_t fileLimit = 4U * 1024U * 1024U;
constexpr std::size_t filesLimit = 2000;

base::Result<std::vector<std::string>> namesIn(const std::filesystem::path& folder)
{
    std::error_code error;
    std::vector<std::string> names;
    for (auto it = std::filesystem::directory_iterator(folder, error); !error && it != std::filesystem::directory_iterator();
         it.increment(error)) {
        const std::filesystem::path extension = it->path().extension();
        if (extension == ".yml" || extension == ".yaml")
            names.push_back(it->path().filename().string());
    }
    if (error)
        return base::fail(base::fileError(folder, error.value(), false));
    if (names.empty())
        return base::fail(base::codes::FileNotFound, "There is no .yml or .yaml file in " + folder.string() + ".");
    if (names.size() > filesLimit)
        return base::fail(base::codes::FileTooLarge, "There are more than " + std::to_string(filesLimit) + " files in " + folder.string() + ".");
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

std::string digestOf(const std::vector<ImportFile>& files)
{
    domain::Json list = domain::Json::array();
    for (const ImportFile& file : files)
        list.push_back(domain::Json::array({file.name, base::sha256Hex(file.bytes)}));
    return base::sha256Hex(base::canonical(list));
}

base::Result<ImportSet> readDirectory(const std::filesystem::path& workspace)
{
    ImportSet out;
    out.workspace = std::filesystem::absolute(workspace).lexically_normal();
    const std::filesystem::path folder = out.workspace / ".countersign";
    CS_ASSIGN(const std::vector<std::string> names, namesIn(folder));
    for (const std::string& name : names) {
        CS_ASSIGN(std::string bytes, base::readFile(folder / name, fileLimit));
        out.files.push_back({name, std::move(bytes)});
    }
    out.digest = digestOf(out.files);
    return out;
}

base::Result<ImportSet> readFiles(const std::filesystem::path& workspace, const std::vector<std::filesystem::path>& files)
{
    ImportSet out;
    out.workspace = std::filesystem::absolute(workspace).lexically_normal();
    for (const std::filesystem::path& file : files) {
        CS_ASSIGN(std::string bytes, base::readFile(file, fileLimit));
        out.files.push_back({file.string(), std::move(bytes)});
    }
    std::sort(out.files.begin(), out.files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    out.digest = digestOf(out.files);
    return out;
}

} // namespace countersign::registry
