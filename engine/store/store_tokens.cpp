#include "engine/store/rows.h"
#include "engine/store/store.h"

// Validation tokens and their single claim. Source: SPEC section 8.
namespace countersign::store {

namespace {

constexpr std::string_view tokenColumns =
    "SELECT token.jti, token.plan, token.run, token.issued_at, token.expires_at, token.voided_at, token.rests_on_json, token_claim.claimed_at,"
    " token_claim.actor_json FROM token LEFT JOIN token_claim ON token_claim.jti = token.jti ";

TokenRow tokenRow(const Query& q)
{
    TokenRow out{{q.text(0)}, {q.text(1)}, {q.text(2)}, q.integer(3), q.integer(4), q.integer(5), {}, q.isNull(7) ? 0 : q.integer(7), {}};
    for (const domain::Json& record : q.json(6))
        out.restsOn.push_back(record.get<std::string>());
    if (out.claimedAt != 0)
        out.claimedBy = domain::actorFromJson(q.json(8));
    return out;
}

} // namespace

base::Result<void> Store::addToken(const domain::TokenId& jti, const domain::Run& run, base::TimeMs issuedAt, base::TimeMs expiresAt,
                                   const std::vector<std::string>& restsOn)
{
    Query query(*m_database, "INSERT INTO token(jti, plan, run, issued_at, expires_at, rests_on_json) VALUES(?,?,?,?,?,?)");
    CS_TRY(query.bind(jti.value).bind(run.plan.value).bind(run.id.value).bind(issuedAt).bind(expiresAt).bind(domain::Json(restsOn)).run());
    CS_TRY(append(domain::event::TokenIssued, run.plan.value, {{"token", jti.value}, {"run", run.id.value}, {"task_id", run.taskId}, {"rests_on", restsOn}}));
    return {};
}

base::Result<std::optional<TokenRow>> Store::token(const domain::TokenId& jti)
{
    Query query(*m_database, std::string(tokenColumns) + "WHERE token.jti = ?");
    query.bind(jti.value);
    return one<TokenRow>(query, tokenRow);
}

base::Result<std::optional<TokenRow>> Store::claimedToken(const domain::PlanId& plan)
{
    Query query(*m_database, std::string(tokenColumns) + "WHERE token_claim.plan = ? ORDER BY token.jti DESC LIMIT 1");
    query.bind(plan.value);
    return one<TokenRow>(query, tokenRow);
}

base::Result<bool> Store::claimToken(const TokenRow& claimed)
{
    Query claim(*m_database, "INSERT OR IGNORE INTO token_claim(jti, plan, claimed_at, actor_json) VALUES(?, ?, ?, ?)");
    CS_TRY(claim.bind(claimed.jti.value).bind(claimed.plan.value).bind(now()).bind(m_identity.actor.json()).run());
    if (claim.changedRows() == 0)
        return false;
    for (const std::string& record : claimed.restsOn) {
        Query use(*m_database, "UPDATE decision_record SET used_by = ? WHERE jti = ? AND used_by = ''");
        CS_TRY(use.bind(claimed.jti.value).bind(record).run());
    }
    CS_TRY(append(domain::event::TokenClaimed, claimed.plan.value, {{"token", claimed.jti.value}, {"run", claimed.run.value}, {"rests_on", claimed.restsOn}}));
    return true;
}

base::Result<int> Store::voidTokens(const domain::PlanId& plan)
{
    Query query(*m_database, "UPDATE token SET voided_at = ? WHERE plan = ? AND voided_at = 0 AND jti NOT IN (SELECT jti FROM token_claim WHERE plan = ?)");
    CS_TRY(query.bind(now()).bind(plan.value).bind(plan.value).run());
    const int voided = static_cast<int>(query.changedRows());
    if (voided > 0)
        CS_TRY(append(domain::event::TokenVoided, plan.value, {{"tokens", voided}}));
    return voided;
}

} // namespace countersign::store
