// The one writer of protocol lines: several threads, whole lines, no end of a client can stop it. Source: SPEC section 12.
// Thread-safe.
#pragma once

#include "engine/base/files.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <string>

namespace countersign::mcp {

class Output
{
public:
    /// input: the client's end of this is watched, so that a client that left without reading doesn't keep a writer waiting.
    Output(base::Fd output, int input, std::function<void()> onBroken);

    /// Writes the line unless it is no longer wanted when its turn has come. False: nothing was written.
    bool write(std::string line, const std::atomic<bool>* unwanted = nullptr);
    [[nodiscard]] bool broken() const { return m_broken; }

private:
    [[nodiscard]] bool writable() const;
    bool fail();

    base::Fd m_output;
    int m_input;
    std::function<void()> m_onBroken;
    std::mutex m_mutex{};
    std::atomic<bool> m_broken = false;
};

} // namespace countersign::mcp
