#pragma once

#include <QWidget>

namespace countersign::widgets {

// Base of the widgets that paint their content: each has parts (bars, stops, points) that a mouse, the arrow
// keys and a screen reader reach in the same way (UI.md sections 4 and 8). Tooltips tell the part's sentence.
class PaintedWidget : public QWidget
{
    Q_OBJECT

public:
    explicit PaintedWidget(QWidget* parent = nullptr);

    [[nodiscard]] virtual int partCount() const = 0;
    // One full sentence: "local/unit-tests, running, 33 seconds, usually 42".
    [[nodiscard]] virtual QString partText(int part) const = 0;
    [[nodiscard]] virtual QRect partRect(int part) const = 0;

    // -1 while none was chosen.
    [[nodiscard]] int currentPart() const { return m_current; }
    void setCurrentPart(int part);
    [[nodiscard]] int partAt(const QPoint& point) const;

Q_SIGNALS:
    void currentPartChanged(int part);
    // Enter or a double click.
    void partActivated(int part);

protected:
    // Call after the parts have changed in number or text.
    void partsChanged();
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    int m_current = -1;
};

} // namespace countersign::widgets
