// Tools that come with the engine, in the reserved namespace `builtin`. Source: SPEC sections 2, 3.
// One table says what there is: name, description, input schema, what runs. Those that only read files run inside the
// engine, on descriptors that can't leave the resource; those that need a program are a command for the sandbox.
// Thread: the table never changes; checks may run on any thread and block it.
#pragma once

#include "engine/base/json.h"
#include "engine/domain/project.h"
#include "engine/domain/tool.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::builtin {

using base::Json;

struct Call
{
    const domain::Resource& resource;
    const Json& args; ///< fits the input schema
    std::function<bool()> stopped; ///< asked between files; true ends the check with CANCELLED
};

/// What a command of ours printed, and how it ended by itself.
struct Printed
{
    int exitCode = 0;
    std::string_view out{};
    std::string_view err{};
};

/// Each gives a verdict as a direct validation prints it: {passed, message, data?}.
using Check = base::Result<Json> (*)(const Call&);
using Reading = base::Result<Json> (*)(const Printed&);

struct Builtin
{
    domain::Tool tool{};
    Check check = nullptr;              ///< runs inside the engine
    std::vector<std::string> command{}; ///< else: runs in the sandbox …
    Reading reading = nullptr;          ///< … and this is what its output says
};

[[nodiscard]] const std::vector<Builtin>& all();
/// By full name, "builtin/file-exists"; null: there is none.
[[nodiscard]] const Builtin* find(std::string_view name);
[[nodiscard]] const domain::Tool* tool(std::string_view name);

/// Checks the arguments, then runs the check. Errors: InvalidArgs, Schema*, codes Builtin*, Cancelled.
[[nodiscard]] base::Result<Json> run(const Builtin& builtin, const Call& call);

} // namespace countersign::builtin
