// What to do about a program that is missing: words and, where there is one, a command to copy. Source: SPEC section 7.
// Nothing here is ever run. Thread: pure functions; managersHere() and look() read the disk.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace countersign::environment {

struct Hint
{
    std::string text{};    ///< for people; plain, control characters made visible, lines kept
    std::string command{}; ///< one line to copy, without a prompt; may be empty
    std::string origin{};  ///< "registered", "catalogue" or "generic"
};

/// The registered hint word for word; else the catalogue's command for the first of managers that knows the program;
/// else what was looked for, where, and how to configure a path.
[[nodiscard]] Hint hintFor(const std::string& program, const std::string& registeredHint, const std::vector<std::string>& managers,
                           const std::string& searchedPath);

/// Package managers on the search path, the best one first: this system's own, then brew, npm, pipx, pip, cargo.
/// pip is left out where the system forbids it to install (externally managed).
[[nodiscard]] std::vector<std::string> managersHere(const std::string& searchPath, const std::string& osReleaseFile = "/etc/os-release",
                                                    const std::string& libraries = "/usr/lib");

struct Found
{
    std::string at{};     ///< path of the program; empty when it can't be started
    std::string detail{}; ///< in words: where it is, or what is missing
    std::vector<std::pair<std::string, std::string>> searched{}; ///< directory, what is there
    std::string missing{}; ///< the program, or the interpreter that it names; empty when found
};

/// The search that the supervisor makes: absolute directories in order, the first executable file; a name with a slash
/// directly. A script whose interpreter is missing is not found. Looks at this machine, not into a sandbox.
[[nodiscard]] Found look(const std::string& program, const std::string& searchPath);

} // namespace countersign::environment
