// One command of countersignctl: a row of the table in commands.cpp. Source: SPEC section 15.
#pragma once

#include "engine/engine.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace countersign::ctl {

using base::Json;

/// What was typed after the command's name, checked against its row.
struct Arguments
{
    std::vector<std::string> positional{};
    std::map<std::string, std::vector<std::string>> options{}; ///< "--task" → values; a flag has one empty value
    std::vector<std::string> rest{};                           ///< of a command that takes the rest as it is

    [[nodiscard]] bool has(const std::string& option) const { return options.contains(option); }
    [[nodiscard]] std::optional<std::string> value(const std::string& option) const;
    [[nodiscard]] std::vector<std::string> values(const std::string& option) const;
};

/// Options before and after the command that hold for all of them.
struct Globals
{
    std::string store{};
    std::string project{};
    bool json = false;
};

/// What a command says: a JSON body for programs, text for people, an exit status.
struct Answer
{
    Json body = Json::object();
    std::string text{};
    int exitStatus = 0;
};

/// What a command works with. The store is opened at the first use.
class Context
{
public:
    Context(Globals globals, Arguments arguments, std::stop_token stop);
    [[nodiscard]] base::Result<Engine*> engine();
    [[nodiscard]] base::Result<Engine*> createdEngine(); ///< makes the store when it is missing
    [[nodiscard]] base::Result<Runtime*> runtime();
    [[nodiscard]] const Globals& globals() const { return m_globals; }
    [[nodiscard]] const Arguments& arguments() const { return m_arguments; }
    [[nodiscard]] std::stop_token stop() const { return m_stop; }

private:
    [[nodiscard]] base::Result<Engine*> open(OpenMode mode);
    Globals m_globals;
    Arguments m_arguments;
    std::stop_token m_stop;
    std::shared_ptr<Runtime> m_runtime{};
    std::unique_ptr<Engine> m_engine{};
};

struct Option
{
    std::string_view name;  ///< "--task"
    std::string_view value; ///< "T"; empty: a flag
    std::string_view help;
    bool repeated = false;
    bool required = false;
};

struct Command
{
    std::string_view name;       ///< "halts list"
    std::string_view positional; ///< for the usage line: "DIR", "[ID]"
    std::string_view help;       ///< one sentence
    int least = 0;               ///< positional arguments
    int most = 0;
    std::vector<Option> options{};
    std::function<base::Result<Answer>(Context&)> run{};
    bool takesRest = false; ///< everything after the positional arguments belongs to the command as it is
};

/// A wrong command line: exit status 64.
[[nodiscard]] base::Failure usage(std::string message, std::string advice = "See countersignctl --help.");

[[nodiscard]] const std::vector<Command>& commands();

} // namespace countersign::ctl
