#include "engine/base/command_line.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

namespace countersign::base {
namespace {

constexpr std::array beginnings{
    "sudo", "doas", "apt", "apt-get", "dnf", "yum", "zypper", "apk", "pacman", "brew", "snap", "flatpak", "nix", "nix-env", "guix", "npm", "npx",
    "pnpm", "yarn", "bun", "pip", "pip3", "pipx", "uv", "python", "python3", "conda", "mamba", "cargo", "rustup", "go", "gem", "composer", "curl",
    "wget", "sh", "bash", "docker", "podman", "module", "spack", "git"};

// A sentence may begin with a program's name too ("go to …"); it ends with a stop or has a comma.
bool looksLikeCommand(const std::string& line)
{
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    if (words.size() < 2 || line.ends_with('.') || line.ends_with('!') || line.ends_with(':') || line.find(", ") != std::string::npos)
        return false;
    if (words[0] == "go" && words[1] != "install" && words[1] != "get")
        return false;
    const bool path = words[0].starts_with("/") || words[0].starts_with("./") || words[0].starts_with("~/");
    return path || std::find(beginnings.begin(), beginnings.end(), words[0]) != beginnings.end();
}

} // namespace

std::string commandIn(std::string_view line)
{
    std::string_view text = trim(line);
    const bool prompt = text.starts_with("$ ");
    if (prompt)
        text = trim(text.substr(2));
    std::string out(text);
    if (invalidUtf8(text) != std::string_view::npos || visible(text, false) != out)
        return {};
    return prompt || looksLikeCommand(out) ? out : std::string();
}

} // namespace countersign::base
