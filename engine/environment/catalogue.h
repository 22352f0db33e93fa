// Which package brings which common program: coders, test runners, container programs. Source: SPEC section 7.
// Data: resources/catalogue/programs.json, compiled in. Thread: pure functions.
#pragma once

#include "engine/base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::environment {

enum class ProgramKind { Coder, TestRunner, Container };

struct CataloguedProgram
{
    std::string program{};
    ProgramKind kind = ProgramKind::Coder;
    std::vector<std::string> aliases{};
    std::map<std::string, std::string> packages{}; ///< manager → what its install command names
    std::string page{}; ///< where its makers say how to install it; may be empty
};

/// "apt", "dnf", "pacman", "brew", "npm", "pip", "cargo"; pipx installs what is named for pip.
[[nodiscard]] const std::vector<std::string>& knownManagers();

/// The compiled-in text.
[[nodiscard]] std::string_view catalogueText();
/// Errors: codes Json*; JSON_SYNTAX naming the row where one is not as described above.
[[nodiscard]] base::Result<std::vector<CataloguedProgram>> parseCatalogue(std::string_view text);
/// The compiled-in catalogue, parsed once; empty were it broken, which its test excludes.
[[nodiscard]] const std::vector<CataloguedProgram>& catalogue();
/// By its name or an alias; nothing for a path.
[[nodiscard]] const CataloguedProgram* find(const std::string& program);
[[nodiscard]] bool isContainerProgram(const std::string& program);

/// One line that installs it with that manager; empty when no package is known.
[[nodiscard]] std::string installCommand(const CataloguedProgram& program, const std::string& manager);

} // namespace countersign::environment
