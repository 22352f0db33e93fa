#include "app/mcp/line_splitter.h"

namespace countersign::mcp {

void LineSplitter::feed(std::string_view bytes, const std::function<void(const Line&)>& each)
{
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        if (!m_dropping && m_kept.size() + part.size() > m_longest) {
            m_dropping = true;
            std::string().swap(m_kept);
        }
        if (!m_dropping)
            m_kept += part;
        if (end == std::string_view::npos)
            return;
        finish(each);
        bytes.remove_prefix(end + 1);
    }
}

void LineSplitter::finish(const std::function<void(const Line&)>& each)
{
    if (m_dropping || !m_kept.empty())
        each({m_kept, m_dropping});
    m_dropping = false;
    // One large line must not cost its memory for the rest of the process.
    m_kept.size() > 1024U * 1024U ? std::string().swap(m_kept) : m_kept.clear();
}

} // namespace countersign::mcp
