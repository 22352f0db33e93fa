#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/environment/hint.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace countersign::environment {
namespace {

std::string inQuotes(const std::string& text) { return "\"" + base::visible(base::toValidUtf8(text), false) + "\""; }

// Empty when the file is no script.
std::string interpreterOf(const std::string& path)
{
    const base::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 256> bytes{};
    const ssize_t n = fd.valid() ? ::read(fd.get(), bytes.data(), bytes.size() - 1) : -1;
    if (n < 3 || bytes[0] != '#' || bytes[1] != '!')
        return {};
    const std::string line(bytes.data() + 2);
    const std::size_t begin = line.find_first_not_of(" \t");
    return begin == std::string::npos ? std::string() : line.substr(begin, line.find_first_of(" \t\r\n", begin) - begin);
}

bool isExecutableFile(const std::string& path)
{
    struct stat info{};
    return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

// The interpreter in the chain of scripts that can't be started, or nothing. The kernel follows at most five.
std::string missingInterpreter(std::string path)
{
    for (int depth = 0; depth < 5; ++depth) {
        std::string interpreter = interpreterOf(path);
        if (interpreter.empty())
            return {};
        if (!isExecutableFile(interpreter))
            return interpreter;
        path = std::move(interpreter);
    }
    return {};
}

enum class There { NoDirectory, Nothing, NotExecutable, Yes };

There lookAt(const std::string& directory, const std::string& path)
{
    struct stat info{};
    if (::stat(directory.c_str(), &info) != 0 || !S_ISDIR(info.st_mode))
        return There::NoDirectory;
    if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        return There::Nothing;
    return ::access(path.c_str(), X_OK) == 0 ? There::Yes : There::NotExecutable;
}

std::string words(There there)
{
    switch (there) {
    case There::NoDirectory: return "no such directory";
    case There::Nothing: return "not there";
    case There::NotExecutable: return "there, not executable";
    case There::Yes: break;
    }
    return "found";
}

// An executable file stands at path: startable unless it is a script without its interpreter.
void settle(Found& out, const std::string& program, const std::string& path, std::string& there)
{
    out.missing = missingInterpreter(path);
    if (out.missing.empty()) {
        out.at = path;
        out.detail = inQuotes(path);
        return;
    }
    there = "there, its interpreter " + inQuotes(out.missing) + " is missing";
    out.detail = inQuotes(program) + " names the interpreter " + inQuotes(out.missing) + ", which does not exist or is not executable";
}

Found lookDirectly(const std::string& program)
{
    const std::size_t slash = program.rfind('/');
    const std::string directory = slash == 0 ? "/" : program.substr(0, slash);
    const There there = lookAt(directory, program);
    Found out;
    std::string said = words(there);
    out.missing = program;
    if (there == There::Yes)
        settle(out, program, program, said);
    else
        out.detail = inQuotes(program) + (there == There::NotExecutable ? " is not executable" : " does not exist");
    out.searched.emplace_back(directory, said);
    return out;
}

} // namespace

Found look(const std::string& program, const std::string& searchPath)
{
    if (program.find('/') != std::string::npos)
        return lookDirectly(program);
    Found out;
    out.missing = program;
    std::string unusable;
    for (std::size_t from = 0; from <= searchPath.size() && !program.empty();) {
        const std::size_t end = std::min(searchPath.find(':', from), searchPath.size());
        const std::string directory = searchPath.substr(from, end - from);
        from = end + 1;
        if (directory.empty() || directory.front() != '/')
            continue;
        const std::string path = directory + '/' + program;
        const There there = lookAt(directory, path);
        std::string said = words(there);
        if (there == There::Yes)
            settle(out, program, path, said);
        if (there == There::NotExecutable && unusable.empty())
            unusable = path;
        out.searched.emplace_back(directory, said);
        if (there == There::Yes)
            return out;
    }
    out.detail = unusable.empty() ? inQuotes(program) + " was not found on " + base::visible(searchPath, false) : inQuotes(unusable) + " is not executable";
    return out;
}

} // namespace countersign::environment
