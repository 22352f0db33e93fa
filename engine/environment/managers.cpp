#include "engine/environment/hint.h"

#include "engine/base/files.h"
#include "engine/base/text.h"

#include <filesystem>
#include <sstream>

namespace countersign::environment {
namespace {

namespace fs = std::filesystem;

// The words of ID and ID_LIKE.
std::vector<std::string> systemIds(const std::string& osReleaseFile)
{
    std::vector<std::string> out;
    std::istringstream lines(base::readFile(osReleaseFile, 64 * 1024).value_or(std::string()));
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("ID=") && !line.starts_with("ID_LIKE="))
            continue;
        std::string value = line.substr(line.find('=') + 1);
        std::erase_if(value, [](char c) { return c == '"' || c == '\''; });
        std::istringstream words(value);
        for (std::string word; words >> word;)
            out.push_back(word);
    }
    return out;
}

std::vector<std::string> systemManagers(const std::string& osReleaseFile)
{
    for (const std::string& id : systemIds(osReleaseFile)) {
        if (id == "debian" || id == "ubuntu")
            return {"apt"};
        if (id == "fedora" || id == "rhel" || id == "centos")
            return {"dnf"};
        if (id == "arch" || id == "archlinux" || id == "manjaro")
            return {"pacman"};
    }
    return {"apt", "dnf", "pacman"};
}

bool pipIsForbidden(const std::string& libraries)
{
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(libraries, error))
        if (entry.path().filename().string().starts_with("python3") && fs::exists(entry.path() / "EXTERNALLY-MANAGED", error))
            return true;
    return false;
}

} // namespace

std::vector<std::string> managersHere(const std::string& searchPath, const std::string& osReleaseFile, const std::string& libraries)
{
    std::vector<std::string> out;
    const auto addIfHere = [&](const std::string& manager) {
        if (!look(manager, searchPath).at.empty())
            out.push_back(manager);
    };
    for (const std::string& manager : systemManagers(osReleaseFile))
        addIfHere(manager);
    for (const char* manager : {"brew", "npm", "pipx"})
        addIfHere(manager);
    if (!pipIsForbidden(libraries))
        addIfHere("pip");
    addIfHere("cargo");
    return out;
}

} // namespace countersign::environment
