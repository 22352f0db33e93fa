#include "views/widgets/read_tracker.h"

#include <algorithm>

namespace countersign::widgets {

ReadTracker::ReadTracker(int lines) { reset(lines); }

void ReadTracker::reset(int lines)
{
    m_read.assign(std::size_t(std::max(lines, 0)), false);
    m_readCount = 0;
    m_view.reset();
    m_since.clear();
}

void ReadTracker::setView(std::optional<LineRange> view, qint64 now)
{
    advance(now);
    if (view) {
        view->first = std::max(view->first, 0);
        view->last = std::min(view->last, lines() - 1);
        if (view->last < view->first)
            view.reset();
    }
    if (view == m_view)
        return;
    std::vector<qint64> since;
    if (view) {
        since.assign(std::size_t(view->last - view->first + 1), now);
        for (int line = view->first; m_view && line <= view->last; ++line) {
            if (line >= m_view->first && line <= m_view->last)
                since[std::size_t(line - view->first)] = m_since[std::size_t(line - m_view->first)];
        }
    }
    m_view = view;
    m_since = std::move(since);
}

bool ReadTracker::advance(qint64 now)
{
    if (!m_view)
        return false;
    const int before = m_readCount;
    for (int line = m_view->first; line <= m_view->last; ++line) {
        if (now - m_since[std::size_t(line - m_view->first)] >= dwell)
            mark(line);
    }
    return m_readCount != before;
}

bool ReadTracker::isWaiting() const
{
    for (int line = m_view ? m_view->first : 0; m_view && line <= m_view->last; ++line) {
        if (!isRead(line))
            return true;
    }
    return false;
}

bool ReadTracker::isRead(int line) const { return line >= 0 && line < lines() && m_read[std::size_t(line)]; }

std::optional<int> ReadTracker::firstUnread() const
{
    const auto at = std::find(m_read.begin(), m_read.end(), false);
    return at == m_read.end() ? std::nullopt : std::optional(int(at - m_read.begin()));
}

std::vector<LineRange> ReadTracker::ranges() const
{
    std::vector<LineRange> found;
    for (int line = 0; line < lines(); ++line) {
        if (!isRead(line))
            continue;
        if (!found.empty() && found.back().last == line - 1)
            found.back().last = line;
        else
            found.push_back({line, line});
    }
    return found;
}

void ReadTracker::restore(const std::vector<LineRange>& ranges)
{
    for (const LineRange& range : ranges) {
        for (int line = std::max(range.first, 0); line <= std::min(range.last, lines() - 1); ++line)
            mark(line);
    }
}

void ReadTracker::mark(int line)
{
    if (m_read[std::size_t(line)])
        return;
    m_read[std::size_t(line)] = true;
    ++m_readCount;
}

} // namespace countersign::widgets
