#include "engine/runner/keepers.h"

namespace countersign::runner {

void Keepers::close(std::uint64_t share)
{
    m_open.erase(share);
    for (auto place = m_places.begin(); place != m_places.end();) {
        if (place->first.first != share) {
            ++place;
            continue;
        }
        if (Keeper* keeper = find(place->second.keeper))
            keeper->release();
        place = m_places.erase(place);
    }
}

void Keepers::killAll()
{
    for (auto& [id, keeper] : m_keepers)
        keeper->kill();
}

Keeper* Keepers::keeperFor(const PreparedCommand& command, JobId nextId)
{
    m_refusal.clear();
    const std::uint64_t share = command.command.sandbox.sharedBy;
    if (!command.view->shared || !m_open.contains(share))
        return nullptr;
    Place& place = m_places[{share, command.view->key}];
    if (place.keeper == 0 && place.failed.empty()) {
        auto keeper = Keeper::start(nextId, *command.view->shared, m_options, m_epoll);
        if (keeper) {
            place.keeper = nextId;
            m_keepers.emplace(nextId, std::move(*keeper));
        } else {
            place.failed = keeper.error().message();
        }
    }
    m_refusal = place.failed;
    return find(place.keeper);
}

Keeper* Keepers::find(JobId id)
{
    const auto found = m_keepers.find(id);
    return found == m_keepers.end() ? nullptr : found->second.get();
}

void Keepers::tick(Keeper::Time now)
{
    for (auto& [id, keeper] : m_keepers)
        keeper->tick(now);
}

Keeper::Time Keepers::nextTick() const
{
    Keeper::Time next = Keeper::Time::max();
    for (const auto& [id, keeper] : m_keepers)
        next = std::min(next, keeper->nextTick());
    return next;
}

std::unique_ptr<Keeper> Keepers::takeEnded()
{
    for (auto& [id, keeper] : m_keepers) {
        if (!keeper->ended())
            continue;
        for (auto& [key, place] : m_places) {
            if (place.keeper == id) {
                place.keeper = 0;
                place.failed = keeper->why();
            }
        }
        std::unique_ptr<Keeper> ended = std::move(keeper);
        m_keepers.erase(id);
        return ended;
    }
    return nullptr;
}

} // namespace countersign::runner
