#include "views/widgets/line_chart.h"

#include "views/style/countersign_style.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace countersign::widgets {

using style::scaled;

LineChart::LineChart(const QString& name, QWidget* parent) : PaintedWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setAccessibleName(name);
}

void LineChart::setData(ChartData data)
{
    if (data == m_data)
        return;
    m_data = std::move(data);
    partsChanged();
}

QString LineChart::number(double value) const
{
    const QString digits = QLocale::c().toString(value, 'f', std::abs(value - std::round(value)) < 0.05 ? 0 : 1);
    return digits + m_data.unit;
}

QString LineChart::partText(int part) const
{
    QString text = m_data.labels[std::size_t(part)];
    for (const ChartSeries& series : m_data.series) {
        if (std::size_t(part) < series.values.size() && std::isfinite(series.values[std::size_t(part)]))
            text += QStringLiteral(", %1 %2").arg(series.name, number(series.values[std::size_t(part)]));
        else
            text += tr(", %1 no value").arg(series.name);
    }
    return text;
}

QRectF LineChart::plot() const
{
    return QRectF(rect()).adjusted(scaled(52, this), scaled(12, this), -scaled(16, this), -scaled(26, this));
}

QPointF LineChart::point(double value, int index) const
{
    const QRectF area = plot();
    const double span = std::max(m_data.high - m_data.low, 1e-9);
    const double share = (std::clamp(value, m_data.low, m_data.high) - m_data.low) / span;
    const int steps = std::max(partCount() - 1, 1);
    return {area.left() + area.width() * index / steps, area.bottom() - area.height() * share};
}

QRect LineChart::partRect(int part) const
{
    const QRectF area = plot();
    const double half = area.width() / std::max(partCount() - 1, 1) / 2;
    const double x = point(m_data.low, part).x();
    return QRectF(x - half, area.top(), 2 * half, area.height()).toAlignedRect();
}

QSize LineChart::sizeHint() const { return {scaled(412, this), scaled(212, this)}; }
QSize LineChart::minimumSizeHint() const { return {scaled(240, this), scaled(140, this)}; }

void LineChart::paintEvent(QPaintEvent*)
{
    const style::Theme& theme = style::themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    for (auto series = m_data.series.rbegin(); series != m_data.series.rend(); ++series)
        paintSeries(painter, *series);
    paintMarks(painter);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
        if (currentPart() >= 0)
            painter.fillRect(QRectF(point(m_data.low, currentPart()).x(), plot().top(), 1, plot().height()),
                             theme.outline);
    }
}

void LineChart::paintAxes(QPainter& painter) const
{
    const style::Theme& theme = style::themeOf(this);
    const QRectF area = plot();
    painter.setFont(style::fontsOf(this).axis());
    painter.setPen(theme.secondary);
    const int line = scaled(14, this);
    for (double value = m_data.low; m_data.step > 0 && value <= m_data.high + m_data.step / 1000;
         value += m_data.step) {
        const int y = int(std::lround(point(value, 0).y()));
        painter.fillRect(QRect(int(area.left()), y, int(area.width()), 1), theme.line);
        painter.drawText(QRectF(0, y - line / 2.0, area.left() - scaled(8, this), line),
                         Qt::AlignRight | Qt::AlignVCenter, number(value));
    }
    if (m_data.labels.empty())
        return;
    const int last = partCount() - 1;
    const int half = scaled(40, this);
    for (int i = 0; i < 4; ++i) {
        const int index = last * i / 3;
        if (i > 0 && index == last * (i - 1) / 3)
            continue;
        const double x = point(m_data.low, index).x();
        const auto side = i == 0 ? Qt::AlignLeft : index == last ? Qt::AlignRight : Qt::AlignHCenter;
        const double left = side == Qt::AlignLeft ? x : side == Qt::AlignRight ? x - 2 * half : x - half;
        painter.drawText(QRectF(left, area.bottom() + scaled(8, this), 2 * half, line), int(side) | Qt::AlignVCenter,
                         m_data.labels[std::size_t(index)]);
    }
}

void LineChart::paintSeries(QPainter& painter, const ChartSeries& series) const
{
    const style::Theme& theme = style::themeOf(this);
    QPen pen(series.dashed ? theme.secondary : theme.accent, (series.dashed ? 1.5 : 1.8) * scaled(100, this) / 100.0);
    pen.setJoinStyle(Qt::RoundJoin);
    if (series.dashed)
        pen.setDashPattern({4 / 1.5, 3 / 1.5});
    QPainterPath path;
    bool drawing = false;
    for (std::size_t i = 0; i < series.values.size(); ++i) {
        const bool known = std::isfinite(series.values[i]);
        if (known && drawing)
            path.lineTo(point(series.values[i], int(i)));
        else if (known)
            path.moveTo(point(series.values[i], int(i)));
        drawing = known;
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

void LineChart::paintMarks(QPainter& painter) const
{
    if (!m_data.markLowest || m_data.series.empty() || m_data.series.front().values.empty())
        return;
    const style::Theme& theme = style::themeOf(this);
    const std::vector<double>& values = m_data.series.front().values;
    const auto lowest = std::min_element(values.begin(), values.end(),
                                         [](double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; });
    const auto low = int(lowest - values.begin());
    const auto last = int(values.size()) - 1;
    painter.setFont(style::fontsOf(this).axis());
    for (const int index : {low, last}) {
        if (!std::isfinite(values[std::size_t(index)]))
            continue;
        const QPointF at = point(values[std::size_t(index)], index);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.accent);
        painter.drawEllipse(at, scaled(3, this), scaled(3, this));
        const QString words =
            QStringLiteral("%1, %2").arg(number(values[std::size_t(index)]), m_data.labels[std::size_t(index)]);
        const double wide = painter.fontMetrics().horizontalAdvance(words) + 2;
        const double x = std::clamp(at.x() - wide / 2, plot().left(), plot().right() - wide);
        const bool above = at.y() + scaled(22, this) > plot().bottom();
        const QRectF box(x, above ? at.y() - scaled(20, this) : at.y() + scaled(6, this), wide, scaled(14, this));
        painter.fillRect(box, theme.base);
        painter.setPen(theme.text);
        painter.drawText(box, Qt::AlignCenter, words);
        if (low == last)
            break;
    }
}

} // namespace countersign::widgets
