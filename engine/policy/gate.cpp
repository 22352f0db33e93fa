#include "engine/policy/gate.h"

namespace countersign::policy {

namespace {

bool answers(const domain::ValidationResult& result, const domain::ResolvedAttachment& effective)
{
    const domain::Attachment& attachment = effective.attachment;
    return result.attachment == attachment.id && result.validation == attachment.validation
        && result.resource == attachment.resource && base::canonical(result.args) == base::canonical(effective.args);
}

int badness(const domain::ValidationResult& result)
{
    switch (result.severity()) {
    case domain::Severity::Pass: return 0;
    case domain::Severity::Warn: return 1;
    case domain::Severity::Error: return 2;
    case domain::Severity::Blocker: return 3;
    }
    return 2;
}

const domain::ValidationResult* worstAnswer(const std::vector<domain::ValidationResult>& results,
                                            const domain::ResolvedAttachment& effective)
{
    const domain::ValidationResult* worst = nullptr;
    for (const domain::ValidationResult& result : results)
        if (answers(result, effective) && (worst == nullptr || badness(result) > badness(*worst)))
            worst = &result;
    return worst;
}

std::string unusable(const GateQuestion& question)
{
    if (!question.last)
        return "There is no run yet.";
    const domain::Run& run = question.last->run;
    if (run.state != domain::RunState::Complete)
        return "The last run is not complete: " + std::string(domain::toText(run.state)) + ".";
    if (run.attempt != question.attempt)
        return "The last run is of attempt " + std::to_string(run.attempt) + ", this is attempt "
            + std::to_string(question.attempt) + ".";
    if (run.workTree.empty() || run.workTree != question.workTree)
        return "The last run is of another state of the work tree.";
    return {};
}

std::vector<domain::AttachmentId> ids(const std::vector<domain::ResolvedAttachment>& effective)
{
    std::vector<domain::AttachmentId> out;
    for (const domain::ResolvedAttachment& each : effective)
        out.push_back(each.attachment.id);
    return out;
}

std::string missingText(std::size_t missing, std::size_t all)
{
    return std::to_string(missing) + " of " + std::to_string(all)
        + (all == 1 ? " effective attachment has no result." : " effective attachments have no result.");
}

} // namespace

GateState gateState(const GateQuestion& question)
{
    if (question.effective.empty())
        return NoneApplicable{};
    if (std::string why = unusable(question); !why.empty())
        return NotEvaluated{std::move(why), ids(question.effective)};
    PolicyInput input{question.policy, {}};
    NotEvaluated open;
    for (const domain::ResolvedAttachment& each : question.effective) {
        if (const auto* result = worstAnswer(question.last->results, each))
            input.votes.push_back({result->mode, result->verdict, question.covered.count(each.attachment.id) > 0});
        else
            open.missing.push_back(each.attachment.id);
    }
    if (!open.missing.empty()) {
        open.why = missingText(open.missing.size(), question.effective.size());
        return open;
    }
    return Evaluated{decide(input)};
}

bool isOpen(const GateState& state, Gate gate, bool confirmed)
{
    if (const auto* evaluated = std::get_if<Evaluated>(&state))
        return evaluated->outcome.outcome == domain::Outcome::Pass;
    return std::holds_alternative<NoneApplicable>(state) && (gate == Gate::BeforeExecute || confirmed);
}

std::string_view toText(const GateState& state)
{
    static constexpr std::string_view names[] = {"not_evaluated", "none_applicable", "evaluated"};
    return names[state.index()];
}

} // namespace countersign::policy
