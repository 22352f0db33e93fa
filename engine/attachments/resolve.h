// Which attachments run for a plan, which don't, and why. Source: SPEC section 4. Thread: pure functions.
#pragma once

#include "engine/domain/attachment.h"
#include "engine/domain/verdict.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace countersign::attachments {

/// What the resolver asks about a registered validation.
struct ValidationFacts
{
    domain::Mode mode = domain::Mode::Required;
    /// Arguments with the defaults of the effective input schema (schema::Schema::withDefaults). Empty: as given.
    std::function<domain::Json(domain::Json)> withDefaults{};
};

struct ReachedProject
{
    std::string name{};
    std::vector<std::string> resources{};
};

struct ReachedPlan
{
    domain::PlanId id{};
    std::string title{}; ///< for sentences; may be empty
    std::vector<ReachedProject> projects{};
};

struct Question
{
    ReachedPlan plan{};
    std::vector<ReachedPlan> ancestors{}; ///< parent first; the plan inherits their project and plan attachments
    std::vector<domain::Attachment> attachments{}; ///< all there are
    /// Nothing: the name is not registered as a validation. Such an attachment stays effective, so that the run ends
    /// in an error instead of leaving it out.
    std::function<std::optional<ValidationFacts>(const std::string& validation)> validation{};
    std::function<std::string(const domain::PlanId&)> planTitle{}; ///< for sentences about other plans; may be empty
};

/// Candidates are the attachments on the resources of the plan's own projects. Of those that apply, equal validation
/// and arguments (canonical JSON after defaults) on one resource run once: the plan's own attachment wins over an
/// ancestor's (the nearer first), over the own projects', over the ancestors' projects', over a direct one; within
/// one of these the oldest id wins.
[[nodiscard]] domain::Resolution resolve(const Question& question);

/// Last 4 characters: how an id is named in a sentence.
[[nodiscard]] std::string shortId(std::string_view ulid);

} // namespace countersign::attachments
