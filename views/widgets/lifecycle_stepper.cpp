#include "views/widgets/lifecycle_stepper.h"

#include "views/style/countersign_style.h"

#include <QPainter>

#include <algorithm>

namespace countersign::widgets {

using style::scaled;
using style::StatusIcon;
using style::StatusKind;

LifecycleStepper::LifecycleStepper(QWidget* parent) : PaintedWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Lifecycle"));
}

void LifecycleStepper::setStops(std::vector<LifecycleStop> stops)
{
    if (stops == m_stops)
        return;
    m_stops = std::move(stops);
    for (const LifecycleStop& stop : m_stops) {
        if (stop.current)
            setAccessibleName(tr("Lifecycle, %1, %2").arg(stop.name, stop.detail));
    }
    partsChanged();
}

QString LifecycleStepper::partText(int part) const
{
    const LifecycleStop& stop = m_stops[std::size_t(part)];
    QString text = QStringLiteral("%1, %2").arg(stop.name, StatusIcon::word(stop.kind));
    if (!stop.detail.isEmpty())
        text += QStringLiteral(", ") + stop.detail;
    for (std::size_t i = 0; i < stop.attempts.size(); ++i)
        text += tr(", attempt %1 %2").arg(i + 1).arg(StatusIcon::word(stop.attempts[i]));
    return text;
}

int LifecycleStepper::stopWidth(int part) const
{
    const LifecycleStop& stop = m_stops[std::size_t(part)];
    const style::Fonts fonts = style::fontsOf(this);
    const QFontMetrics body(fonts.body(QFont::DemiBold));
    const QFontMetrics small(fonts.small());
    const int marks = stop.attempts.empty() ? 0 : scaled(10, this) + int(stop.attempts.size()) * scaled(16, this);
    const int words = std::max(body.horizontalAdvance(stop.name) + marks, small.horizontalAdvance(stop.detail));
    return scaled(22, this) + words + scaled(8, this);
}

QRect LifecycleStepper::partRect(int part) const
{
    const int margin = scaled(16, this);
    const int count = partCount();
    int total = 0;
    for (int i = 0; i < count; ++i)
        total += stopWidth(i);
    const int free = std::max(width() - 2 * margin - total, 0);
    const int gap = count > 1 ? free / (count - 1) : 0;
    int x = margin;
    for (int i = 0; i < part; ++i)
        x += stopWidth(i) + gap;
    const int wide = total > width() - 2 * margin ? (width() - 2 * margin) / std::max(count, 1) : stopWidth(part);
    if (total > width() - 2 * margin)
        x = margin + part * wide;
    return {x, 0, wide, scaled(48, this)};
}

QSize LifecycleStepper::sizeHint() const { return {scaled(640, this), scaled(48, this)}; }
QSize LifecycleStepper::minimumSizeHint() const { return {scaled(360, this), scaled(48, this)}; }

void LifecycleStepper::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const style::Theme& theme = style::themeOf(this);
    painter.fillRect(rect(), theme.base);
    for (int part = 0; part < partCount(); ++part) {
        paintStop(painter, part);
        if (part > 0)
            paintLink(painter, part);
    }
    if (hasFocus() && currentPart() >= 0) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(
            partRect(currentPart()).adjusted(-scaled(4, this), scaled(2, this), scaled(3, this), -scaled(3, this)));
    }
}

void LifecycleStepper::paintStop(QPainter& painter, int part) const
{
    const style::Theme& theme = style::themeOf(this);
    const style::Fonts fonts = style::fontsOf(this);
    const LifecycleStop& stop = m_stops[std::size_t(part)];
    const QRect area = partRect(part);
    const int icon = scaled(16, this);
    StatusIcon::paint(painter, QRectF(area.x(), scaled(8, this), icon, icon), stop.kind, theme);

    painter.setFont(fonts.body(stop.current ? QFont::DemiBold : QFont::Medium));
    painter.setPen(theme.text);
    const QRect name(area.x() + scaled(22, this), scaled(6, this), area.width() - scaled(22, this), scaled(20, this));
    painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(stop.name, Qt::ElideRight, name.width()));
    qreal x = name.x() + painter.fontMetrics().horizontalAdvance(stop.name) + scaled(12, this);
    const int mark = scaled(12, this);
    for (const StatusKind attempt : stop.attempts) {
        StatusIcon::paint(painter, QRectF(x, scaled(10, this), mark, mark), attempt, theme);
        x += mark + scaled(4, this);
    }
    painter.setFont(fonts.small());
    painter.setPen(theme.secondary);
    const QRect detail(name.x(), scaled(26, this), name.width(), scaled(16, this));
    painter.drawText(detail, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(stop.detail, Qt::ElideRight, detail.width()));
}

void LifecycleStepper::paintLink(QPainter& painter, int part) const
{
    const style::Theme& theme = style::themeOf(this);
    const bool passed = m_stops[std::size_t(part - 1)].kind == StatusKind::Pass;
    const int from = partRect(part - 1).right() + scaled(12, this);
    const int to = partRect(part).x() - scaled(12, this);
    if (to <= from)
        return;
    const int y = scaled(16, this);
    if (passed)
        return painter.fillRect(QRect(from, y - scaled(1, this), to - from, scaled(2, this)), theme.green);
    QPen pen(theme.outline, scaled(1, this));
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    painter.drawLine(from, y, to, y);
}

} // namespace countersign::widgets
