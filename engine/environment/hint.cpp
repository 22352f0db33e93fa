#include "engine/environment/hint.h"

#include "engine/base/command_line.h"
#include "engine/base/text.h"
#include "engine/environment/catalogue.h"

#include <optional>

namespace countersign::environment {
namespace {

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
        return {base::visible(base::toValidUtf8(registeredHint), true), base::commandIn(registeredHint), "registered"};
    if (auto hint = fromCatalogue(program, managers, searchedPath))
        return *hint;
    return generic(program, searchedPath);
}

} // namespace countersign::environment
