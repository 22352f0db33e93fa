#include "engine/environment/hint.h"

#include "engine/base/text.h"
#include "engine/environment/catalogue.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

namespace countersign::environment {
namespace {

constexpr std::array installers{
    "sudo", "doas", "apt", "apt-get", "dnf", "yum", "zypper", "apk", "pacman", "brew", "snap", "flatpak", "nix", "nix-env", "guix", "npm", "npx",
    "pnpm", "yarn", "bun", "pip", "pip3", "pipx", "uv", "python", "python3", "conda", "mamba", "cargo", "rustup", "go", "gem", "composer", "curl",
    "wget", "sh", "bash", "docker", "podman", "module", "spack", "git"};

// A sentence may begin with a program's name too ("go to …"); it ends with a stop or has words that no command has.
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
    return path || std::find(installers.begin(), installers.end(), words[0]) != installers.end();
}

std::string commandIn(const std::string& hint)
{
    std::string_view line = base::trim(hint);
    if (line.starts_with("$ "))
        line = base::trim(line.substr(2));
    const std::string text(line);
    const bool plain = text.find('\n') == std::string::npos && base::visible(text, false) == text;
    return plain && looksLikeCommand(text) ? text : std::string();
}

bool isSystemManager(const std::string& manager) { return manager == "apt" || manager == "dnf" || manager == "pacman"; }

std::string whereToLook(const std::string& searchedPath)
{
    return "in " + base::visible(searchedPath, false) + ", or in a directory named under 'path' in config.yml";
}

std::optional<Hint> fromCatalogue(const std::string& program, const std::vector<std::string>& managers, const std::string& searchedPath)
{
    const CataloguedProgram* known = find(program);
    if (known == nullptr)
        return std::nullopt;
    for (const std::string& manager : managers) {
        const std::string command = installCommand(*known, manager);
        if (command.empty())
            continue;
        Hint out{command, command, "catalogue"};
        if (!isSystemManager(manager))
            out.text += "\nAfterwards " + program + " must lie " + whereToLook(searchedPath) + ".";
        return out;
    }
    return std::nullopt;
}

Hint generic(const std::string& program, const std::string& searchedPath)
{
    const std::string name = "\"" + base::visible(base::toValidUtf8(program), false) + "\"";
    Hint out{{}, {}, "generic"};
    if (program.find('/') != std::string::npos) {
        out.text = name + " was looked for exactly there. Put it there, or change the registration's command.";
        return out;
    }
    out.text = name + " was looked for in " + base::visible(searchedPath, false)
               + ". Install it into one of these directories where the engine runs, or name its own under 'path' in config.yml.";
    if (const CataloguedProgram* known = find(program); known != nullptr && !known->page.empty())
        out.text += " Its makers say how: " + known->page;
    return out;
}

} // namespace

Hint hintFor(const std::string& program, const std::string& registeredHint, const std::vector<std::string>& managers,
             const std::string& searchedPath)
{
    if (!base::isBlank(registeredHint))
        return {base::visible(base::toValidUtf8(registeredHint), true), commandIn(registeredHint), "registered"};
    if (auto hint = fromCatalogue(program, managers, searchedPath))
        return *hint;
    return generic(program, searchedPath);
}

} // namespace countersign::environment
