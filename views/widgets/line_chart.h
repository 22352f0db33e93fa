#pragma once

#include "views/widgets/painted_widget.h"

#include <QString>

#include <vector>

namespace countersign::widgets {

// One line; value i stands over label i of the chart. NaN leaves a gap.
struct ChartSeries
{
    QString name;
    std::vector<double> values;
    bool dashed = false;
    bool operator==(const ChartSeries&) const = default;
};

struct ChartData
{
    std::vector<QString> labels;
    std::vector<ChartSeries> series;
    double low = 0;
    double high = 100;
    double step = 20;
    QString unit;            // "%" or " s", behind every number
    bool markLowest = false; // label the lowest and the latest point of the first series
    bool operator==(const ChartData&) const = default;
};

// A plain line chart of the History page. Parts are the points of the first series.
class LineChart : public PaintedWidget
{
    Q_OBJECT

public:
    explicit LineChart(const QString& name, QWidget* parent = nullptr);

    void setData(ChartData data);
    [[nodiscard]] const ChartData& data() const { return m_data; }

    [[nodiscard]] int partCount() const override { return int(m_data.labels.size()); }
    [[nodiscard]] QString partText(int part) const override;
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] QPointF point(double value, int index) const;
    [[nodiscard]] QString number(double value) const;
    void paintAxes(QPainter& painter) const;
    void paintSeries(QPainter& painter, const ChartSeries& series) const;
    void paintMarks(QPainter& painter) const;

    ChartData m_data;
};

} // namespace countersign::widgets
