#include "engine/runner/capture.h"

#include <algorithm>

namespace countersign::runner {

void Capture::add(std::string_view bytes)
{
    m_total += bytes.size();
    const std::size_t toHead = std::min(bytes.size(), m_headCap - m_head.size());
    m_head += bytes.substr(0, toHead);
    addToTail(bytes.substr(toHead));
}

void Capture::addToTail(std::string_view bytes)
{
    if (bytes.size() > m_tailCap)
        bytes.remove_prefix(bytes.size() - m_tailCap);
    const std::size_t grow = std::min(bytes.size(), m_tailCap - m_tail.size());
    m_tail += bytes.substr(0, grow);
    bytes.remove_prefix(grow);
    while (!bytes.empty()) {
        const std::size_t n = std::min(bytes.size(), m_tailCap - m_at);
        std::copy_n(bytes.data(), n, m_tail.data() + m_at);
        m_at = (m_at + n) % m_tailCap;
        bytes.remove_prefix(n);
    }
}

Captured Capture::take()
{
    Captured result;
    result.total = m_total;
    result.cut = m_total > m_head.size() + m_tail.size();
    std::rotate(m_tail.begin(), m_tail.begin() + static_cast<std::ptrdiff_t>(m_at), m_tail.end());
    result.head = std::move(m_head);
    if (result.cut)
        result.tail = std::move(m_tail);
    else
        result.head += m_tail;
    *this = Capture(m_headCap + m_tailCap);
    return result;
}

std::string Captured::text() const
{
    if (!cut)
        return head;
    return head + "\n[… " + std::to_string(leftOut()) + " bytes left out …]\n" + tail;
}

std::string_view toString(ProcessEnd::How how)
{
    switch (how) {
    case ProcessEnd::How::Exited: return "exited";
    case ProcessEnd::How::Signalled: return "signalled";
    case ProcessEnd::How::NotStarted: return "not started";
    case ProcessEnd::How::TimedOut: return "timed out";
    case ProcessEnd::How::Cancelled: return "cancelled";
    }
    return "?";
}

} // namespace countersign::runner
