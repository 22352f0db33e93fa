// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sump {

struct Settings {
    int startLevel = 900;  ///< millimetres: the pump starts at or above this level
    int stopLevel = 300;   ///< millimetres: the pump stops at or below this level
    int alarmLevel = 1200; ///< millimetres: the lamp is lit at or above this level
    int restSeconds = 20;  ///< the motor stays off this long before it may start again
};

/// Decides once a second whether the pump runs and the alarm lamp is lit.
class Pump {
  public:
    explicit Pump(const Settings& settings = {});

    /// One step: `level` in millimetres, `now` in seconds, never going back.
    void step(int level, long now);

    bool running() const { return m_running; }
    bool alarm() const { return m_alarm; }
    int starts() const { return m_starts; }
    long ranSeconds() const { return m_ranSeconds; } ///< of all runs that have ended

  private:
    bool rested(long now) const;

    Settings m_settings;
    bool m_running = false;
    bool m_alarm = false;
    bool m_hasRun = false;
    long m_startedAt = 0;
    long m_stoppedAt = 0;
    long m_ranSeconds = 0;
    int m_starts = 0;
};

} // namespace sump
