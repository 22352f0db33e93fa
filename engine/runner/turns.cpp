#include "engine/runner/turns.h"

namespace countersign::runner {

void Turns::arrived(const Turn& turn)
{
    if (turn.plan.empty())
        return;
    const auto [plan, isNew] = m_plans.try_emplace(turn.plan);
    if (isNew)
        plan->second.lastTurn = ++m_turns;
    ++plan->second.waiting;
    ++plan->second.bounds[turn.atMost];
}

void Turns::started(const Turn& turn)
{
    if (turn.plan.empty())
        return;
    Plan& plan = m_plans.at(turn.plan);
    --plan.waiting;
    ++plan.running;
    ++m_running;
    plan.lastTurn = ++m_turns;
}

void Turns::ended(const Turn& turn)
{
    if (turn.plan.empty())
        return;
    --m_plans.at(turn.plan).running;
    --m_running;
    forget(turn);
}

void Turns::left(const Turn& turn)
{
    if (turn.plan.empty())
        return;
    --m_plans.at(turn.plan).waiting;
    forget(turn);
}

void Turns::forget(const Turn& turn)
{
    Plan& plan = m_plans.at(turn.plan);
    if (--plan.bounds.at(turn.atMost) == 0)
        plan.bounds.erase(turn.atMost);
    if (plan.bounds.empty())
        m_plans.erase(turn.plan);
}

std::size_t Turns::bound() const
{
    std::size_t largest = 1;
    for (const auto& [name, plan] : m_plans)
        largest = std::max(largest, plan.bounds.rbegin()->first);
    return largest;
}

bool Turns::mayStart(const Turn& turn) const
{
    if (turn.plan.empty())
        return true;
    const Plan& mine = m_plans.at(turn.plan);
    if (m_running >= bound() || mine.running >= mine.bounds.rbegin()->first)
        return false;
    for (const auto& [name, plan] : m_plans) {
        const bool wantsOne = plan.waiting > 0 && plan.running < plan.bounds.rbegin()->first;
        const bool isBefore = plan.running < mine.running || (plan.running == mine.running && plan.lastTurn < mine.lastTurn);
        if (wantsOne && isBefore)
            return false;
    }
    return true;
}

} // namespace countersign::runner
