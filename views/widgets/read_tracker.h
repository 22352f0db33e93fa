#pragma once

#include <QtGlobal>

#include <optional>
#include <vector>

namespace countersign::widgets {

// Lines first to last, both counted, from 0.
struct LineRange
{
    int first = 0;
    int last = -1;
    bool operator==(const LineRange&) const = default;
};

// Decides which lines of evidence have been read (UI.md 7.2): a line counts after it was in view for the dwell
// time without a break. It knows no widget and no clock: the caller says what is in view and what time it is,
// in milliseconds of any steady clock. Lines never in view stay unread, however far the view jumped.
class ReadTracker
{
public:
    static constexpr qint64 dwell = 1000;

    explicit ReadTracker(int lines = 0);

    // Drops everything read.
    void reset(int lines);
    // nullopt: nothing is in view, as with an inactive window.
    void setView(std::optional<LineRange> view, qint64 now);
    // Marks what has been in view long enough; true when something new was marked.
    bool advance(qint64 now);
    [[nodiscard]] bool isWaiting() const;

    [[nodiscard]] int lines() const { return int(m_read.size()); }
    [[nodiscard]] int readCount() const { return m_readCount; }
    [[nodiscard]] int unreadCount() const { return lines() - m_readCount; }
    [[nodiscard]] bool isRead(int line) const;
    [[nodiscard]] std::optional<int> firstUnread() const;

    // What to keep per operator and output digest. Ranges outside of the text are ignored.
    [[nodiscard]] std::vector<LineRange> ranges() const;
    void restore(const std::vector<LineRange>& ranges);

private:
    void mark(int line);

    std::vector<bool> m_read;
    int m_readCount = 0;
    std::optional<LineRange> m_view;
    std::vector<qint64> m_since;
};

} // namespace countersign::widgets
