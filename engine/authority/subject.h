// What a decision is about, in canonical form, and the digest of what one validation said. Source: SPEC sections 6.8, 8.
// Thread: pure functions.
#pragma once

#include "engine/domain/decision.h"
#include "engine/domain/plan.h"
#include "engine/domain/project.h"
#include "engine/domain/run.h"

#include <string>
#include <vector>

namespace countersign::authority {

using base::Json;

/// SHA-256 over canonical {validation, definition_digest, resource, args, verdict, message, data}; absent members stay
/// absent. volatilePointers are JSON Pointers into the result: "/data", "/data/…" and "/message" remove
/// what they name when it is there; a pointer to anything else has no effect, so nothing but words and data is volatile.
[[nodiscard]] std::string evidenceDigest(const domain::ValidationResult& result, const std::vector<std::string>& volatilePointers);

/// {project, plan, task_id, spec_digest, phase, policy, tally{pass, warn, blocker, error, total}, verdicts[…]} and
/// work_tree where the rules bind decisions to it. Verdicts are ordered by (resource, mode, validation, attachment),
/// whatever the order of the results. What an earlier decision covers is not part of it, nor run ids, times, attempts.
[[nodiscard]] Json subject(const domain::Plan& plan, const domain::Run& run, const std::vector<domain::ValidationResult>& results,
                           const domain::PolicyDecision& decision, const domain::DecisionRules& rules);
/// SHA-256 over the canonical subject.
[[nodiscard]] std::string subjectDigest(const Json& subject);
/// The warns of a subject as covers of a record, in the subject's order.
[[nodiscard]] std::vector<domain::Cover> coversOf(const Json& subject);
/// False for null, {}, and for anything without a verdict.
[[nodiscard]] bool hasVerdicts(const Json& subject);

} // namespace countersign::authority
