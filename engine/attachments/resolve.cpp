#include "engine/attachments/resolve.h"

#include "engine/attachments/words.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace countersign::attachments {

using domain::Attachment;
using domain::Mode;
using domain::ResolvedAttachment;

namespace {

struct Candidate
{
    const Attachment* attachment = nullptr;
    std::optional<Reach> reach{}; ///< nothing: does not reach the plan
    std::optional<Mode> mode{};   ///< nothing: not registered
    domain::Json args = domain::Json::object();
    std::tuple<std::string, std::string, std::string> key{}; ///< resource, validation, canonical arguments
};

using Groups = std::map<std::tuple<std::string, std::string, std::string>, std::vector<const Candidate*>>;

bool reaches(const ReachedPlan& plan, const std::string& project, const std::string& resource)
{
    return std::any_of(plan.projects.begin(), plan.projects.end(), [&](const ReachedProject& each) {
        return each.name == project
            && std::find(each.resources.begin(), each.resources.end(), resource) != each.resources.end();
    });
}

std::optional<Reach> planReach(const Question& question, const domain::PlanId& plan)
{
    if (plan == question.plan.id)
        return Reach{0, 0};
    for (std::size_t i = 0; i < question.ancestors.size(); ++i)
        if (question.ancestors[i].id == plan)
            return Reach{1, i + 1};
    return std::nullopt;
}

std::optional<Reach> projectReach(const Question& question, const std::string& project, const std::string& resource)
{
    if (reaches(question.plan, project, resource))
        return Reach{2, 0};
    for (std::size_t i = 0; i < question.ancestors.size(); ++i)
        if (reaches(question.ancestors[i], project, resource))
            return Reach{3, i + 1};
    return std::nullopt;
}

std::optional<Reach> reachOf(const Question& question, const Attachment& attachment)
{
    if (const auto* plan = std::get_if<domain::PlanScope>(&attachment.scope))
        return planReach(question, plan->plan);
    if (const auto* project = std::get_if<domain::ProjectScope>(&attachment.scope))
        return projectReach(question, project->project, attachment.resource);
    return Reach{4, 0};
}

std::set<std::string> resourcesOf(const ReachedPlan& plan)
{
    std::set<std::string> out;
    for (const ReachedProject& project : plan.projects)
        out.insert(project.resources.begin(), project.resources.end());
    return out;
}

Candidate candidate(const Question& question, const Attachment& attachment)
{
    Candidate out{&attachment, reachOf(question, attachment), std::nullopt, attachment.args, {}};
    if (const auto facts = question.validation ? question.validation(attachment.validation) : std::nullopt) {
        out.mode = facts->mode;
        if (facts->withDefaults)
            out.args = facts->withDefaults(attachment.args);
    }
    out.key = {attachment.resource, attachment.validation, base::canonical(out.args)};
    return out;
}

std::vector<Candidate> candidates(const Question& question)
{
    const std::set<std::string> resources = resourcesOf(question.plan);
    std::vector<Candidate> out;
    for (const Attachment& attachment : question.attachments)
        if (resources.count(attachment.resource) > 0)
            out.push_back(candidate(question, attachment));
    std::sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) {
        const auto order = [](const Candidate& c) {
            return std::make_tuple(std::cref(c.attachment->resource), c.mode.value_or(Mode::Required),
                                   std::cref(c.attachment->validation), std::cref(c.attachment->id.value));
        };
        return order(a) < order(b);
    });
    return out;
}

Groups groupsOf(const std::vector<Candidate>& all)
{
    Groups out;
    for (const Candidate& each : all)
        if (each.reach)
            out[each.key].push_back(&each);
    for (auto& [key, members] : out)
        std::sort(members.begin(), members.end(), [](const Candidate* a, const Candidate* b) {
            return std::tie(*a->reach, a->attachment->id) < std::tie(*b->reach, b->attachment->id);
        });
    return out;
}

ResolvedAttachment resolved(const Candidate& each, ResolvedAttachment::State state, Words words)
{
    ResolvedAttachment out;
    out.attachment = *each.attachment;
    out.args = each.args;
    out.state = state;
    out.why = std::move(words.why);
    out.whatChanges = std::move(words.whatChanges);
    return out;
}

} // namespace

domain::Resolution resolve(const Question& question)
{
    using State = ResolvedAttachment::State;
    const std::vector<Candidate> all = candidates(question);
    const Groups groups = groupsOf(all);
    domain::Resolution out;
    for (const Candidate& each : all) {
        const auto group = groups.find(each.key);
        const Candidate* winner = group == groups.end() ? nullptr : group->second.front();
        if (!each.reach) {
            const Attachment* twin = winner == nullptr ? nullptr : winner->attachment;
            out.notReached.push_back(resolved(each, State::NotReached, notReached(*each.attachment, question, twin)));
        } else if (winner == &each) {
            const Candidate* loser = group->second.size() > 1 ? group->second[1] : nullptr;
            out.effective.push_back(resolved(each, State::Effective,
                                             runs(*each.attachment, *each.reach, each.mode,
                                                  loser == nullptr ? nullptr : loser->attachment,
                                                  loser == nullptr ? Reach{} : *loser->reach)));
        } else {
            out.shadowed.push_back(resolved(each, State::Shadowed, shadowed(*each.attachment, *winner->attachment)));
            out.shadowed.back().shadowedBy = winner->attachment->id;
        }
    }
    return out;
}

} // namespace countersign::attachments
