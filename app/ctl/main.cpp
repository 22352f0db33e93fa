#include "app/ctl/command_line.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/printing.h"
#include "engine/base/codes.h"
#include "engine/base/text.h"

#include <cstdio>
#include <exception>

namespace {

using namespace countersign;

void print(std::FILE* stream, const std::string& text) { std::fwrite(text.data(), 1, text.size(), stream); }

std::string schemaName(const std::string& command)
{
    std::string name = command;
    for (char& c : name)
        if (c == ' ')
            c = '-';
    return "countersign." + name + ".v1";
}

int fail(const base::Error& error, bool json, const std::string& command)
{
    if (json)
        print(stdout, base::pretty({{"schema", schemaName(command)}, {"ok", false}, {"error", ctl::json(error)}}) + "\n");
    else
        print(stderr, "countersignctl: " + base::visible(error.text(), true) + "\n");
    return base::exitStatus(error.kind());
}

int run(const std::vector<std::string>& words)
{
    bool json = false;
    auto line = ctl::parseCommandLine(words, json);
    if (!line)
        return fail(line.error(), json, "usage");
    if (line->command == nullptr) {
        print(stdout, line->text);
        return 0;
    }
    const ctl::Interrupt interrupt;
    ctl::Context context(line->globals, std::move(line->arguments), interrupt.token());
    const std::string name(line->command->name);
    auto answer = line->command->run(context);
    if (!answer)
        return fail(answer.error(), json, name);
    if (json) {
        base::Json body = std::move(answer->body);
        body["schema"] = schemaName(name);
        if (!body.contains("ok"))
            body["ok"] = true;
        print(stdout, base::pretty(body) + "\n");
    } else {
        print(stdout, answer->text);
    }
    return answer->exitStatus;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const std::exception& exception) {
        const std::string text = std::string("countersignctl: ") + exception.what() + " [" + std::string(countersign::base::codes::Unknown.code) + "]\n";
        std::fwrite(text.data(), 1, text.size(), stderr);
        return 4;
    }
}
