// What a tool called by hand says in words. Source: design 3, SPEC 9. Thread: GUI.
#pragma once

#include "engine/requests.h"
#include "models/mark.h"

#include <QString>

#include <vector>

namespace countersign::models {

/// A violation of the input schema that names the argument it is about.
struct ArgumentProblem
{
    std::string argument{}; ///< member of the arguments; empty: the whole
    QString words{};
    friend bool operator==(const ArgumentProblem&, const ArgumentProblem&) = default;
};

/// Every violation of an INVALID_ARGS error; none for any other error.
[[nodiscard]] std::vector<ArgumentProblem> argumentProblems(const base::Error& error);

[[nodiscard]] Mark callMark(const ToolCallReport& report);
/// "pass", "fail", "warn", or the code of an error.
[[nodiscard]] QString callWord(const ToolCallReport& report);
/// "Exit status 3 after 0.6 s", "ended by signal 9 after 5.0 s".
[[nodiscard]] QString callEnded(const ToolCallReport& report);

} // namespace countersign::models
