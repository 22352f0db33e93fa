#include "views/widgets/painted_widget.h"

#include "views/widgets/painted_accessible.h"
#include "views/widgets/plain_text.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>

#include <algorithm>

namespace countersign::widgets {

PaintedWidget::PaintedWidget(QWidget* parent) : QWidget(parent)
{
    exposePaintedWidgets();
    setFocusPolicy(Qt::StrongFocus);
}

int PaintedWidget::partAt(const QPoint& point) const
{
    for (int part = 0; part < partCount(); ++part) {
        if (partRect(part).contains(point))
            return part;
    }
    return -1;
}

void PaintedWidget::setCurrentPart(int part)
{
    part = std::clamp(part, -1, partCount() - 1);
    if (part == m_current)
        return;
    m_current = part;
    update();
    if (part >= 0 && hasFocus()) {
        QAccessibleEvent event(this, QAccessible::Focus);
        event.setChild(part);
        QAccessible::updateAccessibility(&event);
    }
    Q_EMIT currentPartChanged(part);
}

void PaintedWidget::partsChanged()
{
    if (m_current >= partCount())
        setCurrentPart(partCount() - 1);
    updateGeometry();
    update();
}

bool PaintedWidget::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int part = partAt(help->pos());
        const QString text = part < 0 ? QString() : plainToolTip(partText(part));
        QToolTip::showText(help->globalPos(), text, this, part < 0 ? QRect() : partRect(part));
        return true;
    }
    return QWidget::event(event);
}

void PaintedWidget::keyPressEvent(QKeyEvent* event)
{
    const int last = partCount() - 1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        return setCurrentPart(std::max(m_current - 1, 0));
    case Qt::Key_Right:
    case Qt::Key_Down:
        return setCurrentPart(std::min(m_current + 1, last));
    case Qt::Key_Home:
        return setCurrentPart(0);
    case Qt::Key_End:
        return setCurrentPart(last);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0)
            Q_EMIT partActivated(m_current);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void PaintedWidget::mousePressEvent(QMouseEvent* event)
{
    if (const int part = partAt(event->pos()); part >= 0)
        setCurrentPart(part);
}

void PaintedWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const int part = partAt(event->pos()); part >= 0)
        Q_EMIT partActivated(part);
}

void PaintedWidget::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    if (m_current < 0 && partCount() > 0)
        setCurrentPart(0);
    update();
}

} // namespace countersign::widgets
