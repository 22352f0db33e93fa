// Whose validation starts next: one bound for the process, its places shared fairly by the plans that want them, so that
// a run of two is not held up by one of two hundred. Source: SPEC sections 6.1 and 16. Thread: the host's.
#pragma once

#include "engine/runner/command.h"

namespace countersign::runner {

class Turns
{
public:
    /// Waiting and running validations of a plan; called in order of arrival.
    void arrived(const Turn& turn);
    void started(const Turn& turn);
    void ended(const Turn& turn);
    void left(const Turn& turn); ///< went away without having started

    /// Whether this plan's next validation may start now: a place is free, and no other plan that could take it has fewer
    /// running, or as few and its last turn longer ago. Changes with every started(), ended() and left().
    [[nodiscard]] bool mayStart(const Turn& turn) const;

private:
    struct Plan
    {
        std::size_t waiting = 0;
        std::size_t running = 0;
        std::uint64_t lastTurn = 0;
        std::map<std::size_t, std::size_t> bounds{}; ///< bound and how many of its validations name it
    };
    [[nodiscard]] std::size_t bound() const;
    void forget(const Turn& turn);

    std::map<std::string, Plan> m_plans;
    std::size_t m_running = 0;
    std::uint64_t m_turns = 0;
};

} // namespace countersign::runner
