// A validation bound to a resource, and what the resolver says about it for one plan. Source: SPEC section 4.
#pragma once

#include "engine/base/clock.h"
#include "engine/domain/ids.h"
#include "engine/domain/json_fields.h"

#include <string>
#include <variant>
#include <vector>

namespace countersign::domain {

struct DirectScope { friend bool operator==(const DirectScope&, const DirectScope&) = default; };
struct ProjectScope { std::string project{}; friend bool operator==(const ProjectScope&, const ProjectScope&) = default; };
struct PlanScope { PlanId plan{}; friend bool operator==(const PlanScope&, const PlanScope&) = default; };
/// Exactly one scope; narrower ones come later in the variant.
using Scope = std::variant<DirectScope, ProjectScope, PlanScope>;

[[nodiscard]] std::string_view scopeText(const Scope& scope);  ///< "direct", "project", "plan"
[[nodiscard]] std::string scopeTarget(const Scope& scope);     ///< "", project name, plan id

struct Attachment
{
    AttachmentId id{};
    std::string validation{};
    std::string resource{};
    Scope scope{};
    Json args = Json::object(); ///< as given, without defaults
    base::TimeMs createdAt = 0;
    std::string createdBy{};
};

/// One candidate of a resolution with its explanation.
struct ResolvedAttachment
{
    enum class State { Effective, Shadowed, NotReached };
    Attachment attachment{};
    Json args = Json::object(); ///< after the schema's defaults
    State state = State::Effective;
    AttachmentId shadowedBy{};
    std::string why{};        ///< one sentence
    std::string whatChanges{}; ///< one sentence: what would change it
};

struct Resolution
{
    std::vector<ResolvedAttachment> effective{}; ///< stable order: resource, mode, validation, attachment id
    std::vector<ResolvedAttachment> shadowed{};
    std::vector<ResolvedAttachment> notReached{};
};

} // namespace countersign::domain
