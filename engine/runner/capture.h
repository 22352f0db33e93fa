// Keeps the head and the tail of a stream in bounded memory, however much is printed. Source: SPEC section 6.3.
// Thread: belongs to one.
#pragma once

#include "engine/runner/command.h"

namespace countersign::runner {

class Capture
{
public:
    explicit Capture(std::size_t cap) : m_headCap(cap - cap / 4), m_tailCap(cap / 4) {}
    void add(std::string_view bytes);
    [[nodiscard]] Captured take();

private:
    void addToTail(std::string_view bytes);

    std::size_t m_headCap;
    std::size_t m_tailCap;
    std::string m_head;
    std::string m_tail;   ///< a ring once it is full
    std::size_t m_at = 0; ///< where the ring's oldest byte is
    std::uint64_t m_total = 0;
};

} // namespace countersign::runner
