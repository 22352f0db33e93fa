#pragma once

#include "views/style/theme.h"

#include <QString>
#include <QWidget>

class QPainter;

namespace countersign::widgets {

// The two marks of the timeline: a hatched bar that runs, a tick at the usual end.
void paintHatch(QPainter& painter, const QRect& bar, const style::Theme& theme, qreal scale);
void paintTick(QPainter& painter, qreal x, qreal top, qreal height, const QColor& ink, qreal scale);

// Says in the section header what they mean.
class TimelineLegend : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineLegend(QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_running;
    QString m_usual;
};

} // namespace countersign::widgets
