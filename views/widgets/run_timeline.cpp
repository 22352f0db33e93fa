#include "views/widgets/run_timeline.h"

#include "views/style/countersign_style.h"
#include "views/widgets/timeline_legend.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace countersign::widgets {

using style::scaled;
using style::StatusIcon;
using style::StatusKind;

namespace {

constexpr int axisHeight = 22;
constexpr int rowHeight = 24;

// The smallest step that gives at most seven marks.
qint64 stepFor(qint64 span)
{
    constexpr std::array<qint64, 15> steps{1000,   2000,   5000,   10000,   20000,   30000,   60000,   120000,
                                           300000, 600000, 900000, 1800000, 3600000, 7200000, 21600000};
    for (const qint64 step : steps) {
        if (span <= step * 7)
            return step;
    }
    return (span / 7 / steps.back() + 1) * steps.back();
}

QString markText(qint64 ms, qint64 step)
{
    if (step >= 3600000)
        return RunTimeline::tr("%1 h").arg(ms / 3600000);
    if (step >= 60000)
        return RunTimeline::tr("%1 min").arg(ms / 60000);
    return RunTimeline::tr("%1 s").arg(ms / 1000);
}

QString tenths(qint64 ms) { return RunTimeline::tr("%1 s").arg(QLocale::c().toString(double(ms) / 1000.0, 'f', 1)); }

} // namespace

struct RunTimeline::Scale
{
    int left = 0;
    int right = 0;
    qint64 span = 1;
    qint64 step = 1000;

    [[nodiscard]] int x(qint64 ms) const
    {
        return left + int(std::lround(double(ms) * double(right - left) / double(span)));
    }
};

RunTimeline::RunTimeline(QWidget* parent) : PaintedWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Validation run"));
}

void RunTimeline::setRows(std::vector<TimelineRow> rows)
{
    if (rows == m_rows)
        return;
    m_rows = std::move(rows);
    partsChanged();
}

void RunTimeline::setNow(std::optional<qint64> now)
{
    if (now == m_now)
        return;
    m_now = now;
    update();
}

void RunTimeline::setEmptyText(const QString& text)
{
    m_emptyText = text;
    if (m_rows.empty())
        setAccessibleDescription(text);
    update();
}

bool RunTimeline::isRunning(const TimelineRow& row) const { return row.kind == StatusKind::Running && !row.end; }

qint64 RunTimeline::elapsed(const TimelineRow& row) const
{
    if (row.end)
        return *row.end - row.start;
    return isRunning(row) && m_now ? std::max<qint64>(*m_now - row.start, 0) : 0;
}

QString RunTimeline::partText(int part) const
{
    const TimelineRow& row = m_rows[std::size_t(part)];
    QString text = QStringLiteral("%1, %2").arg(row.name, StatusIcon::word(row.kind));
    if (const qint64 ms = elapsed(row); ms >= 10000 || (ms > 0 && isRunning(row)))
        text += tr(", %n seconds", nullptr, int(ms / 1000));
    else if (ms > 0)
        text += tr(", %1 seconds").arg(QLocale::c().toString(double(ms) / 1000.0, 'f', 1));
    if (row.usual)
        text += tr(", usually %1").arg(std::max<qint64>((*row.usual + 500) / 1000, 1));
    return text;
}

QRect RunTimeline::partRect(int part) const
{
    return {0, scaled(axisHeight + 2, this) + part * scaled(rowHeight, this), width(), scaled(rowHeight, this)};
}

QSize RunTimeline::sizeHint() const
{
    const int rows = std::max(partCount(), 1);
    return {scaled(640, this), scaled(axisHeight + 2 + 8, this) + rows * scaled(rowHeight, this)};
}

QSize RunTimeline::minimumSizeHint() const { return {scaled(420, this), sizeHint().height()}; }

RunTimeline::Scale RunTimeline::scale() const
{
    Scale s;
    qint64 last = m_now.value_or(0);
    for (const TimelineRow& row : m_rows)
        last = std::max({last, row.end.value_or(0), row.usual ? row.start + *row.usual : 0});
    s.step = stepFor(std::max<qint64>(last * 11 / 10, 1000));
    s.span = (last / s.step + 2) * s.step;
    const int names = std::min(scaled(216, this), width() / 3);
    s.left = names;
    s.right = std::max(width() - scaled(132, this), names + 1);
    return s;
}

void RunTimeline::paintEvent(QPaintEvent*)
{
    const style::Theme& theme = style::themeOf(this);
    const style::Fonts fonts = style::fontsOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    if (m_rows.empty()) {
        painter.setFont(fonts.body());
        painter.setPen(theme.secondary);
        painter.drawText(rect().adjusted(scaled(16, this), 0, -scaled(16, this), 0), Qt::AlignVCenter | Qt::AlignLeft,
                         m_emptyText);
        return;
    }
    const Scale s = scale();
    for (int i = 0; i < partCount(); ++i) {
        if (i == currentPart())
            painter.fillRect(partRect(i), theme.selection);
    }
    paintAxis(painter, s);
    for (int i = 0; i < partCount(); ++i)
        paintRow(painter, s, i);
    if (m_now)
        paintNow(painter, s);
    if (hasFocus() && currentPart() >= 0) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(partRect(currentPart()).adjusted(0, 0, -1, -1));
    }
}

