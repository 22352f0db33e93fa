#include "engine/environment/catalogue.h"

#include "engine/base/codes.h"
#include "engine/base/json.h"
#include "engine/domain/json_fields.h"

#include <algorithm>
#include <optional>

namespace countersign::environment {
namespace {

using base::Json;

std::optional<ProgramKind> parseKind(const std::string& text)
{
    if (text == "coder")
        return ProgramKind::Coder;
    if (text == "test_runner")
        return ProgramKind::TestRunner;
    if (text == "container")
        return ProgramKind::Container;
    return std::nullopt;
}

bool isWord(const std::string& text, std::string_view also)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [also](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || also.find(c) != std::string_view::npos;
    });
}

bool isManager(const std::string& name)
{
    const auto& all = knownManagers();
    return std::find(all.begin(), all.end(), name) != all.end();
}

base::Result<CataloguedProgram> parseRow(const Json& row)
{
    CataloguedProgram out;
    out.program = domain::textOr(row, "program");
    out.aliases = domain::texts(row, "aliases");
    out.page = domain::textOr(row, "page");
    const auto wrong = [&row](const std::string& what) { return base::fail(base::codes::JsonSyntax, what + ": " + base::write(row)); };
    const auto kind = parseKind(domain::textOr(row, "kind"));
    if (!kind)
        return wrong("unknown kind of program");
    out.kind = *kind;
    std::vector<std::string> names = out.aliases;
    names.push_back(out.program);
    if (!std::all_of(names.begin(), names.end(), [](const std::string& name) { return isWord(name, "-._+"); }))
        return wrong("not a program's name");
    if (!out.page.empty() && (!out.page.starts_with("https://") || !isWord(out.page, ":/-._#")))
        return wrong("not a page");
    const Json packages = domain::memberOr(row, "packages", Json::object());
    for (const auto& [manager, package] : packages.items()) {
        if (!isManager(manager))
            return wrong("unknown package manager");
        if (!package.is_string() || !isWord(package.get<std::string>(), "@/-._+ "))
            return wrong("not a package");
        out.packages[manager] = package.get<std::string>();
    }
    if (out.packages.empty() && out.page.empty())
        return wrong("neither a package nor a page");
    return out;
}

} // namespace

const std::vector<std::string>& knownManagers()
{
    static const std::vector<std::string> all{"apt", "dnf", "pacman", "brew", "npm", "pip", "cargo"};
    return all;
}

base::Result<std::vector<CataloguedProgram>> parseCatalogue(std::string_view text)
{
    CS_ASSIGN(const Json json, base::parseJson(text));
    const Json rows = domain::memberOr(json, "programs", Json());
    if (domain::integerOr(json, "v", 0) != 1 || !rows.is_array())
        return base::fail(base::codes::JsonSyntax, "not a catalogue of version 1");
    std::vector<CataloguedProgram> out;
    for (const Json& row : rows) {
        CS_ASSIGN(CataloguedProgram program, parseRow(row));
        out.push_back(std::move(program));
    }
    return out;
}

const std::vector<CataloguedProgram>& catalogue()
{
    static const std::vector<CataloguedProgram> all = parseCatalogue(catalogueText()).value_or(std::vector<CataloguedProgram>{});
    return all;
}

const CataloguedProgram* find(const std::string& program)
{
    for (const CataloguedProgram& each : catalogue())
        if (each.program == program || std::find(each.aliases.begin(), each.aliases.end(), program) != each.aliases.end())
            return &each;
    return nullptr;
}

bool isContainerProgram(const std::string& program)
{
    const CataloguedProgram* known = find(program.substr(program.rfind('/') + 1));
    return known != nullptr && known->kind == ProgramKind::Container;
}

std::string installCommand(const CataloguedProgram& program, const std::string& manager)
{
    static const std::map<std::string, std::string> verbs{
        {"apt", "sudo apt install "}, {"dnf", "sudo dnf install "}, {"pacman", "sudo pacman -S "}, {"brew", "brew install "},
        {"npm", "npm install -g "},   {"pipx", "pipx install "},    {"pip", "pip install "},       {"cargo", "cargo install "},
    };
    const auto package = program.packages.find(manager == "pipx" ? "pip" : manager);
    const auto verb = verbs.find(manager);
    return package == program.packages.end() || verb == verbs.end() ? std::string() : verb->second + package->second;
}

} // namespace countersign::environment
