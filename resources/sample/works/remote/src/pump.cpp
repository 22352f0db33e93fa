// SPDX-License-Identifier: Apache-2.0
#include "pump.h"

namespace sump {

Pump::Pump(const Settings& settings) : m_settings(settings) {}

bool Pump::rested(long now) const {
    return !m_hasRun || now - m_stoppedAt >= m_settings.restSeconds;
}

void Pump::step(int level, long now) {
    m_alarm = level >= m_settings.alarmLevel;
    if (m_running && level <= m_settings.stopLevel) {
        m_running = false;
        m_stoppedAt = now;
        m_ranSeconds += now - m_startedAt;
    } else if (!m_running && level >= m_settings.startLevel && rested(now)) {
        m_running = true;
        m_hasRun = true;
        m_startedAt = now;
        ++m_starts;
    }
}

} // namespace sump
