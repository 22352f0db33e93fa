// What one command alone is given inside a sandbox.
#include "engine/runner/sandbox.h"

namespace countersign::runner {

namespace fs = std::filesystem;

HostOptions HostOptions::inFolder(const fs::path& helpers)
{
    HostOptions options;
    options.supervisor = helpers / "countersign-supervisor";
    options.transformHelper = helpers / "countersign-transform";
    return options;
}

std::vector<supervisor::OwnFile> ownFiles(const CommandSpec& command)
{
    std::vector<supervisor::OwnFile> files;
    if (!command.context.empty())
        files.push_back({fs::path(insideContext).filename().string(), 0444, command.context});
    for (const auto& [content, path] : command.sandbox.readOnlyTexts)
        files.push_back({path.filename().string(), 0555, content});
    return files;
}

std::vector<std::string> environmentInside(const CommandSpec& command)
{
    std::map<std::string, std::string> all = command.environment;
    all["PATH"] = command.searchPath;
    all["HOME"] = "/tmp";
    all["TMPDIR"] = "/tmp";
    all["LC_ALL"] = "C.UTF-8";
    all.erase("COUNTERSIGN_CONTEXT");
    if (!command.context.empty())
        all["COUNTERSIGN_CONTEXT"] = insideContext;
    std::vector<std::string> result;
    for (const auto& [name, value] : all)
        result.push_back(name + "=" + value);
    return result;
}

fs::path workingDirectoryInside(const CommandSpec& command)
{
    if (!command.workingDirectory.empty())
        return command.workingDirectory;
    std::error_code error;
    return fs::is_directory(command.sandbox.resource, error) ? command.sandbox.resource : fs::path("/tmp");
}

} // namespace countersign::runner
