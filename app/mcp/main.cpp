#include "app/mcp/options.h"
#include "app/mcp/server.h"
#include "engine/base/codes.h"
#include "engine/base/text.h"

#include <cstdio>
#include <exception>

#include <fcntl.h>

namespace {

using namespace countersign;

int ended(const base::Error& error)
{
    const std::string text = "countersign-mcp: " + base::visible(error.text(), true) + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
    return base::exitStatus(error.kind());
}

int run(const std::vector<std::string>& words)
{
    const auto options = mcp::parseOptions(words);
    if (!options)
        return ended(options.error());
    if (!options->text.empty()) {
        std::fwrite(options->text.data(), 1, options->text.size(), stdout);
        return 0;
    }
    const auto tools = mcp::Tools::create();
    if (!tools)
        return ended(tools.error());
    // Protocol has a descriptor that nobody else knows; whatever a library prints goes to stderr.
    base::Fd output(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
    if (!output.valid() || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return ended(base::Error(base::codes::FileUnwritable, "standard output and standard error must be open"));
    mcp::Server(*options, *tools, STDIN_FILENO, std::move(output)).serve();
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const std::exception& exception) {
        const std::string text = std::string("countersign-mcp: ") + exception.what() + " [" + std::string(base::codes::Unknown.code) + "]\n";
        std::fwrite(text.data(), 1, text.size(), stderr);
        return 4;
    }
}
