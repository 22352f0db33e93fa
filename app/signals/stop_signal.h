// SIGINT, SIGTERM or the program itself asks to stop: a descriptor becomes readable. One in a process.
#pragma once

#include "engine/base/files.h"

namespace countersign::signals {

class StopSignal
{
public:
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;
    /// Readable once somebody asked to stop.
    [[nodiscard]] int descriptor() const { return m_read.get(); }
    void raise() const;

private:
    base::Fd m_read{};
    base::Fd m_write{};
};

} // namespace countersign::signals
