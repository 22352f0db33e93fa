#include "engine/domain/attachment.h"

namespace countersign::domain {

std::string_view scopeText(const Scope& scope)
{
    static constexpr std::string_view names[] = {"direct", "project", "plan"};
    return names[scope.index()];
}

std::string scopeTarget(const Scope& scope)
{
    if (const auto* project = std::get_if<ProjectScope>(&scope))
        return project->project;
    if (const auto* plan = std::get_if<PlanScope>(&scope))
        return plan->plan.value;
    return {};
}

} // namespace countersign::domain
