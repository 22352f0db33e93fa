// The row above everything: menus, project, go-to field, time of the last update, Refresh. Source: design section 5.
#pragma once

#include "views/widgets/bars.h"

class QComboBox;
class QMenuBar;
class QToolButton;

namespace countersign::widgets {
class FilterEdit;
class TextLabel;
} // namespace countersign::widgets

namespace countersign::views {

class HeaderRow : public widgets::Bar
{
    Q_OBJECT

public:
    explicit HeaderRow(QWidget* parent = nullptr);
    [[nodiscard]] QMenuBar* menus() const { return m_menus; }
    [[nodiscard]] widgets::FilterEdit* goTo() const { return m_goTo; }
    void setProjects(const QStringList& names, const QString& current);
    void setUpdated(const QString& words, bool problem);

Q_SIGNALS:
    void projectChosen(const QString& project);
    void refreshRequested();

private:
    QMenuBar* m_menus;
    QComboBox* m_project;
    widgets::FilterEdit* m_goTo;
    widgets::TextLabel* m_updated;
};

} // namespace countersign::views