void RunTimeline::paintAxis(QPainter& painter, const Scale& s) const
{
    const style::Theme& theme = style::themeOf(this);
    painter.setFont(style::fontsOf(this).small());
    const int bottom = partRect(partCount() - 1).bottom() + scaled(4, this);
    const int half = scaled(40, this);
    for (qint64 ms = 0; ms <= s.span; ms += s.step) {
        const int x = s.x(ms);
        painter.fillRect(QRect(x, scaled(axisHeight, this), 1, bottom - scaled(axisHeight, this)), theme.line);
        painter.setPen(theme.secondary);
        painter.drawText(QRect(x - half, scaled(3, this), 2 * half, scaled(16, this)), Qt::AlignCenter,
                         markText(ms, s.step));
    }
}

void RunTimeline::paintRow(QPainter& painter, const Scale& s, int index) const
{
    const style::Theme& theme = style::themeOf(this);
    const style::Fonts fonts = style::fontsOf(this);
    const TimelineRow& row = m_rows[std::size_t(index)];
    const QRect line = partRect(index);
    const int icon = scaled(16, this);
    StatusIcon::paint(painter, QRectF(scaled(16, this), line.y() + (line.height() - icon) / 2, icon, icon), row.kind,
                      theme);
    painter.setFont(fonts.body());
    painter.setPen(theme.text);
    const QRect name(scaled(40, this), line.y(), s.left - scaled(52, this), line.height());
    painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(row.name, Qt::ElideMiddle, name.width()));

    paintBar(painter, s, row, line);
    paintUsual(painter, s, row, line);

    const int edge = width() - scaled(16, this);
    painter.setFont(fonts.small(QFont::Medium));
    painter.setPen(theme.hue(StatusIcon::hue(row.kind)));
    const QRect word(s.right, line.y(), edge - scaled(68, this) - s.right, line.height());
    painter.drawText(word, Qt::AlignVCenter | Qt::AlignRight,
                     painter.fontMetrics().elidedText(StatusIcon::word(row.kind), Qt::ElideRight, word.width()));
    if (row.end || isRunning(row)) {
        painter.setFont(fonts.fixed());
        painter.setPen(theme.text);
        painter.drawText(QRect(0, line.y(), edge, line.height()), Qt::AlignVCenter | Qt::AlignRight,
                         tenths(elapsed(row)));
    }
}

void RunTimeline::paintBar(QPainter& painter, const Scale& s, const TimelineRow& row, const QRect& line) const
{
    if (!row.end && !isRunning(row))
        return;
    const style::Theme& theme = style::themeOf(this);
    const int left = s.x(row.start);
    const int right = s.x(row.start + elapsed(row));
    const QRect bar(left, line.y() + scaled(6, this), std::max(right - left, 2), scaled(12, this));
    if (!isRunning(row))
        return painter.fillRect(bar, theme.hue(StatusIcon::hue(row.kind)));
    paintHatch(painter, bar, theme, scaled(100, this) / 100.0);
}

void RunTimeline::paintUsual(QPainter& painter, const Scale& s, const TimelineRow& row, const QRect& line) const
{
    if (!row.usual || (!row.end && !isRunning(row)))
        return;
    const style::Theme& theme = style::themeOf(this);
    const int x = s.x(row.start + *row.usual);
    paintTick(painter, x, line.y() + scaled(3, this), scaled(18, this), theme.text, scaled(100, this) / 100.0);
    if (!isRunning(row) || !m_now)
        return;
    const qint64 left = row.start + *row.usual - *m_now;
    const QString words = left > 0 ? tr("usual end in %1 s").arg((left + 500) / 1000)
                                   : tr("%1 s over the usual end").arg((500 - left) / 1000);
    painter.setFont(style::fontsOf(this).small());
    const int from = std::max(x, left > 0 ? x : s.x(*m_now)) + scaled(8, this);
    const QRect box(from, line.y() + scaled(4, this), painter.fontMetrics().horizontalAdvance(words) + 2,
                    scaled(16, this));
    if (box.right() > s.right)
        return;
    painter.fillRect(box.adjusted(-scaled(4, this), 0, scaled(4, this), 0),
                     partAt(line.center()) == currentPart() ? theme.selection : theme.base);
    painter.setPen(theme.secondary);
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, words);
}

void RunTimeline::paintNow(QPainter& painter, const Scale& s) const
{
    const style::Theme& theme = style::themeOf(this);
    const int x = s.x(*m_now);
    const int top = scaled(20, this);
    const int bottom = partRect(partCount() - 1).bottom() + scaled(4, this);
    paintTick(painter, x, top, bottom - top, theme.accent, scaled(100, this) / 100.0);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal half = scaled(4, this);
    const QPointF tip(x, top + scaled(3, this));
    QPainterPath mark(tip);
    mark.lineTo(tip + QPointF(-half, -half - 1));
    mark.lineTo(tip + QPointF(half, -half - 1));
    mark.closeSubpath();
    painter.fillPath(mark, theme.accent);
    painter.restore();
}

} // namespace countersign::widgets
