#include "app/ctl/command_line.h"

#include "engine/base/codes.h"
#include "engine/base/text.h"

#include <algorithm>

namespace countersign::ctl {

namespace {

std::string shown(const std::string& word) { return "\"" + base::visible(base::toValidUtf8(base::elide(word, 80)), false) + "\""; }

std::string usageLine(const Command& command)
{
    std::string out = "countersignctl " + std::string(command.name);
    for (const Option& option : command.options) {
        std::string part = std::string(option.name) + (option.value.empty() ? "" : " " + std::string(option.value));
        out += option.required ? " " + part : " [" + part + "]";
        if (option.repeated)
            out += "…";
    }
    if (!command.positional.empty())
        out += " " + std::string(command.positional);
    return out;
}

// Why: walks the words once; knows which command they belong to as soon as its name is complete.
class LineReader
{
public:
    LineReader(std::span<const std::string> words, bool& json) : m_words(words), m_json(json) {}

    base::Result<ParsedLine> read()
    {
        while (m_at < m_words.size()) {
            const std::string word = m_words[m_at++];
            if (m_out.command != nullptr && m_out.command->takesRest && enoughForRest()) {
                m_out.arguments.rest.push_back(word);
                continue;
            }
            if (word.starts_with("--") && word.size() > 2) {
                CS_TRY(option(word));
                if (!m_out.text.empty())
                    return m_out;
            } else {
                CS_TRY(plain(word));
            }
        }
        return finish();
    }

private:
    [[nodiscard]] bool enoughForRest() const { return m_out.arguments.positional.size() == static_cast<std::size_t>(m_out.command->most); }

    base::Result<void> plain(const std::string& word)
    {
        if (m_out.command != nullptr) {
            if (m_out.arguments.positional.size() == static_cast<std::size_t>(m_out.command->most))
                return usage(shown(word) + " is one argument too many", "Usage: " + usageLine(*m_out.command));
            m_out.arguments.positional.push_back(word);
            return {};
        }
        m_name += (m_name.empty() ? "" : " ") + word;
        for (const Command& command : commands())
            if (command.name == m_name)
                m_out.command = &command;
        const bool begins = std::any_of(commands().begin(), commands().end(),
                                        [this](const Command& c) { return std::string(c.name).starts_with(m_name + " "); });
        if (m_out.command == nullptr && !begins)
            return usage("there is no command " + shown(m_name));
        // "authorize" alone is a command; "halts" alone only begins one.
        return {};
    }

    base::Result<void> option(const std::string& word)
    {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        if (name == "--json") {
            m_out.globals.json = m_json = true;
            return {};
        }
        if (name == "--manual") {
            m_out.text = manualPage();
            m_out.command = nullptr;
            return {};
        }
        if (name == "--help" || name == "--version") {
            m_out.text = name == "--version" ? "countersignctl " COUNTERSIGN_VERSION "\n" : m_out.command != nullptr ? helpText(*m_out.command) : helpText();
            m_out.command = nullptr;
            return {};
        }
        const Option* known = nullptr;
        if (m_out.command != nullptr)
            for (const Option& each : m_out.command->options)
                if (each.name == name)
                    known = &each;
        const bool global = known == nullptr && (name == "--store" || name == "--project");
        if (known == nullptr && !global)
            return usage("there is no option " + shown(name) + (m_out.command != nullptr ? " here" : " before the command"));
        if (known != nullptr && known->value.empty()) {
            if (equals != std::string::npos)
                return usage(name + " takes no value");
            m_out.arguments.options[name] = {""};
            return {};
        }
        if (equals == std::string::npos && m_at == m_words.size())
            return usage(name + " needs a value");
        const std::string value = equals == std::string::npos ? m_words[m_at++] : word.substr(equals + 1);
        if (global) {
            (name == "--store" ? m_out.globals.store : m_out.globals.project) = value;
            return {};
        }
        std::vector<std::string>& values = m_out.arguments.options[name];
        if (!values.empty() && !known->repeated)
            return usage(name + " is given twice");
        values.push_back(value);
        return {};
    }

