// SPDX-License-Identifier: Apache-2.0
#include "level.h"

#include <algorithm>

namespace sump {

int millimetres(int counts) {
    const int limited = std::clamp(counts, countsAtEmpty, countsAtFull);
    return (limited - countsAtEmpty) * pitDepth / (countsAtFull - countsAtEmpty);
}

int LevelFilter::add(int level) {
    m_last[m_seen % m_last.size()] = level;
    ++m_seen;
    if (m_seen < m_last.size())
        return level;
    std::array<int, 3> sorted = m_last;
    std::sort(sorted.begin(), sorted.end());
    return sorted[1];
}

} // namespace sump
