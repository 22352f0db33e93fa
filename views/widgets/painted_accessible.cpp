#include "views/widgets/painted_accessible.h"

#include "views/widgets/painted_widget.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>

#include <mutex>
#include <vector>

namespace countersign::widgets {

namespace {

class PartInterface : public QAccessibleInterface
{
public:
    PartInterface(PaintedWidget* owner, int part) : m_owner(owner), m_part(part) {}

    [[nodiscard]] bool isValid() const override { return m_owner && m_part < m_owner->partCount(); }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_owner);
    }
    [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return isValid() && kind == QAccessible::Name ? m_owner->partText(m_part) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    [[nodiscard]] QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect area = m_owner->partRect(m_part);
        return {m_owner->mapToGlobal(area.topLeft()), area.size()};
    }
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessible::State state() const override
    {
        QAccessible::State state;
        state.selectable = state.focusable = true;
        state.invalid = !isValid();
        state.selected = isValid() && m_owner->currentPart() == m_part;
        state.focused = state.selected && m_owner->hasFocus();
        return state;
    }
    [[nodiscard]] int part() const { return m_part; }

private:
    QPointer<PaintedWidget> m_owner;
    int m_part;
};

class PaintedInterface : public QAccessibleWidget
{
public:
    explicit PaintedInterface(PaintedWidget* widget) : QAccessibleWidget(widget, QAccessible::List), m_widget(widget) {}
    ~PaintedInterface() override
    {
        for (const QAccessible::Id id : m_parts)
            QAccessible::deleteAccessibleInterface(id);
    }

    [[nodiscard]] int childCount() const override { return m_widget ? m_widget->partCount() : 0; }
    [[nodiscard]] QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        while (int(m_parts.size()) <= index)
            m_parts.push_back(
                QAccessible::registerAccessibleInterface(new PartInterface(m_widget, int(m_parts.size()))));
        return QAccessible::accessibleInterface(m_parts[std::size_t(index)]);
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto* part = dynamic_cast<const PartInterface*>(child);
        return part ? part->part() : -1;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override
    {
        return child(m_widget ? m_widget->partAt(m_widget->mapFromGlobal(QPoint(x, y))) : -1);
    }
    [[nodiscard]] QAccessibleInterface* focusChild() const override
    {
        return m_widget && m_widget->hasFocus() ? child(m_widget->currentPart()) : nullptr;
    }

private:
    QPointer<PaintedWidget> m_widget;
    mutable std::vector<QAccessible::Id> m_parts;
};

QAccessibleInterface* create(const QString&, QObject* object)
{
    auto* widget = qobject_cast<PaintedWidget*>(object);
    return widget ? new PaintedInterface(widget) : nullptr;
}

} // namespace

void exposePaintedWidgets()
{
    static std::once_flag once;
    std::call_once(once, [] { QAccessible::installFactory(create); });
}

} // namespace countersign::widgets
