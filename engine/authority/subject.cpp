#include "engine/authority/subject.h"

#include "engine/base/digest.h"
#include "engine/base/json_pointer.h"

#include <optional>
#include <tuple>

namespace countersign::authority {

namespace {

using Tokens = base::PointerTokens;

Json* child(Json& parent, const std::string& token)
{
    if (parent.is_object()) {
        const auto it = parent.find(token);
        return it == parent.end() ? nullptr : &*it;
    }
    if (!parent.is_array())
        return nullptr;
    const auto index = base::arrayIndex(token, parent.size());
    return index ? &parent[*index] : nullptr;
}

void removeAt(Json& root, const Tokens& tokens)
{
    Json* parent = &root;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
        if (parent = child(*parent, tokens[i]); parent == nullptr)
            return;
    if (parent->is_object())
        parent->erase(tokens.back());
    else if (parent->is_array())
        if (const auto index = base::arrayIndex(tokens.back(), parent->size()))
            parent->erase(*index);
}

// Later elements first, so that every index still means what it meant in the result as it was.
bool removedFirst(const Tokens& a, const Tokens& b)
{
    const std::size_t n = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < n; ++i) {
        if (a[i] == b[i])
            continue;
        if (a[i].size() != b[i].size())
            return a[i].size() > b[i].size();
        return a[i] > b[i];
    }
    return a.size() > b.size();
}

void removeVolatile(Json& evidence, const std::vector<std::string>& pointers)
{
    std::vector<Tokens> paths;
    for (const std::string& pointer : pointers)
        if (auto tokens = base::pointerTokens(pointer); tokens && (tokens->front() == "data" || *tokens == Tokens{"message"}))
            paths.push_back(std::move(*tokens));
    std::sort(paths.begin(), paths.end(), removedFirst);
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    for (const Tokens& path : paths)
        removeAt(evidence, path);
}

Json verdictJson(const domain::ValidationResult& r)
{
    Json out{{"validation", r.validation},
             {"definition_digest", r.definitionDigest},
             {"resource", r.resource},
             {"attachment", r.attachment.value},
             {"mode", toText(r.mode)},
             {"args", r.args},
             {"verdict", toText(r.verdict)},
             {"evidence_digest", r.evidenceDigest}};
    if (r.message)
        out["message"] = *r.message;
    if (r.data)
        out["data"] = *r.data;
    return out;
}

auto order(const domain::ValidationResult& r) { return std::tie(r.resource, r.mode, r.validation, r.attachment.value); }

const Json* verdictsOf(const Json& subject)
{
    const auto it = subject.is_object() ? subject.find("verdicts") : subject.end();
    return subject.is_object() && it != subject.end() && it->is_array() ? &*it : nullptr;
}

} // namespace

std::string evidenceDigest(const domain::ValidationResult& result, const std::vector<std::string>& volatilePointers)
{
    Json evidence{{"validation", result.validation},
                  {"definition_digest", result.definitionDigest},
                  {"resource", result.resource},
                  {"args", result.args},
                  {"verdict", toText(result.verdict)}};
    if (result.message)
        evidence["message"] = *result.message;
    if (result.data)
        evidence["data"] = *result.data;
    removeVolatile(evidence, volatilePointers);
    return base::sha256Hex(base::canonical(evidence));
}

Json subject(const domain::Plan& plan, const domain::Run& run, const std::vector<domain::ValidationResult>& results,
             const domain::PolicyDecision& decision, const domain::DecisionRules& rules)
{
    std::vector<const domain::ValidationResult*> sorted;
    for (const domain::ValidationResult& result : results)
        sorted.push_back(&result);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return order(*a) < order(*b); });
    Json verdicts = Json::array();
    for (const domain::ValidationResult* result : sorted)
        verdicts.push_back(verdictJson(*result));
    Json out{{"project", plan.projects.empty() ? std::string() : plan.projects.front()},
             {"plan", plan.id.value},
             {"task_id", plan.taskId},
             {"spec_digest", run.specDigest},
             {"phase", domain::toText(run.phase)},
             {"policy", decision.policy},
             {"tally",
              {{"pass", decision.pass},
               {"warn", decision.warn},
               {"blocker", decision.blocker},
               {"error", decision.error},
               {"total", decision.total}}},
             {"verdicts", std::move(verdicts)}};
    if (rules.binding == domain::Binding::WorkTree)
        out["work_tree"] = run.workTree;
    return out;
}

std::string subjectDigest(const Json& subject) { return base::sha256Hex(base::canonical(subject)); }

std::vector<domain::Cover> coversOf(const Json& subject)
{
    std::vector<domain::Cover> out;
    const Json* verdicts = verdictsOf(subject);
    if (verdicts == nullptr)
        return out;
    for (const Json& verdict : *verdicts)
        if (domain::textOr(verdict, "mode") == "informational" && domain::textOr(verdict, "verdict") == "fail")
            out.push_back({domain::textOr(verdict, "validation"), domain::textOr(verdict, "resource"),
                           domain::textOr(verdict, "attachment"), domain::textOr(verdict, "definition_digest"),
                           domain::textOr(verdict, "evidence_digest")});
    return out;
}

bool hasVerdicts(const Json& subject)
{
    const Json* verdicts = verdictsOf(subject);
    return verdicts != nullptr && !verdicts->empty();
}

} // namespace countersign::authority
