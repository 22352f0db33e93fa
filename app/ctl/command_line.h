// Reads the command line by the table of commands. Source: SPEC section 15. Errors: Usage.
#pragma once

#include "app/ctl/command.h"

#include <span>

namespace countersign::ctl {

struct ParsedLine
{
    Globals globals{};
    const Command* command = nullptr; ///< null: help or version was asked for
    Arguments arguments{};
    std::string text{}; ///< what help or version says
};

/// json in the error case: whether --json was seen, so that the error can be printed in that form.
[[nodiscard]] base::Result<ParsedLine> parseCommandLine(std::span<const std::string> words, bool& json);
[[nodiscard]] std::string helpText();
[[nodiscard]] std::string helpText(const Command& command);
/// The manual page, in roff.
[[nodiscard]] std::string manualPage();

} // namespace countersign::ctl
