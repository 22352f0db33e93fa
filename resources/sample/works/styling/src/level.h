// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

namespace sump {

/// Raw counts of the pressure sensor: 4 mA gives 819 counts, 20 mA gives 4095.
constexpr int countsAtEmpty = 819;
constexpr int countsAtFull = 4095;
/// Depth of the pit, in millimetres.
constexpr int pitDepth = 1500;

/// Millimetres of water for a sensor count, limited to what the pit can hold.
int millimetres(int counts);

/// How full the pit is at a level in millimetres, in whole percent, rounded down.
int percentFull( int level ) ;

/// Median of the last three readings: a single spike from a splash never reaches the pump.
class LevelFilter {
  public:
    int add(int level);

  private:
    std::array<int, 3> m_last{};
    std::size_t m_seen = 0;
};

} // namespace sump
