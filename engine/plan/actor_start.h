// A coder's or strategist's start: what it may see and is told, and how its end is judged. Source: SPEC sections 5, 7,
// Appendix A (actor contract). Thread: pure values, but for reading the environment.
#pragma once

#include "engine/domain/actor_call.h"
#include "engine/domain/attachment.h"
#include "engine/domain/halt.h"
#include "engine/domain/lease.h"
#include "engine/domain/plan.h"
#include "engine/domain/project.h"
#include "engine/domain/tool.h"
#include "engine/runner/command.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace countersign::plan {

struct ActorInput
{
    const domain::Plan& plan;
    const std::vector<domain::Resource>& resources; ///< at the paths of the work copies
    const std::vector<domain::ResolvedAttachment>& validations;
    std::function<const domain::Tool*(const std::string&)> tool;
};

/// The object that the actor reads on its standard input.
[[nodiscard]] domain::Json actorInput(const domain::ActorDefinition& actor, const ActorInput& input);
/// Values of pass_env that are set here. They are secrets: never logged, replaced in what the actor prints.
[[nodiscard]] std::map<std::string, std::string> passedEnvironment(const domain::ActorDefinition& actor);
/// copies are writable, the objects they borrow readable; nothing else but what the registration names.
[[nodiscard]] runner::CommandSpec actorCommand(const domain::ActorDefinition& actor, const std::vector<domain::WorkCopy>& copies,
                                               const domain::Json& input, const std::string& searchPath);

struct ActorVerdict
{
    std::string cause{};   ///< raw_halt_type of an environment error; empty: it got to work, or was cancelled
    std::string program{}; ///< what was missing or failed
    std::string reason{};  ///< one sentence
};
/// changed: did the work copies change while it ran?
[[nodiscard]] ActorVerdict judge(const domain::ActorDefinition& actor, const runner::ProcessEnd& end, bool changed);

} // namespace countersign::plan
