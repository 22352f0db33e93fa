#include "app/mcp/options.h"

#include "engine/base/codes.h"
#include "engine/base/name.h"
#include "engine/base/text.h"

namespace countersign::mcp {

namespace {

constexpr const char* help =
    "countersign-mcp --store FILE --project P [--agent NAME]\n\n"
    "Serves agents over MCP on standard input and output: validate_task, dispatch_task, get_plan, list_halts, cancel_task.\n"
    "It can't sign, decide, authorise, register, attach or import anything. A host starts it; countersignctl mcp-config\n"
    "prints what to put into the host's configuration.\n\n"
    "  --store FILE      the store; without it the default one. It must exist: countersignctl init makes it\n"
    "  --project P       the project whose tasks are served; without it the store's only one\n"
    "  --agent NAME      the agent's name in every event; without it the name that the client gives itself, marked so\n"
    "  --help, --version, --manual\n\n"
    "Revisions 2025-06-18, 2025-11-25 and 2026-07-28, told apart by each message. Standard output carries protocol only.\n"
    "It ends with 0 when standard input ends, and cancels the validations that it still runs.\n";

constexpr const char* manual =
    ".TH COUNTERSIGN\\-MCP 1 \"\" \"countersign " COUNTERSIGN_VERSION "\"\n"
    ".SH NAME\ncountersign\\-mcp \\- serve agents over MCP\n"
    ".SH SYNOPSIS\n.B countersign\\-mcp\n\\-\\-store FILE \\-\\-project P [\\-\\-agent NAME]\n"
    ".SH DESCRIPTION\nSpeaks MCP on standard input and output, revisions 2025\\-06\\-18, 2025\\-11\\-25 and 2026\\-07\\-28, over the store that the console and\n"
    ".BR countersignctl (1)\nwork on. It offers validate_task, dispatch_task, get_plan, list_halts and cancel_task, and nothing that decides, signs, authorises, registers, attaches or imports.\n"
    "The boundary holds only where the host gives the agent no other way to write; countersignctl mcp\\-config prints the ways.\n"
    ".SH OPTIONS\n"
    ".TP\n.B \\-\\-store FILE\nThe store; without it the default one. It must exist.\n"
    ".TP\n.B \\-\\-project P\nThe project whose tasks are served; without it the store's only one.\n"
    ".TP\n.B \\-\\-agent NAME\nThe agent's name in every event; without it the name that the client gives itself, marked as self\\-declared.\n"
    ".SH EXIT STATUS\n.TP\n0\nstandard input ended, or the host asked to stop\n.TP\n64\nwrong usage\n"
    ".SH SEE ALSO\ncountersignctl(1), countersign(1)\n";

base::Failure usage(std::string message)
{
    return base::fail(base::Error(base::codes::Usage, std::move(message)).advise("See countersign-mcp --help."));
}

} // namespace

base::Result<Options> parseOptions(std::span<const std::string> words)
{
    Options out;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const std::size_t equals = words[at].find('=');
        const std::string name = words[at].substr(0, equals);
        if (name == "--help" || name == "--version" || name == "--manual") {
            out.text = name == "--help" ? help : name == "--manual" ? manual : "countersign-mcp " COUNTERSIGN_VERSION "\n";
            return out;
        }
        if (name != "--store" && name != "--project" && name != "--agent")
            return usage("there is no option \"" + base::visible(base::toValidUtf8(base::elide(words[at], 80)), false) + "\"");
        if (equals == std::string::npos && at + 1 == words.size())
            return usage(name + " needs a value");
        const std::string value = equals == std::string::npos ? words[++at] : words[at].substr(equals + 1);
        if (value.empty())
            return usage(name + " needs a value that is not empty");
        if (name == "--store") {
            out.store = value;
        } else if (name == "--agent") {
            if (base::invalidUtf8(value) != std::string::npos || base::isBlank(value) || base::characters(value) > 64)
                return usage("--agent is a name of at most 64 characters");
            out.agent = value;
        } else {
            CS_ASSIGN(const base::Name project, base::parseName(value));
            out.project = project.text();
        }
    }
    return out;
}

} // namespace countersign::mcp