    base::Result<ParsedLine> finish()
    {
        if (m_out.command == nullptr) {
            if (m_name.empty())
                return usage("no command is given");
            return usage(shown(m_name) + " needs a further word");
        }
        const Command& command = *m_out.command;
        if (m_out.arguments.positional.size() < static_cast<std::size_t>(command.least))
            return usage(std::string(command.name) + " needs " + std::string(command.positional), "Usage: " + usageLine(command));
        for (const Option& each : command.options)
            if (each.required && !m_out.arguments.has(std::string(each.name)))
                return usage(std::string(command.name) + " needs " + std::string(each.name), "Usage: " + usageLine(command));
        return m_out;
    }

    std::span<const std::string> m_words;
    bool& m_json;
    std::size_t m_at = 0;
    std::string m_name{};
    ParsedLine m_out{};
};

std::string padded(std::string_view text, std::size_t width)
{
    std::string out(text);
    out.resize(std::max(width, out.size() + 2), ' ');
    return out;
}

std::string roff(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '-' || c == '\\')
            out += '\\';
        out += c;
    }
    return out;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> statuses{{
    {"0", "it worked; of validate: pass"},
    {"1 2 3 4 5", "of validate: blocker, escalate, validator error, internal error, environment error"},
    {"10 11 12", "a check found something; input cut or damaged; format not supported"},
    {"64 65 66", "wrong usage; bad input; not found"},
    {"69", "store or sandbox unavailable"},
    {"75", "conflict, busy or cancelled"},
    {"77", "denied"},
    {"", ""},
}};

} // namespace

base::Result<ParsedLine> parseCommandLine(std::span<const std::string> words, bool& json)
{
    // A line that can't be understood is answered in JSON when the word is anywhere; else it may be another option's value.
    json = std::find(words.begin(), words.end(), "--json") != words.end();
    auto out = LineReader(words, json).read();
    if (out)
        json = out->globals.json;
    return out;
}

std::string helpText()
{
    std::string out = "countersignctl [--store FILE] [--project P] [--json] COMMAND\n\n"
                      "Validates work, shows halts, signs decisions. The same engine as the console, without a window.\n\n";
    for (const Command& command : commands())
        out += "  " + padded(command.name, 24) + std::string(command.help) + "\n";
    out += "\nCOMMAND --help tells its options. --version, and --manual for the manual page in roff.\n\nExit status\n";
    for (const auto& [status, meaning] : statuses)
        if (!status.empty())
            out += "  " + padded(status, 12) + std::string(meaning) + "\n";
    return out;
}

std::string helpText(const Command& command)
{
    std::string out = usageLine(command) + "\n\n" + std::string(command.help) + "\n";
    if (!command.options.empty())
        out += "\n";
    for (const Option& option : command.options)
        out += "  " + padded(std::string(option.name) + (option.value.empty() ? "" : " " + std::string(option.value)), 26) + std::string(option.help) + "\n";
    return out;
}

std::string manualPage()
{
    std::string out = ".TH COUNTERSIGNCTL 1 \"\" \"countersign " COUNTERSIGN_VERSION "\"\n.SH NAME\ncountersignctl \\- validate work, show halts, sign decisions\n"
                      ".SH SYNOPSIS\n.B countersignctl\n[\\-\\-store FILE] [\\-\\-project P] [\\-\\-json] COMMAND\n.SH DESCRIPTION\n"
                      "The same engine as the console, without a window. Every command answers with one JSON object under \\-\\-json.\n.SH COMMANDS\n";
    for (const Command& command : commands()) {
        out += ".TP\n.B " + roff(usageLine(command)) + "\n" + roff(command.help) + "\n";
        for (const Option& option : command.options)
            out += ".br\n" + roff(option.name) + (option.value.empty() ? "" : " " + roff(option.value)) + ": " + roff(option.help) + "\n";
    }
    out += ".SH EXIT STATUS\n";
    for (const auto& [status, meaning] : statuses)
        if (!status.empty())
            out += ".TP\n" + std::string(status) + "\n" + roff(meaning) + "\n";
    return out + ".SH SEE ALSO\ncountersign(1)\n";
}

} // namespace countersign::ctl
