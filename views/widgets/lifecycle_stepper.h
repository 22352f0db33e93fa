#pragma once

#include "views/style/status_icon.h"
#include "views/widgets/painted_widget.h"

#include <QString>

#include <vector>

namespace countersign::widgets {

// One stop of the life of a plan: its state, what it says below, and a small mark for each attempt.
struct LifecycleStop
{
    QString name;
    QString detail;
    style::StatusKind kind = style::StatusKind::Queued;
    bool current = false;
    std::vector<style::StatusKind> attempts;
    bool operator==(const LifecycleStop&) const = default;
};

// Strategize, Execute, Apply in a row; the line to a stop is solid once the stop before it passed.
class LifecycleStepper : public PaintedWidget
{
    Q_OBJECT

public:
    explicit LifecycleStepper(QWidget* parent = nullptr);

    // Also names the widget: "Lifecycle, Execute, attempt 2 of 3, 4 of 6 validations done".
    void setStops(std::vector<LifecycleStop> stops);

    [[nodiscard]] int partCount() const override { return int(m_stops.size()); }
    [[nodiscard]] QString partText(int part) const override;
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int stopWidth(int part) const;
    void paintStop(QPainter& painter, int part) const;
    void paintLink(QPainter& painter, int part) const;

    std::vector<LifecycleStop> m_stops;
};

} // namespace countersign::widgets
