// Empty network namespaces for validations. Making one costs the kernel milliseconds under load, so one that nobody has
// used is given to the next validation: only when no socket lives in it and everything that it counts reads as on its
// first day, so that nothing can be learned from it or left in it. Any use at all, and it is thrown away.
// Source: SPEC section 6.2.
#pragma once

#include <string>
#include <vector>

namespace countersign::runner::supervisor {

struct Network
{
    int fd = -1;            ///< keeps it alive
    std::string firstDay{}; ///< what it counted when it was new
};

class Networks
{
public:
    /// Moves this process into one that is as new; its children are born there. fd -1: errno says why not.
    [[nodiscard]] Network enter();
    /// All processes that were in it have ended.
    void giveBack(Network network);

private:
    std::vector<Network> m_free;
};

} // namespace countersign::runner::supervisor
