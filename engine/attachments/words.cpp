#include "engine/attachments/words.h"

#include <algorithm>

namespace countersign::attachments {

using domain::Attachment;

namespace {

std::string scopeNoun(const Attachment& attachment)
{
    return std::string(domain::scopeText(attachment.scope)) + " attachment";
}

std::string reason(const Attachment& attachment, const Reach& reach)
{
    const std::string target = domain::scopeTarget(attachment.scope);
    switch (reach.width) {
    case 0: return "it is attached to this plan";
    case 1: return "it is attached to the parent plan " + shortId(target);
    case 2: return "the plan reaches the resource through " + target;
    case 3: return "the parent plan reaches the resource through " + target;
    default: return "it is attached to the resource itself";
    }
}

std::string endsText(const Attachment& attachment, const Reach& reach)
{
    const std::string id = shortId(attachment.id.value);
    switch (reach.width) {
    case 0: return "Ends with the plan.";
    case 1: return "Ends with the parent plan.";
    case 2:
    case 3: return "Ends when " + id + " is detached.";
    default: return "Only detaching " + id + " ends it, no project or plan can.";
    }
}

std::string modeText(domain::Mode mode) { return mode == domain::Mode::Required ? "Required. " : "Informational. "; }

std::string reachedThrough(const Question& question, const std::string& resource)
{
    std::string out;
    for (const ReachedProject& project : question.plan.projects)
        if (std::find(project.resources.begin(), project.resources.end(), resource) != project.resources.end())
            out += (out.empty() ? "" : ", ") + project.name;
    return out;
}

bool named(const Question& question, const std::string& project)
{
    const auto has = [&](const ReachedPlan& plan) {
        return std::any_of(plan.projects.begin(), plan.projects.end(), [&](const auto& p) { return p.name == project; });
    };
    return has(question.plan) || std::any_of(question.ancestors.begin(), question.ancestors.end(), has);
}

std::string planText(const Question& question, const domain::PlanId& plan)
{
    const std::string title = question.planTitle ? question.planTitle(plan) : std::string();
    return title.empty() ? "plan " + shortId(plan.value) : "plan “" + title + "”";
}

std::string otherPlanText(const Attachment* twin)
{
    if (twin != nullptr)
        return "Same validation and arguments as " + shortId(twin->id.value) + ", which runs here.";
    return "Attach it to this plan, its project or the resource to run it here.";
}

} // namespace

std::string shortId(std::string_view ulid)
{
    return std::string(ulid.size() <= 4 ? ulid : ulid.substr(ulid.size() - 4));
}

Words runs(const Attachment& attachment, const Reach& reach, std::optional<domain::Mode> registered,
           const Attachment* loser, const Reach& loserReach)
{
    if (!registered)
        return {"Stops the run with an error: " + attachment.validation + " is not registered.",
                "Register the validation, or detach " + shortId(attachment.id.value) + "."};
    if (loser != nullptr)
        return {"Runs once: " + shortId(attachment.id.value) + " wins over " + scopeNoun(*loser) + " "
                    + shortId(loser->id.value) + ".",
                modeText(*registered) + "Same validation and arguments, so the "
                    + (reach == loserReach ? "older one" : "narrower scope") + " counts."};
    if (*registered == domain::Mode::Informational)
        return {"Runs because " + reason(attachment, reach) + ".", "Informational: a fail counts as one warn in the policy."};
    return {"Runs because " + reason(attachment, reach) + ".", modeText(*registered) + endsText(attachment, reach)};
}

Words shadowed(const Attachment& attachment, const Attachment& winner)
{
    const std::string winnerId = shortId(winner.id.value);
    const bool plan = std::holds_alternative<domain::PlanScope>(winner.scope);
    return {"Does not run: " + shortId(attachment.id.value) + " is shadowed by " + scopeNoun(winner) + " " + winnerId + ".",
            "Comes back when " + winnerId + " is detached" + (plan ? " or the plan ends." : ".")};
}

Words notReached(const Attachment& attachment, const Question& question, const Attachment* twin)
{
    if (const auto* plan = std::get_if<domain::PlanScope>(&attachment.scope))
        return {"Does not run: attached for " + planText(question, plan->plan) + " only.", otherPlanText(twin)};
    const std::string project = domain::scopeTarget(attachment.scope);
    if (named(question, project))
        return {"Does not run: project " + project + " does not name " + attachment.resource + ".",
                "Runs when the project names the resource."};
    return {"Does not run: attached for project " + project + " only.",
            "This plan reaches the resource through " + reachedThrough(question, attachment.resource) + "."};
}

} // namespace countersign::attachments
