// Which warns of a run are answered by decisions. Everything is checked again from the signed bytes. Source: SPEC section 8.
// Thread: pure function.
#pragma once

#include "engine/base/clock.h"
#include "engine/base/error.h"
#include "engine/domain/actor.h"
#include "engine/domain/decision.h"
#include "engine/domain/project.h"
#include "engine/domain/run.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace countersign::authority {

struct CoverageContext
{
    std::string project{};
    std::string plan{};
    std::string taskId{};
    std::string specDigest{};
    std::string workTree{};
    base::TimeMs now = 0;
    domain::DecisionRules rules{};            ///< of the project now; required signatures among them
    std::vector<domain::Actor> requesters{};  ///< looked at when requesterMaySign is false
};

/// A record that does not count, or not for one result, and why.
struct IgnoredRecord
{
    std::string jti{};
    base::Error why;
};

struct Coverage
{
    std::map<std::size_t, std::vector<std::string>> covered{}; ///< index into results → jtis of the records that count
    std::vector<IgnoredRecord> ignored{};
    [[nodiscard]] bool covers(std::size_t result) const { return covered.contains(result); }
    /// Every record that the outcome rests on, each once, in order: they are used when the token is consumed.
    [[nodiscard]] std::vector<std::string> restsOn() const;
};

/// records: all of the task, also rejects and withdrawals; their claims are read from the JWS, never from the fields.
/// withdrawnBy, usedBy and recordedAt are taken from the fields, and only ever take a record away.
[[nodiscard]] Coverage coveredWarns(const std::vector<domain::ValidationResult>& results, const std::vector<domain::DecisionRecord>& records,
                                    const std::vector<domain::Signer>& signers, const CoverageContext& context);

} // namespace countersign::authority
