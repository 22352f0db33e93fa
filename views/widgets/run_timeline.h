#pragma once

#include "views/style/status_icon.h"
#include "views/widgets/painted_widget.h"

#include <QString>

#include <optional>
#include <vector>

namespace countersign::style {
class Fonts;
}

namespace countersign::widgets {

// One validation of a run. Times in milliseconds since the run began.
struct TimelineRow
{
    QString name;
    style::StatusKind kind = style::StatusKind::Queued;
    qint64 start = 0;
    std::optional<qint64> end;   // none while it runs or waits
    std::optional<qint64> usual; // p50 of the duration
    bool operator==(const TimelineRow&) const = default;
};

// Bars of a run in the order of the table (UI.md 7.6): running hatched, finished filled, a tick at the usual
// end, word and time in columns at the right, and the live edge at now.
class RunTimeline : public PaintedWidget
{
    Q_OBJECT

public:
    explicit RunTimeline(QWidget* parent = nullptr);

    // Differences only repaint; the current bar stays.
    void setRows(std::vector<TimelineRow> rows);
    // Milliseconds since the run began; none when nothing runs. The caller moves it once a second.
    void setNow(std::optional<qint64> now);
    // Said when there are no rows.
    void setEmptyText(const QString& text);

    [[nodiscard]] int partCount() const override { return int(m_rows.size()); }
    [[nodiscard]] QString partText(int part) const override;
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Scale;
    [[nodiscard]] Scale scale() const;
    [[nodiscard]] qint64 elapsed(const TimelineRow& row) const;
    [[nodiscard]] bool isRunning(const TimelineRow& row) const;
    void paintAxis(QPainter& painter, const Scale& scale) const;
    void paintRow(QPainter& painter, const Scale& scale, int index) const;
    void paintBar(QPainter& painter, const Scale& scale, const TimelineRow& row, const QRect& line) const;
    void paintUsual(QPainter& painter, const Scale& scale, const TimelineRow& row, const QRect& line) const;
    void paintNow(QPainter& painter, const Scale& scale) const;

    std::vector<TimelineRow> m_rows;
    std::optional<qint64> m_now;
    QString m_emptyText;
};

} // namespace countersign::widgets
