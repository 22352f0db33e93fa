#include "engine/authority/coverage.h"

#include "engine/authority/clock_skew.h"
#include "engine/authority/codes.h"
#include "engine/authority/record.h"
#include "engine/authority/signable.h"

#include <set>

namespace countersign::authority {

namespace {

using base::fail;
using base::Result;
using domain::Cover;
using domain::DecisionKind;


struct Verified
{
    domain::DecisionClaims claims{};
    const domain::DecisionRecord* stored = nullptr;
    const domain::Signer* signer = nullptr;
};

bool later(const Verified& a, const Verified& b)
{
    return std::tie(a.claims.issuedAt, a.stored->recordedAt, a.claims.jti) > std::tie(b.claims.issuedAt, b.stored->recordedAt, b.claims.jti);
}

bool sameEvidence(const Cover& a, const Cover& b)
{
    return a.validation == b.validation && a.resource == b.resource && a.definitionDigest == b.definitionDigest &&
           a.evidenceDigest == b.evidenceDigest;
}

bool answers(const Cover& cover, const domain::ValidationResult& result)
{
    return sameEvidence(cover, {result.validation, result.resource, {}, result.definitionDigest, result.evidenceDigest});
}

// Why a class: the records are read once, then several questions are asked about all of them.
class Judge
{
public:
    Judge(const std::vector<domain::ValidationResult>& results, const std::vector<domain::DecisionRecord>& records,
          const std::vector<domain::Signer>& signers, const CoverageContext& context)
        : m_results(results), m_signers(signers), m_context(context)
    {
        for (const domain::DecisionRecord& record : records)
            read(record);
    }

    Coverage run()
    {
        for (const Verified& record : m_proceeds)
            if (const auto usable = checkUse(record); usable)
                vote(record);
            else
                ignore(record.claims.jti, usable.error());
        count();
        return std::move(m_out);
    }

private:
    using Votes = std::map<std::string, std::string>; // name of the signer → jti

    void ignore(const std::string& jti, base::Error why)
    {
        for (const IgnoredRecord& known : m_out.ignored)
            if (known.jti == jti && known.why.is(why.info()) && known.why.message() == why.message())
                return;
        m_out.ignored.push_back({jti, std::move(why)});
    }

    void read(const domain::DecisionRecord& record)
    {
        auto parsed = verifyRecord(record.jws, m_signers);
        if (!parsed)
            return ignore(record.claims.jti, std::move(parsed.error()));
        const auto signer = std::find_if(m_signers.begin(), m_signers.end(), [&](const auto& s) { return s.keyId == parsed->keyId; });
        if (!m_seen.insert(parsed->claims.jti).second)
            return ignore(parsed->claims.jti, {codes::RecordDuplicate, "A record with this id was read already."});
        Verified verified{std::move(parsed->claims), &record, &*signer};
        switch (verified.claims.decision) {
        case DecisionKind::Proceed: m_proceeds.push_back(std::move(verified)); break;
        case DecisionKind::Reject: m_rejects.push_back(std::move(verified)); break;
        case DecisionKind::Withdraw: m_withdrawals.insert({verified.claims.withdraws, verified.claims.issuer}); break;
        case DecisionKind::Configure: break;
        }
    }

    bool withdrawn(const Verified& record) const
    {
        return !record.stored->withdrawnBy.empty() || m_withdrawals.contains({record.claims.jti, record.claims.issuer});
    }

    bool rejectedLater(const Verified& record, const Cover& cover) const
    {
        return std::any_of(m_rejects.begin(), m_rejects.end(), [&](const Verified& reject) {
            return !withdrawn(reject) && later(reject, record) && reject.claims.project == record.claims.project &&
                   reject.claims.taskRef == record.claims.taskRef && reject.claims.specDigest == record.claims.specDigest &&
                   std::any_of(reject.claims.covers.begin(), reject.claims.covers.end(),
                               [&](const Cover& other) { return sameEvidence(other, cover); });
        });
    }

    Result<void> checkUse(const Verified& record) const
    {
        CS_TRY(checkPlace(record.claims));
        CS_TRY(checkTimes(record.claims));
        if (withdrawn(record))
            return fail(codes::RecordWithdrawn, "The record was withdrawn by its signer.");
        const bool once = record.claims.uses == "once" || m_context.rules.uses == domain::Uses::Once;
        if (once && !record.stored->usedBy.empty())
            return fail(codes::RecordUsed, "The record was good for one use, by the token " + record.stored->usedBy + ".");
        if (record.claims.signer != record.signer->name)
            return fail(codes::SignerNameMismatch, "The key is registered for " + record.signer->name + ".");
        return checkSigner(record.signer, m_context.project, m_context.rules, m_context.requesters, m_context.now);
    }

    Result<void> checkPlace(const domain::DecisionClaims& claims) const
    {
        if (claims.project != m_context.project || claims.taskRef != m_context.taskId || claims.plan != m_context.plan)
            return fail(codes::RecordNotForThis, "The record was signed for the task " + claims.taskRef + " of " + claims.project + ".");
        if (claims.specDigest != m_context.specDigest)
            return fail(codes::SpecificationChanged, "The specification changed since the record was signed.");
        const bool bound = claims.binding == "work_tree" || m_context.rules.binding == domain::Binding::WorkTree;
        if (bound && (m_context.workTree.empty() || claims.workTree != m_context.workTree))
            return fail(codes::WorkTreeChanged, "The work tree is not the one that was signed for.");
        return {};
    }

    Result<void> checkTimes(const domain::DecisionClaims& claims) const
    {
        if (claims.issuedAt * 1000 > m_context.now + skewMs)
            return fail(codes::RecordNotYetValid, "The record was issued at " + base::isoTime(claims.issuedAt * 1000) + ", in the future.");
        if (claims.expiresAt && *claims.expiresAt * 1000 <= m_context.now)
            return fail(codes::RecordExpired, "The record expired at " + base::isoTime(*claims.expiresAt * 1000) + ".");
        return {};
    }

    void vote(const Verified& record)
    {
        bool found = false;
        for (const Cover& cover : record.claims.covers) {
            if (cover.severity != "warn") {
                ignore(record.claims.jti, {codes::CoverNotWarn, cover.validation + " is covered with severity " + cover.severity + "."});
                found = true;
                continue;
            }
            found = voteFor(record, cover) || found;
        }
        if (!found)
            ignore(record.claims.jti, {codes::EvidenceChanged, "No result of this run has the evidence that was signed for."});
    }

    bool voteFor(const Verified& record, const Cover& cover)
    {
        bool found = false;
        for (std::size_t i = 0; i < m_results.size(); ++i) {
            if (!answers(cover, m_results[i]))
                continue;
            found = true;
            if (m_results[i].severity() != domain::Severity::Warn)
                ignore(record.claims.jti, {codes::CoverNotWarn, cover.validation + " is a " + std::string(toText(m_results[i].severity())) +
                                                                    " here; no record answers for that."});
            else if (rejectedLater(record, cover))
                ignore(record.claims.jti, {codes::RecordSuperseded, cover.validation + " was rejected later on the same evidence."});
            else
                m_votes[i].insert({record.signer->name, record.claims.jti});
        }
        return found;
    }

    void count()
    {
        const std::size_t needed = static_cast<std::size_t>(std::max(m_context.rules.requiredSignatures, 1));
        for (const auto& [index, votes] : m_votes)
            for (const auto& [signer, jti] : votes)
                if (votes.size() >= needed)
                    m_out.covered[index].push_back(jti);
                else
                    ignore(jti, {codes::SignaturesMissing, m_results[index].validation + " has " + std::to_string(votes.size()) + " of " +
                                                               std::to_string(needed) + " signatures."});
    }

    const std::vector<domain::ValidationResult>& m_results;
    const std::vector<domain::Signer>& m_signers;
    const CoverageContext& m_context;
    std::vector<Verified> m_proceeds{};
    std::vector<Verified> m_rejects{};
    std::set<std::pair<std::string, std::string>> m_withdrawals{}; // jti, issuer
    std::set<std::string> m_seen{};
    std::map<std::size_t, Votes> m_votes{};
    Coverage m_out{};
};

} // namespace

std::vector<std::string> Coverage::restsOn() const
{
    std::vector<std::string> out;
    for (const auto& [index, jtis] : covered)
        for (const std::string& jti : jtis)
            if (std::find(out.begin(), out.end(), jti) == out.end())
                out.push_back(jti);
    return out;
}

Coverage coveredWarns(const std::vector<domain::ValidationResult>& results, const std::vector<domain::DecisionRecord>& records,
                      const std::vector<domain::Signer>& signers, const CoverageContext& context)
{
    return Judge(results, records, signers, context).run();
}

} // namespace countersign::authority
